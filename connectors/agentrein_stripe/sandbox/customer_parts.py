"""What customers hold: tax ids, balance and cash balance.

https://docs.stripe.com/api/customers
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, conflict, invalid, missing
from agentrein_stripe.sandbox.listing import listed
from agentrein_stripe.sandbox.resource import Resource, taken_out
from agentrein_stripe.sandbox.values import (
    NEVER,
    choice,
    currency,
    hash_of,
    metadata,
    read_fields,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing, previous_of

routes = Routes()
_CUSTOMER = "/v1/customers/{customer}"


def of_customer(ask: Ask, customer: str, kind: str) -> list[Thing]:
    """What is a customer's, of one kind."""
    ask.find("customer", customer, param="customer")
    return [one for one in ask.world.of(kind).values() if one.get("customer") == customer]


def one_of_customer(ask: Ask, customer: str, kind: str, id: str) -> Thing:
    """One of them; 404 if it is another customer's."""
    ask.find("customer", customer, param="customer")
    found = ask.find(kind, id)
    return found if found.get("customer") == customer else ask.find(kind, f"{id} of {customer}")


# --- tax ids: https://docs.stripe.com/api/tax_ids

TAX_IDS = Resource(
    "tax_id",
    "txi_",
    "/v1/tax_ids",
    text("type", empty=NEVER, required=True),
    text("value", empty=NEVER, required=True),
    hash_of("owner", text("type", required=True), text("customer"), text("account"), text("application")),
    does=("create", "retrieve", "list", "delete"),
    event="customer.tax_id",
    shows={"country": None, "customer": None, "verification": None},
    filters=("owner",),
    parent=("customer", "customer"),
    hidden=("verification",),
)


def new_tax_id(ask: Ask, given: Mapping[str, Any], customer: str) -> Thing:
    """A tax id of a customer, whose verification goes on later."""
    for one in ask.world.of("tax_id").values():
        if (one["customer"], one["type"], one["value"]) == (customer, given.get("type"), given.get("value")):
            raise conflict(
                "A tax ID of this type and value already exists on this customer.", "tax_id_invalid", "value"
            )
    value = str(given.get("value", ""))
    if given.get("type") == "eu_vat" and not value[:2].isalpha():
        raise invalid("Invalid value for eu_vat.", "value", "tax_id_invalid")
    owner = {"type": "customer", "customer": customer}
    verification = {"status": "pending", "verified_address": None, "verified_name": None}
    more: dict[str, Any] = {"customer": customer, "country": value[:2].upper(), "verification": verification}
    return TAX_IDS.create(ask, {**given, "owner": owner}, **more)


@routes.on(f"POST {_CUSTOMER}/tax_ids")
def create_tax_id(ask: Ask, customer: str) -> Answer:
    """Give a customer a tax id."""
    ask.find("customer", customer, param="customer")
    given, expand = taken_out(ask.given)
    return TAX_IDS.shown(ask, new_tax_id(ask, given, customer), expand)


@routes.on(f"GET {_CUSTOMER}/tax_ids")
def tax_ids(ask: Ask, customer: str) -> Answer:
    """The tax ids of a customer."""
    return listed(ask, of_customer(ask, customer, "tax_id"), f"/v1/customers/{customer}/tax_ids")


@routes.on(f"GET {_CUSTOMER}/tax_ids/{{id}}")
def tax_id(ask: Ask, customer: str, id: str) -> Answer:
    """One of them."""
    return Answer(200, one_of_customer(ask, customer, "tax_id", id))


@routes.on(f"DELETE {_CUSTOMER}/tax_ids/{{id}}")
def delete_tax_id(ask: Ask, customer: str, id: str) -> Answer:
    """Take a tax id away."""
    return Answer(200, TAX_IDS.remove(ask, one_of_customer(ask, customer, "tax_id", id)))


# --- the balance: https://docs.stripe.com/api/customer_balance_transactions

BALANCE = Resource(
    "customer_balance_transaction",
    "cbtxn_",
    f"{_CUSTOMER}/balance_transactions",
    whole("amount", required=True),
    currency(required=True),
    text("description"),
    metadata(),
    does=(),
    event="",
    shows={"customer": None, "ending_balance": 0, "type": "adjustment", "invoice": None, "credit_note": None},
    parent=("customer", "customer"),
    hidden=("ending_balance",),
)


def balance_changed(ask: Ask, customer: Thing, given: Mapping[str, Any], kind: str = "adjustment") -> Thing:
    """Write a balance transaction, and the customer's balance after it.

    `given` has the amount, and may have a currency, a description and metadata.
    """
    before = dict(customer)
    wanted = given.get("currency") or customer["currency"] or ask.world.account["default_currency"]
    if customer["currency"] not in (None, wanted):
        raise conflict(f"The customer's balance is in {customer['currency']}.", param="currency")
    customer["balance"] += given["amount"]
    customer["currency"] = wanted
    made = BALANCE.new(ask, {**given, "currency": wanted})
    made |= {"customer": customer["id"], "ending_balance": customer["balance"], "type": kind}
    ask.emit("customer.updated", customer, previous_of(before, customer))
    return made


@routes.on(f"POST {_CUSTOMER}/balance_transactions")
def create_balance_transaction(ask: Ask, customer: str) -> Answer:
    """Add to a customer's balance, or take from it; nothing takes the entry back."""
    owner = ask.find("customer", customer, param="customer")
    given, expand = taken_out(ask.given)
    values = read_fields(ask, BALANCE.fields, given, {}, "create")
    return BALANCE.shown(ask, balance_changed(ask, owner, values), expand)


@routes.on(f"GET {_CUSTOMER}/balance_transactions")
def balance_transactions(ask: Ask, customer: str) -> Answer:
    """What changed a customer's balance."""
    url = f"/v1/customers/{customer}/balance_transactions"
    return listed(ask, of_customer(ask, customer, BALANCE.kind), url, ("invoice",))


@routes.on(f"GET {_CUSTOMER}/balance_transactions/{{id}}")
def balance_transaction(ask: Ask, customer: str, id: str) -> Answer:
    """One of them."""
    return Answer(200, one_of_customer(ask, customer, BALANCE.kind, id))


@routes.on(f"POST {_CUSTOMER}/balance_transactions/{{id}}")
def update_balance_transaction(ask: Ask, customer: str, id: str) -> Answer:
    """Give it another description or other metadata; the amount stays."""
    thing = one_of_customer(ask, customer, BALANCE.kind, id)
    given, expand = taken_out(ask.given)
    fields = tuple(one for one in BALANCE.fields if one.name in {"description", "metadata"})
    thing |= read_fields(ask, fields, given, thing, "update")
    return BALANCE.shown(ask, thing, expand)


# --- the cash balance: https://docs.stripe.com/api/cash_balance

_AS_THE_MERCHANT: Thing = {"reconciliation_mode": "automatic", "using_merchant_default": True}

CASH_BALANCE = (
    hash_of(
        "settings", choice("reconciliation_mode", "automatic", "manual", "merchant_default"), merges=True, empty=NEVER
    ),
)


def cash_balance(ask: Ask, customer: Thing) -> Thing:
    """A customer's cash balance, as it stands; one that nobody set up is not kept."""
    id = f"cash_balance:{customer['id']}"
    start = {
        "id": id,
        "object": "cash_balance",
        "available": None,
        "customer": customer["id"],
        "livemode": ask.world.livemode,
        "settings": dict(_AS_THE_MERCHANT),
    }
    return ask.world.of("cash_balance").get(id) or start


def _kept(ask: Ask, thing: Thing) -> Thing:
    held = ask.world.of("cash_balance")
    held.pop(thing["id"], None)
    if thing["settings"] != _AS_THE_MERCHANT:
        held[thing["id"]] = thing
    return thing


def _shown_cash(thing: Thing) -> Answer:
    return Answer(200, {name: value for name, value in thing.items() if name != "id"})


@routes.on(f"GET {_CUSTOMER}/cash_balance")
def retrieve_cash_balance(ask: Ask, customer: str) -> Answer:
    """The cash balance of a customer."""
    return _shown_cash(cash_balance(ask, ask.find("customer", customer, param="customer")))


@routes.on(f"POST {_CUSTOMER}/cash_balance")
def update_cash_balance(ask: Ask, customer: str) -> Answer:
    """Choose how money that arrives is matched with invoices."""
    thing = cash_balance(ask, ask.find("customer", customer, param="customer"))
    given, _ = taken_out(ask.given)
    values = read_fields(ask, CASH_BALANCE, given, thing, "update")
    mode = values.get("settings", {}).get("reconciliation_mode")
    if mode is not None:
        default = mode == "merchant_default"
        shown = "automatic" if default else mode
        thing["settings"] = {"reconciliation_mode": shown, "using_merchant_default": default}
    return _shown_cash(_kept(ask, thing))


@routes.on(f"POST {_CUSTOMER}/funding_instructions")
def funding_instructions(ask: Ask, customer: str) -> Answer:
    """The bank account into which a customer pays: made once, shown from then on."""
    ask.find("customer", customer, param="customer")
    for name in ("bank_transfer", "currency", "funding_type"):
        if name not in ask.given:
            raise missing(name)
    held = ask.world.of("funding_instructions")
    shown = held.setdefault(
        customer,
        {
            "object": "funding_instructions",
            "bank_transfer": {"country": "DE", "financial_addresses": [], "type": "eu_bank_transfer"},
            "currency": ask.given["currency"],
            "funding_type": ask.given["funding_type"],
            "livemode": ask.world.livemode,
        },
    )
    return Answer(200, shown)
