"""Views of databases, and the queries that keep what a view shows.

https://developers.notion.com/guides/data-apis/working-with-views
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_notion.sandbox.ask import Ask, invalid, not_found, read_id, unfit
from agentrein_notion.sandbox.shapes import stamps
from agentrein_notion.sandbox.world import Database, DataSource, View

routes = Routes()
_VIEW = "/v1/views/{view_id}"
_QUERY = f"{_VIEW}/queries/{{query_id}}"
_PLACES = ("database_id", "view_id", "create_database")
_SETTINGS = ("name", "filter", "sorts", "quick_filters", "configuration")
_TYPES = frozenset(
    {"board", "calendar", "chart", "dashboard", "form", "gallery", "list", "map", "table", "timeline"},
)
_NEEDS = {"board": "group_by", "calendar": "date_property_id", "chart": "chart_type", "timeline": "date_property_id"}
"""What a configuration of these types must say."""
_HOUR = 3600


def show(ask: Ask, view: View) -> dict[str, Any]:
    """A view as answers show it.

    https://developers.notion.com/reference/view
    """
    shown = stamps(ask, view)
    head = {name: value for name, value in shown.items() if name not in {"archived", "in_trash"}}
    settings = {name: getattr(view, name) or None for name in _SETTINGS}
    source = None if view.type == "dashboard" else view.source
    url = f"https://www.notion.so/{str(view.parent).replace('-', '')}?v={view.id.replace('-', '')}"
    return {**head, **settings, "type": view.type, "data_source_id": source, "url": url}


def add_default(ask: Ask, database: Database, source: DataSource) -> None:
    """The view that a new data source comes with."""
    world = ask.world
    world.add(View(world.new_id(), database.id, ask.me, world.clock(), name="Default view", source=source.id))


@routes.on("POST /v1/views")
def create(ask: Ask) -> Answer:
    """A new tab of a database; the sandbox has neither dashboards to fill nor linked databases.

    https://developers.notion.com/reference/create-view
    """
    ask.may("insert")
    ask.may("update")
    ask.only("data_source_id", "type", "position", "placement", *_PLACES, *_SETTINGS)
    if sum(name in ask.body for name in _PLACES) != 1:
        raise invalid("Provide exactly one of database_id, view_id, or create_database.")
    if "database_id" not in ask.body:
        raise invalid("The sandbox makes views as tabs of a database only.")
    database = ask.database_of(ask.body["database_id"], "body.database_id")
    source = ask.source_of(ask.body.get("data_source_id"), "body.data_source_id")
    ask.require_live(database)
    ask.require_live(source)
    kind = ask.body.get("type")
    if kind not in _TYPES:
        raise unfit("body.type", f"should be one of {', '.join(sorted(_TYPES))}", kind)
    if "name" not in ask.body:
        raise unfit("body.name", "should be defined")
    settings = {name: _setting(ask, source, kind, name) for name in _SETTINGS if name in ask.body}
    world = ask.world
    view = View(world.new_id(), database.id, ask.me, world.clock(), type=kind, source=source.id, **settings)
    view.alias = world.made_again("view", database.id, view.name)
    world.add(view, _tab(ask, database))
    return Answer(200, show(ask, view))


def _setting(ask: Ask, source: DataSource, kind: str, name: str) -> Any:
    """One setting as the body gives it, empty ones as none."""
    value = ask.body[name]
    if name == "name":
        if not isinstance(value, str):
            raise unfit("body.name", "should be a string", value)
        return value
    must = list if name == "sorts" else dict
    if not isinstance(value, must):
        raise unfit(f"body.{name}", f"should be an {'array' if must is list else 'object'}", value)
    if name == "configuration" and isinstance(value, dict):
        _check_configuration(kind, value)
    for key in _keys(name, value):
        if source.column(key) is None:
            raise invalid(f"Could not find property with name or id: {key}")
    return {key: one for key, one in value.items() if one is not None} if isinstance(value, dict) else value


def _keys(name: str, value: Any) -> list[Any]:
    """The columns that a setting names; of a configuration they are not checked."""
    match name:
        case "quick_filters":
            return list(value)
        case "sorts":
            return [one["property"] for one in value if "property" in one]
        case "filter":
            parts = [value, *value.get("and", ()), *value.get("or", ())]
            return [one["property"] for one in parts if "property" in one]
    return []


def _check_configuration(kind: str, value: dict[str, Any]) -> None:
    if value.get("type") != kind:
        raise unfit("body.configuration.type", f'should be `"{kind}"`', value.get("type"))
    needed = _NEEDS.get(kind)
    if needed and not value.get(needed):
        raise unfit(f"body.configuration.{needed}", "should be defined")
    if kind == "dashboard":
        raise unfit("body.configuration", "should be not present", value)


def _tab(ask: Ask, database: Database) -> int | None:
    """The place of a new tab among all that there are; None for the end."""
    position = ask.body.get("position") or {"type": "end"}
    kind = position.get("type") if isinstance(position, dict) else None
    if kind == "after_view":
        behind = read_id(position.get("view_id"), "body.position.view_id")
        if behind not in database.inside:
            raise invalid(f"View {behind} is not a view of this database.")
        return database.inside.index(behind) + 1
    if kind not in {"start", "end"}:
        raise unfit("body.position.type", 'should be `"start"`, `"end"` or `"after_view"`', kind)
    return 0 if kind == "start" else None


@routes.on("GET /v1/views")
def listed(ask: Ask) -> Answer:
    """The views of a database, or over a data source, by their ids.

    https://developers.notion.com/reference/list-views
    """
    ask.may("read")
    asked = ask.request.query
    if "database_id" in asked:
        found = ask.world.views(ask.database_of(asked["database_id"], "query.database_id"))
    else:
        source = ask.source_of(asked.get("data_source_id"), "query.data_source_id")
        found = [one for one in ask.world.things.values() if isinstance(one, View) and one.source == source.id]
    return ask.page(found, lambda view: {"object": "view", "id": view.id}, "view")


@routes.on(f"GET {_VIEW}")
def retrieve(ask: Ask, view_id: str) -> Answer:
    """One view with its settings."""
    ask.may("read")
    return Answer(200, show(ask, ask.view_of(view_id)))


@routes.on(f"PATCH {_VIEW}")
def update(ask: Ask, view_id: str) -> Answer:
    """Change the settings that are given; null clears one, and within two of them a part of it.

    https://developers.notion.com/reference/update-a-view
    """
    ask.may("update")
    view = ask.view_of(view_id)
    ask.only(*_SETTINGS)
    ask.require_live(view)
    source = ask.source_of(view.source)
    cleared = {name: None for name in ("filter", "sorts", "quick_filters") if ask.body.get(name, "") is None}
    asked = {name: _setting(ask, source, view.type, name) for name in ask.body if name not in cleared}
    for name in ("quick_filters", "configuration"):
        if name in asked:
            merged = {**(getattr(view, name) or {}), **ask.body[name]}
            asked[name] = {key: value for key, value in merged.items() if value is not None}
    for name, value in {**asked, **cleared}.items():
        setattr(view, name, None if value in ({}, [], {"type": view.type}) else value)
    if asked or cleared:
        ask.world.touch(view, ask.me)
    return Answer(200, show(ask, view))


@routes.on(f"DELETE {_VIEW}")
def delete(ask: Ask, view_id: str) -> Answer:
    """Delete a view for good, unless it is the last one of its database; the answer shows what it was.

    https://developers.notion.com/reference/delete-view
    """
    ask.may("update")
    view = ask.view_of(view_id)
    ask.require_live(view)
    shown = show(ask, view)
    if len(ask.world.views(ask.database_of(view.parent))) == 1:
        raise invalid("Cannot delete the last view of a database.")
    ask.world.delete(view, "view", str(view.parent), view.name)
    return Answer(200, {name: shown[name] for name in ("object", "id", "parent", "type")})


@routes.on(f"POST {_VIEW}/queries")
def ask_view(ask: Ask, view_id: str) -> Answer:
    """Keep for a while which pages the view's data source shows; the sandbox's queries apply no filter.

    https://developers.notion.com/reference/create-view-query
    """
    ask.may("read")
    view = ask.view_of(view_id)
    id = ask.world.new_id()
    ask.world.queries[id] = view.id
    answer = _results(ask, view)
    head = {"object": "view_query", "id": id, "view_id": view.id, "expires_at": ask.world.moment(_later(ask))}
    return Answer(200, {**answer.body, **head, "total_count": len(ask.world.rows(ask.source_of(view.source)))})


def _later(ask: Ask) -> float:
    return ask.world.clock() + _HOUR


def _results(ask: Ask, view: View) -> Answer:
    rows = [row for row in ask.world.rows(ask.source_of(view.source)) if not row.trashed]
    return ask.page(rows, lambda row: {"object": "page", "id": row.id}, "page")


def _query_of(ask: Ask, view: View, query_id: str) -> str:
    id = read_id(query_id, "path.query_id")
    if ask.world.queries.get(id) != view.id:
        raise not_found("view query", id)
    return id


@routes.on(f"GET {_QUERY}")
def results(ask: Ask, view_id: str, query_id: str) -> Answer:
    """The pages that a query kept."""
    ask.may("read")
    view = ask.view_of(view_id)
    _query_of(ask, view, query_id)
    return _results(ask, view)


@routes.on(f"DELETE {_QUERY}")
def forget(ask: Ask, view_id: str, query_id: str) -> Answer:
    """Forget a query.

    https://developers.notion.com/reference/delete-view-query
    """
    ask.may("read")
    id = _query_of(ask, ask.view_of(view_id), query_id)
    del ask.world.queries[id]
    return Answer(200, {"object": "view_query", "id": id, "deleted": True})
