"""From a request that stripe built to a `Request`: the address as Stripe will read it, and the body as data."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlsplit

from agentrein.connector import Refused, Request
from agentrein_stripe.proxy.form import Unreadable, decoded
from agentrein_stripe.proxy.mark import HOSTS

MEANING = ("Stripe-Account", "Stripe-Context", "Stripe-Version")
"""The headers that say whose things a request is about, and how it is read. https://docs.stripe.com/api/versioning"""

KEY = "idempotency-key"
_GIVEN = frozenset({"authorization", KEY, *(name.lower() for name in MEANING)})
"""What a caller's own headers may say; what else they say must not change how the request is read."""

_CHANGING = re.compile(r"(x-)?(http-)?method(-override)?|host|content-(type|length|encoding)|transfer-encoding")
_FILES = re.compile(r"/v1/files/?")
_ELSEWHERE = (
    ("files", re.compile(r"POST /v1/files/?|GET /v1/quotes/[^/]+/pdf/?")),
    ("connect", re.compile(r"\w+ /(express/)?oauth/.+")),
    ("meter_events", re.compile(r"POST /v2/billing/meter_event_stream/?")),
)
_PLAIN = re.compile(r"/(?:[A-Za-z0-9_\-]+/)*[A-Za-z0-9_\-]+(?=\?|\Z)")


@dataclass(slots=True)
class Built:
    """The arguments with which stripe would send, in the order in which it has them."""

    method: str
    url: str
    headers: dict[str, str]
    post_data: Any
    retries: int | None
    rest: tuple[Any, ...]

    @classmethod
    def of(
        cls, method: str, url: str, headers: dict[str, str], post_data: Any, retries: int | None, *rest: Any
    ) -> Self:
        """What stripe built."""
        return cls(method, url, headers, post_data, retries, rest)

    @property
    def arguments(self) -> tuple[Any, ...]:
        """What stripe sends."""
        return self.method, self.url, self.headers, self.post_data, self.retries, *self.rest

    def under(self, key: str) -> tuple[Any, ...]:
        """The same with this idempotency key, and with resends off; the key stays stripe's where none is given."""
        headers = self.headers
        if key:
            headers = {name: value for name, value in headers.items() if name.lower() != KEY}
            headers["Idempotency-Key"] = key
        return self.method, self.url, headers, self.post_data, 0, *self.rest


def plain_read(method: str, url: str, options: Mapping[str, Any] | None) -> Request | None:
    """A GET as it leaves, told without building it; None where only the built request tells."""
    if method.lower() != "get" or (options and options.get("headers")):
        return None
    found = _PLAIN.match(url)
    return None if found is None else Request("GET", found[0])


def host_of(method: str, path: str) -> str:
    """Which of the client's places takes a request."""
    return next((name for name, lines in _ELSEWHERE if lines.fullmatch(f"{method} {path}")), "api")


def decode(bases: Mapping[str, Any], built: Built, options: Mapping[str, Any] | None, params: Any) -> Request:
    """A built request in the words of the table; raises Refused where it would not be read as it shows."""
    method = built.method.upper()
    path, query = _place(bases, built, method)
    _check_headers(built, options, f"{method} {path}")
    body, opaque = _body(built, method, path, params)
    return Request(
        method,
        path,
        _form(query, method, path),
        body,
        meaning(built.headers),
        opaque,
        url="" if host_of(method, path) == "api" else built.url.partition("?")[0],
        key=key_given(options),
    )


def _place(bases: Mapping[str, Any], built: Built, method: str) -> tuple[str, str]:
    """Path and query, provided that the request goes where Stripe takes it."""
    shown = f"{method} {urlsplit(built.url).path}"
    base = next((str(bases[name]) for name in HOSTS if bases.get(name) and built.url.startswith(f"{bases[name]}/")), "")
    if not base:
        raise refused(shown, "it would go to none of the client's base addresses")
    path, _, query = built.url[len(base.rstrip("/")) :].partition("?")  # what would stand there twice is refused
    if str(bases.get(host_of(method, path))) != base:
        raise refused(shown, f"it would go to {urlsplit(base).hostname}, which is not where Stripe takes it")
    if "#" in query:
        raise refused(shown, "a `#` stands in its query, so it would arrive cut off")
    if ";" in query:
        raise refused(shown, "a `;` stands in its query, where some servers begin another parameter")
    return path, query


def _check_headers(built: Built, options: Mapping[str, Any] | None, shown: str) -> None:
    given = [_header(name) for name in ((options or {}).get("headers") or {})]
    if any(name not in _GIVEN and _CHANGING.fullmatch(name) for name in given):
        raise refused(shown, "a header of its own would change how Stripe reads it")
    names = [_header(name) for name in built.headers]
    if any(names.count(name) > 1 for name in _GIVEN - {KEY}):  # of two keys, the caller's is sent
        raise refused(shown, "a header stands there twice")


def _header(name: Any) -> str:
    """The name of a header as servers read it."""
    return str(name).strip().lower().replace("_", "-")


def key_given(options: Mapping[str, Any] | None) -> str:
    """The idempotency key that the caller gave, empty where stripe makes one up."""
    options = options or {}
    given = next((value for name, value in (options.get("headers") or {}).items() if _header(name) == KEY), None)
    return str(given or options.get("idempotency_key") or "")


def meaning(headers: Mapping[str, Any]) -> dict[str, str]:
    """The headers that change what the call means; never a credential."""
    said = {name.lower(): str(value) for name, value in headers.items()}
    return {name: said[name.lower()] for name in MEANING if said.get(name.lower())}


def _form(text: str, method: str, path: str) -> dict[str, Any]:
    try:
        return decoded(text)
    except (Unreadable, ValueError) as problem:
        raise refused(f"{method} {path}", f"{problem}, so that it could be read in two ways") from problem


def _body(built: Built, method: str, path: str, params: Any) -> tuple[Any, bool]:
    """The body as data, and whether it cannot be read: an upload where Stripe takes none."""
    if built.post_data is None or built.post_data == "":
        return None, False
    kind = str(built.headers.get("Content-Type", ""))
    if kind.startswith("multipart/"):
        return (_upload(params), False) if _FILES.fullmatch(path) else (None, True)
    if "json" in kind:
        return json.loads(built.post_data) or None, False
    return _form(built.post_data, method, path) or None, False


def _upload(params: Mapping[str, Any]) -> dict[str, Any]:
    """What is recorded of an upload: the file is there by its name only. https://docs.stripe.com/file-upload."""
    return {name: _named(value) for name, value in params.items() if value is not None}


def _named(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _named(one) for key, one in value.items()}
    if hasattr(value, "read") or isinstance(value, bytes | bytearray):
        return str(getattr(value, "name", "") or "upload").replace("\\", "/").rpartition("/")[2]
    return str(value).lower() if isinstance(value, bool) else str(value)


def refused(shown: str, problem: str) -> Refused:
    """The refusal of a request whose address is not what it shows."""
    return Refused(
        f"refused: {shown}",
        why=f"{problem}. Nothing was sent.",
        reason="address",
        operation=f"stripe: {shown}",
        now="pass ids as Stripe gives them, and send it as stripe's own methods do",
    )
