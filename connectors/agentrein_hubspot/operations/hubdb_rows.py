"""Rows of HubDB: https://developers.hubspot.com/docs/api-reference/legacy/cms/hubdb/guide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    REVERSIBLE,
    anew,
    answer,
    before,
    computed,
    do,
    field,
    find,
    gone,
    maybe,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)

DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/cms/hubdb/guide"
TABLE = "/cms/v3/hubdb/tables/{tableIdOrName}"
ROWS_AT = f"{TABLE}/rows"
ROW = f"{ROWS_AT}/{{rowId}}/draft"
SCOPES = ("hubdb",)
NOTHING_THERE = {"": None}
_PARTS = ("values", "path", "name", "childTableId")
_TABLE = sent("tableIdOrName")


def row_object(id: Any) -> Any:
    """The identity of a row."""
    return path("hubspot:hubdb:", _TABLE, "/row:", id)


def row_body(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a row is written with again."""
    return {name: row[name] for name in _PARTS if row.get(name) is not None}


def cells(body: Any, image: Any) -> tuple[Any, ...]:  # noqa: ARG001 - a function of fields takes both
    """The cells that a call sets, each to be put back by itself."""
    values = body.get("values")
    return tuple(field(name, inside="values") for name in (values if isinstance(values, dict) else ()))


def _all(source: Any) -> dict[str, Any]:
    return {name: source(name) for name in _PARTS}


_PURGED = do(
    f"DELETE {ROW}",
    rowId=answer("id"),
    goal=gone(f"GET {ROW}", parent=read(f"GET {TABLE}/draft")),
    still=_all(answer),
    ok=(404,),
)
_AGAIN = read(
    f"GET {ROWS_AT}/draft",
    at="row",
    maybe=True,
    completed="row again",
    given={"table": _TABLE, "like": before(), "others": before("others")},
    limit=1,
)


def _made(asked: Any) -> Any:
    return find(
        read(f"GET {ROWS_AT}/draft", at="results", completed="rows as asked", given={"asked": asked}, limit=1000),
        same={"asAsked": True},
        since="createdAt",
        pages="after",
        next="paging.next.after",
    )


ROWS = (
    op(
        f"POST {ROWS_AT}",
        sdk="cms.hubdb.rows_api.create_table_row",
        says="add a row to the draft of table {tableIdOrName}",
        tier=REVERSIBLE,
        object=row_object(answer("id")),
        inverse=_PURGED,
        probe=_made(sent()),
        if_stuck="Look for the row in the table; if it is there, delete it, then keep the action.",
        scopes=SCOPES,
        why=f"A row of a draft is deleted again while it is as it was made; visitors see what is published. {DOCS}",
    ),
    op(
        f"POST {ROW}/clone",
        sdk="cms.hubdb.rows_api.clone_draft_table_row",
        says="copy row {rowId} of the draft of table {tableIdOrName}",
        tier=REVERSIBLE,
        object=row_object(answer("id")),
        query=("name",),
        before=read(f"GET {ROW}"),
        inverse=_PURGED,
        probe=_made({"values": before("values"), "name": sent("name")}),
        if_stuck="Look for the copy in the table; if it is there, delete it, then keep the action.",
        scopes=SCOPES,
        why=f"The copy is deleted again while it is as it was made. {DOCS}",
    ),
    op(
        f"PATCH {ROW}",
        sdk="cms.hubdb.rows_api.update_draft_table_row",
        says="change {fields} of row {rowId} in the draft of table {tableIdOrName}",
        tier=REVERSIBLE,
        object=row_object(sent("rowId")),
        ignores=("id", "displayIndex"),
        inverse=restore(f"GET {ROW}", f"PATCH {ROW}", field("path"), field("name"), field("childTableId"), cells),
        residue="A row that was moved stays at its new place.",
        scopes=SCOPES,
        why="Each cell is written back if it still reads as the call left it; that null empties a cell is inferred. "
        f"{DOCS}",
    ),
    op(
        f"PUT {ROW}",
        sdk="cms.hubdb.rows_api.replace_draft_table_row",
        says="write row {rowId} in the draft of table {tableIdOrName} anew",
        tier=REVERSIBLE,
        object=row_object(sent("rowId")),
        before=read(f"GET {ROW}", completed="an object"),
        inverse=do(
            f"PUT {ROW}",
            computed(row_body, before()),
            goal=shows(f"GET {ROW}", want=_all(before)),
            still=_all(answer),
        ),
        probe=stands(read(f"GET {ROW}", completed="row as asked", given={"asked": sent()}), {"asAsked": True}),
        residue="A row that was moved stays at its new place.",
        scopes=SCOPES,
        why=f"The row is written again as a whole. {DOCS}",
    ),
    op(
        f"DELETE {ROW}",
        sdk="cms.hubdb.rows_api.purge_draft_table_row",
        says="delete row {rowId} of the draft of table {tableIdOrName}",
        tier=COMPENSABLE,
        object=row_object(sent("rowId")),
        before=read(f"GET {ROW}", completed="row and others", given={"table": _TABLE}),
        inverse=do(
            f"POST {ROWS_AT}",
            computed(row_body, before()),
            goal=shows(_AGAIN, want=_all(before)),
            still=None,
            anew=[anew("id", "rowId")],
        ),
        probe=stands(maybe(f"GET {ROW}"), NOTHING_THERE),
        residue="The row has another id and stands at the end: what points to it by its id points nowhere.",
        scopes=SCOPES,
        why=f"A row is made again with what it held. {DOCS}",
    ),
)
