"""What money management pays from and to, and the notes on it. https://docs.stripe.com/api/v2/money-management."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    computed,
    depends,
    do,
    either,
    leave,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_stripe.operations.shapes_v2 import archive, archived, back, fields, listed
from agentrein_stripe.said import names

MANAGED = "/v2/money_management"
ACCOUNT = f"{MANAGED}/financial_accounts/{{id}}"
TRANSACTION = f"{MANAGED}/transactions/{{id}}"
METHOD = f"{MANAGED}/payout_methods/{{id}}"
INTENTS = f"{MANAGED}/outbound_setup_intents"
INTENT = f"{INTENTS}/{{id}}"

_DOCS = "https://docs.stripe.com/api/v2/money-management"
_SCOPES = ("money management: write", "money management: read")


@depends(COMPENSABLE, IRREVERSIBLE)
def setup_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A new payout method is archived; what a call tells of one that is there is written and never read."""
    return IRREVERSIBLE if {"payout_method", "payout_method_data"} <= names(call) else COMPENSABLE


def makes_method(call: Mapping[str, Any]) -> bool:
    """Whether a call makes a payout method, of data that it gives."""
    return bool(call.get("payout_method_data")) and not call.get("payout_method")


_CANCEL = do(
    f"POST {INTENT}/cancel",
    id=answer("id"),
    goal=shows(read(f"GET {INTENT}", id=answer("id")), status="canceled"),
    still={"status": answer("status")},
    ends=True,
    compensates=True,
)


ROWS = (
    op(
        f"POST {ACCOUNT}",
        sdk="v2.money_management.financial_accounts.update",
        says="set {fields} of financial account {id}",
        tier=REVERSIBLE,
        object=path("stripe:financial_account:", sent("id")),
        inverse=back(ACCOUNT, fields(kept=("display_name",))),
        scopes=_SCOPES,
        why="Its name is written back and metadata key by key, in which null drops a key; that a name cannot be "
        f"emptied is inferred from its type. {_DOCS}/financial-accounts/update",
    ),
    op(
        f"POST {TRANSACTION}",
        sdk="v2.money_management.transactions.update",
        says="set {fields} of transaction {id}",
        tier=REVERSIBLE,
        object=path("stripe:managed_transaction:", sent("id")),
        inverse=back(TRANSACTION, fields("description")),
        scopes=_SCOPES,
        why=f"Notes move no money; null clears a description and drops a key of metadata. {_DOCS}/transactions/update",
    ),
    op(
        f"POST {TRANSACTION}/refresh_regulatory_receipt",
        sdk="v2.money_management.transactions.refresh_regulatory_receipt",
        says="make a new link to the receipt of transaction {id}",
        tier=COMPENSABLE,
        object=path("stripe:managed_transaction:", sent("id")),
        inverse=leave("the link expires, and shows what was there to be seen"),
        residue="Until it expires, who has the link sees the receipt.",
        scopes=_SCOPES,
        why=f"Only the link to a receipt is new. {_DOCS}/transactions/refresh-regulatory-receipt",
    ),
    op(
        f"POST {INTENTS}",
        sdk="v2.money_management.outbound_setup_intents.create",
        says="set up a way to pay out",
        tier=setup_tier,
        object=path("stripe:outbound_setup_intent:", answer("id")),
        inverse=either(
            {
                "requires_action": _CANCEL,
                "requires_payout_method": _CANCEL,
                "succeeded": leave("an intent that succeeded asks nothing more of anybody"),
            },
            by=answer("status"),
        ),
        also=either(
            {
                True: archive(
                    METHOD,
                    goes_on=answer("payout_method.id"),
                    archived=False,
                    latest_outbound_setup_intent=answer("payout_method.latest_outbound_setup_intent"),
                ),
                False: None,
            },
            by=computed(makes_method, sent()),
        ),
        probe=listed(
            f"GET {INTENTS}",
            "usage_intent",
            **{
                "payout_method.type": sent("payout_method_data.type"),
                "payout_method.bank_account.country": sent("payout_method_data.bank_account.country"),
            },
        ),
        residue="The canceled intent can still be read, and so can the payout method that it made, archived.",
        if_stuck="If somebody is paid by that payout method, keep the action.",
        scopes=_SCOPES,
        why="An intent is canceled, and the payout method that came with it archived, as no call deletes one. That an "
        f"intent which succeeded is not canceled any more is inferred. {_DOCS}/outbound-setup-intents/cancel",
    ),
    op(
        f"POST {INTENT}/cancel",
        sdk="v2.money_management.outbound_setup_intents.cancel",
        says="cancel setup intent {id}",
        tier=IRREVERSIBLE,
        object=path("stripe:outbound_setup_intent:", sent("id")),
        why=f"A canceled intent is not taken up again. {_DOCS}/outbound-setup-intents/cancel",
    ),
    op(
        "POST /v2/test_helpers/money_management/recipient_verifications",
        sdk="v2.test_helpers.money_management.recipient_verifications",
        says="play a verification of payout method {payout_method}",
        tier=COMPENSABLE,
        object=path("stripe:recipient_verification:new"),
        inverse=leave("it stands in a sandbox, where no bank is asked and nothing is paid out"),
        residue="The verification can still be read by who knows its id.",
        scopes=_SCOPES,
        why=f"No call deletes a verification, and one of a sandbox binds nobody. {_DOCS}/recipient-verifications",
    ),
    *archived(METHOD, "payout_method", "v2.money_management.payout_methods", f"{_DOCS}/payout-methods", _SCOPES),
)
