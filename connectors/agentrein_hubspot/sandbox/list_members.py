"""Who is in a list: https://developers.hubspot.com/docs/api-reference/legacy/crm/lists/guide#list-membership."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.ask import Ask, invalid
from agentrein_hubspot.sandbox.list_world import Listed, lists_of

routes = Routes()
_MEMBERS = "/crm/v3/lists/{list_id}/memberships"


def _by_hand(ask: Ask, list_id: str) -> Listed:
    """The list, if people decide who is in it."""
    one = lists_of(ask.world).one(list_id)
    if one.processing == "DYNAMIC":
        raise invalid("Cannot edit the membership of a DYNAMIC list.", subCategory="ILS.INVALID_LIST_TYPE")
    return one


def _ids(given: Any) -> list[str]:
    if not isinstance(given, list):
        raise invalid("Invalid input JSON on line 1, column 1: the body should be a list of record ids")
    return [str(id) for id in given]


def _change(ask: Ask, one: Listed, add: Iterable[str], remove: Iterable[str]) -> Answer:
    """Put records in and take others out; ids of no record are missing."""
    asked = [*add]
    missing = [id for id in asked if not id.isdecimal()]
    came = [id for id in asked if id.isdecimal() and id not in one.members]
    went = [id for id in remove if id in one.members]
    for id in went:
        del one.members[id]
    one.members |= dict.fromkeys(came, ask.world.moment())
    return Answer(200, {"recordsIdsAdded": came, "recordIdsRemoved": went, "recordIdsMissing": missing})


@routes.on(f"PUT {_MEMBERS}/add")
def add(ask: Ask, list_id: str) -> Answer:
    """Put records in; those that are in already are not among the answer."""
    return _change(ask, _by_hand(ask, list_id), _ids(ask.request.body), ())


@routes.on(f"PUT {_MEMBERS}/remove")
def remove(ask: Ask, list_id: str) -> Answer:
    """Take records out."""
    return _change(ask, _by_hand(ask, list_id), (), _ids(ask.request.body))


@routes.on(f"PUT {_MEMBERS}/add-and-remove")
def add_and_remove(ask: Ask, list_id: str) -> Answer:
    """Both in one request."""
    one, body = _by_hand(ask, list_id), ask.body
    came, went = _ids(body.get("recordIdsToAdd") or []), _ids(body.get("recordIdsToRemove") or [])
    return _change(ask, one, came, went)


@routes.on(f"PUT {_MEMBERS}/add-from/{{source}}")
def add_from(ask: Ask, list_id: str, source: str) -> Answer:
    """Put in all who are in another list."""
    _change(ask, _by_hand(ask, list_id), [*lists_of(ask.world).one(source).members], ())
    return Answer(204)


@routes.on(f"DELETE {_MEMBERS}")
def remove_all(ask: Ask, list_id: str) -> Answer:
    """Take all out; the list stays."""
    _by_hand(ask, list_id).members.clear()
    return Answer(204)


@routes.on(f"GET {_MEMBERS}", f"GET {_MEMBERS}/join-order")
def members(ask: Ask, list_id: str) -> Answer:
    """Who is in it, in the order of the ids."""
    one = lists_of(ask.world).one(list_id)
    shown = [{"recordId": id, "membershipTimestamp": at} for id, at in sorted(one.members.items())]
    page = ask.page(shown, dict, limit=100, most=250)
    page.body["total"] = len(shown)
    return page


@routes.on("GET /crm/v3/lists/records/{kind}/{record}/memberships")
def of_record(ask: Ask, kind: str, record: str) -> Answer:
    """The lists that a record is in."""
    found = [one for one in lists_of(ask.world).things.values() if one.type == kind and record in one.members]
    shown = [{"listId": one.id, "listVersion": one.version, "isPublicList": True} for one in found]
    return Answer(200, {"results": shown, "total": len(shown)})
