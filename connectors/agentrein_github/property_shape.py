"""Custom properties in one form, whatever GitHub leaves out of an answer or a call leaves to its defaults.

https://docs.github.com/rest/orgs/custom-properties
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DEFAULTS: Mapping[str, Any] = {
    "value_type": "string",
    "required": False,
    "default_value": None,
    "description": None,
    "allowed_values": None,
    "values_editable_by": "org_actors",
    "require_explicit_values": False,
}
"""What a definition says where it does not say it: one that is set again has these in place of what it was."""

SELECTS = ("single_select", "multi_select")
"""The types of values that are chosen among those that a definition allows."""


def definition(said: Mapping[str, Any]) -> dict[str, Any]:
    """A definition with all that it says, null or unsaid being the default; only choices have allowed values."""
    full = {name: normal if said.get(name) is None else said[name] for name, normal in DEFAULTS.items()}
    full["default_value"] = value(full["default_value"])
    if full["value_type"] not in SELECTS:
        full["allowed_values"] = None
    return full


def value(said: Any) -> Any:
    """A value as it is compared: of several choices their order says nothing."""
    return sorted(map(str, said)) if isinstance(said, list) else said


def values(entries: Any) -> dict[str, Any]:
    """The values of a list of properties, by their names in lower case: GitHub may not tell names apart by case."""
    named = [one for one in entries or () if isinstance(one, Mapping)] if isinstance(entries, list) else []
    return {str(one.get("property_name")).casefold(): value(one.get("value")) for one in named}


def set_values(body: Any) -> list[dict[str, Any]]:
    """What a call sets: each property once, as it is named last."""
    asked = body.get("properties") if isinstance(body, Mapping) else None
    named = [one for one in asked if isinstance(one, Mapping)] if isinstance(asked, list) else []
    said = {str(one.get("property_name")): value(one.get("value")) for one in named}
    return [{"name": name, "value": given} for name, given in said.items()]


def definitions(call: Any) -> list[dict[str, Any]]:
    """The definitions of a call with their names: of one that the address names, or of those in a list."""
    listed = call.get("properties")
    said = listed if isinstance(listed, list) else [{**call, "property_name": call.get("custom_property_name")}]
    return [{"name": str(one.get("property_name")), **definition(one)} for one in said if isinstance(one, Mapping)]
