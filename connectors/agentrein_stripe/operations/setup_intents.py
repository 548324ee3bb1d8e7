"""Setup intents. https://docs.stripe.com/api/setup_intents."""

from __future__ import annotations

from agentrein.connector import IRREVERSIBLE, answer, op, path, sent
from agentrein_stripe.operations.payment_tiers import abandon, intent_tier, intent_update_tier
from agentrein_stripe.operations.shapes import EVENTS, back, event, fields
from agentrein_stripe.written import flat

INTENTS = "/v1/setup_intents"
INTENT = f"{INTENTS}/{{intent}}"

_THIS = path("stripe:setup_intent:", sent("intent"))
_SCOPES = ("setup_intents: write", "setup_intents: read")
_OWN = ("status", "customer", "description", "flow_directions", "metadata", "payment_method", "usage")
_DOCS = "https://docs.stripe.com/api/setup_intents"

ROWS = (
    op(
        f"POST {INTENTS}",
        sdk="setup_intents.create",
        says="prepare to save a payment method",
        tier=intent_tier,
        object=path("stripe:setup_intent:", answer("id")),
        inverse=abandon(INTENT, *_OWN),
        triggers=True,
        probe=event("setup_intent.created"),
        residue="The canceled setup intent can still be read; where it was confirmed, the customer's bank was asked. "
        f"{EVENTS}",
        if_stuck="If the customer has completed it, keep the action.",
        scopes=_SCOPES,
        why="An intent that was not confirmed is canceled; confirming it authenticates the customer and may save the "
        f"method, unless the bank declines or asks for more. {_DOCS}/cancel",
    ),
    op(
        f"POST {INTENT}",
        sdk="setup_intents.update",
        says="set {fields} of setup intent {intent}",
        tier=intent_update_tier,
        takes=flat(),
        object=_THIS,
        inverse=back(
            INTENT, fields("description", kept=("attach_to_self", "customer", "flow_directions", "payment_method"))
        ),
        residue=EVENTS,
        scopes=_SCOPES,
        why="Before it is confirmed an intent can be changed, and changed back. That customer and payment method "
        f"cannot be unset is inferred from their types. {_DOCS}/update",
    ),
    op(
        f"POST {INTENT}/cancel",
        sdk="setup_intents.cancel",
        says="cancel setup intent {intent}",
        tier=IRREVERSIBLE,
        object=_THIS,
        why=f"A canceled setup intent cannot be used again. {_DOCS}/cancel",
    ),
)
