"""What every event has in common: its record in the log, its fields, and that it disturbs nobody."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec
from urllib.parse import urlsplit

from agentrein.model import NOTHING_STANDS, UNDONE, State

if TYPE_CHECKING:
    from agentrein.model import Answer

P = ParamSpec("P")

_METHODS = frozenset({"DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"})
CALM = NOTHING_STANDS | UNDONE | {State.LANDED, State.ACCEPTED, State.PARTIAL, State.KEPT}
"""States that a log tells as information; the others are warnings."""

logging.getLogger("agentrein").addHandler(logging.NullHandler())


def quiet(tell: Callable[P, None]) -> Callable[P, None]:
    """The same function, of which nothing that it raises reaches who calls it: no run is disturbed by being watched."""

    @wraps(tell)
    def told(*args: P.args, **named: P.kwargs) -> None:
        with suppress(Exception):
            tell(*args, **named)

    return told


def log(logger: logging.Logger, level: int, event: str, fields: Mapping[str, Any]) -> None:
    """One record: the event is its message, the fields are its attributes."""
    if not logger.isEnabledFor(level):
        return
    told = {name: value for name, value in fields.items() if value is not None}
    with suppress(Exception):  # a handler that raises is no concern of a run
        logger.log(level, event, extra={"event.name": f"{logger.name}.{event}", **told})


def called(connector: str, address: str, endpoint: str) -> dict[str, Any]:
    """What was called where: the address with its placeholders, which stand for whatever is about somebody."""
    method, _, path = address.partition(" ")
    known = method in _METHODS and path.startswith("/")
    return {
        "agentrein.connector": connector,
        "agentrein.address": address,
        "http.request.method": method if known else None,
        "url.template": path.partition("#")[0] if known else None,
        **_server(endpoint),
    }


def _server(endpoint: str) -> dict[str, Any]:
    """Host and port; a name and a password in the address are left out."""
    try:
        parts = urlsplit(endpoint)
        return {"server.address": parts.hostname, "server.port": parts.port}
    except ValueError:
        return {}


def failure(answer: Answer) -> str | None:
    """The class of the exception, or the status of an answer that says no: some SDKs raise only after it arrived."""
    if answer.error is not None:
        return kind_of(answer.error)
    return str(answer.status) if answer.status is not None and answer.status >= 400 else None


def kind_of(error: BaseException) -> str:
    """The class of an error, as `error.type` wants it; what it says may be a payload."""
    kind = type(error)
    if kind is GeneratorExit:  # whoever carried the steps out gave up: an interrupt, a cancellation, a time limit
        return "interrupted"
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
