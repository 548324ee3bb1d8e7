"""Secrets of apps, domains, configurations of payment methods, and test clocks.

https://docs.stripe.com/api/secret_management, https://docs.stripe.com/api/apple_pay/domains,
https://docs.stripe.com/api/payment_method_domains, https://docs.stripe.com/api/payment_method_configurations,
https://docs.stripe.com/api/test_clocks
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, Failure, fail, invalid, missing
from agentrein_stripe.sandbox.listing import listed
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.values import (
    NEVER,
    choice,
    flag,
    hash_of,
    moment,
    read_fields,
    text,
)
from agentrein_stripe.sandbox.world import Thing

routes = Routes()

# --- secrets

_SCOPE = hash_of("scope", choice("type", "account", "user", required=True), text("user"), required=True, empty=NEVER)
SECRETS = Resource(
    "apps.secret",
    "appsecret_",
    "/v1/apps/secrets",
    moment("expires_at", empty=None),
    text("name", empty=NEVER, required=True),
    text("payload", empty=NEVER, required=True),
    _SCOPE,
    does=(),
    event="",
    shows={"deleted": False},
    hidden=("deleted",),
)


def _shown(secret: Thing, expand: list[str]) -> Thing:
    """A secret as answers show it: its payload only where that is asked for."""
    hidden = {"deleted"} if "payload" in expand else {"deleted", "payload"}
    return {name: value for name, value in secret.items() if name not in hidden}


def _held(ask: Ask, given: Any) -> Thing | None:
    key = (given["name"], given["scope"]["type"], given["scope"].get("user"))
    held = ask.world.of("apps.secret").values()
    return next((one for one in held if (one["name"], one["scope"]["type"], one["scope"].get("user")) == key), None)


def _no_secret(name: Any) -> Failure:
    return fail(404, f"No such secret: '{name}'", code="resource_missing", param="name")


@routes.on("POST /v1/apps/secrets")
def set_secret(ask: Ask) -> Answer:
    """Set a secret: one of the same name and scope is written over."""
    given, expand = taken_out(ask.given)
    values = read_fields(ask, SECRETS.fields, given, {}, "create")
    held = _held(ask, values)
    if held is None:
        held = SECRETS.new(ask, values)
    else:
        held |= {"payload": values["payload"], "expires_at": values.get("expires_at")}
    return Answer(200, _shown(held, expand))


@routes.on("POST /v1/apps/secrets/delete")
def delete_secret(ask: Ask) -> Answer:
    """Delete a secret by its name and scope."""
    given, _ = taken_out(ask.given)
    values = read_fields(ask, (text("name", required=True), _SCOPE), given, {}, "create")
    held = _held(ask, values)
    if held is None:
        raise _no_secret(values["name"])
    del ask.world.of("apps.secret")[held["id"]]
    return Answer(200, {**_shown(held, []), "deleted": True})


@routes.on("GET /v1/apps/secrets/find")
def find_secret(ask: Ask) -> Answer:
    """A secret by its name and scope."""
    given, expand = taken_out(ask.given)
    values = read_fields(ask, (text("name", required=True), _SCOPE), given, {}, "create")
    held = _held(ask, values)
    if held is None:
        raise _no_secret(values["name"])
    return Answer(200, _shown(held, expand))


@routes.on("GET /v1/apps/secrets")
def secrets(ask: Ask) -> Answer:
    """The secrets of a scope, without their payloads."""
    given = dict(ask.given)
    if "scope" not in given:
        raise missing("scope")
    scope = given.pop("scope")
    held = [one for one in ask.world.of("apps.secret").values() if one["scope"]["type"] == scope.get("type")]
    return listed(ask, [_shown(one, []) for one in held], "/v1/apps/secrets", given=given)


# --- domains


def _named_once(ask: Ask, thing: Thing, _values: dict[str, Any]) -> None:
    for one in ask.world.of(thing["object"]).values():
        if one is not thing and one["domain_name"] == thing["domain_name"]:
            raise invalid("This domain is already registered.", "domain_name")


APPLE_PAY = Resource(
    "apple_pay_domain",
    "apwc_",
    "/v1/apple_pay/domains",
    text("domain_name", empty=NEVER, required=True),
    does=("create", "retrieve", "list", "delete"),
    event="",
    filters=("domain_name",),
    hooks=Hooks(made=_named_once),
)

DOMAINS = Resource(
    "payment_method_domain",
    "pmd_",
    "/v1/payment_method_domains",
    text("domain_name", empty=NEVER, on=("create",), required=True),
    flag("enabled", default=True),
    does=("create", "retrieve", "update", "list"),
    event="",
    shows={name: {"status": "active"} for name in ("apple_pay", "google_pay", "link", "paypal")},
    filters=("domain_name", "enabled"),
    hooks=Hooks(made=_named_once),
    compensated=lambda snapshot: snapshot.get("enabled") is False,
)


@DOMAINS.routes.on("POST /v1/payment_method_domains/{id}/validate")
def validate(ask: Ask, id: str) -> Answer:
    """Look again whether the domain shows what wallets ask for."""
    return DOMAINS.shown(ask, ask.find("payment_method_domain", id))


# --- configurations of payment methods

_METHODS = ("card", "klarna", "link", "paypal", "sepa_debit")


def _prefer(_ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    for method in _METHODS:
        wanted = ((values.get(method) or {}).get("display_preference") or {}).get("preference")
        if wanted or method not in thing:
            preference = wanted or "none"
            shown = {"overridable": None, "preference": preference, "value": "off" if preference == "off" else "on"}
            thing[method] = {"available": preference != "off", "display_preference": shown}


CONFIGURATIONS = Resource(
    "payment_method_configuration",
    "pmc_",
    "/v1/payment_method_configurations",
    flag("active", on=("update",), default=True),
    text("name", most=100),
    text("parent", on=("create",)),
    *(
        hash_of(
            method,
            hash_of("display_preference", choice("preference", "none", "off", "on")),
            shown=None,
            merges=True,
        )
        for method in _METHODS
    ),
    does=("create", "retrieve", "update", "list"),
    event="",
    shows={"application": None, "is_default": False},
    hooks=Hooks(made=_prefer, changed=_prefer),
)


# --- test clocks


def _only_test(ask: Ask, _values: dict[str, Any], _on: str) -> None:
    if ask.world.livemode:
        raise invalid("Test clocks are only available in test mode.")


def _clock_deletes(ask: Ask, thing: Thing) -> None:
    """Every customer on it goes with it."""
    for one in list(ask.world.of("customer").values()):
        if one.get("test_clock") == thing["id"]:
            Resource.known["customer"].remove(ask, one)


CLOCKS = Resource(
    "test_helpers.test_clock",
    "clock_",
    "/v1/test_helpers/test_clocks",
    moment("frozen_time", required=True),
    text("name", most=300),
    does=("create", "retrieve", "list", "delete"),
    shows={"deletes_after": 0, "status": "ready", "status_details": {}},
    hooks=Hooks(checks=_only_test, deletes=_clock_deletes),
)


@CLOCKS.routes.on("POST /v1/test_helpers/test_clocks/{id}/advance")
def advance(ask: Ask, id: str) -> Answer:
    """Let time pass."""
    clock = ask.find("test_helpers.test_clock", id)
    clock |= read_fields(ask, (moment("frozen_time", required=True),), ask.given, clock, "create")
    return CLOCKS.shown(ask, clock)


routes = Routes(routes, APPLE_PAY.routes, DOMAINS.routes, CONFIGURATIONS.routes, CLOCKS.routes)
