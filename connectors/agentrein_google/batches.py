"""A batch of requests in one POST: taken apart into what each would be alone.

https://developers.google.com/workspace/gmail/api/guides/batch
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Answer,
    Call,
    Operation,
    Request,
    batch,
    of_items,
    op,
)

BATCH = "batch"
"""Behind an API's name: the address of its batches."""

MOST = 100
"""As many requests as Google takes in one batch."""


def requests_in(call: Call) -> list[Request]:
    """The requests of a batch."""
    return [Request(one["method"], "", one["params"], one["body"]) for one in call.body["requests"]]


def answers_in(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What a batch answers to each of its requests; nothing to one that its answer leaves out."""
    told: list[Any] = answer.body["responses"]
    return [_answer(one) for one, _ in zip(told, requests, strict=True)]


def _answer(told: Any) -> Answer:
    return Answer() if told is None else Answer(told["status"], told["body"], told.get("headers", {}))


def batch_row(api: str, why: str) -> Operation:
    """The row of an API's batches; `why` is its page about them."""
    row: Operation = op(
        f"{api}.{BATCH}",
        sdk="Resource.new_batch_http_request",
        says="{count} writes in one batch",
        tier=of_items(REVERSIBLE, COSTLY, COMPENSABLE, IRREVERSIBLE),
        batch=batch(split=requests_in, answers=answers_in, most=MOST),
        residue="What stays of each request is what its own row says.",
        why=f"Each request is judged and undone as if it had been sent alone, the last one first. {why}",
    )
    return row
