"""What further reads complete of people's access: collaborators, invitations, teams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_github.pages import NOT_THERE, PAGE, Steps, first_of, listed

_COLLABORATORS = "GET /repos/{owner}/{repo}/collaborators"
_INVITATIONS = "GET /repos/{owner}/{repo}/invitations"
_ORG_INVITATIONS = "GET /orgs/{org}/invitations"
_CHILDREN = "GET /organizations/{org_id}/team/{team_id}/teams"
_WRITTEN = {"read": "pull", "write": "push"}
"""How a role is written that is shown by another name."""


def collaborator(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell the direct role of somebody in a repository, and of a pending invitation."""
    wanted = str(given["username"]).casefold()
    found = yield from first_of(page, _COLLABORATORS, {"affiliation": "direct"}, lambda one: _login(one) == wanted)
    if isinstance(found, Answer):
        return found
    answer = yield Read(_INVITATIONS, {"per_page": PAGE})
    if answer.status != 200:
        return answer
    invited = yield from first_of(answer.body, _INVITATIONS, {}, lambda one: _login(one.get("invitee")) == wanted)
    if isinstance(invited, Answer):
        return invited
    role = None if found is None else written(found.get("role_name"))
    offered = None if invited is None else written(invited.get("permissions"))
    return {"role": role, "invited": offered, "as": role or offered, "invitation_id": invited and invited["id"]}


def pending_invitation(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that find the invitation of somebody into a repository; 404 where none is pending."""
    wanted = str(given["username"]).casefold()
    found = yield from first_of(page, _INVITATIONS, {}, lambda one: _login(one.get("invitee")) == wanted)
    return NOT_THERE if found is None else found


def invitation(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that find an invitation into a repository by its id."""
    found = yield from first_of(page, _INVITATIONS, {}, lambda one: str(one["id"]) == str(given["invitation_id"]))
    if isinstance(found, Answer) or found is None:
        return found or {}
    return {"invitation": {"login": found["invitee"]["login"], "permission": written(found["permissions"])}}


def team(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the read that tells which teams are below a team."""
    answer = yield Read(_CHILDREN, {**given, "per_page": PAGE})
    return {**body, "children": [one["id"] for one in answer.body]} if answer.status == 200 else answer


def team_repository(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell the role of a team in a repository."""
    wanted = f"{given['owner']}/{given['repo']}".casefold()
    place = {name: value for name, value in given.items() if name in {"org_id", "team_id", "team_slug"}}
    found = yield from first_of(page, given["address"], place, lambda one: str(one["full_name"]).casefold() == wanted)
    if isinstance(found, Answer) or found is None:
        return found or {}
    return {"entry": {"there": True, "role": written(found.get("role_name"))}}


def org_invitation(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that find an invitation into an organisation by its id."""
    wanted = str(given["invitation_id"])
    found = yield from first_of(page, _ORG_INVITATIONS, {}, lambda one: str(one["id"]) == wanted)
    if isinstance(found, Answer) or found is None:
        return found or {}
    shown = {"login": found.get("login"), "role": membership_role(found["role"]), "teams": found.get("team_count")}
    return {"invitation": shown}


def seats(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Yield the reads that tell who has a seat of Copilot that does not end with the cycle."""
    found = yield from listed("GET /orgs/{org}/copilot/billing/seats", {}, at="seats", first=body)
    if isinstance(found, Answer):
        return found
    lasting = [one["assignee"]["login"] for one in found if not one.get("pending_cancellation_date")]
    return {"logins": lasting}


def own_invitation(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that find one of the account's own invitations by its id, with the repository that it is for."""
    wanted = str(given["invitation_id"])
    found = yield from first_of(page, "GET /user/repository_invitations", {}, lambda one: str(one["id"]) == wanted)
    if isinstance(found, Answer) or found is None:
        return found or {}
    return {"invitation": {"owner": found["repository"]["owner"]["login"], "repo": found["repository"]["name"]}}


def membership_role(role: Any) -> Any:
    """The role of a member whom an invitation of this role makes."""
    return {"direct_member": "member"}.get(str(role), role)


def own_team(ours: Any, now: Any, own: Own) -> bool:
    """Whether a count differs by what the run itself did to teams, which in a plan is not yet undone."""
    below = [one for one in own.sent if "/team" in one.address and one.address.partition("/team")[2].count("/") > 1]
    return own.plan and ours != now and bool(below)


def written(role: Any) -> Any:
    """A role by the name under which it is given."""
    return _WRITTEN.get(str(role), role)


def _login(user: Any) -> str:
    return str((user or {}).get("login")).casefold()


READINGS = {
    "collaborator": collaborator,
    "invitation": invitation,
    "pending invitation": pending_invitation,
    "own invitation": own_invitation,
    "seats": seats,
    "org invitation": org_invitation,
    "team": team,
    "team repository": team_repository,
}
COMPARISONS = {"own team": own_team}
