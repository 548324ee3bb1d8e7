"""Customers. https://docs.stripe.com/api/customers."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, conflict, invalid
from agentrein_stripe.sandbox.cards import new_source
from agentrein_stripe.sandbox.customer_parts import balance_changed, cash_balance, new_tax_id
from agentrein_stripe.sandbox.resource import Hooks, Resource
from agentrein_stripe.sandbox.values import (
    NEVER,
    choice,
    flag,
    hash_of,
    list_of,
    metadata,
    reference,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing

ADDRESS = (text("line1"), text("line2"), text("city"), text("state"), text("postal_code"), text("country"))


def address(name: str = "address", **more: Any) -> Any:
    """An address; what is not given reads as null. That it replaces the old one is inferred."""
    return hash_of(name, *ADDRESS, **more)


def _checks(ask: Ask, values: dict[str, Any], on: str) -> None:
    if values.get("email") and "@" not in values["email"]:
        raise invalid(f"Invalid email address: {values['email']}", "email", "email_invalid")
    if on == "create" and values.get("payment_method"):
        ask.named("payment_method", values["payment_method"], "payment_method")


def _made(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    thing["invoice_prefix"] = values.get("invoice_prefix") or f"{thing['id'][-8:]}"
    _source(ask, thing, values)
    method = values.get("payment_method")
    if method:
        ask.world.of("payment_method")[method]["customer"] = thing["id"]
    if values.get("balance"):
        amount, thing["balance"] = values["balance"], 0
        balance_changed(ask, thing, {"amount": amount}, "initial")
    for one in values.get("tax_id_data") or []:
        new_tax_id(ask, one, thing["id"])


def _changed(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    _source(ask, thing, values)
    if "balance" in values:
        was = sum(
            one["amount"]
            for one in ask.world.of("customer_balance_transaction").values()
            if one["customer"] == thing["id"]
        )
        thing["balance"] = was
        balance_changed(ask, thing, {"amount": values["balance"] - was})
    default = (thing.get("invoice_settings") or {}).get("default_payment_method")
    if (
        "invoice_settings" in values
        and default
        and ask.world.of("payment_method").get(default, {}).get("customer") != (thing["id"])
    ):
        raise conflict(
            "The customer does not have a payment method with the ID "
            f"{default}. The payment method must be attached to the customer.",
            "resource_missing",
            "invoice_settings[default_payment_method]",
        )


def _source(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if values.get("source"):
        thing["default_source"] = new_source(ask, thing["id"], values["source"])["id"]


def _deletes(ask: Ask, thing: Thing) -> None:
    """What is the customer's goes too, and its subscriptions end. https://docs.stripe.com/api/customers/delete."""
    for kind in ("tax_id", "customer_balance_transaction", "card"):
        own = [one for one in ask.world.of(kind).values() if one.get("customer") == thing["id"]]
        for one in own:
            del ask.world.of(kind)[one["id"]]
    for one in ask.world.of("subscription").values():
        if one.get("customer") == thing["id"] and one.get("status") not in {"canceled", "incomplete_expired"}:
            one |= {"status": "canceled", "canceled_at": ask.now, "ended_at": ask.now}
            ask.emit("customer.subscription.deleted", one)
    for one in ask.world.of("payment_method").values():
        if one.get("customer") == thing["id"]:
            one["customer"] = None


CUSTOMERS = Resource(
    "customer",
    "cus_",
    "/v1/customers",
    address(),
    whole("balance", default=0),
    text("business_name"),
    hash_of("cash_balance", hash_of("settings", choice("reconciliation_mode", "automatic", "manual")), shown=None),
    text("description"),
    text("email", most=512),
    text("individual_name"),
    text("invoice_prefix", empty=NEVER),
    hash_of(
        "invoice_settings",
        list_of("custom_fields", hash_of("", text("name"), text("value")), empty=None),
        text("default_payment_method"),
        text("footer"),
        hash_of("rendering_options", text("amount_tax_display"), text("template")),
        merges=True,
        empty=NEVER,
        default={"custom_fields": None, "default_payment_method": None, "footer": None, "rendering_options": None},
    ),
    metadata(),
    text("name", most=256),
    whole("next_invoice_sequence", least=1, default=1),
    text("payment_method", empty=NEVER, on=("create",), shown=None),
    text("phone", most=20),
    list_of("preferred_locales", text(""), default=[]),
    hash_of("shipping", address(required=True), text("name", required=True), text("phone")),
    text("source", empty=NEVER, shown=None),
    text("default_source", empty=NEVER, on=("update",)),
    hash_of("tax", text("ip_address"), choice("validate_location", "deferred", "immediately", "auto"), shown=None),
    choice("tax_exempt", "exempt", "none", "reverse", empty="none", default="none"),
    list_of("tax_id_data", hash_of("", text("type"), text("value")), on=("create",), shown=None, empty=NEVER),
    reference("test_clock", "test_helpers.test_clock", on=("create",)),
    flag("validate", shown=None),
    shows={"currency": None, "delinquent": False, "discount": None},
    filters=("email", "test_clock"),
    keeps=True,
    expands={
        "tax_ids": lambda ask, thing: _own(ask, thing, "tax_id", "tax_ids"),
        "sources": lambda ask, thing: _own(ask, thing, "card", "sources"),
        "cash_balance": cash_balance,
        "tax": lambda _ask, _thing: {"automatic_tax": "unrecognized_location", "ip_address": None, "location": None},
    },
    hooks=Hooks(checks=_checks, made=_made, changed=_changed, deletes=_deletes),
    hidden=("invoice_prefix", "currency", "next_invoice_sequence"),
)


def _own(ask: Ask, thing: Thing, kind: str, name: str) -> Thing:
    data = [one for one in ask.world.of(kind).values() if one.get("customer") == thing["id"]]
    url = f"/v1/customers/{thing['id']}/{name}"
    return {"object": "list", "data": data[::-1], "has_more": False, "url": url}


routes = CUSTOMERS.routes


@routes.on("DELETE /v1/customers/{id}/discount")
def delete_discount(ask: Ask, id: str) -> Answer:
    """Take the customer's discount away. https://docs.stripe.com/api/discounts/delete."""
    customer = ask.find("customer", id)
    gone = customer["discount"]
    if gone is None:
        raise conflict("No active discount for customer", "resource_missing")
    customer["discount"] = None
    ask.emit("customer.discount.deleted", gone)
    return Answer(200, {"id": gone["id"], "object": "discount", "deleted": True})
