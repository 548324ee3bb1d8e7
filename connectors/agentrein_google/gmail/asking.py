"""Reads that Gmail's readings go on with, page by page and message by message.

Each is a generator that gives what it found, or the answer at which it stopped.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import Any

from agentrein.connector import Answer, Read

Reading = Generator[Read, Answer, Any]

MESSAGES = "gmail.users.messages"
DRAFTS = "gmail.users.drafts"
PAGE = 500
MOST_PAGES = 40


def failed(answer: Answer) -> bool:
    """Whether a read did not show what it was asked for."""
    return answer.status is None or not 200 <= answer.status < 300


def pages(address: str, asked: Mapping[str, Any], at: str, *, most: int = 0) -> Reading:
    """The entries of a list to its end, or until there are more than `most`."""
    found: list[Any] = []
    token: dict[str, Any] = {}
    for _ in range(MOST_PAGES):
        told = yield Read(address, {**asked, **token})
        if failed(told):
            return told
        found += told.body.get(at) or []
        if not told.body.get("nextPageToken") or (most and len(found) > most):
            return found
        token = {"pageToken": told.body["nextPageToken"]}
    return Answer(413)


def message(user: Any, id: Any, format: str = "minimal") -> Reading:  # noqa: A002 - as the vendor calls it
    """One message; None where it was deleted for good."""
    told = yield Read(f"{MESSAGES}.get", {"userId": user, "id": id, "format": format})
    if told.status == 404:
        return None
    return told if failed(told) else told.body


def each_message(user: Any, ids: Iterable[Any], format: str = "minimal") -> Reading:  # noqa: A002 - as above
    """Those of some messages that are there."""
    found: list[Any] = []
    for id in dict.fromkeys(ids):
        one = yield from message(user, id, format)
        if isinstance(one, Answer):
            return one
        found += [] if one is None else [one]
    return found


def added_since(user: Any, history: Any, label: str = "") -> Reading:
    """The ids of messages that came since a number of the history; None where that is too long ago to be told.

    https://developers.google.com/workspace/gmail/api/guides/sync
    """
    asked = {"userId": user, "startHistoryId": history, "historyTypes": ["messageAdded"], "maxResults": PAGE}
    records = yield from pages(
        "gmail.users.history.list", {**asked, **({"labelId": label} if label else {})}, "history"
    )
    if isinstance(records, Answer):
        return None if records.status == 404 else records
    return list(
        dict.fromkeys(str(one["message"]["id"]) for record in records for one in record.get("messagesAdded", ()))
    )
