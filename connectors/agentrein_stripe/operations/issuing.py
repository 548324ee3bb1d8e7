"""Cards that an account issues, and what happens with them. https://docs.stripe.com/api/issuing/cards."""

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
    leave,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_stripe.operations.shapes import EVENTS, as_made, back, event, fields, like
from agentrein_stripe.said import names, said, shown
from agentrein_stripe.written import flat

CARDHOLDERS = "/v1/issuing/cardholders"
CARDHOLDER = f"{CARDHOLDERS}/{{cardholder}}"
CARDS = "/v1/issuing/cards"
CARD = f"{CARDS}/{{card}}"
DISPUTES = "/v1/issuing/disputes"
DISPUTE = f"{DISPUTES}/{{dispute}}"
DESIGNS = "/v1/issuing/personalization_designs"
DESIGN = f"{DESIGNS}/{{personalization_design}}"

_SCOPES = ("issuing: write", "issuing: read")
_CONTROLS = ("spending_controls",)
_DECLINED = f"Payments with the card were declined, or approved, by the other rules meanwhile. {EVENTS}"
_OWN_CARD = ("metadata", "status")
_OWN_HOLDER = ("billing", "email", "metadata", "phone_number", "status")


@depends(COMPENSABLE, IRREVERSIBLE)
def card_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A virtual card is canceled again; a physical one is on its way, a replacement ends what it replaces."""
    known = names(call) <= {"cardholder", "currency", "metadata", "spending_controls", "status", "type", "second_line"}
    return COMPENSABLE if known and said(call, "type") == "virtual" else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def card_update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A card is switched on and off; canceled it stays canceled, and its PIN is never read."""
    final = {"pin", "shipping", "personalization_design", "cancellation_reason", "financial_account"} & names(call)
    return IRREVERSIBLE if final or "canceled" in (said(call, "status"), shown(image, "status")) else REVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def token_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A token is suspended and activated; deleted it stays deleted."""
    known = said(call, "status") in {"active", "suspended"} and shown(image, "status") in {"active", "suspended"}
    return REVERSIBLE if known else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def dispute_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A dispute is changed back while it was not submitted; a reason that was said first is not unset."""
    if said(call, "evidence[reason]") and not shown(image, "evidence", "reason"):
        return IRREVERSIBLE
    return REVERSIBLE if shown(image, "status") == "unsubmitted" else IRREVERSIBLE


_UNSUBMITTED = read(f"GET {DISPUTE}", dispute=answer("id"))


@depends(REVERSIBLE, COMPENSABLE, IRREVERSIBLE)
def design_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A design stays, and is changed back; the default and a lookup key are taken from another design for good."""
    if {"preferences", "transfer_lookup_key"} & names(call):
        return IRREVERSIBLE
    return COMPENSABLE if call.address == f"POST {DESIGNS}" else REVERSIBLE


def _remarks(kind: str, title: str) -> Any:
    """The metadata of what happened with a card: nothing else of it can be changed."""
    one = f"/v1/issuing/{kind}s/{{{kind}}}"
    return op(
        f"POST {one}",
        sdk=f"issuing.{kind}s.update",
        says=f"set {{fields}} of {title} {{{kind}}}",
        tier=REVERSIBLE,
        takes=flat(),
        object=path(f"stripe:issuing_{kind}:", sent(kind)),
        inverse=back(one, fields()),
        residue=EVENTS,
        scopes=_SCOPES,
        why=f"Only its metadata can be changed. https://docs.stripe.com/api/issuing/{kind}s/update",
    )


ROWS = (
    op(
        f"POST {CARDHOLDERS}",
        sdk="issuing.cardholders.create",
        says="make {name!r} a cardholder",
        tier=COMPENSABLE,
        object=path("stripe:cardholder:", answer("id")),
        inverse=do(
            f"POST {CARDHOLDER}",
            {"status": "inactive"},
            cardholder=answer("id"),
            goal=shows(
                read(f"GET {CARDHOLDER}", completed="cardholder and others", cardholder=answer("id")),
                status="inactive",
            ),
            still=as_made(*_OWN_HOLDER, others=[]),
            alike={**like(*_OWN_HOLDER), "others": "own work"},
            ends=True,
        ),
        probe=event("issuing_cardholder.created"),
        residue=f"The cardholder stays, inactive. {EVENTS}",
        scopes=_SCOPES,
        why="No call deletes a cardholder; one that is inactive has no card that works. "
        "https://docs.stripe.com/api/issuing/cardholders/update",
    ),
    op(
        f"POST {CARDHOLDER}",
        sdk="issuing.cardholders.update",
        says="set {fields} of cardholder {cardholder}",
        tier=REVERSIBLE,
        takes=flat(),
        object=path("stripe:cardholder:", sent("cardholder")),
        inverse=back(
            CARDHOLDER,
            fields(
                "email", "phone_number", "preferred_locales", "status", kept=("billing", *_CONTROLS), bare=_CONTROLS
            ),
        ),
        residue=_DECLINED,
        scopes=_SCOPES,
        why="What proves who somebody is cannot be read, so that it is refused; the rest is written back. "
        "https://docs.stripe.com/api/issuing/cardholders/update",
    ),
    op(
        f"POST {CARDS}",
        sdk="issuing.cards.create",
        says="issue a {type} card to {cardholder}",
        tier=card_tier,
        object=path("stripe:issuing_card:", answer("id")),
        parents=(path("stripe:cardholder:", sent("cardholder")),),
        inverse=do(
            f"POST {CARD}",
            {"status": "canceled"},
            card=answer("id"),
            goal=shows(read(f"GET {CARD}", completed="card and others", card=answer("id")), status="canceled"),
            still=as_made(*_OWN_CARD, others=[]),
            alike={**like(*_OWN_CARD), "others": "own work"},
            ends=True,
        ),
        probe=event("issuing_card.created"),
        residue=f"The canceled card stays listed, and is never active again. {EVENTS}",
        scopes=_SCOPES,
        why="A virtual card that nobody paid with is canceled, which is final. "
        "https://docs.stripe.com/api/issuing/cards/update",
    ),
    op(
        f"POST {CARD}",
        sdk="issuing.cards.update",
        says="set {fields} of card {card}",
        tier=card_update_tier,
        takes=flat(),
        object=path("stripe:issuing_card:", sent("card")),
        inverse=back(CARD, fields("status", kept=_CONTROLS, bare=_CONTROLS)),
        residue=_DECLINED,
        scopes=_SCOPES,
        why="Status and controls are written back. https://docs.stripe.com/api/issuing/cards/update",
    ),
    _remarks("authorization", "authorization"),
    _remarks("transaction", "card transaction"),
    op(
        "POST /v1/issuing/tokens/{token}",
        sdk="issuing.tokens.update",
        says="make card token {token} {status}",
        tier=token_tier,
        takes=flat(),
        object=path("stripe:issuing_token:", sent("token")),
        inverse=back("/v1/issuing/tokens/{token}", fields("status"), keyed=False),
        residue=_DECLINED,
        scopes=_SCOPES,
        why="A token is suspended and activated again, while nobody deleted it. "
        "https://docs.stripe.com/api/issuing/tokens/update",
    ),
    op(
        f"POST {DISPUTES}",
        sdk="issuing.disputes.create",
        says="prepare a dispute of card transaction {transaction}",
        tier=COMPENSABLE,
        object=path("stripe:issuing_dispute:", answer("id")),
        inverse=leave("a dispute that is not submitted goes to nobody", goal=shows(_UNSUBMITTED, status="unsubmitted")),
        probe=event("issuing_dispute.created"),
        residue=f"The dispute stays, and is never sent unless somebody submits it. {EVENTS}",
        scopes=_SCOPES,
        why="No call deletes a dispute. https://docs.stripe.com/api/issuing/disputes",
    ),
    op(
        f"POST {DISPUTE}",
        sdk="issuing.disputes.update",
        says="set {fields} of card dispute {dispute}",
        tier=dispute_tier,
        takes=flat("evidence"),
        object=path("stripe:issuing_dispute:", sent("dispute")),
        inverse=back(DISPUTE, fields("evidence", kept=("amount", "evidence[reason]"))),
        residue=EVENTS,
        scopes=_SCOPES,
        why="Evidence that was not submitted is written back, an empty text unsets it. "
        "https://docs.stripe.com/api/issuing/disputes/update",
    ),
    op(
        f"POST {DESIGNS}",
        sdk="issuing.personalization_designs.create",
        says="design cards, {name!r}",
        tier=design_tier,
        object=path("stripe:card_design:", answer("id")),
        inverse=leave("a design that no card uses is seen by nobody"),
        probe=event("issuing_personalization_design.created"),
        residue=f"The design stays, and Stripe may have reviewed it. {EVENTS}",
        scopes=_SCOPES,
        why="No call deletes a design. https://docs.stripe.com/api/issuing/personalization_designs",
    ),
    op(
        f"POST {DESIGN}",
        sdk="issuing.personalization_designs.update",
        says="set {fields} of card design {personalization_design}",
        tier=design_tier,
        takes=flat(),
        object=path("stripe:card_design:", sent("personalization_design")),
        inverse=back(DESIGN, fields("carrier_text", "lookup_key", "name", kept=("card_logo", "physical_bundle"))),
        residue=f"Cards that were ordered meanwhile look otherwise. {EVENTS}",
        scopes=_SCOPES,
        why="What a design says is written back; a logo is reviewed anew. "
        "https://docs.stripe.com/api/issuing/personalization_designs/update",
    ),
)
