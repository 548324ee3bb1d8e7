"""From a prepared request to a `Request`: the address as Salesforce will read it, and the body as data."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from requests import PreparedRequest

from agentrein.connector import Refused, Request
from agentrein_salesforce import packages, soap
from agentrein_salesforce.addresses import VERSION, canonical
from agentrein_salesforce.answers import reads
from agentrein_salesforce.credentials import defines_credentials, holds_credentials

OVERRIDES = frozenset({"x-http-method-override", "x-http-method", "x-method-override"})
"""Headers with which a request asks to be read as another method."""

CREDENTIALS = frozenset({"access_token", "assertion", "client_secret", "oauth_token", "password", "sid", "token"})
"""Query parameters that hold a credential."""

_METHOD = "_httpmethod"
"""The parameter, in small letters, that makes one verb of another.

https://developer.salesforce.com/docs/platform/api-rest/guide/dome-update-fields.html
"""

_ID = re.compile(r"[a-zA-Z0-9]{15}(?:[a-zA-Z0-9]{3})?")
_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)
READS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that read, unless what they ask for executes."""

_PORTS = {"http": 80, "https": 443}
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([^\s;\"']*)")
_SQL = re.compile(r"(?i)\s*SELECT\b")
_PLAIN = re.compile(r"/services/data/v\d{1,3}\.\d(?P<path>(?:/[A-Za-z0-9_-]+)*/?)(?P<query>\?[^#]*)?")
"""Paths that no server reads in another way."""

_RECORD = re.compile(r"/sobjects/(?P<sobject>[^/]+)/(?P<key>[^/]+)(?:/(?P<value>[^/]+))?/?")


def endpoint_of(url: str) -> str:
    """The instance at which a URL lies: always written `https`, and with a port that is not the usual one.

    The SDK knows nothing but https; a plain server on loopback is reached by another adapter, and is the same place.
    """
    return _endpoint(root_of(url))


def root_of(url: str) -> str:
    """The beginning of a URL, before its path."""
    at = url.find("/", url.find("://") + 3)
    return url if at < 0 else url[:at]


@lru_cache(maxsize=256)
def _endpoint(root: str) -> str:
    parts = urlsplit(root)
    port = parts.port or _PORTS.get(parts.scheme, 443)
    host = (parts.hostname or "").rstrip(".")
    shown = f"[{host}]" if ":" in host else host
    return f"https://{shown}" + ("" if port == 443 else f":{port}")


def plain_read(request: PreparedRequest, root: str) -> Request | None:
    """A declared read, told without a closer look; None where only that tells."""
    found = None if request.method != "GET" or request.body else _PLAIN.fullmatch(request.url or "", len(root))
    if found is None or _METHOD in unquote(found["query"] or "").lower():
        return None
    if "method" in "".join(map(str, request.headers)).lower():
        return None
    path = found["path"] or "/"
    return Request("GET", path) if reads("GET", path) else None


def decode(request: PreparedRequest) -> Request:
    """A request in the words of the table; raises Refused where it is not what it shows."""
    method, url = str(request.method).upper(), request.url or ""
    parts = urlsplit(url)
    params = _params(parts.query)
    _check(request, method, url, params)
    path, version = canonical(parts.path)
    if not path:
        raise refused(request, "it lies outside of Salesforce's APIs")
    body, opaque = _body(request, path)
    if isinstance(body, dict) and any(name.lower() == _METHOD for name in body):
        raise refused(request, "its body asks Salesforce to read it as another verb")
    if path == "/Soap/m" and (defines_credentials(body) or packages.holds_credentials(body)):
        raise refused(request, "components of this kind hold credentials, which would be recorded")
    body = packages.told(body) if path == "/Soap/m" else body
    headers = {**_meaning(request), **({VERSION: version} if version else {})}
    return Request(method, path, params, body, headers, opaque, url=url.partition("?")[0].partition("#")[0])


def _check(request: PreparedRequest, method: str, url: str, params: Mapping[str, Any]) -> None:
    """Raise Refused for a request that Salesforce may read as another one; a write is looked at more closely."""
    parts = urlsplit(url)
    names = {name.lower() for name in params}
    if ";" in parts.path:
        raise refused(request, "a `;` stands in its path, behind which servers read no path any more")
    if _METHOD in names or any(_header(name) in OVERRIDES for name in request.headers):
        raise refused(request, "it asks Salesforce to read it as another verb")
    path = canonical(parts.path)[0]
    if method in READS and (reads(method, path) or path.startswith("/oauth2")):
        return
    if parts.username or parts.password:
        raise refused(request, "a name or password stands in its address, which would go instead of the session")
    if "#" in url:
        raise refused(request, "a `#` stands in its address, so it would arrive cut off")
    if not CREDENTIALS.isdisjoint(names):
        raise refused(request, "a credential stands in its query, where it would be recorded")
    _check_record(request, path)


def _check_record(request: PreparedRequest, path: str) -> None:
    """Raise Refused for a write whose record is named by anything but its id, or a field and its value."""
    if path.startswith("/sobjects/") and holds_credentials(unquote(path.split("/")[2])):
        raise refused(request, "the records of this object hold credentials, which would be recorded")
    found = _RECORD.fullmatch(path)
    if found is None:
        return
    sobject, key, value = (unquote(part or "") for part in found.groups())
    is_id = _ID.fullmatch(key) is not None and any(letter.isdigit() for letter in key)
    if not _NAME.fullmatch(sobject):
        raise refused(request, f"{sobject!r} is no name of an object")
    if not value and not is_id and key != "Id":
        raise refused(request, f"{key!r} is no id of a record")
    if value and is_id and (sobject, value) != ("User", "password"):
        raise refused(request, f"it would change what {value!r} of this record leads to, which is another record")
    if value and not is_id and not _NAME.fullmatch(key):
        raise refused(request, f"{key!r} is no name of a field")


def refused(request: PreparedRequest, problem: str) -> Refused:
    """The refusal of a request whose address is not what it shows."""
    line = f"{str(request.method).upper()} {urlsplit(request.url or '').path}"
    return Refused(
        f"refused: {line}",
        why=f"{problem}. Nothing was sent.",
        reason="address",
        operation=f"salesforce: {line}",
        now="name a record by its id of 15 or 18 letters and digits, or by `Field/value`",
    )


def _header(name: Any) -> str:
    text = name.decode("latin-1") if isinstance(name, bytes) else str(name)
    return text.strip().lower().replace("_", "-")


def _params(query: str) -> dict[str, Any]:
    """The query; a parameter that stands there several times as a list."""
    found: dict[str, list[str]] = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        found.setdefault(name, []).append(value)
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}


def _meaning(request: PreparedRequest) -> dict[str, str]:
    """The headers that change what a request does: Salesforce's own, and conditions.

    https://developer.salesforce.com/docs/platform/api-rest/guide/headers.html
    """
    named = {_header(name): value for name, value in request.headers.items()}
    return {name: _text(value) for name, value in named.items() if name.startswith(("sforce-", "if-"))}


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _body(request: PreparedRequest, path: str) -> tuple[Any, bool]:
    """The body as data, and whether it is not recorded: what cannot be read, and what holds credentials."""
    content: Any = request.body
    if path.startswith("/oauth2"):
        return None, True
    if not content:
        return None, False
    if not isinstance(content, str | bytes):  # a file or a generator, which could be read only once
        return None, True
    kind = _text(request.headers.get("content-type") or "").lower()
    if not _is_utf_8(kind):
        return None, True
    if "xml" in kind:
        found = soap.request_of(content) if path.startswith("/Soap/") else None
        return found, found is None
    return _json_or_text(content, kind, path)


def _json_or_text(content: str | bytes, kind: str, path: str) -> tuple[Any, bool]:
    try:
        text = content if isinstance(content, str) else content.decode("utf-8")
        if "csv" in kind:
            return {"csv": text}, False
        if path.startswith("/async/") and _SQL.match(text):
            return {"soql": text}, False
        return (json.loads(text, object_pairs_hook=_object), False) if "json" in kind else (None, True)
    except ValueError:
        return None, True


def _is_utf_8(kind: str) -> bool:
    """Whether a kind of content names no other way to write letters than the one in which it is read here."""
    named = _CHARSET.search(kind)
    return named is None or named[1] in {"utf-8", "utf8", "us-ascii"}


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; raises ValueError where a name stands in it twice, for nobody says which of the two counts."""
    found = dict(pairs)
    if len(found) != len(pairs):
        message = "a name stands twice in one object"
        raise ValueError(message)
    return found


def credential_of(request: PreparedRequest) -> str:
    """The session that a request carries, in whichever place its API takes it; empty if none."""
    scheme, _, token = _text(request.headers.get("authorization") or "").partition(" ")
    if scheme.lower() in {"bearer", "oauth"} and token.strip():
        return token.strip()
    session = _text(request.headers.get("x-sfdc-session") or "")
    if session:
        return session
    kind = _text(request.headers.get("content-type") or "").lower()
    return soap.session_in(request.body) if "xml" in kind and isinstance(request.body, str | bytes) else ""
