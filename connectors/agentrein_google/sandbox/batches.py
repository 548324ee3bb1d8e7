"""Batches: https://developers.google.com/workspace/gmail/api/guides/batch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from agentrein.testing import Answer
from agentrein_google.sandbox.errors import failure
from agentrein_google.sandbox.wire import headed, parts

MOST = 100
_BOUNDARY = "batch_of_answers"


@dataclass(frozen=True)
class Part:
    """One request in a batch."""

    id: str
    method: str
    target: str
    headers: Mapping[str, str]
    content: bytes


def requests_in(content: bytes, kind: str) -> list[Part]:
    """The requests of a batch; 400 where there are too many, or one is no request."""
    found = [_part(headers, data) for headers, data in parts(content, kind)]
    if len(found) > MOST:
        raise failure(400, "invalid", f"The batch holds {len(found)} calls, more than {MOST}.")
    return found


def _part(headers: Mapping[str, str], data: bytes) -> Part:
    if headers.get("content-type") != "application/http":
        raise failure(400, "badRequest", "Failed to parse batch request, error: not an HTTP request.")
    line, _, rest = data.partition(b"\n")
    words = line.decode("latin-1").split()
    if len(words) != 3 or not words[1].startswith("/"):
        raise failure(400, "badRequest", "Failed to parse batch request, error: its request line.")
    end = b"\r\n" if b"\r\n\r\n" in rest else b"\n"
    own, body = headed(rest, end)
    return Part(headers.get("content-id", ""), words[0], words[1], own, body)


def answers_of(answers: list[tuple[Part, Answer]]) -> Answer:
    """The answer to a batch: each part's own, in a part of its own."""
    text = "".join(_shown(part, answer) for part, answer in answers) + f"--{_BOUNDARY}--\r\n"
    return Answer(200, text.encode(), media=f"multipart/mixed; boundary={_BOUNDARY}")


def _shown(part: Part, answer: Answer) -> str:
    phrase = HTTPStatus(answer.status).phrase
    headers = {"Content-Type": "application/json; charset=UTF-8", **answer.headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    id = part.id.replace("<", "<response-", 1)
    return (
        f"--{_BOUNDARY}\r\nContent-Type: application/http\r\nContent-ID: {id}\r\n\r\n"
        f"HTTP/1.1 {answer.status} {phrase}\r\n{head}\r\n{answer.content.decode()}\r\n"
    )
