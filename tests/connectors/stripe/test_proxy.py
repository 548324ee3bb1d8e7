from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
import stripe
from stripe import StripeClient
from stripe._api_requestor import _APIRequestor

import agentrein as rein
from agentrein.connector import Options, Refused, State, UsageError, Verdict
from agentrein.testing import Answer
from agentrein_stripe.proxy import arm, client_of
from stripe_kit import ALLOW, KEY, Echo, aarmed, armed, bases, module, plain, sent, states

VERSION = {"Stripe-Version": "2026-10-28.endive"}


def test_the_client_stays_itself(echo: Echo) -> None:
    """Wrapping gives the same object back: same class, same requestor, same http client, same services."""
    client = plain(echo.url)
    requestor, http, reviews = client._requestor, client._requestor._client, client.v1.reviews
    assert rein.wrap(client) is client
    assert type(client) is StripeClient
    assert client._requestor is requestor
    assert type(requestor) is _APIRequestor
    assert requestor._client is http
    assert type(http) is stripe.RequestsClient
    assert client.v1.reviews is reviews
    assert not [name for name in vars(http) if "rein" in name]


def test_the_module_stays_itself(echo: Echo) -> None:
    """The module is a client too, and wrapping it gives the module back."""
    with module(echo.url) as armed_module:
        assert armed_module is stripe


@pytest.mark.parametrize("client", [plain, lambda url: stripe])
def test_arming_twice_is_harmless(echo: Echo, client: Callable[[str], Any]) -> None:
    """The same options once more change nothing; others are an error that leaves the first in force."""
    with module(echo.url, arm=False):
        one = client(echo.url)
        arm(arm(one, Options()), Options())
        with pytest.raises(UsageError, match="other options"):
            arm(one, Options(account="acct_2"))
        assert client_of(one).options == Options()


def test_what_is_no_client_of_stripe_is_not_armed() -> None:
    """An object of another kind is refused by name, and so is a client that is not armed where one is needed."""
    with pytest.raises(UsageError, match="no client of stripe"):
        arm(object(), Options())
    with pytest.raises(UsageError, match="not armed"):
        client_of(plain("http://127.0.0.1:1"))


def test_a_subclass_of_the_client_works(echo: Echo) -> None:
    """A user's own class is armed like stripe's, and what it overrides is still called."""

    class Mine(StripeClient):
        def raw_request(self, *args: Any, **kwargs: Any) -> Any:
            return super().raw_request(*args, **kwargs), "mine"

    client = rein.wrap(Mine(KEY, base_addresses=bases(echo.url)))
    assert client.raw_request("get", "/v1/reviews")[1] == "mine"
    with pytest.raises(Refused):
        client.raw_request("post", "/v1/reviews/rev_1/approve")
    with rein.run("t", policy=ALLOW) as run:
        assert client.raw_request("post", "/v1/reviews/rev_1/approve")[1] == "mine"
    assert states(run) == [State.LANDED]


def test_a_requestor_that_stands_where_the_gate_would_is_refused(echo: Echo) -> None:
    """A class that replaces the very method of the seam could go around the gate, so it is refused and left alone."""

    class Mine(_APIRequestor):
        def request_raw(self, *args: Any, **kwargs: Any) -> Any:
            raise NotImplementedError

    client = plain(echo.url)
    client._requestor.__class__ = Mine
    with pytest.raises(UsageError, match="the methods in which the gate would stand"):
        rein.wrap(client)
    assert "_rein_mark" not in vars(client._requestor)


def test_a_credential_in_a_base_address_is_refused() -> None:
    """It would go instead of the API key, so that nobody could say who acts; it is not shown."""
    with pytest.raises(UsageError, match="base address") as error:
        rein.wrap(plain("https://user:hush@127.0.0.1:1"))
    assert "hush" not in str(error.value)


# --- who acts


def test_a_key_of_one_call_is_the_identity_of_that_call(echo: Echo) -> None:
    """`api_key` of a call is what goes, whose account is read first, and what the object that came keeps."""
    client = armed(echo.url)
    with rein.run("t", policy=ALLOW) as run:
        client.v1.reviews.approve("rev_1")
        client.v1.reviews.approve("rev_1", options={"api_key": "sk_test_second"})
        client.v1.reviews.approve("rev_1", options={"headers": {"Authorization": "Bearer sk_test_third"}})
        review = client.v1.reviews.retrieve("rev_1", options={"api_key": "sk_test_fourth"})
        review._request("post", "/v1/reviews/rev_1/approve", base_address="api")
    assert [r.actor for r in echo.requests if r.path == "/v1/account"] == ["agent", "second", "third", "fourth"]
    assert [w.actor for w in echo.writes] == ["agent", "second", "third", "fourth"]
    assert states(run) == [State.LANDED] * 4


def test_the_account_that_an_object_sticks_to_is_recorded(echo: Echo) -> None:
    """`stripe_account` of one call stays with the object that came, and is part of what that object writes."""
    client = armed(echo.url)
    with rein.run("t", policy=ALLOW) as run:
        review = client.v1.customers.retrieve(
            "cus_1", options={"stripe_account": "acct_9", "stripe_version": "2025-01-01"}
        )
        review._request("post", "/v1/reviews/rev_1/approve", base_address="api")
    assert sent(run)[0]["headers"] == {"Stripe-Account": "acct_9", "Stripe-Version": "2025-01-01"}
    assert "stripe-account" not in next(r for r in echo.requests if r.path == "/v1/account").headers


def test_the_identity_follows_the_credential(echo: Echo) -> None:
    """Another key is another identity, the same one is the same, and none of them shows the key."""
    one, two, three = (client_of(armed(echo.url, key)) for key in (KEY, KEY, "sk_test_second"))
    assert one.identity == two.identity != three.identity
    assert "sk_test" not in one.identity


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("sk_test_1", "test secret"),
        ("sk_live_1", "live secret"),
        ("rk_test_1", "test restricted"),
        ("rk_live_1", "live restricted"),
        ("sk_org_live_1", "live organization"),
        ("sk_12345", "secret"),
        ("something", "key"),
    ],
)
def test_the_kind_of_a_key_is_told_by_its_beginning(key: str, kind: str) -> None:
    """Mode and sort stand in the prefix; an old key does not say its mode."""
    assert client_of(armed("http://127.0.0.1:1", key)).kind == kind


@pytest.mark.parametrize(("header", "kind"), [("Basic c2tfbGl2ZV8xOg==", "live secret"), ("Basic !", "key")])
def test_a_key_in_a_basic_header_is_read_too(echo: Echo, header: str, kind: str) -> None:
    """Stripe takes the key as the name of a basic authorization as well."""
    client = armed(echo.url)
    with rein.run("t", policy=ALLOW) as run:
        client.v1.reviews.approve("rev_1", options={"headers": {"Authorization": header}})
    assert run.actions[0].planned["actor"]["kind"] == kind


# --- reads, and how long a client waits


def test_reads_of_an_armed_client_are_the_sdk_s(echo: Echo) -> None:
    """Reads need no run and leave no record; results and exceptions come out unchanged."""
    client = armed(echo.url)
    assert client.v1.customers.retrieve("cus_1").id == "thing_1"
    assert client.v1.invoices.create_preview({"customer": "cus_1"}).id == "thing_1"
    assert isinstance(client.v1.customers.list({"limit": 2}), stripe.ListObject)
    assert echo.requests[-1].query == {"limit": "2"}
    message = "No such customer"
    body = {"error": {"type": "invalid_request_error", "code": "resource_missing", "message": message}}
    echo.faults.add("error", status=404, body=body)
    with pytest.raises(stripe.InvalidRequestError, match=message) as error:
        client.v1.customers.retrieve("cus_1")
    assert error.value.code == "resource_missing"


def test_a_streamed_read_is_streamed(echo: Echo) -> None:
    """What stripe gives as a stream comes as one, from the host for files."""
    echo.says = lambda asked: Answer(200, b"%PDF", media="application/pdf") if asked.path.endswith("/pdf") else None
    client = armed(echo.url)

    async def main() -> bytes:
        async with aarmed(echo.url) as async_client:
            streamed: Any = await async_client.v1.quotes.pdf_async("qt_1")
            return bytes(await streamed.read_async())

    answer: Any = client.v1.quotes.pdf("qt_1")
    assert answer.io.read() == b"%PDF"
    assert asyncio.run(main()) == b"%PDF"


def test_reads_keep_the_user_s_retries(echo: Echo, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read that is answered 500 is sent again as often as the client's own setting says, a POST that asks too."""
    monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0)
    client = armed(echo.url, max_network_retries=2)
    echo.faults.add("error", times=2)
    client.v1.customers.list()
    echo.faults.add("error", times=2)
    client.v1.invoices.create_preview()
    assert [r.status for r in echo.requests] == [500, 500, 200] * 2


LIMITED = Verdict(State.REJECTED, "limit", not_executed=True, transient=True, retry_after=5.0)
UNTOLD = Verdict(State.UNKNOWN, "?", transient=True)


@pytest.mark.parametrize(
    ("retries", "verdict", "attempt", "least", "most"),
    [(1, LIMITED, 0, 5.0, 5.0), (2, UNTOLD, 0, 0.5, 0.5), (2, UNTOLD, 1, 0.5, 1.0)],
)
def test_it_waits_as_the_user_s_client_would(
    echo: Echo, retries: int, verdict: Verdict, attempt: int, least: float, most: float
) -> None:
    """How often a request is repeated is the user's own setting, and how long it waits is stripe's own way."""
    view = client_of(armed(echo.url, max_network_retries=retries))
    seconds = view.wait(verdict, attempt)
    assert seconds is not None
    assert least <= seconds <= most
    assert view.wait(verdict, retries) is None
    assert client_of(armed(echo.url)).wait(verdict, 0) is None
