"""Answers between the wire and plain data, in both directions."""

from __future__ import annotations

import json
from typing import Any

from httplib2 import Response  # type: ignore[import-untyped]

from agentrein.connector import Answer


def answered(response: Any, content: Any) -> Answer:
    """What came, as data, with the SDK's own pair in it."""
    headers = {str(name).lower(): str(value) for name, value in response.items()}
    body = body_of(content)
    lacks = "content that is no JSON" if content and body is None else ""
    return Answer(int(response.status), body, headers, native=(response, content), lacks=lacks)


def body_of(content: Any) -> Any:
    """The body as data: None where there is none or nobody can read it."""
    if not content:
        return None
    try:
        return json.loads(content)
    except ValueError:
        return None


def pair_of(answer: Answer) -> tuple[Any, Any]:
    """What an `http` gives for it; made from the data where the answer did not come from the wire."""
    if answer.error is not None:
        raise answer.error
    if answer.native is not None:
        pair: tuple[Any, Any] = answer.native
        return pair
    made = Response({**answer.headers, "status": str(answer.status or 0)})
    return made, b"" if answer.body is None else json.dumps(answer.body).encode()
