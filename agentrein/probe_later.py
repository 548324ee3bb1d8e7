"""What became of a batch that the vendor accepted and did later: read when it is undone, item by item."""

from __future__ import annotations

from dataclasses import replace

from agentrein.address import build
from agentrein.client import Client, Request
from agentrein.drive import Sleep, Steps
from agentrein.fold import Action
from agentrein.inverse import Read, Restore
from agentrein.model import Answer, Call, State
from agentrein.plan_known import CannotPlan
from agentrein.planning import Effect, settle
from agentrein.probe import record_found
from agentrein.readings import expected
from agentrein.reads import SUCCESS
from agentrein.rows import Operation
from agentrein.seen import Seen
from agentrein.stuck import Stuck
from agentrein.undoing import Undoing

LOOKS = 8
"""How often it is asked whether the vendor is done, within some four minutes."""


def arrived_effects(ctx: Undoing, client: Client, action: Action, later: Read) -> Steps[tuple[Effect, ...]]:
    """The effects of the items that landed, recorded as the outcome; raises Stuck while the vendor is at work."""
    row = client.connector.table.row(action.address)
    if not isinstance(row, Operation) or row.batch is None:
        raise Stuck(f"{action.address} is no call of several any more: its items cannot be told")
    seen = yield from _told(ctx, client, action, later)
    calls = [Call(action.connector, **call) for call in action.calls]
    answers = row.batch.answers(Answer(seen.status, seen.body), [_request(call) for call in calls])
    effects: list[Effect] = []
    for at, (item, call, answer) in enumerate(zip(action.items, calls, answers, strict=True)):
        state = client.connector.classify(call, answer).state if answer.status is not None else State.UNKNOWN
        if state is State.UNKNOWN:
            raise Stuck(f"what became of item {at + 1} of {len(calls)} is not told: look at the vendor's side")
        if state is State.LANDED:
            effects.append(_effect(item, at, answer))
    yield from record_found(ctx, action, tuple(effects))
    return tuple(effects)


def _told(ctx: Undoing, client: Client, action: Action, later: Read) -> Steps[Seen]:
    for attempt in range(LOOKS):
        seen = yield from ctx.see(client, later)
        if seen.status in SUCCESS:
            return seen
        if ctx.wishes.plan:
            break
        wait = min(2.0**attempt, 60.0)
        ctx.waiting(action.seq, f"{client.connector.name}: {later.address} does not tell yet", wait)
        yield Sleep(wait)
    raise Stuck(f"{later.address} does not tell yet what became of it ({seen.said}): look again later")


def _effect(item: Action, at: int, answer: Answer) -> Effect:
    planned = item.planned_effect
    if isinstance(planned.inverse, Restore):
        form = planned.inverse
        return Effect(planned.object, replace(form, after=expected(form)), planned.parents, at)
    try:
        effect = settle(planned, answer.body, answer.status)
    except CannotPlan as problem:
        raise Stuck(f"what the vendor tells of item {at + 1} is not enough: {problem}") from problem
    return Effect(effect.object, effect.inverse, effect.parents, at)


def _request(call: Call) -> Request:
    """The request that an item would have been alone, as far as `answers` may look at it."""
    method, path, query = build(call.address, call.params)
    return Request(method, path, query, call.body, dict(call.headers))
