"""Calls that charge, pay out or bill, each as the SDK offers it."""

from __future__ import annotations

import time

from connectors.stripe.money_shop import Door

OFF = {"proration_behavior": "none"}
DAY = 86400

# --- services that move money

SERVICES: dict[str, Door] = {
    "confirm": lambda s: s.v1.payment_intents.confirm(s.intent, {"off_session": True}),
    "capture": lambda s: s.v1.payment_intents.capture(s.held),
    "hold more": lambda s: s.v1.payment_intents.increment_authorization(s.held, {"amount": 1000}),
    "drop a hold": lambda s: s.v1.payment_intents.cancel(s.held),
    "spend a balance": lambda s: s.v1.payment_intents.apply_customer_balance(s.intent),
    "microdeposits": lambda s: s.v1.payment_intents.verify_microdeposits(s.intent, {"amounts": [1, 2]}),
    "confirm a setup": lambda s: s.v1.setup_intents.confirm("seti_1"),
    "charge": lambda s: s.v1.charges.create({"amount": 900, "currency": "eur", "customer": s.ann}),
    "capture a charge": lambda s: s.v1.charges.capture(s.charge),
    "refund": lambda s: s.v1.refunds.create({"charge": s.charge}),
    "cancel a refund": lambda s: s.v1.refunds.cancel("re_1"),
    "payout": lambda s: s.v1.payouts.create({"amount": 900, "currency": "eur"}),
    "instant payout": lambda s: s.v1.payouts.create({"amount": 900, "currency": "eur", "method": "instant"}),
    "reverse a payout": lambda s: s.v1.payouts.reverse("po_1"),
    "transfer": lambda s: s.v1.transfers.create({"amount": 1, "currency": "eur", "destination": "acct_1"}),
    "reverse a transfer": lambda s: s.v1.transfers.reversals.create("tr_1"),
    "top up": lambda s: s.v1.topups.create({"amount": 900, "currency": "eur"}),
    "refund a fee": lambda s: s.v1.application_fees.refunds.create("fee_1"),
    "evidence": lambda s: s.v1.disputes.update(s.dispute, {"metadata": {"a": "b"}}),
    "lose a dispute": lambda s: s.v1.disputes.close(s.dispute),
    "accept a quote": lambda s: s.v1.quotes.accept(s.quote),
    "pay on a reader": lambda s: s.v1.terminal.readers.process_payment_intent("tmr_1", {"payment_intent": s.intent}),
    "confirm on a reader": lambda s: s.v1.terminal.readers.confirm_payment_intent(
        "tmr_1", {"payment_intent": s.intent, "payment_method": s.card}
    ),
    "refund on a reader": lambda s: s.v1.terminal.readers.refund_payment("tmr_1", {"charge": s.charge}),
    "send from treasury": lambda s: s.v1.treasury.outbound_payments.create(
        {"amount": 1, "currency": "usd", "financial_account": "fa_1"}
    ),
    "transfer from treasury": lambda s: s.v1.treasury.outbound_transfers.create(
        {"amount": 1, "currency": "usd", "financial_account": "fa_1"}
    ),
    "pull into treasury": lambda s: s.v1.treasury.inbound_transfers.create(
        {"amount": 1, "currency": "usd", "financial_account": "fa_1", "origin_payment_method": "pm_1"}
    ),
    "reverse a credit": lambda s: s.v1.treasury.credit_reversals.create({"received_credit": "rc_1"}),
    "usage": lambda s: s.v1.billing.meter_events.create({"event_name": "api", "payload": {"value": "9"}}),
    "usage in v2": lambda s: s.agent.v2.billing.meter_events.create({"event_name": "api", "payload": {"value": "9"}}),
    "usage in a stream": lambda s: s.agent.v2.billing.meter_event_stream.create(
        {"events": [{"event_name": "api", "payload": {"value": "9"}}]}
    ),
    "payment in v2": lambda s: s.agent.raw_request(
        "post", "/v2/money_management/outbound_payments", amount={"value": 1}
    ),
    "approve a purchase": lambda s: s.v1.issuing.authorizations.approve("iauth_1"),
    "carbon": lambda s: s.v1.climate.orders.create({"product": "climsku_1", "amount": 900}),
    "a card to a new customer": lambda s: s.v1.customers.create({"source": "tok_visa"}),
    "a card that pays what is overdue": lambda s: s.v1.customers.update(s.ann, {"source": "tok_visa"}),
    "a balance": lambda s: s.v1.customers.update(s.ann, {"balance": -900}),
    "money that waits": lambda s: s.v1.customers.cash_balance.update(
        s.ann, {"settings": {"reconciliation_mode": "automatic"}}
    ),
    "the card of an older version": lambda s: s.v1.customers.create(
        {"card": "tok_visa", "plan": "gold"},
        {"stripe_version": "2014-01-31"},
    ),
    "bank money in a test": lambda s: s.v1.test_helpers.customers.fund_cash_balance(
        s.ann, {"amount": 900, "currency": "eur"}
    ),
    "time": lambda s: s.v1.test_helpers.test_clocks.advance("clock_1", {"frozen_time": int(time.time()) + DAY}),
}

# --- what is billed

BILLS: dict[str, Door] = {
    "a subscription": lambda s: s.v1.subscriptions.create(s.subscribe()),
    "that may be incomplete": lambda s: s.v1.subscriptions.create(s.subscribe(payment_behavior="allow_incomplete")),
    "off session": lambda s: s.v1.subscriptions.create(s.subscribe(off_session=True)),
    "with a trial, and items at once": lambda s: s.v1.subscriptions.create(
        s.subscribe(trial_period_days=7, add_invoice_items=[{"price": s.price}])
    ),
    "with a trial, and items that wait": lambda s: s.v1.subscriptions.create(s.subscribe(trial_period_days=7)),
    "with a trial that ends now": lambda s: s.v1.subscriptions.create(s.subscribe(trial_end="now")),
    "with a trial of a minute": lambda s: s.v1.subscriptions.create(s.subscribe(trial_end=int(time.time()) + 60)),
    "backdated": lambda s: s.v1.subscriptions.create(
        s.subscribe(collection_method="send_invoice", days_until_due=1, backdate_start_date=int(time.time()) - DAY)
    ),
    "by an older path": lambda s: s.agent.raw_request("post", f"/v1/customers/{s.ann}/subscriptions", plan=s.price),
    "another price, billed": lambda s: s.v1.subscriptions.update(
        s.subscription, {"items": [{"id": s.item, "quantity": 2}], "proration_behavior": "always_invoice"}
    ),
    "another interval": lambda s: s.v1.subscriptions.update(
        s.subscription, {"items": [{"id": s.item, "price": s.yearly}], **OFF}
    ),
    "off session, changed": lambda s: s.v1.subscriptions.update(
        s.subscription, {"items": [{"id": s.item, "quantity": 2}], "off_session": True}
    ),
    "one more price": lambda s: s.v1.subscriptions.update(s.subscription, {"items": [{"price": s.price}]}),
    "the trial ends": lambda s: s.v1.subscriptions.update(s.subscription, {"trial_end": "now"}),
    "a new period": lambda s: s.v1.subscriptions.update(s.subscription, {"billing_cycle_anchor": {"type": "now"}}),
    "items at once": lambda s: s.v1.subscriptions.update(
        s.subscription, {"add_invoice_items": [{"price": s.price}], **OFF}
    ),
    "an end in a moment": lambda s: s.v1.subscriptions.update(
        s.subscription, {"cancel_at": int(time.time()) + 2, **OFF}
    ),
    "an end in the past": lambda s: s.v1.subscriptions.update(s.subscription, {"cancel_at": 1, **OFF}),
    "an end": lambda s: s.v1.subscriptions.cancel(s.subscription, {"invoice_now": True, "prorate": True}),
    "resume": lambda s: s.v1.subscriptions.resume(s.subscription),
    "pause with a bill": lambda s: s.v1.subscriptions.pause(
        s.subscription, {"type": "subscription", "invoicing_behavior": "invoice"}
    ),
    "migrate": lambda s: s.v1.subscriptions.migrate(s.subscription, {"billing_mode": {"type": "flexible"}}),
    "from free to a fraction": lambda s: s.v1.subscriptions.update(
        s.free, {"items": [{"id": s.free_item, "price": s.fraction}], **OFF}
    ),
    "from free to paid": lambda s: s.v1.subscription_items.update(s.free_item, {"price": s.price, **OFF}),
    "a paid item beside a free one": lambda s: s.v1.subscription_items.create(
        {"subscription": s.free, "price": s.price, **OFF}
    ),
    "a yearly item beside a monthly one": lambda s: s.v1.subscription_items.create(
        {"subscription": s.subscription, "price": s.yearly, **OFF}
    ),
    "an item, prorated": lambda s: s.v1.subscription_items.create({"subscription": s.subscription, "price": s.price}),
    "more of an item, billed": lambda s: s.v1.subscription_items.update(
        s.item, {"quantity": 2, "payment_behavior": "pending_if_incomplete"}
    ),
    "usage cleared": lambda s: s.v1.subscription_items.delete(s.item, {"clear_usage": True, **OFF}),
    "usage cleared, behind a semicolon": lambda s: s.agent.raw_request(
        "delete", f"/v1/subscription_items/{s.item}?proration_behavior=none&proration_date=1;clear_usage=true"
    ),
    "a schedule for now": lambda s: s.v1.subscription_schedules.create(
        {"customer": s.ann, "start_date": "now", "phases": [{"items": [{"price": s.price}]}]}
    ),
    "a schedule without a start": lambda s: s.v1.subscription_schedules.create(
        {"customer": s.ann, "phases": [{"items": [{"price": s.price}]}]}
    ),
    "a schedule around nothing": lambda s: s.v1.subscription_schedules.create(
        {"from_subscription": "", "customer": s.ann, "start_date": "now", "phases": [{"items": [{"price": s.price}]}]}
    ),
    "a draft that is to advance": lambda s: s.v1.invoices.update(s.draft, {"auto_advance": True}),
    "an open one that is to advance": lambda s: s.v1.invoices.update(s.open, {"auto_advance": True}),
    "of a subscription": lambda s: s.v1.invoices.create({"customer": s.ann, "subscription": s.subscription}),
    "with all that is pending": lambda s: s.v1.invoices.create(
        {"customer": s.ann, "pending_invoice_items_behavior": "include"}
    ),
    "finalize": lambda s: s.v1.invoices.finalize_invoice(s.draft),
    "finalize and advance": lambda s: s.v1.invoices.finalize_invoice(s.draft, {"auto_advance": True}),
    "finalize over nothing": lambda s: s.v1.invoices.finalize_invoice(s.empty, {"auto_advance": False}),
    "pay": lambda s: s.v1.invoices.pay(s.open),
    "pay elsewhere": lambda s: s.v1.invoices.pay(s.open, {"paid_out_of_band": True}),
    "mail": lambda s: s.v1.invoices.send_invoice(s.open),
    "void": lambda s: s.v1.invoices.void_invoice(s.open),
    "write off": lambda s: s.v1.invoices.mark_uncollectible(s.open),
    "attach a payment": lambda s: s.v1.invoices.attach_payment(s.open, {"payment_intent": s.intent}),
    "a credit note that mails": lambda s: s.v1.credit_notes.create({"invoice": s.open, "amount": 100}),
    "a credit note that refunds": lambda s: s.v1.credit_notes.create(
        {"invoice": s.open, "amount": 100, "refund_amount": 100, "email_type": "none"}
    ),
}
