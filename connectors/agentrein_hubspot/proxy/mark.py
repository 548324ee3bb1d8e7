"""The mark that makes a client of hubspot-api-client armed, and what its API objects know of it.

A client is little more than its `config`, which all that comes from it shares: the mark stands there, so copies and
API objects that were made before are armed with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agentrein.connector import Options, armed
from agentrein_hubspot import connector

MARK = "_rein_mark"
"""The key of a client's `config` at which the mark stands."""

NOTED = "_rein_noted"
"""The attribute of an API object's REST client that leads to what it was made from."""

API = "https://api.hubapi.com"
"""Where the SDK sends to unless it is told otherwise."""


@dataclass(frozen=True)
class Mark:
    """What `wrap` was told; unpickling it imports this module, which brings the gate along."""

    options: Options
    endpoints: tuple[str, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        """Be made anew by `mark`."""
        return mark, (self.options, self.endpoints)


def mark(options: Options, endpoints: tuple[str, ...]) -> Mark:
    """A mark; the net under the gate hangs where its client acts."""
    for endpoint in endpoints:
        armed(connector, endpoint)
    return Mark(options, endpoints)


@dataclass(frozen=True, slots=True)
class Noted:
    """What an API object was made from: the client's shared `config`, and the configuration that holds the host."""

    config: Mapping[str, Any]
    configuration: Any

    @property
    def mark(self) -> Mark | None:
        """The mark of the client, None while it is not armed."""
        return self.config.get(MARK)


def unmarked(config: Mapping[str, Any]) -> dict[str, Any]:
    """A client's `config` as its owner wrote it."""
    return {name: value for name, value in config.items() if name != MARK}
