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
AT = "/automation/v4/actions/{app}"
ONE = f"{AT}/{{action}}"
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


def actions_of(world: World) -> Actions:
    """The definitions of all apps."""
    return world.kept(Actions)


def action_of(ask: Ask, app: str, action: str) -> Thing:
    """A definition of an app; ends with 404 where there is none."""
    thing = actions_of(ask.world).shelf.one(action)
    if thing["app"] != app:
        raise not_found(f"App {app} has no action {action}.")
    return thing


def _shape(thing: Thing) -> Thing:
    shown = {name: value for name, value in thing.items() if name not in {"app", "createdAt", "updatedAt"}}
    return {**shown, "functions": [*thing["functions"].values()]}


def _make(world: World, app: str, fields: Thing, id: str = "") -> Thing:
    blank: dict[str, Any] = {**{name: [] for name in _FIELDS}, "actionUrl": None, "published": False}
    blank |= {"objectRequestOptions": None, "labels": {}, "revisionId": "1", "app": app, "functions": {}}
    return actions_of(world).shelf.add(world, {**blank, **written(_FIELDS, fields)}, id)


@routes.on(f"GET {AT}")
def listed(ask: Ask, app: str) -> Answer:
    """A page of those of an app."""
    found = [one for one in actions_of(ask.world).shelf.things.values() if one["app"] == app]
    return ask.page(found, _shape, limit=100)


@routes.on(f"POST {AT}")
def create(ask: Ask, app: str) -> Answer:
    """Define an action."""
    ask.required("actionUrl", "labels", "inputFields")
    return Answer(201, _shape(_make(ask.world, app, ask.body)))


@routes.on(f"GET {ONE}")
def get(ask: Ask, app: str, action: str) -> Answer:
    """One of them."""
    return Answer(200, _shape(action_of(ask, app, action)))


@routes.on(f"PATCH {ONE}")
def update(ask: Ask, app: str, action: str) -> Answer:
    """Change a definition: it has a new revision then."""
    thing = actions_of(ask.world).shelf.change(ask.world, action_of(ask, app, action), written(_FIELDS, ask.body))
    thing["revisionId"] = str(int(thing["revisionId"]) + 1)
    return Answer(200, _shape(thing))


@routes.on(f"DELETE {ONE}")
def remove(ask: Ask, app: str, action: str) -> Answer:
    """Archive a definition."""
    action_of(ask, app, action)
    actions_of(ask.world).shelf.archive(action)
    return Answer(204)


def seed(world: World) -> None:
    """The action 7901 of the app 4711."""
    labels = {"en": {"actionName": "Ring"}}
    _make(world, APP, {"actionUrl": "https://acme.example/ring", "labels": labels, "objectTypes": ["CONTACT"]}, "7901")


def state(world: World) -> State:
    """Definitions."""
    return dict(as_state("action", actions_of(world).shelf, _FIELDS))


AREA = Area(routes, seed, state)
