"""A client from the environment, for a revert in a process that has none."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from slack_sdk import WebClient

from agentrein.connector import ClientError

_TOKENS = ("SLACK_BOT_TOKEN", "SLACK_USER_TOKEN")


def slack(environ: Mapping[str, str]) -> WebClient:
    """A plain client from the usual variables; raises ClientError naming those that are missing."""
    token = next((environ[name].strip() for name in _TOKENS if environ.get(name, "").strip()), None)
    if token is None:
        raise ClientError(
            "no credentials for Slack",
            now=f"set {' or '.join(_TOKENS)}, whichever the run used; SLACK_API_URL for another server",
        )
    return WebClient(token=token, base_url=_base_url(environ))


def _base_url(environ: Mapping[str, str]) -> str:
    """Where the Web API is; raises ClientError, which never shows the value: a credential may stand in it."""
    url = environ.get("SLACK_API_URL", "").strip()
    if not url:
        return WebClient.BASE_URL
    now = f"for example {WebClient.BASE_URL}"
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise ClientError("SLACK_API_URL cannot be read as a web address", now=now) from None
    if parts.scheme not in {"http", "https"}:
        raise ClientError("SLACK_API_URL does not begin with http:// or https://", now=now)
    if not host:
        raise ClientError("SLACK_API_URL names no host", now=now)
    return url
