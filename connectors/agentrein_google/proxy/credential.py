"""Whose credential goes with a request: what tells it from others, its kind, and which scopes it has."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any
from urllib.parse import parse_qs, urlsplit

from googleapiclient import _auth  # type: ignore[import-untyped]

_DIGEST_KEY = secrets.token_bytes(32)

IN_QUERY = ("access_token", "oauth_token", "key")
"""Parameters in which a credential may stand."""


def credentials_of(http: Any) -> Any:
    """The credentials of an `http`, None if it has none."""
    return _auth.get_credentials_from_http(http)


def identity_of(http: Any, uri: str = "", headers: Any = None) -> str:
    """A keyed digest that tells the credential of a request from others, whichever token it has by now."""
    given = [str(value) for name, value in (headers or {}).items() if name.lower() == "authorization"]
    text = "\n".join([*_lasting(credentials_of(http)), *given, *(value for _, value in in_query(uri))])
    return hashlib.blake2b(text.encode(), key=_DIGEST_KEY, digest_size=16).hexdigest()


def _lasting(credentials: Any) -> list[str]:
    """What stays the same of credentials when their token is renewed; the token where nothing else tells them apart."""
    kind = f"{type(credentials).__module__}.{type(credentials).__qualname__}"
    told = [getattr(credentials, name, None) for name in ("refresh_token", "service_account_email", "_subject")]
    if not any(told):
        told = [getattr(credentials, name, None) for name in ("_audience", "token", "access_token")]
    return [kind, *(str(one or "") for one in told)]


def in_query(uri: str) -> list[tuple[str, str]]:
    """The credentials that stand in the query of a URL."""
    if not any(f"{name}=" in uri for name in IN_QUERY):
        return []
    told = parse_qs(urlsplit(uri).query)
    return [(name, value) for name in IN_QUERY for value in told.get(name, [])]


def kind_of(http: Any, uri: str = "") -> str:
    """The kind of credential."""
    credentials = credentials_of(http)
    if any(name in {"access_token", "oauth_token"} for name, _ in in_query(uri)):
        return "token"
    if credentials is None or type(credentials).__name__ == "AnonymousCredentials":
        return "key" if in_query(uri) else "anonymous"
    return "service_account" if getattr(credentials, "service_account_email", None) else "user"


def account_of(http: Any) -> str:
    """The account that the credentials themselves name: a service account, or whom it stands for; empty otherwise."""
    credentials = credentials_of(http)
    email = getattr(credentials, "service_account_email", None)
    subject = getattr(credentials, "_subject", None)
    found = subject or email
    return found if isinstance(found, str) and "@" in found else ""


def scopes_of(http: Any) -> frozenset[str] | None:
    """The scopes that the credentials were granted, or were made with; None where they do not say."""
    credentials = credentials_of(http)
    told = getattr(credentials, "granted_scopes", None) or getattr(credentials, "scopes", None)
    if isinstance(told, str):
        told = told.split()
    return frozenset(map(str, told)) if told else None
