"""The search: an index that shows a write only after a while.

https://developers.hubspot.com/docs/api-reference/crm-search-v3/guide
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area
from agentrein_hubspot.sandbox.ask import Ask, invalid
from agentrein_hubspot.sandbox.objects import OBJECTS
from agentrein_hubspot.sandbox.records import Record, records_of
from agentrein_hubspot.sandbox.shapes import computed, show
from agentrein_hubspot.sandbox.types import type_of

routes = Routes()
MOST = 200


@routes.on(f"POST {OBJECTS}/search")
def search(ask: Ask, kind: str) -> Answer:
    """Records that match the filters, as far as the index shows them."""
    ask.only("filterGroups", "sorts", "query", "properties", "limit", "after")
    found = type_of(ask.world, kind)
    known = [one for one in records_of(ask.world, found) if not one.archived and one.found_from <= ask.world.clock()]
    hits = _sorted(ask, [one for one in known if _is_hit(ask, one)])
    size, start = int(ask.body.get("limit", 10)), int(ask.body.get("after") or 0)
    if not 1 <= size <= MOST:
        raise invalid(f"Invalid limit: {size}. It should be between 1 and {MOST}.")
    names = ask.body.get("properties") or []
    body: dict[str, Any] = {
        "total": len(hits),
        "results": [show(ask.world, one, names) for one in hits[start : start + size]],
    }
    if start + size < len(hits):
        body["paging"] = {"next": {"after": str(start + size)}}
    return Answer(200, body)


def _is_hit(ask: Ask, record: Record) -> bool:
    groups = ask.body.get("filterGroups") or []
    held = {**record.values, **computed(ask.world, record)}
    wanted = str(ask.body.get("query") or "").lower()
    if wanted and not any(wanted in value.lower() for value in record.values.values()):
        return False
    return not groups or any(all(_fits(held, one) for one in group.get("filters") or []) for group in groups)


def _fits(held: dict[str, str], given: dict[str, Any]) -> bool:
    name, operator = given.get("propertyName", ""), given.get("operator")
    value: str | None = held.get(name)
    wanted = str(given.get("value", ""))
    match operator:
        case "HAS_PROPERTY" | "NOT_HAS_PROPERTY":
            return bool((value is not None) == (operator == "HAS_PROPERTY"))
        case "EQ" | "NEQ":
            return bool((value is not None and value.lower() == wanted.lower()) == (operator == "EQ"))
        case "IN":
            return value in [str(one) for one in given.get("values") or []]
        case "GT" | "GTE" | "LT" | "LTE":
            return value is not None and _compares(value, wanted, operator)
        case "CONTAINS_TOKEN":
            return value is not None and wanted.strip("*").lower() in value.lower()
    raise invalid(f"There was a problem with the request: unknown operator {operator}")


def _compares(value: str, wanted: str, operator: str) -> bool:
    try:
        left, right = float(value), float(wanted)
    except ValueError:
        return (value > wanted) if operator.startswith("G") else (value < wanted)
    return {"GT": left > right, "GTE": left >= right, "LT": left < right, "LTE": left <= right}[operator]


def _sorted(ask: Ask, hits: list[Record]) -> list[Record]:
    for one in reversed(ask.body.get("sorts") or []):
        name = one if isinstance(one, str) else one.get("propertyName", "")
        falls = isinstance(one, dict) and one.get("direction") == "DESCENDING"
        hits.sort(key=lambda r: {**r.values, **computed(ask.world, r)}.get(name.lstrip("-"), ""), reverse=falls)
    return hits


AREA = Area(routes)
