"""A client for a revert, from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from stripe import StripeClient

from agentrein.connector import ClientError
from agentrein_stripe.proxy.mark import HOSTS

RETRIES = 2
"""How often an undo's read waits for a rate limit: as often as stripe itself in the module's style."""

_NOW = "for example https://api.stripe.com"


def client(environ: Mapping[str, str]) -> StripeClient:
    """A client from STRIPE_API_KEY and STRIPE_API_BASE, which all four hosts are then replaced by.

    Raises ClientError naming what is missing.
    """
    api_key = environ.get("STRIPE_API_KEY")
    if not api_key:
        raise ClientError(
            "no credentials for Stripe",
            now="set STRIPE_API_KEY to a key of the account and mode that acted; STRIPE_API_BASE for another server",
        )
    given = environ.get("STRIPE_API_BASE")
    bases = dict.fromkeys(HOSTS, _base(given)) if given else None
    return StripeClient(api_key, base_addresses=bases, max_network_retries=RETRIES)  # type: ignore[arg-type]


def _base(given: str) -> str:
    """The address as stripe takes it; raises ClientError, which never shows it: a credential may be in it."""
    try:
        parts = urlsplit(given)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise ClientError("STRIPE_API_BASE cannot be read as a web address", now=_NOW) from None
    if parts.scheme not in {"http", "https"}:
        raise ClientError("STRIPE_API_BASE does not begin with http:// or https://", now=_NOW)
    if not host:
        raise ClientError("STRIPE_API_BASE names no host", now=_NOW)
    return given.rstrip("/").removesuffix("/v1")
