"""Readings of messages: one of them, those of a channel, of a thread or of a name, and those that come later."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_slack.answers import status
from agentrein_slack.pages import PAGE, Reading, listed, pages
from agentrein_slack.shapes import REVERTED, WRITTEN, is_there, kinds, plain_words, shown, told, words

_ID = re.compile(r"[CGD][A-Z0-9]+")

LOOKS = 4
"""How often a message is looked for that Slack posts in a moment."""

LATE = 120
"""Seconds after its time in which a scheduled message is looked for."""

AT_ONCE = 2
"""Seconds after its time in which Slack posts a scheduled message."""

TYPES = "public_channel,private_channel,im"
"""The kinds of conversation that a name or a user's id can stand for."""


def is_id(channel: Any) -> bool:
    """Whether a channel is named by its id, rather than by `#name` or by a user's id."""
    return isinstance(channel, str) and _ID.fullmatch(channel) is not None


def message(body: Any, given: Mapping[str, Any]) -> Reading:
    """The one message of this `ts`, in the history of its channel or, for a reply, in its thread.

    Slack's history holds no replies; `conversations.replies` takes the `ts` of any message of a thread.
    https://docs.slack.dev/reference/methods/conversations.replies
    """
    ts = str(given.get("ts") or "")
    found = _of_ts(body, ts)
    if found is None and not given.get("thread_ts"):
        one = {"ts": ts, "latest": ts, "oldest": ts, "inclusive": True, "include_all_metadata": True, "limit": PAGE}
        thread = yield Read("conversations.replies", {"channel": given.get("channel"), **one})
        if status(thread) not in {200, 404}:
            return thread
        found = _of_ts(thread.body, ts)
    return {"message": shown(found)} if is_there(found) else {}


def _of_ts(body: Any, ts: str) -> Any:
    return next((one for one in listed(body, "messages") if one.get("ts") == ts), None)


def messages(body: Any, given: Mapping[str, Any]) -> Reading:
    """A page of what people and apps wrote, each with its channel, its words, its upload and, if renamed, its author.

    Slack shows a message under another name without its user, and only the bot tells whose it is.
    https://docs.slack.dev/reference/methods/bots.info
    """
    users: dict[str, str] = {}
    completed = []
    for one in listed(body, "messages"):
        if one.get("subtype") not in WRITTEN or one.get("upload"):  # what shares an upload was not posted
            continue
        bot = str(one.get("bot_id") or "")
        if given.get("renamed") and bot and "user" not in one and bot not in users:
            told = yield Read("bots.info", {"bot": bot})
            if status(told) != 200:
                return told
            users[bot] = str((told.body.get("bot") or {}).get("user_id") or "")
        user = one.get("user") or users.get(bot)
        who = {"user": user} if user else {}
        completed.append({**_looked_at(shown(one)), **who, "channel": given.get("channel")})
    return {**body, "messages": completed}


def _looked_at(one: dict[str, Any]) -> dict[str, Any]:
    """A message with that by which a lost one is known."""
    upload = {"files": one["files"]} if one.get("files") else None
    said = {"words": words(str(one.get("text") or "")), "plain words": plain_words(one), "told": told(one)}
    return {**one, **said, "kinds": kinds(one["blocks"]), "upload": upload}


def messages_of_name(body: Any, given: Mapping[str, Any]) -> Reading:
    """The messages of the conversations for which a name (`#general`) or a user's id (`U0BOB`) stands or stood.

    Where none stands for it, or they are too long to be read to their start, the body shows no messages, so that
    nothing is concluded from them.
    """
    found = yield from _named_conversations(body, str(given.get("name") or ""))
    if isinstance(found, Answer):
        return found
    said: list[Any] = []
    for channel in found:
        asked = {"channel": channel, "limit": PAGE}
        address = "conversations.history"
        if given.get("thread_ts"):
            address, asked = "conversations.replies", {**asked, "ts": given["thread_ts"]}
        answers = yield from pages(address, asked)
        if isinstance(answers, Answer):
            if len(found) > 1 and status(answers) == 404:  # the thread is in another of them
                continue
            return answers
        there = [one for page in answers for one in listed(page, "messages")]
        completed = yield from messages({"messages": there}, {**given, "channel": channel})
        if isinstance(completed, Answer):
            return completed
        said += completed["messages"]
    return {"messages": said} if found else {}


def _named_conversations(body: Any, name: str) -> Generator[Read, Answer, list[str] | Answer]:
    """The ids of the conversations that have or had a name: it may have gone from one to another since the call.

    https://docs.slack.dev/reference/objects/conversation-object
    """
    answers = yield from pages("conversations.list", {"types": TYPES, "limit": PAGE}, body)
    if isinstance(answers, Answer):
        return answers
    return [str(one.get("id")) for page in answers for one in listed(page, "channels") if _is_named(one, name)]


def _is_named(one: Mapping[str, Any], name: str) -> bool:
    if one.get("is_im"):
        return one.get("user") == name
    return name.removeprefix("#") in {one.get("name"), *(one.get("previous_names") or ())}


def scheduled(body: Any, given: Mapping[str, Any]) -> Reading:
    """Scheduled messages and, where the wanted one is not in the queue any more, what it was posted as.

    A queue that no longer holds it says nothing by itself: it was posted, or somebody deleted it.
    https://docs.slack.dev/reference/methods/chat.scheduledMessages.list
    """
    answers = yield from pages("chat.scheduledMessages.list", {"limit": 100}, body)
    if isinstance(answers, Answer):
        return answers
    queue = [_waiting(one) for page in answers for one in listed(page, "scheduled_messages")]
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
    answer = yield Read("conversations.history", asked)
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
    again = Read("conversations.history", asked)
    if given.get("thread_ts"):
        again = Read("conversations.replies", {**asked, "ts": given["thread_ts"]})
    for _ in range(LOOKS):
        held = [one for one in listed(body, "messages") if _holds(one, given.get("file"))]
        if held:
            return {"share": shown(held[0])}
        told = yield Read("files.info", {"file": given.get("file")})
        if status(told) != 200:
            return {} if status(told) == 404 else told
        answer = yield again
        if status(answer) != 200:
            return answer
        body = answer.body
    return {"share": {}}


def _holds(message: Mapping[str, Any], file: Any) -> bool:
    return any(one.get("id") == file for one in message.get("files") or ())
