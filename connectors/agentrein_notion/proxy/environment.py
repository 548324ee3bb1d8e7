"""A client for a revert, from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from notion_client import Client
from notion_client.constants import DEFAULT_BASE_URL

from agentrein.connector import ClientError

_NOW = "for example https://api.notion.com"


def notion(environ: Mapping[str, str]) -> Client:
    """A Notion client from NOTION_TOKEN and NOTION_BASE_URL; raises ClientError naming what is missing."""
    base_url = _base_url(environ.get("NOTION_BASE_URL") or DEFAULT_BASE_URL)
    token = environ.get("NOTION_TOKEN")
    if not token:
        raise ClientError(
            "no credentials for Notion",
            now="set NOTION_TOKEN to the token of the connection that acted; NOTION_BASE_URL for another server",
        )
    return Client(auth=token, base_url=base_url)


def _base_url(given: str) -> str:
    """The root URL as the SDK takes it; raises ClientError, which never shows the value: a credential may be in it."""
    try:
        parts = urlsplit(given)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise ClientError("NOTION_BASE_URL cannot be read as a web address", now=_NOW) from None
    if parts.scheme not in {"http", "https"}:
        raise ClientError("NOTION_BASE_URL does not begin with http:// or https://", now=_NOW)
    if not host:
        raise ClientError("NOTION_BASE_URL names no host", now=_NOW)
    return given.rstrip("/").removesuffix("/v1")
