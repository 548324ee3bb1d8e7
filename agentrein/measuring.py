"""How much a very call is about, as its row tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.model import Call
from agentrein.plan_known import ODD
from agentrein.planning import view
from agentrein.rows import Operation
from agentrein.sizes import Size


def size_of(row: Operation, call: Call, lookups: Mapping[str, Any] | None) -> Size | None:
    """How much a call is about, None where nothing tells."""
    known = lookups or {}
    if row.count is None:
        found = known.get("count")
        return found if row.batch is not None and isinstance(found, int) else None
    try:
        return row.count({**known, **view(call)})
    except ODD:
        return None
