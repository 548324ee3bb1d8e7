"""Payment intents. https://docs.stripe.com/api/payment_intents."""

from __future__ import annotations

from agentrein.connector import IRREVERSIBLE, answer, do, op, path, sent, shows
from agentrein_stripe.operations.amounts import amount
from agentrein_stripe.operations.payment_tiers import intent_tier, intent_update_tier
from agentrein_stripe.operations.shapes import EVENTS, as_made, back, event, fields, like
from agentrein_stripe.operations.sums import part
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

ROWS = (
    op(
        f"POST {INTENTS}",
        sdk="payment_intents.create",
        says="prepare a payment of {money}",
        names=amount(),
        tier=intent_tier,
        object=path("stripe:payment_intent:", answer("id")),
        inverse=do(
            f"POST {INTENT}/cancel",
            {"cancellation_reason": "abandoned"},
            intent=answer("id"),
            goal=shows(f"GET {INTENT}", status="canceled"),
            still=as_made(*_OWN),
            alike=like(*_OWN),
            ends=True,
        ),
        probe=event("payment_intent.created"),
        residue=f"The canceled intent stays in the list of payments. {EVENTS}",
        if_stuck="Look at the payment in the dashboard. If it was paid meanwhile, a person decides about a refund.",
        scopes=_SCOPES,
        why="An intent that was not confirmed asks nothing of a bank, and is canceled; whoever holds its client secret "
        "may confirm it meanwhile, and then it stays. Confirming it in the same call charges at once. "
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
