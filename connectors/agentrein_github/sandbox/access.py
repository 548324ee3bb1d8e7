"""Who may do what in a repository: collaborators and the invitations to become one.

https://docs.github.com/rest/collaborators/collaborators
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, malformed, not_found
from agentrein_github.sandbox.org_world import Invitation
from agentrein_github.sandbox.world import LEVELS, Repo

routes = Routes()
_DOCS = f"{DOCS}/collaborators/collaborators"
_ONE = f"{REPO}/collaborators/{{login}}"
_SHOWN = {"pull": "read", "push": "write"}
"""How a level is called in an invitation."""


def _permission(ask: Ask) -> str:
    sent = ask.text("permission", _DOCS) or "push"
    if sent not in LEVELS[1:]:
        raise malformed(f"For 'properties/permission', {sent!r} is no role.", _DOCS)
    return sent


def _json(ask: Ask, repo: Repo, invitation: Invitation) -> dict[str, Any]:
    here = f"{ask.url}/user/repository_invitations/{invitation.id}"
    return {
        "id": invitation.id,
        "node_id": f"RI_kwDO{invitation.id}",
        "repository": shapes.repo_json(ask.url, repo, ask.user),
        "invitee": shapes.user_json(ask.url, invitation.user),
        "inviter": shapes.user_json(ask.url, invitation.inviter),
        "permissions": _SHOWN.get(invitation.role, invitation.role),
        "created_at": invitation.created_at,
        "expired": False,
        "url": here,
        "html_url": f"{shapes.SITE}/{repo.full_name}/invitations",
    }


@routes.on(f"PUT {_ONE}")
def add_collaborator(ask: Ask, login: str) -> Answer:
    """Invite somebody (201); members of the organisation, and collaborators, get the role at once (204).

    https://docs.github.com/rest/collaborators/collaborators#add-a-repository-collaborator
    """
    ask.require("admin", hide=False)
    user, permission = ask.world.user(login), _permission(ask)
    if user is None:
        raise not_found(_DOCS)
    org = ask.world.orgs.get(ask.repo.owner.id)
    if user.login in ask.repo.access or (org is not None and org.role(user)):
        ask.repo.access[user.login] = permission
        return Answer(204)
    pending = next((one for one in ask.repo.invitations.values() if one.user is user), None)
    made = pending or Invitation(ask.world.new_id(), user, ask.me, permission, ask.world.now())
    made.role = permission
    ask.repo.invitations[made.id] = made
    return Answer(201, _json(ask, ask.repo, made))


@routes.on(f"DELETE {_ONE}")
def remove_collaborator(ask: Ask, login: str) -> Answer:
    """Take somebody's access away, and their assignments; everybody may leave.

    https://docs.github.com/rest/collaborators/collaborators#remove-a-repository-collaborator
    """
    user = ask.world.user(login)
    if user is not ask.me:
        ask.require("admin", hide=False)
    if user is None or user.login not in ask.repo.access:
        raise not_found(_DOCS)
    del ask.repo.access[user.login]
    for issue in ask.repo.issues.values():
        issue.assignees = [one for one in issue.assignees if one is not user]
    return Answer(204)


@routes.on(f"GET {REPO}/invitations")
def list_invitations(ask: Ask) -> Answer:
    """The invitations that nobody answered yet.

    https://docs.github.com/rest/collaborators/invitations#list-repository-invitations
    """
    ask.require("admin", hide=False)
    return ask.page(list(ask.repo.invitations.values()), lambda one: _json(ask, ask.repo, one))


@routes.on(f"DELETE {REPO}/invitations/{{number}}")
def delete_invitation(ask: Ask, number: str) -> Answer:
    """Take an invitation back.

    https://docs.github.com/rest/collaborators/invitations#delete-a-repository-invitation
    """
    ask.require("admin", hide=False)
    if not number.isdecimal() or ask.repo.invitations.pop(int(number), None) is None:
        raise not_found(_DOCS)
    return Answer(204)


def _mine(ask: Ask) -> list[tuple[Repo, Invitation]]:
    return [(repo, one) for repo in ask.world.repos.values() for one in repo.invitations.values() if one.user is ask.me]


@routes.on("GET /user/repository_invitations")
def list_mine(ask: Ask) -> Answer:
    """The invitations of the token's account.

    https://docs.github.com/rest/collaborators/invitations#list-repository-invitations-for-the-authenticated-user
    """
    return ask.page(_mine(ask), lambda one: _json(ask, *one))


@routes.on("PATCH /user/repository_invitations/{number}")
def accept(ask: Ask, number: str) -> Answer:
    """Become a collaborator.

    https://docs.github.com/rest/collaborators/invitations#accept-a-repository-invitation
    """
    for repo, one in _mine(ask):
        if str(one.id) == number:
            del repo.invitations[one.id]
            repo.access[one.user.login] = one.role
            return Answer(204)
    raise not_found(_DOCS)
