"""Views: create, edit, delete."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from notion_client import Client

from agentrein.testing.conformance import Example
from connectors.notion.examples.things import (
    BARE,
    EVERYTHING,
    INCIDENT_ROWS,
    INCIDENTS,
    OPEN,
    QUERY,
    ROADMAP,
    TASKS,
    edit,
    newest_view,
)

VIEWS = "/v1/views"
VIEW = f"{VIEWS}/{{view_id}}"
URGENT = {"property": "Tags", "multi_select": {"contains": "urgent"}}
BY_POINTS = [{"property": "Points", "direction": "ascending"}]
BOARD = {"type": "board", "group_by": {"type": "select", "property_id": ":st.", "sort": {"type": "manual"}}}
GONE = "nobody changes a view that is gone"


def create(name: str, **more: Any) -> Callable[[Client], Any]:
    """Add a view of the incidents."""
    what = {"database_id": INCIDENTS, "data_source_id": INCIDENT_ROWS, "type": "table", **more}
    return lambda notion: notion.views.create(name=name, **what)


EXAMPLES = (
    Example(
        f"POST {VIEWS}",
        create("Urgent {ones}", filter=URGENT, sorts=BY_POINTS),
        foreign=lambda n: n.views.update(newest_view(n), sorts=None),
        beside=edit(BARE, Points={"number": 5}),
        name="a table",
    ),
    Example(
        f"POST {VIEWS}",
        create(
            "Open",
            database_id=INCIDENTS.replace("-", ""),
            data_source_id=INCIDENT_ROWS.replace("-", ""),
            type="board",
            configuration=BOARD,
            quick_filters={"Done": {"checkbox": {"equals": False}}},
            position={"type": "start"},
        ),
        prepare=create("Open", type="board", configuration=BOARD),
        foreign=lambda n: n.views.update(n.views.list(database_id=INCIDENTS)["results"][0]["id"], name="Ours"),
        beside=lambda n: n.views.update(OPEN, name="Unfinished"),
        name="a board in front, where others made one of that name",
    ),
    Example(
        f"PATCH {VIEW}",
        lambda n: n.views.update(OPEN, name="Urgent", filter=URGENT, sorts=BY_POINTS),
        foreign=lambda n: n.views.update(OPEN, name="Mine"),
        beside=lambda n: n.views.update(OPEN, configuration={"type": "table", "wrap_cells": True}),
        name="name, filter, sorts",
    ),
    Example(
        f"PATCH {VIEW}",
        lambda n: n.views.update(
            OPEN.replace("-", ""),
            filter=None,
            sorts=None,
            quick_filters={"Stage": {"select": {"equals": "Open"}}},
            configuration={
                "type": "table",
                "properties": None,
                "group_by": {"type": "select", "property_id": ":st.", "sort": {"type": "manual"}},
            },
        ),
        foreign=lambda n: n.views.update(
            OPEN,
            configuration={"type": "table", "group_by": {**BOARD["group_by"], "hide_empty_groups": True}},  # type: ignore[dict-item]
        ),
        beside=lambda n: n.views.update(OPEN, name="Theirs", configuration={"type": "table", "wrap_cells": True}),
        name="cleared, grouped",
    ),
    Example(f"PATCH {VIEW}", lambda n: n.views.update(OPEN, is_archived=True), nothing=True, name="dropped by the SDK"),
    Example(
        f"DELETE {VIEW}",
        lambda n: n.views.delete(OPEN),
        alone=GONE,
        beside=lambda n: n.views.update(EVERYTHING, name="All"),
        name="filtered, sorted, the last tab",
    ),
    Example(
        f"DELETE {VIEW}",
        lambda n: n.views.delete(n.views.list(database_id=ROADMAP)["results"][0]["id"]),
        alone=GONE,
        beside=lambda n: n.views.create(database_id=ROADMAP, data_source_id=TASKS, type="list", name="A list"),
        name="the first tab",
    ),
    Example(f"DELETE {VIEW}/queries/{{query_id}}", lambda n: n.views.queries.delete(OPEN, QUERY), nothing=True),
)
