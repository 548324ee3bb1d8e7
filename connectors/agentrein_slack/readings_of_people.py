"""Readings of what belongs to people: user groups, reminders and saved items.

Each is as `readings` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Own
from agentrein_slack.pages import PAGE, Reading, entries, is_again, listed

A_DAY = 86_400
"""Seconds: a reminder's time is a delay up to this many, and a moment beyond."""


def usergroups(body: Any, _given: Mapping[str, Any]) -> Any:
    """User groups with their people and channels in one order, as a call names them; a disabled one reaches nobody.

    https://docs.slack.dev/reference/methods/usergroups.list
    """
    return {**body, "usergroups": [_group(one) for one in listed(body, "usergroups")]}


def _group(one: Mapping[str, Any]) -> dict[str, Any]:
    users, channels = names(one.get("users")), joined((one.get("prefs") or {}).get("channels"))
    disabled = bool(one.get("date_delete"))
    said = {"users": users, "people": joined(users), "empty": not users}
    reached = bool(users) and not disabled
    return {**one, **said, "channels": channels, "disabled": disabled, "reaches somebody": reached}


def in_order(several: Any) -> list[str]:
    """The names or ids that a call gives, each once, which Slack takes as a list and as one text with commas."""
    parts = several.split(",") if isinstance(several, str) else several or ()
    return [one for one in dict.fromkeys(str(part).strip() for part in parts) if one]


def names(several: Any) -> list[str]:
    """The same in one order, for a set."""
    return sorted(in_order(several))


def joined(several: Any) -> str:
    """The same as one text, as Slack takes it."""
    return ",".join(names(several))


def same_names(ours: Any, now: Any, _own: Own) -> bool:
    """Whether two lists name the same, in whatever order."""
    return names(ours) == names(now)


def reminders(body: Any, given: Mapping[str, Any]) -> Any:
    """Reminders, one of them by its id and, as `again`, that one or an open one of the same made since.

    Where a call names a moment, only the reminders of that moment are listed, and recurring ones, which show none.
    A reminder that an undo set again has another id. https://docs.slack.dev/reference/methods/reminders.list
    """
    all_ = [{**one, "done": bool(one.get("complete_ts"))} for one in listed(body, "reminders")]
    at = _moment(given.get("time"))
    here = [one for one in all_ if one.get("id") == given.get("id")]
    again = here or [one for one in all_ if not one["done"] and is_again(one, given, "text", "time", "user", "creator")]
    return {
        "reminders": [one for one in all_ if at is None or one.get("time") in {at, None}],
        "others": [one.get("id") for one in all_ if one not in here],
        **({"reminder": here[0]} if here else {}),
        **({"again": again[0]} if again else {}),
    }


def _moment(time: Any) -> int | None:
    """The moment that a call names as such, None for a delay or for words."""
    text = str(time or "")
    return int(text) if text.isdecimal() and int(text) > A_DAY else None


def star(body: Any, given: Mapping[str, Any]) -> Reading:
    """Whether a message, a file or a conversation is among the items that the account saved, on whatever page.

    https://docs.slack.dev/reference/methods/stars.list
    """
    saved = yield from entries("stars.list", {"limit": PAGE}, "items", body)
    return saved if isinstance(saved, Answer) else {"starred": any(_is_item(one, given) for one in saved)}


def _is_item(one: Mapping[str, Any], given: Mapping[str, Any]) -> bool:
    kind = one.get("type")
    if given.get("file"):
        return kind == "file" and (one.get("file") or {}).get("id") == given["file"]
    if one.get("channel") != given.get("channel"):
        return False
    if given.get("timestamp"):
        return kind == "message" and (one.get("message") or {}).get("ts") == str(given["timestamp"])
    return kind not in {"message", "file", "file_comment"}
