"""The comparisons that rows name."""

from __future__ import annotations

from typing import Any

from agentrein.connector import Own
from agentrein_google.sheets.appending import as_entered
from agentrein_google.sheets.facets import unordered


def own_work(_ours: Any, _now: Any, own: Own) -> bool:
    """Whether all that was found may be what the run itself did later: in a plan that is not undone yet."""
    return own.planned or (
        own.plan and any(call.address.startswith("sheets.spreadsheets.values.") for call in own.sent)
    )


def any_order(ours: Any, now: Any, _own: Own) -> bool:
    """Whether rows are those that were there, in whatever order: where the answer to a shuffle was lost."""
    return isinstance(ours, dict) and "any order" in ours and unordered(now) == ours["any order"]


COMPARISONS = {"as entered": as_entered, "own work": own_work, "any order": any_order}
"""What looks closer before a reading that differs is called a change by others."""
