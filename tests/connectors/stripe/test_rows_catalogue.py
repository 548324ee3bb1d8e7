"""The catalogue and what is around it, where the conformance test does not reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import State
from agentrein_stripe.operations.amounts import money
from agentrein_stripe.sandbox import StripeSandbox
from stripe_kit import armed, plain, states

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


# --- situations 7 and 8, C17: products and prices


def test_a_product_with_a_price_ends_archived(sb: StripeSandbox, v1: Any) -> None:
    """The price is archived, deleting the product is refused, and it is archived instead."""
    with rein.run("c7") as run:
        made = v1.products.create({"name": "Pro"})
        v1.prices.create({"product": made.id, **EUR})
    report = rein.revert(run.id)
    assert report.exit == 0, report
    assert [sb.thing(id)["active"] for id in (made.id, sb.things("price")[0]["id"])] == [False, False]  # type: ignore[index]


def test_a_test_catalogue_that_a_script_made(sb: StripeSandbox, v1: Any, person: Any) -> None:
    """C17: no delete is tried where a price is born with the product, and the key is with its old holder again."""
    old = person.prices.create({"product_data": {"name": "Old"}, **EUR, "lookup_key": "pro_year"})
    sb.clear_requests()
    with pytest.raises(RuntimeError), rein.run("c17") as run:
        pro = v1.products.create({"name": "Pro", "default_price_data": EUR})
        year = {"product": pro.id, "currency": "eur", "unit_amount": 9000}
        new = v1.prices.create({**year, "lookup_key": "pro_year", "transfer_lookup_key": True})
        raise RuntimeError
    assert run.report is not None
    assert run.report.exit == 0
    assert [(request.method, request.path) for request in sb.writes[2:]] == [
        ("POST", f"/v1/prices/{old.id}"),
        ("POST", f"/v1/prices/{new.id}"),
        ("POST", f"/v1/products/{pro.id}"),
    ]
    assert person.prices.retrieve(old.id).lookup_key == "pro_year"
    assert states(run) == [State.COMPENSATED, State.COMPENSATED]


def test_a_product_that_a_colleague_priced_stays(sb: StripeSandbox, v1: Any, person: Any) -> None:
    """Archiving it would take a colleague's price out of the shop."""
    with rein.run("shop") as run:
        made = v1.products.create({"name": "Pro"})
    price = person.prices.create({"product": made.id, **EUR})
    report = rein.revert(run.id)
    assert (only(report).state, person.products.retrieve(made.id).active) == (State.CONFLICT, True)
    assert price.id in str(only(report).conflicts)


# --- situations 14 and 15: which account, which mode


def test_an_undo_acts_in_the_account_of_its_call(sb: StripeSandbox, v1: Any) -> None:
    """Without the header, the undo would delete the platform's own coupon of that id."""
    sb.person("POST /v1/coupons", id="SUMMER", percent_off=10)
    with rein.run("connect") as run:
        v1.coupons.create({"id": "SUMMER", "percent_off": 20}, {"stripe_account": sb.CONNECTED})
    assert rein.revert(run.id).exit == 0
    assert sb.writes[-1].headers["stripe-account"] == sb.CONNECTED
    assert (len(sb.things("coupon")), len(sb.things("coupon", sb.CONNECTED))) == (1, 0)


def test_a_key_of_the_other_mode_undoes_nothing(sb: StripeSandbox, v1: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a live key does not find is not gone."""
    with rein.run("test mode") as run:
        v1.customers.create({"email": "anna@example.com"})
    monkeypatch.setenv("STRIPE_API_KEY", "sk_live_agent")
    assert rein.revert(run.id).exit == 3
    assert len(sb.things("customer")) == 1
    monkeypatch.setenv("STRIPE_API_KEY", "sk_test_agent")
    assert rein.revert(run.id).exit == 0


# --- secrets


def test_a_secret_is_neither_kept_nor_written_over(sb: StripeSandbox, v1: Any, ledger: Any) -> None:
    """A new secret is deleted again; what one replaces is not known afterwards, so that it is refused."""
    secret = {"name": "token", "payload": "s3cret-value", "scope": {"type": "account"}}
    with rein.run("new") as run:
        v1.apps.secrets.create(secret)
    with rein.run("replace"), pytest.raises(rein.Refused):
        v1.apps.secrets.create({**secret, "payload": "another"})
    assert rein.revert(run.id).exit == 0
    assert sb.state() == {}
    assert b"s3cret-value" not in ledger.read_bytes()


def test_what_only_an_answer_shows_is_not_kept(sb: StripeSandbox, v1: Any, ledger: Any) -> None:
    """The secret of an endpoint reaches the caller, and no record."""
    with rein.run("hook") as run:
        made = v1.webhook_endpoints.create({"url": "https://a.example", "enabled_events": ["*"]})
    assert made.secret.startswith("whsec_")
    assert rein.revert(run.id).exit == 0
    assert made.secret.encode() not in ledger.read_bytes()


# --- sentences


@pytest.mark.parametrize(
    ("amount", "currency", "shown"),
    [
        (1250, "eur", "12.50 EUR"),
        ("1250", "EUR", "12.50 EUR"),
        (500, "jpy", "500 JPY"),
        (1234567, "jpy", "1,234,567 JPY"),
        (500, "ugx", "5.00 UGX"),
        (12345, "kwd", "12.345 KWD"),
        (-300, "usd", "-3.00 USD"),
        ("0.25", "usd", "0.0025 USD"),
        ("5e2", "usd", "5.00 USD"),
        ("all", "usd", "all USD"),
        (None, None, "an unknown amount of an unknown currency"),
    ],
)
def test_amounts_are_said_as_people_read_them(amount: Any, currency: Any, shown: str) -> None:
    """By the currency's own smallest unit, with nothing rounded away."""
    assert money(amount, currency) == shown


def test_sentences_name_amounts_and_people(sb: StripeSandbox, v1: Any) -> None:
    """What a person is asked to judge stands in the sentence, through every shape of arguments."""
    with rein.run("said") as run:
        anna = v1.customers.create({"email": "anna@example.com"})
        v1.customers.update(anna.id, {"name": "Anna", "metadata": {"plan": "pro"}})
        v1.customers.balance_transactions.create(anna.id, {"amount": "-1250", "currency": "eur"})
        v1.prices.create({
            "product_data": {"name": "Pro"}, "currency": "jpy", "unit_amount": 500, "recurring": {"interval": "month"},
        })  # fmt: skip
        v1.coupons.create({"id": "SUMMER", "amount_off": 500, "currency": "jpy"})
        v1.coupons.create({"percent_off": 12.5})
    assert [action.planned["says"] for action in run.actions] == [
        'create customer "anna@example.com"',
        f"set name, metadata[plan] of customer {anna.id}",
        f"book -12.50 EUR on the balance of customer {anna.id}",
        "price Pro at 500 JPY a month",
        'create coupon "SUMMER": 500 JPY off',
        "create coupon: 12.5 % off",
    ]


# --- what hangs on a thing


def test_a_cardholder_with_a_colleagues_card_stays_active(sb: StripeSandbox, v1: Any) -> None:
    """An inactive cardholder has no card that works."""
    address = {"line1": "Hauptstraße 1", "city": "Bonn", "country": "DE"}
    with rein.run("cards") as run:
        anna = v1.issuing.cardholders.create({"name": "Anna A.", "billing": {"address": address}})
        v1.issuing.cards.create({"cardholder": anna.id, "currency": "eur", "type": "virtual", "status": "active"})
    assert rein.revert(run.id, plan=True).exit == 0
    card = sb.person("POST /v1/issuing/cards", cardholder=anna.id, currency="eur", type="virtual", status="active")
    report = rein.revert(run.id)
    assert [a.state for a in report.actions] == [State.COMPENSATED, State.CONFLICT]
    assert card["id"] in str(report.actions[1].conflicts)


def test_a_card_that_somebody_paid_with_is_not_canceled(sb: StripeSandbox, v1: Any) -> None:
    """Canceling is final, and money is on its way."""
    address = {"line1": "Hauptstraße 1", "city": "Bonn", "country": "DE"}
    anna = sb.person("POST /v1/issuing/cardholders", name="Anna A.", billing={"address": address})
    with rein.run("card") as run:
        card = v1.issuing.cards.create({"cardholder": anna["id"], "currency": "eur", "type": "virtual"})
    sb.person("POST /v1/test_helpers/issuing/authorizations", card=card.id, amount=500)
    assert only(rein.revert(run.id)).state is State.CONFLICT


def test_a_configuration_that_a_location_uses_is_not_deleted(sb: StripeSandbox, v1: Any) -> None:
    """The readers there would work otherwise."""
    with rein.run("readers") as run:
        made = v1.terminal.configurations.create({"name": "Shop"})
    sb.person("POST /v1/terminal/locations", display_name="Shop", configuration_overrides=made.id)
    assert only(rein.revert(run.id)).state is State.CONFLICT
