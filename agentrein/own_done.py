"""Whether a function has done its work when it returns, which one that gives a coroutine or a generator has not."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

from agentrein.errors import UsageError


def done(value: Any, name: str) -> Any:
    """What a function returned; raises UsageError for what has yet to do its work, and keeps that from it.

    A wrapper that is not async itself hides from whoever registers it that what it wraps is.
    """
    if not (inspect.isawaitable(value) or inspect.isgenerator(value) or inspect.isasyncgen(value)):
        return value
    if isinstance(value, asyncio.Future):
        value.cancel()
    elif inspect.iscoroutine(value) or inspect.isgenerator(value):
        value.close()
    raise UsageError(
        f"{name} returned a {type(value).__qualname__}, whose work is not done when it returns, and was not done now",
        now="make it an async def, also where it wraps one, or a function that does its work at once",
    )
