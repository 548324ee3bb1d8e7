"""What came back, as the core reads it and as the SDK wants it: the SDK has two shapes, of its two transports."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from agentrein.connector import Answer

T = TypeVar("T")


def from_urllib(response: Mapping[str, Any]) -> Answer:
    """The answer that the sync transport gives as `status`, `headers` and `body`."""
    text = response.get("body")
    body = response["parsed_body"] if "parsed_body" in response else _json(text)
    return Answer(int(response["status"]), body, _headers(response["headers"]), native=response, lacks=_lack_of(body))


def to_urllib(answer: Answer) -> Any:
    """What the sync transport gives; made from the data where the answer did not come from the wire."""

    def made() -> dict[str, Any]:
        return {"status": answer.status or 0, "headers": dict(answer.headers), "body": json.dumps(answer.body)}

    return _native(answer, made)


def from_aiohttp(response: Mapping[str, Any]) -> Answer:
    """The answer that the async transport gives as `status_code`, `headers` and `data`."""
    data = response["data"]
    body = data if isinstance(data, dict | str) else None
    headers = _headers(response["headers"])
    return Answer(int(response["status_code"]), body, headers, native=response, lacks=_lack_of(body))


def to_aiohttp(answer: Answer) -> Any:
    """What the async transport gives; made from the data where the answer did not come from the wire."""

    def made() -> dict[str, Any]:
        return {"status_code": answer.status or 0, "headers": dict(answer.headers), "data": answer.body}

    return _native(answer, made)


def _native(answer: Answer, made: Callable[[], T]) -> T:
    if answer.error is not None:
        raise answer.error
    return made() if answer.native is None else answer.native


def _lack_of(body: Any) -> str:
    """What of an answer cannot be made again of its data."""
    return "" if isinstance(body, dict) else "content that is no JSON"


def _headers(headers: Mapping[str, Any]) -> dict[str, str]:
    return {str(name).lower(): str(value) for name, value in headers.items()}


def _json(text: Any) -> Any:
    if not isinstance(text, str):
        return None
    try:
        return json.loads(text)
    except ValueError:
        return text
