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


def entries(
    address: str, asked: Mapping[str, Any], name: str, body: Any = None
) -> Generator[Read, Answer, list[Any] | Answer]:
    """The entries of all pages, at this name of each; as `pages` where there is no telling them."""
    answers = yield from pages(address, asked, body)
    return answers if isinstance(answers, Answer) else [one for page in answers for one in listed(page, name)]


def is_again(one: Mapping[str, Any], given: Mapping[str, Any], *same: str) -> bool:
    """Whether an entry says the same as `like`, which is gone, and is none of the `others` that were there beside it.

    What an undo makes again has another id, by which nothing that was done to it before knows it.
    """
    like = given.get("like")
    if not isinstance(like, Mapping) or one.get("id") in (given.get("others") or ()):
        return False
    return all(one.get(name) == like.get(name) for name in same)
