"""`rein.saga`: code that is written as pairs of execute and compensate over one dict, run as a run with its steps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any, cast

from agentrein import api
from agentrein.binding import is_awaited
from agentrein.errors import UsageError
from agentrein.fold import Action
from agentrein.model import UNDONE, RunStatus, Tier
from agentrein.own_saga import SagaStep, execute_async, execute_now
from agentrein.run import Run


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a saga: `execute(ctx)` does something, `compensate(ctx)` takes it back; either may be async.

    `ctx` is the dict that all steps share; what `execute` returns, if it returns a dict, is merged into it. A step
    without `compensate` is irreversible, which the policy refuses unless it is told otherwise.
    """

    name: str
    execute: Callable[[dict[str, Any]], Any]
    compensate: Callable[[dict[str, Any]], Any] | None = None
    tier: Tier | None = None

    def __post_init__(self) -> None:
        """Refuse what could not be called."""
        for what, one in (("execute", self.execute), ("compensate", self.compensate)):
            given: object = one
            if not callable(given) and not (given is None and what == "compensate"):
                raise UsageError(f"step {self.name!r}: {what}={one!r} cannot be called", now="give it a function")


@dataclass(frozen=True, slots=True)
class SagaResult:
    """How a saga ended: the names of the steps that were completed, compensated, and could not be compensated.

    `failed_step` is the one that raised, and `error` what that was; `run` is the id under which `rein show` tells all
    of it and `rein revert` tries again. `context` is the dict as the steps left it.
    """

    success: bool
    completed: list[str]
    failed_step: str | None
    compensated: list[str]
    compensation_failed: list[str]
    total_time_ms: float
    run: str = ""
    error: BaseException | None = None
    context: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class _Saga:
    """What is known of a saga while it runs."""

    steps: list[Step]
    run: Run
    ctx: dict[str, Any]
    began: float = field(default_factory=time.monotonic)
    completed: list[str] = field(default_factory=list)
    at: Step | None = None
    error: BaseException | None = None

    def began_with(self, step: Step) -> SagaStep:
        """The step that is next."""
        self.at = step
        return SagaStep(step.name, step.execute, step.compensate, step.tier, self.ctx)

    def ended(self, step: Step, given: object) -> None:
        """A step is done; what it returned is shared with the others."""
        if isinstance(given, dict):
            self.ctx.update(given)
        self.completed.append(step.name)

    def failed(self, error: Exception) -> None:
        """A step raised, and what was done before it was compensated; what only pauses goes on to whoever waits."""
        if self.at is None or self.run.status is RunStatus.PAUSED:
            raise error
        self.error = error

    def result(self) -> SagaResult:
        """How it ended."""
        failed = self.error is not None
        by_name = {step.name for step in self.steps}
        undone = [one for one in _newest_first(self.run) if one.step in by_name] if failed else []
        return SagaResult(
            not failed and len(self.completed) == len(self.steps),
            self.completed,
            self.at.name if failed and self.at is not None else None,
            [str(one.step) for one in undone if one.state in UNDONE],
            [str(one.step) for one in undone if self._is_left(one)],
            (time.monotonic() - self.began) * 1000,
            self.run.id,
            self.error,
            self.ctx,
        )

    def _is_left(self, action: Action) -> bool:
        report = self.run.report
        return report is not None and action.seq in report.left


def _newest_first(run: Run) -> list[Action]:
    return sorted(run.actions, key=lambda one: one.landed, reverse=True)


def saga(steps: Iterable[Step], ctx: dict[str, Any] | None = None, *, name: str = "saga", **options: Any) -> Any:
    """Execute the steps in order; where one raises, compensate those before it, newest first, and return a SagaResult.

    A failure of a step is never raised. Each step is an action of a run, recorded before it is called, in a step of the
    same name; inside an open run the saga is its child, and undone with it. Where a step is async and an event loop is
    running, what is returned is to be awaited; without a loop it is run to its end.

    A step that raises has done nothing, as sagas have it, unless writes of its own through armed clients had landed by
    then: it is compensated, too. One in which the process died is a question for a person. `compensate` gets the dict
    as its step left it, from the ledger where another process calls it; functions that cannot be imported, and dicts
    that no ledger holds, can only be compensated by this process, and every report says so. `name` and `options` are
    those of `rein.run`. Raises UsageError for what could not work, and LedgerError without a ledger.
    """
    listed = list(steps)
    _check(listed)
    one = _Saga(listed, api.run(name, **options), {} if ctx is None else ctx)
    if not any(is_awaited(part) for step in listed for part in (step.execute, step.compensate) if part is not None):
        return _now(one)
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(_later(one))
    return _later(one)


def _check(steps: list[Step]) -> None:
    if not steps:
        raise UsageError("a saga without steps", now="rein.saga([rein.Step(name, execute, compensate), …])")
    names: set[str] = set()
    for given in cast("list[object]", steps):
        if not isinstance(given, Step):
            raise UsageError(f"{given!r} is no step", now="rein.Step(name, execute, compensate)")
        if not given.name or given.name in names:
            raise UsageError(f"step {given.name!r}: each step needs a name of its own", now="name it by what it does")
        names.add(given.name)


def _now(one: _Saga) -> SagaResult:
    try:
        with one.run as run:
            for step in one.steps:
                begun = one.began_with(step)
                with run.step(step.name):
                    one.ended(step, execute_now(begun))
    except Exception as error:  # noqa: BLE001 - a failure is what a saga returns
        one.failed(error)
    return one.result()


def _later(one: _Saga) -> Coroutine[Any, Any, SagaResult]:
    async def work() -> SagaResult:
        try:
            async with one.run as run:
                for step in one.steps:
                    begun = one.began_with(step)
                    async with run.step(step.name):
                        given = execute_async(begun) if is_awaited(step.execute) else execute_now(begun)
                        one.ended(step, await given if is_awaited(step.execute) else given)
        except Exception as error:  # noqa: BLE001 - a failure is what a saga returns
            one.failed(error)
        return one.result()

    return work()
