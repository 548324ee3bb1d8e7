"""A client for a revert, from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

import hubspot  # type: ignore[import-untyped]

from agentrein.connector import ClientError
from agentrein_hubspot.proxy.mark import API

_NOW = f"for example {API}"


def client(environ: Mapping[str, str]) -> hubspot.Client:
    """A client from HUBSPOT_ACCESS_TOKEN and HUBSPOT_BASE_URL; raises ClientError naming what is missing.

    What was done with a developer's key is undone with HUBSPOT_DEVELOPER_API_KEY, where no token is set: the two act
    for different accounts.
    """
    base_url = _base_url(environ.get("HUBSPOT_BASE_URL") or API)
    token, key = environ.get("HUBSPOT_ACCESS_TOKEN"), environ.get("HUBSPOT_DEVELOPER_API_KEY")
    if not token and not key:
        raise ClientError(
            "no credentials for HubSpot",
            now="set HUBSPOT_ACCESS_TOKEN to the token of the app that acted (HUBSPOT_DEVELOPER_API_KEY for what was "
            "done with a developer's key); HUBSPOT_BASE_URL for another server",
        )
    return hubspot.Client.create(access_token=token, api_key=key, host=base_url, base_url=base_url)


def _base_url(given: str) -> str:
    """The base URL as the SDK takes it; raises ClientError, which never shows the value: a credential may be in it."""
    try:
        parts = urlsplit(given)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise ClientError("HUBSPOT_BASE_URL cannot be read as a web address", now=_NOW) from None
    if parts.scheme not in {"http", "https"}:
        raise ClientError("HUBSPOT_BASE_URL does not begin with http:// or https://", now=_NOW)
    if not host:
        raise ClientError("HUBSPOT_BASE_URL names no host", now=_NOW)
    return given.rstrip("/")
