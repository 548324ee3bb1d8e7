"""Checkout sessions and payment links.

https://docs.stripe.com/api/checkout/sessions and https://docs.stripe.com/api/payment-link
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import COMPENSABLE, IRREVERSIBLE, REVERSIBLE, answer, do, op, path, sent, shows
from agentrein_stripe.operations.payment_tiers import session_tier, session_update_tier
from agentrein_stripe.operations.shapes import EVENTS, archive, as_made, back, event, fields, like, listed
from agentrein_stripe.written import flat

SESSIONS = "/v1/checkout/sessions"
SESSION = f"{SESSIONS}/{{session}}"
LINKS = "/v1/payment_links"
LINK = f"{LINKS}/{{payment_link}}"

_THIS_SESSION = path("stripe:checkout_session:", sent("session"))
_THIS_LINK = path("stripe:payment_link:", sent("payment_link"))
_OF_SESSIONS = ("checkout_sessions: write", "checkout_sessions: read")
_OF_LINKS = ("payment_links: write", "payment_links: read")
_OWN = ("status", "payment_status", "customer", "metadata", "shipping_options", "amount_total")
_OWN_LINK = (
    "active",
    "after_completion",
    "allow_promotion_codes",
    "application_fee_amount",
    "billing_address_collection",
    "customer_creation",
    "inactive_message",
    "metadata",
    "payment_method_collection",
    "payment_method_types",
    "submit_type",
)


def told(call: Mapping[str, Any]) -> dict[str, Any]:
    """For whom a session is, behind a blank, as far as the call says it."""
    known = call.get("customer") or call.get("customer_email") or call.get("client_reference_id")
    return {"whom": f" for {known}" if known else "", "mode": call.get("mode") or "payment"}


ROWS = (
    op(
        f"POST {SESSIONS}",
        sdk="checkout.sessions.create",
        says="open a checkout{whom} ({mode})",
        names=told,
        tier=session_tier,
        object=path("stripe:checkout_session:", answer("id")),
        inverse=do(
            f"POST {SESSION}/expire",
            session=answer("id"),
            goal=shows(f"GET {SESSION}", status="expired"),
            still=as_made(*_OWN),
            alike=like(*_OWN),
            ends=True,
        ),
        probe=listed(f"GET {SESSIONS}", "client_reference_id", "customer", "customer_email", "mode", "success_url"),
        residue="Whoever has the link reads that the checkout has expired; one that may be recovered offers a way "
        f"back. {EVENTS}",
        if_stuck="If the customer has completed the checkout, money has moved: a person decides about a refund.",
        scopes=_OF_SESSIONS,
        why="A session that nobody completed is expired. Stripe has no event for a new session, so a lost one is "
        "looked for in the list. https://docs.stripe.com/api/checkout/sessions/expire",
    ),
    op(
        f"POST {SESSION}",
        sdk="checkout.sessions.update",
        says="set {fields} of checkout {session}",
        tier=session_update_tier,
        takes=flat(),
        object=_THIS_SESSION,
        inverse=back(SESSION, fields()),
        residue=EVENTS,
        scopes=_OF_SESSIONS,
        why="Metadata is put back key by key. Lines and shipping do not read as they are written. "
        "https://docs.stripe.com/api/checkout/sessions/update",
    ),
    op(
        f"POST {SESSION}/expire",
        sdk="checkout.sessions.expire",
        says="expire checkout {session}",
        tier=IRREVERSIBLE,
        object=_THIS_SESSION,
        why="A new session has another link. https://docs.stripe.com/api/checkout/sessions/expire",
    ),
    op(
        f"POST {LINKS}",
        sdk="payment_links.create",
        says="make a payment link",
        tier=COMPENSABLE,
        object=path("stripe:payment_link:", answer("id")),
        inverse=archive(LINK, *_OWN_LINK, payment_link=answer("id")),
        probe=event("payment_link.created"),
        residue=f"The link stays and says that it is deactivated; what was bought by it stays. {EVENTS}",
        scopes=_OF_LINKS,
        why="Nothing deletes a payment link; it is deactivated. https://docs.stripe.com/api/payment-link/update",
    ),
    op(
        f"POST {LINK}",
        sdk="payment_links.update",
        says="set {fields} of payment link {payment_link}",
        tier=REVERSIBLE,
        takes=flat(),
        object=_THIS_LINK,
        inverse=back(
            LINK,
            fields(
                "active",
                "allow_promotion_codes",
                "application_fee_amount",
                "application_fee_percent",
                "billing_address_collection",
                "customer_creation",
                "inactive_message",
                "on_behalf_of",
                "payment_method_collection",
                "payment_method_types",
                "phone_number_collection",
                "shipping_address_collection",
                "submit_type",
            ),
        ),
        residue=f"What was bought meanwhile stays. {EVENTS}",
        scopes=_OF_LINKS,
        why="Each of these reads as it is written, and an empty text unsets what can be unset; what does not read so "
        "is refused. https://docs.stripe.com/api/payment-link/update",
    ),
)
