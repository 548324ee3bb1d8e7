"""The readings and comparisons that rows name, of every area."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import wraps
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_stripe.others import OTHERS, own_work
from agentrein_stripe.others_of_plumbing import OF_PLUMBING
from agentrein_stripe.readings_of_accounts import OF_ACCOUNTS
from agentrein_stripe.readings_of_invoices import OF_INVOICES
from agentrein_stripe.readings_of_payments import OF_PAYMENTS
from agentrein_stripe.readings_of_subscriptions import OF_SUBSCRIPTIONS
from agentrein_stripe.written import as_asked, as_made, written

Reading = Callable[[Any, Mapping[str, Any]], Any]

_ODD = (AttributeError, LookupError, TypeError, ValueError)
"""What a reading raises over an answer that is not of the documented form."""

_NOT_TOLD = Answer(
    502, {"error": {"type": "api_error", "message": "An answer was not of the documented form, so nothing was sent."}}
)
"""What such an answer counts as: one that tells nothing."""


def careful(reading: Reading) -> Reading:
    """A reading that takes an answer of another form than the documented one for one that tells nothing."""

    @wraps(reading)
    def read(body: Any, given: Mapping[str, Any]) -> Any:
        try:
            found = reading(body, given)
        except _ODD:
            return _NOT_TOLD
        return _carefully(found) if isinstance(found, Generator) else found

    return read


def _carefully(steps: Generator[Read, Answer, Any]) -> Generator[Read, Answer, Any]:
    try:
        return (yield from steps)
    except _ODD:
        return _NOT_TOLD


READINGS: Mapping[str, Reading] = {
    name: careful(reading)
    for name, reading in {
        "written": written,
        **OTHERS,
        **OF_PLUMBING,
        **OF_ACCOUNTS,
        **OF_INVOICES,
        **OF_PAYMENTS,
        **OF_SUBSCRIPTIONS,
    }.items()
}
"""What rows name with `completed=`."""

COMPARISONS: Mapping[str, Any] = {"as asked": as_asked, "as made": as_made, "own work": own_work}
"""What rows name with `alike=`."""
