"""Lists of records: https://developers.hubspot.com/docs/api-reference/legacy/crm/lists/guide."""

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
    field,
    found,
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

DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/crm/lists"
LISTS = "/crm/v3/lists"
LIST = f"{LISTS}/{{listId}}"
SCOPES = ("crm.lists.read", "crm.lists.write")
THIS = path("hubspot:list:", sent("listId"))
NOTHING_THERE = {"": None}
ANY = read(f"GET {LISTS}", listIds="0")
"""The read that shows that lists can still be read at all."""


def whole(id: Any) -> Any:
    """The read of a list with its condition and those whom people put into it."""
    return read(f"GET {LIST}", completed="list with members", includeFilters=True, listId=id)


def was_there(shown: Any) -> bool:
    """Whether a list had the name before."""
    return isinstance(shown, dict)


@depends(COSTLY, IRREVERSIBLE)
def restore_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A list that is there already needs no restoring, and must not be deleted for it."""
    return IRREVERSIBLE if (image or {}).get("list") else COSTLY


def as_text(value: Any) -> str:
    """What the body says, as it stands in a path."""
    return str(value)


BY_NAME = f"GET {LISTS}/object-type-id/{{objectTypeId}}/name/{{listName}}"
_TYPE = computed(as_text, sent("objectTypeId"))
_REMOVED = do(
    f"DELETE {LIST}",
    listId=answer("list.listId"),
    goal=gone(whole(answer("list.listId")), parent=ANY),
    still={
        "list.name": answer("list.name"),
        "list.filterBranch": answer("list.filterBranch"),
        "members": [],
    },
    alike={"members": "own members"},
    ok=(404,),
)

ROWS = (
    op(
        f"POST {LISTS}",
        sdk="crm.lists.lists_api.create",
        says="create list {name!r} of {objectTypeId}",
        tier=REVERSIBLE,
        object=path("hubspot:list:", answer("list.listId")),
        inverse=either({False: _REMOVED, True: None}, by=computed(was_there, before())),
        probe=stands(
            read(BY_NAME, objectTypeId=_TYPE, listName=sent("name"), includeFilters=True),
            {"list.name": sent("name"), "list.processingType": sent("processingType")},
            effect={
                "list": {
                    "listId": found("list.listId"),
                    "name": sent("name"),
                    "filterBranch": sent("filterBranch"),
                }
            },
        ),
        before=maybe(BY_NAME, objectTypeId=_TYPE, listName=sent("name")),
        residue="The list can be restored for 90 days.",
        if_stuck="Look for the list in HubSpot; if it is there and nobody uses it, delete it, then keep the action.",
        scopes=SCOPES,
        why=f"Names of lists are unique, so a new one is found by its name. {DOCS}/guide",
    ),
    op(
        f"DELETE {LIST}",
        sdk="crm.lists.lists_api.remove",
        says="delete list {listId}",
        tier=REVERSIBLE,
        object=THIS,
        before=whole(sent("listId")),
        inverse=do(
            f"PUT {LIST}/restore",
            goal=shows(whole(sent("listId")), want={"list.name": before("list.name")}),
            until=days(90),
        ),
        probe=stands(maybe(f"GET {LIST}"), NOTHING_THERE),
        residue="What used the list stopped meanwhile; an active list is computed anew.",
        scopes=SCOPES,
        why=f"A deleted list can be restored for 90 days. {DOCS}/restore-list",
    ),
    op(
        f"PUT {LIST}/restore",
        sdk="crm.lists.lists_api.restore",
        says="restore list {listId}",
        tier=restore_tier,
        object=THIS,
        before=maybe(f"GET {LIST}"),
        inverse=do(f"DELETE {LIST}", goal=gone(f"GET {LIST}", parent=ANY), ok=(404,)),
        residue="What uses the list ran meanwhile. What others changed in it goes with it, and comes back if it is "
        "restored again.",
        scopes=SCOPES,
        why="It is deleted again, which keeps it for 90 days with all that others did to it; how it was before cannot "
        f"be read. {DOCS}/restore-list",
    ),
    op(
        f"PUT {LIST}/update-list-name",
        sdk="crm.lists.lists_api.update_name",
        says="rename list {listId} to {listName!r}",
        tier=REVERSIBLE,
        object=THIS,
        query=("listName", "includeFilters"),
        before=read(f"GET {LIST}"),
        inverse=do(
            f"PUT {LIST}/update-list-name",
            listName=before("list.name"),
            goal=shows(f"GET {LIST}", want={"list.name": before("list.name")}),
            still={"list.name": sent("listName")},
        ),
        scopes=SCOPES,
        why=f"The name is given back. {DOCS}/guide",
    ),
    op(
        f"PUT {LIST}/update-list-filters",
        sdk="crm.lists.lists_api.update_list_filters",
        says="change the filters of list {listId}",
        tier=COSTLY,
        object=THIS,
        query=("enrollObjectsInWorkflows",),
        inverse=restore(
            read(f"GET {LIST}", includeFilters=True),
            f"PUT {LIST}/update-list-filters",
            field("filterBranch", read="list.filterBranch", after="updatedList.filterBranch"),
            enrollObjectsInWorkflows=False,
        ),
        residue="Records joined and left meanwhile, and what runs on that ran; the list is computed anew.",
        scopes=SCOPES,
        why="The filters are written back without enrolling anybody, if the list still has those of the call. "
        f"{DOCS}/guide",
    ),
)
