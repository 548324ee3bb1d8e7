"""User groups, which can be disabled but not deleted.

https://docs.slack.dev/reference/methods (usergroups.*)
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import Usergroup
from agentrein_slack.sandbox.world import TEAM

methods = Methods()
_READ, _WRITE = "usergroups:read", "usergroups:write"


@methods.on("usergroups.create", _WRITE)
def create(ask: Ask) -> Answer:
    """Make a group; its name and its handle are taken for good."""
    name, handle = ask.text("name"), ask.text("handle") or ask.text("name").lower().replace(" ", "-")
    if not name:
        raise fail("missing_subteam_name")
    _require_free(ask, name, handle)
    group = Usergroup(ask.world.new_id("S"), name, handle, ask.text("description"), ask.me, 0, 0, ask.me)
    group.created = group.updated = ask.world.now()
    group.channels = ask.listed("channels")
    ask.world.usergroups[group.id] = group
    return _answer(group)


def _require_free(ask: Ask, name: str, handle: str, but: Usergroup | None = None) -> None:
    others = [group for group in ask.world.usergroups.values() if group is not but]
    if any(group.name == name for group in others):
        raise fail("name_already_exists")
    if any(group.handle == handle for group in others):
        raise fail("handle_already_exists")


def _group(ask: Ask) -> Usergroup:
    group = ask.world.usergroups.get(ask.needed("usergroup"))
    if group is None:
        raise fail("no_such_subteam")
    return group


def _changed(ask: Ask, group: Usergroup) -> Answer:
    group.updated, group.updated_by = ask.world.now(), ask.me
    return _answer(group)


@methods.on("usergroups.update", _WRITE)
def update(ask: Ask) -> Answer:
    """Change what the call mentions."""
    group = _group(ask)
    name, handle = ask.text("name", group.name), ask.text("handle", group.handle)
    _require_free(ask, name, handle, group)
    group.name, group.handle = name, handle
    group.description = ask.text("description", group.description)
    if ask.has("channels"):
        group.channels = ask.listed("channels")
    return _changed(ask, group)


@methods.on("usergroups.disable", _WRITE)
def disable(ask: Ask) -> Answer:
    """Disable a group."""
    group = _group(ask)
    if group.disabled:
        raise fail("already_disabled")
    group.disabled = ask.world.now()
    return _changed(ask, group)


@methods.on("usergroups.enable", _WRITE)
def enable(ask: Ask) -> Answer:
    """Enable a group."""
    group = _group(ask)
    if not group.disabled:
        raise fail("already_enabled")
    group.disabled = 0
    return _changed(ask, group)


@methods.on("usergroups.list", _READ)
def listed(ask: Ask) -> Answer:
    """The groups; the disabled ones and the members only if asked for."""
    found = [one for one in ask.world.usergroups.values() if ask.flag("include_disabled") or not one.disabled]
    shown = [_shape(one, users=ask.flag("include_users")) for one in found]
    return ok(usergroups=shown)


@methods.on("usergroups.users.list", _READ)
def users(ask: Ask) -> Answer:
    """The members of a group."""
    return ok(users=list(_group(ask).users))


@methods.on("usergroups.users.update", _WRITE)
def set_users(ask: Ask) -> Answer:
    """Replace the members of a group; it cannot be left without any."""
    group, named = _group(ask), ask.listed("users")
    if not named:
        raise fail("no_users_provided")
    if any(one not in ask.world.users for one in named):
        raise fail("invalid_users")
    group.users = list(dict.fromkeys(named))
    return _changed(ask, group)


def _answer(group: Usergroup) -> Answer:
    return ok(usergroup=_shape(group, users=True))


def _shape(group: Usergroup, *, users: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "id": group.id,
        "team_id": TEAM,
        "is_usergroup": True,
        "is_subteam": True,
        "name": group.name,
        "description": group.description,
        "handle": group.handle,
        "is_external": False,
        "date_create": group.created,
        "date_update": group.updated,
        "date_delete": group.disabled,
        "auto_type": None,
        "created_by": group.user.id,
        "updated_by": group.updated_by.id,
        "deleted_by": group.updated_by.id if group.disabled else None,
        "prefs": {"channels": list(group.channels), "groups": []},
        "user_count": len(group.users),
    }
    return fields | {"users": list(group.users)} if users else fields
