"""Filters: https://developers.google.com/workspace/gmail/api/guides/filter_settings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from agentrein.testing import Answer
from agentrein_google.gmail.sandbox.ask import BASIC, SETTINGS, Ask, Methods, done, invalid, not_found, taken
from agentrein_google.gmail.sandbox.world import FIXED, SYSTEM, World

methods = Methods()
MOST = 1000
CRITERIA = frozenset(
    {"from", "to", "subject", "query", "negatedQuery", "hasAttachment", "excludeChats", "size", "sizeComparison"}
)


def make(world: World, criteria: Mapping[str, Any], action: Mapping[str, Any]) -> dict[str, Any]:
    """A new filter."""
    id = f"ANe1Bm{world.number():08d}"
    world.filters[id] = {"id": id, "criteria": dict(criteria), "action": dict(action)}
    world.filter_keys[id] = world.key(id, "filter", _content(world, world.filters[id]))
    return world.filters[id]


def _content(world: World, one: Mapping[str, Any]) -> str:
    return json.dumps(named(world, one), sort_keys=True)


def named(world: World, one: Mapping[str, Any]) -> dict[str, Any]:
    """What a filter does, with the names of its labels."""
    action = dict(one["action"])
    for name in ("addLabelIds", "removeLabelIds"):
        if name in action:
            action[name] = sorted(map(world.name_of, action[name]))
    return {"criteria": one["criteria"], "action": action}


def _checked(ask: Ask) -> tuple[dict[str, Any], dict[str, Any]]:
    criteria, action = dict(ask.body.get("criteria") or {}), dict(ask.body.get("action") or {})
    if not criteria or not action:
        raise invalid(f"{'Criteria' if not criteria else 'Action'} required")
    if not set(criteria) <= CRITERIA:
        raise invalid("Invalid criteria")
    if "subject" in criteria:
        criteria["subject"] = " ".join(str(criteria["subject"]).split())
    for name in ("addLabelIds", "removeLabelIds"):
        for id in action.get(name) or ():
            if id in FIXED or (id not in SYSTEM and id not in ask.world.labels):
                raise invalid("Invalid label IDs in filter action")
    forward = action.get("forward")
    if forward and ask.world.forwarding.get(forward, {}).get("verificationStatus") != "accepted":
        raise invalid("Unrecognized forwarding address")
    return criteria, action


@methods.granted("GET /settings/filters", *SETTINGS)
def _listed(ask: Ask) -> Answer:
    found = list(ask.world.filters.values())
    return Answer(200, {"filter": found} if found else {})


@methods.granted("GET /settings/filters/{id}", *SETTINGS)
def _get(ask: Ask, id: str) -> Answer:
    return Answer(200, _filter(ask, id))


def _filter(ask: Ask, id: str) -> dict[str, Any]:
    if id not in ask.world.filters:
        raise not_found()
    return ask.world.filters[id]


@methods.granted("POST /settings/filters", BASIC)
def _create(ask: Ask) -> Answer:
    criteria, action = _checked(ask)
    if any(one["criteria"] == criteria and one["action"] == action for one in ask.world.filters.values()):
        raise taken("Filter already exists")
    if len(ask.world.filters) >= MOST:
        raise invalid("Too many filters")
    return Answer(200, make(ask.world, criteria, action))


@methods.granted("DELETE /settings/filters/{id}", BASIC)
def _delete(ask: Ask, id: str) -> Answer:
    one = _filter(ask, id)
    ask.world.removed(ask.world.filter_keys.pop(id), "filter", _content(ask.world, one))
    del ask.world.filters[id]
    return done()
