"""What is on and off in a channel, and in which workspaces it is, which administrators set.

https://docs.slack.dev/admins
"""

from __future__ import annotations

import json
from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Json,
    Tier,
    depends,
    field,
    op,
    path,
    read,
    restore,
    sent,
    together,
)
from agentrein_slack.operations.places import METHODS
from agentrein_slack.readings_of_admins import MOST

_CHANNEL = path("slack:channel:", sent("channel_id"))
_SWITCHES = ("enable_at_channel", "enable_at_here", "can_huddle")


def prefs(body: Json) -> Json:
    """The settings of a call as a structure; Slack's page writes them with single quotes."""
    text = body.get("prefs") if isinstance(body, dict) else None
    if not isinstance(body, dict) or not isinstance(text, str):
        return body
    try:
        known = json.loads(text.strip().strip('"').replace("'", '"'))
    except ValueError:
        return body
    return {**body, "prefs": known} if isinstance(known, dict) else body


@depends(REVERSIBLE, IRREVERSIBLE)
def prefs_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Switches that Slack shows can be set back; which groups may post it does not show."""
    asked = call.body.get("prefs") if isinstance(call.body, dict) else None
    shown = image.get("prefs") if isinstance(image, dict) else None
    if not isinstance(asked, dict) or not isinstance(shown, dict):
        return IRREVERSIBLE
    known = all(name in _SWITCHES and shown.get(name) is not None for name in asked)
    return REVERSIBLE if asked and known else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def teams_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A channel of the whole organization is not known to become one of some workspaces again."""
    said = call.body if isinstance(call.body, dict) else {}
    everywhere = str(said.get("org_channel")).lower() in {"1", "true"}
    known = isinstance(image, dict) and image.get("target_team_ids") and said.get("target_team_ids")
    return COSTLY if known and not everywhere else IRREVERSIBLE


_PREFS = read(
    "admin.conversations.getConversationPrefs",
    completed="switches",
    given={"like": sent("prefs")},
    channel_id=sent("channel_id"),
)
_TEAMS = read(
    "admin.conversations.getTeams",
    completed="shared with",
    given={"channel": sent("channel_id")},
    channel_id=sent("channel_id"),
    limit=MOST,
)
_SET = ("admin.conversations:write", "admin.conversations:read")

ROWS = (
    op(
        "admin.conversations.setConversationPrefs",
        sdk="WebClient.admin_conversations_setConversationPrefs",
        says="set {fields} of {channel_id}",
        tier=prefs_tier,
        takes=prefs,
        object=_CHANNEL,
        faithful=False,
        inverse=restore(
            _PREFS,
            "admin.conversations.setConversationPrefs",
            together(field("enable_at_channel", inside="prefs"), field("enable_at_here", inside="prefs")),
            field("can_huddle", inside="prefs"),
            keep=("channel_id",),
        ),
        residue="People were notified or not meanwhile, and could talk or not.",
        scopes=_SET,
        why="Each switch is written back in the form in which the call wrote it. Who may post or answer is refused, "
        f"because Slack does not show the groups that might before. {METHODS}/admin.conversations.getConversationPrefs",
    ),
    op(
        "admin.conversations.setTeams",
        sdk="WebClient.admin_conversations_setTeams",
        says="share {channel_id} with workspaces {target_team_ids}",
        tier=teams_tier,
        object=_CHANNEL,
        faithful=False,
        ignores=("team_id", "org_channel"),
        inverse=restore(
            _TEAMS,
            "admin.conversations.setTeams",
            field("target_team_ids", alike="same names"),
            keep=("channel_id",),
        ),
        residue="Members from a workspace that lost the channel meanwhile may have to join it again.",
        scopes=_SET,
        why="The workspaces before are set again while they are those that the call set. A channel of one workspace "
        "shows none, and nothing is known to make one of it again, or to take it from the whole organization: both "
        f"are refused. {METHODS}/admin.conversations.getTeams",
    ),
)
