"""One request for one entry, whatever the http client and the network do; and again, under the same key."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import requests
import stripe
from requests.adapters import HTTPAdapter
from stripe import APIConnectionError, APIError, RateLimitError, StripeClient
from urllib3.util import Retry

import agentrein as rein
from agentrein.connector import State, Verdict
from agentrein_stripe.proxy import client_of
from stripe_kit import ALLOW, Echo, aarmed, armed, module, plain, sent, states

Write = Callable[[StripeClient], Any]
WRITES: dict[str, Write] = {
    "POST": lambda client: client.v1.reviews.approve("rev_1"),
    "DELETE": lambda client: client.raw_request("delete", "/v1/cards/card_1"),
}


def retrying(total: int | None = 3) -> requests.Session:
    """A session that sends again whatever was answered 500 or dropped."""
    session = requests.Session()
    retry = Retry(total, read=3, status=3, allowed_methods=None, status_forcelist=[500], backoff_factor=0)
    adapter = HTTPAdapter(max_retries=retry)
    session.mount("http://", adapter)
    return session


HTTP: dict[str, Callable[[], Any]] = {
    "requests": stripe.RequestsClient,
    "requests, with a retrying session": lambda: stripe.RequestsClient(session=retrying()),
    "requests, with limits of each kind": lambda: stripe.RequestsClient(session=retrying(None)),
    "urllib": stripe.UrllibClient,
    "httpx": lambda: stripe.HTTPXClient(allow_sync_methods=True),
}
if importlib.util.find_spec("pycurl") is not None:  # it is seldom there, and sends again on its own
    HTTP["pycurl"] = stripe.PycurlClient
ASYNC_HTTP: dict[str, Callable[[], Any]] = {
    "httpx": stripe.HTTPXClient,
    "aiohttp": stripe.AIOHTTPClient,
}


@pytest.fixture
def http(request: pytest.FixtureRequest) -> Iterator[Any]:
    """One of stripe's http clients, closed at the end."""
    made = HTTP[request.param]()
    yield made
    made.close()


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
@pytest.mark.parametrize("http", HTTP, indirect=True)
def test_a_dropped_write_leaves_once(echo: Echo, http: Any, write: Write) -> None:
    """Scenario 37: the connection drops, one request was on the wire, the error is stripe's own, nothing is guessed."""
    client = armed(echo.url, http_client=http)
    client.v1.customers.list()  # the connection that is kept would be used again
    echo.clear_requests()
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        echo.faults.add("lost", writes=True)
        with pytest.raises((APIConnectionError, ConnectionError)):
            write(client)
    assert len(echo.writes) == 1
    assert states(run) == [State.UNKNOWN]


@pytest.mark.parametrize("write", WRITES, ids=WRITES)
@pytest.mark.parametrize("http", ASYNC_HTTP.values(), ids=ASYNC_HTTP)
def test_a_dropped_write_of_async_code_leaves_once(echo: Echo, http: Callable[[], Any], write: str) -> None:
    """The same through the libraries for async code, one of which sends a DELETE again on its own."""
    paths = {"POST": "/v1/reviews/rev_1/approve", "DELETE": "/v1/cards/card_1"}

    async def main() -> rein.Run:
        async with aarmed(echo.url, http_client=http()) as client:
            await client.v1.customers.list_async()
            echo.clear_requests()
            async with rein.run("t", policy=ALLOW, on_failure="keep") as run:
                echo.faults.add("lost", writes=True)
                with pytest.raises(APIConnectionError):
                    await client.raw_request_async(write.lower(), paths[write])
        return run

    run = asyncio.run(main())
    assert len(echo.writes) == 1
    assert states(run) == [State.UNKNOWN]


@pytest.mark.parametrize("http", HTTP, indirect=True)
def test_an_answered_error_is_not_repeated_by_the_library(echo: Echo, http: Any) -> None:
    """A session that would send again after a 500 is the user's for reads; a write through it goes once."""
    client = armed(echo.url, http_client=http)
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        echo.faults.add("error_after", writes=True, times=None)
        with pytest.raises(APIError):
            client.v1.reviews.approve("rev_1")
    assert len(echo.writes) == 1
    assert states(run) == [State.UNKNOWN]


@pytest.mark.parametrize("http", HTTP, indirect=True)
def test_a_redirect_is_not_followed(echo: Echo, http: Any) -> None:
    """Followed, it would be a second request, or the answer to another one."""
    client = armed(echo.url, http_client=http)
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        echo.faults.add("error", writes=True, status=307, headers={"location": "/v1/refunds"})
        echo.faults.add("error", writes=True, status=302, headers={"location": "/v1/reviews"})
        for _ in range(2):
            with pytest.raises(APIError):
                client.v1.reviews.approve("rev_1")
    assert [r.path for r in echo.requests if r.path != "/v1/account"] == ["/v1/reviews/rev_1/approve"] * 2
    assert states(run) == [State.REJECTED] * 2


@pytest.mark.parametrize("http", HTTP, indirect=True)
def test_what_never_left_is_not_unknown(http: Any) -> None:
    """Where nobody listens, the connection is refused before a request line, and every library says so."""
    client = rein.wrap(plain("http://127.0.0.1:9", http_client=http), account="acct_1")
    with rein.run("t", policy=ALLOW, on_failure="keep") as run, pytest.raises(APIConnectionError):
        client.v1.reviews.approve("rev_1")
    assert states(run) == [State.REJECTED]


@pytest.mark.parametrize("http", ASYNC_HTTP.values(), ids=ASYNC_HTTP)
def test_what_never_left_is_not_unknown_in_async_code(http: Callable[[], Any]) -> None:
    """The same for async code."""

    async def main() -> rein.Run:
        client = rein.wrap(plain("http://127.0.0.1:9", http_client=http()), account="acct_1")
        async with rein.run("t", policy=ALLOW, on_failure="keep") as run:
            with pytest.raises(APIConnectionError):
                await client.v1.reviews.approve_async("rev_1")
        await client._requestor._client.close_async()
        return run

    assert states(asyncio.run(main())) == [State.REJECTED]


def test_a_write_that_is_cancelled_is_unknown(echo: Echo) -> None:
    """A task that is cancelled while its write is under way ends as cancelled, and the record guesses nothing."""
    runs: list[rein.Run] = []

    async def agent() -> None:
        async with aarmed(echo.url) as client, rein.run("t", policy=ALLOW, on_failure="keep") as run:
            runs.append(run)
            await client.v1.reviews.approve_async("rev_1")

    async def main() -> None:
        echo.faults.add("slow_after", method="POST", seconds=2)
        task = asyncio.ensure_future(agent())
        while not echo.writes:  # noqa: ASYNC110 - the server's thread sets no event
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert states(runs[0]) == [State.UNKNOWN]


# --- sent again, by the gate and under the same key


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits of no length."""
    monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("kind", ["rate_limited", "error", "lost"])
def test_a_write_is_sent_again_as_the_user_asked(echo: Echo, kind: str) -> None:
    """What was not executed, or carries a key, is sent again under that key as often as the user's client would."""
    client = armed(echo.url, max_network_retries=2)
    with rein.run("t", policy=ALLOW) as run:
        echo.faults.add(kind, method="POST", retry_after=0, times=2)
        client.v1.reviews.approve("rev_1")
    assert states(run) == [State.LANDED]
    assert len(echo.writes) == 3
    assert {w.headers["idempotency-key"] for w in echo.writes} == {sent(run)[0]["key"]}


@pytest.mark.usefixtures("quick")
def test_the_module_s_own_retries_hold(echo: Echo) -> None:
    """In the module's style stripe sends again twice by default."""
    with module(echo.url), rein.run("t", policy=ALLOW, on_failure="keep") as run:
        echo.faults.add("error", writes=True, times=None)
        with pytest.raises(APIError):
            stripe.Review.approve("rev_1")
    assert len(echo.writes) == 3
    assert states(run) == [State.UNKNOWN]


@pytest.mark.usefixtures("quick")
def test_what_carries_no_key_is_not_sent_again(echo: Echo) -> None:
    """A DELETE of v1 takes no key, so that one of unknown outcome is left at that."""
    client = armed(echo.url, max_network_retries=2)
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        echo.faults.add("error_after", method="DELETE", times=None)
        with pytest.raises(APIError):
            client.raw_request("delete", "/v1/cards/card_1")
    assert len(echo.writes) == 1
    assert "idempotency-key" not in echo.writes[0].headers
    assert states(run) == [State.UNKNOWN]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("kind", ["rate_limited", "error_after"])
def test_stripe_s_word_against_a_repetition_counts(echo: Echo, kind: str) -> None:
    """Stripe says in a header where sending again would be of no use."""
    client = armed(echo.url, max_network_retries=2)
    with rein.run("t", policy=ALLOW, on_failure="keep"):
        echo.faults.add(kind, method="POST", headers={"Stripe-Should-Retry": "false"}, retry_after=0, times=None)
        with pytest.raises((APIError, RateLimitError)):
            client.v1.reviews.approve("rev_1")
    assert len(echo.writes) == 1


# --- whose http client it is


def test_the_session_of_the_user_is_never_changed(echo: Echo) -> None:
    """Resends are off in a sibling; the user's session keeps its own, and its connections are used."""
    session = retrying()
    adapter = session.get_adapter("http://x")
    client = armed(echo.url, http_client=stripe.RequestsClient(session=session))
    with rein.run("t", policy=ALLOW):
        client.v1.reviews.approve("rev_1")
    assert session.get_adapter("http://x") is adapter
    assert isinstance(adapter, HTTPAdapter)
    assert adapter.max_retries.total == 3
    echo.faults.add("error", times=1)
    client.v1.customers.list()
    assert [r.status for r in echo.requests if r.path == "/v1/customers"] == [500, 200]


def test_what_goes_around_the_gate_is_stopped(views: StripeClient, echo: Echo) -> None:
    """In a run the net stops a client that nobody wrapped, and the http client of the armed one."""
    doors: list[Callable[[], Any]] = [
        lambda: plain(echo.url, "sk_test_other").v1.reviews.approve("rev_1"),
        lambda: views._requestor._get_http_client().request("post", f"{echo.url}/v1/refunds", {}, "a=b"),
    ]
    for door in doors:
        with pytest.raises(rein.Tripped), rein.run("t", on_failure="keep"):
            door()
    assert not echo.writes


def test_a_duck_of_an_http_client_is_used_as_it_is(echo: Echo) -> None:
    """An http client that only looks like stripe's sends each write, once and with resends off."""
    seen: list[int | None] = []

    class Duck:
        name = "duck"

        def request_with_retries(
            self,
            method: str,
            url: str,
            headers: Any,
            post_data: Any = None,
            max_network_retries: int | None = None,
            **_: Any,
        ) -> Any:
            seen.append(max_network_retries)
            answer = httpx.request(method, url, headers=headers, content=post_data)
            return answer.content, answer.status_code, answer.headers

    client = armed(echo.url, http_client=Duck(), max_network_retries=2)
    with rein.run("t", policy=ALLOW) as run:
        client.v1.reviews.approve("rev_1")
    assert seen[-1] == 0
    assert states(run) == [State.LANDED]
    assert client_of(client).wait(Verdict(State.REJECTED, "limit", not_executed=True), 0) is not None
