from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from notion_client import Client

import agentrein as rein
from agentrein.connector import State
from agentrein_notion.readings_of_markdown import request
from agentrein_notion.sandbox import NotionSandbox
from connectors.notion.examples.markdown import change, insert, replace
from notion_kit import paragraph, plain, text

NOTES, PROJECTS = NotionSandbox.NOTES, NotionSandbox.PROJECTS


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


def read(notion: Client, page: str = NOTES) -> str:
    """The markdown of a page."""
    answer: Any = notion.pages.retrieve_markdown(page)
    return str(answer["markdown"])


# --- the request that brings a text back


@pytest.mark.parametrize(
    ("now", "was"),
    [
        ("One\nTwo\nThree", "One\nThree"),
        ("Two\nOne", "One"),
        ("One\nTwo", "One"),
        ("One\nOne", "One"),
        ("One\nOne\nOne", "One\nOne"),
        ("One", "One\nTwo"),
        ("Two", "One\nTwo"),
        ("One\nTwo", "One\n1\nTwo"),
        ("One\nTwo", "Uno\nDos"),
        ("A\nx\nB\nx", "A\ny\nB\nx"),
        ("x\nx", "x\ny\nx"),
        ("One\nOneTwo", "One"),
    ],
)
def test_a_text_is_brought_back_where_it_differs(now: str, was: str) -> None:
    """What is searched stands there once, and what replaces it makes the old text."""
    asked = request(now, was)
    if asked["type"] == "replace_content":
        assert asked["replace_content"]["new_str"] == was
        return
    (update,) = asked["update_content"]["content_updates"]
    assert now.count(update["old_str"]) == 1
    assert now.replace(update["old_str"], update["new_str"]) == was


@pytest.mark.parametrize(("now", "was"), [("", "One"), ("One\nOne", "Two\nTwo\nTwo")])
def test_where_nothing_can_be_searched_all_is_replaced(now: str, was: str) -> None:
    """An empty page has nothing to be found, and a text that all of it is needs no search."""
    assert request(now, was)["type"] in {"replace_content", "update_content"}
    assert request("", was) == {"type": "replace_content", "replace_content": {"new_str": was}}


def test_lines_that_stay_are_not_written_again() -> None:
    """Only what differs is named, so that the blocks around it stay the same."""
    assert request("A\nB\nNew\nC", "A\nB\nC") == {
        "type": "update_content",
        "update_content": {"content_updates": [{"old_str": "\nNew", "new_str": ""}]},
    }


# --- insertions


def test_an_insertion_into_a_full_page_touches_nothing_else(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """Child pages, databases, nested blocks and comments stay the very same through do and undo."""
    anna.comments.create(parent={"block_id": sb.TODO}, rich_text=text("Mine"))
    start, blocks = sb.state(), sb.children(PROJECTS)
    with rein.run("work") as run:
        insert(PROJECTS, "## Next\n- [ ] One", position={"type": "start"})(notion)
    assert run.actions[0].planned["tier"] == "reversible"
    assert ended(rein.revert(run.id)) == [State.REVERTED]
    assert sb.left(start) == []
    assert sb.children(PROJECTS) == blocks


def test_the_inserted_one_of_two_equal_lines_goes(sb: NotionSandbox, notion: Client) -> None:
    """The page says the same twice; the block that was there before stays."""
    old = sb.children(NOTES)
    with rein.run("work") as run:
        insert(NOTES, "A note")(notion)
    assert ended(rein.revert(run.id)) == [State.REVERTED]
    assert sb.children(NOTES) == old


def test_a_child_page_that_was_moved_and_back_is_no_other_text(sb: NotionSandbox, notion: Client) -> None:
    """It stands at another place of the page then, which is what the undo of a move leaves."""
    with rein.run("work") as run:
        insert(PROJECTS, "## Next")(notion)
        notion.pages.move(NOTES, parent={"page_id": sb.ARCHIVE})
    assert ended(rein.revert(run.id)) == [State.REVERTED, State.REVERTED]
    assert "Next" not in read(notion, PROJECTS)


def test_two_equal_lines_in_a_page_with_more_than_text_are_left(sb: NotionSandbox, notion: Client) -> None:
    """Taking one of them out would write the lines around it again, and what is not text could be lost."""
    with rein.run("work") as run:
        insert(PROJECTS, "What we do this week.", position={"type": "start"})(notion)
    report = rein.revert(run.id)
    assert ended(report) == [State.NEEDS_ATTENTION]
    assert read(notion, PROJECTS).count("What we do this week.") == 2


def test_a_comment_on_an_inserted_block_keeps_it(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """A teammate's comment would go with the block, so the text stays and a person is asked."""
    with rein.run("work") as run:
        insert(NOTES, "New")(notion)
    anna.comments.create(parent={"block_id": sb.children(NOTES)[-1]}, rich_text=text("Good!"))
    assert ended(rein.revert(run.id)) == [State.CONFLICT]
    assert read(notion) == "A note\nNew"


def test_later_work_of_the_run_is_undone_first(sb: NotionSandbox, notion: Client) -> None:
    """Insert, replace, append, insert: a plan expects that, and the revert brings the first text back."""
    start = sb.state()
    with rein.run("work") as run:
        insert(NOTES, "One")(notion)
        change(NOTES, "One", "1")(notion)
        notion.blocks.children.append(NOTES, children=[paragraph("Two")])
        insert(NOTES, "Three")(notion)
    assert read(notion) == "A note\n1\nTwo\nThree"
    plan = rein.revert(run.id, plan=True)
    report = rein.revert(run.id)
    assert ended(plan) == ended(report) == [State.REVERTED, State.REVERTED, State.COMPENSATED, State.REVERTED]
    assert sb.left(start) == []


def test_a_block_that_was_rewritten_is_not_called_gone(sb: NotionSandbox, notion: Client) -> None:
    """An added block whose text was replaced, and put back, stands there by another id: a person is asked."""
    with rein.run("work") as run:
        notion.blocks.children.append(NOTES, children=[paragraph("Two")])
        change(NOTES, "Two", "2")(notion)
    report = rein.revert(run.id)
    assert ended(report) == [State.COMPENSATED, State.NEEDS_ATTENTION]
    assert "does not say that it is gone" in str(report)
    assert read(notion) == "A note\nTwo"
    sb.edit_block_as(sb.AGENT, sb.children(NOTES)[-1], "Mine")
    assert ended(rein.revert(run.id))[-1] == State.REVERTED


# --- replacements


def test_replaced_text_comes_back(sb: NotionSandbox, notion: Client) -> None:
    """In new blocks, which is why it counts as compensated."""
    start = sb.state()
    with rein.run("work") as run:
        replace(NOTES, "# All new")(notion)
    report = rein.revert(run.id)
    assert ended(report) == [State.COMPENSATED]
    assert "new blocks" in report.actions[0].residue
    assert sb.left(start) == []


def test_a_selection_is_undone_where_only_text_can_be_lost(sb: NotionSandbox, notion: Client) -> None:
    """An insertion behind a selection may touch the block that it ends in, so it is judged as a replacement."""
    start = sb.state()
    with rein.run("work") as run:
        insert(NOTES, "Behind", after="A ...note")(notion)
        command = {"content": "In place", "content_range": "A ...note"}
        notion.pages.update_markdown(NOTES, type="replace_content_range", replace_content_range=command)
    assert {one.planned["tier"] for one in run.actions} == {"compensable"}
    assert rein.revert(run.id).exit == 0
    assert sb.left(start) == []


def test_a_selection_without_answer_asks(sb: NotionSandbox, notion: Client) -> None:
    """What Notion took it for cannot be told, so that neither text is claimed to be the run's."""
    with rein.run("work", on_failure="keep") as run:
        sb.faults.add("lost", writes=True)
        with pytest.raises(httpx.HTTPError):
            insert(NOTES, "Behind", after="A ...note")(notion)
    assert ended(rein.revert(run.id)) == [State.NEEDS_ATTENTION]
    assert read(notion) == "A note\nBehind"


@pytest.mark.parametrize("act", [replace(PROJECTS, "New"), change(PROJECTS, "Open work", "Done")])
def test_a_page_with_more_than_text_is_not_rewritten(sb: NotionSandbox, notion: Client, act: Any) -> None:
    """Which blocks Notion would make anew is not known, and child pages and nested blocks would not come back."""
    with rein.run("work") as run, pytest.raises(rein.Refused):
        act(notion)
    assert (sb.writes, run.actions) == ([], [])


def test_a_page_with_comments_is_not_rewritten(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """Comments on its blocks would be lost with them; those on the page itself stay."""
    anna.comments.create(parent={"page_id": NOTES}, rich_text=text("On the page"))
    with rein.run("work") as run:
        replace(NOTES, "New")(notion)
    assert rein.revert(run.id).exit == 0
    anna.comments.create(parent={"block_id": sb.children(NOTES)[0]}, rich_text=text("On the block"))
    with rein.run("more"), pytest.raises(rein.Refused):
        replace(NOTES, "New")(notion)
    assert read(notion) == "A note"


def test_without_the_right_to_read_comments_nothing_is_rewritten(sb: NotionSandbox, notion: Client) -> None:
    """Whether there are any cannot be known then; an insertion needs no such right."""
    sb.withhold("read_comments")
    with rein.run("work") as run:
        insert(NOTES, "New")(notion)
        with pytest.raises(rein.Refused):
            replace(NOTES, "New")(notion)
    assert ended(rein.revert(run.id)) == [State.REVERTED]


def test_deleting_content_and_doing_it_later_are_refused(sb: NotionSandbox, notion: Client) -> None:
    """A call that may delete child pages, and one that answers before it is done."""
    with rein.run("work") as run:
        with pytest.raises(rein.Refused):
            replace(NOTES, "New", allow_deleting_content=True)(notion)
        with pytest.raises(rein.Refused):
            body = {"type": "insert_content", "insert_content": {"content": "x"}, "allow_async": True}
            notion.request(f"pages/{NOTES}/markdown", "PATCH", body=body)
    assert (sb.writes, run.actions) == ([], [])


def test_text_that_a_person_changed_stays(sb: NotionSandbox, notion: Client, anna: Client) -> None:
    """The page reads otherwise than the call left it: a person is shown all three texts."""
    with rein.run("work") as run:
        replace(NOTES, "Ours")(notion)
    sb.edit_block_as(sb.ANNA, sb.children(NOTES)[0], "Theirs")
    report = rein.revert(run.id)
    (conflict,) = report.actions[0].conflicts
    assert (conflict.before, conflict.ours, conflict.now) == ("A note", "Ours", "Theirs")
