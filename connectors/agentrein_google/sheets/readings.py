"""The readings that rows name: what a read of a spreadsheet is made into, with the further reads that it needs."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_google.sheets.appending import READINGS_OF_APPENDED
from agentrein_google.sheets.book import Book, Tab, book_of
from agentrein_google.sheets.changes.comments import posts
from agentrein_google.sheets.facets import fields_of
from agentrein_google.sheets.kinds import KINDS, METADATA, sheet_of
from agentrein_google.sheets.ranges import Box
from agentrein_google.sheets.snapshots import (
    CAP,
    NOTHING,
    Over,
    read_cells,
    read_facets,
    read_metadata,
    remembered,
    together,
)
from agentrein_google.sheets.values import Unresolved, requests_of

Steps = Generator[Read, Answer, Any]

NOT_FOUND = Answer(404, {"error": {"code": 404, "message": "it is not there"}})


def _book(body: Mapping[str, Any]) -> Book:
    """The spreadsheet that a read shows; of a batch, the one that was read for all of its items."""
    book = body.get("book")
    return book if isinstance(book, Book) else book_of(body)


def slice_of(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """What a call changes: before it by its requests, later by the facets that were remembered."""
    if "scope" in given:
        return (yield from _later(body, given["scope"], read=given.get("read", False)))
    kind = together if given.get("together") else remembered
    return (yield from kind(_book(body), given["requests"]))


def _later(body: Mapping[str, Any], scope: Sequence[Sequence[Any]], *, read: bool) -> Steps:
    book = _book(body)
    if not read:
        failed = yield from read_facets(book, scope)
        if failed is not None:
            return failed
    return {"fields": fields_of(book, scope)[0]}


def all_at_once(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """The spreadsheet as far as the items of a batch need it: of a sheet that several change, all."""
    book, areas = book_of(body), list[Box]()
    for sheet in given["sheets"]:
        tab = book.tabs.get(sheet)
        if tab is not None and tab.all.size <= given["most"]:
            areas.append(tab.all)
    failed = yield from read_cells(book, areas, lines=True)
    book.covered = areas
    return {"book": book} if failed is None else failed


def values_of(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """What a call about values changes. A range that means nothing here is for the vendor to refuse."""
    book = book_of(body)
    try:
        requests = yield from requests_of(book, given["call"], given["kind"])
    except Unresolved as unknown:
        refused = yield Read(
            "sheets.spreadsheets.get",
            params={"spreadsheetId": book.id, "ranges": [str(unknown)], "fields": "spreadsheetId"},
        )
        return refused if refused.status != 200 else NOTHING
    except (LookupError, TypeError, ValueError):
        return NOTHING
    return (yield from remembered(book, requests))


# --- what has an id


def listing(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """All things of a kind with their ids; with `like`, those that show what was said of a new one: its id, or all."""
    book = _book(body)
    like = {name: one for name, one in (given.get("like") or {}).items() if one is not None}
    id = "sheetId" if given["kind"] == "sheets" else KINDS[given["kind"]].id
    like = {id: like[id]} if id in like else like  # it may have been renamed since, and is still the one
    if given["kind"] == METADATA.listed:
        failed = yield from read_metadata(book, [{"developerMetadataLookup": _lookup(like)}])
        if failed is not None:
            return failed
    things = _things(book, given["kind"])
    found = [{"id": id, "it": one, "shows": True} for id, one in things.items() if shows(one, like)]
    if "source" in given:
        held = yield from _held_by(book, given["source"], given.get("file"))
        return held if isinstance(held, Answer) else {"ids": list(things), "things": found, **held}
    return {"ids": list(things), "things": found}


def _lookup(like: Mapping[str, Any]) -> dict[str, Any]:
    names = ("metadataId", "metadataKey", "metadataValue", "visibility")
    return {name: like[name] for name in names if name in like} or {"visibility": "DOCUMENT"}


def _things(book: Book, kind: str) -> dict[str, dict[str, Any]]:
    if kind == "sheets":
        return {str(tab.id): tab.properties for tab in book.tabs.values()}
    return book.things[kind]


def shows(thing: Any, like: Any) -> bool:
    """Whether a thing shows what was said of it; the vendor may add to that."""
    if isinstance(like, Mapping):
        return isinstance(thing, Mapping) and all(shows(thing.get(name), one) for name, one in like.items())
    return bool(thing == like or (thing is None and not like))


def thing(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """One `thing`, as `it`; of a sheet also the values in its cells. 404 where there is none."""
    book, kind, id = _book(body), given["kind"], str(given["id"])
    if kind == METADATA.listed:
        failed = yield from read_metadata(book, [{"developerMetadataLookup": {"metadataId": int(id)}}])
        if failed is not None:
            return failed
    found = _things(book, kind).get(id)
    if found is None:
        return NOT_FOUND
    if kind != "sheets":
        return {"thing": {"it": {name: one for name, one in found.items() if name != "requestingUserCanEdit"}}}
    held = yield from _held_by(book, id)
    if isinstance(held, Answer):
        return held
    return {"thing": {"it": found, **held, "things": standing_on(book, book.tab(id))}}


def standing_on(book: Book, tab: Tab) -> int:
    """How many things stand on a sheet."""
    things = [one for kind, held in book.things.items() if kind != "namedRanges" for one in held.values()]
    on_it = sum(sheet_of(one) == tab.id for one in things)
    groups = sum(map(len, tab.groups.values()))
    return on_it + len(tab.merges) + len(tab.rules) + groups + (tab.basic_filter is not None)


def _held_by(book: Book, sheet: Any, file: str | None = None) -> Steps:
    """The values in all cells of a sheet, and how many hold anything; raises ValueError where that is too many."""
    if file is not None:
        first = yield Read(
            "sheets.spreadsheets.get",
            params={"spreadsheetId": file, "fields": "spreadsheetId,sheets(properties)"},
        )
        if first.status != 200:
            return first
        book = book_of(first.body)
    tab = book.tabs.get(int(sheet))
    if tab is None:
        return NOT_FOUND
    failed = yield from read_cells(book, [tab.all])
    if failed is not None:
        return failed
    found = [[*place, tab.cell(*place)["userEnteredValue"]] for place in sorted(tab.filled(values=True))]
    if len(found) > CAP:
        raise Over
    return {"cells": found or None, "filled": len(tab.cells)}


def comments(body: Mapping[str, Any], given: Mapping[str, Any]) -> Any:
    """The posts of comments: those of a thread, or the first ones; with an id, that one, or 404."""
    threads = book_of(body).comments
    if "thread" in given:
        thread = threads.get(str(given["thread"]))
        found = [] if thread is None else posts(thread)
    else:
        found = [{"commentId": one["commentId"], **one["headPost"]} for one in threads.values()]
    found = [one for one in found if not one.get("deleted")]
    if "id" not in given:
        return {"ids": [_id_of(one) for one in found], "posts": [{"id": _id_of(one), "it": one} for one in found]}
    return next(({"post": one} for one in found if _id_of(one) == str(given["id"])), NOT_FOUND)


def _id_of(post: Mapping[str, Any]) -> str:
    return str(post.get("commentId", post.get("postId")))


READINGS = {
    "comments": comments,
    "slice": slice_of,
    "all at once": all_at_once,
    "values": values_of,
    "listing": listing,
    "thing": thing,
    **READINGS_OF_APPENDED,
}
"""The readings that rows name."""
