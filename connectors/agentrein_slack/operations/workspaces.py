"""Workspaces and emoji, which administrators set: https://docs.slack.dev/admins."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    before,
    do,
    either,
    field,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_slack.operations.places import METHODS
from agentrein_slack.readings_of_admins import MOST


def _sdk(address: str) -> str:
    return f"WebClient.{address.replace('.', '_')}"


_TEAM = path("slack:workspace:", sent("team_id"))
_SETTINGS = read("admin.teams.settings.info", "team", completed="workspace", team_id=sent("team_id"))
_TEAMS = ("admin.teams:write", "admin.teams:read")
_EMOJI = path("slack:emoji:", sent("name"))


def _emoji(**given: Any) -> Any:
    return read("admin.emoji.list", completed="emoji", given=given, limit=MOST)


_NAMED = _emoji(name=sent("name"))
_OLD, _NEW = _emoji(name=sent("name"), other=sent("new_name")), _emoji(name=sent("new_name"), other=sent("name"))


def _new_emoji(address: str, says: str) -> Any:
    """The row that makes an emoji, or another name of one."""
    return op(
        address,
        sdk=_sdk(address),
        says=says,
        tier=REVERSIBLE,
        object=_EMOJI,
        before=_NAMED,
        inverse=either(
            {False: do("admin.emoji.remove", {"name": sent("name")}, goal=shows(_NAMED, there=False)), True: None},
            by=before("there"),
        ),
        probe=stands(_NAMED, {"there": True}),
        residue="Where it was used meanwhile, its name stands as text.",
        scopes=_TEAMS,
        why=f"Removed again, unless it was there before. {METHODS}/admin.emoji.remove",
    )


ROWS = (
    op(
        "admin.teams.settings.setName",
        sdk="WebClient.admin_teams_settings_setName",
        says="name workspace {team_id} {name!r}",
        tier=REVERSIBLE,
        object=_TEAM,
        faithful=False,
        inverse=restore(_SETTINGS, "admin.teams.settings.setName", field("name"), keep=("team_id",)),
        residue="People saw the other name.",
        scopes=_TEAMS,
        why=f"The old name is given back while it has ours. {METHODS}/admin.teams.settings.setName",
    ),
    op(
        "admin.teams.settings.setDefaultChannels",
        sdk="WebClient.admin_teams_settings_setDefaultChannels",
        says="set the default channels of workspace {team_id} to {channel_ids}",
        tier=REVERSIBLE,
        object=_TEAM,
        faithful=False,
        inverse=restore(
            _SETTINGS,
            "admin.teams.settings.setDefaultChannels",
            field("channel_ids", clear="", same=(None, ""), alike="same names"),
            keep=("team_id",),
        ),
        residue="Who joined the workspace meanwhile came into the other channels.",
        scopes=_TEAMS,
        why="The channels before are set again while they are those that the call set. "
        f"{METHODS}/admin.teams.settings.info",
    ),
    _new_emoji("admin.emoji.add", "add emoji {name}"),
    _new_emoji("admin.emoji.addAlias", "call emoji {alias_for} {name} too"),
    op(
        "admin.emoji.rename",
        sdk="WebClient.admin_emoji_rename",
        says="rename emoji {name} to {new_name}",
        tier=REVERSIBLE,
        object=_EMOJI,
        inverse=do(
            "admin.emoji.rename",
            {"name": sent("new_name"), "new_name": sent("name")},
            goal=shows(_OLD, want={"only there": True}),
        ),
        probe=stands(_NEW, {"only there": True}),
        residue="Where it was used meanwhile, the other name stands as text.",
        scopes=_TEAMS,
        why=f"Renamed the other way round. {METHODS}/admin.emoji.rename",
    ),
    op(
        "admin.emoji.remove",
        sdk="WebClient.admin_emoji_remove",
        says="remove emoji {name}",
        tier=IRREVERSIBLE,
        object=_EMOJI,
        why="The picture may be gone with the emoji, and Slack takes only the address of one. "
        f"{METHODS}/admin.emoji.remove",
    ),
)
