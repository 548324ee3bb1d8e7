"""Variables of repositories, environments and organisations.

https://docs.github.com/rest/actions/variables
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed, not_found
from agentrein_github.sandbox.environments import environment_of
from agentrein_github.sandbox.orgs import org_of, require_owner, selected_answer, selected_ids
from agentrein_github.sandbox.settings import Variable, Vault

routes = Routes()
_DOCS = f"{DOCS}/actions/variables"
_PLACES = (f"{REPO}/actions", f"{REPO}/environments/{{environment}}", "/orgs/{org}/actions")
_ALL = [f"{place}/variables" for place in _PLACES]
_ONE = [f"{place}/variables/{{name}}" for place in _PLACES]
_CHOSEN = "/orgs/{org}/actions/variables/{name}/repositories"


def _vault(ask: Ask, environment: str, org: str) -> Vault:
    if org:
        require_owner(ask, org)
        return org_of(ask, org).vault
    ask.require("push")
    return environment_of(ask, environment).vault if environment else ask.repo.vault


def _variable(vault: Vault, name: str) -> Variable:
    """Names are kept, and found, in capitals."""
    variable = vault.variables.get(name.upper())
    if variable is None:
        raise not_found(f"{_DOCS}#get-a-repository-variable")
    return variable


def _shown(ask: Ask, variable: Variable, org: str) -> dict[str, Any]:
    body = {name: getattr(variable, name) for name in ("name", "value", "created_at", "updated_at")}
    if not org:
        return body
    chosen = f"{ask.url}/orgs/{org}/actions/variables/{variable.name}/repositories"
    shown = {"selected_repositories_url": chosen} if variable.visibility == "selected" else {}
    return {**body, "visibility": variable.visibility, **shown}


@routes.on(*(f"GET {address}" for address in _ALL))
def list_variables(ask: Ask, environment: str = "", org: str = "") -> Answer:
    """Every variable.

    https://docs.github.com/rest/actions/variables#list-repository-variables
    """
    listed = ask.page(list(_vault(ask, environment, org).variables.values()), lambda one: _shown(ask, one, org))
    total = len(_vault(ask, environment, org).variables)
    return Answer(200, {"total_count": total, "variables": listed.body}, listed.headers)


@routes.on(*(f"GET {address}" for address in _ONE))
def get_variable(ask: Ask, name: str, environment: str = "", org: str = "") -> Answer:
    """One variable.

    https://docs.github.com/rest/actions/variables#get-a-repository-variable
    """
    return Answer(200, _shown(ask, _variable(_vault(ask, environment, org), name), org))


@routes.on(*(f"POST {address}" for address in _ALL))
def create_variable(ask: Ask, environment: str = "", org: str = "") -> Answer:
    """Make a variable; 409 if there is one of the name.

    https://docs.github.com/rest/actions/variables#create-a-repository-variable
    """
    vault, now = _vault(ask, environment, org), ask.world.now()
    name, value = (ask.text("name", _DOCS, needed=True) or "").upper(), ask.text("value", _DOCS, needed=True) or ""
    if name in vault.variables:
        raise fail(409, "Already exists - Variable already exists", f"{_DOCS}#create-a-repository-variable")
    made = Variable(name, value, now, now)
    if org:
        _choose(ask, org, made)
    vault.variables[name] = made
    return Answer(201, {})


@routes.on(*(f"PATCH {address}" for address in _ONE))
def update_variable(ask: Ask, name: str, environment: str = "", org: str = "") -> Answer:
    """Change a variable's value, name or visibility.

    https://docs.github.com/rest/actions/variables#update-a-repository-variable
    """
    vault = _vault(ask, environment, org)
    variable = _variable(vault, name)
    new_name, value = (ask.text("name", _DOCS) or variable.name).upper(), ask.text("value", _DOCS)
    if vault.variables.get(new_name, variable) is not variable:
        raise fail(409, "Already exists - Variable already exists", f"{_DOCS}#update-a-repository-variable")
    if org:
        _choose(ask, org, variable)
    variable.value, variable.updated_at = variable.value if value is None else value, ask.world.now()
    del vault.variables[variable.name]
    variable.name = new_name
    vault.variables[new_name] = variable
    return Answer(204)


def _choose(ask: Ask, org: str, variable: Variable) -> None:
    """Who sees it; no repositories stay chosen where not those that are chosen see it."""
    visibility = ask.text("visibility", _DOCS) or variable.visibility
    if visibility not in {"all", "private", "selected"}:
        raise malformed(f"For 'properties/visibility', {visibility!r} is not one of: all, private, selected.", _DOCS)
    ids = selected_ids(ask, org, variable.repos)
    variable.visibility, variable.repos = visibility, ids if visibility == "selected" else []


@routes.on(*(f"DELETE {address}" for address in _ONE))
def delete_variable(ask: Ask, name: str, environment: str = "", org: str = "") -> Answer:
    """Delete a variable.

    https://docs.github.com/rest/actions/variables#delete-a-repository-variable
    """
    vault = _vault(ask, environment, org)
    del vault.variables[_variable(vault, name).name]
    return Answer(204)


@routes.on(f"GET {_CHOSEN}")
def list_selected(ask: Ask, org: str, name: str) -> Answer:
    """The repositories that see a variable; 409 unless it is one for chosen repositories.

    https://docs.github.com/rest/actions/variables#list-selected-repositories-for-an-organization-variable
    """
    return selected_answer(ask, _chosen(ask, org, name).repos)


def _chosen(ask: Ask, org: str, name: str) -> Variable:
    variable = _variable(_vault(ask, "", org), name)
    if variable.visibility != "selected":
        raise fail(409, "Visibility is not set to selected", _DOCS)
    return variable


@routes.on(f"PUT {_CHOSEN}/{{repository}}")
def add_selected(ask: Ask, org: str, name: str, repository: str) -> Answer:
    """Let one more repository see a variable.

    https://docs.github.com/rest/actions/variables#add-selected-repository-to-an-organization-variable
    """
    variable = _chosen(ask, org, name)
    variable.repos = list(dict.fromkeys([*variable.repos, *selected_ids(ask, org, [], [repository])]))
    return Answer(204)


@routes.on(f"DELETE {_CHOSEN}/{{repository}}")
def remove_selected(ask: Ask, org: str, name: str, repository: str) -> Answer:
    """Hide a variable from a repository.

    https://docs.github.com/rest/actions/variables#remove-selected-repository-from-an-organization-variable
    """
    variable = _chosen(ask, org, name)
    variable.repos = [one for one in variable.repos if str(one) != repository]
    return Answer(204)
