"""Apps that are installed, and bank accounts that are linked.

https://docs.stripe.com/api/apps/installs and https://docs.stripe.com/api/financial_connections
"""

from __future__ import annotations

from copy import deepcopy

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, conflict, missing
from agentrein_stripe.sandbox.listing import listed
from agentrein_stripe.sandbox.resource import Resource, taken_out
from agentrein_stripe.sandbox.world import Thing

INSTALLS = Resource("apps.install", "appinst_", "/v1/apps/installs", does=("retrieve",), event="")
routes = Routes()


@routes.on("GET /v1/apps/installs")
def installs(ask: Ask) -> Answer:
    """What is installed."""
    return listed(ask, ask.world.of("apps.install").values(), "/v1/apps/installs", ("app",))


@routes.on("POST /v1/apps/installs")
def install(ask: Ask) -> Answer:
    """Install an app; one that is there already is answered with as it is."""
    given, _ = taken_out(ask.given)
    if not given.get("app"):
        raise missing("app")
    held = ask.world.of("apps.install")
    there = next((one for one in held.values() if one["app"] == given["app"]), None)
    if there is not None:
        return INSTALLS.shown(ask, there)
    thing = INSTALLS.new(ask, {})
    granted = {"endpoints_granted": [], "permissions_granted": ["customer_read"]}
    thing |= {"app": given["app"], "channel": given.get("channel", "public"), "status": "installed", **granted}
    ask.emit("apps.install.created", thing)
    return INSTALLS.shown(ask, thing)


@routes.on("POST /v1/apps/installs/{id}")
def reauthorize(ask: Ask, id: str) -> Answer:
    """Grant what the newest version of an app asks for."""
    thing = ask.find("apps.install", id)
    thing["permissions_granted"] = [*thing["permissions_granted"], "event_read"]
    return INSTALLS.shown(ask, thing)


@routes.on("POST /v1/apps/installs/{id}/uninstall")
def uninstall(ask: Ask, id: str) -> Answer:
    """Take an app out again, which the answer shows as under way."""
    thing = ask.find("apps.install", id)
    del ask.world.of("apps.install")[id]
    ask.emit("apps.install.deleted", thing)
    return Answer(200, {**thing, "status": "uninstalling"})


# --- linked accounts

_LINKED = "/v1/financial_connections/accounts/{id}"
KIND = "financial_connections.account"
_BANK: Thing = {
    "id": "fca_00000000000001",
    "object": KIND,
    "institution_name": "Stripe Test Bank",
    "balance_refresh": None,
    "status": "active",
    "subscriptions": [],
}
"""The bank account that the owner of each account has linked."""


def _linked(ask: Ask, id: str) -> Thing:
    if id == _BANK["id"]:
        return ask.world.of(KIND).setdefault(id, deepcopy(_BANK))
    return ask.find(KIND, id, param="account")


@routes.on(f"GET {_LINKED}")
def linked(ask: Ask, id: str) -> Answer:
    """A linked account."""
    return Answer(200, _linked(ask, id))


@routes.on(f"POST {_LINKED}/subscribe")
def subscribe(ask: Ask, id: str) -> Answer:
    """Ask its bank for these, from now on."""
    thing = _linked(ask, id)
    thing["subscriptions"] = [*dict.fromkeys([*thing["subscriptions"], *_features(ask)])]
    return Answer(200, thing)


@routes.on(f"POST {_LINKED}/unsubscribe")
def unsubscribe(ask: Ask, id: str) -> Answer:
    """Ask for them no more."""
    thing = _linked(ask, id)
    gone = _features(ask)
    thing["subscriptions"] = [one for one in thing["subscriptions"] if one not in gone]
    return Answer(200, thing)


@routes.on(f"POST {_LINKED}/refresh")
def refresh(ask: Ask, id: str) -> Answer:
    """Ask its bank for these once."""
    thing = _linked(ask, id)
    if "balance" in _features(ask):
        thing["balance_refresh"] = {"status": "pending"}
    return Answer(200, thing)


def _features(ask: Ask) -> list[str]:
    features = ask.given.get("features")
    if not isinstance(features, list) or set(features) - {"balance", "transactions"}:
        raise conflict("You must say which features.", param="features")
    return features


@routes.on("POST /v1/financial_connections/sessions")
def session(ask: Ask) -> Answer:
    """A secret with which somebody links accounts, for a while."""
    for name in ("account_holder", "permissions"):
        if name not in ask.given:
            raise missing(name)
    id = ask.world.new_id("fcsess_")
    shown = {"id": id, "object": "financial_connections.session", "client_secret": f"{id}_secret_0"}
    nobody = {"object": "list", "data": [], "has_more": False, "url": "/v1/financial_connections/accounts"}
    return Answer(200, {**shown, "accounts": nobody})
