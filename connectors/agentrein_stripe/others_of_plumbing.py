"""What hangs on lists, readers, cards and clocks that a run made, and what stands there again under another id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_stripe.others import Found, Steps, all_of, standing, with_others


def list_and_others(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """A value list with the values in it, which would go with it."""
    return (yield from with_others(body, _in_all_of(str(body.get("id")))))


def _in_all_of(held: str) -> Found:
    return standing((yield from all_of("GET /v1/radar/value_list_items", value_list=held)))


def location_and_others(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """A location with the readers that stand there."""
    return (yield from with_others(body, _at_a_location(str(body.get("id")))))


def _at_a_location(location: str) -> Found:
    return standing((yield from all_of("GET /v1/terminal/readers", location=location)))


def configuration_and_others(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """A configuration of readers with the locations that use it."""
    return (yield from with_others(body, _set_up_by(str(body.get("id")))))


def _set_up_by(configuration: str) -> Found:
    locations = yield from all_of("GET /v1/terminal/locations")
    return standing([one for one in locations if one.get("configuration_overrides") == configuration])


def cardholder_and_others(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """A cardholder with the cards that would stop to work."""
    return (yield from with_others(body, _held_by(str(body.get("id")))))


def _held_by(cardholder: str) -> Found:
    return standing((yield from all_of("GET /v1/issuing/cards", cardholder=cardholder)))


def card_and_others(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """A card that was issued with the payments that were authorized with it."""
    return (yield from with_others(body, _paid_with(str(body.get("id")))))


def _paid_with(card: str) -> Found:
    return standing((yield from all_of("GET /v1/issuing/authorizations", card=card)))


def clock_and_others(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """A test clock with the customers on it, which would be deleted with it."""
    return (yield from with_others(body, _on_a_clock(str(body.get("id")))))


def _on_a_clock(clock: str) -> Found:
    return standing((yield from all_of("GET /v1/customers", test_clock=clock)))


def same_tax_id(body: Any, given: Mapping[str, Any]) -> Any:
    """A list of tax ids with the one that has the type and value of `was`, under whatever id."""
    entries, was = (body.get("data") if isinstance(body, Mapping) else None) or [], given.get("was") or {}
    wanted = (was.get("type"), was.get("value"))
    same = [one for one in entries if (one.get("type"), one.get("value")) == wanted]
    return {**body, **({"same": same[0]} if same else {})}


def same_destination(body: Any, given: Mapping[str, Any]) -> Any:
    """A list of event destinations with the one of the name and address of `was`, under whatever id."""
    entries, was = (body.get("data") if isinstance(body, Mapping) else None) or [], given.get("was") or {}
    same = [one for one in entries if _destination(one) == _destination(was)]
    return {**body, **({"same": same[0]} if same else {})}


def _destination(one: Mapping[str, Any]) -> tuple[Any, Any]:
    return one.get("name"), (one.get("webhook_endpoint") or {}).get("url")


OF_PLUMBING: Mapping[str, Any] = {
    "same destination": same_destination,
    "same tax id": same_tax_id,
    "value list and others": list_and_others,
    "location and others": location_and_others,
    "configuration and others": configuration_and_others,
    "cardholder and others": cardholder_and_others,
    "card and others": card_and_others,
    "clock and others": clock_and_others,
}
"""The readings that rows name."""
