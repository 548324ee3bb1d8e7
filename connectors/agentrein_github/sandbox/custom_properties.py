"""Custom properties of an organisation and their values in its repositories.

https://docs.github.com/rest/orgs/custom-properties
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed, not_found
from agentrein_github.sandbox.org_world import Org
from agentrein_github.sandbox.orgs import org_of, require_owner
from agentrein_github.sandbox.world import Repo

routes = Routes()
_DOCS = f"{DOCS}/orgs/custom-properties"
_SCHEMA, _ORG_VALUES = "/orgs/{org}/properties/schema", "/orgs/{org}/properties/values"
_TYPES = ("string", "single_select", "multi_select", "true_false")
_NORMAL: Mapping[str, Any] = {
    "required": False,
    "default_value": None,
    "description": None,
    "allowed_values": None,
    "values_editable_by": "org_actors",
}
_MOST_REPOSITORIES = 30


# Definitions


def _json(ask: Ask, org: Org, name: str) -> dict[str, Any]:
    url = f"{ask.url}/orgs/{org.account.login}/properties/schema/{name}"
    return {"property_name": name, "url": url, "source_type": "organization", **org.properties[name]}


def _require_member(ask: Ask, name: str) -> Org:
    org = org_of(ask, name)
    if not org.role(ask.me):
        raise not_found(_DOCS)
    return org


def _define(ask: Ask, org: Org, name: str, said: Mapping[str, Any]) -> None:
    """Replace a definition; values that it no longer allows are taken from the repositories."""
    kind = said.get("value_type")
    if kind not in _TYPES or " " in name:
        raise malformed("The name, or the type, is none.", _DOCS)
    if name in org.properties and org.properties[name]["value_type"] != kind:
        raise malformed("The type of a property cannot be changed.", _DOCS)
    if said.get("required") and said.get("default_value") is None:
        raise malformed("A required property needs a default value.", _DOCS)
    choices = kind.endswith("select")
    if choices and not said.get("allowed_values"):
        raise malformed("A select needs allowed values.", _DOCS)
    given = {field: said[field] for field in _NORMAL if said.get(field) is not None}
    org.properties[name] = {"value_type": kind, **_NORMAL, **given}
    for repo in _repos(ask, org):
        if choices and name in repo.properties and not _allows(org.properties[name], repo.properties[name]):
            del repo.properties[name]


@routes.on(f"GET {_SCHEMA}")
def list_definitions(ask: Ask, org: str) -> Answer:
    """All definitions, on one page.

    https://docs.github.com/rest/orgs/custom-properties#get-all-custom-properties-for-an-organization
    """
    found = _require_member(ask, org)
    return Answer(200, [_json(ask, found, name) for name in found.properties])


@routes.on(f"PATCH {_SCHEMA}")
def define_several(ask: Ask, org: str) -> Answer:
    """Set several definitions.

    https://docs.github.com/rest/orgs/custom-properties#create-or-update-custom-properties-for-an-organization
    """
    found, asked = require_owner(ask, org), ask.fields.get("properties")
    if not isinstance(asked, list) or not asked:
        raise malformed('"properties" wasn\'t supplied.', _DOCS)
    for one in asked:
        _define(ask, found, one["property_name"], one)
    return Answer(200, [_json(ask, found, one["property_name"]) for one in asked])


@routes.on(f"GET {_SCHEMA}/{{name}}")
def get_definition(ask: Ask, org: str, name: str) -> Answer:
    """One definition.

    https://docs.github.com/rest/orgs/custom-properties#get-a-custom-property-for-an-organization
    """
    found = _require_member(ask, org)
    if name not in found.properties:
        raise not_found(_DOCS)
    return Answer(200, _json(ask, found, name))


@routes.on(f"PUT {_SCHEMA}/{{name}}")
def define(ask: Ask, org: str, name: str) -> Answer:
    """Set one definition.

    https://docs.github.com/rest/orgs/custom-properties#create-or-update-a-custom-property-for-an-organization
    """
    _define(ask, require_owner(ask, org), name, ask.fields)
    return get_definition(ask, org, name)


@routes.on(f"DELETE {_SCHEMA}/{{name}}")
def remove_definition(ask: Ask, org: str, name: str) -> Answer:
    """Delete a property with its values everywhere.

    https://docs.github.com/rest/orgs/custom-properties#remove-a-custom-property-for-an-organization
    """
    found = require_owner(ask, org)
    if found.properties.pop(name, None) is None:
        raise not_found(_DOCS)
    for repo in _repos(ask, found):
        repo.properties.pop(name, None)
    return Answer(204)


# Values


def _repos(ask: Ask, org: Org) -> list[Repo]:
    return [repo for repo in ask.world.repos.values() if repo.owner is org.account]


def _values(org: Org | None, repo: Repo) -> list[dict[str, Any]]:
    """The values of a repository, defaults of what is required among them."""
    known = org.properties if org else {}
    normal = {name: one["default_value"] for name, one in known.items() if one["required"]}
    return [{"property_name": name, "value": value} for name, value in {**normal, **repo.properties}.items()]


def _allows(definition: Mapping[str, Any], value: Any) -> bool:
    kind, allowed = definition["value_type"], definition["allowed_values"] or ()
    if kind == "multi_select":
        return isinstance(value, list) and set(value) <= set(allowed)
    return isinstance(value, str) and (
        kind == "string" or value in (allowed if kind == "single_select" else ("true", "false"))
    )


def _set(ask: Ask, org: Org, repos: list[Repo]) -> Answer:
    asked = ask.fields.get("properties")
    if not isinstance(asked, list):
        raise malformed('"properties" wasn\'t supplied.', _DOCS)
    for one in asked:
        definition = org.properties.get(one["property_name"])
        if definition is None or not (one["value"] is None or _allows(definition, one["value"])):
            raise malformed("There is no such property, or it does not allow the value.", _DOCS)
        if definition["values_editable_by"] == "org_actors" and org.role(ask.me) != "admin":
            raise fail(403, "Only the organization may set the value.", _DOCS)
    for repo in repos:
        repo.properties |= {one["property_name"]: one["value"] for one in asked}
        repo.properties = {name: value for name, value in repo.properties.items() if value is not None}
    return Answer(204)


@routes.on(f"GET {REPO}/properties/values")
def get_values(ask: Ask) -> Answer:
    """The values of a repository.

    https://docs.github.com/rest/repos/custom-properties#get-all-custom-property-values-for-a-repository
    """
    return Answer(200, _values(ask.world.orgs.get(ask.repo.owner.id), ask.repo))


@routes.on(f"PATCH {REPO}/properties/values")
def set_values(ask: Ask) -> Answer:
    """Set values of a repository.

    https://docs.github.com/rest/repos/custom-properties#create-or-update-custom-property-values-for-a-repository
    """
    ask.require("admin", hide=False)
    org = ask.world.orgs.get(ask.repo.owner.id)
    if org is None:
        raise not_found(_DOCS)
    return _set(ask, org, [ask.repo])


@routes.on(f"GET {_ORG_VALUES}")
def list_values(ask: Ask, org: str) -> Answer:
    """The values of every repository.

    https://docs.github.com/rest/orgs/custom-properties#list-custom-property-values-for-organization-repositories
    """
    found = _require_member(ask, org)

    def shown(repo: Repo) -> dict[str, Any]:
        names = {"repository_id": repo.id, "repository_name": repo.name, "repository_full_name": repo.full_name}
        return {**names, "properties": _values(found, repo)}

    return ask.page(_repos(ask, found), shown)


@routes.on(f"PATCH {_ORG_VALUES}")
def set_org_values(ask: Ask, org: str) -> Answer:
    """Set values of several repositories.

    https://docs.github.com/rest/orgs/custom-properties#create-or-update-custom-property-values-for-organization-repositories
    """
    found, names = require_owner(ask, org), ask.fields.get("repository_names")
    if not isinstance(names, list) or not 0 < len(names) <= _MOST_REPOSITORIES:
        raise malformed("Name one repository to thirty.", _DOCS)
    repos = {repo.name.lower(): repo for repo in _repos(ask, found)}
    if not {name.lower() for name in names} <= set(repos):
        raise not_found(_DOCS)
    return _set(ask, found, [repos[name.lower()] for name in names])
