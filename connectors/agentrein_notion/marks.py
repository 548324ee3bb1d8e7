"""What stands in a thing that was taken out of the trash, with who changed each part last.

What stood there before cannot be told from what came since by its maker, so each part is marked when the thing comes
back; what others made or changed after that is not put into the trash again with it.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_notion.lists import all_of

Marks = dict[str, list[Any]]


def standing(thing: Mapping[str, Any], given: Mapping[str, Any]) -> Generator[Read, Answer, Any]:
    """Whether a thing is in the trash; for a call that takes it out of there, its marks where it is not."""
    trashed = bool(thing.get("in_trash", thing.get("archived")))
    if trashed or given.get("untrash") is not False:
        return trashed
    found = {str(thing.get("id")): _mark(thing)}
    match thing.get("object"):
        case "database":
            for one in thing.get("data_sources") or []:
                found |= yield from _rows(str(one["id"]))
        case "data_source":
            found |= yield from _rows(str(thing.get("id")))
        case _:
            found |= yield from _inside(str(thing.get("id")))
    return found


def _mark(thing: Mapping[str, Any]) -> list[Any]:
    by = thing.get("last_edited_by") or thing.get("created_by") or {}
    return [thing.get("last_edited_time"), by.get("id")]


def _rows(source: str) -> Generator[Read, Answer, Marks]:
    read = Read("POST /v1/data_sources/{data_source_id}/query", {"data_source_id": source}, body={})
    return {str(row["id"]): _mark(row) for row in (yield from all_of(read))}


def _inside(block: str) -> Generator[Read, Answer, Marks]:
    found: Marks = {}
    for one in (yield from all_of(Read("GET /v1/blocks/{block_id}/children", {"block_id": block}))):
        found[str(one["id"])] = _mark(one)
        if one.get("has_children") and one.get("type") not in {"child_page", "child_database"}:
            found |= yield from _inside(str(one["id"]))
    return found


def unused_since(ours: Any, now: Any, own: Own) -> bool:
    """Whether nobody but the account put anything into the thing, or changed it, since it came back."""
    if not isinstance(now, Mapping) or ours is True:
        return False
    if not isinstance(ours, Mapping):  # the answer was lost, so that only the thing itself, its first mark, tells
        return bool(next(iter(now.values()))[1] == own.actor.account)
    return all(by == own.actor.account or ours.get(id) == [time, by] for id, (time, by) in now.items())
