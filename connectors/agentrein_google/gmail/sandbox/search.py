"""Lists of messages and the search in them: https://developers.google.com/workspace/gmail/api/guides/filtering."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from agentrein_google.gmail.sandbox import letters
from agentrein_google.gmail.sandbox.ask import Ask, invalid
from agentrein_google.gmail.sandbox.world import Message

MOST = 500
_T = TypeVar("_T")


def matching(ask: Ask, messages: Iterable[Message]) -> list[Message]:
    """The messages that a query and labels are about, the newest first; spam and trash only if they are asked for."""
    wanted = ask.every("labelIds")
    everywhere = ask.flag("includeSpamTrash") or not {"SPAM", "TRASH"}.isdisjoint(wanted)
    found = [
        one
        for one in messages
        if set(wanted) <= set(one.labels)
        and (everywhere or {"SPAM", "TRASH"}.isdisjoint(one.labels))
        and all(_says(one, term) for term in ask.query.get("q", "").split())
    ]
    return sorted(found, key=lambda one: (one.made, one.id), reverse=True)


def _says(message: Message, term: str) -> bool:
    kind, colon, value = term.partition(":")
    if not colon:
        return term.lower() in letters.text_of(message.content).lower()
    if kind == "rfc822msgid":
        return letters.header(message.content, "Message-ID").strip("<>") == value.strip("<>")
    if kind in {"from", "to", "subject"}:
        return value.lower() in letters.header(message.content, kind).lower()
    raise invalid(f"this stand-in does not search by {kind}:")


def page(ask: Ask, found: list[_T]) -> tuple[list[_T], dict[str, Any]]:
    """One page of what was found, and how to get the next one."""
    size = min(int(ask.query.get("maxResults", "100")), MOST)
    start = int(ask.query.get("pageToken", "0"))
    more = {"nextPageToken": str(start + size)} if start + size < len(found) else {}
    return found[start : start + size], more
