"""I4: an undo never takes along what a colleague did since, and never overwrites it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
import stripe
from stripe import StripeClient

import agentrein as rein
from agentrein.connector import State
from agentrein.testing.crash import no_waiting
from agentrein_stripe.sandbox import StripeSandbox
from connectors.stripe.examples.billing_things import LINE, SHOP
from stripe_kit import armed, plain

EUR = {"currency": "eur", "unit_amount": 900}
MONTHLY = {**EUR, "recurring": {"interval": "month"}, "product_data": {"name": "Plan"}}


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
def agent(sb: StripeSandbox) -> StripeClient:
    """An armed client."""
    return armed(sb.url)


@pytest.fixture
def person(sb: StripeSandbox) -> Any:
    """A colleague, through a plain client."""
    return plain(sb.url, "sk_test_person").v1


def undone(run: rein.Run) -> tuple[State, str]:
    """What became of a run's only action, and what stood in its way."""
    report = rein.revert(run.id)
    [action] = report.actions
    return action.state, str(action.conflicts)


# --- a text is not a number


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({"metadata": {"version": "1.10"}}, {"metadata": {"version": "1.1"}}),
        ({"metadata": {"lot": "007"}}, {"metadata": {"lot": "7"}}),
        ({"phone": "+4930123456"}, {"phone": "4930123456"}),
        ({"address": {"line1": "A", "postal_code": "01234"}}, {"address": {"line1": "A", "postal_code": "1234"}}),
    ],
    ids=["version", "lot", "phone", "postal code"],
)
def test_an_edit_that_reads_like_the_same_number_is_an_edit(
    sb: StripeSandbox, agent: StripeClient, person: Any, ours: Any, theirs: Any
) -> None:
    """Digits in a text are that person's own words: `1.1` is no `1.10`, and the undo leaves it."""
    ann = person.customers.create({"metadata": {"version": "1.0", "lot": "1"}, "phone": "1"}).id
    with rein.run("edit") as run:
        agent.v1.customers.update(ann, ours)
    person.customers.update(ann, theirs)
    left = sb.state()
    state, conflicts = undone(run)
    assert (state, sb.state()) == (State.CONFLICT, left), conflicts


def test_a_new_customer_who_was_renamed_by_a_digit_stays(sb: StripeSandbox, agent: StripeClient, person: Any) -> None:
    """What is compared before a deletion is compared as text, too."""
    with rein.run("sales") as run:
        ann = agent.v1.customers.create({"name": "007"}).id
    person.customers.update(ann, {"name": "7"})
    assert undone(run)[0] is State.CONFLICT
    assert (sb.thing(ann) or {})["name"] == "7"


# --- a customer that is used, in ways that show nowhere on it

LATER = 30 * 86400
USES = {
    "a subscription that is to begin": (
        "subscription_schedules",
        lambda price: {"start_date": int(time.time()) + LATER, "phases": [{"items": [{"price": price}]}]},
    ),
    "a method that is being saved": ("setup_intents", lambda _: {}),
    "an open checkout": (
        "checkout.sessions",
        lambda _: {"mode": "payment", "success_url": SHOP, "line_items": [LINE]},
    ),
    "a credit": (
        "billing.credit_grants",
        lambda _: {
            "amount": {"type": "monetary", "monetary": {"value": 500, "currency": "eur"}},
            "applicability_config": {"scope": {"price_type": "metered"}},
            "category": "paid",
        },
    ),
}


@pytest.mark.parametrize("account", ["", StripeSandbox.CONNECTED], ids=["own", "connected"])
@pytest.mark.parametrize(("kind", "params"), USES.values(), ids=USES)
def test_a_customer_that_a_colleague_uses_stays(
    sb: StripeSandbox, agent: StripeClient, person: Any, kind: str, params: Any, account: str
) -> None:
    """Deleting it would end what a colleague began, in the platform's own account or a connected one."""
    options: Any = {"stripe_account": account} if account else {}
    with rein.run("sales") as run:
        ann = agent.v1.customers.create({"email": "ann@shop.example"}, options).id
    price = person.prices.create(MONTHLY, options).id
    service = person
    for name in kind.split("."):
        service = getattr(service, name)
    made = service.create({"customer": ann, **params(price)}, options).id
    state, conflicts = undone(run)
    assert (state, made in conflicts) == (State.CONFLICT, True), conflicts
    assert not (sb.thing(ann, account or sb.PLATFORM) or {}).get("deleted")


def test_a_payment_behind_a_hundred_that_ended_is_seen(sb: StripeSandbox, agent: StripeClient, person: Any) -> None:
    """The first page of a list shows only what has ended: the next one is read."""
    with rein.run("sales") as run:
        ann = agent.v1.customers.create({"email": "ann@shop.example"}).id
    what = {"customer": ann, "amount": 900, "currency": "eur"}
    stands = person.payment_intents.create(what).id
    for _ in range(100):
        made = sb.person("POST /v1/payment_intents", **what)["id"]
        sb.set(made, status="canceled")
    state, conflicts = undone(run)
    assert (state, stands in conflicts) == (State.CONFLICT, True)


# --- an id that the caller chose


def test_a_coupon_that_a_colleague_made_again_stays(sb: StripeSandbox, agent: StripeClient, person: Any) -> None:
    """Its id is the agent's, and the coupon is not: another one stands there now."""
    with rein.run("sale") as run:
        agent.v1.coupons.create({"id": "SUMMER", "percent_off": 10, "duration": "once"})
    person.coupons.delete("SUMMER")
    person.coupons.create({"id": "SUMMER", "percent_off": 25, "duration": "once"})
    assert undone(run)[0] is State.CONFLICT
    assert (sb.thing("SUMMER") or {})["percent_off"] == 25


def test_a_product_that_a_colleague_made_again_stays(sb: StripeSandbox, agent: StripeClient, person: Any) -> None:
    """All that it says is the same, but for when it was made."""
    with rein.run("shop") as run:
        made = agent.v1.products.create({"id": "pro", "name": "Pro"})
    person.products.delete("pro")
    person.products.create({"id": "pro", "name": "Pro"})
    sb.set("pro", created=made.created + 60)
    assert undone(run)[0] is State.CONFLICT
    assert (sb.thing("pro") or {})["active"] is True


def test_a_plan_that_a_colleague_made_again_stays(sb: StripeSandbox, agent: StripeClient, person: Any) -> None:
    """The same for a plan, which has another price now."""
    terms = {"id": "gold", "currency": "eur", "interval": "month", "product": person.products.create({"name": "P"}).id}
    with rein.run("plan") as run:
        agent.v1.plans.create({**terms, "amount": 900})
    person.plans.delete("gold")
    person.plans.create({**terms, "amount": 1900})
    assert undone(run)[0] is State.CONFLICT
    assert (sb.thing("gold") or {})["amount"] == 1900


def test_a_product_that_came_with_a_price_and_is_used_stays(
    sb: StripeSandbox, agent: StripeClient, person: Any
) -> None:
    """A colleague priced it, too: it would go out of the shop with the agent's price."""
    with rein.run("shop") as run:
        made = agent.v1.prices.create({"product_data": {"name": "Pro"}, **EUR})  # type: ignore[typeddict-item]
    theirs = person.prices.create({"product": made.product, **EUR}).id
    state, conflicts = undone(run)
    assert (state, theirs in conflicts) == (State.CONFLICT, True)
    assert (sb.thing(str(made.product)) or {})["active"] is True


def test_a_method_with_which_a_colleague_takes_a_payment_stays(
    sb: StripeSandbox, agent: StripeClient, person: Any
) -> None:
    """Detaching it would use it up for a payment, an invoice or a subscription that waits for it."""
    ann = person.customers.create({"email": "ann@shop.example"}).id
    card = person.payment_methods.create({"type": "card", "card": {"token": "tok_visa"}}).id
    with rein.run("attach") as run:
        agent.v1.payment_methods.attach(card, {"customer": ann})
    made = person.payment_intents.create({"customer": ann, "payment_method": card, "amount": 900, "currency": "eur"})
    state, conflicts = undone(run)
    assert (state, made.id in conflicts) == (State.CONFLICT, True), conflicts
    assert (sb.thing(card) or {})["customer"] == ann


def test_two_that_nothing_tells_apart_are_left_to_a_person(sb: StripeSandbox, agent: StripeClient, person: Any) -> None:
    """A list without authors: of a lost create and a colleague's equal thing, neither is deleted."""
    wanted: Any = {"url": "https://acme.example/hook", "enabled_events": ["charge.failed"]}
    sb.faults.add("lost", method="POST", times=1)
    with rein.run("hooks") as run, pytest.raises(stripe.APIConnectionError):
        agent.v1.webhook_endpoints.create(wanted)
    person.webhook_endpoints.create(wanted)
    with no_waiting():
        report = rein.revert(run.id)
    assert [one.state for one in report.actions] == [State.NEEDS_ATTENTION]
    assert "nothing shows who made them" in report.actions[0].message
    assert len(person.webhook_endpoints.list().data) == 2


def test_what_stood_behind_a_hundred_others_is_not_taken_for_new(
    sb: StripeSandbox, agent: StripeClient, person: Any
) -> None:
    """A list without times: what was there before the call is known whole, not only its first page."""
    where: Any = {"address": {"line1": "Markt 1", "city": "Bonn", "country": "DE", "postal_code": "53111"}}
    old = person.terminal.locations.create({"display_name": "Shop", **where}).id
    for at in range(100):
        person.terminal.locations.create({"display_name": f"Stall {at}", **where})
    sb.faults.add("error", method="POST", status=500, times=1)
    with rein.run("shops") as run, pytest.raises(stripe.APIError):
        agent.v1.terminal.locations.create({"display_name": "Shop", **where})
    with no_waiting():
        report = rein.revert(run.id)
    assert [one.state for one in report.actions] == [State.REJECTED]
    assert person.terminal.locations.retrieve(old).display_name == "Shop"
