"""Lists of Slack's, page by page: https://docs.slack.dev/apis/web-api/pagination."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_slack.answers import status

Reading = Generator[Read, Answer, Any]

MOST_PAGES = 20
"""Pages of a list that a reading turns before it says that it cannot tell."""

PAGE = 200
"""Entries of a page, as many as Slack recommends: https://docs.slack.dev/apis/web-api/pagination."""


def listed(body: Any, name: str) -> list[Any]:
    """The entries that a page lists at this name; none where it lists nothing."""
    entries = body.get(name) if isinstance(body, Mapping) else None
    return entries if isinstance(entries, list) else []


def next_cursor(body: Any) -> str:
    """What turns to the next page, empty after the last."""
    return str((body.get("response_metadata") or {}).get("next_cursor") or "") if isinstance(body, Mapping) else ""


def pages(address: str, asked: Mapping[str, Any], body: Any = None) -> Generator[Read, Answer, list[Any] | Answer]:
    """The bodies of all pages, after `body` if that is the first; the answer that failed, or one that never ends."""
    found = [] if body is None else [body]
    for _ in range(MOST_PAGES):
        cursor = next_cursor(found[-1]) if found else ""
        if found and not cursor:
            return found
        answer = yield Read(address, {**asked, **({"cursor": cursor} if cursor else {})})
        if status(answer) != 200:
            return answer
        found.append(answer.body)
    return Answer(413)  # more than one can hold: nothing is concluded from a part of it
