"""What further reads complete about custom properties: values with what they were, definitions with their use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_github.pages import NOT_THERE, Steps, listed
from agentrein_github.property_shape import SELECTS, definition, set_values, value, values

_SCHEMA = "GET /orgs/{org}/properties/schema"
_ORG_VALUES = "GET /orgs/{org}/properties/values"
_REPO = "GET /repos/{owner}/{repo}"


def values_of_repository(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the read that tells the defaults, if some are unset, and tell what each property was and will be."""
    asked, defaults = given["asked"], {}
    if any(one["value"] is None for one in asked):
        answer = yield Read(_SCHEMA, {"org": given["org"]})
        if answer.status != 200:
            return answer
        defaults = _defaults(answer.body)
    return _compared([{**one, **_change(one, values(body), defaults)} for one in asked], given)


def values_of_repositories(schema: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell the values of several repositories, and tell what each was and will be."""
    defaults, found = _defaults(schema), []
    for name in given["repos"]:
        where = {"owner": given["org"], "repo": name}
        repo = yield Read(_REPO, where)
        if repo.status != 200:
            return repo
        there = yield Read(f"{_REPO}/properties/values", where)
        if there.status != 200:
            return there
        place = {"repo_id": repo.body["id"], "repo": name}
        found += [{**place, **one, **_change(one, values(there.body), defaults)} for one in given["asked"]]
    return _compared(found, given)


def _change(one: Mapping[str, Any], was: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    name = one["name"].casefold()
    left = defaults.get(name) if one["value"] is None else one["value"]
    return {"key": name, "was": was.get(name), "left": left}


def _defaults(schema: Any) -> dict[str, Any]:
    """What repositories show that have no value of their own, by property."""
    full = {str(one["property_name"]).casefold(): definition(one) for one in schema}
    return {name: one["default_value"] for name, one in full.items() if one["required"]}


def _compared(found: list[dict[str, Any]], given: Mapping[str, Any]) -> dict[str, Any]:
    """What is there now, and whether that is what was there before."""
    now = [one["was"] for one in found]
    was = given.get("was")
    return {"properties": found, "as_before": was is not None and now == [one["was"] for one in was]}


def one_value(body: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """The value of one property of a repository, by its name: null where it has none."""
    return {"of": {given["key"]: {"value": values(body).get(given["key"])}}}


def definitions_now(schema: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """What each definition was and will be; whether all values that repositories have stay allowed."""
    there = {str(one["property_name"]).casefold(): definition(one) for one in schema}
    pairs = [(one, there.get(one["name"].casefold())) for one in given["asked"]]
    now = [was for _, was in pairs]
    return {
        "new": [_named_by(one) for one, was in pairs if was is None],
        "changed": [{**_named_by(one), "was": was} for one, was in pairs if was is not None and was != _said(one)],
        "now": now,
        "keeps_values": all(was is None or _keeps_values(was, one) for one, was in pairs),
        "as_before": now == given.get("was"),
    }


def _named_by(one: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": one["name"], "key": one["name"].casefold(), "left": _said(one)}


def _said(one: Mapping[str, Any]) -> dict[str, Any]:
    return {name: said for name, said in one.items() if name != "name"}


def _keeps_values(was: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """GitHub does not document what becomes of a value that is no longer one: nothing brings it back."""
    return was["value_type"] == now["value_type"] and set(was["allowed_values"] or ()) <= set(
        now["allowed_values"] or ()
    )


def one_definition(schema: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell which values of a property, beyond those it allowed, repositories have by now."""
    name = given["key"]
    said = next((one for one in schema if str(one["property_name"]).casefold() == name), None)
    if said is None:
        return NOT_THERE
    full = definition(said)
    found = yield from listed(_ORG_VALUES, {})
    if isinstance(found, Answer):
        return found
    plain = {one for one in _each(full["default_value"]) if full["required"]}
    if "was" in given:
        plain |= set(given["was"]["allowed_values"] or ())
    used = [] if "was" in given and full["value_type"] not in SELECTS else _used(found, name, plain)
    return {"of": {name: {**full, "used": used}}}


def _used(repositories: Iterable[Any], name: str, plain: set[Any]) -> list[str]:
    used = [one for repo in repositories for one in _each(values(repo["properties"]).get(name)) if one not in plain]
    return [f"{name}: {one}" for one in dict.fromkeys(used)]


def _each(said: Any) -> list[Any]:
    return said if isinstance(said, list) else [] if said is None else [said]


def own_values(_ours: Any, now: Any, own: Own) -> bool:
    """Whether the values that repositories have are those of the run, which in a plan are not yet undone."""
    said = [one for call in own.sent if own.plan for one in _named(call.body)]
    mine = {f"{one['name'].casefold()}: {each}" for one in said for each in _each(value(one["value"]))}
    return isinstance(now, list) and set(now) <= mine


def _named(body: Any) -> list[dict[str, Any]]:
    at_once = body.get("custom_properties") if isinstance(body, Mapping) else None
    made = [{"name": name, "value": said} for name, said in at_once.items()] if isinstance(at_once, Mapping) else []
    return [*set_values(body), *made]


READINGS = {
    "property values": values_of_repository,
    "property values of repositories": values_of_repositories,
    "property value": one_value,
    "property definitions": definitions_now,
    "property definition": one_definition,
}
COMPARISONS = {"own property values": own_values}
