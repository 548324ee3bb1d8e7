"""Databases and data sources of the stand-in for Notion: containers, columns, queries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from notion_client import Client

from agentrein_notion.sandbox import NotionSandbox
from notion_sandbox_kit import refused, text


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


def ids(answer: dict[str, Any]) -> list[str]:
    """The ids of a list."""
    return [one["id"] for one in answer["results"]]


# Databases


def test_a_database_comes_with_one_data_source(sb: NotionSandbox, notion: Client) -> None:
    """Creating makes both, a row can be made at once, and the trash undoes it all."""
    start = sb.state()
    made = notion.databases.create(
        parent={"type": "page_id", "page_id": sb.PROJECTS},
        title=text("Bugs"),
        initial_data_source={"properties": {"Bug": {"title": {}}, "Size": {"number": {"format": "number"}}}},
    )
    (source,) = made["data_sources"]
    assert (made["title"][0]["plain_text"], source["name"]) == ("Bugs", "Bugs")
    assert notion.data_sources.retrieve(source["id"])["properties"].keys() == {"Bug", "Size"}
    notion.pages.create(parent={"database_id": made["id"]}, properties={"Bug": {"title": text("b")}})
    assert notion.databases.update(made["id"], in_trash=True)["in_trash"] is True
    assert sb.left(start) == []


def test_editing_a_database(sb: NotionSandbox, notion: Client) -> None:
    """Title, description and switches change and go back, a first icon and cover do not; columns are no part of it."""
    start = sb.state()
    cover = {"type": "external", "external": {"url": "https://acme.example/c.png"}}
    texts = {"title": text("T"), "description": text("D")}
    made = notion.databases.update(
        sb.ROADMAP, **texts, icon={"emoji": "🔥"}, cover=cover, is_inline=True, is_locked=True
    )
    assert (made["is_inline"], made["is_locked"], made["cover"]) == (True, True, cover)
    notion.databases.update(sb.ROADMAP, title=text("Roadmap"), description=[], is_inline=False, is_locked=False)
    for name in ("icon", "cover"):
        with refused(400, "validation_error", f"body.{name} should be an object"):
            notion.databases.update(sb.ROADMAP, **{name: None})
    start = sb.state()
    notion.databases.update(sb.ROADMAP, properties={"Effort": None})
    assert (sb.requests[-1].body, sb.left(start)) == ({}, [])
    with refused(400, "validation_error", "body.is_inline should be a boolean"):
        notion.databases.update(sb.ROADMAP, is_inline="yes")


def test_a_database_moves(sb: NotionSandbox, notion: Client) -> None:
    """Another page may become its parent, and the old one again."""
    start = sb.state()
    moved = notion.databases.update(sb.ROADMAP, parent={"type": "page_id", "page_id": sb.ARCHIVE})
    assert (moved["parent"]["page_id"], sb.ROADMAP in sb.children(sb.PROJECTS)) == (sb.ARCHIVE, False)
    notion.databases.update(sb.ROADMAP, parent={"type": "page_id", "page_id": sb.PROJECTS})
    assert sb.left(start) == []


def test_databases_that_are_refused(sb: NotionSandbox, notion: Client) -> None:
    """A parent is needed, which is a page, not the database's own child, and the workspace only for a person."""
    for parent in (None, {"type": "workspace", "workspace": True}):
        with refused(400, "validation_error"):
            notion.databases.create(parent=parent, title=text("x"))
    inside = sb.add_page(sb.TASKS, "Inside")
    with refused(400, "validation_error", "into itself"):
        notion.databases.update(sb.ROADMAP, parent={"page_id": inside})
    with Client(auth="ntn-person", base_url=sb.url) as person:
        made = person.databases.create(parent={"type": "workspace", "workspace": True}, title=text("Top"))
    assert made["parent"] == {"type": "workspace", "workspace": True}
    assert [column.name for column in sb.world.things[made["data_sources"][0]["id"]].columns] == ["Name"]


def test_a_database_with_two_data_sources(sb: NotionSandbox, notion: Client) -> None:
    """Both are listed, and the database is no address for a row any more; one in the trash does not count."""
    assert [source["name"] for source in notion.databases.retrieve(sb.ROADMAP)["data_sources"]] == ["Tasks", "Ideas"]
    with refused(400, "validation_error", "use data_source_id instead") as error:
        notion.pages.create(parent={"database_id": sb.ROADMAP}, properties={})
    assert error.value.additional_data is not None
    assert error.value.additional_data["child_data_source_ids"] == [sb.TASKS, sb.IDEAS]
    notion.data_sources.update(sb.IDEAS, in_trash=True)
    made = notion.pages.create(parent={"database_id": sb.ROADMAP}, properties={"Task": {"title": text("t")}})
    assert made["parent"]["data_source_id"] == sb.TASKS
    sb.add_source(sb.INCIDENTS, "More")
    with refused(400, "validation_error"):
        notion.pages.create(parent={"database_id": sb.INCIDENTS}, properties={})


# Data sources


def test_data_sources_are_created_and_trashed(sb: NotionSandbox, notion: Client) -> None:
    """A further one in a database, with its parents; the trash undoes it and takes its rows from view."""
    start = sb.state()
    made = notion.data_sources.create(
        parent={"type": "database_id", "database_id": sb.ROADMAP},
        title=text("Risks"),
        properties={"Risk": {"title": {}}},
    )
    assert made["parent"] == {"type": "database_id", "database_id": sb.ROADMAP}
    assert made["database_parent"] == {"type": "page_id", "page_id": sb.PROJECTS}
    row = notion.pages.create(parent={"data_source_id": made["id"]}, properties={"Risk": {"title": text("r")}})
    notion.data_sources.update(made["id"], in_trash=True)
    assert sb.left(start) == []
    with refused(400, "validation_error", "archived ancestor"):
        notion.pages.update(row["id"], properties={"Risk": {"title": text("x")}})
    with refused(400, "validation_error", "exactly one title"):
        notion.data_sources.create(parent={"database_id": sb.ROADMAP}, properties={"N": {"number": {}}})


def test_columns_are_added_renamed_and_removed(sb: NotionSandbox, notion: Client) -> None:
    """By name or id; a new column has an id of its own, removing it leaves nothing."""
    start = sb.state()
    added = notion.data_sources.update(
        sb.TASKS, properties={"Kind": {"select": {"options": [{"name": "a", "color": "red"}]}}, "Effort": {"name": "E"}}
    )
    kind = added["properties"]["Kind"]
    assert kind["select"]["options"][0]["color"] == "red"
    assert added["properties"]["E"]["id"] == "ef%25t"
    assert len(sb.left(start)) > 1
    notion.data_sources.update(sb.TASKS, properties={kind["id"]: None, "ef%25t": {"name": "Effort"}})
    assert sb.left(start) == []


def test_a_removed_column_takes_its_values(sb: NotionSandbox, notion: Client) -> None:
    """Making the column anew brings neither its id nor the values back; changing the type empties it too."""
    notion.data_sources.update(sb.INCIDENT_ROWS, properties={"Points": None})
    notion.data_sources.update(sb.INCIDENT_ROWS, properties={"Points": {"number": {}}})
    points = sb.page(sb.LOGIN)["properties"]["Points"]
    assert (points["number"], points["id"] == "p%7Boi") == (None, False)
    notion.data_sources.update(sb.INCIDENT_ROWS, properties={"Mail": {"rich_text": {}}})
    assert sb.page(sb.LOGIN)["properties"]["Mail"]["rich_text"] == []
    sb.remove_column(sb.INCIDENT_ROWS, "Link")
    assert "Link" not in sb.page(sb.LOGIN)["properties"]


def test_options_of_a_select_can_be_changed(sb: NotionSandbox, notion: Client) -> None:
    """The list given is the list that is; a dropped option empties its cells. A status is not changed."""
    notion.data_sources.update(sb.INCIDENT_ROWS, properties={"Stage": {"select": {"options": [{"name": "Done"}]}}})
    assert sb.page(sb.LOGIN)["properties"]["Stage"]["select"] is None
    with refused(400, "validation_error", "status property"):
        notion.data_sources.update(sb.INCIDENT_ROWS, properties={"State": {"status": {"options": [{"name": "x"}]}}})


@pytest.mark.parametrize(
    ("properties", "message"),
    [
        ({"Name": None}, "title property"),
        ({"Name": {"number": {}}}, "title property"),
        ({"Second": {"title": {}}}, "title property"),
        ({"Nope": None}, "Nope is not a property that exists"),
        ({"Nope": {"name": "N"}}, "Nope is not a property that exists"),
        ({"Points": {"name": "Notes"}}, "a property named Notes exists already"),
        ([], "body.properties should be an object"),
        ({"Points": 3}, "body.properties.Points should be an object"),
        ({"Points": {"select": {"options": "x"}}}, "options should be an array"),
        ({"Points": {"select": {"options": [{}]}}}, "options[0].name should be defined"),
        ({"Points": {"colour": {}}}, "body.properties.Points.colour should be not present"),
        ({"R": {"relation": {"data_source_id": NotionSandbox.PRIVATE}}}, "Could not find data_source"),
    ],
)
def test_changes_of_columns_that_are_refused(sb: NotionSandbox, notion: Client, properties: Any, message: str) -> None:
    """One bad change refuses all of them."""
    start = sb.state()
    if isinstance(properties, dict):
        properties = {"Fresh": {"number": {}}, **properties}
    code, status = ("object_not_found", 404) if "Could not" in message else ("validation_error", 400)
    with refused(status, code, message):
        notion.data_sources.update(sb.INCIDENT_ROWS, properties=properties)
    assert sb.state() == start


def test_a_two_way_relation_has_two_columns(sb: NotionSandbox, notion: Client) -> None:
    """It makes a column at the other end, keeps both in step, and takes it away again."""
    start = sb.state()
    relation = {"relation": {"data_source_id": sb.TASKS, "dual_property": {}}}
    made = notion.data_sources.update(sb.IDEAS, properties={"For": relation})["properties"]["For"]
    synced = made["relation"]["dual_property"]
    idea = notion.data_sources.query(sb.IDEAS)["results"][0]["id"]
    notion.pages.update(idea, properties={"For": {"relation": [{"id": sb.task(1)}, {"id": sb.task(2)}]}})
    other = sb.page(sb.task(1))["properties"][synced["synced_property_name"]]
    assert (other["id"], other["relation"]) == (synced["synced_property_id"], [{"id": idea}])
    notion.pages.update(sb.task(1), properties={synced["synced_property_id"]: {"relation": []}})
    assert sb.page(idea)["properties"]["For"]["relation"] == [{"id": sb.task(2)}]
    notion.data_sources.update(sb.IDEAS, properties={made["id"]: None})
    assert sb.left(start) == []


# Queries


def test_queries_page_and_sort(sb: NotionSandbox, notion: Client) -> None:
    """Rows come in parts of at most 100, in the order asked for."""
    first = notion.data_sources.query(sb.TASKS, page_size=40)
    rest = notion.data_sources.query(sb.TASKS, page_size=40, start_cursor=first["next_cursor"])
    assert ids(first) + ids(rest) == [sb.task(n) for n in range(45)]
    assert (first["has_more"], rest["has_more"], first["type"]) == (True, False, "page_or_data_source")
    by_points = [{"property": "Points", "direction": "descending"}]
    assert ids(notion.data_sources.query(sb.INCIDENT_ROWS, sorts=by_points))[0] == sb.OUTAGE
    new = sb.add_page(sb.INCIDENT_ROWS, "Newest", Points=1)
    by_time = [{"timestamp": "created_time", "direction": "descending"}]
    assert ids(notion.data_sources.query(sb.INCIDENT_ROWS, sorts=by_time))[0] == new


def test_a_query_by_time_finds_what_was_just_made(sb: NotionSandbox, notion: Client) -> None:
    """created_time compares in whole minutes, so that the minute of the answer finds the row."""
    made = notion.pages.create(parent={"database_id": sb.INCIDENTS}, properties={"Name": {"title": text("Probe")}})
    since = {"timestamp": "created_time", "created_time": {"on_or_after": made["created_time"]}}
    assert ids(notion.data_sources.query(sb.INCIDENT_ROWS, filter=since)) == [made["id"]]
    before = {"timestamp": "created_time", "created_time": {"before": made["created_time"]}}
    assert ids(notion.data_sources.query(sb.INCIDENT_ROWS, filter=before)) == [sb.LOGIN, sb.OUTAGE, sb.BARE]


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"property": "Name", "title": {"contains": "OUT"}}, ["OUTAGE"]),
        ({"property": "Stage", "select": {"equals": "Open"}}, ["LOGIN"]),
        ({"property": "Stage", "select": {"is_empty": True}}, ["OUTAGE", "BARE"]),
        ({"property": "Points", "number": {"greater_than": 3}}, ["OUTAGE"]),
        ({"property": "%3Ast.", "select": {"equals": "Open"}}, ["LOGIN"]),
        ({"property": "Tags", "multi_select": {"contains": "urgent"}}, ["LOGIN"]),
        ({"property": "Owner", "people": {"contains": NotionSandbox.ANNA}}, ["LOGIN"]),
        ({"property": "Related", "relation": {"contains": NotionSandbox.task(30)}}, ["OUTAGE"]),
        ({"property": "Due", "date": {"on_or_after": "2026-11-30"}}, ["LOGIN"]),
        ({"property": "Done", "checkbox": {"equals": False}}, ["LOGIN", "OUTAGE", "BARE"]),
        ({"property": "No", "unique_id": {"equals": 2}}, ["OUTAGE"]),
        (
            {"and": [{"property": "Points", "number": {"equals": 3}}, {"property": "Link", "url": {"is_empty": True}}]},
            ["BARE"],
        ),
        (
            {"or": [{"property": "Name", "title": {"equals": "Bare"}}, {"property": "Name", "title": {"equals": "x"}}]},
            ["BARE"],
        ),
    ],
)
def test_filters(sb: NotionSandbox, notion: Client, given: dict[str, Any], found: list[str]) -> None:
    """Filters by property, by name or id, alone and combined."""
    rows = notion.data_sources.query(sb.INCIDENT_ROWS, filter=given)
    assert ids(rows) == [getattr(sb, name) for name in found]


def test_filters_that_are_refused(sb: NotionSandbox, notion: Client) -> None:
    """An unknown property, another type, and an unknown condition are 400."""
    for given in (
        {"property": "Nope", "number": {"equals": 1}},
        {"property": "Points", "select": {"equals": "x"}},
        {"property": "Points", "number": {"resembles": 1}},
        {"property": "Points", "number": {}},
        {"number": {"equals": 1}},
    ):
        with refused(400, "validation_error"):
            notion.data_sources.query(sb.INCIDENT_ROWS, filter=given)
