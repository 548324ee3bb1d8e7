"""Readings of messages that Slack itself posts: the rest of a long text, what was scheduled, what shares a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_slack.answers import status
from agentrein_slack.pages import PAGE, Reading, entries, listed
from agentrein_slack.readings_of_messages import is_id, of_ts
from agentrein_slack.shapes import REVERTED, WRITTEN, said, shown, words

LOOKS = 4
"""How often a message is looked for that Slack posts in a moment."""

SPLIT_WITHIN = 10
"""Seconds in which all parts of a split text are posted."""

LONG = 1_000
"""Characters that every part of a split text has at least, except the last."""

LATE = 120
"""Seconds after its time in which a scheduled message is looked for."""

AT_ONCE = 2
"""Seconds after its time in which Slack posts a scheduled message."""


def rest(body: Any, given: Mapping[str, Any]) -> Reading:  # noqa: ARG001 - every reading takes both
    """The message of this number among those into which Slack split the end of a long text, right after the first.

    What was reverted of them says nothing any more, so it counts where it stands.
    https://github.com/slackapi/bolt-python/issues/764
    """
    first = str(given.get("ts") or 0)
    asked = {"channel": given.get("channel"), "oldest": first, "latest": str(float(first) + SPLIT_WITHIN)}
    listing = _listing({**asked, "inclusive": True, "limit": PAGE}, given)
    there = yield from entries(listing.address, listing.params, "messages")
    if isinstance(there, Answer):
        return there
    mine = (one for one in there if one.get("user") == given.get("by") and one.get("ts"))
    near = sorted((one for one in mine if 0 <= float(one["ts"]) - float(first) <= SPLIT_WITHIN), key=_ts)
    parts = _rests(
        [one for one in near if one["ts"] != first], of_ts({"messages": there}, first), str(given.get("text") or "")
    )
    number = int(given.get("number") or 0)
    return {"message": shown(parts[number])} if number < len(parts) else {}


def _ts(message: Mapping[str, Any]) -> str:
    return str(message["ts"])


def _rests(after: list[Any], first: Any, text: str) -> list[Any]:
    """Those of the messages with which the text goes on; from the first reverted one on, long pieces of it."""
    left, begun = _bare(text), _bare(str((first or {}).get("text") or ""))
    sure = bool(begun) and left.startswith(begun)
    left = left[len(begun) :] if sure else left
    found = []
    for one in after if left else ():
        part = _bare(str(one.get("text") or ""))
        if one.get("text") == REVERTED:
            sure = False
        elif sure and part and left.startswith(part):
            left = left[len(part) :]
        elif sure or len(part) < LONG or part not in left:
            continue
        found.append(one)
    return found


def _bare(text: str) -> str:
    """A text without the blanks at which Slack may split it."""
    return "".join(said(text).split())


def scheduled(body: Any, given: Mapping[str, Any]) -> Reading:
    """Scheduled messages and, where the wanted one is not in the queue any more, what it was posted as.

    A queue that no longer holds it says nothing by itself: it was posted, or somebody deleted it.
    https://docs.slack.dev/reference/methods/chat.scheduledMessages.list
    """
    waits = yield from entries("chat.scheduledMessages.list", {"limit": 100}, "scheduled_messages", body)
    if isinstance(waits, Answer):
        return waits
    queue = [_waiting(one) for one in waits]
    equal = [one for one in queue[::-1] if _is_wanted(one, given)]
    if given.get("before"):
        return {"others": [one["id"] for one in queue], "equal": len(equal)}
    known = given.get("others") or ()
    waiting = [one for one in queue if given.get("id") and one["id"] == queue_id(given["id"])]
    waiting = waiting or [one for one in equal if one["id"] not in known]
    others = [one["id"] for one in queue if one not in waiting]
    if waiting:
        message = {**waiting[0], "queued": True, "others": others}
        return {"scheduled_messages": waiting, "message": message, "others": others}
    if given.get("queue"):
        return {"scheduled_messages": [], "others": others}
    due = int(given["post_at"])
    asked = {"channel": given.get("channel"), "oldest": str(due - 1), "latest": str(due + LATE), "limit": PAGE}
    answer = yield _listing(asked, given)
    if status(answer) != 200:
        return answer
    posted = [_as_posted(one, given) for one in _posted(listed(answer.body, "messages"), given)]
    return {"scheduled_messages": posted, **({"message": posted[0]} if posted else {})}


def queue_id(ident: Any) -> str:
    """The id of a scheduled message; Slack answers it with a leading letter and lists it without."""
    return f"Q{str(ident).removeprefix('Q')}"


def _waiting(one: Mapping[str, Any]) -> dict[str, Any]:
    """A message of the queue under its id, with that by which a lost one is known."""
    said = {"words": words(str(one.get("text") or "")), "due": str(one.get("post_at"))}
    return {**one, "id": queue_id(one.get("id")), **said}


def _as_posted(one: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    said = {"words": words(str(given.get("text") or "")), "due": str(given.get("post_at"))}
    place = {"channel_id": given.get("channel"), "queued": False, "id": queue_id(given.get("id") or one.get("ts"))}
    return {**shown(one), **said, **place}


def _is_wanted(one: Any, given: Mapping[str, Any]) -> bool:
    """By what it says: before an answer told its id, or where an undo scheduled it again under another one.

    Where a name or a person stands for the channel, text and time tell it alone: only the account's own wait there.
    """
    channel = given.get("channel")
    return (
        (one.get("channel_id") == channel or not is_id(channel))
        and one["due"] == str(given.get("post_at"))
        and one["words"] == words(str(given.get("text") or ""))
    )


def _posted(found: list[Any], given: Mapping[str, Any]) -> list[Any]:
    """What was scheduled, as it was posted or reads once it was undone; else what the account posted in that second.

    Of several that wait for one time and say the same, Slack posts those first that were scheduled first.
    """
    due = int(given["post_at"])
    there = [(float(one["ts"]) - due, one) for one in found if one.get("user") == given.get("by") and one.get("ts")]
    there = sorted(((late, one) for late, one in there if -1 <= late <= LATE), key=lambda pair: pair[0])
    wanted = {words(str(given.get("text") or "")), words(REVERTED)}
    same = [one for _, one in there if words(str(one.get("text") or "")) in wanted]
    if same:
        return same[min(given.get("equal") or 0, len(same) - 1) :]
    return [one for late, one in there if late < AT_ONCE and one.get("subtype") in WRITTEN]


def share(body: Any, given: Mapping[str, Any]) -> Reading:
    """The message that shares a file, which Slack posts a while after the upload, so it is looked for more than once.

    It shows nothing at all where the file is there and no message yet, and is absent where no file is left to share.
    """
    asked = {"channel": given.get("channel"), "limit": PAGE}
    for _ in range(LOOKS):
        held = [one for one in listed(body, "messages") if holds(one, given.get("file"))]
        if held:
            return {"share": shown(held[0])}
        told = yield Read("files.info", {"file": given.get("file")})
        if status(told) != 200:
            return {} if status(told) == 404 else told
        ts = _shared_at(told.body, given.get("channel"))
        at = {"oldest": ts, "latest": ts, "inclusive": True} if ts else {}
        answer = yield _listing({**asked, **at}, given)
        if status(answer) != 200:
            return answer
        body = answer.body
    return {"share": {}}


def _listing(asked: Mapping[str, Any], given: Mapping[str, Any]) -> Read:
    """The read of the messages of a channel, or of the thread that is given."""
    if given.get("thread_ts"):
        return Read("conversations.replies", {**asked, "ts": given["thread_ts"]})
    return Read("conversations.history", asked)


def _shared_at(body: Any, channel: Any) -> str:
    """When the message that shares a file in a channel was posted, as the file tells it; empty if it does not yet."""
    shares = (body.get("file") or {}).get("shares") or {}
    shared = [one for kind in shares.values() for one in kind.get(channel) or ()]
    return str(shared[0].get("ts") or "") if shared else ""


def holds(message: Mapping[str, Any], file: Any) -> bool:
    """Whether a message shares a file."""
    return any(one.get("id") == file for one in message.get("files") or ())
