"""Data sources, the tables of a database: https://developers.notion.com/reference/data-source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
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
    field,
    find,
    op,
    read,
    restore,
    sent,
    shows,
)
from agentrein_notion.made import told_columns
from agentrein_notion.operations import told
from agentrein_notion.operations.pages import asked_columns
from agentrein_notion.operations.places import (
    BY,
    CONTENT,
    DATABASE,
    NEW_SOURCE,
    PARENT_READ,
    PARENTS,
    SOURCE,
    TITLE,
    UNTRASH,
    inside,
    made_in,
    source,
    trash_by_one_name,
    trash_field,
)
from agentrein_notion.values import is_hosted, meant


@depends(REVERSIBLE, IRREVERSIBLE)
def schema_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A new column and a new name can be taken back; a column's values are lost with it, and with its type."""
    body = call.body if isinstance(call.body, dict) else {}
    columns = (image or {}).get("properties") or {}
    changes = body.get("properties")
    changes = changes if isinstance(changes, Mapping) else {}
    kept = all(_can_be_undone(meant(columns, key), asked) for key, asked in changes.items())
    return REVERSIBLE if kept and "parent" not in body else IRREVERSIBLE


def _can_be_undone(column: Any, asked: Any) -> bool:
    if not isinstance(asked, Mapping):
        return column is None  # null removes a column; where there is none, Notion refuses
    if column is None:
        relation = asked.get("relation")
        # A relation both ways makes a column elsewhere, too.
        return not isinstance(relation, Mapping) or not {"dual_property", "synced_property_name"} & set(relation)
    kind = column.get("type")
    settings = {key: value for key, value in asked.items() if key not in {"id", "name", "type"}}
    return settings in ({}, {kind: {}}) and asked.get("type", kind) == kind


def source_fields(body: Any, image: Any) -> tuple[Any, ...]:
    """The fields that an edit of a data source sets; a column that is new has no id yet, any other goes by it."""
    fields = [*trash_field(body, image)]
    if "title" in body:
        fields.append(field("title", read="writable.title", alike="as asked"))
    if "icon" in body:
        lossy = is_hosted((image or {}).get("icon"))
        fields.append(field("icon", read="writable.icon", lossy=lossy, alike="as asked"))
    columns = (image or {}).get("properties") or {}
    return (*fields, *(_column(at, key, columns) for at, key in enumerate(asked_columns(body))))


def _column(at: int, key: str, columns: Mapping[str, Any]) -> Any:
    column = meant(columns, key)
    if column is None:
        return field(key, read=f"added.{at}", inside="properties", alike="column as asked")
    id = str(column["id"])
    return field(id, sent=key, read=f"properties[id={id}].writable", inside="properties", alike="as asked")


_MADE = {**BY, "was": answer(), "columns": computed(told_columns, sent())}


def ids_of(columns: Mapping[str, Any]) -> list[Any]:
    """The ids of the columns that a data source has."""
    return [column["id"] for column in columns.values()]


_ASKED = {"asked": computed(asked_columns, sent()), "had": computed(ids_of, before("properties")), **UNTRASH}

ROWS = (
    op(
        "POST /v1/data_sources",
        sdk="data_sources.create",
        says="create data source{titled} in {where}",
        names=told.new,
        tier=REVERSIBLE,
        object=NEW_SOURCE,
        parents=PARENTS,
        inverse=do(
            f"PATCH {SOURCE}",
            {"in_trash": True},
            data_source_id=answer("id"),
            goal=shows(
                read(f"GET {SOURCE}", completed="data source and others", given=_MADE),
                in_trash=True,
                parent=PARENT_READ,
            ),
            still={"others": [], "edited": []},
            alike={"edited": "own work"},
            ok=(404,),
            ends=True,
        ),
        probe=find(
            made_in(
                read(
                    f"GET {DATABASE}",
                    at="results",
                    completed="made data sources",
                    database_id=inside("database_id"),
                )
            ),
            same={"title": TITLE},
            mine="created_by.id",
            since="made",
            within=60,
        ),
        residue="The data source stays in the trash for 30 days; the view that Notion made of it may stay a tab.",
        if_stuck="Look for the data source in Notion; if it is there, move it to the trash, then keep the action.",
        scopes=CONTENT,
        why="A data source goes to the trash, unless others put rows into it or changed it. "
        "https://developers.notion.com/reference/update-a-data-source",
    ),
    op(
        f"PATCH {SOURCE}",
        sdk="data_sources.update",
        says="{does} data source {data_source_id}",
        names=told.edit,
        tier=schema_tier,
        takes=trash_by_one_name,
        object=source(sent("data_source_id")),
        inverse=restore(
            read(f"GET {SOURCE}", completed="whole data source", given=_ASKED),
            f"PATCH {SOURCE}",
            source_fields,
        ),
        scopes=CONTENT,
        why="A new column is removed again unless a row holds a value in it or somebody gave it another name, and a "
        "name is given back; the values of a column that was removed or changed its type cannot be. "
        "https://developers.notion.com/reference/update-data-source-properties",
    ),
)
