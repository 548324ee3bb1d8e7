"""Destinations of events: make, change, switch, delete."""

from __future__ import annotations

from typing import Any

from stripe import StripeClient

from agentrein.testing.conformance import Example
from connectors.stripe.examples.things import first

DESTINATIONS = "/v2/core/event_destinations"
DESTINATION = f"{DESTINATIONS}/{{id}}"


def _make(c: StripeClient, name: str = "Shop") -> Any:
    return c.v2.core.event_destinations.create({
        "name": name,
        "type": "webhook_endpoint",
        "event_payload": "thin",
        "enabled_events": ["v1.billing.meter.no_meter_found"],
        "webhook_endpoint": {"url": "https://hooks.example/stripe"},
    })  # fmt: skip


def _disabled(c: StripeClient) -> Any:
    return c.v2.core.event_destinations.disable(_make(c).id)


def _id(c: StripeClient) -> str:
    return str(first(c.v2.core.event_destinations.list()).id)


EXAMPLES = (
    Example(
        f"POST {DESTINATIONS}",
        _make,
        foreign=lambda c: c.v2.core.event_destinations.update(_id(c), {"description": "Ours"}),
        beside=lambda c: _make(c, "Another"),
    ),
    Example(
        f"POST {DESTINATION}",
        lambda c: c.v2.core.event_destinations.update(
            _id(c),
            {
                "description": "Old",
                "enabled_events": ["*"],
                "webhook_endpoint": {"url": "https://b.example"},
                "metadata": {"plan": "pro"},
            },
        ),
        prepare=_make,
        foreign=lambda c: c.v2.core.event_destinations.update(
            _id(c),
            {
                "description": "Mine",
                "enabled_events": [],
                "webhook_endpoint": {"url": "https://c.example"},
                "metadata": {"plan": "free"},
            },
        ),
        beside=lambda c: c.v2.core.event_destinations.update(_id(c), {"metadata": {"since": "2020"}}),
    ),
    Example(
        f"DELETE {DESTINATION}",
        lambda c: c.v2.core.event_destinations.delete(_id(c)),
        prepare=_make,
        alone="a colleague who makes it again has done what the undo would do",
        beside=lambda c: _make(c, "Another"),
        leaves=("v2.core.event_destination:*",),
    ),
    Example(
        f"POST {DESTINATION}/disable",
        lambda c: c.v2.core.event_destinations.disable(_id(c)),
        prepare=_make,
        alone="a colleague who enables it again has done what the undo would do",
        beside=lambda c: c.v2.core.event_destinations.update(_id(c), {"metadata": {"since": "2020"}}),
    ),
    Example(
        f"POST {DESTINATION}/enable",
        lambda c: c.v2.core.event_destinations.enable(_id(c)),
        prepare=_disabled,
        alone="a colleague who disables it again has done what the undo would do",
        beside=lambda c: c.v2.core.event_destinations.update(_id(c), {"metadata": {"since": "2020"}}),
    ),
)
