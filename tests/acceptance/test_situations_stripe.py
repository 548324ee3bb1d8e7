"""What happens at Stripe while an agent works and before its run is undone, and what the undo makes of it.

What these situations say is proven elsewhere, in tests/connectors/stripe:
2, 16, 19 and "nothing on the wire": test_rows_billing.py, and every further way in test_money.py;
11 and 13: test_rows_subscriptions.py; 17, and 18 without an approval: test_rows_invoices.py;
what else can be stopped in time once it was approved: test_triggers.py;
6, 9, 10, an empty update, `expand`, and an undo's own key: test_rows_customers.py;
7, 8, 14, 15 and the case C17: test_rows_catalogue.py, with keys of another account in test_proxy_undo.py;
20, the doors of the SDK: test_proxy_doors.py, test_proxy_objects.py and test_money.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import stripe
from stripe import StripeClient

import agentrein as rein
from acceptance_kit import Boom, entries, states
from agentrein.testing.crash import no_waiting, run_until_killed
from agentrein_stripe.sandbox import StripeSandbox
from stripe_kit import ALLOW, armed, plain

INTENT: dict[str, Any] = {"amount": 1250, "currency": "eur"}
CARD: dict[str, Any] = {"confirm": True, "payment_method": "pm_card_visa"}


@pytest.fixture(scope="module")
def running() -> Iterator[StripeSandbox]:
    """One stand-in for the module."""
    with StripeSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sb(running: StripeSandbox, rein_ledger: Path, monkeypatch: pytest.MonkeyPatch) -> StripeSandbox:
    """Empty accounts, a ledger, and the agent's key in the environment."""
    running.reset()
    monkeypatch.setenv("STRIPE_API_KEY", "sk_test_agent")
    monkeypatch.setenv("STRIPE_API_BASE", running.url)
    return running


@pytest.fixture
def agent(sb: StripeSandbox) -> StripeClient:
    """The agent's armed client, which repeats nothing."""
    return armed(sb.url)


@pytest.fixture
def person(sb: StripeSandbox) -> Any:
    """A colleague, through a plain client."""
    return plain(sb.url, "sk_test_person").v1


def sent(sb: StripeSandbox) -> list[str]:
    """The writes that arrived."""
    return [f"{one.method} {one.path}" for one in sb.writes]


def message(report: rein.Report) -> str:
    """What the report says of a run's only action."""
    [action] = report.actions
    return action.message


# --- payments


def test_a_payment_that_was_prepared_is_canceled_with_its_run(sb: StripeSandbox, agent: StripeClient) -> None:
    """Situation 1: nobody was charged, the intent ends as canceled, and the residue says that it stays in the list."""
    with suppress(Boom), rein.run("checkout") as run:
        made = agent.v1.payment_intents.create(params=INTENT)  # type: ignore[arg-type]
        raise Boom
    assert states(run) == {1: "reverted"}
    assert [(one["status"], one["cancellation_reason"]) for one in sb.things("payment_intent")] == [
        ("canceled", "abandoned")
    ]
    assert sb.writes[-1].path == f"/v1/payment_intents/{made.id}/cancel"
    assert run.report is not None
    assert "stays in the list of payments" in run.report.actions[0].residue
    assert sb.things("charge") == []


@pytest.mark.parametrize("status", ["processing", "requires_capture", "succeeded"])
def test_a_payment_that_was_confirmed_meanwhile_is_not_canceled(
    sb: StripeSandbox, agent: StripeClient, status: str
) -> None:
    """Situation 1: whoever held its client secret has paid, so it stays, and a person is told in which state."""
    with rein.run("checkout") as run:
        made = agent.v1.payment_intents.create(params=INTENT)  # type: ignore[arg-type]
    sb.set(made.id, status=status)
    report = rein.revert(run.id)
    assert (states(report), report.exit, len(sb.writes)) == ({1: "conflict"}, 1, 1)
    told = {one.field: (one.ours, one.now) for one in report.actions[0].conflicts}
    assert told["status"] == ("requires_payment_method", status)
    assert told.get("money_taken") == (None if status == "requires_capture" else (False, True))


def test_a_payment_that_was_approved_and_declined_is_canceled(sb: StripeSandbox, agent: StripeClient) -> None:
    """Situation 3: the caller gets the SDK's error, the ledger knows the intent, and it is canceled."""
    asked: Any = {**INTENT, "confirm": True, "payment_method": "pm_card_chargeDeclined"}
    with rein.run("pay", policy=ALLOW) as run, pytest.raises(stripe.CardError) as caught:
        agent.v1.payment_intents.create(asked)
    intent: Any = caught.value.error.payment_intent  # type: ignore[union-attr]
    assert run.actions[0].object == f"stripe:payment_intent:{intent.id}"
    report = rein.revert(run.id)
    assert (states(report), report.exit) == ({1: "compensated"}, 0)
    assert sent(sb) == ["POST /v1/payment_intents", f"POST /v1/payment_intents/{intent.id}/cancel"]
    assert [one["status"] for one in sb.things("payment_intent")] == ["canceled"]
    assert [one["paid"] for one in sb.things("charge")] == [False]


def test_an_approved_hold_is_released(sb: StripeSandbox, agent: StripeClient) -> None:
    """Manual capture: what was only held is given back with its intent, and the residue says that it was seen."""
    with rein.run("reserve", policy=ALLOW) as run:
        agent.v1.payment_intents.create({**INTENT, **CARD, "capture_method": "manual"})  # type: ignore[arg-type]
    report = rein.revert(run.id)
    assert (states(report), report.exit) == ({1: "compensated"}, 0)
    assert [(one["status"], one["amount_capturable"]) for one in sb.things("payment_intent")] == [("canceled", 0)]
    assert "held for a while" in report.actions[0].residue


@pytest.mark.parametrize("captured", [False, True], ids=["charged at once", "captured meanwhile"])
def test_money_that_was_taken_is_left_to_a_person(
    sb: StripeSandbox, agent: StripeClient, person: Any, captured: object
) -> None:
    """An approved payment that went through is told as such, and neither canceled nor refunded."""
    with rein.run("pay", policy=ALLOW) as run:
        how: Any = {"capture_method": "manual"} if captured else {}
        made = agent.v1.payment_intents.create({**INTENT, **CARD, **how})  # type: ignore[arg-type]
    if captured:
        person.payment_intents.capture(made.id)
    sb.clear_requests()
    report = rein.revert(run.id)
    assert (states(report), report.exit, sent(sb)) == ({1: "conflict"}, 1, [])
    assert ("money_taken", True) in [(one.field, one.now) for one in report.actions[0].conflicts]


def test_an_approved_setup_that_went_through_is_left(sb: StripeSandbox, agent: StripeClient) -> None:
    """The same of an intent to save a method: what the bank agreed to is not canceled."""
    with rein.run("save", policy=ALLOW) as run:
        agent.v1.setup_intents.create(CARD)  # type: ignore[arg-type]
    assert states(rein.revert(run.id)) == {1: "conflict"}
    assert sent(sb) == ["POST /v1/setup_intents"]


# --- a draft that advances by itself


@pytest.mark.parametrize("opened", [False, True], ids=["still a draft", "90 minutes later"])
def test_a_draft_that_advances_is_deleted_or_voided(
    sb: StripeSandbox, agent: StripeClient, person: Any, opened: object
) -> None:
    """Situation 18: a draft is deleted; where Stripe refuses that, because it is open by now, it is voided."""
    ann = person.customers.create({"email": "ann@shop.example"}).id
    with rein.run("bill", policy=ALLOW) as run:
        draft = agent.v1.invoices.create({"customer": ann, "auto_advance": True}).id
    if opened:
        sb.set(draft, status="open")
    report = rein.revert(run.id)
    assert (states(report), report.exit) == ({1: "compensated"}, 0)
    assert (sb.thing(draft) or {}).get("status") == ("void" if opened else None)
    assert "keeps its number" in report.actions[0].residue


def test_a_draft_of_what_was_pending_is_left_to_a_person(sb: StripeSandbox, agent: StripeClient, person: Any) -> None:
    """What becomes of items that a draft took in is not told, so that it is not deleted."""
    ann = person.customers.create({"email": "ann@shop.example"}).id
    with rein.run("bill", policy=ALLOW) as run:
        agent.v1.invoices.create({"customer": ann, "pending_invoice_items_behavior": "include"})
    report = rein.revert(run.id)
    assert (states(report), report.left) == ({1: "needs_attention"}, [1])
    assert sent(sb)[-1:] == ["POST /v1/invoices"]


def test_a_draft_that_advanced_and_was_paid_is_left_to_a_person(
    sb: StripeSandbox, agent: StripeClient, person: Any
) -> None:
    """Situation 18: money moved, so the invoice stays as it is, and a person decides about a refund."""
    ann = person.customers.create({"email": "ann@shop.example"}).id
    with rein.run("bill", policy=ALLOW) as run:
        draft = agent.v1.invoices.create({"customer": ann, "auto_advance": True}).id
    sb.set(draft, status="paid", amount_paid=900)
    report = rein.revert(run.id)
    assert (states(report), report.exit) == ({1: "conflict"}, 1)
    assert {one.field: one.now for one in report.actions[0].conflicts} == {"status": "paid", "amount_paid": 900}
    assert (sb.thing(draft) or {})["status"] == "paid"


def test_an_approved_change_that_billed_at_once_is_not_undone(
    sb: StripeSandbox, agent: StripeClient, person: Any
) -> None:
    """Situation 12: no undo is offered for it, and the report points to a credit note."""
    ann = person.customers.create({"email": "ann@shop.example"})
    card = person.payment_methods.attach("pm_card_visa", {"customer": ann.id})
    person.customers.update(ann.id, {"invoice_settings": {"default_payment_method": card.id}})
    cost = {"currency": "eur", "recurring": {"interval": "month"}, "product_data": {"name": "Plan"}}
    small, large = (person.prices.create({**cost, "unit_amount": one}).id for one in (900, 1900))
    made = person.subscriptions.create({"customer": ann.id, "items": [{"price": small}]})
    sb.clear_requests()
    with rein.run("upgrade", policy=ALLOW) as run:
        agent.v1.subscriptions.update(
            made.id,
            {"items": [{"id": made["items"].data[0].id, "price": large}], "proration_behavior": "always_invoice"},
        )
    report = rein.revert(run.id)
    assert (states(report), report.left, len(sb.writes)) == ({1: "needs_attention"}, [1], 1)
    assert "credit note" in message(report)


# --- answers that are lost


@pytest.mark.parametrize("forgotten", [False, True], ids=["ten minutes later", "days later"])
def test_a_customer_whose_answer_was_lost_is_found_and_never_made_again(
    sb: StripeSandbox, agent: StripeClient, person: Any, forgotten: object
) -> None:
    """Situations 4 and 5: after a crash one look at the events finds it, also when Stripe has forgotten the key."""
    run = run_until_killed(lambda _: agent.v1.customers.create({"email": "ann@shop.example"}), "after_send")
    theirs = person.customers.create({"email": "ann@shop.example"}).id
    if forgotten:
        sb.forget_keys()
    [report] = rein.recover()
    assert (states(report), report.exit, run.status) == ({1: "reverted"}, 0, "reverted")
    assert [request.method for request in sb.writes] == ["POST", "POST", "DELETE"]
    assert [one["id"] for one in sb.things("customer")] == [theirs]


def test_a_customer_that_never_arrived_is_not_looked_for_in_vain(
    sb: StripeSandbox, agent: StripeClient, person: Any
) -> None:
    """Situation 4: where no event carries our key nothing landed, though another customer reads the same."""
    sb.faults.add("refuse", method="POST")
    run = run_until_killed(lambda _: agent.v1.customers.create({"email": "ann@shop.example"}), "after_answer")
    person.customers.create({"email": "ann@shop.example"})
    sb.clear_requests()
    with no_waiting():
        [report] = rein.recover()
    assert (states(report), report.exit, run.status) == ({1: "rejected"}, 0, "reverted")
    assert (sb.writes, len(sb.things("customer"))) == ([], 1)


def test_a_crash_before_the_request_leaves_nothing_to_undo(sb: StripeSandbox, agent: StripeClient) -> None:
    """Extra: it is in the ledger and not at Stripe, so it did not happen, and it is not sent now."""
    run = run_until_killed(lambda _: agent.v1.customers.create({"email": "ann@shop.example"}), "after_plan")
    [report] = rein.recover()
    assert (states(report), report.exit, run.status) == ({1: "rejected"}, 0, "reverted")
    assert sb.writes == []


def test_a_lock_of_stripes_is_waited_for_under_the_same_key(sb: StripeSandbox, person: Any, rein_ledger: Path) -> None:
    """Extra: 409 says that the key, or the object, is in use; the repetition carries the very key of the ledger."""
    coupon = person.coupons.create({"percent_off": 10, "duration": "once", "name": "Before"}).id
    sb.clear_requests()
    sb.faults.add("error", method="POST", status=409)
    with no_waiting(), rein.run("rename") as run:
        armed(sb.url, max_network_retries=2).v1.coupons.update(coupon, {"name": "After"})
    assert [one.status for one in sb.writes] == [409, 200]
    [planned] = entries(rein_ledger, "planned")
    assert {one.headers["idempotency-key"] for one in sb.writes} == {planned["payload"]["call"]["key"]}
    assert states(run) == {1: "landed"}


# --- what the undo sends


def test_what_was_not_there_is_unset_in_the_words_of_the_form(
    sb: StripeSandbox, agent: StripeClient, person: Any
) -> None:
    """C14: exactly the touched keys, an empty text for what was not there, and the key of one attempt for all of it."""
    made = person.payment_intents.create({**INTENT, "metadata": {"order": "6", "src": "web"}}).id
    sb.clear_requests()
    with rein.run("hold") as run:
        agent.v1.payment_intents.update(made, {"metadata": {"order": "7", "hold": "yes"}, "description": "rush"})
    person.payment_intents.update(made, {"metadata": {"later": "1"}})
    sb.clear_requests()
    sb.faults.add("refuse", method="POST")
    with no_waiting():
        report = rein.revert(run.id)
    assert (states(report), report.exit) == ({1: "reverted"}, 0)
    assert [one.body for one in sb.writes] == [{"metadata": {"order": "6", "hold": ""}, "description": ""}] * 2
    [key] = {one.headers["idempotency-key"] for one in sb.writes}
    assert key != run.actions[0].planned["call"]["key"]
    shown = sb.thing(made) or {}
    assert (shown["description"], shown["metadata"]) == (None, {"order": "6", "src": "web", "later": "1"})


def test_what_was_not_there_is_null_in_version_2(sb: StripeSandbox, agent: StripeClient, person: Any) -> None:
    """Extra: API v2 takes JSON, in which null unsets."""
    v2: Any = plain(sb.url, "sk_test_person").v2.core.event_destinations
    made = v2.create(
        {
            "name": "Ledger",
            "type": "webhook_endpoint",
            "event_payload": "thin",
            "enabled_events": ["v1.billing.meter.error_report_triggered"],
            "webhook_endpoint": {"url": "https://hooks.shop.example/rein"},
        }
    )
    with rein.run("describe") as run:
        agent.v2.core.event_destinations.update(made.id, {"metadata": {"team": "ops"}})
    assert rein.revert(run.id).exit == 0
    assert sb.writes[-1].body == {"metadata": {"team": None}}


def test_an_undo_that_is_asked_for_twice_happens_once(sb: StripeSandbox, agent: StripeClient) -> None:
    """Extra: the second revert prints the report and sends nothing; the balance has one entry and its opposite."""
    ann = sb.person("POST /v1/customers", email="ann@shop.example")["id"]
    with rein.run("goodwill") as run:
        agent.v1.customers.balance_transactions.create(ann, {"amount": -500, "currency": "eur"})
    first, arrived = rein.revert(run.id), len(sb.requests)
    second = rein.revert(run.id)
    assert (first.exit, second.exit, states(second)) == (0, 0, states(first))
    assert len(sb.requests) == arrived
    assert [one["amount"] for one in sb.things("customer_balance_transaction")] == [-500, 500]


# --- doors


def of_a_list(agent: StripeClient, invoice: str) -> Any:
    """A line through the list of lines that an invoice holds."""
    lines: Any = agent.v1.invoices.retrieve(invoice).lines
    return lines.create(amount=900)


def by_saving(agent: StripeClient, invoice: str) -> Any:
    """What was changed of an object, by saving it."""
    found: Any = agent.v1.invoices.retrieve(invoice)
    found.auto_advance = True
    return found.save()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("door", [of_a_list, by_saving], ids=["list", "save"])
def test_what_objects_send_is_judged_by_where_it_goes(
    sb: StripeSandbox, agent: StripeClient, person: Any, door: Callable[[StripeClient, str], Any]
) -> None:
    """Situation 20: the url of a list, and that of an object, lead to the same judge."""
    ann = person.customers.create({"email": "ann@shop.example"}).id
    draft = person.invoices.create({"customer": ann}).id
    sb.clear_requests()
    with rein.run("careless") as run, pytest.raises(rein.Refused, match=r"/v1/invoices/"):
        door(agent, draft)
    assert (sb.writes, run.actions) == ([], [])


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_harmless_change_is_saved_recorded_and_undone(sb: StripeSandbox, agent: StripeClient, person: Any) -> None:
    """Situation 20: `save` is no other door than the service; what it changed goes back."""
    id = person.customers.create({"email": "ann@shop.example", "name": "Ann"}).id
    start = sb.state()
    with suppress(Boom), rein.run("rename") as run:
        ann: Any = agent.v1.customers.retrieve(id)
        ann.name = "Anna"
        ann.save()
        assert (sb.thing(id) or {})["name"] == "Anna"
        raise Boom
    assert states(run) == {1: "reverted"}
    assert sb.left(start) == []
