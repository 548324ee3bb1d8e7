"""Checks of cardholders that stand alone. https://docs.stripe.com/payments/3d-secure/standalone-3d-secure."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, conflict
from agentrein_stripe.sandbox.resource import Resource, taken_out
from agentrein_stripe.sandbox.values import Field, choice, currency, metadata, text, whole


def _any(_ask: Ask, value: Any, _place: str, _old: Any) -> Any:
    return value


AUTHENTICATIONS = Resource(
    "three_d_secure.authentication",
    "tdsa_",
    "/v1/three_d_secure/authentications",
    whole("amount", on=("create",)),
    Field("channel", _any, on=("create",), required=True),
    currency(on=("create",)),
    choice("message_category", "non_payment_authentication", "payment_authentication", on=("create",), required=True),
    metadata(),
    text("payment_method", on=("create",)),
    choice("submit", "always", "if_fingerprinting_not_supported", "never", on=("create",), shown=None),
    does=("create", "retrieve", "list"),
    event="",
    shows={"outcome": None, "status": "requires_submission"},
    filters=("payment_method",),
    compensated=lambda snapshot: snapshot.get("status") == "canceled",
)


def _ended(ask: Ask, id: str, status: str) -> Answer:
    thing = ask.find("three_d_secure.authentication", id)
    if thing["status"] != "requires_submission":
        raise conflict(f"An authentication that is {thing['status']} cannot be {status}.")
    thing["status"] = status
    ask.emit(f"three_d_secure.authentication.{status}", thing)
    _, expand = taken_out(ask.given)
    return AUTHENTICATIONS.shown(ask, thing, expand)


@AUTHENTICATIONS.routes.on("POST /v1/three_d_secure/authentications/{id}/cancel")
def cancel(ask: Ask, id: str) -> Answer:
    """End a check before the bank sees it."""
    return _ended(ask, id, "canceled")


@AUTHENTICATIONS.routes.on("POST /v1/three_d_secure/authentications/{id}/submit")
def submit(ask: Ask, id: str) -> Answer:
    """Send a check to the cardholder's bank."""
    return _ended(ask, id, "succeeded")
