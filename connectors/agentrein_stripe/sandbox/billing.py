"""Usage and credit: meters with their events, alerts, credit grants.

https://docs.stripe.com/api/billing/meter, https://docs.stripe.com/api/billing/credit-grant and
https://docs.stripe.com/api/billing/alert
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, conflict, fail, invalid, missing
from agentrein_stripe.sandbox.listing import listed
from agentrein_stripe.sandbox.payment_methods import opened
from agentrein_stripe.sandbox.resource import Hooks, Resource
from agentrein_stripe.sandbox.values import (
    NEVER,
    choice,
    hash_of,
    metadata,
    moment,
    reference,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing

DAY = 24 * 3600


def _one_name(ask: Ask, values: dict[str, Any], on: str) -> None:
    if on == "create" and _meter(ask, values["event_name"]) is not None:
        raise invalid("There is already an active meter with that event name.", "event_name")


def _meter(ask: Ask, event_name: str) -> Thing | None:
    meters = ask.world.of("billing.meter").values()
    return next((one for one in meters if one["event_name"] == event_name and one["status"] == "active"), None)


def untimed(_ask: Ask, thing: Thing, _values: dict[str, Any]) -> None:
    """Alerts do not show when they were made."""
    del thing["created"]


METERS = Resource(
    "billing.meter",
    "mtr_",
    "/v1/billing/meters",
    hash_of("customer_mapping", text("event_payload_key"), text("type"), on=("create",)),
    hash_of("default_aggregation", choice("formula", "sum", "count", "last"), on=("create",), required=True),
    text("display_name", required=True, most=250, empty=NEVER),
    text("event_name", required=True, on=("create",), most=100, empty=NEVER),
    choice("event_time_window", "day", "hour", on=("create",)),
    hash_of("value_settings", text("event_payload_key"), on=("create",), default={"event_payload_key": "value"}),
    does=("create", "retrieve", "update", "list"),
    shows={"status": "active", "updated": 0},
    filters=("status",),
    hooks=Hooks(checks=_one_name),
    compensated=lambda snapshot: snapshot["status"] == "inactive",
)

ALERTS = Resource(
    "billing.alert",
    "alrt_",
    "/v1/billing/alerts",
    choice("alert_type", "usage_threshold", required=True),
    text("title", required=True, most=256),
    opened("usage_threshold"),
    does=("create", "retrieve"),
    event="",
    shows={"status": "active"},
    hooks=Hooks(made=untimed),
    compensated=lambda snapshot: snapshot["status"] == "archived",
)

GRANTS = Resource(
    "billing.credit_grant",
    "credgr_",
    "/v1/billing/credit_grants",
    opened("amount", on=("create",), empty=NEVER, required=True),
    opened("applicability_config", on=("create",), empty=NEVER, required=True),
    choice("category", "paid", "promotional", on=("create",), default="paid"),
    reference("customer", "customer", on=("create",), required=True),
    moment("effective_at", on=("create",)),
    moment("expires_at", empty=None),
    metadata(),
    text("name", on=("create",)),
    whole("priority", on=("create",), default=50),
    does=("create", "retrieve", "update", "list"),
    shows={"voided_at": None, "updated": 0},
    filters=("customer",),
    hooks=Hooks(made=lambda ask, thing, _values: _granted(ask, thing)),
    hidden=("effective_at",),
    compensated=lambda snapshot: "voided_at" in snapshot,
)


def _granted(ask: Ask, thing: Thing) -> None:
    monetary = thing["amount"].get("monetary") or {}
    thing["amount"] = {
        "type": "monetary",
        "monetary": {"currency": monetary.get("currency"), "value": int(monetary.get("value", 0))},
    }
    thing["effective_at"] = thing["effective_at"] or ask.now


routes = Routes()


def turned(kind: str, name: str, to: str, from_: tuple[str, ...]) -> Any:
    """A handler that gives a thing another status, from these."""

    def turn(ask: Ask, id: str) -> Answer:
        thing = ask.find(kind, id)
        if thing["status"] not in from_:
            raise conflict(f"This {name} is {thing['status']}.")
        thing["status"] = to
        if kind == "billing.meter":
            ask.emit(f"billing.meter.{'deactivated' if to == 'inactive' else 'reactivated'}", thing)
        return Resource.known[kind].shown(ask, thing)

    return turn


routes.on("POST /v1/billing/meters/{id}/deactivate")(turned("billing.meter", "meter", "inactive", ("active",)))
routes.on("POST /v1/billing/meters/{id}/reactivate")(turned("billing.meter", "meter", "active", ("inactive",)))
routes.on("POST /v1/billing/alerts/{id}/activate")(turned("billing.alert", "alert", "active", ("active", "inactive")))
routes.on("POST /v1/billing/alerts/{id}/deactivate")(
    turned("billing.alert", "alert", "inactive", ("active", "inactive"))
)
routes.on("POST /v1/billing/alerts/{id}/archive")(
    turned("billing.alert", "alert", "archived", ("active", "inactive", "archived"))
)


@routes.on("GET /v1/billing/alerts")
def alerts(ask: Ask) -> Answer:
    """Every alert."""
    return untimed_list(ask, "billing.alert", "/v1/billing/alerts", ("alert_type", "meter"))


def untimed_list(ask: Ask, kind: str, url: str, filters: tuple[str, ...]) -> Answer:
    """A list of things that show no time at which they were made."""
    answer = listed(ask, [{"created": 0, **one} for one in ask.world.of(kind).values()], url, filters)
    for one in answer.body["data"]:
        del one["created"]
    return answer


@routes.on("POST /v1/billing/credit_grants/{id}/void")
def void(ask: Ask, id: str) -> Answer:
    """Void a grant of which nothing was used. https://docs.stripe.com/api/billing/credit-grant/void."""
    grant = ask.find("billing.credit_grant", id)
    if grant["voided_at"] is not None or _used(ask, id):
        raise conflict("This credit grant has already been applied to an invoice, or voided.")
    grant["voided_at"] = ask.now
    ask.emit("billing.credit_grant.updated", grant, {"voided_at": None})
    return GRANTS.shown(ask, grant)


@routes.on("POST /v1/billing/credit_grants/{id}/expire")
def expire(ask: Ask, id: str) -> Answer:
    """Let a grant end now."""
    grant = ask.find("billing.credit_grant", id)
    grant["expires_at"] = ask.now
    return GRANTS.shown(ask, grant)


def _used(ask: Ask, grant: str) -> list[Thing]:
    uses = ask.world.of("billing.credit_balance_transaction").values()
    return [one for one in uses if one["credit_grant"] == grant and one["type"] == "debit"]


@routes.on("GET /v1/billing/credit_balance_transactions")
def uses(ask: Ask) -> Answer:
    """What grants were used for. https://docs.stripe.com/api/billing/credit-balance-transaction/list."""
    if "customer" not in ask.given and "customer_account" not in ask.given:
        raise missing("customer")
    own = {
        one["id"] for one in ask.world.of("billing.credit_grant").values() if one["customer"] == ask.given["customer"]
    }
    found = [one for one in ask.world.of("billing.credit_balance_transaction").values() if one["credit_grant"] in own]
    given = {name: value for name, value in ask.given.items() if name != "customer"}
    return listed(ask, found, "/v1/billing/credit_balance_transactions", ("credit_grant",), given)


# --- usage


@routes.on("POST /v1/billing/meter_events")
def meter_event(ask: Ask) -> Answer:
    """Count usage; an identifier is counted once. https://docs.stripe.com/api/billing/meter-event/create."""
    name, payload = ask.given.get("event_name"), ask.given.get("payload")
    if not name or not isinstance(payload, dict):
        raise missing("event_name" if not name else "payload")
    if _meter(ask, name) is None:
        raise invalid(f"No active meter found for event name {name}.", "event_name")
    identifier = ask.given.get("identifier") or ask.world.new_id("mev_")
    if identifier in ask.world.of("billing.meter_event"):
        raise invalid(f"An event already exists with identifier {identifier}.", "identifier")
    event = {
        "object": "billing.meter_event", "event_name": name, "identifier": identifier, "payload": payload,
        "timestamp": int(ask.given.get("timestamp") or ask.now), "created": ask.now, "livemode": ask.world.livemode,
    }  # fmt: skip
    ask.world.of("billing.meter_event")[identifier] = {"id": identifier, **event}
    return Answer(200, event)


@routes.on("POST /v1/billing/meter_event_adjustments")
def adjustment(ask: Ask) -> Answer:
    """Cancel an event within a day. https://docs.stripe.com/api/billing/meter-event-adjustment/create."""
    identifier = (ask.given.get("cancel") or {}).get("identifier")
    event = ask.world.of("billing.meter_event").get(str(identifier))
    if event is None or event["created"] < ask.now - DAY:
        raise fail(400, "There is no such event, or it is too old to be canceled.", param="cancel[identifier]")
    del ask.world.of("billing.meter_event")[str(identifier)]
    made = {"object": "billing.meter_event_adjustment", "event_name": event["event_name"], "status": "pending"}
    return Answer(200, {**made, "type": "cancel", "cancel": {"identifier": identifier}, "livemode": ask.world.livemode})


@routes.on("POST /v2/billing/meter_event_session")
def session(ask: Ask) -> Answer:
    """A token to report usage with, for a while. https://docs.stripe.com/api/v2/billing/meter-event-stream."""
    id = ask.world.new_id("mes_")
    made = {"id": id, "object": "v2.billing.meter_event_session", "authentication_token": f"token_{id}"}
    return Answer(200, {**made, "livemode": ask.world.livemode})
