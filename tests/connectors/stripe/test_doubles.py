"""Armed Stripe clients behind the doubles with which people test their own code."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import MagicMock, patch

import httpx
import pytest
import requests
import responses
import respx
import stripe
from stripe import Customer, StripeClient
from stripe._api_requestor import _APIRequestor

import agentrein as rein
from agentrein.connector import State
from stripe_kit import ALLOW, KEY, module, states

API = "https://api.stripe.com"
COUPON = {"id": "SALE", "object": "coupon", "percent_off": 10}
DENIED = {"error": {"type": "invalid_request_error", "message": "No such review"}}
ANSWERS: dict[tuple[str, str], tuple[int, Any]] = {
    ("GET", "/v1/account"): (200, {"id": "acct_1", "object": "account"}),
    ("GET", "/v1/coupons/SALE"): (200, COUPON),
    ("POST", "/v1/reviews/rev_1/approve"): (200, {"id": "rev_1", "object": "review"}),
    ("POST", "/v1/reviews/rev_2/approve"): (404, DENIED),
}

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def client() -> StripeClient:
    """An armed client of Stripe itself, so that nothing answers but the double."""
    return rein.wrap(StripeClient(KEY))


def agent(client: StripeClient) -> rein.Run:
    """A read, a write, and a write that Stripe rejects."""
    with rein.run("t", policy=ALLOW) as run:
        assert client.v1.coupons.retrieve("SALE").percent_off == 10
        assert client.v1.reviews.approve("rev_1").id == "rev_1"
        with pytest.raises(stripe.InvalidRequestError, match="No such review"):
            client.v1.reviews.approve("rev_2")
    return run


def answered(method: str, url: str) -> tuple[bytes, int]:
    """The answer of a double, as bytes, and its status."""
    status, body = ANSWERS[method.upper(), url.removeprefix(API)]
    return json.dumps(body).encode(), status


def test_it_works_under_responses(client: StripeClient) -> None:
    """The library of doubles for requests sees what it always saw."""
    with responses.RequestsMock() as mock:
        for (method, path), (status, body) in ANSWERS.items():
            mock.add(method, API + path, json=body, status=status)
        assert states(agent(client)) == [State.LANDED, State.REJECTED]
        sent = [call.request for call in mock.calls if call.request.method == "POST"]
    assert [request.path_url for request in sent] == ["/v1/reviews/rev_1/approve", "/v1/reviews/rev_2/approve"]


def test_it_works_under_respx() -> None:
    """The same for httpx, and async code."""

    async def main() -> rein.Run:
        client = rein.wrap(StripeClient(KEY, http_client=stripe.HTTPXClient()))
        async with rein.run("t", policy=ALLOW) as run:
            assert (await client.v1.coupons.retrieve_async("SALE")).percent_off == 10
            assert (await client.v1.reviews.approve_async("rev_1")).id == "rev_1"
            with pytest.raises(stripe.InvalidRequestError, match="No such review"):
                await client.v1.reviews.approve_async("rev_2")
        await client._requestor._get_http_client().close_async()
        return run

    with respx.mock(base_url=API) as mock:
        for (method, path), (status, body) in ANSWERS.items():
            mock.request(method, path).mock(httpx.Response(status, json=body))
        assert states(asyncio.run(main())) == [State.LANDED, State.REJECTED]


@contextmanager
def patched_session() -> Iterator[list[str]]:
    """Take the place of the method through which every session of requests sends."""
    seen: list[str] = []

    def request(_: Any, method: str, url: str, **__: Any) -> Any:
        seen.append(f"{method.upper()} {url.removeprefix(API)}")
        content, status = answered(method, url)
        return MagicMock(content=content, status_code=status, headers={})

    with patch.object(requests.Session, "request", request):
        yield seen


def test_a_patched_session_sees_what_it_always_saw(client: StripeClient) -> None:
    """A double below the SDK answers reads and writes, and each write is recorded with its outcome."""
    with patched_session() as seen:
        assert states(agent(client)) == [State.LANDED, State.REJECTED]
    assert [one for one in seen if one.startswith("POST")] == [
        "POST /v1/reviews/rev_1/approve",
        "POST /v1/reviews/rev_2/approve",
    ]


class Fake(stripe.HTTPClient):
    """An http client as a user's tests make it up."""

    name = "fake"

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def request(self, method: str, url: str, headers: Any, post_data: Any = None, **_: Any) -> Any:
        """As the answers say."""
        self.seen.append(f"{method} {url.removeprefix(API)}")
        content, status = answered(method, url)
        return content.decode(), status, {}


def test_an_http_client_of_the_test_s_own_is_used() -> None:
    """A double handed over as the http client answers."""
    fake = Fake()
    assert states(agent(rein.wrap(StripeClient(KEY, http_client=fake)))) == [State.LANDED, State.REJECTED]
    assert fake.seen.count("post /v1/reviews/rev_1/approve") == 1


def test_a_default_http_client_of_the_test_s_own_is_used() -> None:
    """The same in the module's style, in which the double is the process's default."""
    with module(API) as armed_module:
        armed_module.default_http_client = fake = Fake()
        with rein.run("t", policy=ALLOW) as run:
            armed_module.Review.approve("rev_1")
    assert states(run) == [State.LANDED]
    assert fake.seen.count("post /v1/reviews/rev_1/approve") == 1


def test_the_sdk_s_own_transport_can_be_a_mock(client: StripeClient) -> None:
    """A mock in the place of the method that sends is called as ever; nothing is sent, so nothing is recorded."""
    came = json.dumps(COUPON), 200, {}
    with patch.object(_APIRequestor, "request_raw", return_value=came) as called, rein.run("t") as run:
        assert client.v1.reviews.approve("rev_1").id == "SALE"
    called.assert_called_once()
    assert states(run) == []
    with patched_session():
        assert states(agent(client)) == [State.LANDED, State.REJECTED]


DOUBLES: list[tuple[Callable[[StripeClient], Any], str, Callable[[StripeClient], Any]]] = [
    (lambda client: client.v1.customers, "create", lambda client: client.v1.customers.create({})),
    (lambda client: client, "raw_request", lambda client: client.raw_request("post", "/v1/refunds")),
    (lambda _: Customer, "create", lambda _: Customer.create(name="A")),
]


@pytest.mark.parametrize(("owner", "name", "call"), DOUBLES)
def test_the_sdk_s_methods_can_be_mocks(client: StripeClient, owner: Any, name: str, call: Any) -> None:
    """A mock of a method of a service, a client or a class answers without the gate, as on any other client."""
    with patch.object(owner(client), name, return_value=COUPON) as called, rein.run("t") as run:
        assert call(client) == COUPON
    called.assert_called_once()
    assert states(run) == []


FIRST = """
from unittest.mock import patch
import stripe
from stripe._api_requestor import _APIRequestor
import agentrein as rein
with patch.object(_APIRequestor, "request_raw"):
    try:
        rein.wrap(stripe.StripeClient("sk_test_1"))
    except rein.UsageError as error:
        print(error.what)
armed = rein.wrap(stripe.StripeClient("sk_test_1"))
try:
    with rein.run("t"):
        armed.v1.disputes.close("dp_1")
except rein.Refused as refused:
    print(refused.reason)
"""


def test_a_first_wrap_under_a_patch_is_refused_and_a_later_one_armed() -> None:
    """The gate does not stand on the double, with which it would go: in a process that had wrapped nothing before."""
    done = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, timeout=60, check=True)
    said, reason = done.stdout.splitlines()
    assert "_APIRequestor.request_raw is not stripe's own now" in said
    assert reason == "policy"
