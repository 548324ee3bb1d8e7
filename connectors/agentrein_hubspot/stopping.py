"""Where HubSpot shows, or a call says, something of another form than is documented: nothing is guessed then.

The answer at which a reading stops is none that would mean that the thing is gone.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read, Request

Reading = Callable[[Any, Mapping[str, Any]], Any]
Cut = Callable[[Any, Request], Answer | None]

_OTHERWISE = (AttributeError, LookupError, TypeError, ValueError)


def _stopped(error: Exception) -> Answer:
    said = f"what HubSpot shows, or the call says, has not the documented form ({type(error).__name__}: {error})"
    return Answer(409, {"status": "error", "message": said})


def stopping(reading: Reading) -> Reading:
    """The reading of a body, which stops there."""

    @functools.wraps(reading)
    def careful(body: Any, given: Mapping[str, Any]) -> Any:
        try:
            told = reading(body, given)
        except _OTHERWISE as error:
            return _stopped(error)
        return _steps(told) if isinstance(told, Generator) else told

    return careful


def _steps(steps: Generator[Read, Answer, Any]) -> Generator[Read, Answer, Any]:
    try:
        return (yield from steps)
    except _OTHERWISE as error:
        return _stopped(error)


def stopping_cut(cut: Cut) -> Cut:
    """The function that takes one item out of what one read shows of all, which stops there."""

    @functools.wraps(cut)
    def careful(body: Any, request: Request) -> Answer | None:
        try:
            return cut(body, request)
        except _OTHERWISE as error:
            return _stopped(error)

    return careful
