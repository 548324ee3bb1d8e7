"""Lists in which a new thing is looked for after its answer was lost: each entry with its title and its time."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from datetime import datetime, timedelta
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_notion.comparisons import agrees
from agentrein_notion.lists import Steps, Stopped, all_of, ask
from agentrein_notion.made import own_text
from agentrein_notion.texts import text_of, title_of
from agentrein_notion.values import block_content

ROWS = {"sorts": [{"timestamp": "created_time", "direction": "descending"}], "page_size": 100}
"""How the rows of a data source are listed to find a new one: https://developers.notion.com/reference/query-a-data-source"""

_QUERY = "POST /v1/data_sources/{data_source_id}/query"
_MINUTE = timedelta(seconds=59)


def made(time: Any) -> Any:
    """The last second at which something was made of which Notion shows the minute, rounded down.

    https://developers.notion.com/changelog/last-edited-time-is-now-rounded-to-the-nearest-minute
    """
    try:
        return (datetime.fromisoformat(str(time)) + _MINUTE).isoformat()
    except ValueError:
        return None


def _entry(one: Mapping[str, Any], title: str, kind: str) -> dict[str, Any]:
    return {**one, "title": title, "kind": kind, "made": made(one.get("created_time"))}


def _rows(results: Any) -> list[dict[str, Any]]:
    return [_entry(one, title_of(one.get("properties")), str(one.get("object"))) for one in results or []]


def made_rows(body: Any, _given: Mapping[str, Any]) -> Any:
    """One page of the rows of a data source."""
    return {**body, "results": _rows(body.get("results"))}


def made_rows_of_database(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """All rows of a database's only data source, to which a parent that names the database leads."""
    rows: list[Any] = []
    try:
        for one in body.get("data_sources") or []:
            rows += yield from all_of(Read(_QUERY, {"data_source_id": one["id"]}, body=ROWS))
    except Stopped as stopped:
        return stopped.answer
    return {"results": _rows(rows)}


def made_inside(body: Any, _given: Mapping[str, Any]) -> Any:
    """The pages and databases in one page of the blocks of a page; its other blocks are what neither can be."""
    kinds = {"child_page": "page", "child_database": "database"}
    results = [
        _entry(one, str((one.get(kind) or {}).get("title", "")), kinds[kind])
        for one in body.get("results") or []
        if (kind := str(one.get("type"))) in kinds
    ]
    return {**body, "results": results}


def made_somewhere(body: Any, given: Mapping[str, Any]) -> Any:
    """What a search finds; it is behind, so that finding nothing says nothing."""
    rows = _rows(body.get("results"))
    return {"results": rows if any(one["title"] == given.get("title") for one in rows) else None}


def made_nowhere(_body: Any, _given: Mapping[str, Any]) -> Any:
    """What was made by a call that cannot have been taken: nothing, whatever was read."""
    return {"results": []}


def made_comments(body: Any, _given: Mapping[str, Any]) -> Any:
    """One page of the comments on a page or block."""
    return {**body, "results": [_entry(one, "", "comment") for one in body.get("results") or []]}


def made_uploads(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """One page of the uploads of the connection."""
    yield from ()
    return {**body, "results": [_entry(one, str(one.get("filename")), "upload") for one in body.get("results") or []]}


def sent_or_not(body: Any, given: Mapping[str, Any]) -> Steps:
    """An upload with `arrived`: whether its file is there, or one part more than the `parts` that were.

    A part that is sent anew adds none, and changes nothing.
    """
    yield from ()
    parts = (body.get("number_of_parts") or {}).get("sent")
    more = parts is not None and parts > (given.get("parts") or 0)
    return {**body, "arrived": more or body.get("status") == "uploaded"}


def made_data_sources(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """The data sources of a database, each as it shows itself."""
    results: list[Any] = []
    try:
        for one in body.get("data_sources") or []:
            source = yield from ask(Read("GET /v1/data_sources/{data_source_id}", {"data_source_id": one["id"]}))
            results.append(_entry(source, text_of(source.get("title")), "data_source"))
    except Stopped as stopped:
        return stopped.answer
    return {"results": results}


def all_inside(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """All blocks of one level, however many pages of the list that takes."""
    try:
        return {**body, "results": (yield from _rest(body))}
    except Stopped as stopped:
        return stopped.answer


def _rest(body: Mapping[str, Any]) -> Generator[Read, Answer, list[Any]]:
    results = list(body.get("results") or [])
    if body.get("has_more"):
        results += yield from all_of(Read("GET /v1/blocks/{block_id}/children"), body.get("next_cursor"))
    return results


def added_inside(body: Any, given: Mapping[str, Any]) -> Steps:
    """The blocks `made` since `before` by the account `by` that read as the `children` of a call, if all of them do.

    Blocks of its own that read otherwise may be those, edited since: then nothing tells.
    """
    try:
        results = yield from _rest(body)
    except Stopped as stopped:
        return stopped.answer
    new = [one for one in results if one["id"] not in given["before"]]
    own = [one for one in new if (one.get("created_by") or {}).get("id") == given["by"]]
    asked = given.get("children") or []
    for at in range(len(own) - len(asked) + 1):
        if asked and all(map(_is_as_asked, asked, own[at : at + len(asked)])):
            return {"appended": True, "made": own[at : at + len(asked)]}
    if own:
        return Answer(error=LookupError("blocks of its own stand there that read otherwise"))
    return {"appended": False, "made": []}


def written_again(body: Any, given: Mapping[str, Any]) -> Steps:
    """The blocks of one level, `again`: those that read as the one of an `id` did, which a call made, and came since.

    Text that is replaced, and put back, is in new blocks, so that one that is gone may stand there by another id.
    """
    try:
        results = yield from _rest(body)
    except Stopped as stopped:
        return stopped.answer
    was = next(one for one in given["was"] if one["id"] == given["id"])
    known = {*given["before"], *(one["id"] for one in given["was"])}
    new = [one for one in results if one["id"] not in known and (one.get("created_by") or {}).get("id") == given["by"]]
    again = [one["id"] for one in new if one.get("type") == was.get("type") and own_text(was, one)]
    return {**body, "again": again}


def _is_as_asked(child: Mapping[str, Any], block: Mapping[str, Any]) -> bool:
    """Whether a block reads as a call asked for it; of a file that was uploaded, what Notion keeps tells no upload."""
    kind = str(block.get("type"))
    parts, content = child.get(kind), block_content(block)
    if not isinstance(parts, Mapping) or ("file_upload" in parts and "file" not in content):
        return False
    return agrees({name: value for name, value in parts.items() if name not in {"children", "file_upload"}}, content)


LISTINGS = {
    "made rows": made_rows,
    "made rows of a database": made_rows_of_database,
    "made inside": made_inside,
    "made somewhere": made_somewhere,
    "made nowhere": made_nowhere,
    "made comments": made_comments,
    "made data sources": made_data_sources,
    "made uploads": made_uploads,
    "sent or not": sent_or_not,
    "all inside": all_inside,
    "added inside": added_inside,
    "written again": written_again,
}
"""The readings of lists that rows name."""
