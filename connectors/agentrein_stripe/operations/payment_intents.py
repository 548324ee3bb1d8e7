"""Payment intents. https://docs.stripe.com/api/payment_intents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import IRREVERSIBLE, answer, op, path, sent
from agentrein_stripe.operations.amounts import amount, worth
from agentrein_stripe.operations.payment_tiers import abandon, intent_tier, intent_update_tier
from agentrein_stripe.operations.shapes import EVENTS, back, event, fields
from agentrein_stripe.operations.sums import part
from agentrein_stripe.said import is_true
from agentrein_stripe.written import flat

INTENTS = "/v1/payment_intents"
INTENT = f"{INTENTS}/{{intent}}"

OF_INTENT = path("stripe:payment_intent:", sent("intent"))
_SCOPES = ("payment_intents: write", "payment_intents: read")
_OWN = (
    "status",
    "amount",
    "application_fee_amount",
    "capture_method",
    "currency",
    "customer",
    "description",
    "metadata",
    "payment_method",
    "receipt_email",
    "setup_future_usage",
    "shipping",
    "statement_descriptor",
    "transfer_data",
    "transfer_group",
)
"""What somebody may have settled about a payment since; above all its status, which tells that it was confirmed."""

_DOCS = "https://docs.stripe.com/api/payment_intents"


def told(call: Mapping[str, Any]) -> dict[str, Any]:
    """How much a call is about, and whether it only prepares the payment."""
    return {**amount()(call), "does": "charge" if is_true(call.get("confirm")) else "prepare a payment of"}


ROWS = (
    op(
        f"POST {INTENTS}",
        sdk="payment_intents.create",
        says="{does} {money}",
        names=told,
        count=worth(),
        tier=intent_tier,
        object=path("stripe:payment_intent:", answer("id")),
        inverse=abandon(INTENT, *_OWN),
        triggers=True,
        probe=event("payment_intent.created"),
        residue="The canceled intent stays in the list of payments. Where it was confirmed, its customer's bank was "
        f"asked, and shows what was held for a while. {EVENTS}",
        if_stuck="Look at the payment in the dashboard. If it was paid meanwhile, a person decides about a refund.",
        scopes=_SCOPES,
        why="An intent that was not confirmed asks nothing of a bank, and is canceled; whoever holds its client secret "
        "may confirm it meanwhile, and then it stays. Confirming it in the same call charges at once; where that was "
        "declined, asks for more, or only holds the amount, canceling ends it and gives back what is held. "
        f"{_DOCS}/cancel",
    ),
    op(
        f"POST {INTENT}",
        sdk="payment_intents.update",
        says="set {fields} of payment {intent}",
        tier=intent_update_tier,
        takes=flat(),
        object=OF_INTENT,
        inverse=back(
            INTENT,
            fields(
                "amount",
                "application_fee_amount",
                "description",
                "excluded_payment_method_types",
                "receipt_email",
                "setup_future_usage",
                "shipping",
                "statement_descriptor",
                "statement_descriptor_suffix",
                "transfer_group",
                kept=("capture_method", "currency", "customer", "payment_method"),
            ),
        ),
        residue=EVENTS,
        scopes=_SCOPES,
        why="Before it is confirmed an intent can be changed, and changed back; an empty text unsets what can be "
        "unset. That customer and payment method cannot is inferred from their types. "
        f"{_DOCS}/update",
    ),
    op(
        f"POST {INTENT}/cancel",
        sdk="payment_intents.cancel",
        says="cancel payment {intent}",
        tier=IRREVERSIBLE,
        object=OF_INTENT,
        why=f"A canceled intent cannot be used again, and what it held is given back. {_DOCS}/cancel",
    ),
    op(
        f"POST {INTENT}/confirm",
        sdk="payment_intents.confirm",
        says="charge payment {intent}",
        tier=IRREVERSIBLE,
        object=OF_INTENT,
        why=f"It takes or holds the amount of the payment. {_DOCS}/confirm",
    ),
    op(
        f"POST {INTENT}/capture",
        sdk="payment_intents.capture",
        says="capture {money} held by payment {intent}",
        names=part("all that is", "amount_to_capture"),
        tier=IRREVERSIBLE,
        object=OF_INTENT,
        why=f"The money that was held is taken. {_DOCS}/capture",
    ),
    op(
        f"POST {INTENT}/increment_authorization",
        sdk="payment_intents.increment_authorization",
        says="hold {money} by payment {intent}",
        names=part("more"),
        tier=IRREVERSIBLE,
        object=OF_INTENT,
        why=f"A hold is only dropped with the whole payment. {_DOCS}/increment_authorization",
    ),
    op(
        f"POST {INTENT}/apply_customer_balance",
        sdk="payment_intents.apply_customer_balance",
        says="pay {money} of payment {intent} from the customer's cash balance",
        names=part("all"),
        tier=IRREVERSIBLE,
        object=OF_INTENT,
        why=f"The customer's money is spent. {_DOCS}/apply_customer_balance",
    ),
)
