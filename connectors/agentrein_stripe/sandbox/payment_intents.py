"""Payment intents: made, confirmed, captured, canceled. https://docs.stripe.com/api/payment_intents."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, Failure, conflict, fail, invalid
from agentrein_stripe.sandbox.charges import new_charge, refund_of
from agentrein_stripe.sandbox.customers import address
from agentrein_stripe.sandbox.payment_methods import METHODS, method_of, opened
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.transfers import new_dispute
from agentrein_stripe.sandbox.values import (
    Field,
    choice,
    currency,
    flag,
    hash_of,
    list_of,
    metadata,
    reference,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing

UNCONFIRMED = ("requires_payment_method", "requires_confirmation", "requires_action")
_ABANDONED = ("duplicate", "fraudulent", "requested_by_customer", "abandoned")


class Intents(Resource):
    """Intents have no event for an update."""

    def note(self, ask: Ask, thing: Thing, before: Thing) -> None:
        """Nothing is noted."""


def unexpected(kind: str, thing: Thing, does: str) -> Failure:
    """400 for what the state of an intent does not admit; the intent stands in it."""
    name = "PaymentIntent" if kind == "payment_intent" else "SetupIntent"
    behind: dict[str, Any] = {kind: deepcopy(thing)}
    return conflict(
        f"You cannot {does} this {name} because it has a status of {thing['status']}.",
        f"{kind}_unexpected_state",
        **behind,
    )


def method(name: str = "payment_method", **more: Any) -> Field:
    """A method by its id; a shared one of test mode makes one of the account's own."""
    return Field(name, lambda ask, value, place, _old: method_of(ask, value, place)["id"], **more)


def _status(thing: Thing) -> str:
    return "requires_confirmation" if thing["payment_method"] else "requires_payment_method"


def _belongs(ask: Ask, thing: Thing) -> None:
    """A method of a customer is only used for that customer."""
    method = ask.world.of("payment_method").get(str(thing["payment_method"]))
    if method is not None and method["customer"] not in (None, thing["customer"]):
        raise invalid(
            "The provided PaymentMethod cannot be attached. It belongs to another customer.", "payment_method"
        )


def made(kind: str) -> Any:
    """A hook that finishes a new intent of a kind."""

    def finish(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
        _belongs(ask, thing)
        thing |= {"client_secret": f"{thing['id']}_secret_0", "status": _status(thing)}
        if kind == "payment_intent":
            _no_confirm_words(ask, values)

    return finish


def _no_confirm_words(ask: Ask, values: dict[str, Any]) -> None:
    if not values.get("confirm"):
        for name in ("off_session", "mandate_data", "return_url", "error_on_requires_action"):
            if name in ask.given:
                raise invalid(
                    f"The parameter {name} cannot be passed when creating a PaymentIntent without confirm=true.",
                    name,
                )


def changed(kind: str) -> Any:
    """A hook that lets only an unconfirmed intent of a kind be changed."""

    def look(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
        if set(values) <= {"metadata", "description"}:
            return
        if thing["status"] not in UNCONFIRMED:
            raise unexpected(kind, thing, "update")
        _belongs(ask, thing)
        thing["status"] = _status(thing)

    return look


def _shipping() -> Field:
    return hash_of(
        "shipping",
        address(required=True),
        text("name", required=True),
        text("phone"),
        text("carrier"),
        text("tracking_number"),
    )


INTENTS = Intents(
    "payment_intent",
    "pi_",
    "/v1/payment_intents",
    whole("amount", least=1, required=True),
    whole("application_fee_amount", least=0, empty=None),
    opened("automatic_payment_methods", on=("create",)),
    choice("capture_method", "automatic", "automatic_async", "manual", default="automatic_async"),
    flag("confirm", on=("create",), shown=None),
    choice("confirmation_method", "automatic", "manual", on=("create",), default="automatic"),
    currency(required=True),
    reference("customer", "customer"),
    text("description"),
    flag("error_on_requires_action", on=("create",), shown=None),
    list_of("excluded_payment_method_types", text(""), empty=None),
    text("mandate", on=("create",), shown=None),
    opened("mandate_data", on=("create",), shown=None),
    metadata(),
    text("off_session", on=("create",), shown=None),
    text("on_behalf_of", on=("create",)),
    method(),
    text("receipt_email"),
    text("return_url", on=("create",), shown=None),
    choice("setup_future_usage", "off_session", "on_session", empty=None),
    _shipping(),
    text("statement_descriptor", most=22),
    text("statement_descriptor_suffix", most=22),
    opened("transfer_data"),
    text("transfer_group"),
    does=("retrieve", "update", "list"),
    shows={
        "amount_capturable": 0, "amount_received": 0, "canceled_at": None, "cancellation_reason": None,
        "last_payment_error": None, "latest_charge": None, "next_action": None, "payment_method_options": {},
        "payment_method_types": ["card"], "processing": None, "status": "requires_payment_method",
    },
    filters=("customer",),
    hooks=Hooks(made=made("payment_intent"), changed=changed("payment_intent")),
    hidden=("client_secret", "canceled_at"),
    compensated=lambda snapshot: snapshot["status"] == "canceled",
)  # fmt: skip

routes = INTENTS.routes


@routes.on("POST /v1/payment_intents")
def create(ask: Ask) -> Answer:
    """Make an intent; with `confirm` it is paid at once."""
    given, expand = taken_out(ask.given)
    thing = INTENTS.create(ask, given)
    if given.get("confirm") == "true":
        _pay(ask, thing)
    return INTENTS.shown(ask, thing, expand)


@routes.on("POST /v1/payment_intents/{id}/confirm")
def confirm(ask: Ask, id: str) -> Answer:
    """Pay. https://docs.stripe.com/api/payment_intents/confirm."""
    thing = ask.find("payment_intent", id)
    if thing["status"] not in UNCONFIRMED:
        raise unexpected("payment_intent", thing, "confirm")
    if ask.given.get("payment_method"):
        thing["payment_method"] = method_of(ask, ask.given["payment_method"])["id"]
    _pay(ask, thing)
    return INTENTS.shown(ask, thing, taken_out(ask.given)[1])


def _pay(ask: Ask, thing: Thing) -> None:
    if thing["payment_method"] is None:
        raise conflict(
            "You cannot confirm this PaymentIntent because it's missing a payment method.",
            "payment_intent_unexpected_state",
            payment_intent=deepcopy(thing),
        )
    if _last4(ask, thing["payment_method"]) == "0002":
        raise _declined(ask, thing)
    held = thing["capture_method"] == "manual"
    charge = new_charge(ask, thing, captured=not held)
    thing |= {"latest_charge": charge["id"], "status": "requires_capture" if held else "succeeded"}
    thing["amount_capturable" if held else "amount_received"] = thing["amount"]
    if _last4(ask, thing["payment_method"]) == "0259":
        ask.emit("charge.dispute.created", new_dispute(ask, charge))
    ask.emit("payment_intent.amount_capturable_updated" if held else "payment_intent.succeeded", thing)


def _last4(ask: Ask, id: str) -> str:
    return str(ask.world.of(METHODS.kind)[id]["card"]["last4"])


def _declined(ask: Ask, thing: Thing) -> Failure:
    """402: the intent stands all the same, and is in the error. https://docs.stripe.com/declines/codes."""
    charge = new_charge(ask, thing, captured=False, status="failed")
    error = {
        "code": "card_declined",
        "decline_code": "generic_decline",
        "message": "Your card was declined.",
        "type": "card_error",
    }
    thing |= {
        "latest_charge": charge["id"],
        "status": "requires_payment_method",
        "payment_method": None,
        "last_payment_error": error,
    }
    ask.emit("payment_intent.payment_failed", thing)
    return fail(
        402,
        "Your card was declined.",
        code="card_declined",
        type="card_error",
        began=True,
        decline_code="generic_decline",
        charge=charge["id"],
        payment_intent=deepcopy(thing),
    )


@routes.on("POST /v1/payment_intents/{id}/capture")
def capture(ask: Ask, id: str) -> Answer:
    """Take what is held. https://docs.stripe.com/api/payment_intents/capture."""
    thing = ask.find("payment_intent", id)
    if thing["status"] != "requires_capture":
        raise unexpected("payment_intent", thing, "capture")
    amount = int(ask.given.get("amount_to_capture") or thing["amount_capturable"])
    thing |= {"amount_capturable": 0, "amount_received": amount, "status": "succeeded"}
    ask.world.of("charge")[thing["latest_charge"]] |= {"captured": True, "amount_captured": amount}
    ask.emit("payment_intent.succeeded", thing)
    return INTENTS.shown(ask, thing)


@routes.on("POST /v1/payment_intents/{id}/cancel")
def cancel(ask: Ask, id: str) -> Answer:
    """Cancel what is not paid; what is held is given back. https://docs.stripe.com/api/payment_intents/cancel."""
    thing = ask.find("payment_intent", id)
    if thing["status"] not in (*UNCONFIRMED, "requires_capture", "processing"):
        raise unexpected("payment_intent", thing, "cancel")
    if thing["amount_capturable"]:
        refund_of(ask, ask.world.of("charge")[thing["latest_charge"]], thing["amount_capturable"])
    canceled(ask, thing)
    thing |= {"canceled_at": ask.now, "amount_capturable": 0}
    ask.emit("payment_intent.canceled", thing)
    return INTENTS.shown(ask, thing)


def canceled(ask: Ask, thing: Thing) -> None:
    """Cancel an intent, for the reason that the call gives."""
    reason = ask.given.get("cancellation_reason")
    if reason is not None and reason not in _ABANDONED:
        raise invalid(f"Invalid cancellation_reason: must be one of {', '.join(_ABANDONED)}", "cancellation_reason")
    thing |= {"status": "canceled", "cancellation_reason": reason}
