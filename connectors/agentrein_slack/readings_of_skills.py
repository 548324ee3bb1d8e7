"""Readings of Slackbot's skills and of what apps keep about themselves, as `readings` says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Own
from agentrein_slack.pages import PAGE, Reading, entries
from agentrein_slack.readings_of_places import markdown


def skills(body: Any, given: Mapping[str, Any]) -> Reading:
    """All skills of a list, page by page, their ids, and whether one is among them.

    https://docs.slack.dev/reference/methods/slackbot.skills.list
    """
    asked = {"filter": given.get("filter"), "limit": PAGE}
    found = yield from entries("slackbot.skills.list", asked, "skills", body)
    if isinstance(found, Answer):
        return found
    ids = [one.get("id") for one in found]
    return {"skills": found, "ids": ids, "on": given.get("id") in ids}


def skill(body: Any, _given: Mapping[str, Any]) -> Any:
    """A skill with its instructions as an editor keeps them: https://docs.slack.dev/reference/methods/slackbot.skills.info."""
    one = body.get("skill") or {}
    return {**body, "skill": {**one, "instructions": markdown(one.get("instructions"))}}


def agent_canvas(body: Any, _given: Mapping[str, Any]) -> Any:
    """The text of a canvas as an editor keeps it.

    https://docs.slack.dev/reference/methods/agents.conversations.getCanvas
    """
    return {**body, "content": markdown(body.get("content"))}


def same_manifest(ours: Any, now: Any, _own: Own) -> bool:
    """Whether a manifest says all that was sent: what it leaves out Slack shows with its defaults."""
    return _says(now, ours)


def _says(now: Any, ours: Any) -> bool:
    if isinstance(ours, Mapping):
        return isinstance(now, Mapping) and all(name in now and _says(now[name], one) for name, one in ours.items())
    return bool(now == ours)
