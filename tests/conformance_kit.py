"""Which rules of the conformance test each example of a connector is held to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from agentrein.testing import conformance
from agentrein.testing.conformance import Bench, Example

Check = Callable[[Bench, Example], None]

SLOW = (
    "survives_stops_of_a_run",
    "survives_stops_of_a_revert",
    "meets_errors_while_undoing",
    "meets_errors_while_reading",
)
"""Rules that go through an example many times: once for each instant, or each fault."""

EVERYTHING = bool(os.environ.get("AGENTREIN_EXAMPLES"))
"""Whether more is asked for than a change needs: then every example keeps every rule."""


def held_to(examples: Iterable[Example]) -> list[Any]:
    """Every example with every rule; the slow ones with the first example of each row, unless more is asked for."""
    pairs, seen = list[Any](), set[str]()
    for example in examples:
        for check in conformance.CHECKS:
            if EVERYTHING or check.__name__ not in SLOW or example.address not in seen:
                pairs.append(pytest.param(check, example, id=f"{example.title}-{check.__name__}"))
        seen.add(example.address)
    return pairs
