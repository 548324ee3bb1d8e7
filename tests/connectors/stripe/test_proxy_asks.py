"""Clients for an undo, and what the core asks through an armed one."""

from __future__ import annotations

import asyncio
import inspect

import pytest

from agentrein.connector import Call, ClientError
from agentrein_stripe.proxy import client_of, from_environment
from stripe_kit import KEY, Echo, aarmed, armed

VERSION = {"Stripe-Version": "2026-10-28.endive"}


def test_a_client_is_built_from_the_environment(echo: Echo) -> None:
    """Key and base address make an armed client, all of whose hosts are there, whatever the address ends with."""
    for base in (echo.url, f"{echo.url}/", f"{echo.url}/v1"):
        found = from_environment({"STRIPE_API_KEY": KEY, "STRIPE_API_BASE": base})
        assert (found.endpoint, found.kind) == (echo.url, "test secret")
        assert found.request(Call("stripe", "GET /v1/account"), None).body["id"] == "acct_1"
        assert set(found._requestor.base_addresses.values()) == {echo.url}
    assert from_environment({"STRIPE_API_KEY": "x"}).endpoint == "https://api.stripe.com"


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({}, "STRIPE_API_KEY"),
        ({"STRIPE_API_KEY": "secret", "STRIPE_API_BASE": "api.stripe.com"}, "STRIPE_API_BASE"),
        ({"STRIPE_API_KEY": "secret", "STRIPE_API_BASE": "https://"}, "STRIPE_API_BASE"),
        ({"STRIPE_API_KEY": "secret", "STRIPE_API_BASE": "http://[secret"}, "STRIPE_API_BASE"),
    ],
)
def test_what_is_missing_is_named(environ: dict[str, str], named: str) -> None:
    """A client that cannot be built says which variable to set, and never shows a secret."""
    with pytest.raises(ClientError, match=named) as error:
        from_environment(environ)
    assert "secret" not in str(error.value)


def test_an_async_client_asks_asynchronously(echo: Echo) -> None:
    """What the core asks through the async methods is awaited, and gives the same answer."""

    async def main() -> None:
        async with aarmed(echo.url) as client:
            view = client_of(client, asynchronous=True)
            assert inspect.iscoroutinefunction(view.request)
            answer = await view.request(Call("stripe", "GET /v1/account"), None)
            assert answer.body["id"] == "acct_1"

    asyncio.run(main())


def test_what_the_core_asks_is_sent_as_it_was_recorded(echo: Echo) -> None:
    """Account, context and version of a call are sent with it, and those of the client are not."""
    client = armed(echo.url, stripe_account="acct_5", stripe_version="2020-01-01")
    headers = {"stripe-account": "acct_9", "Stripe-Version": "2025-01-01"}
    view = client_of(client)
    view.request(Call("stripe", "GET /v1/customers", {"email": "a+b@c.test", "ids": ["x", "y"]}, headers=headers), None)
    view.request(Call("stripe", "GET /v1/account"), None)
    one, two = echo.requests
    assert (one.headers["stripe-account"], one.headers["stripe-version"]) == ("acct_9", "2025-01-01")
    assert one.query == {"email": "a+b@c.test", "ids[0]": "x", "ids[1]": "y"}
    assert "stripe-account" not in two.headers
    assert two.headers["stripe-version"] == "2020-01-01"


def test_what_a_delete_says_stands_in_its_query(echo: Echo) -> None:
    """Stripe reads the parameters of a DELETE there, and stripe's own methods send them there."""
    call = Call("stripe", "DELETE /v1/subscriptions/{id}", {"id": "sub_1"}, {"invoice_now": False, "prorate": "x"})
    client_of(armed(echo.url)).request(call, None)
    assert echo.writes[0].query == {"invoice_now": "false", "prorate": "x"}
    assert echo.writes[0].body is None


def test_an_organization_s_key_asks_in_the_client_s_context(echo: Echo) -> None:
    """Such a key acts for no account by itself: without a context in the call, that of the client is asked in."""
    view = client_of(armed(echo.url, "sk_org_test_1", stripe_context="acct_8"))
    view.request(Call("stripe", "GET /v1/account"), None)
    view.request(Call("stripe", "GET /v1/account", headers={"Stripe-Context": "acct_9"}), None)
    assert [r.headers["stripe-context"] for r in echo.requests] == ["acct_8", "acct_9"]


def test_what_cannot_be_said_in_a_form_is_never_sent(echo: Echo) -> None:
    """A null in a body of v1 would be left out, and the undo would do less than it says: it stops before the wire."""
    view = client_of(armed(echo.url))
    answer = view.request(Call("stripe", "POST /v1/customers/{customer}", {"customer": "c"}, {"name": None}), None)
    assert (answer.sent, answer.status) == (False, None)
    assert "name" in str(answer.error)
    assert not echo.requests
