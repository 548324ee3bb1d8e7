"""Lists of values that fraud rules look at. https://docs.stripe.com/api/radar/value_lists."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    anew,
    answer,
    before,
    computed,
    depends,
    do,
    find,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_stripe.operations.shapes import back, delete, fields, listed
from agentrein_stripe.written import flat, made_again

LISTS = "/v1/radar/value_lists"
LIST = f"{LISTS}/{{value_list}}"
ITEMS = "/v1/radar/value_list_items"
ITEM = f"{ITEMS}/{{item}}"

_OWN = ("alias", "metadata", "name")
_TERMS = ("alias", "item_type", "metadata", "name")
_RULES = "Rules that look at the list judged payments meanwhile by what it held."
_SCOPES = ("radar: write", "radar: read")
_FILLED = read(f"GET {LIST}", completed="value list and others")


@depends(COMPENSABLE, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An empty list is made again; one with values, value by value, is not."""
    return IRREVERSIBLE if (image or {}).get("others") else COMPENSABLE


ROWS = (
    op(
        f"POST {LISTS}",
        sdk="radar.value_lists.create",
        says="create value list {name!r}",
        tier=REVERSIBLE,
        object=path("stripe:value_list:", answer("id")),
        inverse=delete(
            LIST,
            *_OWN,
            others=read(f"GET {LIST}", completed="value list and others", value_list=answer("id")),
            value_list=answer("id"),
        ),
        probe=listed(f"GET {LISTS}", "alias"),
        residue=_RULES,
        scopes=_SCOPES,
        why="A list is deleted while nobody put values into it; its alias is given once. "
        "https://docs.stripe.com/api/radar/value_lists/delete",
    ),
    op(
        f"POST {LIST}",
        sdk="radar.value_lists.update",
        says="set {fields} of value list {value_list}",
        tier=REVERSIBLE,
        takes=flat(),
        object=path("stripe:value_list:", sent("value_list")),
        inverse=back(LIST, fields("alias", "name")),
        residue=_RULES,
        scopes=_SCOPES,
        why="Alias, name and metadata are written back. https://docs.stripe.com/api/radar/value_lists/update",
    ),
    op(
        f"DELETE {LIST}",
        sdk="radar.value_lists.delete",
        says="delete value list {value_list}",
        tier=delete_tier,
        object=path("stripe:value_list:", sent("value_list")),
        before=_FILLED,
        inverse=do(
            f"POST {LISTS}",
            computed(made_again, before(), _TERMS),
            goal=shows(
                read(f"GET {LISTS}", at="data.0", maybe=True, alias=before("alias")),
                want={name: before(name) for name in ("alias", "item_type", "name")},
            ),
            still=None,
            anew=[anew("id", "value_list")],
        ),
        probe=stands(f"GET {LIST}", {"": None}),
        residue=f"It has another id. {_RULES}",
        scopes=_SCOPES,
        why="Rules name a list by its alias. https://docs.stripe.com/api/radar/value_lists/create",
    ),
    op(
        f"POST {ITEMS}",
        sdk="radar.value_list_items.create",
        says="put {value!r} into value list {value_list}",
        tier=REVERSIBLE,
        object=path("stripe:value_list:", sent("value_list"), "/item:", answer("id")),
        inverse=delete(ITEM, "value", item=answer("id")),
        probe=find(
            read(f"GET {ITEMS}", at="data", limit=100, value_list=sent("value_list"), value=sent("value")),
            same=("value",),
            since="created",
            newest=True,
        ),
        residue=_RULES,
        scopes=_SCOPES,
        why="A value stands in a list once, and is taken out of it. "
        "https://docs.stripe.com/api/radar/value_list_items/delete",
    ),
    op(
        f"DELETE {ITEM}",
        sdk="radar.value_list_items.delete",
        says="take {item} out of its value list",
        tier=COMPENSABLE,
        object=path("stripe:value_list_item:", sent("item")),
        before=read(f"GET {ITEM}"),
        inverse=do(
            f"POST {ITEMS}",
            {"value_list": before("value_list"), "value": before("value")},
            goal=shows(
                read(
                    f"GET {ITEMS}",
                    at="data.0",
                    maybe=True,
                    value_list=before("value_list"),
                    value=before("value"),
                ),
                value=before("value"),
            ),
            still=None,
            anew=[anew("id", "item")],
        ),
        probe=stands(f"GET {ITEM}", {"": None}),
        residue=f"It has another id and another maker. {_RULES}",
        scopes=_SCOPES,
        why="The value is put in again. https://docs.stripe.com/api/radar/value_list_items/create",
    ),
)
