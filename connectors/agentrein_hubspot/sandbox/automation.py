"""Custom workflow actions of an app.

https://developers.hubspot.com/docs/api-reference/legacy/automation/actions-v4/guide
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.app_settings import APP
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, not_found
from agentrein_hubspot.sandbox.shelf import Shelf, Thing, as_state, written
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_AT = "/automation/v4/actions/{app}"
_ONE = f"{_AT}/{{action}}"
_FIELDS = (
    "actionUrl",
    "published",
    "labels",
    "inputFields",
    "outputFields",
    "inputFieldDependencies",
    "executionRules",
    "objectTypes",
    "objectRequestOptions",
)


@dataclass
class Actions:
    """The definitions of apps."""

    shelf: Shelf = field(default_factory=lambda: Shelf("Action definition"))


def _actions(world: World) -> Actions:
    return world.kept(Actions)


def _one(ask: Ask, app: str, action: str) -> Thing:
    thing = _actions(ask.world).shelf.one(action)
    if thing["app"] != app:
        raise not_found(f"App {app} has no action {action}.")
    return thing


def _shape(thing: Thing) -> Thing:
    shown = {name: value for name, value in thing.items() if name not in {"app", "createdAt", "updatedAt"}}
    return {**shown, "functions": []}


def _make(world: World, app: str, fields: Thing, id: str = "") -> Thing:
    blank: dict[str, Any] = {**{name: [] for name in _FIELDS}, "actionUrl": None, "published": False}
    blank |= {"objectRequestOptions": None, "labels": {}, "revisionId": "1", "app": app}
    return _actions(world).shelf.add(world, {**blank, **written(_FIELDS, fields)}, id)


@routes.on(f"GET {_AT}")
def listed(ask: Ask, app: str) -> Answer:
    """A page of those of an app."""
    found = [one for one in _actions(ask.world).shelf.things.values() if one["app"] == app]
    return ask.page(found, _shape, limit=100)


@routes.on(f"POST {_AT}")
def create(ask: Ask, app: str) -> Answer:
    """Define an action."""
    ask.required("actionUrl", "labels", "inputFields")
    return Answer(201, _shape(_make(ask.world, app, ask.body)))


@routes.on(f"GET {_ONE}")
def get(ask: Ask, app: str, action: str) -> Answer:
    """One of them."""
    return Answer(200, _shape(_one(ask, app, action)))


@routes.on(f"PATCH {_ONE}")
def update(ask: Ask, app: str, action: str) -> Answer:
    """Change a definition: it has a new revision then."""
    thing = _actions(ask.world).shelf.change(ask.world, _one(ask, app, action), written(_FIELDS, ask.body))
    thing["revisionId"] = str(int(thing["revisionId"]) + 1)
    return Answer(200, _shape(thing))


@routes.on(f"DELETE {_ONE}")
def remove(ask: Ask, app: str, action: str) -> Answer:
    """Archive a definition."""
    _one(ask, app, action)
    _actions(ask.world).shelf.archive(action)
    return Answer(204)


def seed(world: World) -> None:
    """The action 7901 of the app 4711."""
    labels = {"en": {"actionName": "Ring"}}
    _make(world, APP, {"actionUrl": "https://acme.example/ring", "labels": labels, "objectTypes": ["CONTACT"]}, "7901")


def state(world: World) -> State:
    """Definitions."""
    return dict(as_state("action", _actions(world).shelf, _FIELDS))


AREA = Area(routes, seed, state)
