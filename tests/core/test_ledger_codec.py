"""The codec: what the ledger gives back equals what it was given."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from enum import IntEnum, StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentrein.ledger import codec

TEXT = st.text(st.characters(exclude_categories=())) | st.sampled_from(["$bytes", "$$bytes", "$", "$str:", "$float"])
LEAF = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT | st.binary()
VALUE = st.recursive(LEAF, lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner), max_leaves=20)


def exactly(value: Any) -> Any:
    """A form in which 1, 1.0 and True differ, and 0.0 and -0.0 too."""
    if isinstance(value, dict):
        return {key: exactly(item) for key, item in value.items()}
    if isinstance(value, list):
        return [exactly(item) for item in value]
    return type(value), repr(value)


@given(VALUE)
def test_round_trip_is_exact(value: Any) -> None:
    """Whatever JSON value or bytes goes in comes out equal, type by type, and the text is ASCII."""
    text = codec.dumps(value)
    assert text.isascii()
    assert exactly(codec.loads(text)) == exactly(value)


@given(st.dictionaries(TEXT, LEAF))
def test_text_does_not_depend_on_the_order_of_keys(value: dict[str, Any]) -> None:
    """Equal values have one text."""
    assert codec.dumps(dict(reversed(value.items()))) == codec.dumps(value)


@pytest.mark.parametrize("number", [2**63, -(2**63), 2**64 + 1, 10**40, 0.1, 1e-320, 1.7976931348623157e308, -0.0])
def test_numbers_stay_exact(number: float) -> None:
    """64-bit ids, larger ones and floats keep every bit."""
    assert repr(codec.loads(codec.dumps(number))) == repr(number)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_what_is_no_json_number_is_tagged(number: float) -> None:
    """NaN and the infinities survive in a text that any JSON parser reads."""
    text = codec.dumps({"x": number})
    assert set(json.loads(text, parse_constant=pytest.fail)["x"]) == {"$float"}
    assert repr(codec.loads(text)["x"]) == repr(number)


def test_bytes_are_tagged() -> None:
    """Bytes, bytearray and memoryview are base64 under the key `$bytes`."""
    assert codec.dumps([b"hi", bytearray(b"hi"), memoryview(b"hi")]) == "[" + ",".join(['{"$bytes":"aGk="}'] * 3) + "]"


def test_users_own_tags_are_not_taken_for_ours() -> None:
    """A user's own object with a key of ours comes back as that object."""
    value = {"a": {"$bytes": "aGk="}, "b": {"$float": "nan"}, "c": {"$str": "x"}, "d": {"$$bytes": {"$bytes": b""}}}
    assert codec.loads(codec.dumps(value)) == value


def test_two_halves_of_a_character_stay_two() -> None:
    """A string of two lone surrogates is not joined into one character, as a value and as a key."""
    value = {"\ud83d\ude00": "\ud83d\ude00", "whole": "\U0001f600"}
    assert codec.loads(codec.dumps(value)) == value


def test_tuples_and_enums_become_plain() -> None:
    """Tuples come back as lists and enums as their values."""
    state = StrEnum("state", {"LANDED": "landed"})
    number = IntEnum("number", {"ONE": 1})
    assert codec.loads(codec.dumps({"t": (1, (2,)), "s": state.LANDED, "n": number.ONE})) == {
        "t": [1, [2]],
        "s": "landed",
        "n": 1,
    }


@pytest.mark.parametrize("value", [{1, 2}, object(), Decimal(1), {1: "x"}, {"deep": [{None: 1}]}])
def test_what_cannot_be_said_is_refused(value: object) -> None:
    """A value that would come back as something else is refused, naming its type and not its content."""
    with pytest.raises(TypeError, match="cannot be recorded in the ledger"):
        codec.dumps(value)
