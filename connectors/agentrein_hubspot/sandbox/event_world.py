"""What HubSpot remembers of marketing events, and of the lists that go with them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agentrein_hubspot.sandbox.ask import not_found
from agentrein_hubspot.sandbox.shelf import Shelf, Thing
from agentrein_hubspot.sandbox.world import World


@dataclass
class Events:
    """All events, and the lists of each."""

    shelf: Shelf = field(default_factory=lambda: Shelf("Marketing event"))
    lists: dict[str, list[str]] = field(default_factory=dict)


def events_of(world: World) -> Events:
    """The events of the portal."""
    return world.kept(Events)


def outside(world: World, account: Any, event: str) -> Thing:
    """The event of an id that an app gave."""
    for one in events_of(world).shelf.things.values():
        if (one["externalAccountId"], one["externalEventId"]) == (str(account), event):
            return one
    raise not_found(f"No event {event} of account {account} was found.")
