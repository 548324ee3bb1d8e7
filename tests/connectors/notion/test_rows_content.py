from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
from notion_client import APIResponseError, Client

import agentrein as rein
from agentrein.connector import State
from agentrein.testing.crash import no_waiting
from agentrein_notion.sandbox import NotionSandbox
from notion_kit import paragraph, plain, states, text

PROJECTS, NOTES, LOGIN, BARE = NotionSandbox.PROJECTS, NotionSandbox.NOTES, NotionSandbox.LOGIN, NotionSandbox.BARE
INCIDENTS, ROWS, ROADMAP, IDEAS = (
    NotionSandbox.INCIDENTS,
    NotionSandbox.INCIDENT_ROWS,
    NotionSandbox.ROADMAP,
    NotionSandbox.IDEAS,
)
TODO, PARAGRAPH, COMMENT = NotionSandbox.TODO, NotionSandbox.PARAGRAPH, NotionSandbox.COMMENT


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


def said(sb: NotionSandbox) -> list[tuple[str, str, Any]]:
    """The writes that arrived: method, path and body."""
    return [(one.method, one.path, one.body) for one in sb.writes]


def only(report: rein.Report) -> Any:
    """The one action of a report."""
    (action,) = report.actions
    return action


# --- blocks


def appended(notion: Client, *contents: str) -> tuple[rein.Run, list[str]]:
    """A run that added paragraphs to a page, and their ids."""
    with rein.run("work") as run:
        answer: Any = notion.blocks.children.append(PROJECTS, children=[paragraph(one) for one in contents])
    return run, [one["id"] for one in answer["results"]]


def test_added_blocks_go_last_first(sb: NotionSandbox, notion: Client) -> None:
    """Each block that was made is deleted, none that was there before."""
    start = sb.state()
    run, made = appended(notion, "One", "Two", "Three")
    assert only(rein.revert(run.id)).state is State.REVERTED
    assert [path for _, path, _ in said(sb)[1:]] == [f"/v1/blocks/{id}" for id in reversed(made)]
    assert sb.left(start) == []


def test_a_block_that_a_person_deleted_hinders_nothing(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """What is in the trash already is done; the others go there."""
    start = sb.state()
    run, (first, _) = appended(notion, "One", "Two")
    anna.blocks.delete(first)
    assert only(rein.revert(run.id)).state is State.REVERTED
    assert sb.left(start) == []


def test_a_block_that_a_person_used_stays(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """One with a comment of others is a conflict that names it; the other one goes."""
    run, (first, second) = appended(notion, "One", "Two")
    anna.comments.create(parent={"block_id": first}, rich_text=text("Why?"))
    action = only(rein.revert(run.id))
    assert action.state is State.CONFLICT
    assert [conflict.field for conflict in action.conflicts] == ["others"]
    assert [notion.blocks.retrieve(id)["in_trash"] for id in (first, second)] == [False, True]


def test_a_block_that_another_run_edited_stays(notion: Client) -> None:
    """The account is the same, and its text is not the one that was added."""
    run, (first,) = appended(notion, "One")
    with rein.run("later"):
        notion.blocks.update(first, paragraph={"rich_text": text("Better")})
    action = only(rein.revert(run.id))
    assert action.state is State.CONFLICT
    assert [conflict.field for conflict in action.conflicts] == ["edited"]


def test_only_the_part_that_was_edited_goes_back(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """A tick is taken away, and the words that a person wrote beside it stay."""
    with rein.run("work") as run:
        notion.blocks.update(TODO, to_do={"checked": True})
    anna.blocks.update(TODO, to_do={"rich_text": text("Call them today")})
    assert only(rein.revert(run.id)).state is State.REVERTED
    assert said(sb)[-1][2] == {"to_do": {"checked": False}}
    assert notion.blocks.retrieve(TODO)["to_do"]["rich_text"][0]["plain_text"] == "Call them today"


def test_another_type_than_the_block_s_own_is_rejected(sb: NotionSandbox, notion: Client) -> None:
    """The type never changes: Notion's 400 arrives, and there is nothing to undo."""
    with pytest.raises(APIResponseError), rein.run("work") as run:
        notion.blocks.update(TODO, paragraph={"rich_text": text("x")})
    assert (states(run), len(sb.writes)) == ([State.REJECTED], 1)


def test_lost_blocks_that_were_edited_are_a_question(sb: NotionSandbox, notion: Client) -> None:
    """The answer was lost and something of its own reads otherwise: nothing is said not to have happened."""
    sb.faults.add("lost", method="PATCH", writes=True)
    with suppress(httpx.HTTPError), no_waiting(), rein.run("work") as run:
        with suppress(httpx.HTTPError):
            notion.blocks.children.append(PROJECTS, children=[paragraph("One")])
    with plain(sb.url) as other:
        last = other.blocks.children.list(PROJECTS)["results"][-1]["id"]
        other.blocks.update(last, paragraph={"rich_text": text("Two")})
    with no_waiting():
        assert only(rein.revert(run.id)).state is State.NEEDS_ATTENTION


def test_a_synced_block_is_refused(sb: NotionSandbox, notion: Client) -> None:
    """What Notion takes back of it is not known."""
    with pytest.raises(rein.Refused), rein.run("work"):
        notion.blocks.update(TODO, synced_block={"synced_from": None})
    assert sb.writes == []


# --- comments


def test_a_comment_that_a_teammate_answered_is_not_deleted(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """Its text becomes another one; deleting it would take the reply along."""
    with rein.run("work") as run:
        made = notion.comments.create(parent={"page_id": NOTES}, rich_text=text("Hello"))
    anna.comments.create(discussion_id=made["discussion_id"], rich_text=text("Hi!"))
    assert only(rein.revert(run.id)).state is State.COMPENSATED
    texts = [one["rich_text"][0]["plain_text"] for one in notion.comments.list(block_id=NOTES)["results"]]
    assert texts == ["Reverted by AgentRein", "Hi!"]
    assert [method for method, _, _ in said(sb)] == ["POST", "POST", "PATCH"]


def test_a_comment_that_may_not_be_read_is_replaced_unseen(sb: NotionSandbox, notion: Client) -> None:
    """Without the capability to read comments its text is replaced all the same, and the report says so."""
    with sb.lock:
        sb.world.connections["secret_agent"].lacks.add("read_comments")
    with rein.run("work") as run:
        notion.comments.create(parent={"page_id": NOTES}, rich_text=text("Hello"))
    action = only(rein.revert(run.id))
    assert action.state is State.COMPENSATED
    assert "read back" in action.message
    assert "Reverted by AgentRein" in {fields.get("text") for fields in sb.state().values()}


def test_a_reply_without_answer_is_a_question(sb: NotionSandbox, notion: Client) -> None:
    """A reply names only its discussion, by which no list can be asked for."""
    sb.faults.add("lost", method="POST", writes=True)
    with no_waiting(), rein.run("work") as run, suppress(httpx.HTTPError):
        notion.comments.create(discussion_id=notion.comments.retrieve(COMMENT)["discussion_id"], rich_text=text("I do"))
    with no_waiting():
        action = only(rein.revert(run.id))
    assert action.state is State.NEEDS_ATTENTION
    assert "Look for the comment in Notion; if it is there, edit or delete it, then keep the action." in action.message


def test_a_comment_of_others_is_not_edited(notion: Client) -> None:
    """Notion answers 404 for it, and nothing happened."""
    with pytest.raises(APIResponseError) as raised, rein.run("work") as run:
        notion.comments.update(COMMENT, rich_text=text("x"))
    assert (raised.value.status, states(run)) == (404, [State.REJECTED])


# --- databases and data sources


def test_columns_in_the_wrong_place_change_nothing(sb: NotionSandbox, notion: Client) -> None:
    """The SDK drops `properties` of a database: the request is empty, and so is its undo; the caller is warned."""
    with rein.run("work") as run, pytest.warns(UserWarning, match="names nothing to change"):
        notion.databases.update(INCIDENTS, properties={"Points": None})
    assert states(run) == [State.UNCHANGED]
    rein.revert(run.id)
    assert said(sb) == [("PATCH", f"/v1/databases/{INCIDENTS}", {})]


def test_a_database_with_rows_of_others_stays(notion: Client, anna: Client) -> None:
    """The rows are named."""
    with rein.run("work") as run:
        made: Any = notion.databases.create(
            parent={"type": "page_id", "page_id": PROJECTS},
            title=text("Bugs"),
            initial_data_source={"properties": {"Name": {"title": {}}}},
        )
    anna.pages.create(parent={"database_id": made["id"]}, properties={"Name": {"title": text("Theirs")}})
    action = only(rein.revert(run.id))
    assert action.state is State.CONFLICT
    assert "row" in action.conflicts[0].now[0]


def test_a_new_column_goes_unless_a_row_holds_a_value(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """Removing it would destroy what others entered; once that is gone, so is the column."""
    start = sb.state()
    with rein.run("work") as run:
        notion.data_sources.update(ROWS, properties={"Severity": {"number": {}}, "Seen": {"checkbox": {}}})
    anna.pages.update(BARE, properties={"Severity": {"number": 7}})
    action = only(rein.revert(run.id))
    assert action.state is State.CONFLICT
    assert action.conflicts[0].now["values in"] == [BARE]
    assert {"Severity"} == set(notion.data_sources.retrieve(ROWS)["properties"]) & {"Severity", "Seen"}
    anna.pages.update(BARE, properties={"Severity": {"number": None}})
    assert only(rein.revert(run.id)).state is State.REVERTED
    assert sb.left(start) == []


def test_values_of_the_run_hinder_no_column(sb: NotionSandbox, notion: Client) -> None:
    """What the run itself entered into its new column is undone first."""
    start = sb.state()
    with rein.run("work") as run:
        notion.data_sources.update(ROWS, properties={"Severity": {"number": {}}})
        notion.pages.update(BARE, properties={"Severity": {"number": 5}})
    assert [one.state for one in rein.revert(run.id).actions] == [State.REVERTED] * 2
    assert sb.left(start) == []


@pytest.mark.parametrize(
    "properties",
    [
        {"Points": None},
        {"Points": {"rich_text": {}}},
        {"Stage": {"select": {"options": [{"name": "Open"}]}}},
        {"Twin": {"relation": {"data_source_id": IDEAS, "dual_property": {}}}},
    ],
    ids=["remove", "another type", "options", "both ways"],
)
def test_a_change_that_loses_values_is_refused(sb: NotionSandbox, notion: Client, properties: Any) -> None:
    """Nothing is sent for a schema change that cannot be taken back."""
    with pytest.raises(rein.Refused), rein.run("work"):
        notion.data_sources.update(ROWS, properties=properties)
    assert sb.writes == []


def test_a_database_at_the_top_of_the_workspace_does_not_move(sb: NotionSandbox, notion: Client) -> None:
    """Where it stands now nothing moves it back to."""
    with sb.lock:
        sb.world.things[ROADMAP].parent = None
        sb.world.connections["secret_agent"].shared.add(ROADMAP)
    with pytest.raises(rein.Refused), rein.run("work"):
        notion.databases.update(ROADMAP, parent={"type": "page_id", "page_id": PROJECTS})
    assert sb.writes == []


@pytest.mark.parametrize("look", [{"icon": {"emoji": "🔥"}}, {"cover": {"external": {"url": "https://x.example/c"}}}])
def test_the_first_icon_of_a_database_is_refused(sb: NotionSandbox, notion: Client, look: dict[str, Any]) -> None:
    """Notion takes no null for the icon or cover of a database, so a first one could not be taken away again."""
    start = sb.state()
    with rein.run("work"), pytest.raises(rein.Refused, match="could not be put back"):
        notion.databases.update(NotionSandbox.ROADMAP, title=text("Plans"), **look)
    assert sb.left(start) == []
