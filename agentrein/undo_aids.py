"""What the undo by a call looks up around it: values read at undo time, its window, whether it was sent before."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from agentrein.client import Client
from agentrein.drive import Sleep, Steps
from agentrein.fold import Action
from agentrein.holes import Hole, Source, bind
from agentrein.inverse import Do, Moment, Read, Shows, forms_in
from agentrein.inverse_view import lasting
from agentrein.paths import ABSENT
from agentrein.planning import actor_values, placed, probe_of
from agentrein.probe import LOOK_AGAIN, is_there
from agentrein.reads import SUCCESS
from agentrein.rows import Operation
from agentrein.seen import Seen
from agentrein.undoing import GONE, Stuck, Undoing


def filled(ctx: Undoing, client: Client, form: Do) -> Steps[Do | None]:
    """The call with what it reads at undo time; None where an answer to that read says that nothing is left to do."""
    values = {}
    for one in form.now:
        seen = yield from ctx.see(client, one.read)
        if seen.status in GONE and (yield from _is_gone(ctx, client, form, one.read, seen)):
            return None
        value = seen.at(one.path) if seen.status in SUCCESS else None
        if value is None or value is ABSENT:
            raise Stuck(f"{form.address} needs {one.path!r} of {one.read.address}, which shows none")
        values[one.name] = value
    now: Do = bind(form, {Source.NOW: values}) if values else form
    return now


def _is_gone(ctx: Undoing, client: Client, form: Do, read: Read, seen: Seen) -> Steps[bool]:
    """Whether what a read does not find is what the undo is to end; raises Stuck where it may be hidden instead."""
    if form.goal is not None and form.goal.want is None and form.goal.read == read:
        return (yield from ctx.reached(client, form.goal, seen))
    return seen.status in form.ok


def past(action: Action, form: Do) -> str:
    """The sentence that its time is over, empty while it is not."""
    if form.until is None:
        return ""
    now = datetime.now(UTC)
    if isinstance(form.until, Moment):  # by the vendor's clock, as far as that is known
        try:
            end, told = datetime.fromtimestamp(float(form.until.at) - form.until.less, UTC), ""
        except (TypeError, ValueError, OverflowError, OSError):  # what a vendor would hardly have taken
            return f"until when {form.address} works is not known"
        now += timedelta(seconds=action.clock_ahead or 0)
    else:
        end = datetime.fromisoformat(action.at) + timedelta(seconds=form.until)
        told = f", {lasting(form.until)} after the write"
    if now <= end:
        return ""
    return f"{form.address} worked until {end:%Y-%m-%d %H:%M} UTC{told}"


def already(action: Action) -> str:
    """Why nothing was sent: the thing reads as undone, by others, or by an attempt of ours that left no record."""
    return "undone by an earlier attempt" if action.attempts else "it was already so; nothing was sent"


def read_before(client: Client, action: Action, path: str, want: Mapping[str, Any]) -> Any:
    """What the before-image showed at a path of a goal; None where nothing was there, or it was not kept.

    A goal that puts the value back is the before-image's own value; any other goal is only the undo's.
    """
    row = client.connector.table.row(action.address)
    for form in forms_in(row.inverse) if isinstance(row, Operation) else ():
        goal = form.want if isinstance(form, Shows) and isinstance(form.want, Mapping) else {}
        hole = goal.get(path)
        if isinstance(hole, Hole) and hole.source is Source.BEFORE:
            return want.get(path)
    return None


def was_sent(ctx: Undoing, client: Client, action: Action, form: Do) -> Steps[bool]:
    """Whether the probe of the called row finds that an earlier attempt landed."""
    row = client.connector.table.row(form.address)
    if not isinstance(row, Operation) or row.probe is None:
        raise Stuck(f"{form.address} may have been sent before, and nothing tells")
    body = form.body if isinstance(form.body, dict) else {}
    known = {
        Source.SENT: {**body, **form.params},
        Source.LOOKED: form.params,
        Source.ACTOR: actor_values(action.actor),
        Source.BEFORE: None,
    }
    probe = placed(probe_of(row, known), form.params, client.connector.table.place_of)
    if (yield from is_there(ctx, client, action, probe)):
        return True
    yield Sleep(LOOK_AGAIN)
    return (yield from is_there(ctx, client, action, probe))
