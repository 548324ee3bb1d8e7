"""Views as they may be written back, and made again: their readings, and what of them does not come back.

https://developers.notion.com/guides/data-apis/working-with-views
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_notion.comparisons import agrees
from agentrein_notion.lists import Steps, Stopped, all_of, ask
from agentrein_notion.others import Found
from agentrein_notion.values import is_nothing

_SETTINGS = ("filter", "sorts", "quick_filters", "configuration")
_SAID = ("name", "type", "data_source_id", *_SETTINGS)
_LIST = "GET /v1/views"

_NEEDED = {"board": "group_by", "calendar": "date_property_id", "chart": "chart_type", "timeline": "date_property_id"}
"""What the configuration of these types must say."""

_NEVER_NULL = frozenset({"frozen_column_index", "show_vertical_lines", "wrap_cells"})
"""Parts of a configuration that a request sets and does not clear."""

MADE_AGAIN = frozenset({"board", "calendar", "chart", "gallery", "list", "map", "table", "timeline"})
"""Types of views of which a request says all that there is: neither the widgets of a dashboard nor the questions of a
form."""


# --- pure


def configuration_value(shown: Any) -> Any:
    """A part of a configuration as a request writes it: without the names that Notion shows beside the ids."""
    if isinstance(shown, list):
        return [configuration_value(one) for one in shown]
    if not isinstance(shown, Mapping):
        return shown
    return {name: configuration_value(one) for name, one in shown.items() if not name.endswith("property_name")}


def _configuration(view: Mapping[str, Any], asked: Any) -> dict[str, Any]:
    """The configuration of a view as far as a call sets it, null where the view has none, with what it must say."""
    shown, kind = configuration_value(view.get("configuration") or {}), view.get("type")
    named = {*(asked if isinstance(asked, Mapping) else ()), *((_NEEDED[kind],) if kind in _NEEDED else ())}
    return {**{name: shown.get(name) for name in named}, "type": kind}


def _quick_filters(view: Mapping[str, Any], asked: Any) -> dict[str, Any] | None:
    """The quick filters that a call sets, null for those that the view has not; all of them where it clears all."""
    shown = view.get("quick_filters") or {}
    return {name: shown.get(name) for name in asked} if isinstance(asked, Mapping) else shown or None


def does_not_come_back(view: Mapping[str, Any], name: str, asked: Any) -> bool:
    """Whether a setting could not be written back once a call has set it.

    An update takes no sort by time, keeps some parts of a configuration for good, and shows a cover that it does not
    take. A quick filter goes by name or id, so that one that is new beside others may be one of them.
    """
    shown = view.get(name) or {}
    match name:
        case "sorts":
            return any("timestamp" in sort for sort in shown)
        case "quick_filters":
            return bool(shown) and isinstance(asked, Mapping) and not asked.keys() <= shown.keys()
        case "configuration":
            return _keeps(view, asked if isinstance(asked, Mapping) else {}) or not is_writable(view)
    return False


def _keeps(view: Mapping[str, Any], asked: Mapping[str, Any]) -> bool:
    shown = {name for name, one in (view.get("configuration") or {}).items() if one is not None}
    needed = _NEEDED.get(str(view.get("type")))
    return bool((asked.keys() & _NEVER_NULL) - shown) or (needed is not None and needed not in shown)


def is_writable(view: Mapping[str, Any]) -> bool:
    """Whether a configuration can be written as it reads."""
    cover = (view.get("configuration") or {}).get("cover") or {}
    return bool(cover.get("type") != "page_content_first")


def is_made_again(view: Mapping[str, Any]) -> bool:
    """Whether a request can make the view again as it is."""
    return view.get("type") in MADE_AGAIN and not view.get("dashboard_view_id") and is_writable(view)


def _body(view: Mapping[str, Any], ids: Sequence[str]) -> dict[str, Any]:
    """The call that makes a view again: behind the nearest of those that stood in front of it and still do."""
    said = {name: view.get(name) for name in ("data_source_id", "name", "type", "filter", "sorts", "quick_filters")}
    shown = configuration_value(view.get("configuration") or {})
    said["configuration"] = {name: one for name, one in shown.items() if one is not None}
    behind = next((id for id in reversed(view["in_front"]) if id in ids), None)
    position = {"type": "after_view", "view_id": behind} if behind else {"type": "start"}
    place = {"database_id": view["parent"]["database_id"], "position": position}
    return {**place, **{name: value for name, value in said.items() if not is_nothing(value)}}


def _differs(was: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """The names under which a view reads otherwise than it did."""
    pairs = ((name, was[name], now.get(name)) for name in _SAID if name in was)
    return [name for name, had, has in pairs if not (agrees(had, has) and agrees(has, had))]


# --- readings


def whole_view(body: Any, given: Mapping[str, Any]) -> Steps:
    """A view with what of it an update, of which the body is `asked`, may write back."""
    yield from ()
    asked = given["asked"]
    writable = {
        "filter": body.get("filter") or None,
        "sorts": body.get("sorts") or None,
        "quick_filters": _quick_filters(body, asked.get("quick_filters")),
        "configuration": _configuration(body, asked.get("configuration")),
    }
    return {**body, "writable": writable}


def placed_view(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """A view with the ids of those `in_front` of it, and of all `others` of its database.

    That the list has the order of the tabs is what Notion does, not what it promises.
    """
    try:
        ids = yield from _ids({"database_id": (body.get("parent") or {}).get("database_id")})
    except Stopped as stopped:
        return stopped.answer
    own = body.get("id")
    at = ids.index(own) if own in ids else len(ids)
    return {**body, "in_front": ids[:at], "others": [id for id in ids if id != own]}


def all_views(body: Any, given: Mapping[str, Any]) -> Steps:
    """The ids of all views of a database; `full`: each view as it shows itself, but for those `before`."""
    try:
        results = yield from _rest(body, given)
        if given.get("full"):
            views = [one for one in results if one["id"] not in (given.get("before") or ())]
            results = yield from _each([str(one["id"]) for one in views])
    except Stopped as stopped:
        return stopped.answer
    return {**body, "results": results}


def one_view(body: Any, given: Mapping[str, Any]) -> Steps:
    """The view of an id as `again`, or what an undo made again `like` it, with what happened to it since.

    What an undo made has another id: it is none of the `others` that were there, is made by the account, and reads the
    same. `body` is the call that makes it.
    """
    like = given.get("like") or {}
    try:
        ids = [str(one["id"]) for one in (yield from _rest(body, given))]
        if given["view_id"] in ids:
            found = yield from _each([given["view_id"]])
        else:
            new = yield from _each([id for id in ids if id not in (given.get("others") or ())])
            found = [one for one in new if _maker(one) == given["by"] and not _differs(like, one)]
    except Stopped as stopped:
        return stopped.answer
    again = {"again": _used(found[-1], like, given["by"])} if found else {}
    return {**body, **again, "body": _body(like, ids) if "in_front" in like else None}


def _maker(view: Mapping[str, Any]) -> Any:
    return (view.get("created_by") or {}).get("id")


def _used(view: Mapping[str, Any], was: Mapping[str, Any], by: str) -> dict[str, Any]:
    found = Found(by)
    found.note(view, "view")
    edited = [f"view {view['id']}: {name} reads otherwise" for name in _differs(was, view)]
    return {**view, "others": found.others, "edited": edited}


def _ids(asked: Mapping[str, Any]) -> Generator[Read, Answer, list[str]]:
    return [str(one["id"]) for one in (yield from all_of(Read(_LIST, asked)))]


def _rest(body: Mapping[str, Any], given: Mapping[str, Any]) -> Generator[Read, Answer, list[Any]]:
    results = list(body.get("results") or [])
    if body.get("has_more"):
        results += yield from all_of(Read(_LIST, {"database_id": given["database"]}), body.get("next_cursor"))
    return results


def _each(ids: Sequence[str]) -> Generator[Read, Answer, list[Any]]:
    found: list[Any] = []
    for id in ids:
        found += [(yield from ask(Read("GET /v1/views/{view_id}", {"view_id": id})))]
    return found


READINGS_OF_VIEWS = {"whole view": whole_view, "placed view": placed_view, "all views": all_views, "one view": one_view}
"""The readings that rows name, with what they are given."""
