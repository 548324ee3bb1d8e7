"""What further reads complete about lists: who is in them, and the folder that each lies in."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read

Steps = Generator[Read, Answer, Any]
MEMBERS = "GET /crm/v3/lists/{listId}/memberships"
FOLDERS = "GET /crm/v3/lists/folders"
TOO_MANY = 100_000
"""How many HubSpot takes out of a list at once."""


def all_members(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads of the further pages of those who are in a list, and tell who came and went since `before`."""
    ids = yield from _members(given["list"], page)
    if isinstance(ids, Answer):
        return ids
    asked, was = given.get("ids"), given.get("before")
    found: dict[str, Any] = {"ids": ids}
    if asked is not None:
        there = set(ids)
        found |= {"present": _of(asked, there), "absent": [id for id in _texts(asked) if id not in there]}
    if was is not None:
        found |= {"came": [id for id in ids if id not in set(was)], "went": [id for id in was if id not in set(ids)]}
    return found


def changed_members(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the same reads, and tell which of those that a call put in or took out came, or went, since `before`."""
    found = yield from all_members(page, given)
    if isinstance(found, Answer):
        return found
    came = _of(given.get("add") or (), set(found["came"]))
    went = _of(given.get("remove") or (), set(found["went"]))
    return {**found, "recordsIdsAdded": came, "recordIdsRemoved": went, "landed": bool(came or went)}


def both_sides(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the same reads, and tell who has to come and who has to go to be as before."""
    ids = yield from _members(given["list"], page)
    if isinstance(ids, Answer):
        return ids
    there = set(ids)
    lacking = [id for id in _texts(given["removed"]) if id not in there]
    return {"lacking": lacking, "extra": _of(given["added"], there)}


def with_source(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads of the members of two lists, and tell who is in the other alone."""
    ids = yield from _members(given["list"], page)
    if isinstance(ids, Answer):
        return ids
    answer = yield Read(MEMBERS, {"listId": given["source"], "limit": 250})
    others = answer if answer.status != 200 else (yield from _members(given["source"], answer.body))
    if isinstance(others, Answer):
        return others
    there = set(ids)
    return {"ids": ids, "new": [id for id in others if id not in there]}


def _members(list_id: Any, page: Any) -> Steps:
    ids: dict[str, None] = {}
    while True:
        ids |= dict.fromkeys(str(one["recordId"]) for one in page["results"])
        after = ((page.get("paging") or {}).get("next") or {}).get("after")
        if after is None or len(ids) > TOO_MANY:
            return [*ids]
        answer = yield Read(MEMBERS, {"listId": list_id, "limit": 250, "after": after})
        if answer.status != 200:
            return answer
        page = answer.body


def _texts(ids: Iterable[Any]) -> list[str]:
    return [str(id) for id in ids]


def _of(ids: Iterable[Any], there: set[str]) -> list[str]:
    return [id for id in _texts(ids) if id in there]


def with_members(body: Any, _given: Mapping[str, Any]) -> Steps:
    """Yield the read of those who are in a list by hand, and tell them; others fill themselves."""
    one = body["list"]
    if one.get("processingType") == "DYNAMIC":
        return {**body, "members": []}
    answer = yield Read(MEMBERS, {"listId": one["listId"], "limit": 250})
    if answer.status != 200:
        return answer
    ids = yield from _members(one["listId"], answer.body)
    return ids if isinstance(ids, Answer) else {**body, "members": ids}


def folder_of_list(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads of the folders that find the one in which a list lies; none for one that nobody shows."""
    waiting = [body["folder"]]
    while waiting:
        node = waiting.pop(0)
        shown = node
        if node["id"] != body["folder"]["id"]:
            answer = yield Read(FOLDERS, {"folderId": str(node["id"])})
            if answer.status != 200:
                return answer
            shown = answer.body["folder"]
        if str(given["list"]) in {str(id) for id in shown.get("childLists") or ()}:
            return {"folder": str(shown["id"])}
        waiting += shown.get("childNodes") or []
    return {"folder": None}


def named_folder(body: Any, given: Mapping[str, Any]) -> Any:
    """The folder of a name in the folder that was read."""
    inner = body["folder"].get("childNodes") or ()
    one = next((node for node in inner if node["name"] == given["name"]), None)
    return {} if one is None else {"folder": one}


def own_members(ours: Any, now: Any, own: Own) -> bool:
    """In a plan: whether the run itself put into a list who is in it, and takes them out before."""
    if not own.plan or ours != [] or not isinstance(now, list):
        return False
    bodies = [call.body for call in own.sent if "/memberships/add" in call.address and isinstance(call.body, Mapping)]
    named = {str(id) for body in bodies for name in ("recordIds", "recordIdsToAdd") for id in body.get(name) or ()}
    return set(now) <= named


READINGS = {
    "members": all_members,
    "changed members": changed_members,
    "both sides": both_sides,
    "members of two": with_source,
    "list with members": with_members,
    "folder of a list": folder_of_list,
    "folder of a name": named_folder,
}
COMPARISONS = {"own members": own_members}
