"""What people agreed to be written: https://developers.hubspot.com/docs/api-reference/legacy/communication-preferences/v3/guide."""

from __future__ import annotations

from dataclasses import dataclass, field

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, invalid
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_AT = "/communication-preferences/v3"
_KINDS = {"91": "News", "92": "Offers"}


@dataclass
class Preferences:
    """What each address says to each kind: SUBSCRIBED or NOT_SUBSCRIBED; nothing where nobody was asked."""

    said: dict[tuple[str, str], str] = field(default_factory=dict)


def _said(world: World) -> dict[tuple[str, str], str]:
    return world.kept(Preferences).said


@routes.on(f"GET {_AT}/definitions")
def definitions(ask: Ask) -> Answer:
    """The kinds of mail."""
    now = ask.world.moment()
    shared = {"isActive": True, "isDefault": False, "isInternal": False, "createdAt": now, "updatedAt": now}
    kinds = [{"id": id, "name": name, "description": name, **shared} for id, name in _KINDS.items()]
    return Answer(200, {"subscriptionDefinitions": kinds})


@routes.on(f"GET {_AT}/status/email/{{email}}")
def status(ask: Ask, email: str) -> Answer:
    """What an address said to each kind."""
    shown = [
        {
            "id": id,
            "name": name,
            "description": name,
            "status": _said(ask.world).get((email, id), "NOT_SUBSCRIBED"),
            "sourceOfStatus": "SUBSCRIPTION_STATUS",
        }
        for id, name in _KINDS.items()
    ]
    return Answer(200, {"recipient": email, "subscriptionStatuses": shown})


@routes.on(f"POST {_AT}/subscribe")
def subscribe(ask: Ask) -> Answer:
    """Write to an address; not to one that opted out."""
    ask.required("emailAddress", "subscriptionId")
    key = (ask.body["emailAddress"], str(ask.body["subscriptionId"]))
    if _said(ask.world).get(key) == "NOT_SUBSCRIBED":
        raise invalid("Subscription was not updated: the contact has opted out.")
    _said(ask.world)[key] = "SUBSCRIBED"
    return _answered(ask, key)


@routes.on(f"POST {_AT}/unsubscribe")
def unsubscribe(ask: Ask) -> Answer:
    """Write to an address no more."""
    ask.required("emailAddress", "subscriptionId")
    key = (ask.body["emailAddress"], str(ask.body["subscriptionId"]))
    _said(ask.world)[key] = "NOT_SUBSCRIBED"
    return _answered(ask, key)


def _answered(ask: Ask, key: tuple[str, str]) -> Answer:
    kind = {"id": key[1], "name": _KINDS.get(key[1], ""), "description": "", "sourceOfStatus": "SUBSCRIPTION_STATUS"}
    return Answer(200, {**kind, "status": _said(ask.world)[key]})


def seed(world: World) -> None:
    """Ben gets news, and opted out of offers."""
    _said(world).update({("ben@acme.example", "91"): "SUBSCRIBED", ("ben@acme.example", "92"): "NOT_SUBSCRIBED"})


def state(world: World) -> State:
    """What each address said."""
    return {f"preference:{email}/{id}": {"status": said} for (email, id), said in _said(world).items()}


AREA = Area(routes, seed, state)
