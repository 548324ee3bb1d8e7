"""Which rules of the conformance test each example of a connector is held to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from agentrein.connector import Connector, Operation
from agentrein.forms import forms_in
from agentrein.inverse import Do, Find, Restore
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


def held_to(connector: Connector, examples: Iterable[Example]) -> list[Any]:
    """Every example with every rule; the slow ones with the first of each shape, unless more is asked for.

    What a stop or an error meets depends on the shape of an undo, not on whose words fill it: rows of one shape are
    carried out by the same steps.
    """
    pairs, seen = list[Any](), set[object]()
    for example in examples:
        row = connector.table.row(example.address)
        form = (shape(row) if isinstance(row, Operation) else example.address, example.nothing)
        for check in conformance.CHECKS:
            if EVERYTHING or check.__name__ not in SLOW or form not in seen:
                pairs.append(pytest.param(check, example, id=f"{example.title}-{check.__name__}"))
        seen.add(form)
    return pairs


def shape(row: Operation) -> object:
    """What a row's undo and probe are made of, whatever they say."""
    if row.batch is not None:
        return ("batch", row.address)
    forms = [_shape(one) for one in (*forms_in(row.inverse), *forms_in(row.probe))]
    return (*forms, row.before is not None, row.faithful, len(row.lookups))


def _shape(form: Any) -> tuple[Any, ...]:
    kind = type(form).__name__
    match form:
        case Do():
            goal = "none" if form.goal is None else "gone" if form.goal.want is None else "shows"
            still = form.still is None or bool(form.still)
            return (kind, goal, still, form.again, form.ends, len(form.now), form.until is not None, bool(form.alike))
        case Restore():
            kinds = (form.write is not None, form.more is not None, form.apart, form.whole)
            return (kind, bool(form.fields), *kinds, *(one.gathered for one in form.sets))
        case Find():
            return (kind, bool(form.mine), bool(form.since), bool(form.key), bool(form.pages))
    return (kind,)
