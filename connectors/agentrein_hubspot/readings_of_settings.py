"""What further reads complete about how records are set up: properties, stages, labels, limits, splits."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_hubspot.kinds import DEAL, kind_of

Steps = Generator[Read, Answer, Any]
SEARCH = "POST /crm/v3/objects/{objectType}/search"
RECORDS = "POST /crm/v3/objects/{objectType}/batch/read"


def property_in_use(body: Any, given: Mapping[str, Any]) -> Steps:
    """A property with `values`, the records that hold one. The search tells where to look, the records themselves what.

    What was written a moment ago the search may not show yet.
    """
    where = {"objectType": given["kind"]}
    filters = [{"propertyName": body["name"], "operator": "HAS_PROPERTY"}]
    asked = {"filterGroups": [{"filters": filters}], "limit": 100, "properties": []}
    found = yield Read(SEARCH, where, body=asked)
    if found.status != 200:
        return found
    inputs = [{"id": str(one["id"])} for one in found.body.get("results") or []]
    if not inputs:
        return {**body, "values": []}
    held = yield Read(RECORDS, where, body={"inputs": inputs, "properties": [body["name"]]})
    if held.status not in {200, 207}:
        return held
    holding = [one["id"] for one in held.body.get("results") or [] if (one.get("properties") or {}).get(body["name"])]
    return {**body, "values": sorted(holding)}


def stage_in_use(body: Any, given: Mapping[str, Any]) -> Steps:
    """A stage with `used`, how many records the search finds in it."""
    name = "dealstage" if kind_of(str(given["kind"])) == DEAL else "hs_pipeline_stage"
    filters = [{"propertyName": name, "operator": "EQ", "value": body["id"]}]
    asked = {"filterGroups": [{"filters": filters}], "limit": 1, "properties": []}
    found = yield Read(SEARCH, {"objectType": given["kind"]}, body=asked)
    return found if found.status != 200 else {**body, "used": found.body.get("total", 0)}


def group_with_properties(body: Any, given: Mapping[str, Any]) -> Steps:
    """A group with `holds`, the properties that stand in it."""
    found = yield Read("GET /crm/v3/properties/{objectType}", {"objectType": given["kind"]})
    if found.status != 200:
        return found
    return {**body, "holds": sorted(one["name"] for one in found.body["results"] if one["groupName"] == body["name"])}


def the_label(body: Any, given: Mapping[str, Any]) -> Any:
    """The labels between two kinds of records, with the `label` of one of them, and whether it is `there`."""
    found = next((one for one in body["results"] if str(one["typeId"]) == str(given["id"])), None)
    return {**body, "there": found is not None, "label": None if found is None else found["label"]}


def the_limits(body: Any, given: Mapping[str, Any]) -> Any:
    """The limits of links between two kinds of records: those of the types that a call names, by type.

    `as_before` tells that they are as they `was`, `changed` names those that are neither that nor as `left`.
    """
    now = {f"{one['category']}:{one['typeId']}": one["userEnforcedMaxToObjectIds"] for one in body["results"]}
    asked = [f"{one['category']}:{one['typeId']}" for one in given["inputs"]]
    shown = {name: now.get(name) for name in asked}
    was, left = given.get("was") or {}, given.get("left") or {}
    changed = [name for name in asked if shown[name] not in (was.get(name), left.get(name))]
    before = all(shown[name] == was.get(name) for name in asked)
    return {**body, "limits": shown, "as_before": before, "changed": changed}


def kind_in_use(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """A kind of the portal's own with `records`, the first that there are, and its `fields`, the properties it has."""
    found = yield Read("GET /crm/v3/objects/{objectType}", {"objectType": body["objectTypeId"], "limit": 10})
    if found.status != 200:
        return found
    own = sorted(one["name"] for one in body.get("properties") or [] if not one.get("hubspotDefined"))
    return {**body, "records": [one["id"] for one in found.body["results"]], "fields": own}


def the_association(body: Any, given: Mapping[str, Any]) -> Any:
    """A kind of records, with whether an association that it may have is `there`."""
    return {**body, "there": any(str(one["id"]) == str(given["id"]) for one in body.get("associations") or [])}


def the_splits(body: Any, given: Mapping[str, Any]) -> Any:
    """How deals are shared, as a call would write it: `as_before`, and the deals that others `changed`."""
    now = shares_in(body)
    was, left = given.get("was") or {}, given.get("left") or {}
    changed = [deal for deal in was if now.get(deal) not in (was[deal], left.get(deal))]
    return {**body, "shares": now, "as_before": all(now.get(deal) == was[deal] for deal in was), "changed": changed}


def shares_in(body: Any) -> dict[str, dict[str, float]]:
    """The share of each owner, by deal."""
    return {str(one["id"]): dict(map(_share, one["splits"])) for one in body.get("results") or []}


def _share(split: Mapping[str, Any]) -> tuple[str, float]:
    held = split["properties"]
    return str(held["hubspot_owner_id"]), float(held["hs_deal_split_percentage"])


READINGS = {
    "group with properties": group_with_properties,
    "kind in use": kind_in_use,
    "property in use": property_in_use,
    "stage in use": stage_in_use,
    "the association": the_association,
    "the label": the_label,
    "the limits": the_limits,
    "the splits": the_splits,
}
