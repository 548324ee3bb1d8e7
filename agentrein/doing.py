"""What an own action's body does meanwhile: its writes through armed clients are parts of it, not actions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agentrein.recording import Recording


class PartOf(int):
    """The number of the action that a write is a part of, in place of a number of its own."""

    __slots__ = ()


@dataclass(slots=True, eq=False)
class Doing:
    """One body that is under way, and how many of its writes landed; a task that outlives it writes for the run."""

    run: Recording
    seq: int
    over: bool = False
    landed: int = 0


_doing: ContextVar[Doing | None] = ContextVar("agentrein_doing", default=None)


def inside(run: Recording) -> Doing | None:
    """The body of this run that this context is in."""
    one = _doing.get()
    return one if one is not None and one.run is run and not one.over else None


def note(run: Recording, seq: int, *, landed: bool) -> None:
    """Count a write of the body that this context is in, once it is known what became of it."""
    one = _doing.get()
    if one is not None and one.run is run and one.seq == seq:
        one.landed += landed


def current() -> Doing | None:
    """Whatever body this context is in, for a thread that is to be in it, too."""
    return _doing.get()


@contextmanager
def within(one: Doing | None) -> Iterator[None]:
    """Let this context be in a body."""
    before = _doing.get()
    _doing.set(one)
    try:
        yield
    finally:
        _doing.set(before)


@contextmanager
def body(run: Recording, seq: int | None) -> Iterator[None]:
    """The body of an action; of one that is a part itself, of the action that it belongs to."""
    if seq is None:
        yield
        return
    one = Doing(run, seq)
    with within(one):
        try:
            yield
        finally:
            one.over = True
