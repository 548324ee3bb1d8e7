from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from agentrein.connector import Call, NotCanonical, Operation, Tier
from agentrein.says import sentence
from agentrein.table import Match, Refusal
from agentrein_notion import connector, reads
from agentrein_notion.operations.blocks import block_edit, block_tier, brought_back
from agentrein_notion.operations.data_sources import schema_tier
from agentrein_notion.operations.databases import database_tier
from agentrein_notion.operations.markdown import text_tier
from agentrein_notion.operations.pages import edit_tier, move_tier, page_edit
from agentrein_notion.operations.places import call_title, trash_by_one_name
from agentrein_notion.operations.views import create_tier, delete_tier

ENDPOINTS = Path(__file__).parents[2] / "data" / "notion_endpoints.tsv"
TABLE = connector.table
ID = "1b2c3d4e-0000-4000-8000-000000000001"


def endpoints() -> list[tuple[str, str, str]]:
    """Method, path and kind of every address that notion-client sends to."""
    with ENDPOINTS.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [(line["method"], line["path"], line["kind"]) for line in lines]


def test_every_write_of_the_sdk_is_known() -> None:
    """Each write that notion-client can send is a row or a refused line with its reason."""
    writes = {f"{method} {path}" for method, path, kind in endpoints() if kind == "write"}
    assert writes
    assert not [address for address in sorted(writes) if TABLE.row(address) is None]


def test_every_read_of_the_sdk_is_declared() -> None:
    """Each read that notion-client can send leaves without a passage, and has no row."""
    declared = [(method, path) for method, path, kind in endpoints() if kind == "read"]
    assert declared
    assert not [one for one in declared if not reads(one[0], one[1].replace("{", "").replace("}", ""))]
    assert not [one for one in declared if TABLE.row(" ".join(one)) is not None]


def test_no_write_is_declared_a_read() -> None:
    """A write that slipped into the reads would leave unrecorded."""
    writes = [(method, path) for method, path, kind in endpoints() if kind == "write"]
    assert not [one for one in writes if reads(one[0], one[1].replace("{", "").replace("}", ""))]


def test_the_table_holds_nothing_else() -> None:
    """A row or refused line that the SDK never sends would be a mistake, and so would an address that is both."""
    writes = {f"{method} {path}" for method, path, kind in endpoints() if kind == "write"}
    rows, refused = {row.address for row in TABLE.operations}, {line.address for line in TABLE.refused}
    assert rows | refused == writes
    assert not rows & refused


def test_every_refused_line_says_why() -> None:
    """Each line of the long tail has an SDK name and one plain sentence."""
    for line in TABLE.refused:
        assert line.sdk
        assert line.why.endswith("."), line.address


def test_every_row_that_makes_something_says_what_a_person_does() -> None:
    """Where an undo cannot go on somebody looks for the new thing, and the run is told that it is settled."""
    makes = [row for row in TABLE.operations if row.says.startswith(("create", "add", "comment"))]
    assert len(makes) == 6
    for row in makes:
        assert row.if_stuck.startswith("Look for the "), row.name
        assert "then keep the action." in row.if_stuck, row.name


def test_every_row_cites_the_vendor() -> None:
    """Each row's reason names the page of Notion's documentation that it rests on."""
    assert all("https://developers.notion.com/" in row.why for row in TABLE.operations)


@pytest.mark.parametrize("id", [ID, ID.replace("-", "")])
def test_an_address_takes_an_id_in_both_forms(id: str) -> None:
    """Notion takes ids with and without dashes."""
    found = TABLE.match("PATCH", f"/v1/pages/{id}")
    assert isinstance(found, Match)
    assert (found.address, found.params) == ("PATCH /v1/pages/{page_id}", {"page_id": id})


def test_an_id_that_names_another_address_is_that_address() -> None:
    """The SDK puts ids into the path as they are, so that `abc/move` arrives as a move, and is judged as one."""
    found = TABLE.match("POST", "/v1/pages/abc/move")
    assert isinstance(found, Match)
    assert found.address == "POST /v1/pages/{page_id}/move"
    assert TABLE.match("PATCH", "/v1/pages/abc/move") is None


@pytest.mark.parametrize("path", ["/v1/pages/../users/me", "/v1/pages/%2e%2e/comments", "/v1/pages/a?b"])
def test_a_path_that_arrives_elsewhere_is_no_address(path: str) -> None:
    """What looks like a page and would arrive elsewhere is refused."""
    with pytest.raises(NotCanonical):
        TABLE.match("PATCH", path)


def test_an_unknown_write_has_no_row() -> None:
    """Addresses of newer versions of the API, which the SDK reaches through `request` only, are unknown."""
    assert TABLE.match("POST", "/v1/webhooks") is None
    assert isinstance(TABLE.row("POST /v1/oauth/token"), Refusal)


# --- tiers that depend on the call and on what is there


def tier(function: Any, body: Any, image: Any = None) -> Tier:
    """What a tier function says of a body and a before-image."""
    found: Tier = function(Call("notion", "", body=body), image, None)
    return found


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"properties": {}}, Tier.REVERSIBLE),
        ({"in_trash": True}, Tier.REVERSIBLE),
        (None, Tier.REVERSIBLE),
        ({"erase_content": True, "in_trash": False}, Tier.IRREVERSIBLE),
        ({"template": {"type": "default"}}, Tier.IRREVERSIBLE),
    ],
)
def test_erased_content_does_not_come_back(body: Any, expected: Tier) -> None:
    """An edit can be undone unless it empties the page or applies a template."""
    assert tier(edit_tier, body) is expected


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ({"parent": {"type": "page_id", "page_id": ID}}, Tier.COSTLY),
        ({"parent": {"type": "data_source_id", "data_source_id": ID}, "properties": {}}, Tier.COSTLY),
        ({"parent": {"type": "data_source_id"}, "properties": {"F": {"lossy": True}}}, Tier.IRREVERSIBLE),
        ({"parent": {"type": "workspace", "workspace": True}}, Tier.IRREVERSIBLE),
        ({"parent": {"type": "block_id", "block_id": ID}}, Tier.IRREVERSIBLE),
        (None, Tier.IRREVERSIBLE),
    ],
)
def test_a_page_moves_back_only_where_notion_moves_pages(image: Any, expected: Tier) -> None:
    """Nothing moves a page to the top of a workspace or into a block, nor are files of Notion's written again."""
    assert tier(move_tier, {"parent": {}}, image) is expected


@pytest.mark.parametrize(
    ("body", "parent", "expected"),
    [
        ({"title": []}, "workspace", Tier.REVERSIBLE),
        ({"parent": {"page_id": ID}}, "page_id", Tier.COSTLY),
        ({"parent": {"page_id": ID}}, "workspace", Tier.IRREVERSIBLE),
    ],
)
def test_a_database_moves_back_only_into_a_page(body: Any, parent: str, expected: Tier) -> None:
    """Its edits can be undone wherever it stands."""
    assert tier(database_tier, body, {"parent": {"type": parent}}) is expected


SCHEMA = {
    "properties": {
        "Name": {"id": "title", "name": "Name", "type": "title"},
        "Points": {"id": "p%7Boi", "name": "Points", "type": "number"},
        "Stage": {"id": "st", "name": "Stage", "type": "select"},
    }
}


@pytest.mark.parametrize(
    ("properties", "expected"),
    [
        ({"Severity": {"number": {}}}, Tier.REVERSIBLE),
        ({"p%7Boi": {"name": "Effort"}}, Tier.REVERSIBLE),
        ({"Points": {"name": "Effort"}}, Tier.REVERSIBLE),
        ({"p{oi": {"name": "Effort", "type": "number", "number": {}}}, Tier.REVERSIBLE),
        ({"Related": {"relation": {"data_source_id": ID, "single_property": {}}}}, Tier.REVERSIBLE),
        ({"Related": {"relation": {"data_source_id": ID, "dual_property": {}}}}, Tier.IRREVERSIBLE),
        ({"Points": None}, Tier.IRREVERSIBLE),
        ({"p%7Boi": None}, Tier.IRREVERSIBLE),
        ({"Points": {"rich_text": {}}}, Tier.IRREVERSIBLE),
        ({"Points": {"type": "checkbox"}}, Tier.IRREVERSIBLE),
        ({"Stage": {"select": {"options": []}}}, Tier.IRREVERSIBLE),
        ({"Severity": {"number": {}}, "Points": None}, Tier.IRREVERSIBLE),
    ],
)
def test_a_column_that_goes_takes_its_values(properties: Any, expected: Tier) -> None:
    """A new column and a new name can be taken back; a removed column, another type and dropped options cannot."""
    assert tier(schema_tier, {"properties": properties}, SCHEMA) is expected


def test_a_data_source_that_moves_is_refused() -> None:
    """The views that a move makes and links cannot be taken back."""
    assert tier(schema_tier, {"parent": {"database_id": ID}}, SCHEMA) is Tier.IRREVERSIBLE


def test_a_synced_block_is_refused() -> None:
    """What becomes of the blocks that it shows is not known."""
    assert tier(block_tier, {"synced_block": {"synced_from": None}}) is Tier.IRREVERSIBLE
    assert tier(block_tier, {"paragraph": {}}) is Tier.REVERSIBLE


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"database_id": ID}, Tier.REVERSIBLE),
        ({"view_id": ID}, Tier.IRREVERSIBLE),
        ({"create_database": {"parent": {"page_id": ID}}}, Tier.IRREVERSIBLE),
    ],
)
def test_a_view_is_taken_back_as_a_tab_only(body: Any, expected: Tier) -> None:
    """What a widget does to its dashboard, and what a linked database makes, is not known."""
    assert tier(create_tier, body) is expected


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        ({"type": "table"}, Tier.COMPENSABLE),
        ({"type": "board", "configuration": {"cover": {"type": "page_cover"}}}, Tier.COMPENSABLE),
        ({"type": "board", "configuration": {"cover": {"type": "page_content_first"}}}, Tier.IRREVERSIBLE),
        ({"type": "chart", "dashboard_view_id": ID}, Tier.IRREVERSIBLE),
        ({"type": "dashboard"}, Tier.IRREVERSIBLE),
        ({"type": "form"}, Tier.IRREVERSIBLE),
        ({"type": "something new"}, Tier.IRREVERSIBLE),
        (None, Tier.IRREVERSIBLE),
    ],
)
def test_a_view_is_made_again_where_a_request_says_all_of_it(view: Any, expected: Tier) -> None:
    """Widgets, questions of a form and covers that a request does not take would be lost."""
    assert tier(delete_tier, None, view) is expected


FLAT = {"truncated": False, "lost": []}


@pytest.mark.parametrize(
    ("kind", "command", "image", "expected"),
    [
        ("insert_content", {"content": "x"}, FLAT, Tier.REVERSIBLE),
        ("insert_content", {"content": "x", "after": "a...b"}, FLAT, Tier.COMPENSABLE),
        ("insert_content", {"content": "x"}, {**FLAT, "truncated": True}, Tier.IRREVERSIBLE),
        ("replace_content", {"new_str": "x"}, FLAT, Tier.COMPENSABLE),
        ("replace_content", {"new_str": "x"}, {**FLAT, "lost": ["child_page p"]}, Tier.IRREVERSIBLE),
        ("replace_content", {"new_str": "x"}, None, Tier.IRREVERSIBLE),
        ("update_content", {"content_updates": [], "allow_deleting_content": True}, FLAT, Tier.IRREVERSIBLE),
    ],
)
def test_text_is_replaced_where_only_text_can_be_lost(kind: str, command: Any, image: Any, expected: Tier) -> None:
    """An insertion loses nothing, if the page can be read as a whole."""
    assert tier(text_tier, {"type": kind, kind: command}, image) is expected


# --- requests in their documented form


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ({"archived": True}, {"in_trash": True}),
        ({"archived": False, "in_trash": True}, {"in_trash": True}),
        ({"archived": None, "icon": None}, {"icon": None}),
        ({"icon": None}, {"icon": None}),
        (None, None),
    ],
)
def test_the_trash_has_one_name(sent: Any, read: Any) -> None:
    """The older `archived` is read as `in_trash`."""
    assert trash_by_one_name(sent) == read


def test_switches_that_are_off_are_none() -> None:
    """A page that is not to be emptied is edited like any other."""
    assert page_edit({"erase_content": False, "template": None, "archived": True}) == {"in_trash": True}
    assert page_edit({"erase_content": True}) == {"erase_content": True}


def test_the_type_of_a_block_is_no_edit() -> None:
    """The SDK lets the type stand beside the content; it never changes."""
    assert block_edit({"type": "paragraph", "paragraph": {}, "archived": True}) == {"paragraph": {}, "in_trash": True}


@pytest.mark.parametrize(
    ("call", "title"),
    [
        ({"title": [{"text": {"content": "Bugs"}}]}, "Bugs"),
        ({"properties": {"Name": {"title": [{"text": {"content": "A"}}, {"text": {"content": "B"}}]}}}, "AB"),
        ({"properties": {"title": [{"type": "text", "text": {"content": "C"}}]}}, "C"),
        ({"markdown": "Intro\n# Heading\ntext"}, "Heading"),
        ({"properties": {"Points": {"number": 3}}}, ""),
        ({}, ""),
    ],
)
def test_a_new_thing_is_known_by_its_title(call: Any, title: str) -> None:
    """Whatever the title's column is called, and where it is given at all."""
    assert call_title(call) == title


def test_a_block_comes_back_as_what_it_is() -> None:
    """Pages and databases are taken out of the trash at their own addresses."""
    shown = [{"type": one, "in_trash": False} for one in ("child_page", "child_database", "paragraph")]
    assert [brought_back(one) for one in shown] == ["page", "database", "block"]
    assert brought_back({"type": "paragraph", "in_trash": True}) == "nothing"


# --- sentences


@pytest.mark.parametrize(
    ("address", "params", "body", "said"),
    [
        (
            "POST /v1/pages",
            {},
            {"parent": {"type": "database_id", "database_id": "9f2"}, "properties": {"N": {"title": "{x}"}}},
            "create page in 9f2",
        ),
        (
            "POST /v1/pages",
            {},
            {"parent": {"page_id": "9f2"}, "properties": {"title": [{"text": {"content": "Flaky {test}"}}]}},
            'create page "Flaky {test}" in 9f2',
        ),
        (
            "POST /v1/databases",
            {},
            {"parent": {"type": "workspace", "workspace": True}},
            "create database in the workspace",
        ),
        (
            "PATCH /v1/pages/{page_id}",
            {"page_id": "p"},
            {"properties": {"Stage": None, "Points": None}, "icon": None},
            "edit icon, Stage, Points of page p",
        ),
        ("PATCH /v1/pages/{page_id}", {"page_id": "p"}, {"in_trash": True}, "trash page p"),
        ("PATCH /v1/blocks/{block_id}", {"block_id": "b"}, {"in_trash": False}, "restore block b"),
        (
            "PATCH /v1/blocks/{block_id}",
            {"block_id": "b", "in_page": "p"},
            {"to_do": {"checked": True}},
            "edit to_do of block b",
        ),
        ("PATCH /v1/databases/{database_id}", {"database_id": "d"}, {}, "change nothing of database d"),
        ("POST /v1/pages/{page_id}/move", {"page_id": "p"}, {"parent": {"page_id": "q"}}, "move page p to q"),
        (
            "POST /v1/comments",
            {},
            {"parent": {"block_id": "b"}, "rich_text": [{"text": {"content": "Hi"}}]},
            'comment "Hi" on b',
        ),
        ("POST /v1/comments", {}, {"discussion_id": "t", "markdown": "Hi"}, 'comment "Hi" on t'),
        ("POST /v1/views", {}, {"database_id": "d", "name": "Mine"}, 'create view "Mine" in d'),
        ("PATCH /v1/views/{view_id}", {"view_id": "v"}, {"name": "M", "filter": None}, "edit name, filter of view v"),
        (
            "PATCH /v1/pages/{page_id}/markdown",
            {"page_id": "p"},
            {"type": "insert_content", "insert_content": {"content": "{x}"}},
            "insert into the text of page p",
        ),
        ("PATCH /v1/pages/{page_id}/markdown", {"page_id": "p"}, {"type": "update_content"}, "edit the text of page p"),
        ("POST /v1/file_uploads", {}, {"filename": "a.txt"}, 'begin an upload of "a.txt"'),
        ("POST /v1/file_uploads", {}, {}, "begin an upload"),
        (
            "POST /v1/file_uploads/{file_upload_id}/send",
            {"file_upload_id": "u"},
            {"file": "a.txt", "part_number": "1"},
            'send "a.txt" as upload u',
        ),
    ],
)
def test_a_row_says_what_a_call_does(address: str, params: Any, body: Any, said: str) -> None:
    """One sentence with the names and the place, as people read it in reports."""
    row = TABLE.row(address)
    assert isinstance(row, Operation)
    assert sentence(row, Call("notion", address, params, body)) == said
