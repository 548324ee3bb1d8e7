"""Scopes: the parts of a root run, steps and child runs, that can fail and be undone alone while the run goes on."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from contextvars import ContextVar
from types import TracebackType
from typing import TYPE_CHECKING, Self

from agentrein import context
from agentrein.closing_part import aundo_step, undo_step
from agentrein.pausing import Classes, pauses

if TYPE_CHECKING:
    from agentrein.policy import Policy
    from agentrein.run import Run

_numbers = itertools.count(1)

entered: ContextVar[tuple[Scope, ...]] = ContextVar("agentrein_scopes", default=())
"""The scopes of this context, outermost first."""


class Scope:
    """One part of a root run; `around` are the scopes that it belongs into, whatever the context has entered.

    `key` names it in the payloads of its actions. `path` are the scopes around it, outermost first, once it has begun.
    """

    def __init__(self, root: Run, name: str, key: str, around: tuple[Scope, ...] = ()) -> None:
        self.root, self.name, self.key = root, name, key
        self.path: tuple[Scope, ...] = ()
        self._around, self._added = around, tuple[Scope, ...]()
        self._before: Run | None = None

    @property
    def chain(self) -> tuple[Scope, ...]:
        """The scopes around it and itself."""
        return (*self.path, self)

    @property
    def policy(self) -> Policy | None:
        """Rules of its own, which can only be stricter than those of the run."""
        return None

    @property
    def approval_wait(self) -> float | None:
        """Seconds of its own that its calls wait for an approval, None where its run says it."""
        return None

    @property
    def pauses_on(self) -> Classes:
        """Exceptions of its own that mean to come back."""
        return ()

    def pauses(self, error: BaseException | None) -> bool:
        """Whether an exception that leaves it means to come back, to it or to what is around it."""
        mine = (kind for scope in self.chain for kind in scope.pauses_on)
        return pauses(error, (*self.root.pauses_on, *mine))

    def refuses(self) -> str:
        """Why no write of it is admitted any more, empty if it is."""
        return ""

    def begin(self) -> None:
        """Make it the innermost scope of this context, and its root the run of it."""
        context.check_enters(self.root)
        inside = entered.get()
        self._added = (*(one for one in self._around if one not in inside), self)
        self.path = tuple(one for one in (*inside, *self._added[:-1]) if one.root is self.root)
        self._before = context.current()
        context.set_current(self.root)
        entered.set((*inside, *self._added))
        self.root.began(self)

    def leave(self) -> None:
        """Taken out by value, because it may be left in another context, whose own scopes stay."""
        inside = entered.get()
        if self in inside and context.current() is self.root and self._before is not self.root:
            context.set_current(self._before)
        entered.set(tuple(one for one in inside if one not in self._added))
        self.root.left(self)


def path_of(scopes: Sequence[Scope]) -> list[str]:
    """The names of scopes, outermost first: where in a run something is done, in whichever leg."""
    return [scope.name for scope in scopes]


class Step(Scope):
    """One attempt at a named part of a run.

    `is_tool` says that it is the call of a tool, `call` is the id that an agent framework gave to that.
    """

    def __init__(
        self,
        root: Run,
        name: str,
        around: tuple[Scope, ...] = (),
        *,
        is_tool: bool = False,
        call: str | None = None,
    ) -> None:
        super().__init__(root, name, f"{root.epoch}.{next(_numbers)}:{name}", around)
        self.is_tool, self.call = is_tool, call

    def refuses(self) -> str:
        """Why no write of it is admitted any more, empty if it is."""
        return f"step {self.name!r} of run {self.root.id} was undone" if self.root.is_undone(self) else ""

    def __enter__(self) -> Self:
        """Begin the step."""
        self.begin()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """On an exception, revert the actions of this step, newest first; then it is raised again."""
        self.leave()
        if error is not None and self._has_failed(error):
            undo_step(self, error)

    async def __aenter__(self) -> Self:
        """Begin the step."""
        self.begin()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """On an exception, revert the actions of this step, newest first; then it is raised again."""
        self.leave()
        if error is not None and self._has_failed(error):
            await aundo_step(self, error)

    def _has_failed(self, error: BaseException) -> bool:
        return self.root.is_ours and self.root.dry is None and not self.pauses(error)


class Child(Scope):
    """A child run, as its root sees it: a scope with an id, a policy and an end of its own."""

    def __init__(self, root: Run, run: Run) -> None:
        super().__init__(root, run.name, f"{run.id}:{run.name}")
        self.id = run.id
        self._run = run

    @property
    def policy(self) -> Policy | None:
        """Rules of its own, which can only be stricter than those of the run."""
        return self._run.policy

    @property
    def approval_wait(self) -> float | None:
        """Seconds of its own that its calls wait for an approval, None where its run says it."""
        return self._run.settings.approval_wait

    @property
    def pauses_on(self) -> Classes:
        """Exceptions of its own that mean to come back."""
        return self._run.settings.pauses_on

    def refuses(self) -> str:
        """Why no write of it is admitted any more, empty if it is."""
        run = self._run
        if self.root.is_undone(self):
            return f"run {run.id} {run.name!r} is being undone" if not run.is_over else f"run {run.id} was undone"
        if run.failed is not None:
            return f"run {run.id} {run.name!r} was marked failed"
        return "" if run.is_open else f"run {run.id} {run.name!r} is over"
