"""From what hubspot-api-client is about to send to a `Request`: the address as HubSpot reads it, the body as data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urlsplit

from agentrein.connector import Refused, Request
from agentrein_hubspot.proxy.bodies import FORM, MULTIPART, PLAIN, UnreadableError, form_of, source_of, takes_file

OVERRIDES = frozenset({"x-http-method-override", "x-http-method", "x-method-override"})
"""Headers with which a request asks to be read as another method."""

CREDENTIALS = frozenset({"access_token", "client_secret", "password", "refresh_token"})
"""Query parameters that hold a credential; HubSpot takes none there."""

API_KEY = "hapikey"
"""The query parameter that holds a developer's key; it is sent, and recorded nowhere."""

_BLANK = re.compile(r"[\x00-\x20\x7f]")
_PORTS = {"http": 80, "https": 443}
_OAUTH = re.compile(r"/oauth(/.*)?")
_TOKEN = re.compile(r"/oauth/v\d+/(refresh-tokens|access-tokens)/.+")


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What leaves, whichever of the SDK's two transports sends it."""

    endpoint: str
    method: str
    url: str
    headers: Mapping[str, str]
    query: str = ""
    body: Any = None
    opaque: bool = False

    @property
    def parts(self) -> SplitResult:
        """The URL, taken apart."""
        return urlsplit(self.url)

    @property
    def path(self) -> str:
        """The path below the endpoint, encoded as the caller wrote it."""
        return self.parts.path.removeprefix(urlsplit(self.endpoint).path.rstrip("/"))


def endpoint_of(url: str) -> str:
    """A base URL without what may hold a credential: name and password, query and fragment."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path.rstrip('/')}"


def plain_read(method: str, headers: Iterable[str]) -> bool:
    """Whether a request reads by its method, wherever it goes."""
    return method in {"GET", "HEAD"} and not overridden(headers)


def decode(out: Outgoing) -> Request:
    """A write in the words of the table; raises Refused where its address is not what it shows."""
    _check_place(out)
    _check_headers(out)
    params = _params(out)
    if _OAUTH.fullmatch(out.path):  # a code, a secret, a refresh token
        return Request(out.method, out.path, params, None, opaque=True)
    return Request(out.method, out.path, params, out.body, opaque=out.opaque)


def _check_place(out: Outgoing) -> None:
    parts, base = out.parts, urlsplit(out.endpoint)
    if _BLANK.search(out.url):
        raise refused(out, "a blank or a control character stands in its address, which is not read the same by all")
    if _origin(parts) != _origin(base):
        raise refused(out, f"it would go to {parts.scheme}://{parts.hostname}, which is not where this client acts")
    if "@" in parts.netloc:
        raise refused(out, "a name or password stands in its address, which would go instead of the token")
    if not parts.path.startswith(f"{base.path.rstrip('/')}/"):
        raise refused(out, f"it lies outside of the API at {out.endpoint}")
    if "#" in out.url:
        raise refused(out, "a `#` stands in its address, so it would arrive cut off")
    if _TOKEN.fullmatch(out.path):
        raise refused(out, "a token stands in its path, where it would be recorded", shown="/oauth/…")


def _origin(parts: SplitResult) -> tuple[str, str, int | None]:
    """Scheme, host and port; where the port is none, the host as it stands there, which is that of no client."""
    try:
        return parts.scheme, parts.hostname or "", parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return parts.scheme, parts.netloc, None


def overridden(headers: Iterable[str]) -> bool:
    """Whether a header asks for another method, its name read as servers do: `_` as `-`, without blanks around it."""
    names = " ".join(map(str, headers)).lower()
    return "method" in names and not OVERRIDES.isdisjoint(names.replace("_", "-").split())


def _check_headers(out: Outgoing) -> None:
    if overridden(out.headers):
        raise refused(out, "a header asks HubSpot to read it as another method")
    if "host" in {name.lower() for name in out.headers}:
        raise refused(out, "a `Host` header names another server than its address")


def _params(out: Outgoing) -> dict[str, Any]:
    """The query without the developer's key, a parameter that stands there several times as a list."""
    given: dict[str, list[str]] = {}
    for name, value in _pairs(out):
        given.setdefault(name, []).append(value)
    names = {name.lower() for name in given}
    if "_method" in names:
        raise refused(out, "its query would change the method")
    if not CREDENTIALS.isdisjoint(names):
        raise refused(out, "a credential stands in its query, where it would be recorded")
    return {
        name: values[0] if len(values) == 1 else values for name, values in given.items() if name.lower() != API_KEY
    }


def api_key(out: Outgoing) -> str | None:
    """The developer's key in the query, None if there is none."""
    return next((value for name, value in _pairs(out) if name.lower() == API_KEY), None)


def _pairs(out: Outgoing) -> list[tuple[str, str]]:
    return [pair for query in (out.parts.query, out.query) for pair in parse_qsl(query, keep_blank_values=True)]


def with_body(out: Outgoing, body: Any, fields: Any) -> Outgoing:
    """The same with its body as data, read as the SDK's REST client writes it; opaque where nothing can be read."""
    kind = out.headers.get("Content-Type", "application/json")
    if "json" in kind.lower():
        return replace(out, body=None if body is None else json.loads(json.dumps(body)))
    try:
        return replace(out, body=_other(out.path, kind, body, fields))
    except UnreadableError:
        return replace(out, opaque=True)


def _other(path: str, kind: str, body: Any, fields: Any) -> Any:
    if kind == FORM or (kind == MULTIPART and takes_file(path)):
        return form_of(fields)
    if kind == PLAIN:
        return source_of(path, body)
    raise UnreadableError


_NOW = "pass ids as HubSpot gives them, and paths below the client's own base URL"


def refused(out: Outgoing, problem: str, *, shown: str = "", reason: str = "address", now: str = _NOW) -> Refused:
    """The refusal of what must not leave as it is."""
    line = f"{out.method} {shown or out.parts.path}"
    return Refused(
        f"refused: {line}",
        why=f"{problem}. Nothing was sent.",
        reason=reason,
        operation=f"hubspot: {line}",
        now=now,
    )
