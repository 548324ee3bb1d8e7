"""Addresses whose body holds the real operation.

A lifecycle stage comes back in two calls, so setting one is an operation of its own; what takes many inputs is made of
as many operations that take one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

UPDATE = "PATCH /crm/v3/objects/{objectType}/{objectId}"
UPSERT = "POST /crm/v3/objects/{objectType}/batch/upsert"
LABELS_AWAY = "POST /crm/v4/associations/{fromObjectType}/{toObjectType}/batch/labels/archive"
STAGE = "lifecyclestage"


def what_is_written(body: Any) -> str:
    """Whether an update sets the lifecycle stage alone, other properties, or both."""
    properties = body.get("properties") if isinstance(body, Mapping) else None
    if not isinstance(properties, Mapping) or properties.get(STAGE) is None:
        return "properties"
    return "stage" if set(properties) == {STAGE} else "mixed"


def how_many(body: Any) -> str:
    """Whether a call has one input, or several."""
    inputs = body.get("inputs") if isinstance(body, Mapping) else None
    return "one" if isinstance(inputs, list) and len(inputs) == 1 and isinstance(inputs[0], Mapping) else "many"


DIVIDED: Mapping[str, Callable[[Any], str | None]] = {
    LABELS_AWAY: how_many,
    UPDATE: what_is_written,
    UPSERT: how_many,
}
