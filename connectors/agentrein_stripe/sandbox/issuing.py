"""Cards that an account issues, and what happens with them. https://docs.stripe.com/api/issuing/cards."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, conflict
from agentrein_stripe.sandbox.customers import address
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.values import (
    NEVER,
    choice,
    currency,
    hash_of,
    list_of,
    metadata,
    read_fields,
    reference,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing

routes = Routes()
_LASTING = ("create", "retrieve", "update", "list")
_HAPPENS = ("retrieve", "update", "list")

_LIMIT = hash_of(
    "",
    whole("amount", required=True),
    list_of("categories", text(""), default=[]),
    choice("interval", "daily", "weekly", "monthly", "yearly", "per_authorization", "all_time", required=True),
)
_CONTROLS = hash_of(
    "spending_controls",
    list_of("allowed_categories", text("")),
    list_of("blocked_categories", text("")),
    list_of("spending_limits", _LIMIT, default=[]),
    empty=NEVER,
    default={"allowed_categories": None, "blocked_categories": None, "spending_limits": []},
)


def _limited(_ask: Ask, thing: Thing, _values: dict[str, Any]) -> None:
    """What only answers show of the controls."""
    thing["spending_controls"] = {**thing["spending_controls"], "spending_limits_currency": "eur"}


def _inactive(snapshot: Any) -> bool:
    return snapshot.get("status") in {"inactive", "canceled"}


CARDHOLDERS = Resource(
    "issuing.cardholder",
    "ich_",
    "/v1/issuing/cardholders",
    hash_of("billing", address(required=True), required=True, empty=NEVER),
    text("email"),
    metadata(),
    text("name", on=("create",), required=True, empty=NEVER, most=24),
    text("phone_number"),
    list_of("preferred_locales", text(""), default=[]),
    _CONTROLS,
    choice("status", "active", "inactive", default="active"),
    choice("type", "individual", "company", on=("create",), default="individual"),
    does=_LASTING,
    event="issuing_cardholder",
    filters=("email", "phone_number", "status", "type"),
    hooks=Hooks(made=_limited, changed=_limited),
    compensated=_inactive,
)


def _card_changed(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if thing.get("canceled_at"):
        raise conflict("A canceled card cannot be changed.", param="status")
    if values.get("status") == "canceled":
        thing["canceled_at"] = ask.now
    _limited(ask, thing, values)


CARDS = Resource(
    "issuing.card",
    "ic_",
    "/v1/issuing/cards",
    reference("cardholder", "issuing.cardholder", on=("create",), required=True),
    currency(on=("create",), required=True),
    metadata(),
    _CONTROLS,
    choice("status", "active", "inactive", "canceled", default="inactive"),
    choice("type", "virtual", "physical", on=("create",), required=True),
    does=_LASTING,
    event="issuing_card",
    shows={"brand": "Visa", "canceled_at": None, "exp_month": 12, "exp_year": 2034, "last4": "4242"},
    filters=("cardholder", "status", "type"),
    hooks=Hooks(made=_limited, changed=_card_changed),
    hidden=("canceled_at",),
    compensated=_inactive,
)

_MADE = (reference("card", "issuing.card", required=True), whole("amount", required=True))
AUTHORIZATIONS = Resource(
    "issuing.authorization",
    "iauth_",
    "/v1/issuing/authorizations",
    metadata(),
    does=_HAPPENS,
    event="issuing_authorization",
    shows={"amount": 0, "approved": True, "card": None, "currency": "eur", "status": "pending"},
    filters=("card", "status"),
)
TRANSACTIONS = Resource(
    "issuing.transaction",
    "ipi_",
    "/v1/issuing/transactions",
    metadata(),
    does=_HAPPENS,
    event="issuing_transaction",
    shows={"amount": 0, "card": None, "currency": "eur", "type": "capture"},
    filters=("card",),
)
TOKENS = Resource(
    "issuing.token",
    "intok_",
    "/v1/issuing/tokens",
    choice("status", "active", "deleted", "suspended", default="active"),
    does=_HAPPENS,
    event="issuing_token",
    shows={"card": None, "network": "visa"},
    filters=("card", "status"),
)


def _happened(ask: Ask, of: Resource) -> Answer:
    """Something that a cardholder did, as the test helpers play it; the card is in a wallet from then on."""
    given, _ = taken_out(ask.given)
    values = read_fields(ask, _MADE, given, {}, "create")
    thing = of.new(ask, {}) | values
    ask.world.of(of.kind)[thing["id"]] = thing
    TOKENS.new(ask, {})["card"] = values["card"]
    return of.shown(ask, thing)


@routes.on("POST /v1/test_helpers/issuing/authorizations")
def authorize(ask: Ask) -> Answer:
    """Let somebody pay with a card."""
    return _happened(ask, AUTHORIZATIONS)


@routes.on("POST /v1/test_helpers/issuing/transactions/create_force_capture")
def capture(ask: Ask) -> Answer:
    """Let money move without an authorization."""
    return _happened(ask, TRANSACTIONS)


# --- disputes


def _staged(_ask: Ask, thing: Thing, _values: dict[str, Any]) -> None:
    if thing["status"] != "unsubmitted":
        raise conflict("A dispute that was submitted cannot be changed.")


_REASON = hash_of("other", text("explanation"), text("product_description"))
DISPUTES = Resource(
    "issuing.dispute",
    "idp_",
    "/v1/issuing/disputes",
    whole("amount"),
    hash_of("evidence", choice("reason", "other", "fraudulent"), _REASON, merges=True, empty=NEVER, default={}),
    metadata(),
    reference("transaction", "issuing.transaction", on=("create",)),
    does=_LASTING,
    event="issuing_dispute",
    shows={"currency": "eur", "status": "unsubmitted"},
    filters=("status", "transaction"),
    hooks=Hooks(changed=_staged),
)


DESIGNS = Resource(
    "issuing.personalization_design",
    "isd_",
    "/v1/issuing/personalization_designs",
    text("card_logo"),
    hash_of("carrier_text", text("footer_body"), text("footer_title"), text("header_body"), text("header_title")),
    text("lookup_key", most=200),
    metadata(),
    text("name", most=200),
    text("physical_bundle", empty=NEVER, required=True),
    does=_LASTING,
    event="issuing_personalization_design",
    shows={"preferences": {"is_default": False}, "status": "inactive"},
    filters=("lookup_keys", "status"),
)
