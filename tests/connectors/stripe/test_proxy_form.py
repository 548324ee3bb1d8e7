from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stripe._encode import _api_encode

from agentrein_stripe.proxy.form import Unreadable, Unsayable, decoded, encoded

names = st.text("abcxyz_", min_size=1, max_size=4)
leaves = st.one_of(
    st.text(max_size=6), st.integers(), st.booleans(), st.decimals(allow_nan=False, allow_infinity=False)
)
values = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3), st.dictionaries(names, inner, min_size=1, max_size=3)
    ),
    max_leaves=8,
)


def as_texts(value: Any) -> Any:
    """A value as a form holds it."""
    if isinstance(value, dict):
        return {key: as_texts(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_texts(one) for one in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


@given(st.dictionaries(names, values, max_size=4))
def test_what_is_encoded_reads_as_it_was(said: dict[str, Any]) -> None:
    """Whatever an undo sends is read by the same rules by which the agent's own request was."""
    assert decoded(encoded(said)) == as_texts(said)


SAID: list[dict[str, Any]] = [
    {"name": "A & B = ü", "confirm": True, "off": False},
    {"metadata": {"a b": "c[d]", "0": "x"}, "description": ""},
    {"items": [{"price": "p", "tax_rates": ["a", "b"]}, {"deleted": True}], "amount": Decimal("1.50")},
    {"nested": [["a", "b"], ["c"]]},
]


@pytest.mark.parametrize("said", SAID)
def test_it_is_encoded_as_stripe_encodes_it(said: dict[str, Any]) -> None:
    """Both encoders say the same thing on the wire."""
    theirs = urlencode(list(_api_encode(said))).replace("%5B", "[").replace("%5D", "]")
    assert decoded(theirs) == decoded(encoded(said)) == as_texts(said)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("expand[]=a&expand[]=b", {"expand": ["a", "b"]}),
        ("a[0]=x&a[2]=y", {"a": {"0": "x", "2": "y"}}),
        ("a[1]=y&a[0]=x", {"a": ["x", "y"]}),
        ("metadata[0]=x", {"metadata": {"0": "x"}}),
        ("metadata=", {"metadata": ""}),
        ("invoice_metadata[0]=x", {"invoice_metadata": {"0": "x"}}),
        ("a=", {"a": ""}),
        ("", {}),
    ],
)
def test_names_in_brackets_are_hashes_and_lists(form: str, said: dict[str, Any]) -> None:
    """Numbers that count from zero make a list, unless the caller makes the keys up."""
    assert decoded(form) == said


@pytest.mark.parametrize("form", ["a=1&a=2", "a=1&a[b]=2", "a[b]=1&a=2", "[a]=1", "a[b=1", "a[b]c=1"])
def test_what_could_be_read_in_two_ways_is_no_form(form: str) -> None:
    """A name that stands there twice, is value and hash, or has brackets that do not match."""
    with pytest.raises(Unreadable):
        decoded(form)


@pytest.mark.parametrize("said", [{"a": None}, {"a": []}, {"a": {}}, {"a": [{"b": None}]}, {"a": dt.date(2026, 1, 1)}])
def test_nothing_is_left_out_unnoticed(said: dict[str, Any]) -> None:
    """Stripe's own encoder drops null and empty lists; an undo that did would do less than it says."""
    with pytest.raises(Unsayable, match="a"):
        encoded(said)
