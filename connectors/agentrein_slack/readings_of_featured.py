"""Readings of the workflows that a channel features, as `readings` says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_slack.pages import listed


def featured(body: Any, given: Mapping[str, Any]) -> Any:
    """The triggers that a channel features in their order, and which of those named are among them.

    https://docs.slack.dev/reference/methods/workflows.featured.list
    """
    channels = listed(body, "featured_workflows")
    here: Mapping[str, Any] = next((one for one in channels if one.get("channel_id") == given.get("channel_id")), {})
    found = [str(one.get("id")) for one in here.get("triggers") or ()]
    named = given.get("named") or []
    there = [one for one in named if one in found]
    return {
        "triggers": found,
        "joined": ",".join(found),
        "empty": not found,
        "there": there,
        "all there": bool(named) and there == named,
    }
