"""Customers: make, change."""

from __future__ import annotations

from stripe import StripeClient

from agentrein.testing.conformance import Example
from connectors.stripe.examples.things import ADDRESS, customer, first

CUSTOMERS = "/v1/customers"
CUSTOMER = f"{CUSTOMERS}/{{customer}}"


def _attach(c: StripeClient) -> object:
    """A colleague notes the newest customer's tax id, which would be deleted with it."""
    newest = first(c.v1.customers.list({"limit": 1}))
    return c.v1.customers.tax_ids.create(newest.id, {"type": "eu_vat", "value": "DE123456789"})


EXAMPLES = (
    Example(
        f"POST {CUSTOMERS}",
        lambda c: c.v1.customers.create(
            {
                "email": "anna@example.com",
                "name": "Anna {A.}",
                "address": ADDRESS,
                "metadata": {"plan": "pro"},
                "tax_id_data": [{"type": "eu_vat", "value": "DE111111111"}],
            }
        ),
        prepare=lambda c: c.v1.customers.create({"email": "anna@example.com", "name": "Anna {A.}"}),
        foreign=_attach,
        beside=lambda c: c.v1.customers.create({"email": "anna@example.com"}),
    ),
    Example(
        f"POST {CUSTOMERS}",
        lambda c: c.v1.customers.create({"email": "ben@example.com"}),
        foreign=lambda c: c.v1.customers.update(first(c.v1.customers.list()).id, {"description": "VIP"}),
        name="that a colleague described since",
    ),
    Example(
        f"POST {CUSTOMER}",
        lambda c: c.v1.customers.update(
            customer(c),
            {
                "name": "Anna B.",
                "phone": "+49 30 1",
                "address": {"line1": "Torstraße 1", "city": "Berlin"},
                "preferred_locales": ["de"],
                "invoice_settings": {"footer": "Thank you"},
                "metadata": {"plan": "pro", "name": "since {today}", "order.id": ""},
            },
        ),
        prepare=lambda c: c.v1.customers.create(
            {
                "email": "anna@example.com",
                "name": "Anna A.",
                "address": ADDRESS,
                "preferred_locales": ["en"],
                "metadata": {"order.id": "6", "src": "web"},
            }
        ),
        foreign=lambda c: c.v1.customers.update(
            customer(c),
            {
                "name": "Anna C.",
                "phone": "",
                "address": {"city": "Bonn"},
                "preferred_locales": ["fr"],
                "invoice_settings": {"footer": "Bye"},
                "metadata": {"plan": "free", "name": "no", "order.id": "7"},
            },
        ),
        beside=lambda c: c.v1.customers.update(
            customer(c),
            {
                "description": "VIP",
                "metadata": {"since": "2020"},
                "invoice_settings": {"custom_fields": [{"name": "PO", "value": "1"}]},
            },
        ),
    ),
)
