"""Readings that need more than one request: each goes on from the body of a first read and gives it back completed."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any
from urllib.parse import unquote

from agentrein.connector import Answer, Read
from agentrein_notion.comparisons import agrees
from agentrein_notion.lists import Steps, Stopped, all_of
from agentrein_notion.marks import standing
from agentrein_notion.texts import texts
from agentrein_notion.values import (
    LONG,
    READ_ONLY,
    block_content,
    file_value,
    is_empty,
    is_lossy,
    meant,
    parent_value,
    property_value,
    same_key,
)

_SHOWN = 25
"""Entries of a value that a page shows. https://developers.notion.com/reference/retrieve-a-page-property"""


# --- pages


def whole_page(body: Any, given: Mapping[str, Any]) -> Steps:
    """A page with `writable` beside each value that is asked for: the form in which it may be written back.

    Of the keys `asked`, or of all properties where none are given, long values are read to their end.
    """
    try:
        properties = {}
        for name, shown in (body.get("properties") or {}).items():
            whole = shown
            if "asked" not in given or any(same_key(name, shown.get("id"), key) for key in given["asked"]):
                whole = yield from _whole_property(body["id"], shown)
                lossy = is_lossy(whole) or (shown.get("type") == "relation" and (yield from _is_hidden(body, shown)))
            else:
                lossy = is_lossy(whole)
            properties[name] = {**whole, "name": name, "writable": property_value(whole), "lossy": lossy}
        stands = yield from standing(body, given)
    except Stopped as stopped:
        return stopped.answer
    return {**body, "properties": properties, "writable": _writable(body, properties), "standing": stands}


def _is_hidden(page: Mapping[str, Any], shown: Mapping[str, Any]) -> Generator[Read, Answer, bool]:
    """Whether a relation leads to what the connection may not see: it reads as empty, and would be written back so.

    https://developers.notion.com/reference/page-property-values#relation
    """
    source = (page.get("parent") or {}).get("data_source_id")
    if source is None:
        return False
    schema = yield Read(_SOURCE, {"data_source_id": source})
    columns = schema.body.get("properties") if schema.status == 200 and isinstance(schema.body, Mapping) else {}
    related = ((meant(columns or {}, shown["id"]) or {}).get("relation") or {}).get("data_source_id")
    if related is None or related == source:
        return related is None
    return (yield Read(_SOURCE, {"data_source_id": related})).status == 404


_SOURCE = "GET /v1/data_sources/{data_source_id}"


def _whole_property(page: str, shown: Any) -> Generator[Read, Answer, Any]:
    kind = shown.get("type")
    value = shown.get(kind)
    if kind not in LONG or not (shown.get("has_more") or (isinstance(value, list) and len(value) >= _SHOWN)):
        return shown
    decoded = unquote(str(shown["id"]))
    params = {"page_id": page, "property_id": shown["id"] if "/" in decoded else decoded}
    items = yield from all_of(Read("GET /v1/pages/{page_id}/properties/{property_id}", params))
    return {**shown, kind: [item[kind] for item in items], "has_more": False}


def _writable(body: Mapping[str, Any], properties: Mapping[str, Any]) -> dict[str, Any]:
    """What else of a page may be written back; `columns` are the values that only a data source has."""
    values = {
        str(one["id"]): one["writable"]
        for one in properties.values()
        if one["writable"] is not None and one.get("type") != "title"
    }
    return {**_looks(body), "parent": parent_value(body.get("parent")), "columns": values}


def _looks(body: Mapping[str, Any]) -> dict[str, Any]:
    return {name: file_value(body.get(name)) for name in ("icon", "cover")}


def moved_or_not(body: Any, given: Mapping[str, Any]) -> Any:
    """A page with `moved`: whether it stands where a call sent it. A third place says nothing of that."""
    moved = agrees(given["to"], body.get("parent"))
    if not moved and parent_value(body.get("parent")) != given["was"]:
        return Answer(error=LookupError("the page stands neither where it was nor where it was sent"))
    return {**body, "moved": moved}


# --- blocks, databases, data sources


def whole_block(body: Any, given: Mapping[str, Any]) -> Steps:
    """A block with `writable`: what stands under its type, each part as it may be written back."""
    return (yield from _with_standing(body, given, block_content(body)))


def whole_database(body: Any, given: Mapping[str, Any]) -> Steps:
    """A database with its texts, icon, cover and parent as they may be written back."""
    writable = {**_texts(body), **_looks(body), "parent": parent_value(body.get("parent"))}
    return (yield from _with_standing(body, given, writable))


def _with_standing(body: Mapping[str, Any], given: Mapping[str, Any], writable: Any) -> Steps:
    try:
        stands = yield from standing(body, given)
    except Stopped as stopped:
        return stopped.answer
    return {**body, "writable": writable, "standing": stands}


def _texts(body: Mapping[str, Any]) -> dict[str, Any]:
    return {name: texts(body[name]) for name in ("title", "description", "rich_text") if name in body}


def whole_comment(body: Any, _given: Mapping[str, Any]) -> Any:
    """A comment with its text as it may be written back."""
    return {**body, "writable": _texts(body)}


def whole_data_source(body: Any, given: Mapping[str, Any]) -> Steps:
    """A data source with what its columns are: each with its name as it may be written back.

    `added` shows, for each of the keys `asked`, the column that it means and the rows that hold a value there; for one
    that means none, the columns that came since there were those `had`: one of them may be it, by another name.
    """
    columns = body.get("properties") or {}
    named = {name: {**column, "name": name, "writable": {"name": name}} for name, column in columns.items()}
    try:
        added: list[Any] = []
        for key in given.get("asked") or []:
            column = meant(columns, key)
            added += [(yield from _added(str(body.get("id")), column)) if column else _renamed(columns, given)]
        stands = yield from standing(body, given)
    except Stopped as stopped:
        return stopped.answer
    writable = {**_texts(body), **_looks(body)}
    return {**body, "properties": named, "added": added, "writable": writable, "standing": stands}


def _renamed(columns: Mapping[str, Any], given: Mapping[str, Any]) -> list[Any] | None:
    had = given.get("had")
    if not isinstance(had, list):
        return None
    known = {*had, *(meant(columns, key)["id"] for key in given["asked"] if meant(columns, key))}
    new = [
        {"id": one["id"], "name": name, "type": one.get("type")}
        for name, one in columns.items()
        if one["id"] not in known
    ]
    return new or None


def _added(source: str, column: Any) -> Generator[Read, Answer, Any]:
    kind, holds = column.get("type"), _holds(column)
    held: list[Any] = []
    if holds is not None:
        body = {"filter": {"property": column["id"], kind: holds}} if holds else {}
        rows = yield from all_of(
            Read("POST /v1/data_sources/{data_source_id}/query", {"data_source_id": source}, body=body)
        )
        held = [row["id"] for row in rows if not _is_empty_in(row, column["id"])]
    return {"id": column["id"], "type": kind, "values in": held}


def _is_empty_in(row: Mapping[str, Any], column: str) -> bool:
    return all(is_empty(one) for one in (row.get("properties") or {}).values() if one.get("id") == column)


def _holds(column: Mapping[str, Any]) -> dict[str, Any] | None:
    """The condition that a row has a value in the column, empty for any row; None where the values are Notion's own.

    https://developers.notion.com/reference/filter-data-source-entries
    """
    match column.get("type"):
        case "checkbox":
            return {"equals": True}
        case "status":
            options = (column.get("status") or {}).get("options") or [{}]
            return {"does_not_equal": options[0].get("name", "")}  # every row begins with the first one
        case "number" | "date" | "people" | "files" | "relation" | "select" | "multi_select":
            return {"is_not_empty": True}
        case "title" | "rich_text" | "url" | "email" | "phone_number":
            return {"is_not_empty": True}
    return None if column.get("type") in READ_ONLY else {}


READINGS = {
    "whole page": whole_page,
    "moved or not": moved_or_not,
    "whole block": whole_block,
    "whole comment": whole_comment,
    "whole database": whole_database,
    "whole data source": whole_data_source,
}
"""The readings that rows name, with what they are given."""
