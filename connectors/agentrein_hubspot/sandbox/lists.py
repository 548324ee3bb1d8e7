"""Lists of records: what makes them, who is in them, and the folders that they lie in.

https://developers.hubspot.com/docs/api-reference/legacy/crm/lists/guide
"""

from __future__ import annotations

import copy
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox import list_folders, list_members
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, invalid, is_true, not_found
from agentrein_hubspot.sandbox.list_world import Folder, Listed, Lists, lists_of
from agentrein_hubspot.sandbox.shelf import plain
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_TYPES = ("MANUAL", "DYNAMIC", "SNAPSHOT")
ANYBODY = {"filterBranchType": "OR", "filterBranches": [], "filters": []}
"""A condition that everybody meets, in the form in which HubSpot shows it."""


def _shape(ask: Ask, one: Listed) -> dict[str, Any]:
    shown = {
        "listId": one.id,
        "listVersion": one.version,
        "name": one.name,
        "objectTypeId": one.type,
        "processingType": one.processing,
        "processingStatus": "COMPLETE",
        "createdById": str(one.by),
        "updatedById": str(one.edited_by),
        "createdAt": one.made,
        "updatedAt": one.edited,
        "filtersUpdatedAt": one.edited,
    }
    if is_true(ask.query.get("includeFilters")):
        shown["filterBranch"] = copy.deepcopy(one.filter)
    return shown


def _check_name(lists: Lists, name: Any, besides: Listed | None = None) -> None:
    if not isinstance(name, str) or not name:
        raise invalid("Some required fields were not set: [name]")
    if any(one.name.casefold() == name.casefold() and one is not besides for one in lists.things.values()):
        raise invalid(f"A list with the name '{name}' already exists.", subCategory="ILS.DUPLICATE_LIST_NAMES")


def normal(branch: Any) -> Any:
    """A condition as HubSpot keeps it: every part has both of its lists."""
    if not isinstance(branch, dict):
        return branch
    inner = [normal(one) for one in branch.get("filterBranches") or []]
    return {**branch, "filterBranches": inner, "filters": list(branch.get("filters") or [])}


@routes.on("POST /crm/v3/lists")
def create(ask: Ask) -> Answer:
    """Make a list; one with a condition fills itself."""
    lists, body = lists_of(ask.world), ask.body
    ask.required("name", "objectTypeId", "processingType")
    _check_name(lists, body["name"])
    if body["processingType"] not in _TYPES:
        raise invalid(f"processingType must be one of {', '.join(_TYPES)}")
    if body["processingType"] == "MANUAL" and body.get("filterBranch"):
        raise invalid("MANUAL lists have no filters")
    folder = str(body.get("listFolderId") or 0)
    if folder not in lists.folders:
        raise not_found(f"Folder {folder} was not found.")
    condition = None if body["processingType"] == "MANUAL" else normal(body.get("filterBranch") or ANYBODY)
    one = lists.make(
        ask.world, body["name"], body["objectTypeId"], body["processingType"], condition, ask.caller.user_id
    )
    one.folder = folder
    return Answer(200, {"list": {**_shape(ask, one), "filterBranch": copy.deepcopy(one.filter)}})


@routes.on("GET /crm/v3/lists")
def several(ask: Ask) -> Answer:
    """The lists of these ids; those that are not there are left out."""
    lists = lists_of(ask.world)
    found = [lists.things[id] for id in ask.names("listIds") if id in lists.things]
    return Answer(200, {"lists": [_shape(ask, one) for one in found]})


@routes.on("POST /crm/v3/lists/search")
def search(ask: Ask) -> Answer:
    """Lists by a part of their name; new ones are found at once."""
    lists, part = lists_of(ask.world), str(ask.body.get("query") or "").casefold()
    found = [one for one in lists.things.values() if part in one.name.casefold()]
    start, count = int(ask.body.get("offset") or 0), int(ask.body.get("count") or 20)
    page = found[start : start + count]
    return Answer(
        200,
        {
            "lists": [{**_shape(ask, one), "additionalProperties": {}} for one in page],
            "offset": start + len(page),
            "hasMore": start + count < len(found),
            "total": len(found),
        },
    )


@routes.on("GET /crm/v3/lists/object-type-id/{kind}/name/{name}")
def by_name(ask: Ask, kind: str, name: str) -> Answer:
    """The list of a name."""
    for one in lists_of(ask.world).things.values():
        if one.type == kind and one.name.casefold() == name.casefold():
            return Answer(200, {"list": _shape(ask, one)})
    raise not_found(f"List {name} was not found.")


@routes.on("GET /crm/v3/lists/{list_id}")
def get(ask: Ask, list_id: str) -> Answer:
    """One list; one that was deleted is not found."""
    return Answer(200, {"list": _shape(ask, lists_of(ask.world).one(list_id))})


@routes.on("DELETE /crm/v3/lists/{list_id}")
def remove(ask: Ask, list_id: str) -> Answer:
    """Delete a list; for 90 days it can be restored."""
    lists = lists_of(ask.world)
    lists.one(list_id)
    lists.bin[list_id] = lists.things.pop(list_id)
    return Answer(204)


@routes.on("PUT /crm/v3/lists/{list_id}/restore")
def restore(ask: Ask, list_id: str) -> Answer:
    """Bring a deleted list back with those who were in it."""
    lists = lists_of(ask.world)
    if list_id not in lists.bin:
        raise not_found(f"List {list_id} was not deleted.")
    _check_name(lists, lists.bin[list_id].name)
    lists.things[list_id] = lists.bin.pop(list_id)
    return Answer(204)


@routes.on("PUT /crm/v3/lists/{list_id}/update-list-name")
def rename(ask: Ask, list_id: str) -> Answer:
    """Give a list another name, which the query says."""
    lists = lists_of(ask.world)
    one, name = lists.one(list_id), ask.query.get("listName")
    _check_name(lists, name, one)
    one.name = str(name)
    one.touch(ask.world, ask.caller.user_id)
    return Answer(200, {"updatedList": _shape(ask, one)})


@routes.on("PUT /crm/v3/lists/{list_id}/update-list-filters")
def refilter(ask: Ask, list_id: str) -> Answer:
    """Give an active list another condition."""
    one = lists_of(ask.world).one(list_id)
    ask.required("filterBranch")
    if one.processing != "DYNAMIC":
        raise invalid("Only DYNAMIC lists can have their filters updated.", subCategory="ILS.INVALID_LIST_TYPE")
    one.filter = normal(ask.body["filterBranch"])
    one.touch(ask.world, ask.caller.user_id)
    return Answer(200, {"updatedList": {**_shape(ask, one), "filterBranch": copy.deepcopy(one.filter)}})


def seed(world: World) -> None:
    """Lists 801 (by hand: records 1, 2, 3), 802 (by hand: 3, 4), 803 (active), 804 (by hand, in folder 811).

    Folders 811 and, in it, 812; 813 is empty.
    """
    lists = lists_of(world)
    for id, name, processing, members in (
        ("801", "Guests", "MANUAL", ("1", "2", "3")),
        ("802", "Press", "MANUAL", ("3", "4")),
        ("803", "Everybody", "DYNAMIC", ("1", "2", "3", "4")),
        ("804", "Speakers", "MANUAL", ("2",)),
    ):
        condition = None if processing == "MANUAL" else ANYBODY
        one = lists.make(world, name, "0-1", processing, condition, 9001, id)
        one.members = dict.fromkeys(members, one.made)
    lists.folders |= {
        "0": Folder("0", "", None),
        "811": Folder("811", "Events", "0"),
        "812": Folder("812", "Spring", "811"),
        "813": Folder("813", "Empty", "0"),
    }
    lists.one("804").folder = "811"


def state(world: World) -> State:
    """Lists with who was put into them, and folders."""
    lists = lists_of(world)
    found: State = {}
    for one in lists.things.values():
        members = sorted(one.members) if one.processing != "DYNAMIC" else []
        shown = {"name": one.name, "folder": lists.folders[one.folder].label, "members": members}
        found[f"list:{one.id}"] = {**shown, "filter": plain(one.filter), "processing": one.processing}
    for folder in lists.folders.values():
        if folder.parent is not None:
            parent = lists.folders[folder.parent].label
            found[f"list_folder:{folder.label}"] = {"name": folder.name, "parent": parent}
    return found


AREA = Area(Routes(routes, list_members.routes, list_folders.routes), seed, state)
