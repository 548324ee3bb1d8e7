"""Where taxes are collected, and checks of who somebody is.

https://docs.stripe.com/api/tax/registrations, https://docs.stripe.com/api/identity/verification_sessions
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    depends,
    do,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_stripe.operations.shapes import EVENTS, as_made, back, event, fields, like, listed
from agentrein_stripe.said import names, said, shown
from agentrein_stripe.written import flat

REGISTRATIONS = "/v1/tax/registrations"
REGISTRATION = f"{REGISTRATIONS}/{{id}}"
SETTINGS = "/v1/tax/settings"
SESSIONS = "/v1/identity/verification_sessions"
SESSION = f"{SESSIONS}/{{session}}"

_TAX = ("tax: write", "tax: read")
_DEFAULTS = ("defaults[tax_behavior]", "defaults[tax_code]")


@depends(REVERSIBLE, IRREVERSIBLE)
def registration_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A registration that has begun, or ended, has collected taxes until then."""
    begun = "active_from" in names(call) and shown(image, "status") != "scheduled"
    now = "now" in (said(call, "expires_at"), said(call, "active_from"))
    return IRREVERSIBLE if begun or now or shown(image, "status") == "expired" else REVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def settings_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What is set for the first time cannot be removed."""
    first = [name for name in ("tax_behavior", "tax_code") if said(call, f"defaults[{name}]") is not None]
    new = any(not shown(image, "defaults", name) for name in first)
    return IRREVERSIBLE if new or ("head_office" in names(call) and not shown(image, "head_office")) else REVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def session_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A session is changed back while nobody used it."""
    return REVERSIBLE if shown(image, "status") == "requires_input" else IRREVERSIBLE


ROWS = (
    op(
        f"POST {REGISTRATIONS}",
        sdk="tax.registrations.create",
        says="collect taxes in {country} from {active_from}",
        tier=COMPENSABLE,
        object=path("stripe:tax_registration:", answer("id")),
        inverse=do(
            f"POST {REGISTRATION}",
            {"expires_at": "now"},
            id=answer("id"),
            goal=shows(read(f"GET {REGISTRATION}", id=answer("id")), status="expired"),
            still=as_made("active_from", "expires_at"),
            alike=like("active_from", "expires_at"),
            ends=True,
        ),
        probe=listed(f"GET {REGISTRATIONS}", "country", status="all"),
        residue="The expired registration stays, and so do taxes that were collected meanwhile.",
        scopes=_TAX,
        why="No call deletes a registration; it can end now. https://docs.stripe.com/api/tax/registrations/update",
    ),
    op(
        f"POST {REGISTRATION}",
        sdk="tax.registrations.update",
        says="set {fields} of tax registration {id}",
        tier=registration_tier,
        takes=flat(),
        object=path("stripe:tax_registration:", sent("id")),
        inverse=back(REGISTRATION, fields("expires_at", kept=("active_from",))),
        residue="Taxes that were, or were not, collected meanwhile stay so.",
        scopes=_TAX,
        why="Times to come are written back. https://docs.stripe.com/api/tax/registrations/update",
    ),
    op(
        f"POST {SETTINGS}",
        sdk="tax.settings.update",
        says="set {fields} of the tax settings",
        tier=settings_tier,
        takes=flat("defaults"),
        object=path("stripe:tax_settings"),
        inverse=back(SETTINGS, fields(kept=(*_DEFAULTS, "head_office"))),
        residue="Taxes that were computed meanwhile stay as they are.",
        scopes=_TAX,
        why="A setting is written back, and cannot be removed. https://docs.stripe.com/api/tax/settings/update",
    ),
    op(
        f"POST {SESSIONS}",
        sdk="identity.verification_sessions.create",
        says="ask somebody to prove who they are by {type}",
        tier=COMPENSABLE,
        object=path("stripe:verification_session:", answer("id")),
        inverse=do(
            f"POST {SESSION}/cancel",
            session=answer("id"),
            goal=shows(read(f"GET {SESSION}", session=answer("id")), status="canceled"),
            still=as_made("status", "metadata"),
            alike=like("status", "metadata"),
            ends=True,
        ),
        probe=event("identity.verification_session.created"),
        residue=f"The canceled session stays; who had its link saw what was asked. {EVENTS}",
        scopes=("identity: write", "identity: read"),
        why="A session is canceled while nobody used it. "
        "https://docs.stripe.com/api/identity/verification_sessions/cancel",
    ),
    op(
        f"POST {SESSION}",
        sdk="identity.verification_sessions.update",
        says="set {fields} of verification session {session}",
        tier=session_tier,
        takes=flat(),
        object=path("stripe:verification_session:", sent("session")),
        inverse=back(SESSION, fields(kept=("type",))),
        residue=EVENTS,
        scopes=("identity: write", "identity: read"),
        why="What is asked for is written back while nobody used the session. "
        "https://docs.stripe.com/api/identity/verification_sessions/update",
    ),
    op(
        f"POST {SESSION}/cancel",
        sdk="identity.verification_sessions.cancel",
        says="cancel verification session {session}",
        tier=IRREVERSIBLE,
        object=path("stripe:verification_session:", sent("session")),
        why="A canceled session stays so, and its link is dead. "
        "https://docs.stripe.com/api/identity/verification_sessions/cancel",
    ),
    op(
        "POST /v1/tax/transactions/create_from_calculation",
        sdk="tax.transactions.create_from_calculation",
        says="book the taxes of calculation {calculation} as {reference!r}",
        tier=IRREVERSIBLE,
        object=path("stripe:tax_calculation:", sent("calculation")),
        why="It goes into tax reports. A reversal can be booked by hand, and stays there too; no read shows whether "
        "one was. https://docs.stripe.com/api/tax/transactions/create_reversal",
    ),
    op(
        "POST /v1/tax/transactions/create_reversal",
        sdk="tax.transactions.create_reversal",
        says="book the reversal of {original_transaction} as {reference!r}",
        tier=IRREVERSIBLE,
        object=path("stripe:tax_transaction:", sent("original_transaction")),
        why="It goes into tax reports, and is never reversed itself. "
        "https://docs.stripe.com/api/tax/transactions/create_reversal",
    ),
)
