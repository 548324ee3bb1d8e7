"""Lists of values that fraud rules look at."""

from __future__ import annotations

from typing import Any

from stripe import StripeClient

from agentrein.testing.conformance import Example
from connectors.stripe.examples.things import first

LISTS = "/v1/radar/value_lists"
LIST = f"{LISTS}/{{value_list}}"
ITEMS = "/v1/radar/value_list_items"


def _list(c: StripeClient) -> str:
    return str(first(c.v1.radar.value_lists.list()).id)


def _make(c: StripeClient, alias: str = "blocked") -> Any:
    return c.v1.radar.value_lists.create({"alias": alias, "name": "Blocked", "metadata": {"a": "1"}})


def _put(c: StripeClient, value: str = "a@example.com") -> Any:
    return c.v1.radar.value_list_items.create({"value_list": _list(c), "value": value})


def _filled(c: StripeClient) -> Any:
    _make(c)
    return _put(c)


def _same_alias(c: StripeClient) -> Any:
    return c.v1.radar.value_lists.create({"alias": "blocked", "name": "Ours"})


EXAMPLES = (
    Example(f"POST {LISTS}", _make, foreign=_put, beside=lambda c: _make(c, "allowed")),
    Example(
        f"POST {LIST}",
        lambda c: c.v1.radar.value_lists.update(_list(c), {"name": "Bad", "alias": "bad", "metadata": {"a": "2"}}),
        prepare=_make,
        foreign=lambda c: c.v1.radar.value_lists.update(
            _list(c), {"name": "Mine", "alias": "mine", "metadata": {"a": "3"}}
        ),
        beside=_put,
    ),
    Example(
        f"DELETE {LIST}",
        lambda c: c.v1.radar.value_lists.delete(_list(c)),
        prepare=_make,
        foreign=_same_alias,
        unforced="an alias is given once",
        untold="the list that was to be deleted is gone, whatever stands under its alias by now",
        beside=lambda c: _make(c, "allowed"),
        leaves=("radar.value_list:*",),
    ),
    Example(
        f"POST {ITEMS}",
        _put,
        prepare=_make,
        alone="a value in a list cannot be changed",
        beside=lambda c: _put(c, "b@example.com"),
    ),
    Example(
        f"DELETE {ITEMS}/{{item}}",
        lambda c: c.v1.radar.value_list_items.delete(
            first(c.v1.radar.value_list_items.list({"value_list": _list(c)})).id
        ),
        prepare=_filled,
        alone="a colleague who puts the value in again has done what the undo would do",
        beside=lambda c: _put(c, "b@example.com"),
        leaves=("radar.value_list:*/radar.value_list_item:*",),
    ),
)
