"""What counts as Stripe's state for an undo: what somebody can set and wants back, not what merely happened.

Left out are ids and times, events, and what is deleted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from agentrein_stripe.sandbox.resource import VOLATILE, Resource
from agentrein_stripe.sandbox.seed import PLATFORM
from agentrein_stripe.sandbox.world import Thing, World


def state_of(worlds: Mapping[tuple[str, str], World]) -> dict[str, dict[str, Any]]:
    """Every object's path with its meaningful fields; those of other accounts and of live mode begin with where."""
    found: dict[str, dict[str, Any]] = {}
    for (account, mode), world in worlds.items():
        where = "" if (account, mode) == (PLATFORM, "test") else f"{account}:{mode}/"
        for kind, things in world.things.items():
            there = {id: one for id, one in things.items() if not one.get("deleted")}
            found |= {where + _path(kind, id, one): _fields(kind, one) for id, one in there.items()}
    return found


def _path(kind: str, id: str, thing: Thing) -> str:
    own = f"{kind}:{id}"
    resource = Resource.known.get(kind)
    if resource is None or resource.parent is None or not thing.get(resource.parent[0]):
        return own
    key, around = resource.parent
    return f"{around}:{thing[key]}/{own}"


def _fields(kind: str, thing: Thing) -> dict[str, Any]:
    resource = Resource.known.get(kind)
    hidden = resource.hidden if resource is not None else VOLATILE
    fields: dict[str, Any] = {}
    for name, value in thing.items():
        if name not in hidden:
            fields |= _flat(name, value)
    return {name: value for name, value in fields.items() if name not in hidden}


def _flat(name: str, value: Any) -> dict[str, Any]:
    """A hash by its keys, so that one of them is one part; nothing and an empty list or hash are one."""
    if isinstance(value, dict):
        found: dict[str, Any] = {}
        for key, one in value.items():
            found |= _flat(f"{name}.{key}", one)
        return found
    if isinstance(value, list):
        value = value if all(isinstance(one, str) for one in value) else json.dumps(value, sort_keys=True)
    return {} if value in (None, [], "[]") else {name: value}


def is_compensated(snapshot: Mapping[str, Any]) -> bool:
    """What its kind calls undone although it is still there: archived, void, canceled."""
    resource = Resource.known.get(str(snapshot.get("object")))
    return resource is not None and resource.compensated(snapshot)
