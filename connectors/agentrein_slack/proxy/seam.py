"""How a seam is put into a class of the SDK, once; it acts on marked instances only."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from agentrein.connector import UsageError
from agentrein_slack.proxy.mark import MARK

Gated = Callable[..., Any]


def own(owner: type, name: str) -> Callable[..., Any]:
    """A method of the SDK's own; raises UsageError where something else stands in its place, such as a test's double.

    A gate in front of that would go with it, and leave clients that are armed without one.
    """
    method = owner.__dict__[name]
    if not inspect.isfunction(method) or not method.__module__.startswith("slack_sdk."):
        raise UsageError(
            f"{owner.__qualname__}.{name} is not the SDK's own now, so that the gate cannot be put there",
            now="wrap a client before you patch the SDK's private methods",
        )
    return method


def install(owner: type, name: str, gated: Callable[[Callable[..., Any]], Gated]) -> None:
    """Put the gate in front of a method for marked instances; the others keep the SDK's own."""
    original = own(owner, name)
    if hasattr(original, "__rein_seam__"):
        return
    through = gated(original)

    if inspect.iscoroutinefunction(original):

        @functools.wraps(original)
        async def seam(self: Any, **sent: Any) -> Any:
            return await (through if MARK in self.__dict__ else original)(self, **sent)

    else:

        @functools.wraps(original)
        def seam(self: Any, **sent: Any) -> Any:
            return (through if MARK in self.__dict__ else original)(self, **sent)

    seam.__rein_seam__ = True  # type: ignore[attr-defined]
    setattr(owner, name, seam)


SEAMS = ("_perform_urllib_http_request", "_request", "_upload_file")


def check_seams(client: Any) -> None:
    """Raise UsageError if the client's class has its own of a method in which the gate stands."""
    for name in SEAMS:
        method = getattr(type(client), name, None)
        if method is not None and not hasattr(method, "__rein_seam__"):
            raise UsageError(
                f"{type(client).__qualname__} has a {name} of its own, which could send around the gate",
                now="wrap a client whose class leaves the SDK's private methods alone; any other subclass is fine",
            )
