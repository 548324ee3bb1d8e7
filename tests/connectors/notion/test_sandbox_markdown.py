"""Markdown of the stand-in for Notion: what its four edits do to the blocks of a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from notion_client import Client

from agentrein_notion.sandbox import NotionSandbox
from connectors.notion.examples.markdown import change, insert, replace
from notion_sandbox_kit import paragraph, refused, text

NOTES, PROJECTS = NotionSandbox.NOTES, NotionSandbox.PROJECTS


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


def read(notion: Client, page: str = NOTES) -> Any:
    """The markdown of a page."""
    return notion.pages.retrieve_markdown(page)["markdown"]  # type: ignore[index]


def test_an_insertion_leaves_what_is_there(sb: NotionSandbox, notion: Client) -> None:
    """At the end, at the start, or behind a selection; the blocks that were there stay the same."""
    (old,) = sb.children(NOTES)
    insert(NOTES, "Last")(notion)
    insert(NOTES, "## First", position={"type": "start"})(notion)
    insert(NOTES, "- Second", after="A no...te")(notion)
    assert read(notion) == "## First\nA note\n- Second\nLast"
    assert sb.children(NOTES)[1] == old
    with refused(400, "validation_error", "does not match"):
        insert(NOTES, "x", after="Nowhere...at all")(notion)
    with refused(400, "validation_error", "only one of"):
        insert(NOTES, "x", after="A note", position={"type": "end"})(notion)


def test_a_replacement_makes_new_blocks(sb: NotionSandbox, notion: Client) -> None:
    """Blocks of the lines that change go with their comments; written again, they are the same to people."""
    notion.blocks.children.append(NOTES, children=[paragraph("Another")])
    first, second = sb.children(NOTES)
    notion.comments.create(parent={"block_id": first}, rich_text=text("Really?"))
    start = sb.state()
    change(NOTES, "A note", "A line")(notion)
    assert sb.children(NOTES)[1] == second
    with refused(404, "object_not_found"):
        notion.blocks.retrieve(first)
    change(NOTES, "A line", "A note")(notion)
    assert sb.children(NOTES)[0] != first
    assert {path for path in {*start, *sb.state()} if start.get(path) != sb.state().get(path)} == {
        path for path in start if path.startswith("comment:") and start[path]["text"] == "Really?"
    }


def test_what_is_searched_stands_there_once(notion: Client) -> None:
    """A text that is not there, empty, or there twice is refused unless all are meant."""
    notion.blocks.children.append(NOTES, children=[paragraph("A note")])
    for old in ("B note", "", "note"):
        with refused(400, "validation_error", "old_str matches"):
            change(NOTES, old, "x")(notion)
    change(NOTES, "note", "line", replace_all_matches=True)(notion)
    assert read(notion) == "A line\nA line"


def test_a_range_is_replaced(notion: Client) -> None:
    """The older form of a replacement names the beginning and the end of what goes."""
    notion.blocks.children.append(NOTES, children=[paragraph("Two"), paragraph("Three")])
    command = {"content": "One", "content_range": "A note...Two"}
    notion.pages.update_markdown(NOTES, type="replace_content_range", replace_content_range=command)
    assert read(notion) == "One\nThree"


def test_child_pages_are_protected(sb: NotionSandbox, notion: Client) -> None:
    """They go only if that is allowed, and stay where the new text names them."""
    shown = read(notion, PROJECTS)
    assert f'<page url="https://www.notion.so/{NOTES.replace("-", "")}">Notes</page>' in shown
    with refused(400, "validation_error", "allow_deleting_content"):
        replace(PROJECTS, "Nothing")(notion)
    replace(PROJECTS, "\n".join(line for line in shown.splitlines() if line.startswith("<")))(notion)
    assert notion.pages.retrieve(NOTES)["in_trash"] is False  # type: ignore[index]
    replace(PROJECTS, "Nothing", allow_deleting_content=True)(notion)
    assert notion.pages.retrieve(NOTES)["in_trash"] is True  # type: ignore[index]


def test_an_edit_says_what_it_is(sb: NotionSandbox, notion: Client) -> None:
    """The type names the command, which is an object; a page in the trash is not edited."""
    for body in ({"type": "erase"}, {"type": "replace_content"}, {"type": "replace_content", "insert_content": {}}):
        with refused(400, "validation_error", "body.type"):
            notion.request(f"pages/{NOTES}/markdown", "PATCH", body=body)
    sb.trash_as(sb.ANNA, NOTES)
    with refused(400, "validation_error", "archived"):
        insert(NOTES, "x")(notion)
