"""Stripe: an agent prepares an invoice for a new customer and stops before the charge: paying is refused.

Needed: STRIPE_API_KEY, a test key (sk_test_…). Changed by: STRIPE_API_BASE, another server than Stripe's own. What was
prepared is undone: the invoice and its item, the price, the product and the customer.
"""

import os
import sys

import stripe

import agentrein as rein

if missing := {"STRIPE_API_KEY"} - os.environ.keys():
    sys.exit(f"set {', '.join(sorted(missing))}: the first lines of this script say what each is for")

base = os.environ.get("STRIPE_API_BASE", "https://api.stripe.com")
client = rein.wrap(stripe.StripeClient(os.environ["STRIPE_API_KEY"], base_addresses={"api": base}))

with rein.run("bill acme", because="order 812"):
    customer = client.v1.customers.create({"name": "Acme", "email": "billing@acme.example"})
    product = client.v1.products.create({"name": "Onboarding"})
    price = client.v1.prices.create({"product": product.id, "currency": "eur", "unit_amount": 90000})
    invoice = client.v1.invoices.create({"customer": customer.id, "auto_advance": False})
    client.v1.invoice_items.create(
        {
            "customer": customer.id,
            "invoice": invoice.id,
            "pricing": {"price": price.id},
        }
    )
    client.v1.invoices.pay(invoice.id)  # nothing takes money back as if it had not moved
