"""The readings and comparisons that rows name, of every area."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_stripe.others import OTHERS, own_work
from agentrein_stripe.readings_of_accounts import OF_ACCOUNTS
from agentrein_stripe.readings_of_invoices import OF_INVOICES
from agentrein_stripe.readings_of_payments import OF_PAYMENTS
from agentrein_stripe.readings_of_subscriptions import OF_SUBSCRIPTIONS
from agentrein_stripe.written import as_asked, as_made, written

READINGS: Mapping[str, Any] = {
    "written": written,
    **OTHERS,
    **OF_ACCOUNTS,
    **OF_INVOICES,
    **OF_PAYMENTS,
    **OF_SUBSCRIPTIONS,
}
"""What rows name with `completed=`."""

COMPARISONS: Mapping[str, Any] = {"as asked": as_asked, "as made": as_made, "own work": own_work}
"""What rows name with `alike=`."""
