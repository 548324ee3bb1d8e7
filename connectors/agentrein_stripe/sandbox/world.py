"""What one account holds in one mode: its objects by kind, its events, and the answers that idempotency keys keep."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

Thing = dict[str, Any]
"""An object as Stripe shows it."""

VERSION = "2026-10-28.endive"
RETENTION = 30 * 24 * 3600
"""For how long events are shown. https://docs.stripe.com/api/events"""


def other_mode(mode: str) -> str:
    """The mode that is not this one."""
    return "live" if mode == "test" else "test"


@dataclass
class Kept:
    """What an idempotency key keeps of the first request that it came with."""

    asked: tuple[str, str, str]
    status: int
    body: Any
    request: str
    at: float


@dataclass
class World:
    """The objects of one account in one mode."""

    account: Thing
    mode: str
    ids: Iterator[int]
    things: dict[str, dict[str, Thing]] = field(default_factory=dict)
    events: list[Thing] = field(default_factory=list)
    kept: dict[str, Kept] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    """The bytes of uploaded files, by id."""
    twin: World | None = None
    """The same account in the other mode."""

    @property
    def livemode(self) -> bool:
        """Whether it is the real one."""
        return self.mode == "live"

    def of(self, kind: str) -> dict[str, Thing]:
        """The objects of a kind by id, oldest first."""
        return self.things.setdefault(kind, {})

    def new_id(self, prefix: str, digits: int = 14) -> str:
        """An id that was not given yet."""
        return f"{prefix}{next(self.ids):0{digits}d}"

    def by_id(self, id: str) -> Thing | None:
        """The object of this id, whatever its kind."""
        return next((things[id] for things in self.things.values() if id in things), None)

    def emit(
        self, kind: str, thing: Thing, previous: dict[str, Any] | None, *, created: int, request: dict[str, Any] | None
    ) -> None:
        """Note an event; the object in it stays as it is now."""
        data: dict[str, Any] = {"object": deepcopy(thing)}
        if previous is not None:
            data["previous_attributes"] = previous
        event = {
            "id": self.new_id("evt_"),
            "object": "event",
            "api_version": VERSION,
            "created": created,
            "data": data,
            "livemode": self.livemode,
            "pending_webhooks": 0,
            "request": request or {"id": None, "idempotency_key": None},
            "type": kind,
        }
        self.events.append(event)


def account(id: str, name: str, country: str = "DE", currency: str = "eur") -> Thing:
    """An account as `GET /v1/account` shows it. https://docs.stripe.com/api/accounts/object."""
    return {
        "id": id,
        "object": "account",
        "business_profile": {"name": name, "url": None},
        "capabilities": {"card_payments": "active", "transfers": "active"},
        "charges_enabled": True,
        "country": country,
        "created": 1735689600,
        "default_currency": currency,
        "details_submitted": True,
        "email": None,
        "metadata": {},
        "payouts_enabled": True,
        "settings": {"dashboard": {"display_name": name, "timezone": "Etc/UTC"}},
        "type": "standard",
    }


def counter() -> Iterator[int]:
    """Numbers for ids."""
    return itertools.count(1)


def previous_of(before: Thing, after: Thing) -> dict[str, Any]:
    """What an update event says of how it was: the values that changed, within a hash only those keys."""
    found: dict[str, Any] = {}
    for name in {**before, **after}:
        was, now = before.get(name), after.get(name)
        if was == now or name == "updated":
            continue
        if isinstance(was, dict) and isinstance(now, dict):
            found[name] = {key: was.get(key) for key in {**was, **now} if was.get(key) != now.get(key)}
        else:
            found[name] = was
    return found
