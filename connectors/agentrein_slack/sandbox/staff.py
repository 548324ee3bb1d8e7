"""People in workspaces, for administrators' tokens only.

https://docs.slack.dev/admins
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox.admins import for_admins
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods

methods = Methods()
_on = for_admins(methods)
_READ, _WRITE = "admin.users:read", "admin.users:write"
_MOST = 100


def _people(ask: Ask) -> dict[str, str]:
    """Who is in the workspace of the call, and as what."""
    people = ask.world.teams.get(ask.needed("team_id"))
    if people is None:
        raise fail("team_not_found")
    return people


@_on("admin.users.list", _READ)
def listed(ask: Ask) -> Answer:
    """Everybody in a workspace."""
    people = _people(ask)
    if ask.number("limit", _MOST) > _MOST:
        raise fail("invalid_arguments")

    def shape(user: str) -> dict[str, Any]:
        role = people[user]
        return {
            "id": user,
            "email": f"{user.lower()}@acme.example",
            "is_admin": role in {"admin", "owner", "primary owner"},
            "is_owner": role in {"owner", "primary owner"},
            "is_primary_owner": role == "primary owner",
            "is_restricted": role == "guest",
            "is_ultra_restricted": False,
            "is_bot": False,
            "is_active": True,
            "username": ask.world.users[user].name,
        }

    return ask.page("users", list(people), shape)


@_on("admin.users.assign", _WRITE)
def assign(ask: Ask) -> Answer:
    """Put somebody of the organization into a workspace."""
    people, user = _people(ask), ask.user(ask.needed("user_id"))
    if user.bot_id:
        raise fail("user_is_bot")
    if user.id in people:
        raise fail("user_already_team_member")
    people[user.id] = "guest" if ask.flag("is_restricted") or ask.flag("is_ultra_restricted") else "regular"
    return ok()


@_on("admin.users.remove", _WRITE)
def remove(ask: Ask) -> Answer:
    """Take somebody out of a workspace."""
    people, user = _people(ask), _member(ask)
    del people[user]
    return ok()


def _member(ask: Ask) -> str:
    """Somebody in the workspace who is not its primary owner."""
    user, people = ask.needed("user_id"), _people(ask)
    if user not in people:
        raise fail("user_not_found")
    if people[user] == "primary owner":
        raise fail("cannot_modify_primary_owner")
    return user


@_on("admin.users.setAdmin", _WRITE)
def make_admin(ask: Ask) -> Answer:
    """Make somebody an admin."""
    _people(ask)[_member(ask)] = "admin"
    return ok()


@_on("admin.users.setOwner", _WRITE)
def make_owner(ask: Ask) -> Answer:
    """Make somebody an owner, which only owners do."""
    people = _people(ask)
    if "owner" not in people.get(ask.me.id, ""):
        raise fail("not_an_owner")
    people[_member(ask)] = "owner"
    return ok()


@_on("admin.users.setRegular", _WRITE)
def make_regular(ask: Ask) -> Answer:
    """Make somebody a regular member."""
    _people(ask)[_member(ask)] = "regular"
    return ok()
