"""Custom properties of an organisation's repositories: https://docs.github.com/rest/orgs/custom-properties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Operation,
    Tier,
    before,
    computed,
    depends,
    do,
    each,
    gone,
    items,
    look,
    looked,
    now,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import REPO, REPO_OBJECT
from agentrein_github.operations.settings_places import ORG, ORG_OBJECT, ORG_SCOPE, REPO_SCOPE, folded
from agentrein_github.property_shape import DEFAULTS, definitions, set_values

_VALUES, _ORG_VALUES = f"{REPO}/properties/values", f"{ORG}/properties/values"
_SCHEMA = f"{ORG}/properties/schema"
_ONE = f"{_SCHEMA}/{{custom_property_name}}"
_DOCS = "https://docs.github.com/rest/orgs/custom-properties"
_OWNER = look("owner", f"GET {REPO}", "owner.login")
_ORG = look("org", f"GET {ORG}", "login")

# --- values

_ASKED = computed(set_values, sent())
_LEFT = {"value": each.at("left")}
_OF = path("of.", each.at("key"))


def said(call: Mapping[str, Any]) -> dict[str, Any]:
    """What a call sets, for people."""
    return {"values": ", ".join(f"{one['name']} to {one['value']}" for one in set_values(call))}


def changed(properties: Any) -> list[Any]:
    """The values that a call changes."""
    return [one for one in properties if one["was"] != one["left"]]


_CHANGED = computed(changed, before("properties"))


def _back(**where: Any) -> dict[str, Any]:
    return {**where, "properties": [{"property_name": each.at("name"), "value": each.at("was")}]}


def _value(**where: Any) -> Any:
    given = {"key": each.at("key")}
    return shows(read(f"GET {_VALUES}", _OF, completed="property value", given=given, **where), value=each.at("was"))


def _values(address: str, completed: str, given: Mapping[str, Any], inverse: Any, **row: Any) -> Operation:
    """The row that sets values, each of which is undone by itself."""
    return op(
        address,
        tier=REVERSIBLE,
        names=said,
        before=read(f"GET {given['at']}", completed=completed, given=given["knows"]),
        inverse=items(inverse, over=_CHANGED),
        probe=stands(
            read(f"GET {given['at']}", completed=completed, given={**given["knows"], "was": before("properties")}),
            {"as_before": False},
        ),
        residue="A value that was the property's default is one of the repository's own afterwards; rulesets that go "
        "by the values applied otherwise meanwhile.",
        **row,
    )


_ITS_REPO = {"owner": looked("org"), "repo": each.at("repo"), "repo_id": each.at("repo_id")}

# --- definitions

_DEFINED = computed(definitions, sent())
_KNOWS = {"asked": _DEFINED}
_ALL_NOW = read(f"GET {_SCHEMA}", completed="property definitions", given=_KNOWS)
_STILL = {name: each.at(f"left.{name}") for name in DEFAULTS}
_WAS = {name: each.at(f"was.{name}") for name in DEFAULTS}
_OWN_VALUES = {"used": "own property values"}


def _now(**more: Any) -> Any:
    return read(
        f"GET {_SCHEMA}", _OF, maybe=True, completed="property definition", given={"key": each.at("key"), **more}
    )


@depends(REVERSIBLE, IRREVERSIBLE)
def definition_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Repositories may lose values of another type, or that are no longer allowed."""
    return REVERSIBLE if isinstance(image, dict) and image.get("keeps_values") is True else IRREVERSIBLE


def defined(call: Mapping[str, Any]) -> dict[str, Any]:
    """What a call defines, for people."""
    return {"defined": ", ".join(one["name"] for one in definitions(call))}


def _definitions(address: str, **row: Any) -> Operation:
    """The row that sets definitions: what it makes is deleted again, what it changes is set as it was."""
    return op(
        address,
        tier=definition_tier,
        before=_ALL_NOW,
        inverse=items(
            do(
                f"PUT {_ONE}",
                _WAS,
                custom_property_name=each.at("name"),
                goal=shows(_now(was=each.at("was")), want=_WAS),
                still={**_STILL, "used": []},
                alike=_OWN_VALUES,
            ),
            over=before("changed"),
        ),
        also=items(
            do(
                f"DELETE {_ONE}",
                custom_property_name=each.at("name"),
                goal=gone(_now(), parent=f"GET {ORG}"),
                still={**_STILL, "used": []},
                alike=_OWN_VALUES,
                ends=False,  # of several, one that others work on keeps none of the others
            ),
            over=before("new"),
        ),
        probe=stands(
            read(f"GET {_SCHEMA}", completed="property definitions", given={**_KNOWS, "was": before("now")}),
            {"as_before": False},
        ),
        residue="Repositories showed the other defaults, and rulesets that go by the property applied otherwise "
        "meanwhile.",
        if_stuck="Where repositories have values of it by now, ask their people before you delete or narrow it.",
        scopes=ORG_SCOPE,
        **row,
    )


ROWS = (
    _values(
        f"PATCH {_VALUES}",
        "property values",
        {"at": _VALUES, "knows": {"org": looked("owner"), "asked": _ASKED}},
        do(f"PATCH {_VALUES}", _back(), goal=_value(), still=_LEFT),
        sdk="Repository.update_custom_properties",
        says="set {values} for {owner}/{repo}",
        lookups=_OWNER,
        object=path(*REPO_OBJECT, "/properties"),
        scopes=REPO_SCOPE,
        why="Each value is set as it was, or unset, if it still reads as the call left it. "
        "https://docs.github.com/rest/repos/custom-properties#create-or-update-custom-property-values-for-a-repository",
    ),
    _values(
        f"PATCH {_ORG_VALUES}",
        "property values of repositories",
        {"at": _SCHEMA, "knows": {"org": looked("org"), "repos": sent("repository_names"), "asked": _ASKED}},
        do(
            f"PATCH {_ORG_VALUES}",
            _back(repository_names=[now(read(f"GET {REPO.by_id}", repo_id=each.at("repo_id")), "name")]),
            goal=_value(**_ITS_REPO),
            still=_LEFT,
        ),
        sdk="Organization.create_custom_property_values",
        says="set {values} for {repository_names} of the organisation {org}",
        lookups=_ORG,
        object=path(*ORG_OBJECT, "/property-values"),
        scopes=ORG_SCOPE,
        why="Each value of each repository is set as it was, or unset, if it still reads as the call left it; the "
        f"repository is found by its id. {_DOCS}#create-or-update-custom-property-values-for-organization-repositories",
    ),
    _definitions(
        f"PUT {_ONE}",
        sdk="Organization.create_custom_property",
        says="define the custom property {custom_property_name} of the organisation {org}",
        object=path(*ORG_OBJECT, "/properties/property:", computed(folded, sent("custom_property_name"))),
        why="A new property is deleted while it is as the call left it and no repository has a value of it; one that "
        "was there is set as it was, while nobody uses what it did not allow. That setting one replaces all of it, as "
        "setting several does, is inferred. "
        f"{_DOCS}#create-or-update-a-custom-property-for-an-organization",
    ),
    _definitions(
        f"PATCH {_SCHEMA}",
        sdk="Organization.create_custom_properties",
        says="define the custom properties {defined} of the organisation {org}",
        names=defined,
        object=path(*ORG_OBJECT, "/properties"),
        why="Each property by itself: a new one is deleted while nobody changed it and no repository has a value of "
        "it, one that was there is set as it was. What is left out falls back to its default. "
        f"{_DOCS}#create-or-update-custom-properties-for-an-organization",
    ),
    op(
        f"DELETE {_ONE}",
        sdk="Organization.remove_custom_property",
        says="delete the custom property {custom_property_name} of the organisation {org}",
        tier=IRREVERSIBLE,
        why="The values of every repository are lost with the property. "
        f"{_DOCS}#remove-a-custom-property-for-an-organization",
    ),
)
