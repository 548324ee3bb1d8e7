"""Readings of what people say of themselves: profile, presence, and when nobody is to disturb them.

Each is as `readings` says.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from typing import Any

from agentrein.connector import Own

SAME_END = 90
"""Seconds: Slack takes the length of a pause in minutes, so that its end is not met to the second."""

LANDS_WITHIN = 300
"""Seconds in which a call that was sent can have begun a pause."""

DEFAULT_EMOJI = ":speech_balloon:"
"""What Slack sets where a status comes without an emoji: https://docs.slack.dev/apis/web-api/user-presence-and-status."""


def profile(body: Any, given: Mapping[str, Any]) -> Any:
    """A profile with those of its custom fields that a call names; one that is not set reads as empty.

    https://docs.slack.dev/reference/methods/users.profile.get
    """
    shown = dict(body.get("profile") or {})
    custom = shown.get("fields") or {}
    asked = given.get("fields") or {}
    return {**body, "profile": {**shown, "fields": {name: _custom(custom.get(name)) for name in asked}}}


def _custom(value: Any) -> dict[str, str]:
    """A custom field as it is shown and written."""
    said = value if isinstance(value, Mapping) else {"value": value}
    return {"value": str(said.get("value") or ""), "alt": str(said.get("alt") or "")}


def same_custom(ours: Any, now: Any, _own: Own) -> bool:
    """Whether custom fields read as they were sent, in the short form or the long one."""
    if not isinstance(ours, Mapping) or not isinstance(now, Mapping):
        return False
    return {name: _custom(one) for name, one in ours.items()} == {name: _custom(one) for name, one in now.items()}


def default_emoji(ours: Any, now: Any, _own: Own) -> bool:
    """Whether the emoji of a status is the one that Slack sets by itself where a call sent none."""
    return ours is None and now == DEFAULT_EMOJI


def presence(body: Any, _given: Mapping[str, Any]) -> Any:
    """Whether a person set itself away, in the word that sets it so.

    https://docs.slack.dev/reference/methods/users.getPresence
    """
    away = body.get("manual_away")
    return {**body, **({"said": "away" if away else "auto"} if isinstance(away, bool) else {})}


def quiet(body: Any, given: Mapping[str, Any]) -> Any:
    """The pause of notifications that the account set, the session of its schedule, and how far they are from `until`.

    `end` is that of the pause, or that of `ours` where it ran out by itself; `minutes` are left to `until`; `back` says
    whether the quiet ends then; `asked` is the end of a pause of `length` minutes that began a moment after `since`.
    https://docs.slack.dev/reference/methods/dnd.info
    """
    now = _now(body)
    pause = _number(body.get("snooze_endtime")) if body.get("snooze_enabled") else 0
    pause = pause if pause > now else 0
    session = _session(body, now)
    until, ours = _number(given.get("until")), _number(given.get("ours"))
    there = max(pause, session) if given.get("session") else pause
    asked = _number(given.get("since")) + 60 * _number(given.get("length"))
    return {
        **body,
        "at": int(now),
        "pause": pause,
        "on": bool(pause),
        "another": bool(pause) and pause != given.get("was"),
        "session": session,
        "until": max(pause, session),
        "end": ours if not pause and ours and now >= ours else pause,
        "minutes": max(1, math.ceil((until - now) / 60)),
        "back": abs(there - until) <= SAME_END or (until <= now and not there),
        "asked": pause if -SAME_END <= pause - asked <= LANDS_WITHIN else asked,
    }


def _now(body: Mapping[str, Any]) -> float:
    """Slack's clock, as a pause that runs tells it; else this machine's."""
    if body.get("snooze_enabled") and body.get("snooze_remaining"):
        return _number(body.get("snooze_endtime")) - _number(body["snooze_remaining"])
    return time.time()


def _session(body: Mapping[str, Any], now: float) -> int:
    """When the session of the schedule ends that runs now; 0 if none does."""
    start, end = _number(body.get("next_dnd_start_ts")), _number(body.get("next_dnd_end_ts"))
    return end if body.get("dnd_enabled") and start <= now < end else 0


def _number(value: Any) -> int:
    text = str(value or 0).partition(".")[0]
    return int(text) if text.isdecimal() else 0
