"""Readings of messages: one of them, those of a channel, of a thread or of a name, and those that come later."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_slack.answers import status
from agentrein_slack.pages import MOST_PAGES, PAGE, Reading, listed, next_cursor, pages
from agentrein_slack.shapes import REVERTED, WRITTEN, is_there, shown, words

LOOKS = 4
"""How often a message is looked for that Slack posts in a moment."""

TYPES = "public_channel,private_channel,im"
"""The kinds of conversation that a name or a user's id can stand for."""


def message(body: Any, given: Mapping[str, Any]) -> Reading:
    """The one message of this `ts`, in the history of its channel or, for a reply, in its thread.

    Slack's history holds no replies; `conversations.replies` takes the `ts` of any message of a thread.
    https://docs.slack.dev/reference/methods/conversations.replies
    """
    ts = str(given["ts"])
    found = _of_ts(body, ts)
    if found is None and not given.get("thread_ts"):
        one = {"ts": ts, "latest": ts, "oldest": ts, "inclusive": True, "include_all_metadata": True, "limit": PAGE}
        thread = yield Read("conversations.replies", {"channel": given["channel"], **one})
        if status(thread) not in {200, 404}:
            return thread
        found = _of_ts(thread.body, ts)
    return {"message": shown(found)} if is_there(found) else {}


def _of_ts(body: Any, ts: str) -> Any:
    return next((one for one in listed(body, "messages") if one.get("ts") == ts), None)


def messages(body: Any, given: Mapping[str, Any]) -> Reading:
    """A page of what people and apps wrote, each with its channel, its words and, if renamed, its author.

    Slack shows a message under another name without its user, and only the bot tells whose it is.
    https://docs.slack.dev/reference/methods/bots.info
    """
    users: dict[str, str] = {}
    completed = []
    for one in listed(body, "messages"):
        if one.get("subtype") not in WRITTEN:
            continue
        bot = str(one.get("bot_id") or "")
        if given.get("renamed") and bot and "user" not in one and bot not in users:
            told = yield Read("bots.info", {"bot": bot})
            if status(told) != 200:
                return told
            users[bot] = str(told.body["bot"].get("user_id") or "")
        user = one.get("user") or users.get(bot)
        who = {"user": user} if user else {}
        completed.append({**shown(one), **who, "channel": given["channel"], "words": words(str(one.get("text") or ""))})
    return {**body, "messages": completed}


def messages_of_name(body: Any, given: Mapping[str, Any]) -> Reading:
    """The messages of the conversation that a name (`#general`) or a user's id (`U0BOB`) stands for.

    Where none stands for it, or it is too long to be read to its start, the body shows no messages, so that nothing is
    concluded from them.
    """
    found = yield from _named_conversation(body, str(given["name"]))
    if not isinstance(found, str):
        return found if isinstance(found, Answer) else {}
    asked = {"channel": found, "limit": PAGE}
    address = "conversations.history"
    if given.get("thread_ts"):
        address, asked = "conversations.replies", {**asked, "ts": given["thread_ts"]}
    answers = yield from pages(address, asked)
    if isinstance(answers, Answer):
        return answers
    found_there = [one for page in answers for one in listed(page, "messages")]
    return (yield from messages({"messages": found_there}, {**given, "channel": found}))


def _named_conversation(body: Any, name: str) -> Generator[Read, Answer, str | Answer | None]:
    """The id of a conversation, read page by page; None if no page holds it."""
    for _ in range(MOST_PAGES):
        for one in listed(body, "channels"):
            if one.get("user") == name or (not one.get("is_im") and one.get("name") == name.removeprefix("#")):
                return str(one["id"])
        cursor = next_cursor(body)
        if not cursor:
            return None
        answer = yield Read("conversations.list", {"types": TYPES, "limit": PAGE, "cursor": cursor})
        if status(answer) != 200:
            return answer
        body = answer.body
    return None


def scheduled(body: Any, given: Mapping[str, Any]) -> Reading:
    """Scheduled messages and, where the wanted one is not in the queue any more, what it was posted as.

    A queue that no longer holds it says nothing by itself: it was posted, or somebody deleted it.
    https://docs.slack.dev/reference/methods/chat.scheduledMessages.list
    """
    answers = yield from pages("chat.scheduledMessages.list", {"limit": 100}, body)
    if isinstance(answers, Answer):
        return answers
    queue = [{**one, "id": queue_id(one["id"])} for page in answers for one in listed(page, "scheduled_messages")]
    waiting = [one for one in queue if given.get("id") and one["id"] == queue_id(given["id"])]
    waiting = waiting or [one for one in queue if _is_wanted(one, given)]
    if waiting:
        return {"scheduled_messages": waiting, "message": {**waiting[0], "queued": True}}
    if given.get("queue"):
        return {"scheduled_messages": []}
    due = int(given["post_at"])
    asked = {"channel": given["channel"], "oldest": str(due - 5), "latest": str(due + 600), "limit": PAGE}
    answer = yield Read("conversations.history", asked)
    if status(answer) != 200:
        return answer
    posted = [
        {**shown(one), "id": queue_id(given.get("id") or one["ts"]), "channel_id": given["channel"], "queued": False}
        for one in reversed(listed(answer.body, "messages"))
        if _was_scheduled(one, given)
    ]
    return {"scheduled_messages": posted, **({"message": posted[0]} if posted else {})}


def queue_id(ident: Any) -> str:
    """The id of a scheduled message; Slack answers it with a leading letter and lists it without."""
    return f"Q{str(ident).removeprefix('Q')}"


def _is_wanted(one: Any, given: Mapping[str, Any]) -> bool:
    """By what it says: before an answer told its id, or where an undo scheduled it again under another one."""
    return (
        one.get("channel_id") == given["channel"]
        and str(one.get("post_at")) == str(given.get("post_at"))
        and words(str(one.get("text") or "")) == words(str(given.get("text") or ""))
    )


def _was_scheduled(one: Any, given: Mapping[str, Any]) -> bool:
    """Whether a message is what was scheduled, as it was posted or as it reads once it was undone."""
    return one.get("user") == given.get("by") and words(str(one.get("text") or "")) in {
        words(str(given.get("text") or "")),
        words(REVERTED),
    }


def share(body: Any, given: Mapping[str, Any]) -> Reading:
    """The message that shares a file, which Slack posts a while after the upload, so it is looked for more than once.

    It shows nothing at all where the file is there and no message yet, and is absent where no file is left to share.
    """
    asked = {"channel": given["channel"], "limit": PAGE}
    again = Read("conversations.history", asked)
    if given.get("thread_ts"):
        again = Read("conversations.replies", {**asked, "ts": given["thread_ts"]})
    for _ in range(LOOKS):
        held = [one for one in listed(body, "messages") if _holds(one, given["file"])]
        if held:
            return {"share": shown(held[0])}
        told = yield Read("files.info", {"file": given["file"]})
        if status(told) != 200:
            return {} if status(told) == 404 else told
        answer = yield again
        if status(answer) != 200:
            return answer
        body = answer.body
    return {"share": {}}


def _holds(message: Mapping[str, Any], file: Any) -> bool:
    return any(one.get("id") == file for one in message.get("files") or ())
