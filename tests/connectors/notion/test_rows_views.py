from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from notion_client import Client

import agentrein as rein
from agentrein.connector import State
from agentrein_notion.sandbox import NotionSandbox
from notion_kit import plain

INCIDENTS, ROADMAP, EVERYTHING, OPEN = (
    NotionSandbox.INCIDENTS,
    NotionSandbox.ROADMAP,
    NotionSandbox.EVERYTHING,
    NotionSandbox.OPEN,
)
WHAT = {"database_id": INCIDENTS, "data_source_id": NotionSandbox.INCIDENT_ROWS, "type": "table", "name": "V"}


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


def ended(report: rein.Report) -> list[State]:
    """How the actions of a report ended."""
    return [one.state for one in report.actions]


def made(notion: Client, **more: Any) -> str:
    """A new view's id."""
    answer: Any = notion.views.create(**{**WHAT, **more})
    return str(answer["id"])


def listed(notion: Client, database: str = INCIDENTS) -> list[str]:
    """The ids of the views of a database, in the order of its tabs."""
    answer: Any = notion.views.list(database_id=database)
    return [one["id"] for one in answer["results"]]


# --- what is made again has another id


def test_a_view_that_was_made_and_deleted_is_not_left_behind(sb: NotionSandbox, notion: Client) -> None:
    """The undo of the deletion makes it again under another id, and that of the creation finds it there."""
    start = sb.state()
    with rein.run("work") as run:
        notion.views.delete(made(notion, filter={"property": "Points", "number": {"equals": 1}}))
    assert ended(rein.revert(run.id)) == [State.COMPENSATED, State.REVERTED]
    assert sb.left(start) == []


def test_a_view_of_an_earlier_run_is_not_taken_for_one_made_again(
    sb: NotionSandbox, notion: Client, anna: Client
) -> None:
    """One of the same name and settings, by the same account, was there before."""
    with rein.run("first"):
        earlier = made(notion)
    start = sb.state()
    with rein.run("second") as run:
        made(notion)
    anna.views.delete(listed(notion)[-1])
    assert ended(rein.revert(run.id)) == [State.REVERTED]
    assert earlier in listed(notion)
    assert sb.left(start) == []


def test_views_that_were_deleted_come_back_in_their_order(sb: NotionSandbox, notion: Client) -> None:
    """Each is put behind the nearest of those in front of it that are there by then."""
    with rein.run("before", on_failure="keep"):
        third, fourth = made(notion, name="Third"), made(notion, name="Fourth")
    start = sb.state()
    with rein.run("work") as run:
        for view in (OPEN, fourth, third):
            notion.views.delete(view)
    assert rein.revert(run.id).exit == 0
    assert sb.left(start) == []


def test_a_view_comes_back_although_its_neighbour_is_gone(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """With nothing in front of it any more it is the first tab."""
    with rein.run("work") as run:
        notion.views.delete(OPEN)
    anna.views.create(**{**WHAT, "name": "Hers"})
    anna.views.delete(EVERYTHING)
    assert ended(rein.revert(run.id)) == [State.COMPENSATED]
    first: Any = anna.views.retrieve(listed(anna)[0])
    assert (first["name"], first["filter"]["property"]) == ("Open", "Stage")


def test_an_edit_before_a_deletion_is_undone_under_the_new_id(sb: NotionSandbox, notion: Client) -> None:
    """The view comes back as it was deleted, and then as it was before the edit."""
    start = sb.state()
    with rein.run("work") as run:
        notion.views.update(OPEN, name="Mine", filter=None)
        notion.views.delete(OPEN)
    assert ended(rein.revert(run.id)) == [State.COMPENSATED, State.REVERTED]
    assert sb.left(start) == []


# --- people


def test_a_view_that_a_person_changed_stays(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """What a person made of a new view is theirs."""
    with rein.run("work") as run:
        view = made(notion)
    anna.views.update(view, name="Hers")
    assert ended(rein.revert(run.id)) == [State.CONFLICT]
    assert view in listed(notion)


def test_the_last_view_cannot_be_taken_back(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """Where a person deleted all others, a person is told what to do; once there is another, the undo goes on."""
    with rein.run("work") as run:
        view = made(notion)
    for other in (EVERYTHING, OPEN):
        anna.views.delete(other)
    report = rein.revert(run.id)
    assert ended(report) == [State.NEEDS_ATTENTION]
    assert "not the last one of its database" in str(report)
    anna.views.create(**{**WHAT, "name": "Hers"})
    assert ended(rein.revert(run.id)) == [State.REVERTED]
    assert view not in listed(notion)


def test_a_database_that_is_not_shared_any_more_is_not_taken_for_one_without_the_view(
    sb: NotionSandbox, notion: Client
) -> None:
    """A list that cannot be read says nothing of what stands in it."""
    with rein.run("work") as run:
        made(notion)
    sb.unshare(sb.PROJECTS)
    assert ended(rein.revert(run.id)) == [State.NEEDS_ATTENTION]
    sb.share(sb.PROJECTS)
    assert ended(rein.revert(run.id)) == [State.REVERTED]


def test_edits_of_a_new_view_are_planned_with_it(sb: NotionSandbox, notion: Client) -> None:
    """A plan expects that the run's own edit is undone first, and says what the revert then does."""
    start = sb.state()
    with rein.run("work") as run:
        notion.views.update(made(notion), name="W", sorts=[{"property": "Points", "direction": "ascending"}])
    plan = rein.revert(run.id, plan=True)
    assert ended(plan) == ended(rein.revert(run.id)) == [State.REVERTED, State.REVERTED]
    assert sb.left(start) == []


# --- refused


@pytest.mark.parametrize(
    "where",
    [
        {"view_id": OPEN},
        {"create_database": {"parent": {"type": "page_id", "page_id": NotionSandbox.PROJECTS}}},
    ],
)
def test_widgets_and_linked_databases_are_refused(sb: NotionSandbox, notion: Client, where: Any) -> None:
    """What they leave behind is not known."""
    what = {name: value for name, value in WHAT.items() if name != "database_id"}
    with rein.run("work") as run, pytest.raises(rein.Refused):
        notion.views.create(**what, **where)
    assert (sb.writes, run.actions) == ([], [])


@pytest.mark.parametrize("kind", ["dashboard", "form"])
def test_what_no_request_makes_again_is_not_deleted(sb: NotionSandbox, notion: Client, anna: Client, kind: str) -> None:
    """A dashboard takes its widgets along, a form its questions."""
    view = made(anna, type=kind)
    sb.clear_requests()
    with rein.run("work") as run, pytest.raises(rein.Refused):
        notion.views.delete(view)
    assert (sb.writes, run.actions) == ([], [])


@pytest.mark.parametrize(
    "edit",
    [
        {"configuration": {"type": "table", "wrap_cells": True}},
        {"sorts": None},
        {"quick_filters": {"Points": {"number": {"equals": 1}}}},
    ],
)
def test_a_setting_that_could_not_be_written_back_is_refused(
    sb: NotionSandbox, notion: Client, anna: Client, edit: Any
) -> None:
    """A switch that was never set, a sort by time that an update does not take, a quick filter beside others."""
    sorts = [{"timestamp": "created_time", "direction": "descending"}]
    view = made(anna, sorts=sorts, quick_filters={"Done": {"checkbox": {"equals": False}}})
    sb.clear_requests()
    with rein.run("work") as run, pytest.raises(rein.Refused, match="could not be put back"):
        notion.views.update(view, **edit)
    assert (sb.writes, run.actions) == ([], [])


def test_a_switch_that_was_set_is_written_back(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """The same switch can be changed where the view shows it."""
    anna.views.update(OPEN, configuration={"type": "table", "wrap_cells": True})
    start = sb.state()
    with rein.run("work") as run:
        notion.views.update(OPEN, configuration={"type": "table", "wrap_cells": False})
    assert ended(rein.revert(run.id)) == [State.REVERTED]
    assert sb.left(start) == []
