"""What the tests of the Stripe connector share: plain and armed clients, and a server that only listens."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import stripe
from stripe import StripeClient

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import Answer, Request, Sandbox

KEY = "sk_test_agent"
ALLOW = {"irreversible": "allow"}
"""Lets through what nothing undoes here, as the person who runs the tests may."""

HOSTS = ("api", "files", "connect", "meter_events")

stripe.enable_telemetry = False  # it writes a file into the user's folder for settings


class Echo(Sandbox):
    """A server that keeps no state: it answers each request as done, or as `says` answers it, and notes who asked.

    The actor is what stands behind `sk_test_` in the key.
    """

    def __init__(self, says: Callable[[Request], Answer | None] | None = None) -> None:
        super().__init__()
        self.says = says

    def actor_of(self, headers: Mapping[str, str]) -> str | None:
        """The name in the key."""
        return headers.get("authorization", "").removeprefix("Bearer sk_test_") or None

    def answer(self, request: Request) -> Answer:
        """As done."""
        said = self.says(request) if self.says is not None else None
        if said is not None:
            return said
        if request.path.endswith("/v1/account"):
            return Answer(200, {"id": "acct_1", "object": "account"})
        if request.path.endswith("/v1/balance"):
            return Answer(200, {"object": "balance", "livemode": False})
        if request.method == "GET" and request.path.count("/") == 2:
            return Answer(200, {"object": "list", "url": request.path, "data": [], "has_more": False})
        return Answer(200, {"id": "thing_1", "object": "thing", "customer": "cus_1", "livemode": False})

    def fault_body(self, fault: Any) -> Any:
        """An error as Stripe writes it."""
        kind = "rate_limit_error" if fault.status == 429 else "api_error"
        return {"error": {"type": kind, "message": "m"}}

    def state(self) -> dict[str, dict[str, Any]]:
        """Nothing is kept."""
        return {}


def bases(url: str) -> Any:
    """All of stripe's hosts at one address."""
    return dict.fromkeys(HOSTS, url)


def plain(url: str, key: str = KEY, **settings: Any) -> StripeClient:
    """A client of the SDK as a user makes it."""
    return StripeClient(key, **{"base_addresses": bases(url), **settings})


def armed(url: str, key: str = KEY, **settings: Any) -> StripeClient:
    """An armed client."""
    return rein.wrap(plain(url, key, **settings))


@asynccontextmanager
async def aarmed(url: str, key: str = KEY, **settings: Any) -> AsyncIterator[StripeClient]:
    """An armed client for async code, its connections closed at the end."""
    client = armed(url, key, **settings)
    try:
        yield client
    finally:
        await client._requestor._get_http_client().close_async()


@contextmanager
def module(url: str, key: str = KEY, *, arm: bool = True) -> Iterator[Any]:
    """The module's style, armed, and as it was afterwards."""
    names = ("api_base", "upload_api_base", "connect_api_base", "meter_events_api_base")
    kept = {name: getattr(stripe, name) for name in (*names, "api_key", "default_http_client")}
    for name in names:
        setattr(stripe, name, url)
    stripe.api_key, stripe.default_http_client = key, None
    try:
        yield rein.wrap(stripe) if arm else stripe
    finally:
        vars(stripe).pop("_rein_mark", None)
        for name, value in kept.items():
            setattr(stripe, name, value)


def states(run: rein.Run) -> list[State]:
    """The states of a run's actions."""
    return [action.state for action in run.actions]


def sent(run: rein.Run) -> list[dict[str, Any]]:
    """The calls of a run's actions, as the ledger holds them."""
    return [action.planned["call"] for action in run.actions]


class Plain(stripe.HTTPClient):
    """An http client of a user's own, which can be copied and pickled."""

    name = "plain"

    def __init__(self) -> None:
        self._async_fallback_client = None
        self._inner: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Plain, ()

    def _add_telemetry_header(self, headers: Mapping[str, str]) -> Mapping[str, str]:
        return headers

    def _record_request_metrics(self, response: Any, request_start: Any, usage: Any) -> None:
        """None."""

    def request(self, method: str, url: str, headers: Any, post_data: Any = None, **_: Any) -> Any:
        """As urllib sends it."""
        return stripe.UrllibClient().request(method, url, headers, post_data)
