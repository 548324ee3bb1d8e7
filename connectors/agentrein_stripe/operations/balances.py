"""How a balance is paid out, and the accounts of Treasury that hold money.

https://docs.stripe.com/api/balance-settings and https://docs.stripe.com/api/treasury/financial_accounts
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COSTLY,
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
from agentrein_stripe.operations.shapes import EVENTS, as_made, back, event, fields, like
from agentrein_stripe.said import is_true, names, said
from agentrein_stripe.written import flat, member

SETTINGS = "/v1/balance_settings"
ACCOUNTS = "/v1/treasury/financial_accounts"
ONE = f"{ACCOUNTS}/{{financial_account}}"
FEATURES = f"{ONE}/features"

_PAYOUTS = "payments[payouts]"
_WHOLE = (f"{_PAYOUTS}[schedule]", "payments[settlement_timing][start_of_day]")
"""Hashes of which what is not said is not kept, so that they are put back whole; that is inferred."""

_KEPT = (f"{_PAYOUTS}[schedule]", f"{_PAYOUTS}[statement_descriptor]", "payments[debit_negative_balances]")
_FEATURES = (
    *("card_issuing", "deposit_insurance", "financial_addresses", "inbound_transfers", "intra_stripe_flows"),
    *("outbound_payments", "outbound_transfers"),
)
_RESTRICTIONS = ("platform_restrictions[inbound_flows]", "platform_restrictions[outbound_flows]")
_TREASURY = ("treasury: write", "treasury: read")
_DOCS = "https://docs.stripe.com/api/treasury/financial_accounts"
_OWN = ("balance", "metadata", "nickname")
_THIS = path("stripe:financial_account:", sent("financial_account"))


def settings(body: Any) -> Any:
    """The body with each setting as a name of its own, the hashes that are put back whole as one."""
    spread = flat("payments")(body)
    if not isinstance(spread, Mapping):
        return spread
    found: dict[str, Any] = {}
    for name, value in spread.items():
        whole = next((one for one in _WHOLE if name.startswith(f"{one}[")), None)
        if whole is None:
            found[name] = value
        else:
            found[whole] = {**found.get(whole, {}), member(name.removeprefix(whole))[1]: value}
    return found


def requested(body: Mapping[str, Any], image: Any) -> tuple[Any, ...]:
    """The features that a call asks for or gives up, none of which is unset."""
    return fields(kept=tuple(body))(body, image)


@depends(REVERSIBLE, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Name, notes and restrictions are put back; to where a closed account is emptied cannot be read."""
    return REVERSIBLE if names(call) <= {"metadata", "nickname", "platform_restrictions"} else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def features_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An account number that was given up does not come back."""
    asked = [said(call, name) for name in call.body or {} if member(name)[0] == "financial_addresses"]
    return COSTLY if all(is_true(one) for one in asked) else IRREVERSIBLE


ROWS = (
    op(
        f"POST {SETTINGS}",
        sdk="balance_settings.update",
        says="set {fields} of the balance",
        tier=COSTLY,
        takes=settings,
        object=path("stripe:balance_settings"),
        inverse=back(SETTINGS, fields("payments", kept=_KEPT, bare=_WHOLE), keyed=False),
        residue=f"Payouts that ran meanwhile, by the other settings, have run. {EVENTS}",
        scopes=("balance settings: write", "balance settings: read"),
        why="Settings are put back, a schedule as a whole. https://docs.stripe.com/api/balance-settings/update",
    ),
    op(
        f"POST {ACCOUNTS}",
        sdk="treasury.financial_accounts.create",
        says="open a financial account in {supported_currencies}",
        tier=COSTLY,
        object=path("stripe:financial_account:", answer("id")),
        inverse=do(
            f"POST {ONE}/close",
            financial_account=answer("id"),
            goal=shows(read(f"GET {ONE}", financial_account=answer("id")), status="closed"),
            still=as_made(*_OWN),
            alike=like(*_OWN),
            ends=True,
            compensates=True,
        ),
        probe=event("treasury.financial_account.created"),
        residue=f"The closed account stays listed, and account numbers that it was given are used up. {EVENTS}",
        if_stuck="An account that holds money, or waits for some, cannot be closed.",
        scopes=_TREASURY,
        why=f"An account in which no money came is closed, which is final. {_DOCS}/close",
    ),
    op(
        f"POST {ONE}",
        sdk="treasury.financial_accounts.update",
        says="set {fields} of financial account {financial_account}",
        tier=update_tier,
        takes=flat("platform_restrictions"),
        object=_THIS,
        inverse=back(ONE, fields("nickname", kept=_RESTRICTIONS)),
        residue="Money that was, or was not, let through meanwhile stays so.",
        scopes=_TREASURY,
        why=f"What is read as it is written is put back. {_DOCS}/update",
    ),
    op(
        f"POST {ONE}/close",
        sdk="treasury.financial_accounts.close",
        says="close financial account {financial_account}",
        tier=IRREVERSIBLE,
        object=_THIS,
        why=f"A closed account is not opened again. {_DOCS}/close",
    ),
    op(
        f"POST {FEATURES}",
        sdk="treasury.financial_accounts.features.update",
        says="set {fields} of financial account {financial_account}",
        tier=features_tier,
        takes=flat(*_FEATURES),
        object=path("stripe:financial_account:", sent("financial_account"), "/features"),
        inverse=back(FEATURES, requested, keyed=False),
        residue="What the account could, or could not, do meanwhile stays as it was; numbers that it was given are "
        "used up.",
        scopes=_TREASURY,
        why="Whether a feature is requested is put back; an account number that is given up is not given again. "
        f"{_DOCS}/update_features",
    ),
)
