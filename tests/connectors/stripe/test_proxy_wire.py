"""What is recorded is what leaves: body, headers and key, whatever was given to stripe."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import stripe
from stripe import APIConnectionError, StripeClient

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import Request
from callables_kit import COMMITTED
from stripe_kit import ALLOW, Echo, sent, states

# --- keys


@pytest.mark.parametrize("headers", [False, True])
def test_a_caller_s_own_key_is_kept(views: StripeClient, echo: Echo, headers: object) -> None:
    """A key that the caller gave, as an option or a header in any spelling, is recorded and sent."""
    given: Any = {"headers": {"idempotency-key": "mine"}} if headers else {"idempotency_key": "mine"}
    with rein.run("t", policy=ALLOW) as run:
        views.v1.reviews.approve("rev_1", options=given)
    assert sent(run)[0]["key"] == "mine"
    assert echo.writes[0].headers["idempotency-key"] == "mine"


def test_the_sdk_s_random_key_is_not_taken_for_the_caller_s(views: StripeClient, echo: Echo) -> None:
    """Without a key of the caller's each call has one that the ledger holds before it is sent."""
    with rein.run("t", policy=ALLOW) as run:
        views.v1.reviews.approve("rev_1")
        views.v2.core.event_destinations.ping("ed_1")
    keys = [call["key"] for call in sent(run)]
    assert [w.headers["idempotency-key"] for w in echo.writes] == keys
    assert all(key.startswith(f"{run.id}-") for key in keys)
    assert len(set(keys)) == 2


def test_the_key_is_committed_before_it_is_sent(views: StripeClient, echo: Echo, ledger: Path) -> None:
    """Scenario 2: whoever recovers the run after a crash knows the key with which Stripe may be asked."""
    committed: list[str] = []

    def look(asked: Request) -> None:
        if asked.method == "POST":
            with closing(sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)) as db:
                [text] = db.execute(f"SELECT text {COMMITTED} ORDER BY id DESC LIMIT 1").fetchone()
            committed.append(json.loads(text)["call"]["key"])

    echo.on_request.append(look)
    with rein.run("t", policy=ALLOW):
        views.v1.reviews.approve("rev_1")
        views.v1.reviews.approve("rev_1", options={"idempotency_key": "mine"})
    assert committed == [write.headers["idempotency-key"] for write in echo.writes]
    assert committed[1] == "mine"


def test_an_answer_that_was_given_before_did_nothing(views: StripeClient, echo: Echo) -> None:
    """A caller's key that was used before gets the old answer: there is nothing of this call to undo."""
    echo.says = lambda _: None
    with rein.run("t", policy=ALLOW) as run:
        for key in ("mine", None):
            echo.faults.add(
                "error", writes=True, status=200, headers={"Idempotent-Replayed": "true"}, body={"id": "rev_1"}
            )
            views.v1.reviews.approve("rev_1", options={"idempotency_key": key} if key else {})
    assert states(run) == [State.UNCHANGED, State.LANDED]


# --- the request


def test_the_body_is_recorded_as_it_leaves(views: StripeClient, echo: Echo) -> None:
    """The final form counts: `True` and "true" are one, what stripe drops is not there, an empty text stays."""
    said: Any = {
        "confirm": True,
        "amount": 1000,
        "rate": Decimal("1.50"),
        "gone": None,
        "none": [],
        "name": "",
        "metadata": {"0": "a", "k": ""},
        "items": [{"price": "p_1", "on": False}, {"price": "p 2&=é"}],
    }
    with rein.run("t", policy=ALLOW) as run:
        views.raw_request("post", "/v1/reviews/rev_1/approve", **said)
        views.raw_request("post", "/v1/reviews/rev_1/approve", confirm="true")
    assert sent(run)[0]["body"] == {
        "confirm": "true",
        "amount": "1000",
        "rate": "1.50",
        "name": "",
        "metadata": {"0": "a", "k": ""},
        "items": [{"price": "p_1", "on": "false"}, {"price": "p 2&=é"}],
    }
    assert sent(run)[1]["body"] == {"confirm": "true"}
    assert echo.writes[0].body["items[1][price]"] == "p 2&=é"
    assert "gone" not in str(echo.writes[0].body)


def test_a_body_of_v2_is_json(views: StripeClient, echo: Echo) -> None:
    """In v2 a null is one, and is recorded and sent as one."""
    with rein.run("t", policy=ALLOW) as run:
        views.raw_request("post", "/v2/core/event_destinations/ed_1/ping", name=None, items=[], amount=5)
    assert sent(run)[0]["body"] == echo.writes[0].body == {"name": None, "items": [], "amount": 5}


def test_what_changes_the_meaning_is_recorded_and_the_credential_is_not(views: StripeClient, echo: Echo) -> None:
    """Account, context and version stand in the entry; the key stands nowhere in it."""
    with rein.run("t", policy=ALLOW) as run:
        views.v1.reviews.approve(
            "rev_1",
            options={"stripe_account": "acct_9", "stripe_context": "acct_a/acct_b", "stripe_version": "2025-01-01"},
        )
    assert sent(run)[0]["headers"] == {
        "Stripe-Account": "acct_9",
        "Stripe-Context": "acct_a/acct_b",
        "Stripe-Version": "2025-01-01",
    }
    assert "sk_test" not in json.dumps(run.actions[0].planned)
    assert echo.writes[0].headers["stripe-account"] == "acct_9"


def test_a_form_that_says_two_things_is_refused(views: StripeClient, echo: Echo) -> None:
    """A name that is a value and a hash, or stands there twice, could be read in two ways."""
    both: list[dict[str, Any]] = [{"a": "1", "a[b]": "2"}, {"a[b]": "1", "a": {"b": "2"}}, {"[": "1"}]
    for said in both:
        with pytest.raises(rein.Refused, match="read"), rein.run("t", on_failure="keep"):
            views.raw_request("post", "/v1/reviews/rev_1/approve", **said)
    assert not echo.writes


def test_a_query_of_a_write_is_part_of_it(views: StripeClient, echo: Echo) -> None:
    """What stands behind a `?` is recorded as a parameter, of a DELETE and of a POST."""
    with rein.run("t", policy=ALLOW) as run:
        views.raw_request("delete", "/v1/cards/card_1", expand=["a"])
        views.raw_request("post", "/v1/reviews/rev_1/approve?x=1", y="2")
    one, two = sent(run)
    assert one["params"] == {"sid": "card_1", "expand": ["a"]}
    assert (two["params"], two["body"]) == ({"review": "rev_1", "x": "1"}, {"y": "2"})


def test_results_and_errors_are_stripe_s_own(views: StripeClient, echo: Echo) -> None:
    """A write gives the object that stripe makes of the answer, with its response; an error is stripe's own."""
    body = {"error": {"type": "invalid_request_error", "message": "No.", "code": "parameter_missing", "param": "x"}}
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        review = views.v1.reviews.approve("rev_1")
        echo.faults.add("error", writes=True, status=400, body=body, headers={"Request-Id": "req_1"})
        with pytest.raises(stripe.InvalidRequestError, match="No") as error:
            views.v1.reviews.approve("rev_1")
    assert review.id == "thing_1"
    assert review.last_response is not None
    assert review.last_response.code == 200
    assert (error.value.param, error.value.request_id) == ("x", "req_1")
    assert states(run) == [State.LANDED, State.REJECTED]


def test_a_failed_read_of_the_account_reaches_the_caller(views: StripeClient, echo: Echo) -> None:
    """Where nobody can tell who acts, nothing is sent; a connection that fails is stripe's own error."""
    echo.faults.add("error", status=401, path="/v1/account", body={"error": {"message": "Invalid API Key"}})
    with pytest.raises(rein.ClientError, match="whose key"), rein.run("t", policy=ALLOW):
        views.v1.reviews.approve("rev_1")
    echo.faults.add("refuse", path="/v1/account")
    with pytest.raises(APIConnectionError), rein.run("t", policy=ALLOW):
        views.v1.reviews.approve("rev_1")
    assert not echo.writes
