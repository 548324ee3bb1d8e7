"""Readings that tell what happened to a thing since a run made it: by others, or by the same account in another way.

Times do not tell, because Notion shows them to the minute; who made and who changed something last does:
https://developers.notion.com/changelog/last-edited-time-is-now-rounded-to-the-nearest-minute. Where that is the account
itself, what it reads as is compared with what the call made.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_notion.lists import Steps, Stopped, all_of, ask
from agentrein_notion.made import database_edits, is_told, own_text, page_edits
from agentrein_notion.texts import REVERTED, text_of

MOST_COMMENTED = 200
"""Blocks whose comments are read, which takes a request for each; beyond, a person decides."""

_APART = {"child_page", "child_database"}
"""Blocks whose content is not looked into: what they are tells."""


@dataclass
class Found:
    """What was found: `others` is what somebody else did, `edited` what is not as the call of the account made it."""

    by: str
    others: list[str] = field(default_factory=list)
    edited: list[str] = field(default_factory=list)
    left: int = MOST_COMMENTED + 1

    def note(self, thing: Mapping[str, Any], kind: str, which: str = "") -> bool:
        """Note a thing that somebody else made or changed last, `which` one it is last; whether that is so."""
        for name, did in (("created_by", "added"), ("last_edited_by", "edited")):
            if self._is_of_others(thing.get(name)):
                self._say(f"{kind} {did}", thing[name]["id"], which)
                return True
        return False

    def note_block(self, block: Mapping[str, Any]) -> bool:
        """The same of a block, which a page and a database inside another page are, too."""
        kind, id = str(block.get("type")), str(block["id"])
        if kind in _APART:
            return self.note(block, kind.removeprefix("child_"), id)
        return self.note(block, "block", f"{kind} {id}")

    def note_comment(self, comment: Mapping[str, Any]) -> bool:
        """The same of a comment, which shows the name of who wrote it unless that was made up for it.

        https://developers.notion.com/reference/comment-object
        """
        if not self._is_of_others(comment.get("created_by")):
            return False
        shown = comment.get("display_name") or {}
        name = shown.get("resolved_name") if shown.get("type") in {"integration", "user"} else None
        self._say("comment", name or comment["created_by"]["id"], str(comment["id"]))
        return True

    def _is_of_others(self, user: Any) -> bool:
        return (user or {}).get("id") not in (None, self.by)

    def _say(self, what: str, who: str, which: str) -> None:
        """One sentence, what happened and who did it first: a screen may cut its end."""
        self.others.append(f"{what} by {who}" + (f" ({which})" if which else ""))


Look = Generator[Read, Answer, None]


def used_page(body: Any, given: Mapping[str, Any]) -> Steps:
    """A page with what happened to it since it was as `was`, with the blocks that its call `told` (None: not known)."""
    found = Found(given["by"])
    return (yield from _used(body, found, _look_at_page(found, body, given)))


def used_block(body: Any, given: Mapping[str, Any]) -> Steps:
    """A block with what happened to it since it was one of those in `was`, those `before` set aside."""
    found = Found(given["by"])
    return (yield from _used(body, found, _look_at_block(found, body, given)))


def used_database(body: Any, given: Mapping[str, Any]) -> Steps:
    """A database with what happened to it since it was as `was`, with the `columns` that its call named."""
    found = Found(given["by"])
    return (yield from _used(body, found, _look_at_database(found, body, given)))


def used_data_source(body: Any, given: Mapping[str, Any]) -> Steps:
    """A data source with what happened to it since it was as `was`, with the `columns` that its call named."""
    found = Found(given["by"])
    return (yield from _used(body, found, _look_at_source(found, body, given)))


def _used(body: Any, found: Found, look: Look) -> Steps:
    """The thing with what was found; in the trash it is as it shall be, whatever happened to it."""
    if body.get("in_trash", body.get("archived")):
        look.close()
        return {**body, "others": [], "edited": []}
    try:
        yield from look
    except Stopped as stopped:
        return stopped.answer
    return {**body, "others": found.others, "edited": found.edited}


# --- pages and blocks


def _look_at_page(found: Found, page: Mapping[str, Any], given: Mapping[str, Any]) -> Look:
    found.note(page, "page")
    if not given.get("template"):  # which Notion applies later, values and blocks
        found.edited += page_edits(given.get("was") or {}, page)
    yield from comments_on(found, str(page["id"]))
    yield from _inside(found, str(page["id"]), given.get("told"))


def _look_at_block(found: Found, block: Mapping[str, Any], given: Mapping[str, Any]) -> Look:
    found.note_block(block)
    before, told = given.get("before") or [], given.get("told")
    made = [one for one in given.get("was") or [] if one.get("id") not in before]
    at = next((n for n, one in enumerate(made) if one.get("id") == block["id"]), None)
    if at is not None and not own_text(made[at], block):
        found.edited.append(f"block {block['id']} reads otherwise than it was added")
    of_it = told[at]["children"] if told is not None and at is not None and len(told) == len(made) else None
    yield from _around(found, block, of_it)


def _inside(found: Found, block: str, told: Any) -> Look:
    """The blocks of one level; those of the account itself are to read as the call told them, in that order."""
    for one in (yield from all_of(Read("GET /v1/blocks/{block_id}/children", {"block_id": block}))):
        theirs = found.note_block(one)
        of_it = None
        if told is not None and not theirs:
            at = next((n for n, child in enumerate(told) if is_told(child, one)), None)
            if at is None:
                found.edited.append(f"block {one['id']} ({one.get('type')}) is not what the call made")
            else:
                of_it, told = told[at]["children"], told[at + 1 :]
        yield from _around(found, one, of_it)


def _around(found: Found, block: Mapping[str, Any], told: Any) -> Look:
    if block.get("has_children") and block.get("type") not in _APART and not _shows_another(block):
        yield from _inside(found, str(block["id"]), told)
    yield from comments_on(found, str(block["id"]))


def _shows_another(block: Mapping[str, Any]) -> bool:
    """Whether the blocks in this one are those of another, which stay when it goes."""
    return bool((block.get("synced_block") or {}).get("synced_from"))


def comments_on(found: Found, block: str) -> Look:
    """Note comments that are not resolved, as far as the connection may read comments (403 if it may not)."""
    if found.left == 0:
        found.others.append(f"comments of more than {MOST_COMMENTED} blocks were not all looked at")
    found.left -= 1
    if found.left < 0:
        return
    try:
        comments = yield from all_of(Read("GET /v1/comments", {"block_id": block}))
    except Stopped as stopped:
        if stopped.answer.status == 403:
            return
        raise
    for one in comments:
        theirs = found.note_comment(one)
        if not theirs and text_of(one.get("rich_text")) != REVERTED:
            found.edited.append(f"comment {one['id']} stands on it")


# --- databases and data sources


def _look_at_database(found: Found, database: Mapping[str, Any], given: Mapping[str, Any]) -> Look:
    found.note(database, "database")
    found.edited += database_edits("database", given.get("was") or {}, database)
    for one in database.get("data_sources") or []:
        source = yield from ask(Read("GET /v1/data_sources/{data_source_id}", {"data_source_id": one["id"]}))
        found.note(source, "data source")
        yield from _table(found, source, given.get("columns"))


def _look_at_source(found: Found, source: Mapping[str, Any], given: Mapping[str, Any]) -> Look:
    found.note(source, "data source")
    found.edited += database_edits("data source", given.get("was") or {}, source)
    yield from _table(found, source, given.get("columns"))


def _table(found: Found, source: Mapping[str, Any], columns: Any) -> Look:
    """Columns and rows: a new data source has no rows, so that each that stands there now came since."""
    for name, column in (source.get("properties") or {}).items():
        if columns is not None and name not in columns and not (column.get("type") == "title" and not columns):
            found.edited.append(f"column {name!r} is none that the call made")
    read = Read("POST /v1/data_sources/{data_source_id}/query", {"data_source_id": source["id"]}, body=_FIRST)
    for row in (yield from ask(read)).get("results") or []:
        if not found.note(row, "row", str(row["id"])):
            found.edited.append(f"row {row['id']} stands in it")


_FIRST = {"page_size": 100}
"""One page of the rows is enough to know that there are some."""

OTHERS = {
    "page and others": used_page,
    "block and others": used_block,
    "database and others": used_database,
    "data source and others": used_data_source,
}
"""The readings that rows name, with what they are given."""
