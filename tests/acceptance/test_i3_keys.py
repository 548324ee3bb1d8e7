"""I3 where a vendor takes idempotency keys: a repetition without an answer does nothing twice, a stored one is left."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

import pytest
import stripe
from stripe import StripeClient

import agentrein as rein
from agentrein import probe_find
from agentrein.testing import Request
from agentrein.testing.crash import Killed, killed_at, no_waiting
from agentrein_stripe.sandbox import StripeSandbox

HOSTS = ("api", "files", "connect", "meter_events")


@pytest.fixture
def sb() -> Iterator[StripeSandbox]:
    """A Stripe."""
    with StripeSandbox() as running:
        yield running


@pytest.fixture
def ledger(sb: StripeSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger of the test's own, and the agent's key in the environment."""
    path = tmp_path / "ledger.sqlite3"
    monkeypatch.setenv("AGENTREIN_LEDGER", str(path))
    monkeypatch.setenv("STRIPE_API_KEY", "sk_test_agent")
    monkeypatch.setenv("STRIPE_API_BASE", sb.url)
    monkeypatch.setattr(stripe, "enable_telemetry", False)
    return path


def bare(sb: StripeSandbox, key: str = "sk_test_agent", **options: Any) -> StripeClient:
    """A plain client."""
    return StripeClient(key, base_addresses=dict.fromkeys(HOSTS, sb.url), **options)  # type: ignore[arg-type]


def armed(sb: StripeSandbox, **options: Any) -> StripeClient:
    """An armed client."""
    return rein.wrap(bare(sb, **options))


def key_of(request: Request) -> str:
    """The idempotency key that a request carried."""
    return request.headers.get("idempotency-key", "")


def entries(path: Path, kind: str) -> list[dict[str, Any]]:
    """The payloads of one kind of entry, as plain SQL reads them."""
    with closing(sqlite3.connect(path)) as db:
        asked = "SELECT p.text FROM entries e JOIN payloads p ON p.entry = e.id WHERE e.kind = ? ORDER BY e.id"
        return [json.loads(text) for (text,) in db.execute(asked, (kind,))]


def test_the_key_is_in_the_ledger_before_the_write_arrives(sb: StripeSandbox, ledger: Path) -> None:
    """What the wire carries is what the entry says, the key included; the undo has another one."""
    with rein.run("bill") as run:
        armed(sb).v1.coupons.create({"percent_off": 10, "duration": "once"})
        run.fail()
    forward, inverse = sb.writes
    assert [one["call"]["key"] for one in entries(ledger, "planned")] == [key_of(forward)]
    assert run.id in key_of(forward)
    assert inverse.method == "DELETE"
    assert key_of(inverse) == ""


def test_a_key_of_the_callers_own_is_kept(sb: StripeSandbox, ledger: Path) -> None:
    """It is sent, and recorded."""
    with rein.run("bill"):
        armed(sb).v1.coupons.create({"percent_off": 10, "duration": "once"}, {"idempotency_key": "order-812"})
    assert [key_of(one) for one in sb.writes] == ["order-812"]
    assert entries(ledger, "planned")[0]["call"]["key"] == "order-812"


def test_a_lost_answer_is_asked_for_again_under_the_same_key(sb: StripeSandbox, ledger: Path) -> None:
    """Where the caller's client repeats, the repetition is the vendor's first answer: one coupon, one action."""
    client = armed(sb, max_network_retries=2)
    sb.faults.add("lost", method="POST")
    with no_waiting(), rein.run("bill") as run:
        client.v1.coupons.create({"percent_off": 10, "duration": "once"})
    assert len({key_of(one) for one in sb.writes}) == 1
    assert len(sb.writes) == 2
    assert [one.state for one in run.actions] == [rein.State.LANDED]
    assert len(bare(sb).v1.coupons.list().data) == 1


def test_a_client_that_does_not_repeat_leaves_the_question_to_the_undo(sb: StripeSandbox, ledger: Path) -> None:
    """The event that carries our key tells which coupon it was, though another one reads the same."""
    client, other = armed(sb), bare(sb, "sk_test_person")
    sb.faults.add("lost", method="POST", times=1)
    with suppress(stripe.APIConnectionError), no_waiting(), rein.run("bill") as run:
        client.v1.coupons.create({"percent_off": 10, "duration": "once"})
    kept = other.v1.coupons.create({"percent_off": 10, "duration": "once"}).id
    with no_waiting():
        report = rein.revert(run.id)
    assert report.exit == 0, str(report)
    assert [one.id for one in other.v1.coupons.list().data] == [kept]


def test_events_that_are_gone_tell_nothing(sb: StripeSandbox, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stripe keeps events for 30 days: after that, an answer that was lost is a question, not "it did not happen"."""
    sb.faults.add("lost", method="POST", times=1)
    with rein.run("bill") as run, suppress(stripe.APIConnectionError):
        armed(sb).v1.coupons.create({"percent_off": 10, "duration": "once"})
    monkeypatch.setattr(probe_find, "datetime", Later)
    with no_waiting():
        report = rein.revert(run.id)
    assert (report.exit, report.left) == (1, [1])
    assert "goes back 30 days only" in report.actions[0].message
    assert len(bare(sb).v1.coupons.list().data) == 1


class Later(datetime):
    """The time, 31 days on."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Later:
        """That time."""
        later = datetime.now(tz) + timedelta(days=31)
        return cls.fromtimestamp(later.timestamp(), tz)


def test_a_stored_error_is_left_behind_by_a_second_attempt(sb: StripeSandbox, ledger: Path) -> None:
    """Stripe repeats a stored 500 to its key for a day: after a look at the goal, another key is used."""
    product = bare(sb).v1.products.create({"name": "Pro"}).id
    with rein.run("bill") as run:
        price = armed(sb).v1.prices.create({"currency": "eur", "unit_amount": 900, "product": product})
    sb.clear_requests()
    sb.break_next()
    with no_waiting():
        report = rein.revert(run.id)
    assert report.exit == 0, str(report)
    keys = [key_of(one) for one in sb.writes if one.path == f"/v1/prices/{price.id}"]
    assert len(keys) == len(set(keys)) == 2
    assert bare(sb).v1.prices.retrieve(price.id).active is False


@pytest.mark.parametrize("point", ["undo_after_intent", "undo_after_send"])
def test_a_killed_undo_goes_on_under_its_key(sb: StripeSandbox, ledger: Path, point: str) -> None:
    """Killed around the wire, the next revert looks at the goal first, and repeats under the same key if it must."""
    coupon = bare(sb).v1.coupons.create({"percent_off": 10, "duration": "once", "name": "Before"}).id
    with rein.run("bill") as run:
        armed(sb).v1.coupons.update(coupon, {"name": "After"})
    sb.clear_requests()
    with suppress(Killed), killed_at(point):
        rein.revert(run.id)
    report = rein.revert(run.id)
    assert report.exit == 0, str(report)
    assert bare(sb).v1.coupons.retrieve(coupon).name == "Before"
    assert len(sb.writes) == 1
    intents = [one["key"] for one in entries(ledger, "undo_intent")]
    assert {key_of(one) for one in sb.writes} <= set(intents)
    assert len(set(intents)) == 1


def test_a_key_of_another_mode_undoes_nothing(sb: StripeSandbox, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A live key finds no test coupon, and that is never taken for an undo."""
    with rein.run("bill") as run:
        armed(sb).v1.coupons.create({"percent_off": 10, "duration": "once"})
    sb.clear_requests()
    monkeypatch.setenv("STRIPE_API_KEY", "sk_live_agent")
    report = rein.revert(run.id)
    assert (report.exit, sb.writes) == (3, [])
    assert "live" in str(report)
    monkeypatch.setenv("STRIPE_API_KEY", "sk_test_stranger")
    assert (rein.revert(run.id).exit, sb.writes) == (3, [])
    monkeypatch.setenv("STRIPE_API_KEY", "sk_test_agent")
    assert rein.revert(run.id).exit == 0
