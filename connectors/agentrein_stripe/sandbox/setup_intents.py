"""Setup intents: made, confirmed, canceled. https://docs.stripe.com/api/setup_intents."""

from __future__ import annotations

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask
from agentrein_stripe.sandbox.payment_intents import UNCONFIRMED, Intents, canceled, changed, made, method, unexpected
from agentrein_stripe.sandbox.payment_methods import method_of, opened
from agentrein_stripe.sandbox.resource import Hooks, taken_out
from agentrein_stripe.sandbox.values import choice, flag, list_of, metadata, reference, text
from agentrein_stripe.sandbox.world import Thing

SETUPS = Intents(
    "setup_intent",
    "seti_",
    "/v1/setup_intents",
    flag("attach_to_self"),
    opened("automatic_payment_methods", on=("create",)),
    flag("confirm", on=("create",), shown=None),
    reference("customer", "customer"),
    text("description"),
    list_of("flow_directions", text(""), empty=None),
    metadata(),
    text("on_behalf_of", on=("create",)),
    method(),
    text("return_url", on=("create",), shown=None),
    choice("usage", "off_session", "on_session", on=("create",), default="off_session"),
    does=("retrieve", "update", "list"),
    shows={
        "application": None, "cancellation_reason": None, "last_setup_error": None, "latest_attempt": None,
        "mandate": None, "next_action": None, "payment_method_options": {}, "payment_method_types": ["card"],
        "status": "requires_payment_method",
    },
    filters=("customer", "payment_method"),
    hooks=Hooks(made=made("setup_intent"), changed=changed("setup_intent")),
    hidden=("client_secret",),
    compensated=lambda snapshot: snapshot["status"] == "canceled",
)  # fmt: skip

routes = SETUPS.routes


@routes.on("POST /v1/setup_intents")
def create_setup(ask: Ask) -> Answer:
    """Make a setup intent; with `confirm` it is carried out at once."""
    given, expand = taken_out(ask.given)
    thing = SETUPS.create(ask, given)
    if given.get("confirm") == "true":
        _set_up(ask, thing)
    return SETUPS.shown(ask, thing, expand)


@routes.on("POST /v1/setup_intents/{id}/confirm")
def confirm_setup(ask: Ask, id: str) -> Answer:
    """Carry it out: the method is the customer's from now on."""
    thing = ask.find("setup_intent", id)
    if thing["status"] not in UNCONFIRMED:
        raise unexpected("setup_intent", thing, "confirm")
    if ask.given.get("payment_method"):
        thing["payment_method"] = method_of(ask, ask.given["payment_method"])["id"]
    _set_up(ask, thing)
    return SETUPS.shown(ask, thing)


def _set_up(ask: Ask, thing: Thing) -> None:
    if thing["payment_method"] is None:
        raise unexpected("setup_intent", thing, "confirm")
    if thing["customer"]:
        ask.world.of("payment_method")[thing["payment_method"]]["customer"] = thing["customer"]
    thing["status"] = "succeeded"
    ask.emit("setup_intent.succeeded", thing)


@routes.on("POST /v1/setup_intents/{id}/cancel")
def cancel_setup(ask: Ask, id: str) -> Answer:
    """Cancel it. https://docs.stripe.com/api/setup_intents/cancel."""
    thing = ask.find("setup_intent", id)
    if thing["status"] not in UNCONFIRMED:
        raise unexpected("setup_intent", thing, "cancel")
    canceled(ask, thing)
    ask.emit("setup_intent.canceled", thing)
    return SETUPS.shown(ask, thing)
