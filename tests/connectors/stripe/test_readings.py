"""A reading takes what Stripe answers as it comes: an odd answer tells nothing, and raises into nobody's code."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest
import stripe

import agentrein as rein
from agentrein.connector import Answer
from agentrein.testing import Answer as Served
from agentrein.testing import Request
from agentrein_stripe.readings import READINGS
from stripe_kit import Echo, armed

ODD: tuple[Any, ...] = (
    *(None, "", "words", 7, [], [None], {}, {"data": None}, {"data": [{}, None]}, {"data": [7], "has_more": True}),
    {"lines": 7, "items": 7, "discounts": 7, "pricing": 7, "metadata": 7, "requirements": 7},
    {"id": 7, "lines": {"data": [{}]}, "items": {"data": [{}]}, "invoice": {}, "customer": {}, "latest_invoice": 7},
)
GIVEN: dict[str, Any] = {"was": {}, "asked": {}, "lines": [{}], "items": [{}], "metadata": ["a"], "since": 1}


def told(reading: Any, body: Any, given: dict[str, Any]) -> Any:
    """What a reading makes of a body, when every further answer is as odd."""
    found = reading(body, given)
    if not isinstance(found, Generator):
        return found
    try:
        next(found)
        for _ in range(5):
            found.send(Answer(200, body))
    except StopIteration as end:
        return end.value
    found.close()
    return None


@pytest.mark.parametrize("name", READINGS)
def test_no_reading_raises_over_an_odd_answer(name: str) -> None:
    """Whatever stands in an answer, a reading gives what it can, or an answer that is no success."""
    for body in ODD:
        for given in ({}, GIVEN):
            found = told(READINGS[name], body, given)
            assert not isinstance(found, Answer) or (found.status or 0) != 200 or found.body == body


def test_an_odd_answer_reaches_the_caller_as_an_error_of_the_sdk() -> None:
    """Nothing is sent over a before-image that nobody can read, and the caller catches what the SDK always raises."""

    def odd(request: Request) -> Served | None:
        return Served(200, {"object": "invoiceitem", "id": "ii_1"}) if "/invoiceitems/" in request.path else None

    with Echo(odd) as echo:
        client = armed(echo.url)
        with rein.run("odd", on_failure="keep") as run, pytest.raises(stripe.APIError, match="documented form"):
            client.v1.invoice_items.delete("ii_1")
        assert (echo.writes, run.actions) == ([], [])
