"""Reads that the vendor answers in a dry run although a write of it was to have changed what they show.

Where calls have paths, that is a read of the path that was written; else one that names what the write's object names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from agentrein.address import build
from agentrein.holes import Join, Source, bind
from agentrein.model import Answer, Call
from agentrein.planning import view
from agentrein.rehearsal import scalars
from agentrein.rows import Operation

if TYPE_CHECKING:
    from agentrein.client import Client, Request

_TELLING = 6
"""A name of so many characters is found within a text, too: a query may name a folder."""


@dataclass(eq=False)
class Changes:
    """What the writes of a dry run were to change; `stale` is each read that shows how it was before which of them."""

    stale: list[tuple[str, int]] = field(default_factory=list)
    _paths: dict[tuple[str, str, str], int] = field(default_factory=dict)
    _things: list[tuple[tuple[str, str], frozenset[str], int]] = field(default_factory=list)

    def note(self, client: Client, row: Operation, call: Call, answer: Answer, seq: int) -> None:
        """Note that an action was to change something: a list that was added to, a thing that was changed."""
        server = client.connector.name, client.endpoint
        if " " in call.address:
            self._paths[(*server, build(call.address, call.params)[1])] = seq
        elif names := _named(row, call, answer):
            self._things.append((server, names, seq))

    def look(self, client: Client, request: Request, shown: str) -> None:
        """Note a read that shows how a thing was before the newest of the writes about it."""
        server = client.connector.name, client.endpoint
        seq = self._paths.get((*server, request.path)) if request.path else self._about(server, request)
        if seq is not None and (shown, seq) not in self.stale:
            self.stale.append((shown, seq))

    def _about(self, server: tuple[str, str], request: Request) -> int | None:
        said = [str(one) for one in scalars([dict(request.params), request.body])]
        for where, names, seq in reversed(self._things):
            if where == server and any(_names(one, name) for one in said for name in names):
                return seq
        return None


def _names(said: str, name: str) -> bool:
    return said == name or (len(name) >= _TELLING and name in said)


def _named(row: Operation, call: Call, answer: Answer) -> frozenset[str]:
    """What a call says by which its object, or a parent of that, is told from others."""
    paths = bind((row.object, *row.parents), {Source.SENT: view(call), Source.ANSWER: answer.body})
    told = {name for one in paths for name in _parts(one)}
    return frozenset(one for one in map(str, scalars([dict(call.params), call.body])) if one in told)


def _parts(path: Any) -> list[str]:
    """The names of a path, as far as it is known, without the kinds of things that stand before them."""
    parts = path.parts if isinstance(path, Join) else (path,)
    segments = [one for text in parts if isinstance(text, str) for one in text.split("/")]
    return [one.rpartition(":")[2] for one in segments]
