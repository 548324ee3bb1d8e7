"""Readers of cards, where they stand and how they are set up. https://docs.stripe.com/api/terminal/locations."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, conflict
from agentrein_stripe.sandbox.customers import address
from agentrein_stripe.sandbox.resource import Hooks, Resource
from agentrein_stripe.sandbox.values import (
    NEVER,
    flag,
    hash_of,
    list_of,
    metadata,
    reference,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing

_READER, _LOCATION = "terminal.reader", "terminal.location"
routes = Routes()


def _unused(ask: Ask, thing: Thing) -> None:
    if any(one["location"] == thing["id"] for one in ask.world.of(_READER).values()):
        raise conflict("A location with readers cannot be deleted.")


LOCATIONS = Resource(
    _LOCATION,
    "tml_",
    "/v1/terminal/locations",
    address(empty=NEVER),
    text("configuration_overrides"),
    text("display_name", most=1000),
    metadata(),
    text("phone"),
    event="",
    dated=False,
    hooks=Hooks(deletes=_unused),
)

_FIXED = list_of("fixed_amounts", whole(""), most=3)
_TIP = hash_of("eur", _FIXED, list_of("percentages", whole(""), most=3), whole("smart_tip_threshold"))
CONFIGURATIONS = Resource(
    "terminal.configuration",
    "tmc_",
    "/v1/terminal/configurations",
    text("name", most=100),
    hash_of("offline", flag("enabled", required=True)),
    hash_of("reboot_window", whole("start_hour", required=True), whole("end_hour", required=True)),
    hash_of("stripe_s700", text("splashscreen")),
    hash_of("tipping", _TIP),
    event="",
    dated=False,
    shows={"is_account_default": False},
)


def _reader_made(_ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    thing["serial_number"] = f"simulated-{values['registration_code']}"
    thing["label"] = thing["label"] or thing["serial_number"]


READERS = Resource(
    _READER,
    "tmr_",
    "/v1/terminal/readers",
    text("label"),
    reference("location", _LOCATION, on=("create",)),
    metadata(),
    text("registration_code", on=("create",), required=True, empty=NEVER, shown=None),
    event="",
    dated=False,
    shows={"action": None, "device_type": "simulated_wisepos_e", "serial_number": "", "status": "online"},
    filters=("location", "serial_number", "status"),
    hooks=Hooks(made=_reader_made),
)


@routes.on(
    "POST /v1/terminal/readers/{id}/set_reader_display",
    "POST /v1/terminal/readers/{id}/collect_inputs",
    "POST /v1/terminal/readers/{id}/collect_payment_method",
)
def act(ask: Ask, id: str) -> Answer:
    """Let a reader show or ask something; what it did before is over."""
    reader = ask.find(_READER, id)
    kind = ask.request.path.rpartition("/")[2]
    reader["action"] = {"type": kind, "status": "in_progress", "failure_code": None, "failure_message": None}
    return READERS.shown(ask, reader)


@routes.on("POST /v1/terminal/readers/{id}/cancel_action")
def cancel_action(ask: Ask, id: str) -> Answer:
    """Let a reader show its splash screen again."""
    reader = ask.find(_READER, id)
    reader["action"] = None
    return READERS.shown(ask, reader)


@routes.on("POST /v1/terminal/connection_tokens")
def connection_token(ask: Ask) -> Answer:
    """A secret with which an app connects to a reader, once."""
    return Answer(200, {"object": "terminal.connection_token", "secret": f"pst_test_{ask.world.new_id('')}"})


@routes.on("POST /v1/terminal/onboarding_links")
def onboarding_link(ask: Ask) -> Answer:
    """A link with which an account agrees to the terms of a wallet."""
    shown = {"object": "terminal.onboarding_link", "on_behalf_of": None, "link_type": ask.given.get("link_type")}
    return Answer(200, {**shown, "redirect_url": f"https://terms.example/{ask.world.new_id('')}"})
