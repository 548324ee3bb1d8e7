"""Blocks of the stand-in for Notion: appending, editing, deleting, restoring."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from notion_client import Client

from agentrein_notion.sandbox import NotionSandbox
from notion_sandbox_kit import paragraph, refused, text


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


def texts(notion: Client, parent: str) -> list[str]:
    """The plain texts of one level."""
    found = notion.blocks.children.list(parent)["results"]
    return ["".join(t["plain_text"] for t in block[block["type"]].get("rich_text", [])) for block in found]


# Reading


def test_blocks_show_where_they_stand(sb: NotionSandbox, notion: Client) -> None:
    """A block has type, parent, people and times; pages and databases inside a page are blocks too."""
    block = notion.blocks.retrieve(sb.INNER)
    assert (block["object"], block["type"], block["has_children"]) == ("block", "paragraph", False)
    assert block["parent"] == {"type": "block_id", "block_id": sb.TOGGLE}
    assert block["paragraph"]["rich_text"][0]["plain_text"] == "Inside"
    assert notion.blocks.retrieve(sb.TOGGLE)["has_children"] is True
    kinds = [block["type"] for block in notion.blocks.children.list(sb.PROJECTS)["results"]]
    assert kinds == ["heading_2", "paragraph", "to_do", "toggle", "child_page", "child_database", "child_database"]
    assert notion.blocks.retrieve(sb.NOTES)["child_page"] == {"title": "Notes"}
    with refused(404, "object_not_found", "Could not find block with ID"):
        notion.blocks.retrieve(str(uuid.uuid4()))


def test_children_come_page_by_page(sb: NotionSandbox, notion: Client) -> None:
    """A cursor leads from one part of the list to the next; a wrong one is 400."""
    ids = []
    cursor: dict[str, str] = {}
    while True:
        part = notion.blocks.children.list(sb.PROJECTS, page_size=3, **cursor)
        ids += [block["id"] for block in part["results"]]
        if not part["has_more"]:
            break
        cursor = {"start_cursor": part["next_cursor"]}
    assert ids == sb.children(sb.PROJECTS)
    with refused(400, "validation_error", "start_cursor"):
        notion.blocks.children.list(sb.PROJECTS, start_cursor="nowhere")
    with refused(400, "validation_error", "should be ≤ `100`"):
        notion.blocks.children.list(sb.PROJECTS, page_size=101)


# Appending


def test_appending_lists_the_first_level(sb: NotionSandbox, notion: Client) -> None:
    """Nested blocks are made along, the answer lists those of the first level only; deleting these undoes it."""
    start = sb.state()
    tree = paragraph("one", children=[paragraph("two", children=[paragraph("three")])])
    answer = notion.blocks.children.append(sb.PROJECTS, children=[tree, {"divider": {}}])
    assert [block["type"] for block in answer["results"]] == ["paragraph", "divider"]
    assert (answer["object"], answer["type"], answer["has_more"]) == ("list", "block", False)
    assert sb.children(sb.PROJECTS)[-2:] == [block["id"] for block in answer["results"]]
    (two,) = notion.blocks.children.list(answer["results"][0]["id"])["results"]
    assert texts(notion, two["id"]) == ["three"]
    for block in reversed(answer["results"]):
        notion.blocks.delete(block["id"])
    assert sb.left(start) == []


def test_the_place_of_new_blocks(sb: NotionSandbox, notion: Client) -> None:
    """At the end, at the start, or after a block, by either name; the other block must stand there."""
    notion.blocks.children.append(sb.NOTES, children=[paragraph("end")])
    notion.blocks.children.append(sb.NOTES, children=[paragraph("start")], position={"type": "start"})
    first = sb.children(sb.NOTES)[0]
    notion.blocks.children.append(sb.NOTES, children=[paragraph("a"), paragraph("b")], after=first)
    place = {"type": "after_block", "after_block": {"id": first}}
    notion.blocks.children.append(sb.NOTES, children=[paragraph("c")], position=place)
    assert texts(notion, sb.NOTES) == ["start", "c", "a", "b", "A note", "end"]
    with refused(400, "validation_error", "is not a child of the parent block"):
        notion.blocks.children.append(sb.NOTES, children=[paragraph("d")], after=sb.INNER)
    with refused(400, "validation_error", "body.position.type"):
        notion.blocks.children.append(sb.NOTES, children=[paragraph("d")], position={"type": "middle"})


DEEP = paragraph("1", children=[paragraph("2", children=[paragraph("3", children=[paragraph("4")])])])


@pytest.mark.parametrize(
    ("child", "message"),
    [
        ({**paragraph("x"), "archived": False}, "body.children[0].archived should be not present"),
        ({**paragraph("x"), "in_trash": False}, "body.children[0].in_trash should be not present"),
        ({**paragraph("x"), "has_children": False}, "body.children[0].has_children should be not present"),
        ({"type": "child_page", "child_page": {"title": "x"}}, "body.children[0].child_page should be defined"),
        ({"unsupported": {}}, "body.children[0].paragraph should be defined"),
        ({"paragraph": {}}, "body.children[0].paragraph.rich_text should be defined"),
        ({"paragraph": {"rich_text": "x"}}, "body.children[0].paragraph.rich_text should be an array"),
        ({"paragraph": {"rich_text": [], "checked": True}}, "body.children[0].paragraph.checked should be not present"),
        ({"paragraph": {"rich_text": [], "color": "pinkish"}}, "should be a color"),
        (paragraph("x" * 2001), "text.content.length should be ≤ `2000`"),
        ({"divider": {"children": []}}, "body.children[0].divider.children should be not present"),
        ({"table": {"table_width": 1}}, "body.children[0].table.children should be defined"),
        ({"image": {"caption": []}, "type": "video"}, "body.children[0].type should be"),
        ("x", "body.children[0] should be an object"),
        ({"paragraph": "x"}, "body.children[0].paragraph should be an object"),
        ({"to_do": {"rich_text": [], "checked": "yes"}}, "to_do.checked should be a boolean"),
        ({"table_row": {"cells": "x"}}, "table_row.cells should be an array"),
        ({"link_to_page": {}}, "link_to_page.page_id should be defined"),
        (DEEP, "children[0].paragraph.children[0].paragraph.children[0].paragraph.children should be not present"),
    ],
)
def test_blocks_that_cannot_be_appended(sb: NotionSandbox, notion: Client, child: dict[str, Any], message: str) -> None:
    """What only answers have, unknown types, missing fields, long texts and deep nests are 400 with no effect."""
    start = sb.state()
    with refused(400, "validation_error", message):
        notion.blocks.children.append(sb.PROJECTS, children=[child, paragraph("fine")])
    assert sb.state() == start


def test_limits_of_an_append(sb: NotionSandbox, notion: Client) -> None:
    """At most 100 at once, only where blocks can stand, and the list must be there."""
    with refused(400, "validation_error", "body.children.length should be ≤ `100`, instead was `101`"):
        notion.blocks.children.append(sb.PROJECTS, children=[{"divider": {}}] * 101)
    with refused(400, "validation_error", "body.children should be defined"):
        notion.blocks.children.append(sb.PROJECTS)
    divider = notion.blocks.children.append(sb.PROJECTS, children=[{"divider": {}}])["results"][0]["id"]
    for place in (divider, sb.ROADMAP):
        with refused(400, "validation_error", "does not support children"):
            notion.blocks.children.append(place, children=[paragraph("x")])


BLOCKS: list[dict[str, Any]] = [
    {"heading_1": {"rich_text": text("h"), "is_toggleable": True}},
    {"bulleted_list_item": {"rich_text": text("b"), "color": "red"}},
    {"numbered_list_item": {"rich_text": text("n")}},
    {"quote": {"rich_text": text("q")}},
    {"to_do": {"rich_text": text("t"), "checked": True}},
    {"callout": {"rich_text": text("c"), "icon": {"type": "emoji", "emoji": "🔥"}}},
    {"code": {"rich_text": text("print()"), "language": "python"}},
    {"equation": {"expression": "x^2"}},
    {"breadcrumb": {}},
    {"table_of_contents": {"color": "default"}},
    {"bookmark": {"url": "https://acme.example"}},
    {"embed": {"url": "https://acme.example"}},
    {"image": {"type": "external", "external": {"url": "https://acme.example/i.png"}}},
    {"file": {"type": "external", "external": {"url": "https://acme.example/f.txt"}, "name": "f.txt"}},
    {"link_to_page": {"type": "page_id", "page_id": NotionSandbox.NOTES}},
    {"synced_block": {"synced_from": {"block_id": NotionSandbox.PARAGRAPH}}},
    {"table": {"table_width": 1, "children": [{"table_row": {"cells": [text("cell")]}}]}},
    {"column_list": {"children": [{"column": {"children": [paragraph("x")]}}, {"column": {"children": []}}]}},
]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: next(iter(block)))
def test_each_type_reads_back_as_written(sb: NotionSandbox, notion: Client, block: dict[str, Any]) -> None:
    """What was written stands under the type, and what was left out has its default."""
    kind = next(iter(block))
    made = notion.blocks.children.append(sb.NOTES, children=[block])["results"][0]
    assert made["type"] == kind
    for name, value in block[kind].items():
        if name == "rich_text":
            assert [item["plain_text"] for item in made[kind][name]] == [item["text"]["content"] for item in value]
        elif name not in {"children", "synced_from"}:
            assert made[kind][name] == value
    assert made["has_children"] == bool(block[kind].get("children"))


# Editing


def test_editing_a_block(sb: NotionSandbox, notion: Client) -> None:
    """The fields that are given change, the others stay; the stamp tells who did it."""
    start = sb.state()
    block = notion.blocks.update(sb.TODO, to_do={"checked": True})
    assert (block["to_do"]["checked"], block["to_do"]["rich_text"][0]["plain_text"]) == (True, "Call the customer")
    assert block["last_edited_by"]["id"] == sb.AGENT
    notion.blocks.update(sb.TODO, to_do={"rich_text": text("Called"), "checked": False})
    assert [line.partition(" is ")[0] for line in sb.left(start)] == [f"block:{sb.TODO} content"]
    notion.blocks.update(sb.TODO, to_do={"rich_text": text("Call the customer")})
    assert sb.left(start) == []


def test_what_an_edit_cannot_do(sb: NotionSandbox, notion: Client) -> None:
    """The type stays, children are appended elsewhere, and a page's content is no block's."""
    with refused(400, "validation_error", "body.paragraph should be defined"):
        notion.blocks.update(sb.PARAGRAPH, quote={"rich_text": text("x")})
    with refused(400, "validation_error", "body.paragraph.children should be not present"):
        notion.blocks.update(sb.PARAGRAPH, paragraph={"rich_text": [], "children": []})
    with refused(400, "validation_error", "body.child_page should be not present"):
        notion.blocks.update(sb.NOTES, paragraph={"rich_text": []})
    notion.blocks.update(sb.PARAGRAPH)
    sb.trash_as(sb.ANNA, sb.PARAGRAPH)
    with refused(400, "validation_error", "Can't edit block that is archived"):
        notion.blocks.update(sb.PARAGRAPH, paragraph={"rich_text": text("x")})


# Deleting


@pytest.mark.parametrize("name", ["PARAGRAPH", "TOGGLE", "INNER", "NOTES", "ROADMAP"])
def test_deleting_and_restoring(sb: NotionSandbox, notion: Client, name: str) -> None:
    """A deleted block is in the trash, is not deleted twice, and comes back to its place with its children."""
    start, id = sb.state(), getattr(sb, name)
    around = sb.children(sb.PROJECTS)
    assert notion.blocks.delete(id)["in_trash"] is True
    parent = notion.blocks.retrieve(id)["parent"]
    assert id not in sb.children(parent[parent["type"]])
    with refused(400, "validation_error", "Can't edit block that is archived. You must unarchive the block"):
        notion.blocks.delete(id)
    with refused(400, "validation_error", "Can't edit block that is archived"):
        notion.blocks.update(id, in_trash=True)
    notion.blocks.update(id, in_trash=False)
    assert (sb.left(start), sb.children(sb.PROJECTS)) == ([], around)


def test_other_people_edit_blocks(sb: NotionSandbox, notion: Client) -> None:
    """What a person appends and edits carries the person's id."""
    (made,) = sb.append_as(sb.BEN, sb.NOTES, "mine")
    assert notion.blocks.retrieve(made)["created_by"]["id"] == sb.BEN
    sb.edit_block_as(sb.ANNA, made, "hers")
    assert (texts(notion, sb.NOTES)[-1], sb.block(made)["last_edited_by"]["id"]) == ("hers", sb.ANNA)
