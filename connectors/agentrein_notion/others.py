"""Readings that tell what others did to a thing that a run made, comments included.

Times do not tell, because Notion shows them to the minute; who made and who changed something last does:
https://developers.notion.com/changelog/last-edited-time-is-now-rounded-to-the-nearest-minute
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_notion.comparisons import agrees
from agentrein_notion.lists import Steps, Stopped, all_of
from agentrein_notion.values import block_content


def used_page(body: Any, given: Mapping[str, Any]) -> Steps:
    """A page with `others`: what anybody but the account `by` put into it or changed, comments included."""
    return (yield from _used(body, _others_in_page(body, given["by"])))


def used_block(body: Any, given: Mapping[str, Any]) -> Steps:
    """A block with `others`, and `edited`: whether it reads otherwise than it `was` when it was made."""
    was = next((one for one in given.get("was") or [] if one.get("id") == body.get("id")), body)
    edited = not agrees(block_content(was), block_content(body))
    used = yield from _used(body, _others_in_block(body, given["by"]))
    return {**used, "edited": edited} if isinstance(used, dict) else used


def used_database(body: Any, given: Mapping[str, Any]) -> Steps:
    """A database with `others`: rows that are of others, and what they changed of it."""
    return (yield from _used(body, _others_in_database(body, given["by"])))


def used_data_source(body: Any, given: Mapping[str, Any]) -> Steps:
    """A data source with `others`: rows that are of others, and what they changed of it."""
    return (yield from _used(body, _others_in_source(body, given["by"])))


def _used(body: Any, look: Generator[Read, Answer, list[str]]) -> Steps:
    """The thing with what others did; in the trash it is as it shall be, whatever they did."""
    if body.get("in_trash", body.get("archived")):
        look.close()
        return {**body, "others": []}
    try:
        return {**body, "others": (yield from look)}
    except Stopped as stopped:
        return stopped.answer


def _by(thing: Mapping[str, Any], by: str, what: str) -> list[str]:
    """What somebody else made or changed last, in words."""
    for name, did in (("created_by", "made"), ("last_edited_by", "changed")):
        user = (thing.get(name) or {}).get("id")
        if user is not None and user != by:
            return [f"{what} {did} by {user}"]
    return []


def _others_in_page(page: Mapping[str, Any], by: str) -> Generator[Read, Answer, list[str]]:
    found = _by(page, by, "the page was")
    found += yield from _others_inside(str(page["id"]), by)
    return found + (yield from _comments(str(page["id"]), by))


def _others_in_block(block: Mapping[str, Any], by: str) -> Generator[Read, Answer, list[str]]:
    found = _by(block, by, f"{block.get('type')} {block['id']}")
    if block.get("has_children") and block.get("type") not in {"child_page", "child_database"}:
        found += yield from _others_inside(str(block["id"]), by)
    return found + (yield from _comments(str(block["id"]), by))


def _others_inside(block: str, by: str) -> Generator[Read, Answer, list[str]]:
    found: list[str] = []
    for one in (yield from all_of(Read("GET /v1/blocks/{block_id}/children", {"block_id": block}))):
        found += yield from _others_in_block(one, by)
    return found


def _comments(block: str, by: str) -> Generator[Read, Answer, list[str]]:
    """Comments of others that are not resolved, as far as the connection may read comments (403 if it may not)."""
    try:
        comments = yield from all_of(Read("GET /v1/comments", {"block_id": block}))
    except Stopped as stopped:
        if stopped.answer.status == 403:
            return []
        raise
    return [
        words for one in comments for words in _by({"created_by": one.get("created_by")}, by, f"comment {one['id']}")
    ]


def _others_in_database(database: Mapping[str, Any], by: str) -> Generator[Read, Answer, list[str]]:
    found = _by(database, by, "the database was")
    for source in database.get("data_sources") or []:
        found += yield from _others_rows(str(source["id"]), by)
    return found


def _others_in_source(source: Mapping[str, Any], by: str) -> Generator[Read, Answer, list[str]]:
    found = _by(source, by, "the data source was")
    return found + (yield from _others_rows(str(source["id"]), by))


def _others_rows(source: str, by: str) -> Generator[Read, Answer, list[str]]:
    rows = yield from all_of(Read("POST /v1/data_sources/{data_source_id}/query", {"data_source_id": source}, body={}))
    return [words for row in rows for words in _by(row, by, f"row {row['id']}")]


OTHERS = {
    "page and others": used_page,
    "block and others": used_block,
    "database and others": used_database,
    "data source and others": used_data_source,
}
"""The readings that rows name, with what they are given."""
