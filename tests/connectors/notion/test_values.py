from __future__ import annotations

from typing import Any

import pytest

from agentrein_notion.comparisons import agrees
from agentrein_notion.texts import text_of, texts, title_of
from agentrein_notion.values import (
    block_content,
    dashed,
    file_value,
    is_empty,
    is_hosted,
    is_lossy,
    is_lossy_part,
    no_id,
    property_value,
    same_key,
)

ID = "1b2c3d4e-0000-4000-8000-000000000001"
PLAIN = {"bold": False, "italic": False, "strikethrough": False, "underline": False, "code": False, "color": "default"}
BOLD = {**PLAIN, "bold": True}
SIGNED = "https://files.notion.example/a/log.txt?X-Amz-Signature=1&X-Amz-Expires=3600"
HOSTED = {"name": "log.txt", "type": "file", "file": {"url": SIGNED, "expiry_time": "2026-01-01T00:00:00.000Z"}}
LINKED = {"name": "x", "type": "external", "external": {"url": "https://x.example/x"}}


def shown(content: str, **more: Any) -> dict[str, Any]:
    """One piece of a rich text as Notion shows it."""
    text = {"content": content, "link": None}
    return {"type": "text", "text": text, "annotations": PLAIN, "plain_text": content, "href": None, **more}


def written(content: str) -> dict[str, Any]:
    """The same as a request writes it."""
    return {"type": "text", "text": {"content": content, "link": None}, "annotations": PLAIN}


@pytest.mark.parametrize(
    ("parent", "refused"),
    [
        ({"database_id": "incidents"}, "incidents"),
        ({"type": "page_id", "page_id": ID[:-1]}, ID[:-1]),
        ({"page_id": ID.replace("-", "").upper()}, None),
        ({"page_id": f"https://www.notion.so/Plan-{ID.replace('-', '')}"}, None),
        ({"page_id": "plan", "database_id": ID}, None),
        ({"page_id": "plan", "workspace": True}, None),
        ({"page_id": None}, None),
        ({"workspace": True}, None),
        ("incidents", None),
        (None, None),
    ],
)
def test_only_what_cannot_be_an_id_is_called_none(parent: Any, refused: str | None) -> None:
    """Whatever Notion might take for an id leaves open whether the call was taken."""
    assert no_id(parent) == refused


@pytest.mark.parametrize("spelt", [ID, ID.replace("-", ""), ID.upper()])
def test_an_id_has_one_form(spelt: str) -> None:
    """Objects have one identity however a call spells their id."""
    assert dashed(spelt) == ID


@pytest.mark.parametrize("other", ["abc", "", None, 7])
def test_what_is_no_id_stays(other: Any) -> None:
    """A mistyped id is Notion's to refuse."""
    assert dashed(other) == other


def test_a_column_is_known_by_name_and_by_id() -> None:
    """A key of `properties` may be the name, or the id as it is shown or decoded."""
    assert all(same_key("Stage", "p%7Boi", key) for key in ("Stage", "p%7Boi", "p{oi"))
    assert not same_key("Stage", "p%7Boi", "stage")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"type": "title", "title": [shown("A")]}, {"title": [written("A")]}),
        ({"type": "rich_text", "rich_text": []}, {"rich_text": []}),
        ({"type": "select", "select": None}, {"select": None}),
        ({"type": "select", "select": {"id": "o1", "name": "Done", "color": "red"}}, {"select": {"id": "o1"}}),
        ({"type": "status", "status": {"id": "s1", "name": "Open"}}, {"status": {"id": "s1"}}),
        (
            {"type": "multi_select", "multi_select": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}]},
            {"multi_select": [{"id": "a"}, {"id": "b"}]},
        ),
        ({"type": "number", "number": 0}, {"number": 0}),
        ({"type": "number", "number": None}, {"number": None}),
        ({"type": "checkbox", "checkbox": False}, {"checkbox": False}),
        (
            {"type": "date", "date": {"start": "2026-01-01", "end": None, "time_zone": "Europe/Berlin"}},
            {"date": {"start": "2026-01-01", "end": None, "time_zone": "Europe/Berlin"}},
        ),
        (
            {"type": "people", "people": [{"object": "user", "id": ID, "name": "Anna", "person": {"email": "a@x"}}]},
            {"people": [{"object": "user", "id": ID}]},
        ),
        ({"type": "relation", "relation": [{"id": ID}], "has_more": False}, {"relation": [{"id": ID}]}),
        ({"type": "files", "files": [LINKED]}, {"files": [LINKED]}),
        ({"type": "url", "url": None}, {"url": None}),
        ({"type": "formula", "formula": {"type": "number", "number": 3}}, None),
        ({"type": "rollup", "rollup": {}}, None),
        ({"type": "unique_id", "unique_id": {"number": 3}}, None),
        ({"type": "created_by", "created_by": {"id": ID}}, None),
        ({"type": "button", "button": {}}, None),
    ],
)
def test_a_value_as_it_is_written_back(value: Any, expected: Any) -> None:
    """Options by id, people without their mail addresses, empty as null; nothing for what Notion computes."""
    assert property_value({"id": "x", **value}) == expected


@pytest.mark.parametrize(
    ("value", "lossy"),
    [
        ({"type": "files", "files": [LINKED]}, False),
        ({"type": "files", "files": [LINKED, HOSTED]}, True),
        ({"type": "relation", "relation": [{"id": ID}] * 101}, True),
        ({"type": "relation", "relation": [{"id": ID}] * 100}, False),
        ({"type": "rich_text", "rich_text": [shown("A")]}, False),
        ({"type": "rich_text", "rich_text": [shown("A"), shown("B", annotations=BOLD)] * 51}, True),
        ({"type": "rich_text", "rich_text": [shown("A")] * 101}, False),
        ({"type": "title", "title": [{"type": "mention", "mention": {"type": "link_preview"}}]}, True),
        ({"type": "formula", "formula": {}}, False),
        ({"type": "verification", "verification": {"state": "verified"}}, True),
    ],
)
def test_what_cannot_be_written_as_it_reads_is_lossy(value: Any, lossy: bool) -> None:  # noqa: FBT001 - a column above
    """Files of Notion's own, more than a request may hold, previews, and types without a documented form."""
    assert is_lossy(value) is lossy


def test_a_signed_address_is_not_kept() -> None:
    """A file of Notion's own is known by its address without the signature."""
    kept = file_value(HOSTED)
    assert kept == {"name": "log.txt", "type": "file", "file": {"url": "https://files.notion.example/a/log.txt"}}
    assert is_hosted(HOSTED)
    assert not is_hosted(LINKED)


@pytest.mark.parametrize(
    ("icon", "expected"),
    [
        (None, None),
        ({"type": "emoji", "emoji": "🐛"}, {"type": "emoji", "emoji": "🐛"}),
        ({"emoji": "🐛"}, {"type": "emoji", "emoji": "🐛"}),
        (
            {"type": "custom_emoji", "custom_emoji": {"id": ID, "name": "bug", "url": SIGNED}},
            {"type": "custom_emoji", "custom_emoji": {"id": ID}},
        ),
        (
            {"type": "external", "external": {"url": "https://x.example"}},
            LINKED | {"external": {"url": "https://x.example"}},
        ),
    ],
)
def test_an_icon_as_it_is_written_back(icon: Any, expected: Any) -> None:
    """A custom emoji goes by its id, an external one by its address."""
    if expected is not None:
        expected = {key: value for key, value in expected.items() if key != "name"}
    assert file_value(icon) == expected


def test_texts_are_written_without_what_only_reads() -> None:
    """Links, marks, mentions and equations survive; plain text and href are left out."""
    link = shown("B", href="https://x.example")
    link["text"] = {"content": "B", "link": {"type": "url", "url": "https://x.example"}}
    user = {"object": "user", "id": ID, "name": "Anna"}
    items = [
        shown("A", annotations={**PLAIN, "bold": True}),
        link,
        {"type": "mention", "mention": {"type": "user", "user": user}, "annotations": PLAIN, "plain_text": "@Anna"},
        {"type": "mention", "mention": {"type": "date", "date": {"start": "2026-01-01"}}, "annotations": PLAIN},
        {"type": "equation", "equation": {"expression": "x^2"}, "annotations": PLAIN, "plain_text": "x^2"},
    ]
    assert texts(items) == [
        {**written("A"), "annotations": {**PLAIN, "bold": True}},
        {**written("B"), "text": {"content": "B", "link": {"url": "https://x.example"}}},
        {"type": "mention", "mention": {"type": "user", "user": {"id": ID}}, "annotations": PLAIN},
        {"type": "mention", "mention": {"type": "date", "date": {"start": "2026-01-01"}}, "annotations": PLAIN},
        {"type": "equation", "equation": {"expression": "x^2"}, "annotations": PLAIN},
    ]


def test_texts_are_read_in_both_forms() -> None:
    """What a call sends has no plain text yet."""
    assert text_of([shown("A"), {"text": {"content": "B"}}, {"equation": {"expression": "x"}}]) == "ABx"
    assert title_of({"Points": {"number": 3}, "Name": {"title": [shown("T")]}}) == "T"


@pytest.mark.parametrize(
    ("value", "empty"),
    [
        ({"type": "number", "number": 0}, False),
        ({"type": "number", "number": None}, True),
        ({"type": "checkbox", "checkbox": False}, True),
        ({"type": "rich_text", "rich_text": []}, True),
        ({"type": "formula", "formula": {"number": 3}}, True),
    ],
)
def test_empty_is_what_nobody_entered(value: Any, empty: bool) -> None:  # noqa: FBT001 - a column of the table above
    """Zero is a value, and what Notion computes is nobody's."""
    assert is_empty(value) is empty


def test_the_content_of_a_block_as_it_is_written_back() -> None:
    """Each part for itself, without children."""
    block = {"type": "to_do", "to_do": {"rich_text": [shown("A")], "checked": True, "color": "blue", "children": []}}
    assert block_content(block) == {"rich_text": [written("A")], "checked": True, "color": "blue"}
    row = {"type": "table_row", "table_row": {"cells": [[shown("A")], []]}}
    assert block_content(row) == {"cells": [[written("A")], []]}


def test_a_picture_of_notion_s_own_is_lossy() -> None:
    """Its caption comes back all the same."""
    image = {"type": "image", "image": {"type": "file", "file": {"url": SIGNED}, "caption": []}}
    assert is_lossy_part(image, "external")
    assert not is_lossy_part(image, "caption")
    assert not is_lossy_part({"type": "image", "image": LINKED}, "external")


@pytest.mark.parametrize(
    ("asked", "now", "expected"),
    [
        ({"number": 8}, {"number": 8.0}, True),
        ({"select": {"name": "Done"}}, {"select": {"id": "o", "name": "Done", "color": "red"}}, True),
        ({"select": {"name": "Done"}}, {"select": {"id": "o"}}, False),
        ({"select": None}, {"select": None}, True),
        ({"select": None}, {"select": {"id": "o"}}, False),
        ({"relation": [{"id": ID.replace("-", "")}]}, {"relation": [{"id": ID}]}, True),
        ({"people": [{"object": "user", "id": ID}]}, {"people": [{"id": ID}]}, True),
        ({"date": {"start": "2026-01-01T10:00:00Z"}}, {"date": {"start": "2026-01-01T10:00:00.000+00:00"}}, True),
        ({"date": {"start": "2026-01-01"}}, {"date": {"start": "2026-01-02", "end": None}}, False),
        ([{"text": {"content": "A"}}], [written("A")], True),
        ([{"text": {"content": "A"}}], [written("B")], False),
        ([{"text": {"content": "A"}}], [written("A"), written("B")], False),
        ({"checkbox": False}, {"checkbox": False}, True),
        ({"checkbox": False}, {"checkbox": True}, False),
        ({"number": None}, {"number": 0}, False),
        ({"number": 0}, {"number": None}, False),
        ({"type": "emoji", "emoji": "🐛"}, {"emoji": "🐛"}, True),
        ([{"text": {"content": "2026-11-30"}}], [written("2026-11-30 00:00")], False),
        ([{"text": {"content": ID}}], [written(ID.replace("-", ""))], False),
        ([{"text": {"content": "A"}}, {"text": {"content": "B"}}], [written("AB")], True),
        ({"url": "2026-11-30T10:00:00Z"}, {"url": "2026-11-30T11:00:00+01:00"}, False),
    ],
)
def test_a_value_reads_as_it_was_asked_for(asked: Any, now: Any, expected: bool) -> None:  # noqa: FBT001 - a column above
    """What the call left out does not count, nor how ids and times are spelt."""
    assert agrees(asked, now) is expected
