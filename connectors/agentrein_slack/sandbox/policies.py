"""Barriers, sessions and settings of apps, for administrators' tokens only.

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
_SUBJECTS = ["call", "im", "mpim"]


def _barrier(ask: Ask) -> dict[str, Any]:
    barrier = ask.world.barriers.get(ask.needed("barrier_id"))
    if barrier is None:
        raise fail("barrier_not_found")
    return barrier


def _asked(ask: Ask) -> dict[str, Any]:
    if sorted(ask.listed("restricted_subjects")) != _SUBJECTS:
        raise fail("invalid_restricted_subjects")
    others = sorted(ask.listed("barriered_from_usergroup_ids"))
    return {"primary": ask.needed("primary_usergroup_id"), "others": others, "subjects": _SUBJECTS}


def _shape(barrier: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": barrier["id"],
        "primary_usergroup": {"id": barrier["primary"], "name": "One"},
        "barriered_from_usergroups": [{"id": one, "name": "Other"} for one in barrier["others"]],
        "restricted_subjects": barrier["subjects"],
        "date_update": 1,
    }


@_on("admin.barriers.create", "admin.barriers:write")
def create(ask: Ask) -> Answer:
    """Put up a barrier."""
    asked, number = _asked(ask), ask.world.new_id("Ba")
    key = ask.world.key(number, "barrier", asked["primary"], *asked["others"])
    ask.world.barriers[number] = {"id": number, "key": key, **asked}
    return ok(barrier=_shape(ask.world.barriers[number]))


@_on("admin.barriers.update", "admin.barriers:write")
def update(ask: Ask) -> Answer:
    """Change all of a barrier."""
    barrier = _barrier(ask)
    barrier |= _asked(ask)
    return ok(barrier=_shape(barrier))


@_on("admin.barriers.delete", "admin.barriers:write")
def delete(ask: Ask) -> Answer:
    """Take a barrier down."""
    barrier = _barrier(ask)
    del ask.world.barriers[barrier["id"]]
    ask.world.removed(barrier["key"], "barrier", barrier["primary"], *barrier["others"])
    return ok()


@_on("admin.barriers.list", "admin.barriers:read")
def listed(ask: Ask) -> Answer:
    """All barriers."""
    return ask.page("barriers", list(ask.world.barriers.values()), _shape)


def _people(ask: Ask) -> list[str]:
    named = ask.listed("user_ids")
    if any(one not in ask.world.users for one in named):
        raise fail("user_not_found")
    return named


@_on("admin.users.session.setSettings", "admin.users:write")
def put(ask: Ask) -> Answer:
    """Set how long people stay signed in."""
    for one in _people(ask):
        known = ask.world.sessions.get(one, {"duration": None, "desktop_app_browser_quit": False})
        given: dict[str, Any] = {"duration": ask.number("duration", 0)} if ask.has("duration") else {}
        if ask.has("desktop_app_browser_quit"):
            given["desktop_app_browser_quit"] = ask.flag("desktop_app_browser_quit")
        ask.world.sessions[one] = {**known, **given}
    return ok()


@_on("admin.users.session.clearSettings", "admin.users:write")
def clear(ask: Ask) -> Answer:
    """Set nothing for people."""
    for one in _people(ask):
        ask.world.sessions.pop(one, None)
    return ok()


@_on("admin.users.session.getSettings", "admin.users:read")
def get(ask: Ask) -> Answer:
    """How long people stay signed in; bots never sign in."""
    named = [one for one in _people(ask) if not ask.world.users[one].bot_id]
    found = [{"user_id": one, **ask.world.sessions[one]} for one in named if one in ask.world.sessions]
    return ok(session_settings=found, no_settings_applied=[one for one in named if one not in ask.world.sessions])


@_on("admin.apps.config.lookup", "admin.apps:read")
def config(ask: Ask) -> Answer:
    """The settings of connectors."""
    found = [{"app_id": one, **ask.world.configs[one]} for one in ask.listed("app_ids") if one in ask.world.configs]
    return ok(configs=found)


@_on("admin.apps.config.set", "admin.apps:write")
def set_config(ask: Ask) -> Answer:
    """Change what the call mentions."""
    held = ask.world.configs.get(ask.needed("app_id"))
    if held is None:
        raise fail("app_not_found")
    held |= {name: ask.args[name] for name in held if ask.has(name)}
    return ok()
