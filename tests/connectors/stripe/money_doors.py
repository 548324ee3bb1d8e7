"""Doors through which money could be moved: spellings of a flag and of an address, and every way of the SDK to send."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import stripe
from stripe import PaymentIntent, Refund
from stripe._api_requestor import _APIRequestor

from agentrein_stripe.sandbox import StripeSandbox
from connectors.stripe.money_shop import Door, Shop

# --- a flag that confirms, in every shape

FLAGS: dict[str, Any] = {
    "True": True,
    "true": "true",
    "TRUE": "TRUE",
    "1": "1",
    "one": 1,
    "one and a half": 1.5,
    "yes": "yes",
    "blank": " ",
    "empty": "",
    "False, as Python writes it": "False",
    "false, with a blank": "false ",
    "a hash": {"": "true"},
    "a list": [True],
    "a list of no": [False],
    "bytes": b"true",
}


def named(name: str, flag: Any) -> Door:
    """An intent whose confirmation is called so in a raw request."""
    return lambda s: s.agent.raw_request("post", "/v1/payment_intents", **s.pay(), **{name: flag})


CONFIRMS: dict[str, Door] = {
    **{
        f"intent, {name}": lambda s, one=one: s.v1.payment_intents.create(s.pay(confirm=one))
        for name, one in FLAGS.items()
    },
    **{f"raw, {name}": named("confirm", one) for name, one in FLAGS.items()},
    **{
        f"named {name}": named(name, "true")
        for name in ("confirm[]", "confirm[0]", "[confirm]", "confirm]", "confirm[", "[]confirm", "confirm[a][b]")
    },
    "as a query": lambda s: s.agent.raw_request("post", "/v1/payment_intents?confirm=true", **s.pay()),
    "as a query, behind a semicolon": lambda s: s.agent.raw_request(
        "post", "/v1/payment_intents?a=b;confirm=true", **s.pay()
    ),
    "as a query, twice": lambda s: s.agent.raw_request(
        "post", "/v1/payment_intents?confirm=false&confirm=true", **s.pay()
    ),
    "in the body and in the query": lambda s: s.agent.raw_request(
        "post", "/v1/payment_intents?confirm=true", **s.pay(confirm="false")
    ),
    "as JSON": lambda s: s.agent.raw_request(
        "post", "/v1/payment_intents", content_type="application/json", **s.pay(confirm=True)
    ),
    "with a slash": lambda s: s.agent.raw_request("post", "/v1/payment_intents/", **s.pay(confirm=True)),
    "off session": lambda s: s.v1.payment_intents.create(s.pay(confirm=True, off_session=True)),
    "only held": lambda s: s.v1.payment_intents.create(s.pay(confirm=True, capture_method="manual")),
    "with the data of a card": lambda s: s.v1.payment_intents.create(
        s.pay(confirm=True, payment_method_data={"type": "card", "card": {"token": "tok_visa"}})
    ),
    "a setup": lambda s: s.v1.setup_intents.create({"customer": s.ann, "payment_method": s.card, "confirm": "true"}),
    "for another account": lambda s: s.v1.payment_intents.create(
        {"amount": 900, "currency": "eur", "payment_method": "pm_card_visa", "confirm": True},
        {"stripe_account": StripeSandbox.CONNECTED},
    ),
    "in an older version": lambda s: s.v1.payment_intents.create(s.pay(confirm=True), {"stripe_version": "2019-02-11"}),
}

# --- doors of the SDK through which a refund could leave


def _refund(s: Shop, method: str, path: str, **params: Any) -> Any:
    return s.agent.raw_request(method, path, **{"charge": s.charge, **params})


def _returned(s: Shop) -> Any:
    return PaymentIntent.construct_from({"id": s.intent, "object": "payment_intent"}, "sk_test_agent")


def _of_agent(s: Shop) -> Any:
    return s.v1.payment_intents.retrieve(s.intent)


def _saved(s: Shop) -> Any:
    ann = s.v1.customers.retrieve(s.ann)
    ann.source = "tok_visa"
    return ann.save()


def _listed(s: Shop, path: str) -> Any:
    listed = s.v1.payment_methods.list()
    listed["url"] = path
    return listed.create(charge=s.charge)


DOORS: dict[str, Door] = {
    "former service": lambda s: s.agent.refunds.create({"charge": s.charge}),
    **{
        f"raw {path}": lambda s, path=path: _refund(s, "post", path)
        for path in (
            "/v1/refunds",
            "/v1/refunds/",
            "/v1//refunds",
            "//v1/refunds",
            "/v1/./refunds",
            "/v1/reviews/../refunds",
            "/v1/%72efunds",
            "/v1/refunds?expand[]=charge",
            "/v1/refunds#x",
            "/v1/refunds;x",
            "/V1/refunds",
            "/v1/Refunds",
            "/v1%2Frefunds",
            "/v1/charges/ch_1/refund",
            "/v1/charges/ch_1/refunds",
            "/v1/products/..%2Frefunds",
            "/v1/products/%2e%2e/refunds",
            "/v2/core/../../v1/refunds",
            "/v2/money_management/payout_intents/search",
            "/v1/invoices/create_preview/../../refunds",
        )
    },
    "another host": lambda s: _refund(s, "post", "/v1/refunds", base="files"),
    "another method in a header": lambda s: s.agent.raw_request(
        "get", "/v1/refunds", headers={"X-HTTP-Method-Override": "POST"}
    ),
    "service of another context": lambda s: s.agent.with_stripe_context("acct_9").v1.refunds.create(
        {"charge": s.charge}
    ),
    "returned object": lambda s: _of_agent(s).confirm(),
    "copied object": lambda s: copy.copy(_of_agent(s))._request(
        "post", f"/v1/payment_intents/{s.intent}/confirm", base_address="api"
    ),
    "object that was copied as a whole": lambda s: copy.deepcopy(_of_agent(s))._request(
        "post", f"/v1/payment_intents/{s.intent}/confirm", base_address="api"
    ),
    "pickled object": lambda s: pickle.loads(pickle.dumps(_of_agent(s))).confirm(),  # noqa: S301 - made in this line
    "object of a list": lambda s: s.v1.payment_intents.list().data[0].confirm(),
    "object of an iterator": lambda s: next(iter(s.v1.payment_intents.list().auto_paging_iter())).confirm(),
    "free request of an object": lambda s: _of_agent(s)._request(
        "post", "/v1/refunds", params={"charge": s.charge}, base_address="api"
    ),
    "saved object": _saved,
    "list with another url": lambda s: _listed(s, "/v1/refunds"),
    "list of lines": lambda s: s.v1.invoices.retrieve(s.open).lines.create(amount=1),
    "requestor": lambda s: s.agent._requestor.request(
        "post", "/v1/refunds", params={"charge": s.charge}, base_address="api"
    ),
    "stream": lambda s: s.agent._requestor.request_stream(
        "post", "/v1/refunds", params={"charge": s.charge}, base_address="api"
    ),
    "requestor of an object": lambda s: _of_agent(s)._requestor.request(
        "post", "/v1/refunds", params={"charge": s.charge}, base_address="api"
    ),
    "another key": lambda s: s.v1.refunds.create({"charge": s.charge}, {"api_key": "sk_test_person"}),
    "helpers of a test": lambda s: Refund._construct_from(
        values={"id": "re_1"}, requestor=s.agent._requestor, api_mode="V1"
    ).test_helpers.expire(),
}

MODULE: dict[str, Door] = {
    "class": lambda s: stripe.Refund.create(charge=s.charge),
    "class and id": lambda s: stripe.PaymentIntent.confirm(s.intent),
    "flag": lambda s: stripe.PaymentIntent.create(**s.pay(confirm="true")),
    "returned object": lambda s: stripe.PaymentIntent.retrieve(s.intent).confirm(),
    "constructed object": lambda s: _returned(s).confirm(),
    "key of the call": lambda s: stripe.Refund.create(charge=s.charge, api_key="sk_test_person"),
    "account of the call": lambda s: stripe.Refund.create(charge="ch_1", stripe_account=StripeSandbox.CONNECTED),
    "free request": lambda s: stripe.Refund._static_request("post", "/v1/refunds", params={"charge": s.charge}),
    "free request of a list": lambda s: stripe.CreditNote.lines_request("post", "/v1/refunds", charge=s.charge),
    "nested request": lambda s: stripe.Account.persons_request("post", "/v1/refunds", charge=s.charge),
    "nested name": lambda s: stripe.ApplicationFee.create_refund("fee_1"),
    "charge, marked": lambda s: stripe.Charge.construct_from({"id": s.charge}, "sk_test_agent").mark_as_fraudulent(),
    "subscription, deleted": lambda s: stripe.Subscription.cancel(s.subscription),
    "new requestor": lambda s: stripe.Refund.create(charge=s.charge, stripe_version="2020-08-27"),
    "default client": lambda s: _APIRequestor._global_with_options(api_key="sk_test_person").request(
        "post", "/v1/refunds", params={"charge": s.charge}, base_address="api"
    ),
}

ASYNC: dict[str, Door] = {
    "service": lambda s: s.v1.refunds.create_async({"charge": s.charge}),
    "flag": lambda s: s.v1.payment_intents.create_async(s.pay(confirm="1")),
    "raw": lambda s: s.agent.raw_request_async("post", "/v1/refunds", charge=s.charge),
    "stream": lambda s: s.agent._requestor.request_stream_async(
        "post", "/v1/refunds", params={"charge": s.charge}, base_address="api"
    ),
    "pay": lambda s: s.v1.invoices.pay_async(s.open),
    "usage": lambda s: s.agent.v2.billing.meter_event_stream.create_async({"events": []}),
}
