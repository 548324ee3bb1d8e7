"""Where taxes are collected, and checks of who somebody is.

https://docs.stripe.com/api/tax/registrations, https://docs.stripe.com/api/identity/verification_sessions
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, conflict, invalid
from agentrein_stripe.sandbox.customers import address
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.values import (
    NEVER,
    Field,
    choice,
    hash_of,
    metadata,
    moment,
    read_fields,
    text,
)
from agentrein_stripe.sandbox.world import Thing

routes = Routes()


def _status(ask: Ask, thing: Thing, _values: dict[str, Any]) -> None:
    ends, begins = thing["expires_at"], thing["active_from"]
    expired = ends is not None and ends <= ask.now
    thing["status"] = "expired" if expired else "scheduled" if begins > ask.now else "active"


REGISTRATIONS = Resource(
    "tax.registration",
    "taxreg_",
    "/v1/tax/registrations",
    moment("active_from", "now", required=True),
    text("country", on=("create",), required=True, empty=NEVER, most=2),
    Field("country_options", lambda _ask, value, _place, _old: value, on=("create",), required=True),
    moment("expires_at", "now", empty=None),
    does=("create", "retrieve", "update", "list"),
    event="",
    shows={"status": "active"},
    filters=("status",),
    hooks=Hooks(made=_status, changed=_status),
    compensated=lambda snapshot: snapshot.get("status") == "expired",
)

SETTINGS = (
    hash_of(
        "defaults",
        choice("tax_behavior", "exclusive", "inclusive", "inferred_by_currency", empty=NEVER),
        text("tax_code", empty=NEVER),
        merges=True,
        empty=NEVER,
    ),
    hash_of("head_office", address(empty=NEVER), empty=NEVER),
)


def _settings(ask: Ask) -> Thing:
    start = {"object": "tax.settings", "defaults": {"tax_behavior": None, "tax_code": None}, "head_office": None}
    held = ask.world.of("tax.settings")
    return held.setdefault("settings", {**start, "livemode": ask.world.livemode, "status": "pending"})


@routes.on("GET /v1/tax/settings")
def settings(ask: Ask) -> Answer:
    """How taxes are computed."""
    return Answer(200, _settings(ask))


@routes.on("POST /v1/tax/settings")
def update_settings(ask: Ask) -> Answer:
    """Change it; what was said once cannot be unset."""
    given, _ = taken_out(ask.given)
    held = _settings(ask)
    held |= read_fields(ask, SETTINGS, given, held, "update")
    return Answer(200, held)


# --- checks of who somebody is


def _open(_ask: Ask, thing: Thing, _values: dict[str, Any]) -> None:
    if thing["status"] not in {"requires_input", "created"}:
        raise conflict(f"A session that is {thing['status']} cannot be changed.")


def _typed(_ask: Ask, values: dict[str, Any], on: str) -> None:
    if on == "create" and not values.get("type"):
        raise invalid("You must say what is checked.", "type")


SESSIONS = Resource(
    "identity.verification_session",
    "vs_",
    "/v1/identity/verification_sessions",
    text("client_reference_id", on=("create",)),
    metadata(),
    text("related_customer", on=("create",)),
    text("return_url", on=("create",), shown=None),
    choice("type", "document", "id_number"),
    does=("create", "retrieve", "update", "list"),
    shows={"last_error": None, "last_verification_report": None, "status": "requires_input", "url": None},
    filters=("client_reference_id", "related_customer", "status"),
    hooks=Hooks(checks=_typed, changed=_open),
    compensated=lambda snapshot: snapshot.get("status") == "canceled",
)


@SESSIONS.routes.on("POST /v1/identity/verification_sessions/{id}/cancel")
def cancel(ask: Ask, id: str) -> Answer:
    """End a session that nobody used."""
    thing = ask.find("identity.verification_session", id)
    _open(ask, thing, {})
    thing["status"] = "canceled"
    ask.emit("identity.verification_session.canceled", thing)
    return SESSIONS.shown(ask, thing)
