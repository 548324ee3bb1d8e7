"""Lists of values that fraud rules look at. https://docs.stripe.com/api/radar/value_lists."""

from __future__ import annotations

from typing import Any

from agentrein_stripe.sandbox.ask import Ask, conflict
from agentrein_stripe.sandbox.resource import Hooks, Resource
from agentrein_stripe.sandbox.values import NEVER, metadata, reference, text
from agentrein_stripe.sandbox.world import Thing

_LIST, _ITEM = "radar.value_list", "radar.value_list_item"


def _alias_is_free(ask: Ask, thing: Thing, _values: dict[str, Any]) -> None:
    for one in ask.world.of(_LIST).values():
        if one is not thing and one["alias"] == thing["alias"]:
            raise conflict("A value list with this alias already exists.", param="alias")


def _items(ask: Ask, thing: Thing) -> list[Thing]:
    return [one for one in ask.world.of(_ITEM).values() if one["value_list"] == thing["id"]]


def _deletes(ask: Ask, thing: Thing) -> None:
    """Its items go with it."""
    for one in _items(ask, thing):
        del ask.world.of(_ITEM)[one["id"]]


def _item_made(ask: Ask, thing: Thing, _values: dict[str, Any]) -> None:
    held = ask.world.of(_LIST)[thing["value_list"]]
    if any(one is not thing and one["value"] == thing["value"] for one in _items(ask, held)):
        raise conflict("This value is already in the list.", param="value")
    thing["created_by"] = ask.by


VALUE_LISTS = Resource(
    _LIST,
    "rsl_",
    "/v1/radar/value_lists",
    text("alias", empty=NEVER, required=True, most=100),
    text("item_type", on=("create",), empty=NEVER, default="string"),
    metadata(),
    text("name", empty=NEVER, required=True, most=100),
    event="",
    shows={"created_by": ""},
    filters=("alias",),
    hooks=Hooks(made=_alias_is_free, changed=_alias_is_free, deletes=_deletes),
)

VALUE_LIST_ITEMS = Resource(
    _ITEM,
    "rsli_",
    "/v1/radar/value_list_items",
    text("value", empty=NEVER, required=True, most=800),
    reference("value_list", _LIST, required=True),
    does=("create", "retrieve", "list", "delete"),
    event="",
    shows={"created_by": ""},
    filters=("value", "value_list"),
    hooks=Hooks(made=_item_made),
    parent=("value_list", _LIST),
)
