"""Lists of GitHub's, page by page: https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read

Steps = Generator[Read, Answer, Any]

PAGE = 100
"""Entries of a page, the most that GitHub gives at once."""

MOST_PAGES = 100
"""Pages of a list that a reading turns before it says that it cannot tell."""

NOT_THERE = Answer(404, {"message": "Not Found"})
"""What a reading gives where it finds nothing."""


def listed(address: str, asked: Mapping[str, Any], *, at: str = "", first: Any = None) -> Steps:
    """Every entry of a list, after those of `first` if that is the body of its first page; the answer that failed.

    `at` is where an answer holds the list, if it holds more than that.
    """
    found = [] if first is None else list(_entries(first, at) or ())
    number = 0 if first is None else 1
    while len(found) == number * PAGE:
        if number == MOST_PAGES:
            return Answer(413)  # more than one can hold: nothing is concluded from a part of it
        number += 1
        answer = yield Read(address, {**asked, "per_page": PAGE, "page": number})
        page = _entries(answer.body, at) if answer.status == 200 else None
        if page is None:
            return answer
        found += page
    return found


def _entries(body: Any, at: str) -> list[Any] | None:
    entries = body.get(at) if at and isinstance(body, Mapping) else body
    return entries if isinstance(entries, list) else None


def first_of(page: Any, address: str, asked: Mapping[str, Any], wanted: Callable[[Any], bool]) -> Steps:
    """The first wanted entry of a list that begins with `page`, None if there is none, the answer that failed."""
    for number in range(2, MOST_PAGES + 2):
        for one in page:
            if wanted(one):
                return one
        if len(page) < PAGE:
            return None
        answer = yield Read(address, {**asked, "per_page": PAGE, "page": number})
        if answer.status != 200:
            return answer
        page = answer.body
    return Answer(413)
