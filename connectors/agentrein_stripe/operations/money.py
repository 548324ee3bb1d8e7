"""Money that moves, which nothing undoes, and the notes on it, which can be changed back.

https://docs.stripe.com/api/charges, https://docs.stripe.com/api/refunds, https://docs.stripe.com/api/payouts,
https://docs.stripe.com/api/transfers, https://docs.stripe.com/api/topups and https://docs.stripe.com/api/fee_refunds
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Operation,
    answer,
    computed,
    do,
    either,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_stripe.operations.amounts import amount, worth
from agentrein_stripe.operations.payment_tiers import charge_update_tier
from agentrein_stripe.operations.shapes import EVENTS, back, event, fields
from agentrein_stripe.operations.sums import part
from agentrein_stripe.written import flat

CHARGE = "/v1/charges/{charge}"
REFUND = "/v1/refunds/{refund}"
PAYOUT = "/v1/payouts/{payout}"
TRANSFER = "/v1/transfers/{transfer}"
TOPUP = "/v1/topups/{topup}"
FEE = "/v1/application_fees/{fee}"
DOCS = "https://docs.stripe.com/api"


def moves(address: str, sdk: str, says: str, why: str, **row: Any) -> Operation:
    """The row of a movement of money."""
    return op(f"POST {address}", sdk=sdk, says=says, tier=IRREVERSIBLE, why=why, **row)


def until_sent(one: str, kind: str, probe: Any, *, unless: Any = None, **still: Any) -> dict[str, Any]:
    """What the row of a movement says besides, where it can be canceled until it is on its way.

    `unless` is a function of the call that tells of one which never can be.
    """
    variable = one.rpartition("{")[2].rstrip("}")
    this: dict[str, Any] = {variable: answer("id")}
    canceled = shows(read(f"GET {one}", **this), status="canceled")
    cancel = do(f"POST {one}/cancel", goal=canceled, still=still, changed=("not_cancelable",), ends=True, **this)
    return {
        "triggers": True,
        "object": path(f"stripe:{kind}:", answer("id")),
        "inverse": cancel if unless is None else either({False: cancel, True: None}, by=computed(unless, sent())),
        "probe": probe,
        "residue": f"The canceled {kind.replace('_', ' ')} stays in the list. {EVENTS}",
        "if_stuck": "Once the money is on its way, a person decides whether it is asked back.",
    }


def is_instant(call: Mapping[str, Any]) -> bool:
    """Whether a payout is there within minutes, so that there is no time to cancel it."""
    return bool(call.get("method") not in {None, "", "standard"})


def noted(address: str, kind: str, sdk: str, page: str, *names: str, **row: Any) -> Operation:
    """The row that changes the notes on a movement; the name of the last variable is that of the thing."""
    variable = address.rpartition("{")[2].rstrip("}")
    return op(
        f"POST {address}",
        sdk=sdk,
        says=f"set {{fields}} of {kind.replace('_', ' ')} {{{variable}}}",
        takes=flat(),
        object=path(f"stripe:{kind}:", sent(variable)),
        inverse=back(address, fields(*names)),
        residue=EVENTS,
        why=f"Notes move no money, and are put back; metadata key by key. {DOCS}/{page}",
        **{"tier": REVERSIBLE, **row},
    )


def refunded(call: Mapping[str, Any]) -> dict[str, Any]:
    """How much is refunded, and of what."""
    return {**part("all")(call), "of": call.get("payment_intent") or call.get("charge") or "a payment"}


ROWS = (
    moves(
        "/v1/charges",
        "charges.create",
        "charge {money}",
        f"A charge is only refunded, which keeps fees and is seen by the customer. {DOCS}/charges/create",
        names=amount(),
        count=worth(),
        mitigation="refund the charge; fees stay, and the customer sees both",
    ),
    noted(
        CHARGE,
        "charge",
        "charges.update",
        "charges/update",
        "description",
        "transfer_group",
        tier=charge_update_tier,
        scopes=("charges: write", "charges: read"),
    ),
    moves(
        f"{CHARGE}/capture",
        "charges.capture",
        "capture {money} of charge {charge}",
        f"The money that was held is taken. {DOCS}/charges/capture",
        names=part("all"),
    ),
    moves(
        "/v1/refunds",
        "refunds.create",
        "refund {money} of {of}",
        f"A refund goes back to the customer, and fees are not returned. {DOCS}/refunds/create",
        names=refunded,
        count=worth(),
    ),
    noted(REFUND, "refund", "refunds.update", "refunds/update", scopes=("refunds: write", "refunds: read")),
    moves(
        "/v1/payouts",
        "payouts.create",
        "pay {money} out",
        "The money goes to a bank account; until it is on its way a payout that is not instant can be canceled. "
        f"{DOCS}/payouts/cancel",
        names=amount(),
        count=worth(),
        scopes=("payouts: write", "payouts: read"),
        **until_sent(PAYOUT, "payout", event("payout.created"), unless=is_instant, status="pending"),
    ),
    noted(PAYOUT, "payout", "payouts.update", "payouts/update", scopes=("payouts: write", "payouts: read")),
    moves(
        f"{PAYOUT}/cancel",
        "payouts.cancel",
        "cancel payout {payout}",
        f"A canceled payout is not sent; another one is another payout. {DOCS}/payouts/cancel",
    ),
    moves(
        f"{PAYOUT}/reverse",
        "payouts.reverse",
        "take payout {payout} back from its bank account",
        f"It debits the bank account. {DOCS}/payouts/reverse",
    ),
    moves(
        "/v1/transfers",
        "transfers.create",
        "transfer {money} to {destination}",
        f"The money is the other account's. {DOCS}/transfers/create",
        names=part("what is left of a charge"),
        count=worth(),
    ),
    noted(
        TRANSFER,
        "transfer",
        "transfers.update",
        "transfers/update",
        "description",
        scopes=("transfers: write", "transfers: read"),
    ),
    moves(
        f"{TRANSFER}/reversals",
        "transfers.reversals.create",
        "take {money} of transfer {transfer} back",
        f"The money is taken from the other account. {DOCS}/transfer_reversals/create",
        names=part("all"),
    ),
    noted(
        f"{TRANSFER}/reversals/{{id}}",
        "transfer_reversal",
        "transfers.reversals.update",
        "transfer_reversals/update",
        scopes=("transfers: write", "transfers: read"),
    ),
    moves(
        "/v1/topups",
        "topups.create",
        "top up the balance by {money}",
        f"The money is taken from a bank account; while it is pending a top-up can be canceled. {DOCS}/topups/cancel",
        names=amount(),
        count=worth(),
        scopes=("topups: write", "topups: read"),
        **until_sent(TOPUP, "topup", event("topup.created"), status="pending"),
    ),
    noted(TOPUP, "topup", "topups.update", "topups/update", "description", scopes=("topups: write", "topups: read")),
    moves(
        f"{TOPUP}/cancel",
        "topups.cancel",
        "cancel top-up {topup}",
        f"A canceled top-up is not taken. {DOCS}/topups/cancel",
    ),
    moves(
        f"{FEE}/refunds",
        "application_fees.refunds.create",
        "refund {money} of fee {fee}",
        f"The money goes back to the account that paid the fee. {DOCS}/fee_refunds/create",
        names=part("all"),
    ),
    noted(
        f"{FEE}/refunds/{{id}}",
        "fee_refund",
        "application_fees.refunds.update",
        "fee_refunds/update",
        scopes=("application_fees: write", "application_fees: read"),
    ),
)
