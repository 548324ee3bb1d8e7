"""Typed holes: the places in a row that the call, its answer or a read fill in later.

A hole is an object, never text, so what a user writes can hold any braces. A stored call keeps a null where a hole was
and, beside it, the list of pointers.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from operator import is_
from typing import Any

from agentrein.paths import ABSENT, parse, pick


class Source(StrEnum):
    """Where a hole takes its value from."""

    SENT = "sent"
    LOOKED = "looked"
    ACTOR = "actor"
    BEFORE = "before"
    ANSWER = "answer"
    FOUND = "found"
    EACH = "each"
    NOW = "now"
    SEEN = "seen"
    KEY = "key"
    HEADERS = "headers"
    """No hole has this source: what the call does not say at a name, a header that it means something by may say."""


LATER = frozenset({Source.ANSWER, Source.EACH, Source.NOW, Source.SEEN})
"""The holes that may remain when `planned` is written."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A value that comes from one source, at one reading path."""

    source: Source
    path: str = ""

    def __post_init__(self) -> None:
        """Refuse a path that cannot be read; raises ValueError."""
        parse(self.path)

    def at(self, path: str) -> Hole:
        """What stands at a path of it, such as `each.at("id")`."""
        return Hole(self.source, f"{self.path}.{path}" if self.path and not path.startswith("[") else self.path + path)

    def __str__(self) -> str:
        return f"<{self.source}{' ' + self.path if self.path else ''}>"


@dataclass(frozen=True, slots=True)
class Join:
    """Text put together from constants and holes."""

    parts: tuple[Any, ...]

    def __str__(self) -> str:
        return "".join(str(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Computed:
    """A pure, named function over holes that are all known when the action is planned."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]

    def __str__(self) -> str:
        return f"{self.function.__name__}({', '.join(map(str, self.arguments))})"


def sent(path: str = "") -> Hole:
    """What the call itself says: a body field, a query parameter or a path variable."""
    return Hole(Source.SENT, path)


def looked(name: str) -> Hole:
    """The value of a declared lookup."""
    return Hole(Source.LOOKED, name)


def actor(path: str = "account") -> Hole:
    """Who acts: `account`, `mode` or `kind`."""
    return Hole(Source.ACTOR, path)


def before(path: str = "") -> Hole:
    """What the before-image says."""
    return Hole(Source.BEFORE, path)


def answer(path: str = "") -> Hole:
    """What the vendor answered to the call."""
    return Hole(Source.ANSWER, path)


def key() -> Hole:
    """The idempotency key under which the call is sent."""
    return Hole(Source.KEY)


def found(path: str = "") -> Hole:
    """What a probe's match says."""
    return Hole(Source.FOUND, path)


def seen(path: str) -> Hole:
    """In the body of a `do` with a goal: what the goal's read shows right before sending, left out if nothing."""
    return Hole(Source.SEEN, path)


each = Hole(Source.EACH)
"""One item of a list that the row names; `each.at("id")` is what stands at a path of it."""


def join(*parts: Any) -> Join:
    """Text from constants and holes, put together once all are known."""
    return Join(parts)


def computed(function: Callable[..., Any], *arguments: Any) -> Computed:
    """The result of a pure, named function over what is known when the action is planned."""
    return Computed(function, arguments)


LEAVES = frozenset({str, bool, int, float, type(None)})
"""What holds nothing: most of a tree, and quicker told by its type than asked."""


@cache
def fields_of(kind: type) -> tuple[str, ...]:
    """The names of a form's fields; none for what is no form."""
    return tuple(field.name for field in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else ()


def bind(tree: Any, known: Mapping[Source, Any]) -> Any:
    """The tree with every hole filled whose source is known; what turns out absent in a list or object is left out.

    What has no such hole is given back itself, not copied: every write walks its row's forms several times.
    """
    kind: Any = type(tree)
    if kind is Hole:
        return _filled(tree, known) if tree.source in known else tree
    if kind is dict:
        bound = {key: value if type(value) is str else bind(value, known) for key, value in tree.items()}
        return tree if _same(bound.values(), tree.values()) else _present(bound)
    if kind is tuple or kind is list:
        values = [value if type(value) in LEAVES else bind(value, known) for value in tree]
        return tree if _same(values, tree) else kind(value for value in values if value is not ABSENT)
    if kind is Join:
        return _join([bind(part, known) for part in tree.parts])
    if kind is Computed:
        return _compute(tree, [bind(argument, known) for argument in tree.arguments])
    return _bind_form(tree, known) if fields_of(kind) else tree


def _filled(hole: Hole, known: Mapping[Source, Any]) -> Any:
    value = pick(known[hole.source], hole.path)
    if value is ABSENT and hole.source is Source.SENT:
        return known.get(Source.HEADERS, {}).get(hole.path, ABSENT)
    return value


def _same(new: Iterable[Any], old: Iterable[Any]) -> bool:
    """Whether these are the very things that those were, none of them absent."""
    return all(map(is_, new, old)) and ABSENT not in new


def _present(bound: dict[Any, Any]) -> dict[Any, Any]:
    return {key: value for key, value in bound.items() if value is not ABSENT}


def _bind_form(form: Any, known: Mapping[Source, Any]) -> Any:
    kind: Any = type(form)
    values = [getattr(form, name) for name in fields_of(kind)]
    bound = [value if type(value) in LEAVES else bind(value, known) for value in values]
    return form if all(map(is_, bound, values)) else kind(*bound)


def _join(parts: list[Any]) -> Any:
    if any(part is ABSENT or part is None for part in parts):
        return ABSENT
    if any(isinstance(part, Hole | Join | Computed) for part in parts):
        return Join(tuple(parts))
    return "".join(str(part) for part in parts)


def _compute(tree: Computed, arguments: list[Any]) -> Any:
    if any(argument is ABSENT for argument in arguments):
        return ABSENT
    if is_open(arguments):
        return Computed(tree.function, tuple(arguments))
    return tree.function(*arguments)


def holes_in(tree: Any) -> Iterator[Hole | Computed]:
    """Every hole of a tree, those inside joined text included."""
    found: list[Hole | Computed] = []
    _collect(tree, found)
    return iter(found)


def is_open(tree: Any) -> bool:
    """Whether a tree has a hole."""
    return type(tree) not in LEAVES and next(holes_in(tree), None) is not None


def _collect(tree: Any, found: list[Hole | Computed]) -> None:
    kind: Any = type(tree)
    if kind in LEAVES:
        return
    if kind is Hole:
        found.append(tree)
    elif kind is dict:
        for value in tree.values():
            _collect(value, found)
    elif kind is tuple or kind is list:
        for value in tree:
            _collect(value, found)
    elif kind is Computed:
        found.append(tree)
        _collect(tree.arguments, found)
    else:
        for name in fields_of(kind):
            value = getattr(tree, name)
            if type(value) not in LEAVES:
                _collect(value, found)
