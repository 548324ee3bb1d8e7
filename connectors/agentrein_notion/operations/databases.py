"""Databases, which hold data sources: https://developers.notion.com/reference/database."""

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
    computed,
    depends,
    do,
    field,
    find,
    op,
    read,
    restore,
    sent,
    shows,
    when,
)
from agentrein_notion.made import told_columns
from agentrein_notion.operations import told
from agentrein_notion.operations.places import (
    BY,
    CHILDREN,
    CONTENT,
    DATABASE,
    NEW_BLOCK,
    PARENT_READ,
    PARENTS,
    TITLE,
    UNTRASH,
    block,
    inside,
    made_in,
    trash_by_one_name,
    trash_field,
)
from agentrein_notion.values import is_hosted


@depends(REVERSIBLE, COSTLY, IRREVERSIBLE)
def database_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An edit is written back; a database that was moved goes back only into a page, to another place in it."""
    if not isinstance(call.body, dict) or "parent" not in call.body:
        return REVERSIBLE
    return COSTLY if ((image or {}).get("parent") or {}).get("type") == "page_id" else IRREVERSIBLE


def database_fields(body: Any, image: Any) -> tuple[Any, ...]:
    """The fields that an edit of a database sets; a first icon or cover could not be taken away again."""
    texts = (field(name, read=f"writable.{name}", alike="as asked") for name in ("title", "description", "parent"))
    looks = (
        field(name, read=f"writable.{name}", lossy=is_hosted((image or {}).get(name)), alike="as asked")
        for name in ("icon", "cover")
        if name in body and (image or {}).get(name) is not None
    )
    return (*texts, *looks, *(field(name) for name in ("is_inline", "is_locked")), *trash_field(body, image))


_NEW_IN = when(
    sent("parent.page_id"),
    read(f"GET {CHILDREN}", at="results", completed="made inside", block_id=inside("page_id"), page_size=100),
    read("POST /v1/search", at="results", body={"query": TITLE}, completed="made somewhere", given={"title": TITLE}),
)
_MADE = {**BY, "was": answer(), "columns": computed(told_columns, sent())}

ROWS = (
    op(
        "POST /v1/databases",
        sdk="databases.create",
        says="create database{titled} in {where}",
        names=told.new,
        tier=REVERSIBLE,
        object=NEW_BLOCK,
        parents=PARENTS,
        inverse=do(
            f"PATCH {DATABASE}",
            {"in_trash": True},
            database_id=answer("id"),
            goal=shows(
                read(f"GET {DATABASE}", completed="database and others", given=_MADE),
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
            same={"title": TITLE, "kind": "database"},
            mine="created_by.id",
            since="made",
            within=60,
            pages="start_cursor",
            next="next_cursor",
        ),
        residue="The database stays in the trash for 30 days, with its data source and its view.",
        if_stuck="Look for the database in Notion; if it is there, move it to the trash, then keep the action.",
        scopes=CONTENT,
        why="A database goes to the trash, unless others put rows into it or changed it. "
        "https://developers.notion.com/reference/update-a-database",
    ),
    op(
        f"PATCH {DATABASE}",
        sdk="databases.update",
        says="{does} database {database_id}",
        names=told.edit,
        tier=database_tier,
        takes=trash_by_one_name,
        object=block(sent("database_id")),
        inverse=restore(
            read(f"GET {DATABASE}", completed="whole database", given=UNTRASH), f"PATCH {DATABASE}", database_fields
        ),
        residue="A database that was moved comes back at the end of its page.",
        scopes=CONTENT,
        why="Each field is written back if it still reads as the edit left it. Columns are those of its data sources: "
        "the SDK drops `properties` here, and a call that sends nothing changes nothing. "
        "https://developers.notion.com/reference/update-a-database",
    ),
)
