"""Subscriptions, their items, schedules and quotes."""

from __future__ import annotations

import time
from typing import Any

from agentrein.testing.conformance import Example
from connectors.stripe.examples.billing_things import Act, both, card, customer, newest, price, price_of

SUBSCRIPTIONS, ITEMS = "/v1/subscriptions", "/v1/subscription_items"
SUBSCRIPTION, ITEM = f"{SUBSCRIPTIONS}/{{subscription}}", f"{ITEMS}/{{item}}"
SCHEDULES, QUOTES = "/v1/subscription_schedules", "/v1/quotes"
LEFT = ("subscription:*/subscription_item:*", "invoice:*")
"""What a canceled subscription keeps: its items, and its first invoice, which asks nothing of anybody."""


def subscribe(**params: Any) -> Act:
    """Subscribe the newest customer to the monthly price."""

    def act(c: Any) -> Any:
        what = {"customer": newest(c.v1.customers).id, "items": [{"price": price_of(c), "quantity": 1}], **params}
        return c.v1.subscriptions.create(params=what)

    return act


def the(c: Any) -> Any:
    """The newest subscription."""
    return newest(c.v1.subscriptions)


def first_item(c: Any) -> Any:
    """Its first item."""
    return the(c)["items"].data[0]


def change(**params: Any) -> Act:
    """Change the newest subscription."""
    return lambda c: c.v1.subscriptions.update(the(c).id, params=params)


def move(amount: int, **params: Any) -> Act:
    """Change the price of its first item."""

    def act(c: Any) -> Any:
        items = [{"id": first_item(c).id, "price": price_of(c, amount)}]
        return c.v1.subscriptions.update(the(c).id, params={"items": items, **params})

    return act


def change_item(**params: Any) -> Act:
    """Change its first item."""
    return lambda c: c.v1.subscription_items.update(first_item(c).id, params=params)


def bill_what_is_pending(c: Any) -> Any:
    """Take what is pending into an invoice, and finalize it."""
    made = c.v1.invoices.create(
        params={"customer": newest(c.v1.customers).id, "pending_invoice_items_behavior": "include"}
    )
    return c.v1.invoices.finalize_invoice(made.id, params={"auto_advance": False})


def of_it(does: str, **params: Any) -> Act:
    """Do something to the newest subscription."""
    return lambda c: getattr(c.v1.subscriptions, does)(the(c).id, params=params)


def coupon(c: Any) -> Any:
    """A coupon of ten percent."""
    return c.v1.coupons.create(params={"id": "ten", "percent_off": 10, "duration": "forever"})


def schedule(**params: Any) -> Act:
    """Schedule a subscription of the newest customer for next month."""

    def act(c: Any) -> Any:
        phase = {"items": [{"price": price_of(c), "quantity": 1}]}
        what = {"customer": newest(c.v1.customers).id, "start_date": int(time.time()) + 30 * 86400, "phases": [phase]}
        return c.v1.subscription_schedules.create(params={**what, **params})

    return act


def change_schedule(**params: Any) -> Act:
    """Change the newest schedule."""
    return lambda c: c.v1.subscription_schedules.update(newest(c.v1.subscription_schedules).id, params=params)


def quote(**params: Any) -> Act:
    """Draft a quote for the newest customer."""

    def act(c: Any) -> Any:
        lines = [{"price": price_of(c), "quantity": 2}]
        return c.v1.quotes.create(params={"customer": newest(c.v1.customers).id, "line_items": lines, **params})

    return act


def change_quote(**params: Any) -> Act:
    """Change the newest quote."""
    return lambda c: c.v1.quotes.update(newest(c.v1.quotes).id, params=params)


def open_quote(c: Any) -> Any:
    """Finalize the newest quote."""
    return c.v1.quotes.finalize_quote(newest(c.v1.quotes).id)


READY = both(price, lambda c: price(c, 1900), lambda c: price(c, 2900), lambda c: card(c, customer(c), default=True))
RUNNING = both(READY, subscribe(metadata={"src": "web"}))

EXAMPLES = (
    Example(
        f"POST {SUBSCRIPTIONS}",
        subscribe(payment_behavior="default_incomplete", expand=["latest_invoice"], metadata={"order": "7"}),
        prepare=READY,
        foreign=change(description="ours"),
        leaves=LEFT,
        name="that waits for its first payment",
    ),
    Example(
        f"POST {SUBSCRIPTIONS}",
        subscribe(trial_period_days=14),
        prepare=READY,
        foreign=change(cancel_at_period_end=True),
        leaves=LEFT,
        name="with a trial",
    ),
    Example(
        f"POST {SUBSCRIPTIONS}",
        subscribe(collection_method="send_invoice", days_until_due=14),
        prepare=READY,
        foreign=change_item(quantity=3, proration_behavior="none"),
        leaves=LEFT,
        name="that sends its invoices",
    ),
    Example(
        f"POST {SUBSCRIPTION}",
        move(1900),
        prepare=RUNNING,
        foreign=move(2900, proration_behavior="none"),
        beside=change_item(quantity=3, proration_behavior="none"),
        name="another price, prorated",
    ),
    Example(
        f"POST {SUBSCRIPTION}",
        change(cancel_at_period_end=True, description="leaves", metadata={"why": "price"}),
        prepare=RUNNING,
        foreign=change(description="stays"),
        beside=change(pause_collection={"behavior": "void"}),
        name="that is to end",
    ),
    Example(
        f"DELETE {SUBSCRIPTION}/discount",
        of_it("delete_discount"),
        prepare=both(RUNNING, coupon, change(discounts=[{"coupon": "ten"}])),
        alone="what takes its place is another discount",
        leaves=("discount:*",),
    ),
    Example(
        f"POST {SUBSCRIPTION}/pause",
        of_it("pause", type="subscription"),
        prepare=RUNNING,
        foreign=of_it("cancel"),
        unforced="what is canceled is not resumed",
    ),
    Example(
        f"POST {SUBSCRIPTION}/resume",
        of_it("resume", billing_cycle_anchor={"type": "unchanged"}, proration_behavior="none"),
        prepare=both(RUNNING, of_it("pause", type="subscription")),
        foreign=of_it("cancel"),
        unforced="what is canceled is not paused",
    ),
    Example(
        f"POST {ITEMS}",
        lambda c: c.v1.subscription_items.create(
            params={"subscription": the(c).id, "price": price_of(c, 1900), "proration_behavior": "none"}
        ),
        prepare=RUNNING,
        foreign=lambda c: c.v1.subscription_items.update(
            the(c)["items"].data[1].id, params={"quantity": 3, "proration_behavior": "none"}
        ),
        beside=change_item(metadata={"by": "somebody"}),
    ),
    Example(
        f"POST {ITEM}",
        change_item(quantity=4, metadata={"seats": "4"}),
        prepare=RUNNING,
        foreign=change_item(quantity=3, proration_behavior="none"),
        beside=change_item(metadata={"by": "somebody"}),
        name="more of it, prorated",
    ),
    Example(
        f"DELETE {ITEM}",
        lambda c: c.v1.subscription_items.delete(the(c)["items"].data[1].id, params={"proration_behavior": "none"}),
        prepare=both(
            RUNNING,
            lambda c: c.v1.subscription_items.create(
                params={"subscription": the(c).id, "price": price_of(c, 1900), "quantity": 2}
            ),
        ),
        alone="nobody changes an item that is gone",
        leaves=("subscription:*/subscription_item:*",),
        beside=change_item(metadata={"by": "somebody"}),
    ),
    Example(
        f"POST {SCHEDULES}",
        schedule(metadata={"order": "7"}),
        prepare=READY,
        foreign=change_schedule(end_behavior="cancel"),
        name="that is still to start",
    ),
    Example(
        f"POST {SCHEDULES}",
        lambda c: c.v1.subscription_schedules.create(params={"from_subscription": the(c).id}),
        prepare=RUNNING,
        foreign=change_schedule(metadata={"by": "somebody"}),
        name="around a subscription",
    ),
    Example(
        f"POST {SCHEDULES}/{{schedule}}",
        change_schedule(end_behavior="cancel", metadata={"why": "price"}),
        prepare=both(READY, schedule(metadata={"src": "web"})),
        foreign=change_schedule(end_behavior="release", metadata={"why": "other"}),
        beside=change_schedule(metadata={"by": "somebody"}),
    ),
    Example(
        f"POST {QUOTES}",
        quote(description="March"),
        prepare=both(READY, quote(description="March")),
        foreign=change_quote(header="Ours"),
    ),
    Example(
        f"POST {QUOTES}/{{quote}}",
        change_quote(description="March", header="Offer", metadata={"order": "7"}),
        prepare=both(READY, quote(metadata={"src": "web"}, footer="Thanks")),
        foreign=change_quote(description="April"),
        beside=change_quote(footer="Many thanks"),
    ),
    Example(
        f"POST {QUOTES}/{{quote}}/finalize",
        open_quote,
        prepare=both(READY, quote()),
        foreign=lambda c: c.v1.quotes.accept(newest(c.v1.quotes).id),
        unforced="Stripe does not cancel what was accepted",
        leaves=("quote:*",),
    ),
)
