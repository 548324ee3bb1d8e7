"""Where request lines stand in the bytes that one HTTP/1.1 connection sends.

Only the framing that the headers declare tells what a server reads as a body, so only it is believed: a body may look
like a request line, and what follows the declared end of a body is one.
https://www.rfc-editor.org/rfc/rfc9112#name-message-body-length
"""

from __future__ import annotations

import re
from collections.abc import Callable

Line = tuple[str, str]
"""Method and target of a request."""

_REQUEST = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+) +(\S+) +HTTP/\d")
_ALL = 1 << 62
"""What follows a line that no server takes for a request: nothing of the piece is looked at any more."""

_LONGEST = 1 << 20
"""Bytes without the end of a line after which nothing is waited for any more."""


class Framing:
    """How far the bytes of a connection have come; `feed` gives the request lines that a piece completes."""

    __slots__ = ("_chunked", "_found", "_held", "_length", "_reads", "_skip")

    def __init__(self) -> None:
        self._reads: Callable[[bytes], int] = self._request
        self._held, self._skip = b"", 0
        self._length, self._chunked = 0, False
        self._found: list[Line] = []

    @property
    def idle(self) -> bool:
        """Whether the next byte begins a request."""
        return not self._skip and not self._held and self._reads == self._request

    def feed(self, data: bytes) -> list[Line]:
        """Go on by one piece of any length, and give what it completes."""
        if self._skip >= len(data):
            self._skip -= len(data)
            return []
        self._found, rest, at, self._skip = [], self._held + data, self._skip, 0
        while at < len(rest):
            end = rest.find(b"\n", at)
            if end < 0:
                break
            line = rest[at:end].rstrip(b"\r")
            at = end + 1
            at += self._reads(line)
        self._held = rest[at:] if len(rest) - at < _LONGEST else b""
        self._skip = max(0, at - len(rest)) if at < _ALL else 0
        return self._found

    # --- what a line is, and how many bytes follow it that are none

    def _request(self, line: bytes) -> int:
        if not line.strip():
            return 0  # servers skip empty lines in front of a request
        found = _REQUEST.match(line)
        if found is None:
            return _ALL
        self._found.append((found[1].decode("ascii"), found[2].decode("latin-1")))
        self._length, self._chunked, self._reads = 0, False, self._header
        return 0

    def _header(self, line: bytes) -> int:
        if not line:
            self._reads = self._size if self._chunked else self._request
            return 0 if self._chunked else self._length
        name, _, value = line.partition(b":")
        match name.strip().lower():
            case b"content-length":
                self._length = _number(value, 10)
            case b"transfer-encoding":
                self._chunked = b"chunked" in value.lower()
        return 0

    def _size(self, line: bytes) -> int:
        size = _number(line.partition(b";")[0], 16)
        self._reads = self._chunk_end if size else self._trailer
        return size

    def _chunk_end(self, line: bytes) -> int:  # noqa: ARG002 - the line is empty
        self._reads = self._size
        return 0

    def _trailer(self, line: bytes) -> int:
        if not line:
            self._reads = self._request
        return 0


def _number(text: bytes, base: int) -> int:
    try:
        return max(0, int(text.strip(), base))
    except ValueError:
        return 0
