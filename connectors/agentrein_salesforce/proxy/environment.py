"""A client for a revert, from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from requests import Session
from simple_salesforce.api import DEFAULT_API_VERSION, Salesforce

from agentrein.connector import ClientError
from agentrein_salesforce.proxy.plain_http import PlainHTTP

_NOW = "for example https://MyDomainName.my.salesforce.com"


def salesforce(environ: Mapping[str, str]) -> Salesforce:
    """A client from SALESFORCE_INSTANCE_URL and SALESFORCE_SESSION_ID; raises ClientError naming what is missing.

    SALESFORCE_API_VERSION says which version is used where a call does not tell.
    """
    instance_url, session_id = environ.get("SALESFORCE_INSTANCE_URL"), environ.get("SALESFORCE_SESSION_ID")
    if not instance_url or not session_id:
        raise ClientError(
            "no credentials for Salesforce",
            now="set SALESFORCE_INSTANCE_URL and SALESFORCE_SESSION_ID, a session or access token of who acted",
        )
    scheme, place = _place(instance_url)
    session = Session()
    if scheme == "http":
        session.mount(f"https://{place}/", PlainHTTP())
    version = environ.get("SALESFORCE_API_VERSION") or DEFAULT_API_VERSION
    return Salesforce(session_id=session_id, instance=place, session=session, version=version.removeprefix("v"))


def _place(given: str) -> tuple[str, str]:
    """Scheme and host with its port; raises ClientError, which never shows the value: a credential may be in it."""
    try:
        parts = urlsplit(given)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise ClientError("SALESFORCE_INSTANCE_URL cannot be read as a web address", now=_NOW) from None
    if parts.scheme not in {"http", "https"}:
        raise ClientError("SALESFORCE_INSTANCE_URL does not begin with http:// or https://", now=_NOW)
    if not host:
        raise ClientError("SALESFORCE_INSTANCE_URL names no host", now=_NOW)
    shown = f"[{host}]" if ":" in host else host
    plain = 80 if parts.scheme == "http" else None
    at = port or plain
    return parts.scheme, shown if at is None else f"{shown}:{at}"
