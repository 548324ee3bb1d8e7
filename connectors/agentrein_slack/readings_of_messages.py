"""Readings of messages: one of them, those of a channel, of a thread or of a name."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_slack.answers import status
from agentrein_slack.pages import PAGE, Reading, entries, listed
from agentrein_slack.shapes import REVERTED, WRITTEN, is_there, kinds, letters_of, plain_words, shown, told, words

_ID, _USER = re.compile(r"[CGD][A-Z0-9]+"), re.compile(r"[UW][A-Z0-9]+")


def is_id(channel: Any) -> bool:
    """Whether a channel is named by its id, rather than by `#name` or by a user's id."""
    return isinstance(channel, str) and _ID.fullmatch(channel) is not None


def types_of(channel: Any) -> str:
    """The kinds of conversation for which a name, or a user's id, can stand; each takes a scope of its own to list."""
    return "im" if isinstance(channel, str) and _USER.fullmatch(channel) else "public_channel,private_channel"


def message(body: Any, given: Mapping[str, Any]) -> Reading:
    """The one message of this `ts`, in the history of its channel or, for a reply, in its thread.

    Slack's history holds no replies; `conversations.replies` takes the `ts` of any message of a thread.
    https://docs.slack.dev/reference/methods/conversations.replies
    """
    ts = str(given.get("ts") or "")
    found = of_ts(body, ts)
    if found is None and not given.get("thread_ts"):
        one = {"ts": ts, "latest": ts, "oldest": ts, "inclusive": True, "include_all_metadata": True, "limit": PAGE}
        thread = yield Read("conversations.replies", {"channel": given.get("channel"), **one})
        if status(thread) not in {200, 404}:
            return thread
        found = of_ts(thread.body, ts)
    if found is None or not is_there(found):
        return {}
    text = str(found.get("text") or "")
    return {
        "message": {
            **shown(found),
            "letters": letters_of(text),
            "ended": text.endswith(REVERTED) or text == given.get("back"),
        }
    }


def streamed(body: Any, given: Mapping[str, Any]) -> Any:
    """Whether a message says what it said with what a call streamed into it, or what it said before; else nothing.

    https://docs.slack.dev/reference/methods/chat.appendStream
    """
    found = of_ts(body, str(given.get("ts") or ""))
    there = letters_of(str((found or {}).get("text") or ""))
    if found is None or there not in {given.get("letters"), given.get("before")}:
        return Answer(409)
    return {"message": {**shown(found), "added": there == given.get("letters")}}


def of_ts(body: Any, ts: str) -> Any:
    """The message of a page that has this `ts`, None if it holds none."""
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
    text = str(one.get("text") or "")
    said = {"words": words(text), "letters": letters_of(text), "plain words": plain_words(one), "told": told(one)}
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
        there = yield from entries(address, asked, "messages")
        if isinstance(there, Answer):
            if len(found) > 1 and status(there) == 404:  # the thread is in another of them
                continue
            return there
        completed = yield from messages({"messages": there}, {**given, "channel": channel})
        if isinstance(completed, Answer):
            return completed
        said += completed["messages"]
    return {"messages": said} if found else {}


def _named_conversations(body: Any, name: str) -> Generator[Read, Answer, list[str] | Answer]:
    """The ids of the conversations that have or had a name: it may have gone from one to another since the call.

    https://docs.slack.dev/reference/objects/conversation-object
    """
    asked = {"types": types_of(name), "limit": PAGE}
    channels = yield from entries("conversations.list", asked, "channels", body)
    if isinstance(channels, Answer):
        return channels
    return [str(one.get("id")) for one in channels if _is_named(one, name)]


def _is_named(one: Mapping[str, Any], name: str) -> bool:
    if one.get("is_im"):
        return one.get("user") == name
    return name.removeprefix("#") in {one.get("name"), *(one.get("previous_names") or ())}
