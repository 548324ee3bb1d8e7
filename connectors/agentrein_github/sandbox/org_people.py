"""Members of organisations, invitations, and what an organisation says of itself.

https://docs.github.com/rest/orgs/members
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, Ask, fail, malformed, not_found
from agentrein_github.sandbox.org_world import Invitation, Membership, Org
from agentrein_github.sandbox.orgs import get_org, org_json, org_of, require_owner

routes = Routes()
_DOCS = f"{DOCS}/orgs/members"
_ONE = "/orgs/{org}/memberships/{login}"
_INVITED_AS = {"member": "direct_member", "admin": "admin"}


def _shown(ask: Ask, org: Org, login: str) -> dict[str, Any]:
    found = org.members.get(login.lower())
    if found is None:
        raise not_found(_DOCS)
    return {
        "url": f"{ask.url}/orgs/{org.account.login}/memberships/{login}",
        "state": found.state,
        "role": found.role,
        "organization": org_json(ask, org),
        "user": shapes.user_json(ask.url, found.user),
    }


@routes.on(f"GET {_ONE}")
def get_membership(ask: Ask, org: str, login: str) -> Answer:
    """Somebody's part in an organisation.

    https://docs.github.com/rest/orgs/members#get-organization-membership-for-a-user
    """
    return Answer(200, _shown(ask, org_of(ask, org), login))


@routes.on(f"PUT {_ONE}")
def put_membership(ask: Ask, org: str, login: str) -> Answer:
    """Invite somebody, or give a member another role.

    https://docs.github.com/rest/orgs/members#set-organization-membership-for-a-user
    """
    found, user = require_owner(ask, org), ask.world.user(login)
    if user is None:
        raise not_found(_DOCS)
    role = ask.text("role", _DOCS) or "member"
    if role not in _INVITED_AS:
        raise malformed(f"For 'properties/role', {role!r} is not one of: admin, member.", _DOCS)
    if login.lower() in found.members:
        found.members[login.lower()].role = role
    else:
        _invite(ask, found, user.login, role)
    return get_membership(ask, org, login)


def _invite(ask: Ask, org: Org, login: str, role: str) -> Invitation:
    user = ask.world.add_user(login)
    org.members[login.lower()] = Membership(user, role, "pending")
    made = Invitation(ask.world.new_id(), user, ask.me, role, ask.world.now())
    org.invitations[made.id] = made
    return made


def _leave(org: Org, login: str) -> None:
    del org.members[login]
    org.public.discard(login)
    org.invitations = {key: one for key, one in org.invitations.items() if one.user.login.lower() != login}
    for team in org.teams.values():
        team.members.pop(login, None)


@routes.on(f"DELETE {_ONE}", "DELETE /orgs/{org}/members/{login}", "PUT /orgs/{org}/outside_collaborators/{login}")
def remove_member(ask: Ask, org: str, login: str) -> Answer:
    """Remove a member with everything that it had, or take an invitation back.

    https://docs.github.com/rest/orgs/members#remove-organization-membership-for-a-user
    """
    found = require_owner(ask, org)
    _shown(ask, found, login)
    _leave(found, login.lower())
    return Answer(204)


def _invitation(ask: Ask, one: Invitation) -> dict[str, Any]:
    return {
        "id": one.id,
        "login": one.user.login,
        "email": None,
        "role": _INVITED_AS[one.role],
        "created_at": one.created_at,
        "inviter": shapes.user_json(ask.url, one.inviter),
        "team_count": 0,
        "node_id": f"OI_kwDO{one.id}",
        "invitation_teams_url": f"{ask.url}/invitations/{one.id}/teams",
    }


@routes.on("GET /orgs/{org}/invitations")
def list_invitations(ask: Ask, org: str) -> Answer:
    """The invitations that nobody answered yet.

    https://docs.github.com/rest/orgs/members#list-pending-organization-invitations
    """
    return ask.page(list(require_owner(ask, org).invitations.values()), lambda one: _invitation(ask, one))


@routes.on("POST /orgs/{org}/invitations")
def invite(ask: Ask, org: str) -> Answer:
    """Invite an account.

    https://docs.github.com/rest/orgs/members#create-an-organization-invitation
    """
    found, number = require_owner(ask, org), ask.fields.get("invitee_id")
    user = next((one for one in ask.world.users.values() if one.id == number), None)
    if user is None:
        raise fail(422, "Validation Failed", _DOCS, ["no such invitee"])
    if user.login.lower() in found.members:
        raise fail(422, "Validation Failed", _DOCS, ["Invitee is already a part of this organization"])
    role = {"direct_member": "member"}.get(ask.text("role", _DOCS) or "direct_member", "admin")
    return Answer(201, _invitation(ask, _invite(ask, found, user.login, role)))


@routes.on("DELETE /orgs/{org}/invitations/{number}")
def cancel(ask: Ask, org: str, number: str) -> Answer:
    """Take an invitation back.

    https://docs.github.com/rest/orgs/members#cancel-an-organization-invitation
    """
    found = require_owner(ask, org)
    one = found.invitations.get(int(number)) if number.isdecimal() else None
    if one is None:
        raise not_found(_DOCS)
    _leave(found, one.user.login.lower())
    return Answer(204)


@routes.on("GET /orgs/{org}/public_members")
def list_public(ask: Ask, org: str) -> Answer:
    """The members who show it.

    https://docs.github.com/rest/orgs/members#list-public-organization-members
    """
    found = org_of(ask, org)
    return ask.page(sorted(found.public), lambda login: shapes.user_json(ask.url, ask.world.add_user(login)))


@routes.on("PUT /orgs/{org}/public_members/{login}", "DELETE /orgs/{org}/public_members/{login}")
def show_or_hide(ask: Ask, org: str, login: str) -> Answer:
    """Show or hide that one is a member, which each decides for itself.

    https://docs.github.com/rest/orgs/members#set-public-organization-membership-for-the-authenticated-user
    """
    found = org_of(ask, org)
    if login.lower() != ask.me.login.lower() or not found.role(ask.me):
        raise fail(403, "Must be the authenticated user.", _DOCS)
    (found.public.add if ask.request.method == "PUT" else found.public.discard)(login.lower())
    return Answer(204)


@routes.on("PATCH /orgs/{org}")
def edit_org(ask: Ask, org: str) -> Answer:
    """Change what an organisation says and allows.

    https://docs.github.com/rest/orgs/orgs#update-an-organization
    """
    found = require_owner(ask, org)
    found.profile |= {name: value if value != "" else None for name, value in ask.fields.items() if name != "login"}
    return get_org(ask, org)
