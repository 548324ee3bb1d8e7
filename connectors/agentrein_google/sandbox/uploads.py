"""Uploads in chunks: https://developers.google.com/workspace/drive/api/guides/manage-uploads#resumable."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agentrein.testing import Answer
from agentrein_google.sandbox.errors import failure

_RANGE = re.compile(r"bytes (?:(?P<first>\d+)-(?P<last>\d+)|\*)/(?P<size>\d+|\*)")
_GRAIN = 256 * 1024


@dataclass
class Session:
    """An upload that was begun: what is to be made of it, and what has come so far."""

    method: str
    path: str
    query: Mapping[str, str]
    pairs: tuple[tuple[str, str], ...]
    body: Any
    kind: str
    actor: str
    token: str
    fields: str
    size: int | None
    data: bytearray = field(default_factory=bytearray)
    done: Answer | None = None


class Sessions:
    """The uploads that are going on."""

    def __init__(self) -> None:
        self._open: dict[str, Session] = {}

    def begin(self, session: Session, root: str) -> Answer:
        """Begin one: the address at which it goes on is told in a header."""
        id = secrets.token_urlsafe(24)
        self._open[id] = session
        location = f"{root}{session.path}?uploadType=resumable&upload_id={id}"
        return Answer(200, None, {"location": location, "x-guploader-uploadid": id})

    def of(self, id: str) -> Session:
        """A session; 404 for one that is not known."""
        if id not in self._open:
            raise failure(404, "notFound", "Upload session not found.")
        return self._open[id]


def taken(session: Session, content: bytes, headers: Mapping[str, str]) -> bool:
    """Take a chunk; whether the file is whole now. Raises Stop for a range that does not fit."""
    told = headers.get("content-range")
    if told is None:
        session.data[:] = content
        return True
    found = _RANGE.fullmatch(told)
    if found is None:
        raise failure(400, "badRequest", f"Invalid Content-Range: {told}")
    size = None if found["size"] == "*" else int(found["size"])
    session.size = size if size is not None else session.size
    if found["first"] is not None:
        _add(session, content, int(found["first"]), int(found["last"]))
    return session.size is not None and len(session.data) == session.size


def _add(session: Session, content: bytes, first: int, last: int) -> None:
    whole = session.size is not None and last + 1 == session.size
    if last - first + 1 != len(content) or first > len(session.data):
        raise failure(400, "badRequest", "The chunk does not fit its Content-Range.")
    if not whole and len(content) % _GRAIN:
        raise failure(400, "badRequest", f"A chunk is a multiple of {_GRAIN} bytes.")
    session.data[first:] = content


def goes_on(session: Session) -> Answer:
    """308: as far as it has come."""
    held = len(session.data)
    return Answer(308, None, {"range": f"bytes=0-{held - 1}"} if held else {})
