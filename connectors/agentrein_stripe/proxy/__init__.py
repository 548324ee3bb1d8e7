"""The proxy for stripe: `arm` puts a mark on a client, on which the seams act; importing this installs the seams."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from types import ModuleType
from typing import Any, TypeVar
from urllib.parse import urlsplit

import stripe

from agentrein.connector import Options, UsageError
from agentrein_stripe.proxy import environment, seams
from agentrein_stripe.proxy.client import AsyncStripeClient, StripeClient
from agentrein_stripe.proxy.mark import MARK, SHARED, Mark, global_requestor, mark, mark_of, places_of, put

T = TypeVar("T")


def arm(client: T, options: Options) -> T:
    """Put the gate into a `StripeClient`, or into the module `stripe`.

    Raises UsageError if it is armed with other options, or where the gate could not stand.
    """
    requestor = requestor_of(client)
    places = places_of(requestor)
    if any("@" in urlsplit(place).netloc for place in places):
        raise UsageError(
            "a name or password stands in a base address, which would go instead of the API key",
            now="give the client base addresses without them",
        )
    if not seams.stands(requestor):
        raise UsageError(
            f"{type(requestor).__qualname__} has its own of the methods in which the gate would stand",
            now="wrap a client that sends as stripe's own do; any subclass of StripeClient is fine",
        )
    found = client.__dict__.get(MARK) if isinstance(client, ModuleType) else requestor.__dict__.get(MARK)
    if found is None:
        _mark(client, requestor, mark(options, places))
    elif found.options != options:
        raise UsageError(
            "this client is armed already, with other options",
            now="wrap it once, or wrap a client of its own for the other options",
        )
    return client


def _mark(client: Any, requestor: Any, made: Mark) -> None:
    if isinstance(client, ModuleType):
        setattr(client, MARK, made)
        return
    put(requestor, made)
    SHARED.note(requestor._client, requestor.api_key, made)


def requestor_of(client: Any) -> Any:
    """What a client sends through; raises UsageError for what is none of stripe's."""
    if client is stripe:
        return global_requestor()
    if not isinstance(client, stripe.StripeClient):
        raise UsageError(
            f"{type(client).__qualname__} is no client of stripe", now="wrap a StripeClient or the module stripe"
        )
    return client._requestor


def client_of(client: Any, *, asynchronous: bool = False) -> StripeClient | AsyncStripeClient:
    """An armed client as the core sees it; raises UsageError if it is not armed."""
    requestor = requestor_of(client)
    found = mark_of(requestor)
    if found is None:
        raise UsageError("this client is not armed", now="rein.wrap(client)")
    return AsyncStripeClient(requestor, found) if asynchronous else StripeClient(requestor, found)


def from_environment(environ: Mapping[str, str]) -> StripeClient:
    """An armed client for a revert, from the usual variables; raises ClientError naming those that are missing."""
    client = arm(environment.client(environ), Options())
    found = client_of(client)
    weakref.finalize(
        found, client._requestor._get_http_client().close
    )  # nobody else knows when the undo is done with it
    return found  # type: ignore[return-value] # it is the sync one


seams.install()

__all__ = ["AsyncStripeClient", "StripeClient", "arm", "client_of", "from_environment"]
