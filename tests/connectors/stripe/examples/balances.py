"""How a balance is paid out, accounts of Treasury, orders of carbon removal and checks of cardholders."""

from __future__ import annotations

from typing import Any

from stripe import StripeClient

from agentrein.testing.conformance import Example
from connectors.stripe.examples.things import first

ACCOUNTS = "/v1/treasury/financial_accounts"
ONE = f"{ACCOUNTS}/{{financial_account}}"


def _settle(schedule: Any, least: int, days: int) -> Any:
    payouts = {"schedule": schedule, "minimum_balance_by_currency": {"eur": least}}
    settings: Any = {"payouts": payouts, "settlement_timing": {"delay_days_override": days}}
    return lambda c: c.v1.balance_settings.update({"payments": settings})


def _opened(c: StripeClient, nickname: str = "Reserve") -> Any:
    return c.v1.treasury.financial_accounts.create(
        {
            "supported_currencies": ["usd"],
            "nickname": nickname,
            "features": {"card_issuing": {"requested": True}, "outbound_payments": {"ach": {"requested": False}}},
        }
    )


def _id(c: StripeClient) -> str:
    return str(first(c.v1.treasury.financial_accounts.list()).id)


def _name(nickname: str, flows: Any, note: str) -> Any:
    return lambda c: c.v1.treasury.financial_accounts.update(
        _id(c),
        {"nickname": nickname, "platform_restrictions": {"inbound_flows": flows}, "metadata": {"a": note}},
    )


def _feature(cards: bool, ach: bool) -> Any:  # noqa: FBT001 - what the example asks for
    asked: Any = {"card_issuing": {"requested": cards}, "outbound_payments": {"ach": {"requested": ach}}}
    return lambda c: c.v1.treasury.financial_accounts.features.update(_id(c), asked)


def _order(c: StripeClient) -> Any:
    return c.v1.climate.orders.create({"product": "climsku_1", "amount": 500, "beneficiary": {"public_name": "Shop"}})


def _for(name: str, note: str) -> Any:
    def act(c: StripeClient) -> Any:
        order = str(first(c.v1.climate.orders.list()).id)
        return c.v1.climate.orders.update(order, {"beneficiary": {"public_name": name}, "metadata": {"a": note}})

    return act


def _check(c: StripeClient, note: str = "1") -> Any:
    return c.v1.three_d_secure.authentications.create(
        {
            "message_category": "non_payment_authentication",
            "payment_method": "pm_card_visa",
            "channel": {"type": "three_r_i", "three_r_i": {"type": "initial"}},
            "metadata": {"a": note},
        }  # type: ignore[typeddict-item]
    )


EXAMPLES = (
    Example(
        "POST /v1/balance_settings",
        _settle({"interval": "weekly", "weekly_payout_days": ["monday"]}, 500, 7),
        prepare=lambda c: c.v1.balance_settings.update({"payments": {"debit_negative_balances": True}}),
        foreign=_settle({"interval": "manual"}, 900, 9),
        beside=lambda c: c.v1.balance_settings.update({"payments": {"debit_negative_balances": False}}),
    ),
    Example(
        f"POST {ACCOUNTS}",
        _opened,
        foreign=_name("Ours", "restricted", "2"),
        beside=lambda c: _opened(c, "Another"),
    ),
    Example(
        f"POST {ONE}",
        _name("Savings", "restricted", "1"),
        prepare=_opened,
        foreign=_name("Ours", "unrestricted", "2"),
        beside=lambda c: c.v1.treasury.financial_accounts.update(_id(c), {"metadata": {"b": "2"}}),
    ),
    Example(
        f"POST {ONE}/features",
        _feature(cards=False, ach=True),
        prepare=_opened,
        alone="a feature is requested or not: a colleague who changes it has done what the undo would do",
        beside=_name("Savings", "restricted", "1"),
    ),
    Example(
        "POST /v1/climate/orders/{order}",
        _for("Club", "1"),
        prepare=_order,
        foreign=_for("Ours", "2"),
        beside=lambda c: c.v1.climate.orders.update(
            str(first(c.v1.climate.orders.list()).id), {"metadata": {"b": "2"}}
        ),
    ),
    Example(
        "POST /v1/three_d_secure/authentications",
        _check,
        foreign=lambda c: c.v1.three_d_secure.authentications.submit(
            str(first(c.v1.three_d_secure.authentications.list()).id)
        ),
        beside=lambda c: _check(c, "2"),
        unforced="a check that was submitted is not canceled any more",
    ),
)
