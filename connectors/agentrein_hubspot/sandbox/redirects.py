"""Redirects from one address to another: https://developers.hubspot.com/docs/api-reference/legacy/cms/url-redirects/guide."""

from __future__ import annotations

from dataclasses import dataclass, field

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, invalid
from agentrein_hubspot.sandbox.shelf import Shelf, Thing, as_state, written
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_AT = "/cms/v3/url-redirects"
_DEFAULTS = {
    "routePrefix": None,
    "destination": None,
    "redirectStyle": 301,
    "precedence": 1000000,
    "isMatchFullUrl": False,
    "isMatchQueryString": False,
    "isOnlyAfterNotFound": False,
    "isPattern": False,
    "isProtocolAgnostic": False,
    "isTrailingSlashOptional": False,
}


@dataclass
class Redirects:
    """All redirects."""

    shelf: Shelf = field(default_factory=lambda: Shelf("Redirect", "created", "updated"))


def _shelf(world: World) -> Shelf:
    return world.kept(Redirects).shelf


def _check_free(ask: Ask, route: str, besides: Thing | None = None) -> None:
    if any(one["routePrefix"] == route and one is not besides for one in _shelf(ask.world).things.values()):
        raise invalid(f"A redirect for {route} already exists.")


@routes.on(f"GET {_AT}")
def listed(ask: Ask) -> Answer:
    """A page of them."""
    return ask.page(_shelf(ask.world).listed(ask), dict, limit=20, most=100)


@routes.on(f"POST {_AT}")
def create(ask: Ask) -> Answer:
    """Make a redirect; an address has one at most."""
    ask.required("routePrefix", "destination", "redirectStyle")
    _check_free(ask, ask.body["routePrefix"])
    return Answer(201, _shelf(ask.world).add(ask.world, {**_DEFAULTS, **written(_DEFAULTS, ask.body)}))


@routes.on(f"GET {_AT}/{{id}}")
def get(ask: Ask, id: str) -> Answer:
    """One of them."""
    return Answer(200, _shelf(ask.world).one(id))


@routes.on(f"PATCH {_AT}/{{id}}")
def update(ask: Ask, id: str) -> Answer:
    """Change one."""
    thing = _shelf(ask.world).one(id)
    _check_free(ask, ask.body.get("routePrefix") or "", thing)
    return Answer(200, _shelf(ask.world).change(ask.world, thing, written(_DEFAULTS, ask.body)))


@routes.on(f"DELETE {_AT}/{{id}}")
def remove(ask: Ask, id: str) -> Answer:
    """Delete one."""
    _shelf(ask.world).drop(id)
    return Answer(204)


def seed(world: World) -> None:
    """Redirect 7501 from /old, and 7502 from /older."""
    for id, route in (("7501", "/old"), ("7502", "/older")):
        fields = {"routePrefix": route, "destination": "https://acme.example/new"}
        _shelf(world).add(world, {**_DEFAULTS, **fields}, id)


def state(world: World) -> State:
    """Redirects by the address that they stand for."""
    return dict(as_state("redirect", _shelf(world), _DEFAULTS, by="routePrefix"))


AREA = Area(routes, seed, state)
