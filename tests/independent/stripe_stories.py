"""What agents do on Stripe, one story per area, in the words of the stripe package."""

from __future__ import annotations

from typing import Any

from stripe import StripeClient

from tests.independent.story import Story

DEAD = ("canceled", "void", "expired")
"""What a compensated thing reads as: it stays listed."""


def listed(service: Any, *names: str, **params: Any) -> dict[str, Any]:
    """What a list shows of each thing that is not canceled, void or inactive, by its id."""
    found = {}
    for one in service.list(params or None).auto_paging_iter():
        thing = one.to_dict(for_json=True)
        if thing.get("status") not in DEAD and thing.get("active") is not False:
            found[thing["id"]] = {name: thing.get(name) or None for name in names}
    return found


def seen(client: StripeClient) -> dict[str, Any]:
    """What a person sees of the account."""
    v1 = client.v1
    return {
        "customers": listed(v1.customers, "name", "email", "phone", "metadata", "address", "description"),
        "products": listed(v1.products, "name", "description", "metadata", "images", "default_price"),
        "prices": listed(v1.prices, "nickname", "lookup_key", "metadata", "unit_amount"),
        "coupons": listed(v1.coupons, "name", "metadata", "percent_off"),
        "tax rates": listed(v1.tax_rates, "display_name", "description", "metadata"),
        "invoices": listed(v1.invoices, "status", "description", "metadata", "auto_advance"),
        "items": listed(v1.invoice_items, "amount", "description", "metadata"),
        "intents": listed(v1.payment_intents, "status", "amount", "description", "metadata"),
        "subscriptions": listed(v1.subscriptions, "status", "cancel_at_period_end", "metadata", "description"),
    }


def billed(client: StripeClient) -> dict[str, Any]:
    """The same without the catalogue: the stand-in puts a product there for each item that has only an amount."""
    return {name: one for name, one in seen(client).items() if name not in {"products", "prices"}}


def prepare(client: StripeClient) -> None:
    """What was there before: a customer, a product with its price, a coupon, an intent."""
    v1 = client.v1
    v1.customers.create({"name": "Acme", "email": "billing@acme.example", "phone": "1", "metadata": {"tier": "gold"}})
    product = v1.products.create({"name": "Pro", "metadata": {"team": "web"}})
    v1.prices.create({"product": product.id, "currency": "eur", "unit_amount": 900, "nickname": "monthly"})
    v1.coupons.create({"percent_off": 10, "duration": "once", "name": "Welcome"})
    v1.tax_rates.create({"display_name": "VAT", "percentage": 20, "inclusive": False})
    v1.payment_intents.create({"amount": 6000, "currency": "eur", "metadata": {"order": "6", "src": "web"}})


def first(service: Any) -> Any:
    """The newest thing of a list."""
    return service.list({"limit": 1}).data[0]


def customers(client: StripeClient) -> None:
    """A new customer, and one changed."""
    v1 = client.v1
    old = first(v1.customers)
    v1.customers.create({"name": "New", "email": "new@acme.example"})
    v1.customers.update(old.id, {"name": "Acme Ltd", "phone": "+49 30 1", "metadata": {"tier": "", "source": "import"}})
    v1.customers.update(old.id, {"description": "Merged with Globex"})


def catalogue(client: StripeClient) -> None:
    """A product with a price, a coupon, a tax rate; what is there changed and archived."""
    v1 = client.v1
    old, price, coupon, rate = (first(one) for one in (v1.products, v1.prices, v1.coupons, v1.tax_rates))
    made = v1.products.create({"name": "Team", "description": "For teams"})
    v1.prices.create({"product": made.id, "currency": "eur", "unit_amount": 1900})
    v1.products.update(old.id, {"name": "Pro 2", "description": "New", "metadata": {"team": "core"}})
    v1.prices.update(price.id, {"nickname": "per month", "metadata": {"old": "yes"}})
    v1.coupons.create({"percent_off": 20, "duration": "once"})
    v1.coupons.update(coupon.id, {"name": "Hello"})
    v1.tax_rates.create({"display_name": "Sales tax", "percentage": 7, "inclusive": False})
    v1.tax_rates.update(rate.id, {"description": "Germany"})


def billing(client: StripeClient) -> None:
    """A drafted invoice with items, finalized without a charge; an item put aside."""
    v1 = client.v1
    customer = first(v1.customers)
    v1.invoice_items.create({"customer": customer.id, "amount": 500, "currency": "eur", "description": "Hours"})
    invoice = v1.invoices.create(
        {
            "customer": customer.id,
            "collection_method": "send_invoice",
            "days_until_due": 30,
            "auto_advance": False,
            "pending_invoice_items_behavior": "exclude",
        }
    )
    v1.invoices.update(invoice.id, {"description": "Hours of May", "metadata": {"order": "812"}})


def payments(client: StripeClient) -> None:
    """Intents that nobody confirmed, and one that is there changed."""
    v1 = client.v1
    old = first(v1.payment_intents)
    v1.payment_intents.create({"amount": 4200, "currency": "eur", "description": "Order 7"})
    v1.payment_intents.update(old.id, {"metadata": {"order": "7", "hold": "yes"}, "description": "rush"})


STORIES = {
    "customers": Story(prepare, customers, seen, 3),
    "catalogue": Story(prepare, catalogue, seen, 8),
    "billing": Story(prepare, billing, billed, 3),
    "payments": Story(prepare, payments, seen, 2),
}
