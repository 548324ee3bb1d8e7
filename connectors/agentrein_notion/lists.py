"""Lists that a reading turns to their end, and how it stops where one cannot be read."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from agentrein.connector import Answer, Read

Steps = Generator[Read, Answer, Any]

MOST_PAGES = 50
"""Pages of a list that a reading turns; beyond, it gives the list up rather than take a part for the whole."""


class Stopped(Exception):
    """A further read that failed; its answer is what the reading gives."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


def ask(read: Read) -> Generator[Read, Answer, dict[str, Any]]:
    """The body of one further read; raises Stopped where it fails."""
    answer = yield read
    if answer.status != 200 or not isinstance(answer.body, dict):
        raise Stopped(answer)
    return answer.body


def all_of(read: Read, cursor: str | None = None) -> Generator[Read, Answer, list[Any]]:
    """Every entry of a list, from the cursor on; a question turns the page in its body. Raises Stopped."""
    entries: list[Any] = []
    turn: dict[str, Any] = {"page_size": 100} | ({"start_cursor": cursor} if cursor else {})
    for _ in range(MOST_PAGES):
        asks = isinstance(read.body, dict)
        params = dict(read.params) if asks else {**read.params, **turn}
        body = yield from ask(Read(read.address, params, body={**read.body, **turn} if asks else None))
        entries += body.get("results") or []
        if not body.get("has_more") or not body.get("next_cursor"):
            return entries
        turn = {**turn, "start_cursor": body["next_cursor"]}
    raise Stopped(Answer(error=OverflowError(f"{read.address}: more than {MOST_PAGES} pages")))
