"""Tables of HubDB: https://developers.hubspot.com/docs/api-reference/legacy/cms/hubdb/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    before,
    computed,
    days,
    depends,
    do,
    either,
    find,
    gone,
    leave,
    maybe,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_hubspot.operations.hubdb_rows import DOCS, NOTHING_THERE, SCOPES, TABLE

TABLES = "/cms/v3/hubdb/tables"
DRAFT = f"{TABLE}/draft"
SEEN = "Visitors of pages that use the table saw it meanwhile."
_SETTINGS = (
    "name",
    "label",
    "useForPages",
    "allowPublicApiAccess",
    "allowChildTables",
    "enableChildTablePages",
    "dynamicMetaTags",
)
_THIS = path("hubspot:hubdb:", sent("tableIdOrName"))
_BOTH = read(f"GET {DRAFT}", completed="draft and published")


@depends(COSTLY, IRREVERSIBLE)
def publish_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A table that was not published is unpublished again; of one that was, the earlier rows are not kept."""
    shown = image or {"published": True}
    return COSTLY if not shown.get("published") or shown.get("settled") else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def settled_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """The draft is published again, if it says what was published."""
    return COSTLY if (image or {}).get("settled") else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def reset_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """To give up a draft that says what is published changes nothing."""
    return REVERSIBLE if (image or {}).get("settled") else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def edit_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A column that is left out is deleted with all of its cells; one that changes may lose them."""
    body = call.body if isinstance(call.body, dict) else {}
    if "columns" not in body:
        return COSTLY
    asked = {str(one.get("id")): one for one in body["columns"] or () if isinstance(one, dict)}
    had = ((image or {}).get("writable") or {}).get("columns")
    if had is None:
        return IRREVERSIBLE
    kept = all(str(one["id"]) in asked and asked[str(one["id"])].get("type") == one["type"] for one in had)
    return COSTLY if kept else IRREVERSIBLE


def has(value: Any) -> bool:
    """Whether there is any."""
    return bool(value)


def _one(id: Any) -> Any:
    return read(f"GET {DRAFT}", tableIdOrName=id)


def _archived(**more: Any) -> Any:
    """What undoes a new table."""
    id = answer("id")
    return do(
        f"DELETE {TABLE}",
        tableIdOrName=id,
        goal=gone(_one(id), parent=read(f"GET {TABLES}/draft", limit=1)),
        still={**{name: answer(name) for name in _SETTINGS}, "columns": answer("columns"), "published": False, **more},
        ok=(404,),
    )


def _made(name: Any) -> Any:
    return find(
        read(
            f"GET {TABLES}/draft",
            at="results",
            completed="made once",
            given={"like": {"name": name}, "made": "createdAt"},
            limit=100,
            sort="-createdAt",
        ),
        same={"name": name},
        since="createdAt",
        newest=True,
        pages="after",
        next="paging.next.after",
    )


def asked_names(call: Any) -> list[str]:
    """What of a table a call sets."""
    return [name for name in (*_SETTINGS, "columns") if name in call]


def written_again(call: Any, image: Any) -> dict[str, Any]:
    """What a draft is written with again: that which a call set, as it was."""
    was = {**image, "columns": image["writable"]["columns"]}
    return {name: was.get(name) for name in asked_names(call)}


def as_asked(call: Any) -> dict[str, Any]:
    """How what a call sets reads as it left it; of a column its name, label and type."""
    asked = {name: call[name] for name in asked_names(call)}
    if "columns" in asked:
        asked["columns"] = [[one.get(name) for name in ("name", "label", "type")] for one in asked["columns"]]
    return asked


_ASKED = {"names": computed(asked_names, sent())}
_BEFORE = read(f"GET {DRAFT}", completed="table as written", given=_ASKED)
_AFTER = read(f"GET {DRAFT}", completed="filled columns", given={**_ASKED, "columns": before("columns[].id")})

ROWS = (
    op(
        f"POST {TABLES}",
        sdk="cms.hubdb.tables_api.create_table",
        says="make HubDB table {name!r}",
        tier=REVERSIBLE,
        object=path("hubspot:hubdb:", answer("id")),
        inverse=_archived(rowCount=answer("rowCount")),
        probe=_made(sent("name")),
        residue="The table stays among the archived ones.",
        if_stuck="Look for the table in HubSpot; if it is there, delete it, then keep the action.",
        scopes=SCOPES,
        why=f"A table is archived again while it is as it was made, and holds no rows. {DOCS}",
    ),
    op(
        f"POST {DRAFT}/clone",
        sdk="cms.hubdb.tables_api.clone_draft_table",
        says="copy HubDB table {tableIdOrName} as {newName!r}",
        tier=REVERSIBLE,
        object=path("hubspot:hubdb:", answer("id")),
        inverse=_archived(rowCount=answer("rowCount")),
        probe=_made(sent("newName")),
        residue="The copy stays among the archived tables.",
        if_stuck="Look for the copy in HubSpot; if it is there, delete it, then keep the action.",
        scopes=SCOPES,
        why=f"The copy is archived again while it is as it was made. {DOCS}",
    ),
    op(
        f"PATCH {DRAFT}",
        sdk="cms.hubdb.tables_api.update_draft_table",
        says="change {fields} of the draft of HubDB table {tableIdOrName}",
        tier=edit_tier,
        object=_THIS,
        query=("archived", "isGetLocalizedSchema", "includeForeignIds"),
        before=_BEFORE,
        inverse=do(
            f"PATCH {DRAFT}",
            computed(written_again, sent(), before()),
            goal=shows(_AFTER, left=before("left")),
            still={"left": computed(as_asked, sent()), "filled": []},
        ),
        residue="Columns that the change added are deleted, if nobody filled them in.",
        scopes=SCOPES,
        why="What the change set is written back together. A column that the request leaves out is "
        f"deleted with its cells, which is irreversible. {DOCS}",
    ),
    op(
        f"DELETE {TABLE}",
        sdk="cms.hubdb.tables_api.archive_table",
        says="archive HubDB table {tableIdOrName}",
        tier=settled_tier,
        object=_THIS,
        before=_BOTH,
        inverse=either(
            {
                True: do(
                    f"POST {DRAFT}/publish",
                    tableIdOrName=before("id"),
                    goal=shows(f"GET {TABLE}", published=True),
                    ends=False,
                ),
                False: None,
            },
            by=computed(has, before("published")),
        ),
        also=do(
            f"PATCH {DRAFT}",
            {"archived": False},
            tableIdOrName=before("id"),
            archived=True,
            goal=shows(_one(before("id")), name=before("name"), rowCount=before("rowCount")),
            until=days(90),
            ends=False,
        ),
        probe=stands(maybe(f"GET {DRAFT}"), NOTHING_THERE),
        residue="Pages that use the table showed nothing of it meanwhile.",
        if_stuck="Restore the table in HubSpot, then keep the action.",
        scopes=SCOPES,
        why="A table is documented to come back with archived=true and archived: false; it is published again if it "
        "was, and its draft says the same. How long it is kept is inferred. "
        "https://developers.hubspot.com/docs/api-reference/legacy/cms/hubdb/tables/update-table-draft",
    ),
    op(
        f"POST {DRAFT}/publish",
        sdk="cms.hubdb.tables_api.publish_draft_table",
        says="publish HubDB table {tableIdOrName}",
        tier=publish_tier,
        object=_THIS,
        query=("includeForeignIds",),
        before=_BOTH,
        inverse=either(
            {
                False: do(
                    f"POST {TABLE}/unpublish",
                    goal=shows(f"GET {DRAFT}", published=False),
                    still={"published": True},
                ),
                True: None,
            },
            by=computed(has, before("published")),
        ),
        residue=SEEN,
        scopes=SCOPES,
        why="A table that was not published is unpublished again. Of one that was, HubSpot keeps no earlier version, "
        f"so that is irreversible. {DOCS}",
    ),
    op(
        f"POST {TABLE}/unpublish",
        sdk="cms.hubdb.tables_api.unpublish_table",
        says="unpublish HubDB table {tableIdOrName}",
        tier=settled_tier,
        object=_THIS,
        query=("includeForeignIds",),
        before=_BOTH,
        inverse=either(
            {
                True: do(
                    f"POST {DRAFT}/publish",
                    goal=shows(f"GET {DRAFT}", published=True),
                    still={
                        "published": False,
                        "columns": before("columns"),
                        "rowCount": before("rowCount"),
                        "updatedAt": before("updatedAt"),
                    },
                ),
                False: None,
            },
            by=computed(has, before("published")),
        ),
        residue="Pages that use the table showed nothing of it meanwhile.",
        scopes=SCOPES,
        why=f"The draft is published again, if it says what was published. {DOCS}",
    ),
    op(
        f"POST {DRAFT}/reset",
        sdk="cms.hubdb.tables_api.reset_draft_table",
        says="give up the draft of HubDB table {tableIdOrName}",
        tier=reset_tier,
        object=_THIS,
        query=("includeForeignIds",),
        before=_BOTH,
        inverse=leave("the draft said what is published"),
        why="Rows that were in the draft alone would come back with other ids, so a draft that says anything else is "
        f"given up for good. {DOCS}",
    ),
)
