"""What stands in for a vendor in a dry run: its connector's own stand-in, whose ids no vendor can have given.

An invented id is told from a vendor's: a text begins with `dry-run-`, a number is above all that vendors give. Whatever
names one later, a read as well, is answered by the stand-in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from agentrein.holes import Hole, Source, holes_in
from agentrein.loading import load
from agentrein.model import Answer, Call, State
from agentrein.paths import ABSENT, pick

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.connector import Connector
    from agentrein.rows import Operation

INVENTED = 9 * 10**15
"""Numbers from here on are invented: vendors give none so large, and every JSON reader still holds them exactly."""

PREFIX = "dry-run-"
"""How an invented id begins that is a text."""

HEADER = "x-agentrein-dry-run"
"""Marks an answer as an invention."""


class StandIn(Protocol):
    """What a connector offers for dry runs: made for an endpoint, it answers calls without a network."""

    def answer(self, call: Call) -> Answer | None:
        """The answer to a call, as the vendor would give it; None where it knows nothing of what the call names."""
        ...


@dataclass(eq=False)
class Rehearsal:
    """A stand-in, with the ids that it has invented so far."""

    connector: Connector
    stand_in: StandIn
    shown: dict[str, str] = field(default_factory=dict)
    """From an id that is a text, as the code sees it, to what the stand-in knows it by."""
    numbers: set[int] = field(default_factory=set)

    def names(self, call: Call) -> bool:
        """Whether a call names something that was invented."""
        return any(self._is_invented(one) for one in scalars([call.address.split("/"), dict(call.params), call.body]))

    def write(self, row: Operation, call: Call) -> Answer | None:
        """The answer to a write, its ids marked as invented; None where it cannot be given."""
        answer = self._asked(call)
        if answer is None or self.connector.classify(call, answer).state is not State.LANDED:
            return None
        named = {str(one) for one in scalars([call.address.split("/"), dict(call.params), call.body])}
        made = {one for one in _made(row, answer.body) if str(one) not in named}
        if any(isinstance(one, int) and one < INVENTED for one in made):
            return None  # it could be the vendor's
        if not made and not self.names(call):
            return None  # what it says of a thing that the vendor has would be no more than a guess
        self.numbers |= {one for one in made if isinstance(one, int)}
        self.shown.update({f"{PREFIX}{one}": one for one in made if isinstance(one, str) and one})
        return self._out(answer)

    def read(self, call: Call) -> Answer | None:
        """The answer to a read of what was invented."""
        answer = self._asked(call)
        return None if answer is None else self._out(answer)

    def _asked(self, call: Call) -> Answer | None:
        params, body = _renamed(dict(call.params), self.shown), _renamed(call.body, self.shown)
        return self.stand_in.answer(replace(call, address=_renamed(call.address, self.shown), params=params, body=body))

    def _out(self, answer: Answer) -> Answer:
        hidden = {own: shown for shown, own in self.shown.items()}
        return replace(answer, body=_shown(answer.body, hidden), headers={**answer.headers, HEADER: "invented"})

    def _is_invented(self, value: Any) -> bool:
        if isinstance(value, str):
            return PREFIX in value or (value.isdecimal() and int(value) in self.numbers)
        return isinstance(value, int) and value in self.numbers


def rehearsal_for(client: Client) -> Rehearsal | None:
    """A stand-in for the server of a client, None where its connector offers none."""
    connector = client.connector
    if not connector.rehearsal:
        return None
    make: Callable[[str], StandIn] = load(connector.rehearsal)
    return Rehearsal(connector, make(client.endpoint))


def _made(row: Operation, body: Any) -> Iterator[Any]:
    """The ids in an answer: those by which the row names the object and its parents, and what is called `id`."""
    holes = [one for form in (row.object, row.parents) for one in holes_in(form)]
    paths = [one.path for one in holes if isinstance(one, Hole) and one.source is Source.ANSWER]
    for path in dict.fromkeys((*paths, "id")):
        value = pick(body, path) if isinstance(body, Mapping) else ABSENT
        if isinstance(value, str | int) and not isinstance(value, bool):
            yield value


def scalars(tree: Any) -> Iterator[Any]:
    """Every text and number of a tree."""
    if isinstance(tree, Mapping):
        for value in tree.values():
            yield from scalars(value)
    elif isinstance(tree, list | tuple):
        for value in tree:
            yield from scalars(value)
    elif isinstance(tree, str | int) and not isinstance(tree, bool):
        yield tree


def _renamed(tree: Any, names: Mapping[str, str]) -> Any:
    """A tree with what the code knows put back to what the stand-in knows, also within a text."""
    if isinstance(tree, Mapping):
        return {key: _renamed(value, names) for key, value in tree.items()}
    if isinstance(tree, list | tuple):
        return [_renamed(value, names) for value in tree]
    if isinstance(tree, str) and PREFIX in tree:
        for shown in sorted(names, key=len, reverse=True):
            tree = tree.replace(shown, names[shown])
    return tree


def _shown(tree: Any, names: Mapping[str, str]) -> Any:
    """A tree with invented ids as the code is to see them: where they stand alone, or as a segment of an address."""
    if isinstance(tree, Mapping):
        return {key: _shown(value, names) for key, value in tree.items()}
    if isinstance(tree, list):
        return [_shown(value, names) for value in tree]
    if not isinstance(tree, str):
        return tree
    if "://" in tree:
        return "/".join(names.get(part, part) for part in tree.split("/"))
    return names.get(tree, tree)
