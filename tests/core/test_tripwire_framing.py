from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentrein.tripwire_framing import Framing, Line

LOOKS = b"POST /repos HTTP/1.1\r\nHost: x\r\n\r\n"
"""A body that looks like a request."""

STREAM = b"".join(
    (
        b"GET /a HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /b HTTP/1.1\r\nContent-Length: %d\r\n\r\n%b" % (len(LOOKS), LOOKS),
        b"PUT /c HTTP/1.1\r\nTRANSFER-ENCODING: gzip, Chunked\r\n\r\n",
        b"%x;name=value\r\n%b\r\n5\r\nGET /\r\n0\r\nTrailer: GET / HTTP/1.1\r\n\r\n" % (len(LOOKS), LOOKS),
        b"\r\nDELETE /d%20e?f=g HTTP/1.1\r\nHost: x\r\n\r\n",
    )
)
LINES = [("GET", "/a"), ("POST", "/b"), ("PUT", "/c"), ("DELETE", "/d%20e?f=g")]


def fed(*pieces: bytes) -> list[Line]:
    """The request lines in some pieces."""
    framing = Framing()
    return [line for piece in pieces for line in framing.feed(piece)]


@given(st.lists(st.integers(0, len(STREAM)), max_size=12))
def test_the_lines_are_the_same_however_the_bytes_are_cut(cuts: list[int]) -> None:
    """Neither a body that looks like a request nor a chunk nor a trailer is one, and no request is missed."""
    at = [0, *sorted(cuts), len(STREAM)]
    framing = Framing()
    found = [line for start, end in pairwise(at) for line in framing.feed(STREAM[start:end])]
    assert found == LINES
    assert framing.idle


@pytest.mark.parametrize("length", ["0", "5"])
def test_what_follows_the_declared_end_of_a_body_is_a_request(length: str) -> None:
    """A server reads on behind the length that the headers declare, and so do we."""
    head = f"POST /a HTTP/1.1\r\nContent-Length: {length}\r\n\r\n".encode()
    assert fed(head, b"x" * int(length) + LOOKS) == [("POST", "/a"), ("POST", "/repos")]


def test_a_line_is_given_when_it_is_complete() -> None:
    """Not before, for its target is not known; not later, for the server acts on what follows."""
    framing = Framing()
    assert framing.feed(b"POST /a") == []
    assert not framing.idle
    assert framing.feed(b"bc HTTP/1.1\r\n") == [("POST", "/abc")]
    assert framing.feed(b"Host: x\r\n\r\n") == []
    assert framing.idle


def test_bytes_that_are_no_request_are_none() -> None:
    """What no server takes for a request hides none behind it, and the next piece begins anew."""
    assert fed(b"\x16\x03\x01 hello\nPOST /a HTTP/1.1\r\n\r\n", LOOKS) == [("POST", "/repos")]


@pytest.mark.parametrize("value", ["many", "-5", ""])
def test_a_length_that_is_no_number_is_none(value: str) -> None:
    """Then there is no body that would have to be skipped."""
    assert fed(f"POST /a HTTP/1.1\r\nContent-Length: {value}\r\n\r\n".encode(), LOOKS)[1:] == [("POST", "/repos")]
