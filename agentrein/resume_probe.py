"""What stands for the answer of an earlier leg's write that was lost: what the vendor shows of what it did.

The probes of a recovery tell whether it happened. What they find can stand for the answer where it is the very thing:
the one match of a list that is taken as it is, or the read of what the call's own address names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agentrein.client import Client
from agentrein.drive import Steps
from agentrein.finding import OPEN_QUESTIONS, effects_of
from agentrein.fold import Action
from agentrein.inverse import Find, Read, Restore, Stands
from agentrein.model import Answer
from agentrein.planning import Effect
from agentrein.probe import record_found
from agentrein.probe_find import listed
from agentrein.probe_match import effect_of, is_ours
from agentrein.reads import SUCCESS
from agentrein.rows import Operation
from agentrein.stored import load
from agentrein.stuck import Stuck
from agentrein.undoing import Undoing

if TYPE_CHECKING:
    from agentrein.run import Run

CREATED = 201
OK = 200


def looked_for(run: Run, client: Client, row: Operation, action: Action) -> Steps[Answer | None]:
    """What stands for an answer that was lost, None where the write did not happen; raises Stuck or ClientStuck."""
    from agentrein.closing import undoing

    ctx = undoing(run)
    ctx.client_of = lambda _: client
    ctx.know(run.actions)
    effects = yield from effects_of(ctx, action)
    if action.state in OPEN_QUESTIONS and action.later is None:
        yield from record_found(ctx, action, effects)
    if not effects:
        return None
    body = (yield from _body(ctx.on(action), client, row, action, effects[0])) if len(effects) == 1 else None
    if body is None:
        raise Stuck("it happened, and what the vendor shows of it cannot stand for that")
    return Answer(*body)


def _body(
    ctx: Undoing, client: Client, row: Operation, action: Action, effect: Effect
) -> Steps[tuple[int, Any] | None]:
    """Status and body of what is the thing itself."""
    if action.is_batch:
        return None
    form = action.planned_effect.inverse
    probe = None if action.planned["probe"] is None else load(action.planned["probe"])
    if isinstance(probe, Find):
        return None if probe.effect is not None else (yield from _of_list(ctx, client, action, probe, effect))
    shown = form.read if isinstance(form, Restore) else probe.read if isinstance(probe, Stands) else None
    if shown is None or not row.faithful or not _is_thing(shown, action):
        return None
    seen = yield from ctx.see(client, shown)
    return (OK, seen.body) if seen.status in SUCCESS else None


def _of_list(
    ctx: Undoing, client: Client, action: Action, probe: Find, effect: Effect
) -> Steps[tuple[int, Any] | None]:
    """The one entry of the list that the effect stands on; equal ones may be other actions'."""
    items = yield from listed(ctx, client, action, probe)
    ours = [item for item in items if is_ours(action, probe, item)]
    made = [
        item for item in ours if effect.object is not None and effect_of(action, probe, item).object == effect.object
    ]
    return (probe.status or CREATED, made[0]) if len(made) == 1 else None


def _is_thing(read: Read, action: Action) -> bool:
    """Whether a read shows, whole, what the call's own address names."""
    return read.address.partition(" ")[2] == action.address.partition(" ")[2] != "" and not read.at
