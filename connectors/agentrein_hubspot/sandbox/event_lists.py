"""Lists that go with marketing events.

https://developers.hubspot.com/docs/api-reference/legacy/marketing/marketing-events/guide
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.ask import Ask
from agentrein_hubspot.sandbox.event_world import events_of, outside
from agentrein_hubspot.sandbox.list_world import lists_of
from agentrein_hubspot.sandbox.shelf import Thing

routes = Routes()
_AT = "/marketing/v3/marketing-events"


def _of_event(ask: Ask, thing: Thing) -> Answer:
    ids = events_of(ask.world).lists.get(thing["id"], [])
    found = [lists_of(ask.world).one(id) for id in ids]
    shown = [{"listId": one.id, "name": one.name, "objectTypeId": one.type} for one in found]
    dated = [{**one, "listVersion": 1, "processingType": "MANUAL", "processingStatus": "COMPLETE"} for one in shown]
    return Answer(200, {"results": dated, "total": len(dated)})


def _with(ask: Ask, thing: Thing, list_id: str) -> Answer:
    ids = events_of(ask.world).lists.setdefault(thing["id"], [])
    if lists_of(ask.world).one(list_id).id not in ids:
        ids.append(list_id)
    return Answer(204)


def _without(ask: Ask, thing: Thing, list_id: str) -> Answer:
    ids = events_of(ask.world).lists.setdefault(thing["id"], [])
    if list_id in ids:
        ids.remove(list_id)
    return Answer(204)


@routes.on(f"GET {_AT}/associations/{{id}}/lists")
def lists(ask: Ask, id: str) -> Answer:
    """The lists of an event."""
    return _of_event(ask, events_of(ask.world).shelf.one(id))


@routes.on(f"PUT {_AT}/associations/{{id}}/lists/{{list_id}}")
def join(ask: Ask, id: str, list_id: str) -> Answer:
    """Let a list go with an event."""
    return _with(ask, events_of(ask.world).shelf.one(id), list_id)


@routes.on(f"DELETE {_AT}/associations/{{id}}/lists/{{list_id}}")
def part(ask: Ask, id: str, list_id: str) -> Answer:
    """Let it go with it no more."""
    return _without(ask, events_of(ask.world).shelf.one(id), list_id)


@routes.on(f"GET {_AT}/associations/{{account}}/{{event}}/lists")
def listsoutside(ask: Ask, account: str, event: str) -> Answer:
    """The same, by the ids that the app gave."""
    return _of_event(ask, outside(ask.world, account, event))


@routes.on(f"PUT {_AT}/associations/{{account}}/{{event}}/lists/{{list_id}}")
def joinoutside(ask: Ask, account: str, event: str, list_id: str) -> Answer:
    """Let a list go with an event."""
    return _with(ask, outside(ask.world, account, event), list_id)


@routes.on(f"DELETE {_AT}/associations/{{account}}/{{event}}/lists/{{list_id}}")
def partoutside(ask: Ask, account: str, event: str, list_id: str) -> Answer:
    """Let it go with it no more."""
    return _without(ask, outside(ask.world, account, event), list_id)
