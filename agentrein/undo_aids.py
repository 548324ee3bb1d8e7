"""What the undo by a call looks up around it: values read at undo time, its window, whether it was sent before."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from agentrein.client import Client
from agentrein.drive import Sleep, Steps
from agentrein.fold import Action
from agentrein.forms import forms_in
from agentrein.holes import Hole, Source, bind
from agentrein.inverse import Do, Moment, Now, Read, Shows
from agentrein.inverse_view import lasting
from agentrein.paths import ABSENT
from agentrein.planning import actor_values, placed, probe_of
from agentrein.probe import LOOK_AGAIN, is_there
from agentrein.reads import SUCCESS
from agentrein.rows import Operation
from agentrein.seen import Seen
from agentrein.stuck import Stuck
from agentrein.undoing import GONE, LONGEST_WAIT, Undoing

LOOKS = 5
"""How often a value is looked for that a vendor may only be about to show, within some fifteen seconds."""


def filled(ctx: Undoing, client: Client, form: Do) -> Steps[Do | None]:
    """The call with what it reads at undo time; None where an answer to that read says that nothing is left to do."""
    values = {}
    for one in form.now:
        value = yield from _read_now(ctx, client, form, one)
        if value is None:
            return None
        values[one.name] = value
    now: Do = bind(form, {Source.NOW: values}) if values else form
    return now


def _read_now(ctx: Undoing, client: Client, form: Do, one: Now) -> Steps[Any]:
    """What a read shows that a call needs, looked for again where it may only be about to come; None as in `filled`."""
    for attempt in range(LOOKS):
        seen = yield from ctx.see(client, one.read)
        if seen.status in GONE and (yield from _is_gone(ctx, client, form, one.read, seen)):
            return None
        value = seen.at(one.path) if seen.status in SUCCESS else None
        if value is not None and value is not ABSENT:
            return value
        if seen.status not in SUCCESS or ctx.wishes.plan or attempt == LOOKS - 1:
            break
        ctx.waiting(ctx.action, f"{client.connector.name}: {one.read.address} shows no {one.path!r} yet", 2.0**attempt)
        yield Sleep(2.0**attempt)
    raise Stuck(f"{form.address} needs {one.path!r} of {one.read.address}, which shows none")


def _is_gone(ctx: Undoing, client: Client, form: Do, read: Read, seen: Seen) -> Steps[bool]:
    """Whether what a read does not find is what the undo is to end; raises Stuck where it may be hidden instead."""
    if form.goal is not None and form.goal.want is None and form.goal.read == read:
        return (yield from ctx.reached(client, form.goal, seen))
    return seen.status in form.ok


def past(action: Action, form: Do) -> str:
    """The sentence that its time is over, empty while it is not."""
    if form.until is None:
        return ""
    end = end_of(action, form)
    if end is None:
        return f"until when {form.address} works is not known"
    if datetime.now(UTC) <= end:
        return ""
    told = "" if isinstance(form.until, Moment) else f", {lasting(form.until)} after the write"
    return f"{form.address} worked until {end:%Y-%m-%d %H:%M} UTC{told}"


def end_of(action: Action, form: Do) -> datetime | None:
    """When a call that has a time works no more, by our own clock; None where that is not known."""
    if not isinstance(form.until, Moment):
        return datetime.fromisoformat(action.at) + timedelta(seconds=form.until or 0)
    moment = _moment(form.until)
    less = timedelta(seconds=form.until.less + (action.clock_ahead or 0))
    return None if moment is None else moment - less


def until_its_moment(ctx: Undoing, action: Action, form: Do) -> Steps[None]:
    """Wait, where a call works no more and its moment is about to come: what is to be undone then is there then."""
    moment = _moment(form.until) if isinstance(form.until, Moment) else None
    left = 0.0 if moment is None or ctx.wishes.plan else (moment - _now(action)).total_seconds()
    if 0 < left <= LONGEST_WAIT and past(action, form):
        ctx.waiting(action.seq, f"{action.connector}: {past(action, form)}", left)
        yield Sleep(left)


def _moment(until: Moment) -> datetime | None:
    """The end of a time; None where it is nothing that a vendor would have taken."""
    try:
        return datetime.fromtimestamp(float(until.at), UTC)
    except (TypeError, ValueError, OverflowError, OSError):
        return None


def _now(action: Action) -> datetime:
    """The time by the vendor's clock, as far as that is known."""
    return datetime.now(UTC) + timedelta(seconds=action.clock_ahead or 0)


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
        Source.KEY: ctx.keyring.last(action.seq),
    }
    probe = placed(probe_of(row, known), form.params, client.connector.table.place_of)
    if (yield from is_there(ctx, client, action, probe)):
        return True
    yield Sleep(LOOK_AGAIN)
    return (yield from is_there(ctx, client, action, probe))
