"""What no ledger is to hold: numbers of cards, accounts and people, wherever a call says them.

They leave as they were given. What is recorded holds a word in their place, so that no undo may rest on them.
https://docs.stripe.com/security/guide
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agentrein.connector import Operation

WORD = "(secret, not recorded)"
"""What stands for a number that is not recorded."""

_HIDDEN = frozenset(
    {
        *("account_number", "cvc", "encrypted_number", "iban", "id_number", "personal_id_number"),
        *("ssn_last_4", "verification_code"),
    }
)
"""Names under which Stripe takes such numbers: https://docs.stripe.com/api/payment_methods/create."""

_LISTED = "id_numbers"
"""The name of a list of such numbers, each with its kind, in API v2."""

_DIGITS = 12
"""From how many digits on a `number` is that of a card."""


def unrecorded(row: Operation) -> Operation:
    """A row whose calls are recorded without such numbers."""
    takes = row.takes

    def taken(body: Any) -> Any:
        return _without(body if takes is None else takes(body))

    return replace(row, takes=taken)


def _without(tree: Any) -> Any:
    if isinstance(tree, Mapping):
        return {name: WORD if _is_hidden(str(name), one) else _below(str(name), one) for name, one in tree.items()}
    return [_without(one) for one in tree] if isinstance(tree, list) else tree


def _below(name: str, value: Any) -> Any:
    """What is in a hash; the keys of metadata are the caller's own words, and say nothing about their values."""
    return value if name == "metadata" else _without(value)


def _is_hidden(name: str, value: Any) -> bool:
    outer, _, inner = name.rpartition("[")
    last = inner.removesuffix("]")
    if outer.startswith("metadata") or value in (None, ""):
        return False
    if isinstance(value, Mapping | list):
        return last == _LISTED
    return last in _HIDDEN or (last == "number" and _is_long(value))


def _is_long(value: Any) -> bool:
    digits = str(value).replace(" ", "").replace("-", "")
    return digits.isdecimal() and len(digits) >= _DIGITS
