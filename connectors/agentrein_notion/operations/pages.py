"""Pages: https://developers.notion.com/reference/page."""

from __future__ import annotations

from collections.abc import Mapping
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
    depends,
    do,
    either,
    field,
    find,
    op,
    read,
    restore,
    sent,
    shows,
    stands,
    when,
)
from agentrein_notion.listings import ROWS as NEWEST_FIRST
from agentrein_notion.made import told_content
from agentrein_notion.operations import told
from agentrein_notion.operations.places import (
    BY,
    CHILDREN,
    CONTENT,
    DATABASE,
    NEW_BLOCK,
    PAGE,
    PARENT_READ,
    PARENTS,
    QUERY,
    TITLE,
    UNTRASH,
    block,
    inside,
    made_in,
    trash_by_one_name,
    trash_field,
)
from agentrein_notion.values import dashed, is_hosted, meant

_NOWHERE = "properties[id=].writable"
"""Where a page shows the value of a column that it does not have: Notion refuses a call that names one."""


# --- an edit


def page_edit(body: Any) -> Any:
    """The request with the trash by its one name, without switches that are off."""
    body = trash_by_one_name(body)
    if not isinstance(body, dict):
        return body
    return {key: value for key, value in body.items() if key not in {"erase_content", "template"} or value}


def asked_columns(call: Mapping[str, Any]) -> list[str]:
    """The keys of the properties that a call sets."""
    properties = call.get("properties")
    return list(properties) if isinstance(properties, dict) else []


def page_fields(body: Any, image: Any) -> tuple[Any, ...]:
    """The fields that an edit of a page sets, columns by the id that survives another name."""
    looks = (
        field(name, read=f"writable.{name}", lossy=is_hosted((image or {}).get(name)), alike="as asked")
        for name in ("icon", "cover")
        if name in body
    )
    switches = (*trash_field(body, image), *(field("is_locked"),) * ("is_locked" in body))
    columns = (_column(key, (image or {}).get("properties") or {}) for key in asked_columns(body))
    return (*switches, *looks, *columns)


def _column(key: str, properties: Mapping[str, Any]) -> Any:
    shown = meant(properties, key)
    if shown is None:
        return field(key, read=_NOWHERE, inside="properties")
    return field(
        str(shown["id"]),
        sent=key,
        read=f"properties[id={shown['id']}].writable",
        lossy=bool(shown.get("lossy")),
        inside="properties",
        alike="value as asked",
    )


@depends(REVERSIBLE, IRREVERSIBLE)
def edit_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An edit can be undone, but not one that empties the page or pours a template over it."""
    body = call.body if isinstance(call.body, dict) else {}
    return IRREVERSIBLE if {"erase_content", "template"} & set(body) else REVERSIBLE


# --- a move


@depends(COSTLY, IRREVERSIBLE)
def move_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A page moves back only into a page or a data source, and into that one only with values that can be written."""
    parent = (image or {}).get("parent") or {}
    if parent.get("type") == "page_id":
        return COSTLY
    lossy = any(one.get("lossy") for one in ((image or {}).get("properties") or {}).values())
    return COSTLY if parent.get("type") == "data_source_id" and not lossy else IRREVERSIBLE


def had_columns(columns: Mapping[str, Any]) -> bool:
    """Whether a page had values that only a data source holds."""
    return bool(columns)


_WHOLE = read(f"GET {PAGE}", completed="whole page")
_MOVED = {
    name: computed(dashed, sent(name)) for name in ("parent.page_id", "parent.data_source_id", "parent.database_id")
}
_MOVE_BACK = do(
    f"POST {PAGE}/move",
    {"parent": before("writable.parent")},
    goal=shows(_WHOLE, want={"writable.parent": before("writable.parent")}),
    still={**_MOVED, "writable.columns": answer("properties")},
    alike={"writable.columns": "nothing entered"},
)
_VALUES_BACK = do(
    f"PATCH {PAGE}",
    {"properties": before("writable.columns")},
    goal=shows(_WHOLE, want={"writable.columns": before("writable.columns")}),
    still={"writable.parent": before("writable.parent")},
)


# --- a new page

_MADE = {**BY, "was": answer(), "told": computed(told_content, sent()), "template": sent("template")}
_NEW_IN = when(
    sent("parent.data_source_id"),
    read(
        f"POST {QUERY}",
        at="results",
        body=NEWEST_FIRST,
        completed="made rows",
        data_source_id=inside("data_source_id"),
    ),
    when(
        sent("parent.database_id"),
        read(
            f"GET {DATABASE}",
            at="results",
            completed="made rows of a database",
            database_id=inside("database_id"),
        ),
        when(
            sent("parent.page_id"),
            read(
                f"GET {CHILDREN}",
                at="results",
                completed="made inside",
                block_id=inside("page_id"),
                page_size=100,
            ),
            read(
                "POST /v1/search",
                at="results",
                body={"query": TITLE},
                completed="made somewhere",
                given={"title": TITLE},
            ),
        ),
    ),
)

ROWS = (
    op(
        "POST /v1/pages",
        sdk="pages.create",
        says="create page{titled} in {where}",
        names=told.new,
        tier=REVERSIBLE,
        object=NEW_BLOCK,
        parents=PARENTS,
        inverse=do(
            f"PATCH {PAGE}",
            {"in_trash": True},
            page_id=answer("id"),
            goal=shows(
                read(f"GET {PAGE}", completed="page and others", given=_MADE),
                in_trash=True,
                parent=PARENT_READ,
            ),
            still={"others": [], "edited": []},
            alike={"edited": "own work"},
            ok=(404,),
            ends=True,
        ),
        probe=find(
            made_in(_NEW_IN),
            same={"title": TITLE, "kind": "page"},
            mine="created_by.id",
            since="made",
            within=60,
            newest=True,
            pages="start_cursor",
            next="next_cursor",
        ),
        residue="The page stays in the trash for 30 days. People who were mentioned or assigned were notified, "
        "automations ran, and an option that the page made new stays in its column.",
        if_stuck="Look for the page in Notion; if it is there, move it to the trash, then keep the action.",
        scopes=CONTENT,
        why="A page goes to the trash, unless others put something into it or changed it. "
        "https://developers.notion.com/reference/trash-page",
    ),
    op(
        f"PATCH {PAGE}",
        sdk="pages.update",
        says="{does} page {page_id}",
        names=told.edit,
        tier=edit_tier,
        takes=page_edit,
        object=block(sent("page_id")),
        inverse=restore(
            read(f"GET {PAGE}", completed="whole page", given={"asked": computed(asked_columns, sent()), **UNTRASH}),
            f"PATCH {PAGE}",
            page_fields,
            apart=True,
        ),
        residue="The history of the page shows both edits, and automations may have run on each. A select option that "
        "the edit made new stays in its column.",
        scopes=CONTENT,
        why="Each value is written back by the id of its column, if it still reads as the edit left it; what Notion "
        "computes is left out. Nothing brings back content that was erased, and a template is applied later. "
        "https://developers.notion.com/reference/patch-page",
    ),
    op(
        f"POST {PAGE}/move",
        sdk="pages.move",
        says="move page {page_id} to {where}",
        names=told.where,
        tier=move_tier,
        object=block(sent("page_id")),
        parents=PARENTS,
        before=_WHOLE,
        inverse=either({True: _VALUES_BACK, False: None}, by=computed(had_columns, before("writable.columns"))),
        also=_MOVE_BACK,
        probe=stands(
            read(
                f"GET {PAGE}", completed="moved or not", given={"was": before("writable.parent"), "to": sent("parent")}
            ),
            {"moved": True},
        ),
        residue="The place of the page among its neighbours is lost; who may see it changed and changed back.",
        scopes=CONTENT,
        why="A page is moved back into the page or data source that it came from, and the values that only a data "
        "source holds are written again; Notion moves no page to the top of a workspace or into a block. "
        "https://developers.notion.com/reference/move-page",
    ),
)
