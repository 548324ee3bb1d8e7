"""Destinations of events, which are API v2: JSON in and out. https://docs.stripe.com/api/v2/core/event_destinations."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, Failure, conflict, fail, missing, unknown
from agentrein_stripe.sandbox.world import Thing

routes = Routes()
KIND = "v2.core.event_destination"
_ALL = "/v2/core/event_destinations"
_ONE = f"{_ALL}/{{id}}"
_REQUIRED = ("enabled_events", "event_payload", "name", "type")
_CHANGED = {"description", "enabled_events", "metadata", "name", "webhook_endpoint"}
_MADE = {*_REQUIRED, *_CHANGED, "events_from", "snapshot_api_version"}


def _missing(id: str) -> Failure:
    return fail(404, f"No such event destination: {id}", code="not_found")


def _find(ask: Ask, id: str) -> Thing:
    found = ask.world.of(KIND).get(id)
    if found is None:
        raise _missing(id)
    return found


def _moment(ask: Ask) -> str:
    return datetime.fromtimestamp(ask.request.at, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def _shown(ask: Ask, thing: Thing, **once: Any) -> Thing:
    """As answers show it: its address only where that is asked for."""
    asked = ask.given.get("include") or []
    shown = {name: value for name, value in thing.items() if name != "webhook_endpoint"}
    endpoint = {**(thing["webhook_endpoint"] or {}), **once}
    parts = {name: value for name, value in endpoint.items() if f"webhook_endpoint.{name}" in asked}
    return {**shown, "webhook_endpoint": {"signing_secret": None, "url": None, **parts}}


def _check(given: dict[str, Any], known: set[str]) -> None:
    for name in given:
        if name not in {*known, "include"}:
            raise unknown(name)


def _merged(held: dict[str, str], given: Any) -> dict[str, str]:
    return {key: value for key, value in {**held, **(given or {})}.items() if value is not None}


@routes.on(f"POST {_ALL}")
def create(ask: Ask) -> Answer:
    """A destination; the secret is shown once, to who includes it."""
    _check(ask.given, _MADE)
    for name in _REQUIRED:
        if ask.given.get(name) is None:
            raise missing(name)
    id = ask.world.new_id("ed_test_")
    thing: Thing = {
        "id": id,
        "object": KIND,
        "created": _moment(ask),
        "updated": _moment(ask),
        "livemode": ask.world.livemode,
        "description": ask.given.get("description") or "",
        "events_from": ask.given.get("events_from") or ["@self"],
        "metadata": _merged({}, ask.given.get("metadata")),
        "snapshot_api_version": ask.given.get("snapshot_api_version"),
        "status": "enabled",
        "status_details": None,
        "webhook_endpoint": ask.given.get("webhook_endpoint"),
        **{name: ask.given[name] for name in _REQUIRED},
    }
    ask.world.of(KIND)[id] = thing
    return Answer(200, _shown(ask, thing, signing_secret=f"whsec_{ask.world.new_id('')}"))


@routes.on(f"GET {_ALL}")
def listed(ask: Ask) -> Answer:
    """All of them, the newest first."""
    found = [_shown(ask, one) for one in ask.world.of(KIND).values()][::-1]
    return Answer(200, {"data": found, "next_page_url": None, "previous_page_url": None})


@routes.on(f"GET {_ONE}")
def retrieve(ask: Ask, id: str) -> Answer:
    """One of them."""
    return Answer(200, _shown(ask, _find(ask, id)))


@routes.on(f"POST {_ONE}")
def update(ask: Ask, id: str) -> Answer:
    """Change it; null drops a key of its metadata."""
    thing = _find(ask, id)
    _check(ask.given, _CHANGED)
    for name in _CHANGED & set(ask.given):
        value = ask.given[name]
        thing[name] = _merged(thing["metadata"], value) if name == "metadata" else value
    thing["updated"] = _moment(ask)
    return Answer(200, _shown(ask, thing))


@routes.on(f"DELETE {_ONE}")
def delete(ask: Ask, id: str) -> Answer:
    """Delete it."""
    _find(ask, id)
    del ask.world.of(KIND)[id]
    return Answer(200, {"id": id, "object": KIND})


@routes.on(f"POST {_ONE}/disable")
def disable(ask: Ask, id: str) -> Answer:
    """Deliver nothing any more."""
    return _switched(ask, id, "disabled")


@routes.on(f"POST {_ONE}/enable")
def enable(ask: Ask, id: str) -> Answer:
    """Deliver again."""
    return _switched(ask, id, "enabled")


def _switched(ask: Ask, id: str, status: str) -> Answer:
    thing = _find(ask, id)
    if thing["status"] == status:
        raise conflict(f"The event destination is already {status}.", "invalid_state")
    thing["status"] = status
    thing["status_details"] = {"disabled": {"reason": "user"}} if status == "disabled" else None
    return Answer(200, _shown(ask, thing))
