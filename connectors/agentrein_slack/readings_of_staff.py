"""Readings of what administrators decide about people, apps, channels and skills: named generators of reads.

See `readings`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_slack.answers import status
from agentrein_slack.pages import PAGE, Reading, entries
from agentrein_slack.readings_of_admins import MOST
from agentrein_slack.readings_of_people import joined, names

PEOPLE = 100
"""Entries of a page of people, as many as Slack takes."""

MENTIONS = ("enable_at_channel", "enable_at_here")
"""Settings of a channel that are on where Slack shows none."""

_SWITCH = re.compile(r"\b(true|false)\b", re.IGNORECASE)


def person(body: Any, given: Mapping[str, Any]) -> Reading:
    """Whether somebody is active in a workspace, and as what.

    https://docs.slack.dev/reference/methods/admin.users.list
    """
    asked = {"team_id": given.get("team"), "limit": PEOPLE}
    found = yield from entries("admin.users.list", asked, "users", body)
    if isinstance(found, Answer):
        return found
    here = [one for one in found if one.get("id") == given.get("user")]
    return {"person": {"there": bool(here), "role": role_of(here[0]) if here else None}}


def role_of(one: Mapping[str, Any]) -> str:
    """What somebody is in a workspace: of several, what allows most."""
    flags = {"is_primary_owner": "primary owner", "is_owner": "owner", "is_admin": "admin"}
    guests = {"is_restricted": "guest", "is_ultra_restricted": "guest"}
    return next((role for flag, role in {**flags, **guests}.items() if one.get(flag)), "regular")


def decision(body: Any, given: Mapping[str, Any]) -> Reading:
    """Whether an app is approved, restricted, or neither, in a workspace or an organization.

    https://docs.slack.dev/reference/methods/admin.apps.approved.list
    """
    asked = {"team_id": given.get("team"), "enterprise_id": given.get("enterprise"), "limit": MOST}
    approved = yield from entries("admin.apps.approved.list", asked, "approved_apps", body)
    if isinstance(approved, Answer):
        return approved
    restricted = yield from entries("admin.apps.restricted.list", asked, "restricted_apps")
    if isinstance(restricted, Answer):
        return restricted
    for said, apps in (("approved", approved), ("restricted", restricted)):
        if any((one.get("app") or {}).get("id") == given.get("app") for one in apps):
            return {"is": said}
    return {"is": "undecided"}


def shared_with(body: Any, given: Mapping[str, Any]) -> Reading:
    """The workspaces that a channel is in, as a call names them.

    https://docs.slack.dev/reference/methods/admin.conversations.getTeams
    """
    asked = {"channel_id": given.get("channel"), "limit": MOST}
    found = yield from entries("admin.conversations.getTeams", asked, "team_ids", body)
    return found if isinstance(found, Answer) else {"target_team_ids": joined(found)}


def switches(body: Any, given: Mapping[str, Any]) -> Any:
    """What is on and off in a channel, each in the form in which a call says it, which is given as `like`.

    A mention is on where Slack shows no setting of it; of anything else that it does not show, nothing is said.
    https://docs.slack.dev/reference/methods/admin.conversations.getConversationPrefs
    """
    shown = body.get("prefs") or {}
    on = {
        name: (shown.get(name) or {}).get("enabled", True if name in MENTIONS else None)
        for name in (*MENTIONS, "can_huddle")
    }
    said = given.get("like")
    like = said if isinstance(said, Mapping) else {}
    return {"prefs": {name: in_form(like.get(name), value) for name, value in on.items()}}


def in_form(like: Any, value: Any) -> Any:
    """A switch in the form of another: `enabled:true`, `true`, or a JSON value; None where that tells no form."""
    if not isinstance(value, bool):
        return None
    if isinstance(like, Mapping):
        return {**like, "enabled": value}
    if isinstance(like, str):
        return _SWITCH.sub(str(value).lower(), like) if _SWITCH.search(like) else None
    return value if isinstance(like, bool) else None


def catalog(body: Any, given: Mapping[str, Any]) -> Reading:
    """Which of the skills that are asked for are in the organization's catalog.

    `open` says whether everybody may read each of them; it is looked at where `look` is given.
    A part of the `wanted` ones tells nothing. https://docs.slack.dev/reference/methods/slackbot.skills.list
    """
    found = yield from entries("slackbot.skills.list", {"filter": "catalog", "limit": PAGE}, "skills", body)
    if isinstance(found, Answer):
        return found
    there, asked = {one.get("id") for one in found}, names(given.get("asked"))
    wanted = given.get("wanted") or []
    of_those = [one for one in wanted if one in there]
    if of_those and len(of_those) < len(wanted):
        return Answer(409)
    everybody = (yield from _is_open(asked)) if given.get("look") else None
    return {
        "in": [one for one in asked if one in there],
        "out": [one for one in asked if one not in there],
        "all in": bool(of_those),
        "open": everybody,
        "one": {"published": given.get("id") in there},
    }


def _is_open(skills: list[str]) -> Any:
    """Whether everybody may read each of these skills; one that this account may not read is none."""
    for one in skills:
        told = yield Read("slackbot.skills.info", {"skill_id": one})
        shown = told.body.get("skill") if status(told) == 200 else None
        if not str((shown or {}).get("visibility") or "").startswith("anyone"):
            return False
    return bool(skills)
