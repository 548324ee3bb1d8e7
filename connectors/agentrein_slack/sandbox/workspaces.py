"""The workspace and its emoji, for administrators' tokens only.

https://docs.slack.dev/admins
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox.admins import for_admins, held
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.world import TEAM

methods = Methods()
_on = for_admins(methods)


@_on("admin.teams.settings.info", "admin.teams:read")
def settings(ask: Ask) -> Answer:
    """The settings of the workspace."""
    _team(ask)
    shown: dict[str, Any] = {"id": TEAM, "name": ask.world.name, "domain": "acme", "email_domain": ""}
    return ok(team={**shown, "default_channels": list(held(ask, "default channels"))})


def _team(ask: Ask) -> None:
    if ask.needed("team_id") != TEAM:
        raise fail("team_not_found")


@_on("admin.teams.settings.setName", "admin.teams:write")
def set_name(ask: Ask) -> Answer:
    """Name the workspace."""
    _team(ask)
    ask.world.name = ask.needed("name")
    return ok()


@_on("admin.teams.settings.setDefaultChannels", "admin.teams:write")
def set_defaults(ask: Ask) -> Answer:
    """Set the channels into which newcomers come."""
    _team(ask)
    held(ask, "default channels")[:] = ask.listed("channel_ids")
    return ok()


def _name(ask: Ask, argument: str = "name") -> str:
    return ask.needed(argument).strip(":")


@_on("admin.emoji.add", "admin.teams:write")
def add_emoji(ask: Ask) -> Answer:
    """Add an emoji."""
    if _name(ask) in ask.world.emoji:
        raise fail("error_name_taken")
    ask.world.emoji[_name(ask)] = ask.needed("url")
    return ok()


@_on("admin.emoji.addAlias", "admin.teams:write")
def add_alias(ask: Ask) -> Answer:
    """Give an emoji another name."""
    if _name(ask, "alias_for") not in ask.world.emoji:
        raise fail("error_invalid_alias")
    if _name(ask) in ask.world.emoji:
        raise fail("error_name_taken")
    ask.world.emoji[_name(ask)] = f"alias:{_name(ask, 'alias_for')}"
    return ok()


@_on("admin.emoji.rename", "admin.teams:write")
def rename_emoji(ask: Ask) -> Answer:
    """Give an emoji another name instead."""
    if _name(ask) not in ask.world.emoji:
        raise fail("error_invalid_emoji_to_rename")
    if _name(ask, "new_name") in ask.world.emoji:
        raise fail("error_name_taken")
    ask.world.emoji[_name(ask, "new_name")] = ask.world.emoji.pop(_name(ask))
    return ok()


@_on("admin.emoji.remove", "admin.teams:write")
def remove_emoji(ask: Ask) -> Answer:
    """Remove an emoji."""
    if ask.world.emoji.pop(_name(ask), None) is None:
        raise fail("emoji_not_found")
    return ok()


@_on("admin.emoji.list", "admin.teams:read")
def list_emoji(ask: Ask) -> Answer:
    """All emoji."""
    shown = {name: {"url": url, "date_created": 1, "uploaded_by": "U0BOB"} for name, url in ask.world.emoji.items()}
    return ok(emoji=shown, response_metadata={"next_cursor": ""})
