"""Money that leaves an account by Treasury or money management, until it is on its way.

https://docs.stripe.com/api/treasury and https://docs.stripe.com/api/v2/money-management
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox import v2
from agentrein_stripe.sandbox.ask import Ask, conflict
from agentrein_stripe.sandbox.resource import Resource
from agentrein_stripe.sandbox.values import NEVER, currency, metadata, text, whole
from agentrein_stripe.sandbox.world import Thing


def _moves(kind: str, prefix: str, *more: str) -> Routes:
    every = f"/v1/treasury/{kind}s"
    resource = Resource(
        f"treasury.{kind}",
        prefix,
        every,
        whole("amount", least=1, on=("create",), required=True),
        currency(on=("create",), required=True),
        text("description", on=("create",)),
        text("financial_account", on=("create",), required=True, empty=NEVER),
        metadata(),
        *(text(name, on=("create",)) for name in more),
        does=("create", "retrieve", "list"),
        shows={"status": "processing", "cancelable": True},
        filters=("financial_account", "status"),
        compensated=lambda snapshot: snapshot["status"] == "canceled",
    )

    @resource.routes.on(f"POST {every}/{{id}}/cancel")
    def cancel(ask: Ask, id: str) -> Answer:
        thing = ask.find(resource.kind, id)
        if thing["status"] != "processing" or not thing["cancelable"]:
            raise conflict(f"This {kind} cannot be canceled any more.")
        thing |= {"status": "canceled", "cancelable": False}
        ask.emit(f"treasury.{kind}.canceled", thing)
        return resource.shown(ask, thing)

    return resource.routes


routes = Routes(
    _moves("inbound_transfer", "ibt_", "origin_payment_method"),
    _moves("outbound_transfer", "obt_", "destination_payment_method"),
    _moves("outbound_payment", "obp_", "customer", "destination_payment_method"),
)

# --- money management

_PAYMENT = ("amount", "description", "from", "metadata", "to")


def _pays(name: str, prefix: str, *more: str, status: str) -> None:
    kind = v2.kind_of(
        f"v2.money_management.{name}", prefix, compensated=lambda snapshot: snapshot["status"] == "canceled"
    )
    every = f"/v2/money_management/{name}s"

    @routes.on(f"POST {every}")
    def create(ask: Ask) -> Answer:
        v2.checked(ask, *_PAYMENT, *more, required=("amount", "from", "to"))
        told = {part: ask.given.get(part) for part in (*_PAYMENT, *more)}
        waits = ask.given.get("confirmation_method") == "manual"
        return Answer(200, v2.made(ask, kind, **told, cancelable=True, status="requires_action" if waits else status))

    @routes.on(f"GET {every}")
    def listed(ask: Ask) -> Answer:
        return v2.listed(ask.world.of(kind.kind).values())

    @routes.on(f"GET {every}/{{id}}")
    def retrieve(ask: Ask, id: str) -> Answer:
        return Answer(200, v2.found(ask, kind, id))

    @routes.on(f"POST {every}/{{id}}/cancel")
    def cancel(ask: Ask, id: str) -> Answer:
        thing: Thing = v2.found(ask, kind, id)
        if not thing["cancelable"] or thing["status"] not in {"pending", "processing", "requires_action"}:
            raise conflict("It cannot be canceled any more.", kind="not_cancelable")
        thing |= {"status": "canceled", "cancelable": False}
        return Answer(200, thing)


_pays("outbound_payment", "obp_", status="processing")
_pays("payout_intent", "poi_", "confirmation_method", status="pending")
