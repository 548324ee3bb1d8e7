"""Rows of lists: https://docs.slack.dev/surfaces/lists."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    actor,
    anew,
    answer,
    before,
    computed,
    depends,
    do,
    each,
    find,
    found,
    gone,
    items,
    op,
    path,
    read,
    sent,
    shows,
    stands,
    when,
)
from agentrein_slack.operations.places import METHODS
from agentrein_slack.pages import PAGE
from agentrein_slack.readings_of_lists import said

_SCOPES = ("lists:write", "lists:read")
_LIST: dict[str, Any] = {"list_id": sent("list_id")}


@depends(REVERSIBLE, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Cells of rows that are there, of kinds that read as they are written."""
    return REVERSIBLE if isinstance(image, dict) and image.get("known") is True else IRREVERSIBLE


@depends(COMPENSABLE, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:
    """A row can be made again if all its cells can be written, and no rows go with it."""
    return COMPENSABLE if update_tier(call, image, actor) is REVERSIBLE else IRREVERSIBLE


def first_row(body: Any) -> str:
    """The row of the first cell that a call changes."""
    cells = body.get("cells") if isinstance(body, dict) else None
    return str(cells[0].get("row_id") or "") if isinstance(cells, list) and cells and isinstance(cells[0], dict) else ""


def rows_named(body: Any) -> list[Any]:
    """The rows that a call deletes."""
    found = body if isinstance(body, dict) else {}
    return list(found.get("ids") or ()) or ([found["id"]] if found.get("id") else [])


def said_of(body: Any) -> list[str]:
    """What a new row says."""
    return said(body.get("initial_fields") if isinstance(body, dict) else None)


def _info(name: str, row: Any, at: Any = "", **given: Any) -> Any:
    """The read of one row."""
    return read(
        "slackLists.items.info", at, maybe=True, completed=name, given={**_LIST, **given}, **{**_LIST, "id": row}
    )


def _list(name: str, at: str = "", *, absent: bool = False, **given: Any) -> Any:
    """The read of all rows."""
    return read(
        "slackLists.items.list", at, maybe=absent, completed=name, given={**_LIST, **given}, **{**_LIST, "limit": PAGE}
    )


_CELLS = read(
    "slackLists.items.info",
    completed="cells",
    given={**_LIST, "cells": sent("cells")},
    list_id=sent("list_id"),
    id=computed(first_row, sent()),
)
_CELL = _info("one cell", each.at("row_id"), path("cells.", each.at("column_id")), was=each.at("was"))
_MADE = _info("record", answer("item.id"), "record")
_NEW = _list("records", "items")
_IDS = computed(rows_named, sent())
_AGAIN = _list("records", "again", absent=True, like=each, others=before("others"), by=actor("account"))


def _found(**same: Any) -> Any:
    return find(_NEW, same=same, mine="created_by", since="date_created", effect={"item": found()})


def _delete(address: str, what: str) -> Any:
    """The row that deletes one row of a list, or several."""
    return op(
        address,
        sdk=f"WebClient.{address.replace('.', '_')}",
        says=f"delete {what} of list {{list_id}}",
        tier=delete_tier,
        object=path("slack:list:", sent("list_id")),
        before=_list("deleted", ids=_IDS),
        inverse=items(
            do(
                "slackLists.items.create",
                {**_LIST, "initial_fields": each.at("fields"), "parent_item_id": each.at("parent")},
                goal=shows(_AGAIN, said=each.at("said")),
                still=None,
                anew=[anew("id", "id", "row_id", "others", was=each.at("id"))],
            ),
            over=before("rows"),
        ),
        probe=stands(_list("left of", ids=_IDS), {"gone": True}),
        residue="The row has a new id, its comments and its place are lost, and it shows another maker and time.",
        scopes=_SCOPES,
        why="Made again with all its cells. With rows below it, or cells that do not read as they are written, "
        f"deleting it is refused. {METHODS}/slackLists.items.create",
    )


ROWS = (
    op(
        "slackLists.items.create",
        sdk="WebClient.slackLists_items_create",
        says="add a row to list {list_id}",
        tier=REVERSIBLE,
        object=path("slack:list:", sent("list_id"), "/row:", answer("item.id")),
        inverse=do(
            "slackLists.items.delete",
            {**_LIST, "id": answer("item.id")},
            goal=gone(_MADE, parent=read("slackLists.items.list", list_id=sent("list_id"), limit=1)),
            still={"fields": answer("item.fields"), "below": []},
            ok=(404,),
        ),
        probe=when(
            sent("duplicated_item_id"),
            _found(list_id=sent("list_id")),
            _found(said=computed(said_of, sent())),
        ),
        residue="People who watch the list were notified.",
        if_stuck="Somebody else filled in the row, or put rows below it: ask there whether it may be deleted.",
        scopes=_SCOPES,
        why="Deleted while it still says what the answer showed and nothing stands below it; comments on it are not "
        f"shown. {METHODS}/slackLists.items.delete",
    ),
    op(
        "slackLists.items.update",
        sdk="WebClient.slackLists_items_update",
        says="change cells of list {list_id}",
        tier=update_tier,
        object=path("slack:list:", sent("list_id")),
        before=_CELLS,
        inverse=items(
            do(
                "slackLists.items.update",
                {**_LIST, "cells": [each.at("was")]},
                goal=shows(_CELL, back=True),
                still={"cell": each.at("asked")},
                alike={"cell": "same cell"},
            ),
            over=before("cells"),
        ),
        probe=stands(
            read(
                "slackLists.items.info",
                completed="landed",
                given={**_LIST, "cells": before("cells")},
                list_id=sent("list_id"),
                id=computed(first_row, sent()),
            ),
            {"landed": True},
        ),
        residue="The row shows its last editor.",
        if_stuck="Somebody else filled in the cell since: mend it there.",
        scopes=_SCOPES,
        why="Each cell is written back while it still says what was sent. That an empty list clears one is inferred. "
        "Cells of kinds that do not read as they are written (files, links to messages, references), and calls that "
        f"make rows or columns, are refused. {METHODS}/slackLists.items.update",
    ),
    _delete("slackLists.items.delete", "row {id}"),
    _delete("slackLists.items.deleteMultiple", "rows {ids}"),
)
