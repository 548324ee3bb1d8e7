from __future__ import annotations

from typing import Any

import pytest

from agentrein_google.sheets import entered
from agentrein_google.sheets.a1 import cells, column_index, column_name, range_name, resolve, titled
from agentrein_google.sheets.appending import as_entered
from agentrein_google.sheets.masks import masked, paths, put
from agentrein_google.sheets.ranges import END, Box, box, grid_range

SHEETS = {"Plan": 0, "It's 2026": 7, "A1": 8}
NAMED = {"Prices": Box(0, 2, 5, 1, 2)}


@pytest.mark.parametrize(
    ("text", "area"),
    [
        ("A1", Box(0, 0, 1, 0, 1)),
        ("Plan!B2:C3", Box(0, 1, 3, 1, 3)),
        ("Plan!$C$3:B2", Box(0, 1, 3, 1, 3)),
        ("Plan!A:B", Box(0, 0, END, 0, 2)),
        ("Plan!2:3", Box(0, 1, 3, 0, END)),
        ("Plan!A5:B", Box(0, 4, END, 0, 2)),
        ("Plan", Box(0)),
        ("'It''s 2026'!AA10", Box(7, 9, 10, 26, 27)),
        ("'It''s 2026'", Box(7)),
        ("'A1'", Box(8)),
        ("Prices", NAMED["Prices"]),
        ("Plan!Prices", NAMED["Prices"]),
    ],
)
def test_a_range_is_read(text: str, area: Box) -> None:
    """Sheets, quoted or not, cells, whole rows and columns, open ends, named ranges."""
    assert resolve(text, SHEETS, NAMED) == area


@pytest.mark.parametrize("text", ["", "Nowhere!A1", "Plan!", "Plan!A0", "Plan!A1:", "Unknown", "Plan!R1C1"])
def test_what_is_no_range_is_not_guessed(text: str) -> None:
    """Nothing is taken for another range."""
    if text == "Plan!":
        assert resolve(text, SHEETS, NAMED) == Box(0)
        return
    with pytest.raises((LookupError, ValueError)):
        resolve(text, SHEETS, NAMED)


@pytest.mark.parametrize("index", [0, 25, 26, 51, 701, 702, 18277])
def test_columns_have_letters(index: int) -> None:
    """There and back."""
    assert column_index(column_name(index)) == index


@pytest.mark.parametrize("name", ["A1", "A1:C2", "A:C", "3:5", "B2:D"])
def test_a_range_is_written_as_it_is_read(name: str) -> None:
    """There and back, for all but an open end, which starts at its row."""
    assert cells(0, range_name(cells(0, name))) == cells(0, name)
    assert box(grid_range(cells(0, name))) == cells(0, name)


def test_a_title_is_quoted_where_it_must_be() -> None:
    """A title that could be cells, or has more than letters."""
    assert [titled(one, "A1") for one in ("Plan", "My plan", "A1", "It's")] == [
        "Plan!A1",
        "'My plan'!A1",
        "'A1'!A1",
        "'It''s'!A1",
    ]


def test_masks_are_read_in_both_spellings() -> None:
    """With dots and with parentheses."""
    assert paths("a.b,c(d,e(f)),g") == ["a.b", "c.d", "c.e.f", "g"]
    thing = {"a": {"b": 1, "x": 2}, "g": 3}
    assert masked(thing, ["a.b", "g", "h"]) == {"a": {"b": 1}, "g": 3}
    put(thing, {"a": {}, "g": 4}, ["a.b", "g"])
    assert thing == {"a": {"x": 2}, "g": 4}


@pytest.mark.parametrize(
    ("value", "cell", "kind"),
    [
        ("007", {"numberValue": 7}, None),
        ("'007", {"stringValue": "007"}, None),
        ("=A1", {"formulaValue": "=A1"}, None),
        ("true", {"boolValue": True}, None),
        ("5%", {"numberValue": 0.05}, "PERCENT"),
        ("1,234.5", {"numberValue": 1234.5}, None),
        ("2024-01-15", {"numberValue": 45306}, "DATE"),
        ("1/15/2024", {"numberValue": 45306}, "DATE"),
        ("3/4", {"numberValue": entered.serial(entered.date(2026, 3, 4))}, "DATE"),
        ("13/32", {"stringValue": "13/32"}, None),
        ("-", {"stringValue": "-"}, None),
        ("", None, None),
        (3, {"numberValue": 3}, None),
        (False, {"boolValue": False}, None),
    ],
)
def test_what_typing_makes_of_a_value(value: Any, cell: Any, kind: str | None) -> None:
    """As it is documented for values that are entered by a user."""
    typed, number_format = entered.typed(value, year=2026)
    assert (typed, (number_format or {}).get("type")) == (cell, kind)


@pytest.mark.parametrize(
    ("text", "number", "same"),
    [
        ("1.2.2024", 45323, True),
        ("2.1.2024", 45323, True),
        ("1.3.2024", 45323, False),
        ("5,5 EUR", 5.5, True),
        ("x", 5, False),
    ],
)
def test_a_text_may_be_read_as_a_number_of_another_locale(text: str, number: float, same: bool) -> None:  # noqa: FBT001
    """What the vendor makes of a text is ours, if it is one of the readings; any other number is somebody else's."""
    assert as_entered([[{"stringValue": text}]], [[{"numberValue": number}]]) is same
