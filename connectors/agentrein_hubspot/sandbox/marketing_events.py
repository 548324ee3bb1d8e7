"""Marketing events, and where an app shows their details.

https://developers.hubspot.com/docs/api-reference/legacy/marketing/marketing-events/guide
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox import event_lists
from agentrein_hubspot.sandbox.app_settings import APP, Kind
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, invalid
from agentrein_hubspot.sandbox.event_world import events_of, outside
from agentrein_hubspot.sandbox.shelf import Thing, plain, written
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_AT = "/marketing/v3/marketing-events"
_EVENT = f"{_AT}/events/{{event}}"
_FIELDS = (
    "eventName",
    "eventType",
    "eventOrganizer",
    "eventDescription",
    "eventUrl",
    "startDateTime",
    "endDateTime",
    "eventCancelled",
    "eventCompleted",
    "customProperties",
)
_NUMBERS = {"registrants": 0, "attendees": 0, "cancellations": 0, "noShows": 0}
SETTINGS = Kind("event details", f"{_AT}/{{app}}/settings", ("eventDetailsUrl",), dated=False)


def _asked(ask: Ask, event: str) -> Thing:
    return outside(ask.world, ask.query.get("externalAccountId"), event)


def _shape(thing: Thing) -> Thing:
    return {**{name: value for name, value in thing.items() if name != "externalAccountId"}, "objectId": thing["id"]}


def _make(world: World, account: str, event: str, fields: Mapping[str, Any], id: str = "") -> Thing:
    blank: Thing = {**dict.fromkeys(_FIELDS), "eventCancelled": False, "eventCompleted": False, "customProperties": []}
    names = {"externalAccountId": str(account), "externalEventId": event}
    return events_of(world).shelf.add(world, {**blank, **_NUMBERS, **written(_FIELDS, fields), **names}, id)


def _write(ask: Ask, thing: Thing, fields: Mapping[str, Any]) -> Answer:
    return Answer(200, _shape(events_of(ask.world).shelf.change(ask.world, thing, written(_FIELDS, fields))))


def _upsert(ask: Ask, body: Mapping[str, Any]) -> Answer:
    account, event = str(body["externalAccountId"]), str(body["externalEventId"])
    for one in events_of(ask.world).shelf.things.values():
        if (one["externalAccountId"], one["externalEventId"]) == (account, event):
            return _write(ask, one, body)
    return Answer(200, _shape(_make(ask.world, account, event, body)))


@routes.on(f"GET {_AT}")
def listed(ask: Ask) -> Answer:
    """A page of all events."""
    return ask.page(events_of(ask.world).shelf.listed(ask), _shape, limit=10, most=100)


@routes.on(f"POST {_AT}/events")
def create(ask: Ask) -> Answer:
    """Make an event, or change the one of the same ids."""
    ask.required("eventName", "eventOrganizer", "externalAccountId", "externalEventId")
    return _upsert(ask, ask.body)


@routes.on(f"GET {_EVENT}")
def details(ask: Ask, event: str) -> Answer:
    """One event, by the id that the app gave."""
    return Answer(200, _shape(_asked(ask, event)))


@routes.on(f"PUT {_EVENT}")
def upsert(ask: Ask, event: str) -> Answer:
    """Make an event, or change it."""
    ask.required("eventName", "eventOrganizer", "externalAccountId")
    return _upsert(ask, {**ask.body, "externalEventId": event})


@routes.on(f"PATCH {_EVENT}")
def update(ask: Ask, event: str) -> Answer:
    """Change an event."""
    return _write(ask, _asked(ask, event), ask.body)


@routes.on(f"DELETE {_EVENT}")
def remove(ask: Ask, event: str) -> Answer:
    """Delete an event with all that is known of who came."""
    events_of(ask.world).shelf.drop(_asked(ask, event)["id"])
    return Answer(204)


@routes.on(f"POST {_EVENT}/cancel")
def cancel(ask: Ask, event: str) -> Answer:
    """Call an event off."""
    return _write(ask, _asked(ask, event), {"eventCancelled": True})


@routes.on(f"POST {_EVENT}/complete")
def complete(ask: Ask, event: str) -> Answer:
    """Say that an event is over, and when it was."""
    ask.required("startDateTime", "endDateTime")
    fields = written(("startDateTime", "endDateTime"), ask.body)
    return _write(ask, _asked(ask, event), {**fields, "eventCompleted": True})


def _inputs(ask: Ask) -> list[Any]:
    inputs = ask.body.get("inputs")
    if not isinstance(inputs, list):
        raise invalid("inputs must be a list")
    return inputs


def _answered(ask: Ask, results: list[Any]) -> Answer:
    now = ask.world.moment()
    times = {"startedAt": now, "completedAt": now, "requestedAt": now}
    return Answer(200, {"status": "COMPLETE", "results": results, **times})


@routes.on(f"POST {_AT}/events/upsert")
def upsert_several(ask: Ask) -> Answer:
    """Make or change several; the answer names HubSpot's ids alone."""
    shown = [_upsert(ask, one).body for one in _inputs(ask)]
    return _answered(ask, [{name: value for name, value in one.items() if name != "externalEventId"} for one in shown])


@routes.on(f"POST {_AT}/batch/update")
def update_several(ask: Ask) -> Answer:
    """Change several, by HubSpot's ids."""
    things = [(events_of(ask.world).shelf.one(str(one["objectId"])), one) for one in _inputs(ask)]
    return _answered(ask, [_write(ask, thing, one).body for thing, one in things])


@routes.on(f"GET {_AT}/{{id}}")
def by_id(ask: Ask, id: str) -> Answer:
    """One event, by HubSpot's id."""
    return Answer(200, _shape(events_of(ask.world).shelf.one(id)))


@routes.on(f"PATCH {_AT}/{{id}}")
def update_by_id(ask: Ask, id: str) -> Answer:
    """Change it."""
    return _write(ask, events_of(ask.world).shelf.one(id), ask.body)


# --- where an app shows details


@routes.on(f"GET {_AT}/{{app}}/settings")
def settings(ask: Ask, app: str) -> Answer:
    """The address of the details."""
    return Answer(200, {"appId": int(app), **SETTINGS.one(ask.world, app)})


@routes.on(f"POST {_AT}/{{app}}/settings")
def set_settings(ask: Ask, app: str) -> Answer:
    """Set it."""
    ask.required("eventDetailsUrl")
    return Answer(200, {"appId": int(app), **SETTINGS.put(ask.world, app, written(SETTINGS.fields, ask.body))})


def seed(world: World) -> None:
    """The event 7701 (`fair` of the account `acme`), with the list 801; the details of app 4711."""
    fields = {"eventName": "Fair", "eventOrganizer": "Acme", "startDateTime": "2026-05-01T10:00:00Z"}
    _make(world, "acme", "fair", fields, "7701")
    events_of(world).lists["7701"] = ["801"]
    SETTINGS.put(world, APP, {"eventDetailsUrl": "https://acme.example/events/%s"})


def state(world: World) -> State:
    """Events by the ids that apps gave, with their lists."""
    found: State = SETTINGS.state(world)
    for one in events_of(world).shelf.things.values():
        shown = {name: plain(one[name]) for name in _FIELDS}
        lists = sorted(events_of(world).lists.get(one["id"], []))
        found[f"event:{one['externalAccountId']}:{one['externalEventId']}"] = {**shown, "lists": lists}
    return found


AREA = Area(Routes(routes, event_lists.routes), seed, state)
