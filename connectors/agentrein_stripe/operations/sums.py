"""Sums of calls that may leave them out, because all of it is meant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_stripe.operations.amounts import Names, money


def part(of: str, name: str = "amount", currency: str = "currency") -> Names:
    """For `names=`: what the call says at these names, as `{money}`; where it says no amount, `of`.

    A call that acts on something whose currency it does not repeat is told with what it says.
    """

    def told(call: Mapping[str, Any]) -> dict[str, Any]:
        amount, unit = call.get(name), call.get(currency)
        if amount is None:
            return {"money": of}
        return {"money": money(amount, unit) if unit else f"{amount} (in the smallest unit of its currency)"}

    return told
