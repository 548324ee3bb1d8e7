"""Organisations, and what their settings share.

https://docs.github.com/rest/orgs/orgs
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, Ask, fail, malformed, not_found
from agentrein_github.sandbox.org_world import Org

routes = Routes()
_DOCS = f"{DOCS}/orgs/orgs"


def org_of(ask: Ask, name: str) -> Org:
    """The organisation of this login, whatever its case."""
    found = next((one for one in ask.world.orgs.values() if one.account.login.lower() == name.lower()), None)
    if found is None:
        raise not_found(f"{_DOCS}#get-an-organization")
    return found


def require_owner(ask: Ask, name: str) -> Org:
    """The organisation, if the asking account is one of its owners; else it ends with 403."""
    org = org_of(ask, name)
    if org.role(ask.me) != "admin":
        raise fail(403, "Must be an organization owner.", _DOCS)
    return org


def selected_ids(ask: Ask, org: str, now: Sequence[int], given: Sequence[Any] | None = None) -> list[int]:
    """The chosen repositories of a call, or those that are chosen now; ends with 422 for one that is not there."""
    ids = given if given is not None else ask.fields.get("selected_repository_ids")
    if ids is None:
        return list(now)
    chosen = [int(one) for one in ids]
    owner = org_of(ask, org).account
    if not all(one in ask.world.repos and ask.world.repos[one].owner is owner for one in chosen):
        raise malformed("Not all repositories are the organization's.", _DOCS)
    return chosen


def selected_answer(ask: Ask, ids: Sequence[int]) -> Answer:
    """The chosen repositories as a list."""
    found = [ask.world.repos[one] for one in ids if one in ask.world.repos]
    listed = ask.page(found, lambda repo: shapes.repo_json(ask.url, repo, ask.user))
    return Answer(200, {"total_count": len(found), "repositories": listed.body}, listed.headers)


def org_json(ask: Ask, org: Org) -> dict[str, Any]:
    """An organisation as its own page shows it."""
    here = f"{ask.url}/orgs/{org.account.login}"
    links = ("repos", "events", "hooks", "issues")
    return {
        "login": org.account.login,
        "id": org.account.id,
        "node_id": f"O_kgDO{org.account.id}",
        "url": here,
        **{f"{name}_url": f"{here}/{name}" for name in links},
        "members_url": f"{here}/members{{/member}}",
        "public_members_url": f"{here}/public_members{{/member}}",
        "html_url": f"{shapes.SITE}/{org.account.login}",
        "type": "Organization",
        "created_at": org.created_at,
        "updated_at": org.created_at,
        **org.profile,
    }


@routes.on("GET /orgs/{org}")
def get_org(ask: Ask, org: str) -> Answer:
    """One organisation.

    https://docs.github.com/rest/orgs/orgs#get-an-organization
    """
    return Answer(200, org_json(ask, org_of(ask, org)))


@routes.on("GET /organizations/{number}")
def get_org_by_id(ask: Ask, number: str) -> Answer:
    """One organisation by its id, the form in which GitHub's own links name it.

    https://docs.github.com/rest/orgs/orgs#get-an-organization
    """
    org = ask.world.orgs.get(int(number)) if number.isdecimal() else None
    if org is None:
        raise not_found(_DOCS)
    return Answer(200, org_json(ask, org))
