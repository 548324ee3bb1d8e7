"""How two runs of one example are compared: what the code got, and what the server received, as plain data."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from typing import Any

from agentrein.testing import Request

UNLIKE = frozenset({"date", "request_id", "x-notion-request-id"})
"""What a server says anew with each answer, by its name."""

_ANEW = (
    (re.compile(r"boundary=[\w-]+"), "boundary=…"),
    (re.compile(r"/upload/v1/[\w-]+"), "/upload/v1/…"),
    (re.compile(r'"request_id": ?"[\w-]+"'), '"request_id":"…"'),
    (re.compile(r"X-Amz-Signature=\w+"), "X-Amz-Signature=…"),
    (re.compile(r" at 0x[0-9a-f]+"), ""),
)


def still(text: str) -> str:
    """A text without what is random in it."""
    for pattern, instead in _ANEW:
        text = pattern.sub(instead, text)
    return text


def shown(value: Any, client: Any) -> Any:
    """What the code got, as data that can be compared: kinds, values and attributes, taken at this moment."""
    if value is client:
        return "the client itself"
    if isinstance(value, str):
        return still(value)
    if isinstance(value, Mapping):
        items = {str(key): shown(one, client) for key, one in value.items() if str(key).lower() not in UNLIKE}
        return items if type(value) is dict else {"kind": type(value).__qualname__, **items}
    if isinstance(value, list | tuple):
        return [shown(one, client) for one in value]
    return value if value is None or isinstance(value, bool | int | float | bytes | type) else _object(value, client)


def _object(value: Any, client: Any) -> Any:
    if isinstance(value, logging.Logger):
        return value.name
    said = []
    if isinstance(value, BaseException):
        said = [still(str(value)), shown(value.__cause__, client), type(value.__context__)]
    return [type(value).__qualname__, *said, shown(getattr(value, "__dict__", None), client)]


_NONE = "(nothing of that name)"


def unlike(bare: Any, armed: Any, at: str = "") -> list[str]:
    """Where two shown values differ, a sentence each."""
    if isinstance(bare, dict) and isinstance(armed, dict):
        names = sorted({*bare, *armed})
        return [
            line for name in names for line in unlike(bare.get(name, _NONE), armed.get(name, _NONE), f"{at}.{name}")
        ]
    if isinstance(bare, list) and isinstance(armed, list) and len(bare) == len(armed):
        pairs = enumerate(zip(bare, armed, strict=True))
        return [line for n, (one, other) in pairs for line in unlike(one, other, f"{at}[{n}]")]
    return [] if bare == armed and type(bare) is type(armed) else [f"{at}: bare {bare!r}, armed {armed!r}"]


def arrived(request: Request) -> dict[str, Any]:
    """A request as it arrived, as data that can be compared; its credential shows as whom it belongs to."""
    boundary = re.search(r"boundary=([\w-]+)", request.headers.get("content-type", ""))
    raw = request.raw.replace(boundary[1].encode(), b"") if boundary else request.raw
    return {
        "verb": request.method,
        "path": still(request.path),
        "pairs": request.pairs,
        "body": request.body,
        "raw": raw,
        "actor": request.actor,
        "credentialed": request.credentialed,
        "headers": {name: still(text) for name, text in request.headers.items()},
    }


Mark = Callable[[Request, dict[str, Any]], dict[str, Any]]
"""What the design changes in a request of the bare client, given with what is shown of it."""


def as_it_is(request: Request, shown: dict[str, Any]) -> dict[str, Any]:
    """Nothing changes."""
    return shown


def added(bare: list[Request], armed: list[Request], mark: Mark) -> list[Request]:
    """The requests that only the armed client sent; the others are those of the bare one, in their order."""
    said = [arrived(one) for one in armed]
    places = besides([mark(one, arrived(one)) for one in bare], said)
    return [armed[place] for place in places]


def besides(bare: list[Any], armed: list[Any]) -> list[int]:
    """The places in the second list that the first has not; AssertionError unless it has all of the first, in order."""
    rest, more = list(bare), []
    for place, one in enumerate(armed):
        if rest and one == rest[0]:
            rest.pop(0)
        else:
            more.append(place)
    assert rest == [], f"missing with the armed client, which has besides: {[armed[place] for place in more]}"
    return more
