"""Bank accounts that are kept to be paid out to. https://docs.stripe.com/api/v2/core/vault."""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox import v2
from agentrein_stripe.sandbox.ask import Ask
from agentrein_stripe.sandbox.resource import Resource

routes = Routes()


def archiving(one: str, kind: Resource, area: Routes) -> None:
    """The routes that take an object out of use, and into it again; either may be repeated."""

    def turned(to: bool) -> None:  # noqa: FBT001 - whether it is out of use
        @area.on(f"POST {one}/{'archive' if to else 'unarchive'}")
        def turn(ask: Ask, id: str) -> Answer:
            thing = v2.found(ask, kind, id)
            v2.checked(ask)
            thing["archived"] = to
            return Answer(200, thing)

    turned(to=True)
    turned(to=False)


def _kept(country: str, prefix: str, *told: str) -> None:
    kind = v2.kind_of(f"v2.core.vault.{country}_bank_account", prefix)
    every = f"/v2/core/vault/{country}_bank_accounts"

    @routes.on(f"POST {every}")
    def create(ask: Ask) -> Answer:
        required = ("currency",) if country == "gb" else ("account_number", "currency")
        v2.checked(ask, "account_number", "bank_account_type", "currency", "iban", *told, required=required)
        number = str(ask.given.get("account_number") or ask.given.get("iban"))
        thing = v2.made(
            ask,
            kind,
            archived=False,
            bank_account_type=ask.given.get("bank_account_type", "checking"),
            bank_name="Stripe Test Bank",
            last4=number[-4:],
            restricted=False,
            supported_currencies=[ask.given["currency"]],
            **{name: ask.given.get(name) for name in told},
        )
        if country == "us":
            thing["verification"] = {"status": "unverified", "microdeposit_verification_details": None}
        return Answer(200, thing)

    @routes.on(f"GET {every}")
    def listed(ask: Ask) -> Answer:
        return v2.listed(ask.world.of(kind.kind).values())

    @routes.on(f"GET {every}/{{id}}")
    def retrieve(ask: Ask, id: str) -> Answer:
        return Answer(200, v2.found(ask, kind, id))

    archiving(f"{every}/{{id}}", kind, routes)


_kept("gb", "gbba_", "sort_code")
_kept("us", "usba_", "fedwire_routing_number", "routing_number")


@routes.on("POST /v2/core/vault/us_bank_accounts/{id}")
def update(ask: Ask, id: str) -> Answer:
    """Fill in a routing number that was missing."""
    thing = v2.found(ask, Resource.known["v2.core.vault.us_bank_account"], id)
    v2.checked(ask, "fedwire_routing_number", "routing_number")
    thing |= ask.given
    return Answer(200, thing)
