"""Typed holes: the places in a row that the call, its answer or a read fill in later.

A hole is an object, never text, so what a user writes can hold any braces. A stored call keeps a null where a hole was
and, beside it, the list of pointers.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
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


def bind(tree: Any, known: Mapping[Source, Any]) -> Any:
    """The tree with every hole filled whose source is known; what turns out absent in a list or object is left out."""
    match tree:
        case Hole():
            return pick(known[tree.source], tree.path) if tree.source in known else tree
        case Join():
            return _join([bind(part, known) for part in tree.parts])
        case Computed():
            return _compute(tree, [bind(argument, known) for argument in tree.arguments])
        case dict():
            pairs = ((key, bind(value, known)) for key, value in tree.items())
            return {key: value for key, value in pairs if value is not ABSENT}
        case list() | tuple():
            values = (bind(value, known) for value in tree)
            return type(tree)(value for value in values if value is not ABSENT)
    return _bind_form(tree, known) if dataclasses.is_dataclass(tree) and not isinstance(tree, type) else tree


def _bind_form(form: Any, known: Mapping[Source, Any]) -> Any:
    bound = {f.name: bind(getattr(form, f.name), known) for f in dataclasses.fields(form)}
    return dataclasses.replace(form, **bound)


def _join(parts: list[Any]) -> Any:
    if any(part is ABSENT or part is None for part in parts):
        return ABSENT
    if any(isinstance(part, Hole | Join | Computed) for part in parts):
        return Join(tuple(parts))
    return "".join(str(part) for part in parts)


def _compute(tree: Computed, arguments: list[Any]) -> Any:
    if any(argument is ABSENT for argument in arguments):
        return ABSENT
    if next(holes_in(arguments), None) is not None:
        return Computed(tree.function, tuple(arguments))
    return tree.function(*arguments)


def holes_in(tree: Any) -> Iterator[Hole | Computed]:
    """Every hole of a tree, those inside joined text included."""
    match tree:
        case Hole():
            yield tree
        case Computed():
            yield tree
            yield from holes_in(tree.arguments)
        case dict():
            for value in tree.values():
                yield from holes_in(value)
        case list() | tuple():
            for value in tree:
                yield from holes_in(value)
        case _ if dataclasses.is_dataclass(tree) and not isinstance(tree, type):
            for f in dataclasses.fields(tree):
                yield from holes_in(getattr(tree, f.name))
