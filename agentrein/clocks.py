"""How far a vendor's clock is ahead of ours, by the `Date` header of the answers to a passage's own reads."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

from agentrein.drive import Ask, Steps
from agentrein.model import Answer

T = TypeVar("T")


def watched(steps: Steps[T], ahead: dict[str, float]) -> Steps[T]:
    """The same steps; `ahead` learns, by the identity of a client, how far its vendor's clock is ahead of ours."""
    send: Any = steps.send
    value: Any = None
    while True:
        try:
            step = send(value)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        try:
            value, send = (yield step), steps.send
        except BaseException as error:  # noqa: BLE001 - thrown into the steps, which decide
            value, send = error, steps.throw
            continue
        told = _ahead(value) if isinstance(step, Ask) and isinstance(value, Answer) else None
        if isinstance(step, Ask) and told is not None:
            ahead[step.client.identity] = told


def _ahead(answer: Answer) -> float | None:
    text = next((text for name, text in answer.headers.items() if name.lower() == "date"), None)
    try:
        there = None if text is None else parsedate_to_datetime(text)
    except ValueError:
        return None
    if there is None or there.tzinfo is None:
        return None
    return round((there - datetime.now(UTC)).total_seconds(), 3)
