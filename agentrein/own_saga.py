"""One step of a saga as an action: its dict is what it is called with, and what its compensation is called with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from agentrein import doing
from agentrein.client import Check
from agentrein.drive import adrive, drive
from agentrein.errors import UsageError
from agentrein.holes import answer
from agentrein.inverse import Do, Either, Inverse
from agentrein.model import Answer, Call, Tier
from agentrein.own_arguments import Unstorable, exactly
from agentrein.own_call import changed, given_back, run_of
from agentrein.own_client import CONTRACT, OwnClient
from agentrein.own_done import done
from agentrein.own_held import ONLY_HERE, Held, hold
from agentrein.own_paths import OWN, check_findable, check_found, path_of, root_of
from agentrein.own_told import Told, tell
from agentrein.passage import passage
from agentrein.rows import Operation
from agentrein.seam import led
from agentrein.where import caller

if TYPE_CHECKING:
    from agentrein.run import Run


@dataclass(frozen=True, slots=True, eq=False)
class SagaStep:
    """A step that is about to be executed over the dict that all share."""

    name: str
    execute: Callable[[dict[str, Any]], Any]
    compensate: Callable[[dict[str, Any]], Any] | None
    tier: Tier | None
    ctx: dict[str, Any]


def execute_now(step: SagaStep) -> Any:
    """Record the step, then execute it; raises what it raises, and Refused if it may not be."""
    told = tell(step.ctx)
    row, call = _planned(step, told)
    where, client = caller(), OwnClient(hidden=told.hidden, whole=told.whole)
    with run_of(row.name, where) as run:

        def forward(check: Check) -> Answer:
            check()
            if not told.is_still(tell(step.ctx)):
                return changed(row, call, where)
            with _body(run, client) as one:
                try:
                    value = done(step.execute(step.ctx), step.name)
                except Exception as error:  # noqa: BLE001 - the passage records it and raises it
                    return _failed(step, one, error)
            return _done(step, value)

        sent = partial(passage, run, client, row, call, forward, where)
        return given_back(drive(led(run, client, row, call, where, sent, opaque=told.opaque)))


async def execute_async(step: SagaStep) -> Any:
    """The same for an async step."""
    told = tell(step.ctx)
    row, call = _planned(step, told)
    where, client = caller(), OwnClient(hidden=told.hidden, whole=told.whole)
    with run_of(row.name, where) as run:

        async def forward(check: Check) -> Answer:
            check()
            if not told.is_still(tell(step.ctx)):
                return changed(row, call, where)
            with _body(run, client) as one:
                try:
                    value = done(await step.execute(step.ctx), step.name)
                except Exception as error:  # noqa: BLE001 - the passage records it and raises it
                    return _failed(step, one, error)
            return _done(step, value)

        sent = partial(passage, run, client, row, call, forward, where)
        return given_back(await adrive(led(run, client, row, call, where, sent, opaque=told.opaque)))


@contextmanager
def _body(run: Run, client: OwnClient) -> Iterator[doing.Doing | None]:
    with doing.body(run, run.number_of(client)):
        yield doing.current()


def _failed(step: SagaStep, body: doing.Doing | None, error: Exception) -> Answer:
    """A step that raised has done nothing, unless what it sent before had landed."""
    landed = body is not None and body.landed > 0
    told = {CONTRACT: f"{body.landed if body is not None else 0} of its calls had landed" if landed else ""}
    return Answer(body=_left(step.ctx), headers=told, error=error)


def _done(step: SagaStep, value: Any) -> Answer:
    merged = {**step.ctx, **value} if isinstance(value, dict) else step.ctx
    left = _left(merged)
    return Answer(200, left, native=(value,), lacks="" if left["returned"] else "its dict, which no ledger can hold")


def _left(ctx: dict[str, Any]) -> dict[str, Any]:
    """The dict as a step left it, for its compensation; `returned` is false where no ledger can hold it."""
    held = _stored(ctx)
    return {"returned": held is not None, "result": held}


def _stored(ctx: dict[str, Any]) -> dict[str, Any] | None:
    try:
        return {name: exactly(name, value) for name, value in ctx.items()}
    except (Unstorable, TypeError):
        return None


def _planned(step: SagaStep, told: Told) -> tuple[Operation, Call]:
    inverse = _inverse(step)
    only_here = isinstance(inverse, Do)
    tier = Tier.IRREVERSIBLE if step.compensate is None else step.tier or Tier.COMPENSABLE
    undone = "" if step.compensate is None else path_of(step.compensate)
    row = Operation(
        address=path_of(step.execute),
        sdk=step.name,
        tier=tier,
        says=f"({ONLY_HERE}) {{step}}" if only_here else "{step}",
        names=lambda _: {"step": step.name},
        why=f"compensated by {undone}, as its saga says" if undone else "its saga has no compensation for it",
        inverse=inverse,
        if_stuck=f"If it stays so, undo it by hand{f' ({undone})' if undone else ''}, then keep it",
        tiers=(tier,),
        connector=OWN,
    )
    return row, Call(OWN, row.address, {}, {"ctx": told.body})


def _inverse(step: SagaStep) -> Inverse | None:
    """The compensation: by this process with the dict itself, by another one with what the ledger holds of it."""
    compensate = step.compensate
    if compensate is None:
        return None
    path = path_of(compensate)
    held = Held({path: compensate}, {path: lambda _: {"args": [step.ctx], "kwargs": {}}})
    hold(held)
    here = Do(path, {"process": held.token}, again="safe")
    if not _is_importable(compensate) or _stored(step.ctx) is None:
        return here
    anywhere = Do(
        path,
        {"process": held.token, "root": root_of(compensate)},
        {"args": [answer("result")], "kwargs": {}},
        again="safe",
    )
    return Either(((True, anywhere), (False, here)), by=answer("returned"))


def _is_importable(compensate: Callable[..., Any]) -> bool:
    try:
        check_findable(compensate, "compensate")
        check_found(compensate, "compensate")
    except UsageError:
        return False
    return True
