"""What a sandbox receives and what it answers, as plain data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_CREDENTIALS = frozenset({"authorization", "cookie", "proxy-authorization"})


@dataclass(frozen=True, repr=False)
class Request:
    """One request as it arrived at a sandbox.

    `n` counts from 1 since the last reset, `at` is in seconds since the epoch. `path` is raw, as sent
    (still percent-encoded, without the query); `body` is the parsed JSON or form, None if there was none or it did
    not parse (then `raw` holds the bytes). `status` is None while no answer was sent, and for good if it was dropped.
    `actor` is whom the credential belongs to; the credential itself is kept nowhere, `headers` are without it, and
    `credentialed` says that one was sent. `is_write` is what the sandbox says of the request.
    """

    n: int
    at: float
    method: str
    path: str
    query: dict[str, str]
    body: Any = None
    status: int | None = None
    actor: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    pairs: tuple[tuple[str, str], ...] = ()
    raw: bytes = b""
    credentialed: bool = False
    is_write: bool = False

    @property
    def decoded(self) -> str:
        """The path with its percent-encoding undone."""
        return unquote(self.path)

    def __repr__(self) -> str:
        return f"<Request {self.n} {self.method} {self.path} -> {self.status or 'no answer'}>"


@dataclass(frozen=True)
class Answer:
    """An answer to be sent: a status, a body (JSON value, bytes, or None for no body) and extra headers."""

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    media: str = "application/json; charset=utf-8"

    @property
    def content(self) -> bytes:
        """The bytes of the body."""
        if isinstance(self.body, bytes):
            return self.body
        if self.body is None:
            return b""
        return json.dumps(self.body, ensure_ascii=False, separators=(",", ":")).encode()


class Stop(Exception):
    """Raised anywhere below a route to end the request with this answer."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(f"answered {answer.status}")
        self.answer = answer


def read_headers(pairs: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Header names in lower case with their values, credentials included."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in pairs}


def has_credential(headers: Mapping[str, str]) -> bool:
    """Whether any header carries a credential."""
    return not _CREDENTIALS.isdisjoint(headers)


def without_credentials(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers that may be kept in a record."""
    return {name: value for name, value in headers.items() if name not in _CREDENTIALS}


def read_body(content: bytes, media: str) -> tuple[Any, bytes]:
    """The parsed body and the bytes that did not parse: one of the two is always empty."""
    if not content:
        return None, b""
    if media.startswith("application/x-www-form-urlencoded") and content[:1] not in b"[{":
        return dict(parse_qsl(content.decode("utf-8", "replace"), keep_blank_values=True)), b""
    try:
        return json.loads(content), b""
    except ValueError:
        return None, content


def read_query(query: bytes) -> tuple[tuple[str, str], ...]:
    """The pairs of a query string in their order, blanks kept."""
    return tuple(parse_qsl(query.decode("latin-1"), keep_blank_values=True))
