"""Views of the stand-in for Notion: tabs, settings, what a query keeps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from notion_client import Client

from agentrein_notion.sandbox import NotionSandbox
from notion_sandbox_kit import refused, text

WHAT = {"database_id": NotionSandbox.INCIDENTS, "data_source_id": NotionSandbox.INCIDENT_ROWS, "type": "table"}


@pytest.fixture
def sb() -> Iterator[NotionSandbox]:
    """A sandbox of its own for every test."""
    with NotionSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def notion(sb: NotionSandbox) -> Iterator[Client]:
    """The agent, with a plain client."""
    with Client(auth="ntn-agent", base_url=sb.url, retry=False) as client:
        yield client


def tabs(notion: Client, database: str) -> list[Any]:
    """The names of the views of a database, in the order of its tabs."""
    found: Any = notion.views.list(database_id=database)
    return [notion.views.retrieve(one["id"])["name"] for one in found["results"]]  # type: ignore[index]


def test_what_is_new_comes_with_a_view(sb: NotionSandbox, notion: Client) -> None:
    """A database and a data source come with a view, which is gone from the tabs once its data source is trashed."""
    made: Any = notion.databases.create(parent={"type": "page_id", "page_id": sb.PROJECTS}, title=text("Bugs"))
    assert tabs(notion, made["id"]) == ["Default view"]
    source: Any = notion.data_sources.create(parent={"database_id": made["id"]}, properties={"Name": {"title": {}}})
    assert tabs(notion, made["id"]) == ["Default view"] * 2
    start = sb.state()
    notion.data_sources.update(source["id"], in_trash=True)
    assert tabs(notion, made["id"]) == ["Default view"]
    notion.data_sources.update(source["id"], in_trash=False)
    assert sb.state() == start


def test_a_view_stands_where_it_is_put(sb: NotionSandbox, notion: Client) -> None:
    """At the end unless said otherwise; deleted and made again as it was it is the same to people."""
    notion.views.create(name="Last", **WHAT)
    notion.views.create(name="First", position={"type": "start"}, **WHAT)
    notion.views.create(name="Third", position={"type": "after_view", "view_id": sb.EVERYTHING}, **WHAT)
    assert tabs(notion, sb.INCIDENTS) == ["First", "Everything", "Third", "Open", "Last"]
    start = sb.state()
    answer = notion.views.delete(sb.EVERYTHING)
    assert set(answer) >= {"object", "id", "parent", "type"}
    assert "name" not in answer
    with refused(404, "object_not_found"):
        notion.views.retrieve(sb.EVERYTHING)
    first = notion.views.list(database_id=sb.INCIDENTS)["results"][0]["id"]
    notion.views.create(name="Everything", position={"type": "after_view", "view_id": first}, **WHAT)
    assert sb.state() == start


def test_settings_change_one_by_one(sb: NotionSandbox, notion: Client) -> None:
    """What an edit does not name stays, also within a configuration and the quick filters; null clears."""
    before: Any = notion.views.retrieve(sb.OPEN)
    grouped: Any = notion.views.update(
        sb.OPEN, configuration={"type": "table", "wrap_cells": True}, quick_filters={"Done": {"checkbox": {}}}
    )
    assert grouped["configuration"] == {**before["configuration"], "wrap_cells": True}
    assert (grouped["filter"], grouped["sorts"]) == (before["filter"], before["sorts"])
    bare: Any = notion.views.update(
        sb.OPEN,
        filter=None,
        sorts=None,
        quick_filters={"Done": None},
        configuration={"type": "table", "properties": None},
    )
    assert [bare[name] for name in ("filter", "sorts", "quick_filters")] == [None] * 3
    assert bare["configuration"] == {"type": "table", "wrap_cells": True}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"view_id": NotionSandbox.OPEN}, "exactly one of"),
        ({"type": "grid"}, "body.type"),
        ({"name": None}, "body.name"),
        ({"filter": {"property": "Nothing", "number": {}}}, "Could not find property"),
        ({"filter": {"and": [{"property": "Nothing", "number": {}}]}}, "Could not find property"),
        ({"sorts": {"property": "Name"}}, "body.sorts"),
        ({"quick_filters": {"Nothing": {}}}, "Could not find property"),
        ({"configuration": {"type": "board"}}, "body.configuration.type"),
        ({"type": "board", "configuration": {"type": "board"}}, "group_by"),
        ({"position": {"type": "after_view", "view_id": NotionSandbox.BARE}}, "is not a view of this database"),
        ({"position": {"type": "middle"}}, "body.position.type"),
    ],
)
def test_a_view_that_cannot_be_is_refused(notion: Client, more: Any, message: str) -> None:
    """Notion says what is wrong, and makes nothing."""
    with refused(400, "validation_error", message):
        notion.views.create(**{"name": "V", **WHAT, **more})
    assert tabs(notion, NotionSandbox.INCIDENTS) == ["Everything", "Open"]


def test_the_last_view_stays(sb: NotionSandbox, notion: Client) -> None:
    """A database always has a view."""
    notion.views.delete(sb.OPEN)
    with refused(400, "validation_error", "last view"):
        notion.views.delete(sb.EVERYTHING)


def test_capabilities_of_views(sb: NotionSandbox, notion: Client) -> None:
    """A view is made with the capabilities to insert and to update, and read with the one to read."""
    sb.withhold("insert")
    with refused(403, "restricted_resource"):
        notion.views.create(name="V", **WHAT)
    sb.withhold("read", "update")
    for act in (notion.views.retrieve, notion.views.delete, notion.views.update):
        with refused(403, "restricted_resource"):
            act(sb.OPEN)


def test_a_query_keeps_what_a_view_shows(sb: NotionSandbox, notion: Client) -> None:
    """Its result can be read until it is forgotten, and only under its own view."""
    start = sb.state()
    made: Any = notion.views.queries.create(sb.OPEN, page_size=2)
    assert (made["total_count"], len(made["results"]), made["has_more"]) == (3, 2, True)
    rest: Any = notion.views.queries.results(sb.OPEN, made["id"], start_cursor=made["next_cursor"])
    assert len(rest["results"]) == 1
    with refused(404, "object_not_found"):
        notion.views.queries.results(sb.EVERYTHING, made["id"])
    assert notion.views.queries.delete(sb.OPEN, made["id"])["deleted"] is True  # type: ignore[index]
    with refused(404, "object_not_found"):
        notion.views.queries.results(sb.OPEN, made["id"])
    assert sb.state() == start
