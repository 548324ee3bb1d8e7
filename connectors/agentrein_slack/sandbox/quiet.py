"""Presence, and when nobody is to disturb somebody.

https://docs.slack.dev/reference/methods (dnd.*, users.setPresence)
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import User

methods = Methods()
_READ, _WRITE = "dnd:read", "dnd:write"
_LONGEST = 60 * 24 * 365
_A_DAY = 86_400


@methods.on("users.setPresence", "users:write")
def set_presence(ask: Ask) -> Answer:
    """Be away, or present as Slack sees it."""
    if ask.text("presence") not in {"auto", "away"}:
        raise fail("invalid_presence")
    ask.me.away = ask.text("presence") == "away"
    return ok()


@methods.on("users.getPresence", "users:read")
def get_presence(ask: Ask) -> Answer:
    """Whether somebody is there; of oneself also why."""
    user = ask.user(ask.text("user", ask.me.id))
    shown = {"presence": "away" if user.away else "active"}
    own = {"online": True, "auto_away": False, "manual_away": user.away, "connection_count": 1}
    return ok(**shown, **(own if user is ask.me else {}))


@methods.on("dnd.setSnooze", _WRITE, people=True)
def snooze(ask: Ask) -> Answer:
    """Pause for some minutes from now."""
    minutes = ask.number("num_minutes", 0, "missing_duration")
    if not minutes:
        raise fail("missing_duration")
    if minutes > _LONGEST:
        raise fail("too_long")
    ask.me.snoozed_until = ask.world.now() + minutes * 60
    return ok(**_snooze(ask, ask.me))


@methods.on("dnd.endSnooze", _WRITE, people=True)
def end_snooze(ask: Ask) -> Answer:
    """End the pause, if there is one."""
    ask.me.snoozed_until = 0
    return ok(**_session(ask, ask.me), snooze_enabled=False)


@methods.on("dnd.endDnd", _WRITE, people=True)
def end_session(ask: Ask) -> Answer:
    """End the quiet hours of now, and a pause with them; those of tomorrow come."""
    start, end = ask.me.quiet_hours
    if not start <= ask.world.now() < end and ask.me.snoozed_until <= ask.world.now():
        raise fail("not_in_dnd")
    if start <= ask.world.now() < end:
        ask.me.quiet_hours = (start + _A_DAY, end + _A_DAY)
    ask.me.snoozed_until = 0
    return ok()


@methods.on("dnd.info", _READ)
def info(ask: Ask) -> Answer:
    """The quiet hours of somebody, and the pause if it is one's own."""
    user = ask.user(ask.text("user", ask.me.id))
    return ok(**_session(ask, user), **(_snooze(ask, user) if user is ask.me else {}))


def _session(ask: Ask, user: User) -> dict[str, Any]:
    start, end = user.quiet_hours
    return {"dnd_enabled": end > ask.world.now(), "next_dnd_start_ts": start or 1, "next_dnd_end_ts": end or 1}


def _snooze(ask: Ask, user: User) -> dict[str, Any]:
    left = user.snoozed_until - ask.world.now()
    if left <= 0:
        return {"snooze_enabled": False}
    shown = {"snooze_enabled": True, "snooze_endtime": user.snoozed_until, "snooze_remaining": left}
    return {**shown, "snooze_is_indefinite": False}
