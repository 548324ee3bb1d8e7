"""Workflows that a channel features.

https://docs.slack.dev/reference/methods (workflows.featured.*)
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import Channel

methods = Methods()
_READ, _WRITE = "bookmarks:read", "bookmarks:write"
_MOST = 15


def _named(ask: Ask) -> tuple[Channel, list[str]]:
    channel = ask.channel("channel_id")
    ask.member(channel)
    named = list(dict.fromkeys(ask.listed("trigger_ids")))
    if not named:
        raise fail("invalid_arguments")
    return channel, named


def _set(channel: Channel, triggers: list[str]) -> Answer:
    if len(triggers) > _MOST:
        raise fail("error_modifying_workflows")
    channel.featured = triggers
    return ok()


@methods.on("workflows.featured.add", _WRITE)
def add(ask: Ask) -> Answer:
    """Feature further workflows, after the others."""
    channel, named = _named(ask)
    return _set(channel, list(dict.fromkeys([*channel.featured, *named])))


@methods.on("workflows.featured.remove", _WRITE)
def remove(ask: Ask) -> Answer:
    """Feature some no more."""
    channel, named = _named(ask)
    return _set(channel, [one for one in channel.featured if one not in named])


@methods.on("workflows.featured.set", _WRITE)
def put(ask: Ask) -> Answer:
    """Feature these and no others."""
    return _set(*_named(ask))


@methods.on("workflows.featured.list", _READ)
def listed(ask: Ask) -> Answer:
    """What channels feature."""
    found = [channel for one in ask.listed("channel_ids") if (channel := ask.world.channels.get(one)) is not None]
    if not found:
        raise fail("error_invalid_channels")
    return ok(featured_workflows=[_shape(one) for one in found])


def _shape(channel: Channel) -> dict[str, Any]:
    return {"channel_id": channel.id, "triggers": [{"id": one, "title": f"Workflow {one}"} for one in channel.featured]}
