"""What customers hold: tax ids, balance, cash balance, cards."""

from __future__ import annotations

from typing import Any

from stripe import StripeClient

from agentrein.testing.conformance import Example
from connectors.stripe.examples.things import customer, first

CUSTOMER = "/v1/customers/{customer}"
VAT = {"type": "eu_vat", "value": "DE123456789"}


def _anna(c: StripeClient) -> Any:
    return c.v1.customers.create({"email": "anna@example.com"})


def _with_tax_id(c: StripeClient) -> Any:
    return c.v1.customers.tax_ids.create(_anna(c).id, VAT)


def _with_entry(c: StripeClient) -> Any:
    entry = {"amount": -500, "currency": "eur", "description": "Goodwill"}
    return c.v1.customers.balance_transactions.create(_anna(c).id, entry)


def _with_card(c: StripeClient) -> Any:
    return c.v1.customers.payment_sources.create(_anna(c).id, {"source": "tok_visa"})


def _card(c: StripeClient) -> str:
    return str(first(c.v1.customers.payment_sources.list(customer(c))).id)


def _entry(c: StripeClient) -> str:
    return str(first(c.v1.customers.balance_transactions.list(customer(c))).id)


EXAMPLES = (
    Example(
        f"POST {CUSTOMER}/tax_ids",
        lambda c: c.v1.customers.tax_ids.create(customer(c), VAT),
        prepare=_anna,
        alone="a tax id cannot be changed",
        beside=lambda c: c.v1.customers.update(customer(c), {"name": "Anna"}),
    ),
    Example(
        f"DELETE {CUSTOMER}/tax_ids/{{id}}",
        lambda c: c.v1.customers.tax_ids.delete(customer(c), first(c.v1.customers.tax_ids.list(customer(c))).id),
        prepare=_with_tax_id,
        alone="a colleague who gives the same tax id again has done what the undo would do",
        beside=lambda c: c.v1.customers.update(customer(c), {"name": "Anna"}),
        leaves=("customer:*/tax_id:*",),
    ),
    Example(
        "POST /v1/tax_ids",
        lambda c: c.v1.tax_ids.create({**VAT, "owner": {"type": "self"}}),
        alone="a tax id cannot be changed",
    ),
    Example(
        f"POST {CUSTOMER}/balance_transactions",
        lambda c: c.v1.customers.balance_transactions.create(customer(c), {"amount": -1000, "currency": "eur"}),
        prepare=_with_entry,
        alone="what others book is an entry of its own, which no counter-entry takes back",
        beside=lambda c: c.v1.customers.update(customer(c), {"name": "Anna"}),
        leaves=("customer:*/customer_balance_transaction:*",),
    ),
    Example(
        f"POST {CUSTOMER}/balance_transactions/{{transaction}}",
        lambda c: c.v1.customers.balance_transactions.update(
            customer(c), _entry(c), {"description": "Refund", "metadata": {"case": "7"}}
        ),
        prepare=_with_entry,
        foreign=lambda c: c.v1.customers.balance_transactions.update(
            customer(c), _entry(c), {"description": "Mine", "metadata": {"case": "8"}}
        ),
        beside=lambda c: c.v1.customers.balance_transactions.update(
            customer(c), _entry(c), {"metadata": {"since": "2020"}}
        ),
    ),
    Example(
        f"POST {CUSTOMER}/cash_balance",
        lambda c: c.v1.customers.cash_balance.update(customer(c), {"settings": {"reconciliation_mode": "manual"}}),
        prepare=lambda c: c.v1.customers.cash_balance.retrieve(_anna(c).id),
        foreign=lambda c: c.v1.customers.cash_balance.update(
            customer(c), {"settings": {"reconciliation_mode": "automatic"}}
        ),
        beside=lambda c: c.v1.customers.update(customer(c), {"name": "Anna"}),
    ),
    Example(
        f"POST {CUSTOMER}/funding_instructions",
        lambda c: c.v1.customers.funding_instructions.create(
            customer(c),
            {
                "bank_transfer": {"type": "eu_bank_transfer", "eu_bank_transfer": {"country": "DE"}},
                "currency": "eur",
                "funding_type": "bank_transfer",
            },
        ),
        prepare=_anna,
        alone="asking again shows the same account",
        nothing=True,
        leaves=("funding_instructions:*",),
    ),
    Example(
        f"POST {CUSTOMER}/sources",
        lambda c: c.v1.customers.payment_sources.create(customer(c), {"source": "tok_visa"}),
        prepare=_anna,
        foreign=lambda c: c.v1.customers.payment_sources.update(customer(c), _card(c), {"metadata": {"by": "me"}}),
        beside=lambda c: c.v1.customers.update(customer(c), {"name": "Anna"}),
    ),
    Example(
        f"POST {CUSTOMER}/sources/{{id}}",
        lambda c: c.v1.customers.payment_sources.update(
            customer(c), _card(c), {"name": "Anna A.", "exp_year": 2040, "metadata": {"plan": "pro"}}
        ),
        prepare=_with_card,
        foreign=lambda c: c.v1.customers.payment_sources.update(
            customer(c), _card(c), {"name": "Ben B.", "exp_year": 2041, "metadata": {"plan": "free"}}
        ),
        beside=lambda c: c.v1.customers.payment_sources.update(customer(c), _card(c), {"address_city": "Bonn"}),
    ),
)
