"""The mark that makes a client of slack_sdk an armed one: plain data in the instance, for the seams on its class.

Copying, deepcopying and pickling the client carries the mark along. Unpickling it, where nobody called `wrap`, puts
the seams into the SDK's classes of that process.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

from agentrein.connector import Options, armed
from agentrein_slack import connector

MARK = "_rein_mark"

FAMILIES = {
    "slack_sdk.web.base_client.BaseClient": "agentrein_slack.proxy.sync",
    "slack_sdk.web.async_base_client.AsyncBaseClient": "agentrein_slack.proxy.aio",
    "slack_sdk.web.legacy_base_client.LegacyBaseClient": "agentrein_slack.proxy.legacy",
}
"""The SDK's base classes, each with our module that puts the seams into it; two of them cost an import of aiohttp."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What `wrap` was told, which family of clients it marks, and where the client acted then."""

    family: str
    options: Options
    endpoint: str

    def __reduce__(self) -> tuple[Any, ...]:
        """As a call that installs seams and tripwire wherever it is unpickled."""
        return mark, (self.family, self.options, self.endpoint)


def mark(family: str, options: Options, endpoint: str) -> Mark:
    """A mark for a client of this family; its seams stand, and the tripwire knows its endpoint, once this returns."""
    importlib.import_module(FAMILIES[family])
    armed(connector, endpoint)
    return Mark(family, options, endpoint)


def family_of(client: object) -> str | None:
    """The SDK's base class of a client, by its dotted name; None for anything else."""
    names = (f"{kind.__module__}.{kind.__qualname__}" for kind in type(client).__mro__)
    return next((name for name in names if name in FAMILIES), None)


def mark_of(client: Any) -> Mark | None:
    """The mark of an armed client, None for any other."""
    found: Mark | None = getattr(client, "__dict__", {}).get(MARK)
    return found


def marked(client: Any) -> Mark:
    """The mark of a client that has one."""
    return client.__dict__[MARK]  # type: ignore[no-any-return]
