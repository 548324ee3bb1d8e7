"""Views of databases: https://developers.notion.com/reference/view."""

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
    field,
    find,
    gone,
    leave,
    look,
    looked,
    now,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
    when,
)
from agentrein_notion.operations import told
from agentrein_notion.operations.places import BY, CONTENT, DATABASE, NOTHING_THERE, block
from agentrein_notion.readings_of_views import does_not_come_back, is_made_again
from agentrein_notion.values import dashed, in_path

VIEWS = "/v1/views"
VIEW = f"{VIEWS}/{{view_id}}"

_IN_DATABASE = look("in_database", f"GET {VIEW}", "parent.database_id")
_DATABASE_OBJECT = path("notion:block:", looked("in_database"))
_THIS = path("notion:view:", computed(dashed, sent("view_id")))


@depends(REVERSIBLE, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A tab of a database is deleted again; what becomes of a dashboard, or of a linked database, is not known."""
    body = call.body if isinstance(call.body, dict) else {}
    return IRREVERSIBLE if {"view_id", "create_database"} & set(body) else REVERSIBLE


@depends(COMPENSABLE, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A view is made again if a request can say all that it is."""
    return COMPENSABLE if is_made_again(image or {}) else IRREVERSIBLE


def view_fields(body: Any, image: Any) -> tuple[Any, ...]:
    """The settings that an edit of a view sets, each as a whole."""
    names = [name for name in ("filter", "sorts", "quick_filters", "configuration") if name in body]
    settings = (
        field(
            name,
            read=f"writable.{name}",
            lossy=does_not_come_back(image or {}, name, body[name]),
            alike="setting as asked",
        )
        for name in names
    )
    return (*(field("name"),) * ("name" in body), *settings)


def _one(database: Any, **given: Any) -> Any:
    """One view out of the list of a database, under its own id or the one that an undo gave it."""
    asked = {**BY, **given, "database": database}
    return read(f"GET {VIEWS}", at="again", maybe=True, completed="one view", given=asked, database_id=database)


_NEW_IN = computed(in_path, sent("database_id"))
_ADDED = _one(_NEW_IN, view_id=answer("id"), like=answer(), others=before("results[].id"))
_AGAIN = _one(before("parent.database_id"), view_id=before("id"), like=before(), others=before("others"))
_LISTED = read(
    f"GET {VIEWS}",
    completed="one view",
    given=_AGAIN.given,
    database_id=before("parent.database_id"),
)
"""The same list, with the `body` of the call that makes the view again."""

ROWS = (
    op(
        f"POST {VIEWS}",
        sdk="views.create",
        says="create view {name!r} in {where}",
        names=told.view,
        tier=create_tier,
        object=path("notion:view:", answer("id")),
        parents=(block(sent("database_id")),),
        before=when(
            sent("database_id"),
            read(f"GET {VIEWS}", completed="all views", given={"database": _NEW_IN}, database_id=_NEW_IN),
            read("GET /v1/users/me"),
        ),
        inverse=do(
            f"DELETE {VIEW}",
            view_id=now(_ADDED, "id"),
            goal=gone(_ADDED, parent=read(f"GET {DATABASE}", database_id=_NEW_IN)),
            still={"others": [], "edited": []},
            alike={"edited": "own work"},
            ok=(404,),
        ),
        probe=find(
            read(
                f"GET {VIEWS}",
                at="results",
                completed="all views",
                given={"database": _NEW_IN, "full": True, "before": before("results[].id")},
                database_id=_NEW_IN,
            ),
            same={"name": sent("name"), "type": sent("type")},
            mine="created_by.id",
            key="id",
            unless=before("results[].id"),
        ),
        if_stuck="Look for the view in Notion; if it is there and not the last one of its database, delete it, then "
        "keep the action.",
        scopes=CONTENT,
        why="A view holds no content, so it is deleted again while it is as the call made it. A widget changes the "
        "layout of its dashboard, and which things a linked database makes is not known, so both are refused. "
        "https://developers.notion.com/reference/create-view",
    ),
    op(
        f"PATCH {VIEW}",
        sdk="views.update",
        says="edit {fields} of view {view_id}",
        tier=REVERSIBLE,
        lookups=_IN_DATABASE,
        object=_THIS,
        parents=(_DATABASE_OBJECT,),
        inverse=restore(
            read(f"GET {VIEW}", completed="whole view", given={"asked": sent()}), f"PATCH {VIEW}", view_fields
        ),
        scopes=CONTENT,
        why="Notion leaves alone what a request does not name, also within a configuration, and null clears it; that "
        "quick filters are changed one by one is inferred from their type. What a request cannot clear is refused. "
        "https://developers.notion.com/reference/update-a-view",
    ),
    op(
        f"DELETE {VIEW}",
        sdk="views.delete",
        says="delete view {view_id}",
        tier=delete_tier,
        lookups=_IN_DATABASE,
        object=_THIS,
        parents=(_DATABASE_OBJECT,),
        before=read(f"GET {VIEW}", completed="placed view"),
        inverse=do(
            f"POST {VIEWS}",
            now(_LISTED, "body"),
            goal=shows(_AGAIN, name=before("name"), type=before("type")),
            still=None,
            anew=[anew("id", "view_id", "in_front", "others", was=before("id"))],
        ),
        probe=stands(f"GET {VIEW}", NOTHING_THERE),
        residue="The view has a new id, so that links to it lead nowhere, and shows another maker.",
        scopes=("insert content", *CONTENT),
        why="A view is made again with the settings that it had, at its place among the tabs. A dashboard loses its "
        "widgets and a form its questions, which no request makes again, so neither is deleted. "
        "https://developers.notion.com/reference/delete-view",
    ),
    op(
        f"DELETE {VIEW}/queries/{{query_id}}",
        sdk="views.queries.delete",
        says="forget query {query_id} of view {view_id}",
        tier=REVERSIBLE,
        object=path("notion:view:", computed(dashed, sent("view_id")), "/query:", computed(dashed, sent("query_id"))),
        inverse=leave("a query only keeps for a while which pages a view shows, and asking again makes another"),
        probe=stands(f"GET {VIEW}/queries/{{query_id}}", NOTHING_THERE),
        residue="The query does not come back: what it kept is what the view showed at that time.",
        why="Nothing in the workspace changes with it, and it would have expired by itself. "
        "https://developers.notion.com/reference/delete-view-query",
    ),
)
