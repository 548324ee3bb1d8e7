"""What a stand-in for Google receives: a request taken apart, without its credential."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email import policy
from email.parser import BytesParser
from typing import Any
from urllib.parse import parse_qsl

from agentrein.testing import Request
from agentrein_google.sandbox.errors import failure

SECRET = frozenset({"access_token", "key", "oauth_token", "upload_id"})
"""Query parameters that no record keeps."""

COMMON = frozenset({"$.xgafv", "alt", "callback", "fields", "prettyPrint", "quotaUser", "uploadType", "userIp"})
"""Query parameters that every method takes."""

OVERRIDE = "x-http-method-override"


@dataclass(frozen=True)
class Media:
    """A file that was sent."""

    type: str
    data: bytes


@dataclass(frozen=True)
class Asked:
    """One request as a handler sees it: who asks, the parameters as they came, the JSON, the file."""

    actor: str
    token: str
    query: Mapping[str, str] = field(default_factory=dict)
    pairs: Sequence[tuple[str, str]] = ()
    body: Any = None
    media: Media | None = None
    fields: str = ""
    alt: str = "json"

    def every(self, name: str) -> list[str]:
        """A parameter that may come several times."""
        return [value for key, value in self.pairs if key == name]

    def flag(self, name: str) -> bool:
        """A parameter that is true or false."""
        return self.query.get(name, "false") == "true"


@dataclass(frozen=True, repr=False)
class GoogleRequest(Request):
    """A request with its token, and the upload session that it names; neither is shown or compared."""

    token: str = field(default="", compare=False)
    upload: str = field(default="", compare=False)
    content: bytes = b""


def pairs_of(query: str | Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The pairs of a query that may be kept."""
    pairs = parse_qsl(query, keep_blank_values=True) if isinstance(query, str) else query
    return tuple((name, value) for name, value in pairs if name not in SECRET)


def token_of(headers: Mapping[str, str], query: Mapping[str, str]) -> str:
    """The token of a request: of its header, else of its query."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else query.get("access_token") or query.get("oauth_token") or ""


def json_of(content: bytes) -> Any:
    """The JSON of a body; 400 for what is none."""
    if not content:
        return None
    try:
        return json.loads(content)
    except ValueError:
        raise failure(400, "parseError", "Parse Error") from None


def related(content: bytes, kind: str) -> tuple[Any, Media]:
    """Metadata and file of an upload in one request."""
    found = parts(content, kind)
    if len(found) != 2:
        raise failure(400, "badContent", "Malformed multipart body.")
    (_, metadata), (headers, data) = found
    return json_of(metadata), Media(headers.get("content-type", "application/octet-stream"), data)


def parts(content: bytes, kind: str) -> list[tuple[dict[str, str], bytes]]:
    """The parts of a multipart body, with the headers of each."""
    told = BytesParser(policy=policy.HTTP).parsebytes(f"content-type: {kind}\r\n\r\n".encode("latin-1"))
    mark = b"--" + str(told.get_boundary() or "").encode("latin-1")
    if mark == b"--" or not content.startswith(mark):
        raise failure(400, "badContent", "Malformed multipart body.")
    end = b"\r\n" if content[len(mark) :].startswith(b"\r\n") else b"\n"
    found = []
    for piece in (end + content).split(end + mark)[1:]:
        if piece.startswith(b"--"):
            break
        head, data = headed(piece.removeprefix(end), end)
        found.append((head, data))
    return found


def headed(piece: bytes, end: bytes) -> tuple[dict[str, str], bytes]:
    """Headers and content of one part."""
    head, _, data = piece.partition(end * 2)
    lines = [line.decode("latin-1").partition(":") for line in head.split(end)]
    return {name.strip().lower(): value.strip() for name, _, value in lines if name.strip()}, data
