"""Templates of an app's timeline events, and the tokens in them.

https://developers.hubspot.com/docs/api-reference/legacy/crm/timeline/guide
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.app_settings import APP
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, conflict, not_found
from agentrein_hubspot.sandbox.shelf import Shelf, Thing, as_state, plain, written
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_TEMPLATES = "/integrators/timeline/v3/{app}/event-templates"
_FIELDS = ("name", "objectType", "headerTemplate", "detailTemplate")
_SMALL = {"value": "s", "label": "Small"}
_TOKEN = ("name", "label", "type", "options", "objectPropertyName")


@dataclass
class Templates:
    """The templates of apps."""

    shelf: Shelf = field(default_factory=lambda: Shelf("Event template"))


def _shelf(world: World) -> Shelf:
    return world.kept(Templates).shelf


def _one(ask: Ask, app: str, template: str) -> Thing:
    thing = _shelf(ask.world).one(template)
    if thing["app"] != app:
        raise not_found(f"App {app} has no event template {template}.")
    return thing


def _shape(thing: Thing) -> Thing:
    return {name: value for name, value in thing.items() if name != "app"}


def _token(ask: Ask, given: dict[str, Any]) -> Thing:
    ask.required("name", "label", "type", of=given)
    return {"options": [], "objectPropertyName": None, **written(_TOKEN, given)}


@routes.on(f"GET {_TEMPLATES}")
def listed(ask: Ask, app: str) -> Answer:
    """All of an app."""
    return Answer(200, {"results": [_shape(one) for one in _shelf(ask.world).things.values() if one["app"] == app]})


@routes.on(f"POST {_TEMPLATES}")
def create(ask: Ask, app: str) -> Answer:
    """Make a template."""
    ask.required("name", "objectType")
    tokens = [_token(ask, one) for one in ask.body.get("tokens") or []]
    fields = {**dict.fromkeys(_FIELDS), **written(_FIELDS, ask.body), "tokens": tokens, "app": app}
    return Answer(201, _shape(_shelf(ask.world).add(ask.world, fields)))


@routes.on(f"GET {_TEMPLATES}/{{template}}")
def get(ask: Ask, app: str, template: str) -> Answer:
    """One of them."""
    return Answer(200, _shape(_one(ask, app, template)))


@routes.on(f"PUT {_TEMPLATES}/{{template}}")
def update(ask: Ask, app: str, template: str) -> Answer:
    """Change a template; its kind of record stays."""
    thing = _one(ask, app, template)
    ask.required("name", "tokens")
    fields = written(("name", "headerTemplate", "detailTemplate"), ask.body)
    fields["tokens"] = [_token(ask, one) for one in ask.body["tokens"]]
    return Answer(200, _shape(_shelf(ask.world).change(ask.world, thing, fields)))


@routes.on(f"DELETE {_TEMPLATES}/{{template}}")
def remove(ask: Ask, app: str, template: str) -> Answer:
    """Delete a template with all of its events."""
    _one(ask, app, template)
    _shelf(ask.world).drop(template)
    return Answer(204)


def _found(thing: Thing, name: str) -> Thing:
    for one in thing["tokens"]:
        if one["name"] == name:
            return one  # type: ignore[no-any-return]
    raise not_found(f"There is no token {name}.")


@routes.on(f"POST {_TEMPLATES}/{{template}}/tokens")
def add_token(ask: Ask, app: str, template: str) -> Answer:
    """Add a token."""
    thing = _one(ask, app, template)
    token = _token(ask, ask.body)
    if any(one["name"] == token["name"] for one in thing["tokens"]):
        raise conflict(f"There is a token {token['name']} already.")
    thing["tokens"].append(token)
    return Answer(200, token)


@routes.on(f"PUT {_TEMPLATES}/{{template}}/tokens/{{token}}")
def edit_token(ask: Ask, app: str, template: str, token: str) -> Answer:
    """Change a token; its name and kind stay."""
    found = _found(_one(ask, app, template), token)
    ask.required("label")
    found.update(written(("label", "options", "objectPropertyName"), ask.body))
    return Answer(200, found)


@routes.on(f"DELETE {_TEMPLATES}/{{template}}/tokens/{{token}}")
def drop_token(ask: Ask, app: str, template: str, token: str) -> Answer:
    """Take a token out."""
    thing = _one(ask, app, template)
    thing["tokens"].remove(_found(thing, token))
    return Answer(204)


def seed(world: World) -> None:
    """The template 7401 of the app 4711, with two tokens."""
    blank: Thing = {"options": [], "objectPropertyName": None}
    tokens = [
        {"name": "item", "label": "Item", "type": "string", **blank},
        {"name": "size", "label": "Size", "type": "enumeration", **blank, "options": [_SMALL]},
    ]
    fields = {"name": "Order", "objectType": "contacts", "headerTemplate": "# Ordered", "detailTemplate": None}
    _shelf(world).add(world, {**fields, "tokens": tokens, "app": APP}, "7401")


def state(world: World) -> State:
    """Templates, and each of their tokens."""
    shelf = _shelf(world)
    found = dict(as_state("event_template", shelf, _FIELDS))
    for one in shelf.things.values():
        for token in one["tokens"]:
            path = f"event_template:{one['id']}/token:{token['name']}"
            found[path] = {name: plain(token.get(name)) for name in _TOKEN}
    return found


AREA = Area(routes, seed, state)
