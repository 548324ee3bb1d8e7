"""Every row of the Stripe table in use, with the SDK's own methods."""

from __future__ import annotations

from connectors.stripe.examples import (
    access,
    accounts,
    apps,
    balances,
    billing,
    catalogue,
    customer_parts,
    customers,
    destinations,
    invoices,
    issuing,
    money,
    money_managed,
    money_sent,
    payments,
    persons,
    plumbing,
    radar,
    subscriptions,
    tax,
    terminal,
    trial_offers,
)

EXAMPLES = (
    *access.EXAMPLES,
    *accounts.EXAMPLES,
    *apps.EXAMPLES,
    *balances.EXAMPLES,
    *billing.EXAMPLES,
    *catalogue.EXAMPLES,
    *customer_parts.EXAMPLES,
    *customers.EXAMPLES,
    *destinations.EXAMPLES,
    *invoices.EXAMPLES,
    *issuing.EXAMPLES,
    *money.EXAMPLES,
    *money_managed.EXAMPLES,
    *money_sent.EXAMPLES,
    *payments.EXAMPLES,
    *persons.EXAMPLES,
    *plumbing.EXAMPLES,
    *radar.EXAMPLES,
    *subscriptions.EXAMPLES,
    *tax.EXAMPLES,
    *terminal.EXAMPLES,
    *trial_offers.EXAMPLES,
)
"""All of them."""
