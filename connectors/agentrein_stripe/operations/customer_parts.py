"""What customers hold: tax ids, balance and cash balance.

https://docs.stripe.com/api/customers
"""

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
    anew,
    answer,
    before,
    computed,
    depends,
    do,
    found,
    leave,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_stripe.operations.amounts import amount, worth
from agentrein_stripe.operations.customers import CUSTOMER, OF_CUSTOMER
from agentrein_stripe.operations.shapes import EVENTS, back, delete, event, fields
from agentrein_stripe.said import names, number, said
from agentrein_stripe.written import flat

TAX_IDS = f"{CUSTOMER}/tax_ids"
TAX_ID = f"{TAX_IDS}/{{id}}"
OWN_TAX_IDS = "/v1/tax_ids"
OWN_TAX_ID = f"{OWN_TAX_IDS}/{{id}}"
BALANCE = f"{CUSTOMER}/balance_transactions"
ENTRY = f"{BALANCE}/{{transaction}}"
CASH = f"{CUSTOMER}/cash_balance"

_CUSTOMERS = ("customers: write", "customers: read")
_TAX_TERMS = ("type", "value")
_VERIFIED = "Its verification began anew, and finalized invoices keep their copy."
_REVERTED = "Reverted by AgentRein"


# --- functions


def negative(count: Any) -> int:
    """The amount with the other sign."""
    return -(number(count) or 0)


@depends(COMPENSABLE, IRREVERSIBLE)
def balance_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A counter-entry takes an entry back, if its amount can be read."""
    amount = call.body.get("amount") if isinstance(call.body, Mapping) else None
    return COMPENSABLE if number(amount) is not None else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def cash_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Money that lies there waits; once it is matched with invoices by itself they are paid with it."""
    return REVERSIBLE if said(call, "settings[reconciliation_mode]") in (None, "manual") else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def tax_id_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A tax id is deleted again; whom another owner than the caller stands for is not known."""
    known = {"type", "value", "owner", "expand"}
    return REVERSIBLE if names(call) <= known else IRREVERSIBLE


# --- tax ids


_SAME_TAX_ID = read(
    f"GET {TAX_IDS}", at="same", maybe=True, completed="same tax id", given={"was": before()}, limit=100
)
"""The tax id of this value in the list: it has another id when it is made again."""

_TAX_ID_AGAIN = do(
    f"POST {TAX_IDS}",
    {"type": before("type"), "value": before("value")},
    goal=shows(_SAME_TAX_ID, object="tax_id"),
    still=None,
    anew=[anew("id", "id")],
)

ROWS = (
    op(
        f"POST {TAX_IDS}",
        sdk="customers.tax_ids.create",
        says="give customer {customer} the tax id {value}",
        tier=REVERSIBLE,
        object=path("stripe:customer:", sent("customer"), "/tax_id:", answer("id")),
        inverse=delete(TAX_ID, *_TAX_TERMS, id=answer("id")),
        probe=event("customer.tax_id.created"),
        residue=f"{_VERIFIED} {EVENTS}",
        scopes=_CUSTOMERS,
        why="A tax id is deleted again. https://docs.stripe.com/api/tax_ids/customer_delete",
    ),
    op(
        f"DELETE {TAX_ID}",
        sdk="customers.tax_ids.delete",
        says="delete tax id {id} of customer {customer}",
        tier=COMPENSABLE,
        object=path("stripe:customer:", sent("customer"), "/tax_id:", sent("id")),
        before=read(f"GET {TAX_ID}"),
        inverse=_TAX_ID_AGAIN,
        probe=stands(f"GET {TAX_ID}", {"": None}),
        residue=f"It has another id. {_VERIFIED} {EVENTS}",
        scopes=_CUSTOMERS,
        why="A tax id of this type and value is given again. https://docs.stripe.com/api/tax_ids/customer_create",
    ),
    op(
        f"POST {OWN_TAX_IDS}",
        sdk="tax_ids.create",
        says="add the tax id {value}",
        tier=tax_id_tier,
        object=path("stripe:tax_id:", answer("id")),
        inverse=delete(OWN_TAX_ID, *_TAX_TERMS, id=answer("id")),
        probe=event("customer.tax_id.created"),
        residue=f"{_VERIFIED} {EVENTS}",
        scopes=("tax ids: write", "tax ids: read"),
        why="A tax id is deleted again. https://docs.stripe.com/api/tax_ids/delete",
    ),
    op(
        f"DELETE {OWN_TAX_ID}",
        sdk="tax_ids.delete",
        says="delete tax id {id}",
        tier=IRREVERSIBLE,
        object=path("stripe:tax_id:", sent("id")),
        why="Its owner may be another account, for which no list shows it. https://docs.stripe.com/api/tax_ids/delete",
    ),
    op(
        f"POST {BALANCE}",
        sdk="customers.balance_transactions.create",
        says="book {money} on the balance of customer {customer}",
        names=amount(),
        count=worth(),
        tier=balance_tier,
        takes=flat(),
        object=OF_CUSTOMER,
        before=read(f"GET {CUSTOMER}"),
        inverse=do(
            f"POST {BALANCE}",
            {"amount": computed(negative, sent("amount")), "currency": sent("currency"), "description": _REVERTED},
            goal=shows(f"GET {CUSTOMER}", balance=before("balance")),
            still={"balance": answer("ending_balance")},
            alike={"balance": "as made"},
        ),
        probe=event("customer.updated", {"ending_balance": found("data.object.balance")}),
        residue=f"Both entries stay in the customer's history. {EVENTS}",
        if_stuck="The credit may have been applied to an invoice meanwhile. Look at the customer's balance, and book "
        "what is missing by hand.",
        scopes=_CUSTOMERS,
        why="An entry cannot be deleted, but its opposite can be booked while the balance is as it left it. "
        "https://docs.stripe.com/billing/customer/balance",
    ),
    op(
        f"POST {ENTRY}",
        sdk="customers.balance_transactions.update",
        says="set {fields} of balance entry {transaction}",
        tier=REVERSIBLE,
        takes=flat(),
        object=path("stripe:customer:", sent("customer"), "/balance_transaction:", sent("transaction")),
        inverse=back(ENTRY, fields("description")),
        scopes=_CUSTOMERS,
        why="Its sum stays; description and metadata are written back. "
        "https://docs.stripe.com/api/customer_balance_transactions/update",
    ),
    op(
        f"POST {CASH}",
        sdk="customers.cash_balance.update",
        says="set {fields} of the cash balance of customer {customer}",
        tier=cash_tier,
        takes=flat("settings"),
        object=path("stripe:customer:", sent("customer"), "/cash_balance"),
        inverse=back(CASH, fields("settings")),
        residue="Money that arrived meanwhile may have been matched with invoices by the other rule.",
        scopes=_CUSTOMERS,
        why="Either rule can be chosen again, and the account's own. https://docs.stripe.com/api/cash_balance/update",
    ),
    op(
        f"POST {CUSTOMER}/funding_instructions",
        sdk="customers.funding_instructions.create",
        says="show how customer {customer} pays by {funding_type}",
        tier=COMPENSABLE,
        object=OF_CUSTOMER,
        inverse=leave("the bank account into which a customer pays is given once, and asking again shows the same"),
        residue="The customer keeps a bank account to pay into.",
        why="No call closes it. https://docs.stripe.com/api/cash_balance",
    ),
)
