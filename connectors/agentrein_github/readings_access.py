"""What further reads complete of people's access: collaborators, invitations, teams."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read

Steps = Generator[Read, Answer, Any]

_A_PAGE = 100
_COLLABORATORS = "GET /repos/{owner}/{repo}/collaborators"
_INVITATIONS = "GET /repos/{owner}/{repo}/invitations"
_ORG_INVITATIONS = "GET /orgs/{org}/invitations"
_ORG_HOOKS = "GET /orgs/{org}/hooks"
_PUBLIC_MEMBERS = "GET /orgs/{org}/public_members"
_TEAMS = "GET /orgs/{org}/teams"
_CHILDREN = "GET /organizations/{org_id}/team/{team_id}/teams"
_WRITTEN = {"read": "pull", "write": "push"}
"""How a role is written that is shown by another name."""


def collaborator(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell the direct role of somebody in a repository, and of a pending invitation."""
    wanted = str(given["username"]).casefold()
    found = yield from _pages(page, _COLLABORATORS, {"affiliation": "direct"}, lambda one: _login(one) == wanted)
    if isinstance(found, Answer):
        return found
    answer = yield Read(_INVITATIONS, {"per_page": _A_PAGE})
    if answer.status != 200:
        return answer
    invited = yield from _pages(answer.body, _INVITATIONS, {}, lambda one: _login(one.get("invitee")) == wanted)
    if isinstance(invited, Answer):
        return invited
    role = None if found is None else written(found.get("role_name"))
    offered = None if invited is None else written(invited.get("permissions"))
    return {"role": role, "invited": offered, "as": role or offered}


def pending_invitation(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that find the invitation of somebody into a repository; 404 where none is pending."""
    wanted = str(given["username"]).casefold()
    found = yield from _pages(page, _INVITATIONS, {}, lambda one: _login(one.get("invitee")) == wanted)
    return Answer(404, {"message": "Not Found"}) if found is None else found


def invitation(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that find an invitation into a repository by its id."""
    found = yield from _pages(page, _INVITATIONS, {}, lambda one: str(one["id"]) == str(given["invitation_id"]))
    if isinstance(found, Answer) or found is None:
        return found or {}
    return {"invitation": {"login": found["invitee"]["login"], "permission": written(found["permissions"])}}


def team(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the read that tells which teams are below a team."""
    answer = yield Read(_CHILDREN, {**given, "per_page": _A_PAGE})
    return {**body, "children": [one["id"] for one in answer.body]} if answer.status == 200 else answer


def teams(page: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Yield the reads that tell the ids of all teams."""
    found: list[Any] = []
    answer = yield from _pages(page, _TEAMS, {}, lambda one: found.append(one["id"]))
    return {"ids": found} if answer is None else answer


def team_repository(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell the role of a team in a repository."""
    wanted = f"{given['owner']}/{given['repo']}".casefold()
    place = {name: value for name, value in given.items() if name in {"org_id", "team_id", "team_slug"}}
    found = yield from _pages(page, given["address"], place, lambda one: str(one["full_name"]).casefold() == wanted)
    if isinstance(found, Answer) or found is None:
        return found or {}
    return {"entry": {"there": True, "role": written(found.get("role_name"))}}


def org_invitations(page: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Yield the reads that tell the ids of all invitations into an organisation."""
    found: list[Any] = []
    answer = yield from _pages(page, _ORG_INVITATIONS, {}, lambda one: found.append(one["id"]))
    return {"ids": found} if answer is None else answer


def org_invitation(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that find an invitation into an organisation by its id."""
    wanted = str(given["invitation_id"])
    found = yield from _pages(page, _ORG_INVITATIONS, {}, lambda one: str(one["id"]) == wanted)
    if isinstance(found, Answer) or found is None:
        return found or {}
    shown = {"login": found.get("login"), "role": membership_role(found["role"]), "teams": found.get("team_count")}
    return {"invitation": shown}


def org_hook(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that find a webhook of an organisation by its address."""
    found = yield from _pages(page, _ORG_HOOKS, {}, lambda one: one["config"].get("url") == given["url"])
    return found if isinstance(found, Answer) else {} if found is None else {"hook": found}


def seats(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Yield the reads that tell who has a seat of Copilot that does not end with the cycle."""
    found, number = list(body.get("seats") or []), 1
    while len(found) == number * _A_PAGE:
        number += 1
        answer = yield Read("GET /orgs/{org}/copilot/billing/seats", {"per_page": _A_PAGE, "page": number})
        if answer.status != 200:
            return answer
        found += answer.body.get("seats") or []
    lasting = [one["assignee"]["login"] for one in found if not one.get("pending_cancellation_date")]
    return {"logins": lasting}


def own_invitation(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that find one of the account's own invitations by its id, with the repository that it is for."""
    wanted = str(given["invitation_id"])
    found = yield from _pages(page, "GET /user/repository_invitations", {}, lambda one: str(one["id"]) == wanted)
    if isinstance(found, Answer) or found is None:
        return found or {}
    return {"invitation": {"owner": found["repository"]["owner"]["login"], "repo": found["repository"]["name"]}}


def membership_role(role: Any) -> Any:
    """The role of a member whom an invitation of this role makes."""
    return {"direct_member": "member"}.get(str(role), role)


def public_members(page: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Yield the reads that tell who shows the membership of an organisation."""
    found: list[Any] = []
    answer = yield from _pages(page, _PUBLIC_MEMBERS, {}, lambda one: found.append(one["login"]))
    return {"logins": found} if answer is None else answer


def own_team(ours: Any, now: Any, own: Own) -> Generator[Read, Answer, bool]:
    """Whether a count differs by what the run itself did to teams, which in a plan is not yet undone."""
    yield from ()
    below = [one for one in own.sent if "/team" in one.address and one.address.partition("/team")[2].count("/") > 1]
    return own.plan and ours != now and bool(below)


def written(role: Any) -> Any:
    """A role by the name under which it is given."""
    return _WRITTEN.get(str(role), role)


def _login(user: Any) -> str:
    return str((user or {}).get("login")).casefold()


def _pages(page: Any, address: str, params: dict[str, Any], wanted: Any) -> Steps:
    """The first wanted entry of a list, None if there is none, the answer if a page cannot be read."""
    number = 1
    while True:
        for one in page:
            if wanted(one):
                return one
        if len(page) < _A_PAGE:
            return None
        number += 1
        answer = yield Read(address, {**params, "per_page": _A_PAGE, "page": number})
        if answer.status != 200:
            return answer
        page = answer.body


READINGS = {
    "collaborator": collaborator,
    "invitation": invitation,
    "pending invitation": pending_invitation,
    "org hook": org_hook,
    "own invitation": own_invitation,
    "seats": seats,
    "org invitation": org_invitation,
    "org invitations": org_invitations,
    "public members": public_members,
    "team": team,
    "teams": teams,
    "team repository": team_repository,
}
COMPARISONS = {"own team": own_team}
