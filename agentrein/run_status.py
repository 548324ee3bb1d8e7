"""Where a run stands after an undo, and what it waits for then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agentrein.children import children
from agentrein.ledger.protocol import Entry, Summary
from agentrein.model import SETTLED, RunStatus
from agentrein.report import ActionReport
from agentrein.stops import stuck, why_stopped
from agentrein.undoing import Undoing


def of_child(ctx: Undoing, root: RunStatus, reports: list[ActionReport]) -> tuple[str, str, RunStatus]:
    """A child run that was undone alone: its id and name, and where it stands then."""
    child = next(one for one in children(ctx.ledger.entries(ctx.run)) if one.id == ctx.wishes.child)
    states = {report.seq: report.state for report in reports}
    actions = [replace(one, state=states.get(seq, one.state)) for seq, one in ctx.actions.items()]
    return child.id, child.name, child.status(root, actions)


def status_after(ctx: Undoing, was: RunStatus, reports: list[ActionReport]) -> RunStatus:
    """Where the run stands afterwards.

    A part that was undone alone leaves the rest as it was.
    """
    if all(state in SETTLED for state in ctx.states.values()):
        return RunStatus.REVERTED
    if ctx.wishes.whole:
        return RunStatus.NEEDS_ATTENTION
    if any(report.left for report in reports):
        return RunStatus.NEEDS_ATTENTION
    return RunStatus.COMPLETED if was is RunStatus.NEEDS_ATTENTION and _is_answered(ctx) else was


def _is_answered(ctx: Undoing) -> bool:
    """Whether all that the run needed a person for were child runs that had failed, and none of them is left."""
    entries = ctx.ledger.entries(ctx.run)
    actions = [replace(one, state=ctx.states[seq]) for seq, one in ctx.actions.items()]
    answers = not any(one.is_left(actions) for one in children(entries))
    return answers and bool(_last_status(entries).get("kept_children"))


def _last_status(entries: Sequence[Entry]) -> Mapping[str, Any]:
    return next((one.payload or {} for one in reversed(entries) if one.kind == "status"), {})


def set_status(ctx: Undoing, status: RunStatus) -> None:
    """Write the run's status; what a missing client left is named, and the next recovery takes it up."""
    summary = Summary(status=status.value, ended=True)
    payload = {"status": status.value, "by": ctx.wishes.by, **_waits(ctx, status)}
    ctx.ledger.append(ctx.run, "status", payload, epoch=ctx.epoch, owned=True, sync=True, summary=summary)


def _waits(ctx: Undoing, status: RunStatus) -> dict[str, Any]:
    """What the run waits for; a part that was undone alone leaves that as it was."""
    if status is not RunStatus.NEEDS_ATTENTION:
        return {}
    if not ctx.wishes.whole:
        entries = ctx.ledger.entries(ctx.run)
        kept = _last_status(entries).get("kept_children")
        return {**why_stopped(entries), **({"kept_children": kept} if kept else {})}
    return {"stuck": stuck(ctx)} if ctx.stuck_clients else {}
