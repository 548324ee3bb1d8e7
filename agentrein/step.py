"""A step: a named savepoint inside a run, which can fail and be undone alone while the run goes on."""

from __future__ import annotations

import itertools
from contextvars import ContextVar
from types import TracebackType
from typing import TYPE_CHECKING, Self

from agentrein.closing import aundo_step, undo_step

if TYPE_CHECKING:
    from agentrein.run import Run

_numbers = itertools.count(1)

entered: ContextVar[tuple[Step, ...]] = ContextVar("agentrein_steps", default=())
"""The steps of this context, outermost first."""


class Step:
    """One attempt at a named part of a run."""

    def __init__(self, run: Run, name: str) -> None:
        self.run, self.name = run, name
        self.key = f"{next(_numbers)}:{name}"

    def _begin(self) -> None:
        entered.set((*entered.get(), self))

    def _leave(self) -> None:
        """Taken out by value, because a step may be left in another context, whose own steps stay."""
        entered.set(tuple(one for one in entered.get() if one is not self))

    def __enter__(self) -> Self:
        """Begin the step."""
        self._begin()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """On an exception, revert the actions of this step, newest first; then it is raised again."""
        self._leave()
        if error is not None and self.run.is_ours:
            undo_step(self, error)

    async def __aenter__(self) -> Self:
        """Begin the step."""
        self._begin()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """On an exception, revert the actions of this step, newest first; then it is raised again."""
        self._leave()
        if error is not None and self.run.is_ours:
            await aundo_step(self, error)
