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
from agentrein_notion.sandbox import NotionSandbox
from notion_kit import paragraph, plain, text

BARE, ROWS, PROJECTS = NotionSandbox.BARE, NotionSandbox.INCIDENT_ROWS, NotionSandbox.PROJECTS
STAGE, POINTS = "%3Ast.", "p%7Boi"


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


def only(report: rein.Report) -> Any:
    """The one action of a report."""
    (action,) = report.actions
    return action


def test_an_undo_names_columns_by_id(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """A column that somebody renamed meanwhile gets its value back; its new name stays."""
    with rein.run("work") as run:
        notion.pages.update(BARE, properties={"Stage": {"select": {"name": "Done"}}, "Points": {"number": 8}})
    anna.data_sources.update(ROWS, properties={"Stage": {"name": "Phase"}})
    assert only(rein.revert(run.id)).state is State.REVERTED
    assert sb.writes[-1].body == {"properties": {STAGE: {"select": None}, POINTS: {"number": 3}}}
    assert notion.pages.retrieve(BARE)["properties"]["Phase"]["select"] is None


def test_two_runs_meet_at_one_column(notion: Client) -> None:
    """A later run that names the column by its id set the same field as one that names it by name."""
    with rein.run("first") as first:
        notion.pages.update(BARE, properties={"Points": {"number": 8}})
    with rein.run("second") as second:
        notion.pages.update(BARE, properties={"p{oi": {"number": 9}})
    action = only(rein.revert(first.id))
    assert action.state is State.CONFLICT
    assert second.id in action.message


def test_a_column_gets_its_name_back(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """By its id, with whatever people entered meanwhile."""
    with rein.run("work") as run:
        notion.data_sources.update(ROWS, properties={"Points": {"name": "Effort"}})
    anna.pages.update(BARE, properties={"Effort": {"number": 5}})
    assert only(rein.revert(run.id)).state is State.REVERTED
    assert sb.writes[-1].body == {"properties": {POINTS: {"name": "Points"}}}
    assert notion.pages.retrieve(BARE)["properties"]["Points"]["number"] == 5


def test_a_plan_foresees_the_run_s_own_edits(sb: NotionSandbox, notion: Client) -> None:
    """A block that the run itself edited is undone, and the plan says so although the edit still stands then."""
    start = sb.state()
    with rein.run("work") as run:
        made: Any = notion.blocks.children.append(PROJECTS, children=[paragraph("One")])
        notion.blocks.update(made["results"][0]["id"], paragraph={"rich_text": text("Better")})
    plan = rein.revert(run.id, plan=True)
    report = rein.revert(run.id)
    assert [one.state for one in plan.actions] == [one.state for one in report.actions] == [State.REVERTED] * 2
    assert sb.left(start) == []


def test_two_pages_of_one_minute_are_a_question(sb: NotionSandbox, notion: Client) -> None:
    """Notion shows the minute only: where the agent's account made such a page just before, nothing is trashed."""
    properties = {"Name": {"title": text("Flaky")}}
    with plain(sb.url) as other:
        other.pages.create(parent={"data_source_id": ROWS}, properties=properties)
    sb.faults.add("lost", method="POST", writes=True)
    with no_waiting(), rein.run("work") as run, suppress(httpx.HTTPError):
        notion.pages.create(parent={"data_source_id": ROWS}, properties=properties)
    with no_waiting():
        assert only(rein.revert(run.id)).state is State.NEEDS_ATTENTION
