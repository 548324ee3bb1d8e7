"""Channels that administrators make, share and set up, for their tokens only.

https://docs.slack.dev/admins
"""

from __future__ import annotations

import json
import re
from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox.admins import channel_of, for_admins
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import Channel, Words
from agentrein_slack.sandbox.world import TEAM

methods = Methods()
_on = for_admins(methods)
_READ, _WRITE = "admin.conversations:read", "admin.conversations:write"
_MENTIONS = ("enable_at_channel", "enable_at_here")
_ENABLED = re.compile(r"\b(true|false)\b", re.IGNORECASE)


@_on("admin.conversations.create", _WRITE)
def create(ask: Ask) -> Answer:
    """Make a channel with its maker in it."""
    name = ask.needed("name")
    if not ask.text("team_id") and not ask.flag("org_wide"):
        raise fail("team_id_or_org_required")
    if any(one.name == name for one in ask.world.channels.values()):
        raise fail("name_taken")
    channel = Channel(ask.world.new_id("C"), name, ask.me, ask.world.now(), private=ask.flag("is_private"))
    channel.members.append(ask.me.id)
    channel.purpose = Words(ask.text("description"), ask.me.id, ask.world.now())
    ask.world.channels[channel.id] = channel
    return ok(channel_id=channel.id)


@_on("admin.conversations.getTeams", _READ)
def teams(ask: Ask) -> Answer:
    """The workspaces of a channel that is in several."""
    shared = ask.world.shared.get(channel_of(ask).id)
    if shared is None:
        raise fail("channel_not_found")
    return ask.page("team_ids", shared, str)


@_on("admin.conversations.setTeams", _WRITE)
def share(ask: Ask) -> Answer:
    """Set the workspaces that a channel is in."""
    channel, named = channel_of(ask), ask.listed("target_team_ids")
    if channel.id not in ask.world.shared and ask.text("team_id") != TEAM:
        raise fail("channel_not_found")
    if any(one not in ask.world.teams for one in named):
        raise fail("invalid_target_team")
    ask.world.shared[channel.id] = list(ask.world.teams) if ask.flag("org_channel") else named
    return ok()


@_on("admin.conversations.getConversationPrefs", _READ)
def prefs(ask: Ask) -> Answer:
    """The settings of a channel, without those of mentions that are on."""
    held = {"can_huddle": True, **ask.world.prefs.get(channel_of(ask).id, {})}
    shown = {name: {"enabled": on} for name, on in held.items() if name == "can_huddle" or not on}
    return ok(prefs={"who_can_post": {"type": ["ra"], "user": []}, **shown})


@_on("admin.conversations.setConversationPrefs", _WRITE)
def set_prefs(ask: Ask) -> Answer:
    """Set what the call mentions; both mentions go together."""
    channel, asked = channel_of(ask), _asked(ask)
    given = {name: _enabled(value) for name, value in asked.items() if name in {*_MENTIONS, "can_huddle"}}
    mentions = [given.get(name) for name in _MENTIONS if name in given]
    if mentions and (len(mentions) < len(_MENTIONS) or len(set(mentions)) > 1):
        raise fail("channel_mention_sync_required")
    ask.world.prefs.setdefault(channel.id, {}).update(given)
    return ok()


def _asked(ask: Ask) -> dict[str, Any]:
    value = ask.args.get("prefs")
    try:
        asked = json.loads(value.strip('"').replace("'", '"')) if isinstance(value, str) else value
    except ValueError:
        raise fail("invalid_value") from None
    if not isinstance(asked, dict) or not asked:
        raise fail("invalid_value")
    return asked


def _enabled(value: Any) -> bool:
    said = _ENABLED.search(json.dumps(value))
    if said is None:
        raise fail("invalid_value")
    return said[0].lower() == "true"
