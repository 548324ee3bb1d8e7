"""Amounts as people read them, from the smallest unit of a currency, in which Stripe counts.

https://docs.stripe.com/currencies
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from agentrein.connector import Amount

Names = Callable[[Mapping[str, Any]], dict[str, Any]]

NO_DECIMALS = frozenset(
    ("bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf", "xof", "xpf")
)
"""Currencies whose smallest unit is the currency itself; of ISK and UGX a call says two decimals, always zero."""

THREE_DECIMALS = frozenset(["bhd", "jod", "kwd", "omr", "tnd"])


def money(amount: Any, currency: Any) -> str:
    """`12.50 EUR` for 1250 and `eur`, or for the same as texts; `500 JPY`, because the yen has no smaller unit.

    What is no amount is said as it is, so that a sentence never shows another sum than the call.
    """
    unit, found = str(currency or "").lower(), _worth(amount, currency)
    if found is None:
        shown = "an unknown amount" if amount is None else str(amount)
        return f"{shown} {unit.upper() or 'of an unknown currency'}"
    # A price may be a fraction of the smallest unit: its digits are shown, and never rounded away.
    exact = max(_places(unit), -int(found.value.normalize().as_tuple().exponent))
    return f"{found.value:,.{exact}f} {unit.upper()}"


def _places(unit: str) -> int:
    return 0 if unit in NO_DECIMALS else 3 if unit in THREE_DECIMALS else 2


def _worth(amount: Any, currency: Any) -> Amount | None:
    """The amount in the currency's own unit, None where either is not said."""
    unit = str(currency or "").lower()
    try:
        count = Decimal(str(amount))
    except InvalidOperation:
        return None
    return Amount(count.scaleb(-_places(unit)), unit) if count.is_finite() and unit else None


def worth(name: str = "amount", currency: str = "currency") -> Callable[[Mapping[str, Any]], Amount | None]:
    """For `count=`: the amount that the call says at these names; None where it leaves amount or currency out.

    Without its sign: a credit moves as much money as a debit, and a limit is one for both.
    """

    def counted(call: Mapping[str, Any]) -> Amount | None:
        found = _worth(call.get(name), call.get(currency))
        return None if found is None else Amount(abs(found.value), found.currency)

    return counted


def amount(name: str = "amount", currency: str = "currency") -> Names:
    """For `names=`: what the call says at these names, as `{money}`; without an amount, that there is none."""

    def told(call: Mapping[str, Any]) -> dict[str, Any]:
        return {"money": money(call.get(name), call.get(currency))}

    return told
