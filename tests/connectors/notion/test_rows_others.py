from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
from notion_client import Client

import agentrein as rein
from agentrein.connector import State
from agentrein.testing.crash import no_waiting
from agentrein_notion.others import MOST_COMMENTED
from agentrein_notion.sandbox import NotionSandbox
from notion_kit import paragraph, plain, text, titled

PROJECTS, NOTES, ARCHIVE, ROWS = (
    NotionSandbox.PROJECTS,
    NotionSandbox.NOTES,
    NotionSandbox.ARCHIVE,
    NotionSandbox.INCIDENT_ROWS,
)
TOGGLE = {"toggle": {"rich_text": text("More"), "children": [paragraph("Inside")]}}


@pytest.fixture(autouse=True)
def environment(sb: NotionSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("NOTION_TOKEN", "secret_agent")
    monkeypatch.setenv("NOTION_BASE_URL", sb.url)


@pytest.fixture
def anna(sb: NotionSandbox) -> Iterator[Client]:
    """Somebody else, through a plain client."""
    with plain(sb.url, auth="ntn-person") as client:
        yield client


@pytest.fixture
def same(sb: NotionSandbox) -> Iterator[Client]:
    """The agent's own account, outside of any run."""
    with plain(sb.url) as client:
        yield client


def ended(report: rein.Report) -> list[State]:
    """How the actions of a report ended."""
    return [one.state for one in report.actions]


def created(notion: Client, parent: dict[str, Any], title: str = "Plan", **more: Any) -> str:
    """A new page's id."""
    properties = titled(title) if "page_id" in parent else {"Name": {"title": text(title)}}
    page: Any = notion.pages.create(parent=parent, properties=properties, **more)
    return str(page["id"])


def bugs(notion: Client) -> Any:
    """A new database with the column Name."""
    return notion.databases.create(
        parent={"type": "page_id", "page_id": PROJECTS},
        title=text("Bugs"),
        initial_data_source={"properties": {"Name": {"title": {}}}},
    )


# --- the same account in another run, or outside of any


def test_blocks_of_another_run_in_an_added_toggle_stay(notion: Client) -> None:
    """Another run put a block into the toggle that this one added: the toggle does not go with it."""
    with rein.run("first") as first:
        made: Any = notion.blocks.children.append(PROJECTS, children=[TOGGLE])
    with rein.run("second") as second:
        notion.blocks.children.append(made["results"][0]["id"], children=[paragraph("Later")])
    assert ended(rein.revert(first.id)) == [State.CONFLICT]
    assert ended(rein.revert(second.id)) == [State.REVERTED]
    assert ended(rein.revert(first.id)) == [State.REVERTED]


def test_blocks_of_the_same_account_in_an_added_toggle_stay(notion: Client, same: Client) -> None:
    """No ledger knows of them, and the account is the same: what the toggle holds is not what the call put there."""
    with rein.run("work") as run:
        made: Any = notion.blocks.children.append(PROJECTS, children=[TOGGLE])
    same.blocks.children.append(made["results"][0]["id"], children=[paragraph("Later")])
    assert ended(rein.revert(run.id)) == [State.CONFLICT]


def test_blocks_of_another_run_deep_in_a_new_page_stay(notion: Client) -> None:
    """Another run put a block into a toggle of the page that this one made."""
    with rein.run("first") as first:
        page = created(notion, {"page_id": PROJECTS}, children=[TOGGLE])
    toggle = notion.blocks.children.list(page)["results"][0]["id"]
    with rein.run("second"):
        notion.blocks.children.append(toggle, children=[paragraph("Later")])
    assert ended(rein.revert(first.id)) == [State.CONFLICT]
    assert notion.pages.retrieve(page)["in_trash"] is False


def test_a_comment_of_another_run_on_a_block_of_a_new_page_stays(notion: Client) -> None:
    """The page goes once the comment reads as reverted."""
    with rein.run("first") as first:
        page = created(notion, {"page_id": PROJECTS}, children=[paragraph("One")])
    block = notion.blocks.children.list(page)["results"][0]["id"]
    with rein.run("second") as second:
        notion.comments.create(parent={"block_id": block}, rich_text=text("Seen"))
    assert ended(rein.revert(first.id)) == [State.CONFLICT]
    assert ended(rein.revert(second.id)) == [State.COMPENSATED]
    assert ended(rein.revert(first.id)) == [State.REVERTED]


def test_rows_of_another_run_in_a_new_database_stay(notion: Client) -> None:
    """A row names the data source, which no ledger knows to be in the database that this run made."""
    with rein.run("first") as first:
        database = bugs(notion)
    with rein.run("second"):
        created(notion, {"data_source_id": database["data_sources"][0]["id"]})
    action = rein.revert(first.id).actions[0]
    assert action.state is State.CONFLICT
    assert [(one.field, one.ours) for one in action.conflicts] == [("edited", [])]


# --- edits of others that the undo of the run's own edit covers


def test_a_value_that_a_person_entered_beside_the_run_s_own_stays(
    sb: NotionSandbox, notion: Client, anna: Client
) -> None:
    """The undo of the run's edit makes the account the last editor again, and the page is still not trashed."""
    with rein.run("work") as run:
        page = created(notion, {"data_source_id": ROWS})
        notion.pages.update(page, properties={"Points": {"number": 3}})
    anna.pages.update(page, properties={"Notes": {"rich_text": text("Ask Ben")}})
    assert ended(rein.revert(run.id)) == [State.REVERTED, State.CONFLICT]
    assert sb.page(page)["properties"]["Notes"]["rich_text"][0]["plain_text"] == "Ask Ben"


def test_words_that_a_person_wrote_into_a_block_of_the_run_stay(notion: Client, anna: Client) -> None:
    """The same of a block in the page, whose tick the run sets and takes away again."""
    with rein.run("work") as run:
        page = created(notion, {"page_id": PROJECTS}, children=[{"to_do": {"rich_text": text("Call")}}])
        todo = notion.blocks.children.list(page)["results"][0]["id"]
        notion.blocks.update(todo, to_do={"checked": True})
    anna.blocks.update(todo, to_do={"rich_text": text("Call them today")})
    assert ended(rein.revert(run.id)) == [State.REVERTED, State.CONFLICT]


def test_a_description_that_a_person_gave_a_database_of_the_run_stays(notion: Client, anna: Client) -> None:
    """The same of a database, to which the run gave another title."""
    with rein.run("work") as run:
        database = bugs(notion)
        notion.databases.update(database["id"], title=text("Defects"))
    anna.databases.update(database["id"], description=text("Ours"))
    assert ended(rein.revert(run.id)) == [State.REVERTED, State.CONFLICT]


def test_a_page_that_a_person_moved_elsewhere_stays(notion: Client, anna: Client) -> None:
    """It stands where somebody wants it, although the undo of its icon makes the account the last editor."""
    with rein.run("work") as run:
        page = created(notion, {"page_id": NOTES})
        notion.pages.update(page, icon={"emoji": "🐛"})
    anna.pages.move(page, parent={"page_id": ARCHIVE})
    assert ended(rein.revert(run.id)) == [State.REVERTED, State.CONFLICT]


def test_a_column_that_a_person_added_to_a_new_database_stays(notion: Client, anna: Client) -> None:
    """An edit of the columns is one of the data source, not of the database."""
    with rein.run("work") as run:
        database = bugs(notion)
    anna.data_sources.update(database["data_sources"][0]["id"], properties={"Severity": {"number": {}}})
    assert ended(rein.revert(run.id)) == [State.CONFLICT]


def test_a_page_to_which_a_person_links_stays(notion: Client, anna: Client) -> None:
    """A relation both ways shows on the new page what somebody entered on another one."""
    twin = {"relation": {"data_source_id": NotionSandbox.IDEAS, "dual_property": {}}}
    anna.data_sources.update(ROWS, properties={"Twin": twin})
    with rein.run("work") as run:
        page: Any = notion.pages.create(
            parent={"data_source_id": NotionSandbox.IDEAS}, properties={"Idea": {"title": text("New")}}
        )
    anna.pages.update(NotionSandbox.BARE, properties={"Twin": {"relation": [{"id": page["id"]}]}})
    assert ended(rein.revert(run.id)) == [State.CONFLICT]


def test_a_lost_page_that_was_used_is_not_trashed(sb: NotionSandbox, notion: Client, same: Client) -> None:
    """It was found by its title, and holds a block that its call did not make."""
    sb.faults.add("lost", method="POST", writes=True)
    with no_waiting(), rein.run("work") as run, suppress(httpx.HTTPError):
        created(notion, {"page_id": NOTES}, children=[paragraph("One")])
    same.blocks.children.append(sb.children(NOTES)[-1], children=[paragraph("Later")])
    with no_waiting():
        assert ended(rein.revert(run.id)) == [State.CONFLICT]


# --- nobody did anything


def test_links_of_the_run_between_its_pages_hinder_nothing(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """A relation both ways is undone on both pages by one write, and the plan foresees it."""
    twin = {"relation": {"data_source_id": NotionSandbox.IDEAS, "dual_property": {}}}
    anna.data_sources.update(ROWS, properties={"Twin": twin})
    start = sb.state()
    with rein.run("work") as run:
        page: Any = notion.pages.create(
            parent={"data_source_id": NotionSandbox.IDEAS}, properties={"Idea": {"title": text("New")}}
        )
        notion.pages.update(NotionSandbox.BARE, properties={"Twin": {"relation": [{"id": page["id"]}]}})
    plan, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert ended(plan) == ended(report) == [State.REVERTED] * 2
    assert sb.left(start) == []


def test_a_column_that_came_since_hinders_no_row(notion: Client, anna: Client) -> None:
    """A status begins with its first option in every row, which nobody entered."""
    with rein.run("work") as run:
        notion.pages.create(parent={"data_source_id": NotionSandbox.IDEAS}, properties={"Idea": {"title": text("New")}})
    anna.data_sources.update(NotionSandbox.IDEAS, properties={"Progress": {"status": {}}})
    assert ended(rein.revert(run.id)) == [State.REVERTED]


def test_everything_that_a_run_did_to_its_own_table_goes(sb: NotionSandbox, notion: Client) -> None:
    """Columns, rows, values and blocks of the run itself hinder nothing, and the plan foresees that."""
    start = sb.state()
    with rein.run("work") as run:
        source = bugs(notion)["data_sources"][0]["id"]
        notion.data_sources.update(source, properties={"Severity": {"number": {}}})
        notion.data_sources.update(source, properties={"Severity": {"name": "Weight"}})
        page: Any = notion.pages.create(
            parent={"data_source_id": source}, properties={"Name": {"title": text("One")}, "Weight": {"number": 0}}
        )
        notion.pages.update(page["id"], properties={"Weight": {"number": 5}})
        notion.blocks.children.append(page["id"], children=[TOGGLE])
        notion.comments.create(parent={"page_id": page["id"]}, rich_text=text("Done"))
    plan, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert ended(plan) == ended(report) == [State.COMPENSATED, *[State.REVERTED] * 6]
    assert sb.left(start) == []


def test_blocks_of_every_kind_are_known_again(sb: NotionSandbox, notion: Client) -> None:
    """What a call wrote in short, and Notion shows in full, is no change: texts, tables, columns, files, icons."""
    start = sb.state()
    children: list[dict[str, Any]] = [
        {"table": {"table_width": 2, "children": [{"table_row": {"cells": [text("a"), text("b")]}}]}},
        {"callout": {"rich_text": text("x"), "icon": {"emoji": "🐛"}}},
        {"code": {"rich_text": [*text("a"), *text("b")], "language": "python"}},
        {"divider": {}},
        {"equation": {"expression": "a"}},
        {"bookmark": {"url": "https://acme.example"}},
        {"image": {"external": {"url": "https://acme.example/a.png"}}},
        {
            "column_list": {
                "children": [{"column": {"children": [paragraph("1")]}}, {"column": {"children": [paragraph("2")]}}]
            }
        },
        {"to_do": {"rich_text": [{"mention": {"user": {"id": sb.BEN}}}], "checked": True}},
    ]
    with rein.run("work") as run:
        page = created(notion, {"page_id": NOTES}, children=children, icon={"emoji": "🐛"})
        notion.blocks.children.append(page, children=children)
    assert ended(rein.revert(run.id)) == [State.REVERTED] * 2
    assert sb.left(start) == []


def test_a_block_that_a_person_deleted_from_a_new_page_hinders_nothing(notion: Client, anna: Client) -> None:
    """What is in the trash already is not lost with the page."""
    with rein.run("work") as run:
        page = created(notion, {"page_id": NOTES}, children=[paragraph("One"), paragraph("Two")])
    anna.blocks.delete(notion.blocks.children.list(page)["results"][0]["id"])
    assert ended(rein.revert(run.id)) == [State.REVERTED]


@pytest.mark.parametrize("blocks", [100, 260])
def test_a_long_page_of_the_run_goes(sb: NotionSandbox, notion: Client, blocks: int) -> None:
    """More blocks than one list shows, with the comments of all that still stand looked at."""
    start = sb.state()
    with rein.run("work") as run:
        page = created(notion, {"page_id": NOTES}, children=[paragraph(str(n)) for n in range(100)])
        for first in range(100, blocks, 100):
            children = [paragraph(str(n)) for n in range(first, min(first + 100, blocks))]
            notion.blocks.children.append(page, children=children)
    assert set(ended(rein.revert(run.id))) == {State.REVERTED}
    assert sb.left(start) == []


def test_a_page_of_very_many_blocks_is_a_question(sb: NotionSandbox, notion: Client) -> None:
    """Comments take a request for each block, so beyond some a person decides; force trashes the page."""
    inner = [paragraph(str(n)) for n in range(10)]
    children = [{"toggle": {"rich_text": text(str(n)), "children": inner}} for n in range(20)]
    with rein.run("work") as run:
        created(notion, {"page_id": NOTES}, children=children)
    sb.clear_requests()
    action = rein.revert(run.id).actions[0]
    assert action.state is State.CONFLICT
    assert "comments" in action.conflicts[0].now[0]
    asked = [one.query["block_id"] for one in sb.requests if one.path == "/v1/comments"]
    assert len(asked) == MOST_COMMENTED + 1
    assert ended(rein.revert(run.id, force=[1])) == [State.REVERTED]
