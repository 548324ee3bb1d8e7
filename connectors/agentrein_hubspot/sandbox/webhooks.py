"""Webhooks of an app: where they go, and what they tell.

https://developers.hubspot.com/docs/api-reference/legacy/webhooks/guide
"""

from __future__ import annotations

from dataclasses import dataclass, field

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.app_settings import APP, Kind
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, conflict, invalid, not_found
from agentrein_hubspot.sandbox.shelf import Shelf, Thing, written
from agentrein_hubspot.sandbox.world import World

routes = Routes()
SETTINGS = Kind("webhooks", "/webhooks/v3/{app}/settings", ("targetUrl", "throttling"))
SETTINGS.serve(routes, ("PUT", "DELETE"))
_SUBSCRIPTIONS = "/webhooks/v3/{app}/subscriptions"
_FIELDS = ("eventType", "propertyName", "objectTypeId", "active")


@dataclass
class Subscriptions:
    """What apps want to be told."""

    shelf: Shelf = field(default_factory=lambda: Shelf("Subscription"))


def _shelf(world: World) -> Shelf:
    return world.kept(Subscriptions).shelf


def _shape(thing: Thing) -> Thing:
    return {name: value for name, value in thing.items() if name != "app"}


def _of_app(ask: Ask, app: str, subscription: str) -> Thing:
    thing = _shelf(ask.world).one(subscription)
    if thing["app"] != app:
        raise not_found(f"App {app} has no subscription {subscription}.")
    return thing


@routes.on(f"GET {_SUBSCRIPTIONS}")
def listed(ask: Ask, app: str) -> Answer:
    """All of an app."""
    return Answer(200, {"results": [_shape(one) for one in _shelf(ask.world).things.values() if one["app"] == app]})


@routes.on(f"POST {_SUBSCRIPTIONS}")
def create(ask: Ask, app: str) -> Answer:
    """Ask to be told of something; the same thing only once."""
    ask.required("eventType")
    fields = {"active": False, "propertyName": None, "objectTypeId": None, **written(_FIELDS, ask.body)}
    same = ("eventType", "propertyName", "objectTypeId")
    for one in _shelf(ask.world).things.values():
        if one["app"] == app and all(one[name] == fields[name] for name in same):
            raise conflict("The app is told of that already.")
    return Answer(201, _shape(_shelf(ask.world).add(ask.world, {**fields, "app": app})))


@routes.on(f"GET {_SUBSCRIPTIONS}/{{subscription}}")
def get(ask: Ask, app: str, subscription: str) -> Answer:
    """One of them."""
    return Answer(200, _shape(_of_app(ask, app, subscription)))


@routes.on(f"PATCH {_SUBSCRIPTIONS}/{{subscription}}")
def update(ask: Ask, app: str, subscription: str) -> Answer:
    """Switch one on or off; nothing else of it changes."""
    thing = _of_app(ask, app, subscription)
    ask.only("active")
    return Answer(200, _shape(_shelf(ask.world).change(ask.world, thing, written(("active",), ask.body))))


@routes.on(f"POST {_SUBSCRIPTIONS}/batch/update")
def update_several(ask: Ask, app: str) -> Answer:
    """Switch several on or off: all of them, or none."""
    inputs = ask.body.get("inputs")
    if not isinstance(inputs, list):
        raise invalid("inputs must be a list")
    things = [(_of_app(ask, app, str(one["id"])), one) for one in inputs]
    done = [_shape(_shelf(ask.world).change(ask.world, thing, {"active": one["active"]})) for thing, one in things]
    return Answer(200, {"status": "COMPLETE", "results": done, **_times(ask)})


def _times(ask: Ask) -> dict[str, str]:
    now = ask.world.moment()
    return {"startedAt": now, "completedAt": now, "requestedAt": now}


@routes.on(f"DELETE {_SUBSCRIPTIONS}/{{subscription}}")
def remove(ask: Ask, app: str, subscription: str) -> Answer:
    """Be told no more."""
    _of_app(ask, app, subscription)
    _shelf(ask.world).drop(subscription)
    return Answer(204)


def seed(world: World) -> None:
    """The app 4711 is told of new contacts (7301), and might be of their names (7302)."""
    SETTINGS.put(world, APP, {"targetUrl": "https://acme.example/hooks", "throttling": {"maxConcurrentRequests": 10}})
    blank = {"objectTypeId": None, "app": APP}
    _shelf(world).add(world, {"eventType": "contact.creation", "propertyName": None, "active": True, **blank}, "7301")
    named = {"eventType": "contact.propertyChange", "propertyName": "firstname", "active": False}
    _shelf(world).add(world, {**named, **blank}, "7302")


def state(world: World) -> State:
    """Settings, and subscriptions by what they tell of."""
    found = SETTINGS.state(world)
    for one in _shelf(world).things.values():
        what = "/".join(str(one[name]) for name in ("eventType", "propertyName", "objectTypeId") if one[name])
        found[f"subscription:{one['app']}:{what}"] = {"active": one["active"]}
    return found


AREA = Area(routes, seed, state)
