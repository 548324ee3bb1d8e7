"""What apps show in HubSpot: calling, video conferences, and cards.

https://developers.hubspot.com/docs/api-reference/legacy/crm/extensions/calling-sdk/guide
"""

from __future__ import annotations

from dataclasses import dataclass, field

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.app_settings import APP, Kind
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, not_found
from agentrein_hubspot.sandbox.shelf import Shelf, Thing, as_state, written
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_AT = "/crm/v3/extensions"
CALLING = Kind(
    "calling",
    f"{_AT}/calling/{{app}}/settings",
    (
        "name",
        "url",
        "height",
        "width",
        "isReady",
        "supportsCustomObjects",
        "supportsInboundCalling",
        "usesRemote",
        "usesCallingWindow",
    ),
    {
        "height": 600,
        "width": 400,
        "isReady": False,
        "supportsCustomObjects": False,
        "supportsInboundCalling": False,
        "usesRemote": False,
        "usesCallingWindow": True,
    },
)
CHANNEL = Kind("channel", f"{_AT}/calling/{{app}}/settings/channel-connection", ("url", "isReady"), {"isReady": False})
RECORDING = Kind(
    "recording", f"{_AT}/calling/{{app}}/settings/recording", ("urlToRetrieveAuthedRecording",), dated=False
)
CONFERENCING = Kind(
    "conferencing",
    f"{_AT}/videoconferencing/settings/{{app}}",
    ("createMeetingUrl", "updateMeetingUrl", "deleteMeetingUrl", "userVerifyUrl", "fetchAccountsUri"),
    dated=False,
)
CALLING.serve(routes, ("POST", "PATCH", "DELETE"))
CHANNEL.serve(routes, ("POST", "PATCH", "DELETE"))
RECORDING.serve(routes, ("POST", "PATCH"))
CONFERENCING.serve(routes, ("PUT", "DELETE"))

_CARDS = f"{_AT}/cards-dev/{{app}}"
_CARD = ("title", "fetch", "display", "actions")


@dataclass
class Cards:
    """The cards of apps."""

    shelf: Shelf = field(default_factory=lambda: Shelf("Card"))


def _cards(world: World) -> Shelf:
    return world.kept(Cards).shelf


def _of_app(ask: Ask, app: str, card: str) -> Thing:
    thing = _cards(ask.world).one(card)
    if thing["app"] != app:
        raise not_found(f"App {app} has no card {card}.")
    return thing


def _shape(thing: Thing) -> Thing:
    return {name: value for name, value in {**thing, "auditHistory": []}.items() if name != "app"}


@routes.on(f"GET {_CARDS}")
def cards(ask: Ask, app: str) -> Answer:
    """The cards of an app."""
    return Answer(200, {"results": [_shape(one) for one in _cards(ask.world).things.values() if one["app"] == app]})


@routes.on(f"POST {_CARDS}")
def add_card(ask: Ask, app: str) -> Answer:
    """Make a card."""
    ask.required(*_CARD)
    return Answer(201, _shape(_cards(ask.world).add(ask.world, {**written(_CARD, ask.body), "app": app})))


@routes.on(f"GET {_CARDS}/{{card}}")
def card(ask: Ask, app: str, card: str) -> Answer:
    """One card."""
    return Answer(200, _shape(_of_app(ask, app, card)))


@routes.on(f"PATCH {_CARDS}/{{card}}")
def edit_card(ask: Ask, app: str, card: str) -> Answer:
    """Change parts of a card, each as a whole."""
    thing = _of_app(ask, app, card)
    return Answer(200, _shape(_cards(ask.world).change(ask.world, thing, written(_CARD, ask.body))))


@routes.on(f"DELETE {_CARDS}/{{card}}")
def drop_card(ask: Ask, app: str, card: str) -> Answer:
    """Delete a card for good."""
    _of_app(ask, app, card)
    _cards(ask.world).drop(card)
    return Answer(204)


def seed(world: World) -> None:
    """Settings of the app 4711, and its card 7201."""
    CALLING.put(world, APP, {"name": "Acme calls", "url": "https://acme.example/call", "isReady": True})
    CHANNEL.put(world, APP, {"url": "https://acme.example/channel", "isReady": True})
    RECORDING.put(world, APP, {"urlToRetrieveAuthedRecording": "https://acme.example/rec/%s"})
    CONFERENCING.put(world, APP, {"createMeetingUrl": "https://acme.example/meet"})
    kinds = [{"name": "contacts", "propertiesToSend": []}]
    parts = {
        "title": "Orders",
        "fetch": {"targetUrl": "https://acme.example/orders", "objectTypes": kinds},
        "display": {"properties": [{"name": "number", "label": "Number", "dataType": "STRING", "options": []}]},
        "actions": {"baseUrls": ["https://acme.example"]},
    }
    _cards(world).add(world, {**parts, "app": APP}, "7201")


def state(world: World) -> State:
    """Settings, and cards by their titles: a card that was made again as it was is the same to people."""
    kinds = (CALLING, CHANNEL, RECORDING, CONFERENCING)
    found = {path: fields for kind in kinds for path, fields in kind.state(world).items()}
    return {**found, **dict(as_state("card", _cards(world), _CARD, by="title"))}


AREA = Area(routes, seed, state)
