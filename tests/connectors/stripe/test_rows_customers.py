"""Customers, and what every row has alike, where the conformance test does not reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import stripe
from stripe import StripeClient

import agentrein as rein
from agentrein.connector import State
from agentrein_stripe.sandbox import StripeSandbox
from stripe_kit import armed, plain

EUR = {"currency": "eur", "unit_amount": 900}


@pytest.fixture(scope="module")
def running() -> Iterator[StripeSandbox]:
    """One stand-in for the module."""
    with StripeSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sb(running: StripeSandbox, monkeypatch: pytest.MonkeyPatch) -> StripeSandbox:
    """Empty accounts, and the agent's key in the environment."""
    running.reset()
    monkeypatch.setenv("STRIPE_API_KEY", "sk_test_agent")
    monkeypatch.setenv("STRIPE_API_BASE", running.url)
    return running


@pytest.fixture
def v1(sb: StripeSandbox) -> Any:
    """What an armed client offers."""
    return armed(sb.url).v1


@pytest.fixture
def person(sb: StripeSandbox) -> Any:
    """A colleague, through a plain client."""
    return plain(sb.url, "sk_test_person").v1


def undone(sb: StripeSandbox) -> list[Any]:
    """The bodies of the writes that followed the first."""
    return [request.body for request in sb.writes[1:]]


def only(report: rein.Report) -> Any:
    """The one action of a report."""
    (action,) = report.actions
    return action


# --- C14, situations 9 and 10: what was not there before


def test_new_metadata_is_unset_by_its_key_and_other_keys_stay(sb: StripeSandbox, v1: Any, person: Any) -> None:
    """The undo says the touched keys one by one, with an empty text for what was not there."""
    made = person.customers.create({"metadata": {"order": "6", "src": "web"}})
    sb.clear_requests()
    with rein.run("c14") as run:
        v1.customers.update(made.id, {"metadata": {"order": "7", "hold": "yes"}, "description": "rush"})
    person.customers.update(made.id, {"metadata": {"later": "1"}})
    assert rein.revert(run.id).exit == 0
    assert sb.writes[-1].body == {"metadata": {"order": "6", "hold": ""}, "description": ""}
    assert v1.customers.retrieve(made.id).metadata.to_dict() == {"order": "6", "src": "web", "later": "1"}
    keys = [request.headers["idempotency-key"] for request in sb.writes]
    assert len({*keys}) == len(keys)


def test_a_key_of_metadata_may_be_called_anything(sb: StripeSandbox, v1: Any, person: Any) -> None:
    """A key that reads like a field, like a path or like a number is a key."""
    made = person.customers.create({"name": "Anna", "metadata": {"a.b": "1"}})
    start = sb.state()
    with rein.run("keys") as run:
        v1.customers.update(made.id, {"name": "Ben", "metadata": {"name": "x", "a.b": "2", "0": "y", "id": "z"}})
    assert rein.revert(run.id).exit == 0
    assert sb.state() == start


def test_a_list_that_was_empty_is_emptied(sb: StripeSandbox, v1: Any, person: Any) -> None:
    """An empty list would not be sent, so that an empty text is."""
    made = person.products.create({"name": "Pro"})
    sb.clear_requests()
    with rein.run("images") as run:
        v1.products.update(made.id, {"images": ["https://a.example/1.png"]})
    assert rein.revert(run.id).exit == 0
    assert undone(sb) == [{"images": ""}]
    assert v1.products.retrieve(made.id).images == []


def test_all_metadata_comes_back(sb: StripeSandbox, v1: Any, person: Any) -> None:
    """An empty text for the whole hash drops every key, and every key is put back."""
    made = person.customers.create({"metadata": {"a": "1", "b": "2"}})
    with rein.run("drop") as run:
        v1.customers.update(made.id, {"metadata": ""})
    assert rein.revert(run.id).exit == 0
    assert v1.customers.retrieve(made.id).metadata.to_dict() == {"a": "1", "b": "2"}


def test_a_call_that_says_nothing_needs_no_undo(sb: StripeSandbox, v1: Any, person: Any) -> None:
    """Nothing is set, so that nothing is put back."""
    made = person.customers.create()
    sb.clear_requests()
    with pytest.warns(UserWarning, match="names nothing to change"), rein.run("nothing") as run:
        v1.customers.update(made.id, {})
    assert rein.revert(run.id).exit == 0
    assert undone(sb) == []


def test_an_expanded_answer_is_no_change(sb: StripeSandbox, v1: Any, person: Any) -> None:
    """`expand` shapes the answer only: what is put back is an id."""
    made = person.products.create({"name": "Pro", "default_price_data": EUR})
    other = person.prices.create({"product": made.id, **EUR})
    sb.clear_requests()
    with rein.run("expand") as run:
        v1.products.update(made.id, {"default_price": other.id, "expand": ["default_price"]})
    assert rein.revert(run.id).exit == 0
    assert undone(sb) == [{"default_price": made.default_price}]


# --- situation 6 and scenario 29: a customer that is used


@pytest.mark.parametrize(
    ("address", "params"),
    [
        ("POST /v1/customers/{}/tax_ids", {"type": "eu_vat", "value": "DE123456789"}),
        ("POST /v1/payment_intents", {"amount": 900, "currency": "eur"}),
        ("POST /v1/invoices", {}),
        ("POST /v1/invoiceitems", {"amount": 900, "currency": "eur"}),
        ("POST /v1/subscriptions", {"collection_method": "send_invoice", "days_until_due": 30}),
    ],
    ids=["a tax id", "an intent", "an invoice", "an item", "a subscription"],
)
def test_a_customer_that_others_use_is_not_deleted(sb: StripeSandbox, v1: Any, address: str, params: Any) -> None:
    """Deleting it would cancel what a colleague attached: it stays, and the report names what stands there."""
    with rein.run("sales") as run:
        anna = v1.customers.create({"email": "anna@example.com"})
    params = dict(params)
    if address.endswith("subscriptions"):
        price = sb.person("POST /v1/prices", product_data={"name": "Pro"}, recurring={"interval": "month"}, **EUR)
        params["items"] = [{"price": price["id"]}]
    if "{}" not in address:
        params["customer"] = anna.id
    made = sb.person(address.format(anna.id), **params)
    report = rein.revert(run.id)
    assert only(report).state is State.CONFLICT
    assert made["id"] in str(only(report).conflicts)
    assert sb.thing(anna.id)["email"] == "anna@example.com"  # type: ignore[index]


def test_what_the_run_itself_attached_is_undone_first(sb: StripeSandbox, v1: Any) -> None:
    """A plan says so, and nothing is left."""
    with rein.run("own") as run:
        anna = v1.customers.create({"email": "anna@example.com"})
        v1.customers.tax_ids.create(anna.id, {"type": "eu_vat", "value": "DE123456789"})
        v1.payment_intents.create({"amount": 900, "currency": "eur", "customer": anna.id})
        v1.customers.update(anna.id, {"name": "Anna"})
    plan = rein.revert(run.id, plan=True)
    assert plan.exit == 0, plan
    report = rein.revert(run.id)
    assert (report.exit, sb.things("customer")) == (0, []), report
    assert [a.state for a in plan.actions] == [a.state for a in report.actions]


# --- balances


def test_a_credit_that_was_spent_is_a_conflict(sb: StripeSandbox, v1: Any, person: Any) -> None:
    """The counter-entry is booked only while the balance is as the entry left it."""
    anna = person.customers.create()
    with rein.run("goodwill") as run:
        v1.customers.balance_transactions.create(anna.id, {"amount": -1000, "currency": "eur"})
    person.customers.balance_transactions.create(anna.id, {"amount": 400, "currency": "eur"})
    report = rein.revert(run.id)
    assert (only(report).state, person.customers.retrieve(anna.id).balance) == (State.CONFLICT, -600)


def test_two_entries_are_taken_back_newest_first(sb: StripeSandbox, v1: Any, person: Any) -> None:
    """Each by a counter-entry of its own, named so."""
    anna = person.customers.create()
    with rein.run("twice") as run:
        for amount in (-1000, 300):
            v1.customers.balance_transactions.create(anna.id, {"amount": amount, "currency": "eur"})
    assert rein.revert(run.id).exit == 0
    entries = person.customers.balance_transactions.list(anna.id).data
    assert [(one.amount, one.description) for one in entries[:2]] == [
        (1000, "Reverted by AgentRein"),
        (-300, "Reverted by AgentRein"),
    ]
    assert person.customers.retrieve(anna.id).balance == 0


# --- the probe by our own key


def test_a_lost_customer_is_told_from_another_of_the_same_name(sb: StripeSandbox, person: Any) -> None:
    """Situation 4: the event that our key caused tells which customer is ours, and nothing is sent again."""
    with rein.run("lost") as run, pytest.raises(stripe.APIConnectionError):
        sb.faults.add("lost", writes=True)
        armed(sb.url).v1.customers.create({"email": "anna@example.com"})
    theirs = person.customers.create({"email": "anna@example.com"})
    assert rein.revert(run.id).exit == 0
    assert [one["id"] for one in sb.things("customer")] == [theirs.id]
    assert [request.method for request in sb.writes] == ["POST", "POST", "DELETE"]


def test_an_undo_that_a_stored_500_meets_uses_another_key(sb: StripeSandbox, v1: Any) -> None:
    """Stripe repeats what it stored to the same key, so that the next attempt has one of its own."""
    with rein.run("stored") as run:
        anna = v1.customers.create({"name": "Anna"})
        v1.customers.update(anna.id, {"name": "Ben"})
    sb.break_next()
    assert rein.revert(run.id).exit == 0
    keys = [r.headers["idempotency-key"] for r in sb.writes if r.path.endswith(anna.id) and r.method == "POST"]
    assert len({*keys}) == 3
    assert sb.things("customer") == []


def test_whose_key_it_is_does_not_matter(sb: StripeSandbox, person: Any) -> None:
    """A key that the caller gave is kept, and finds the effect all the same."""
    client: StripeClient = armed(sb.url)
    with rein.run("own key") as run, pytest.raises(stripe.APIConnectionError):
        sb.faults.add("lost", writes=True)
        client.v1.customers.create({"name": "Anna"}, {"idempotency_key": "mine-1"})
    assert sb.writes[0].headers["idempotency-key"] == "mine-1"
    assert rein.revert(run.id).exit == 0
    assert sb.things("customer") == []


# --- what it costs


def test_the_gate_adds_no_request_to_a_create_and_one_read_to_an_update(sb: StripeSandbox, v1: Any) -> None:
    """A key that is unset is not read once more, and a price looks for a holder only where it takes a key."""
    with rein.run("counted"):
        v1.customers.create({"name": "first, which asks for the account"})
        sb.clear_requests()
        anna = v1.customers.create({"name": "Anna", "metadata": {"a": "1"}})
        price = v1.prices.create({"product_data": {"name": "Pro"}, **EUR, "lookup_key": "standard"})
        assert [request.method for request in sb.requests] == ["POST", "POST"]
        v1.customers.update(anna.id, {"name": "", "metadata": {"a": "", "b": "2"}})
        v1.prices.update(price.id, {"nickname": "Pro"})
        v1.prices.create({"product": price.product, **EUR, "lookup_key": "standard", "transfer_lookup_key": True})
    assert [request.method for request in sb.requests[2:]] == ["GET", "POST"] * 3
