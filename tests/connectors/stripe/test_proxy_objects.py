"""What was made before a client was armed, of it, and beside it; copies and pickles."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
import stripe
from stripe import Customer, Review

import agentrein as rein
from agentrein.connector import Refused, State
from agentrein_stripe.proxy import client_of
from stripe_kit import ALLOW, Echo, armed, module, plain, sent, states
from stripe_kit import Plain as Picklable

VERSION = {"Stripe-Version": "2026-10-28.endive"}


def test_objects_returned_before_wrap_are_covered(echo: Echo) -> None:
    """What an unarmed client gave writes through the gate once that client is armed: objects, lists and services."""
    client = plain(echo.url)
    review = client.raw_request("get", "/v1/reviews/rev_1")
    made = client.deserialize(review, api_mode="V1")
    customer = Customer._construct_from(values={"id": "cus_1"}, requestor=made._requestor, api_mode="V1")
    approve, listed = client.v1.reviews.approve, client.v1.reviews.list()
    context = client.with_stripe_context("acct_9")
    rein.wrap(client)
    doors: list[Callable[[], Any]] = [
        lambda: approve("rev_1"),
        customer.delete_discount,
        lambda: listed.create(name="x"),
        lambda: context.v1.reviews.approve("rev_1"),
    ]
    for door in doors:
        with pytest.raises(Refused):
            door()
    assert not echo.writes


def test_unmarked_clients_are_untouched(echo: Echo) -> None:
    """Other clients write as ever: one with its own http client, and one that shares that of an armed one."""
    client = armed(echo.url)
    plain(echo.url).v1.reviews.approve("rev_1")
    plain(echo.url, "sk_test_other", http_client=client._requestor._client).v1.reviews.approve("rev_1")
    with module(echo.url, arm=False):
        Review.retrieve("rev_1").approve()
    assert [w.actor for w in echo.writes] == ["agent", "other", "agent"]


def test_the_module_arms_nothing_but_its_own_style(echo: Echo) -> None:
    """A client beside the armed module is untouched; objects that the module's style gave before are covered."""
    with module(echo.url, arm=False):
        before = Review.retrieve("rev_1")
        rein.wrap(stripe)
        plain(echo.url).v1.reviews.approve("rev_1")
        assert len(echo.writes) == 1
        with pytest.raises(Refused):
            before.approve()
        with pytest.raises(Refused):
            Review.approve("rev_1", api_key="sk_test_other")


def test_another_context_of_a_client_is_armed(echo: Echo) -> None:
    """What `with_stripe_context` gives is armed with the same options, and its context is recorded and sent."""
    client = rein.wrap(plain(echo.url), account="acct_7").with_stripe_context("acct_a/acct_b")
    assert client_of(client).options.account == "acct_7"
    with rein.run("t", policy=ALLOW) as run:
        client.v1.reviews.approve("rev_1")
    assert sent(run)[0]["headers"] == {**VERSION, "Stripe-Context": "acct_a/acct_b"}
    assert echo.writes[0].headers["stripe-context"] == "acct_a/acct_b"


# --- copies and pickles


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickle.dumps])
def test_what_a_client_survives_stays_the_same(way: Callable[[Any], Any]) -> None:
    """Copying and pickling an armed client works, or fails with the same error, as before."""
    client = plain("http://127.0.0.1:1")
    before = outcome(way, client)
    assert outcome(way, rein.wrap(client)) == before


def outcome(way: Callable[[Any], Any], client: Any) -> str:
    """What comes of copying a client."""
    try:
        return type(way(client)).__name__
    except TypeError as error:
        return f"TypeError: {error}"


def unpickled(thing: Any) -> Any:
    """A thing as its pickle gives it."""
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - it was pickled here


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, unpickled])
def test_a_copied_client_is_gated_and_carries_its_own_key(echo: Echo, way: Callable[[Any], Any]) -> None:
    """A copy, where the user's http client can be copied, is armed, and the wire carries the key that it was given."""
    client = way(armed(echo.url, http_client=Picklable()))
    client._requestor._options.api_key = "sk_test_second"
    for one in (client, client.with_stripe_context("acct_9")):
        with pytest.raises(Refused):
            one.v1.reviews.approve("rev_1")
    with rein.run("t", policy=ALLOW) as run:
        client.v1.reviews.approve("rev_1")
    assert [w.actor for w in echo.writes] == ["second"]
    assert states(run) == [State.LANDED]


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, unpickled])
@pytest.mark.parametrize("style", ["client", "module"])
def test_a_copied_object_is_gated(echo: Echo, way: Callable[[Any], Any], style: str) -> None:
    """A copy of an object goes through the module's client, with the key of the armed one: it is armed all the same."""
    with module(echo.url, arm=style == "module"):
        if style == "client":
            object_of = armed(echo.url).v1.customers
            customer = way(object_of.retrieve("cus_1"))
        else:
            customer = way(Customer.retrieve("cus_1"))
        with pytest.raises(Refused):
            customer._request("post", "/v1/reviews/rev_1/approve", base_address="api")
        assert customer["id"] == "thing_1"
    assert not echo.writes


@pytest.mark.parametrize("what", ["client", "object"])
def test_a_pickle_is_armed_in_a_process_that_called_no_wrap(echo: Echo, what: str) -> None:
    """Unpickling brings seams and net along."""
    client = armed(echo.url, http_client=Picklable())
    review = Review._construct_from(values={"id": "rev_1"}, requestor=client._requestor, api_mode="V1")
    pickled = pickle.dumps(client if what == "client" else review)
    call = "v1.reviews.approve('rev_1')" if what == "client" else "approve()"
    there = f"import pickle, sys; pickle.loads(bytes.fromhex(sys.argv[1])).{call}"
    done = subprocess.run(
        [sys.executable, "-c", there, pickled.hex()], capture_output=True, text=True, check=False, env=environ()
    )
    assert "Refused" in done.stderr
    assert not echo.writes


def environ() -> dict[str, str]:
    """The environment of this process, and the tests' own modules."""
    import os

    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
