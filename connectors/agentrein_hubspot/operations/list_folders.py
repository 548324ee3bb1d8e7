"""Folders of lists: https://developers.hubspot.com/docs/api-reference/legacy/crm/lists/guide."""

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
    anew,
    answer,
    before,
    computed,
    depends,
    do,
    find,
    found,
    gone,
    maybe,
    op,
    path,
    read,
    sent,
    shows,
    stands,
    when,
)
from agentrein_hubspot.operations.lists import ANY, DOCS, LISTS, NOTHING_THERE, SCOPES

FOLDERS = f"{LISTS}/folders"
FOLDER = f"{FOLDERS}/{{folderId}}"
_THIS = path("hubspot:list_folder:", sent("folderId"))


def one_or_none(id: Any) -> Any:
    """The same read, whose 404 says that there is none."""
    return maybe(f"GET {FOLDERS}", folderId=id)


@depends(REVERSIBLE, IRREVERSIBLE)
def move_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A list is moved back if a folder showed it."""
    return REVERSIBLE if (image or {}).get("folder") is not None else IRREVERSIBLE


def one(id: Any) -> Any:
    """The read of a folder, which the query names."""
    return read(f"GET {FOLDERS}", folderId=id)


@depends(COSTLY, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An empty folder is made again; what becomes of what lies in one is not documented."""
    folder = image.get("folder") if isinstance(image, Mapping) else None
    if not isinstance(folder, Mapping) or folder.get("childLists") or folder.get("childNodes"):
        return IRREVERSIBLE
    return COSTLY


_AGAIN = read(
    f"GET {FOLDERS}",
    at="folder",
    maybe=True,
    completed="folder of a name",
    given={"name": before("folder.name")},
    folderId=before("folder.parentFolderId"),
)
_LIES_IN = read(f"GET {FOLDERS}", completed="folder of a list", given={"list": sent("listId")})

_NAMED: Any = {"at": "results", "completed": "folders in it", "given": {"name": sent("name")}}
_MADE_IN = when(
    sent("parentFolderId"),
    read(f"GET {FOLDERS}", **_NAMED, folderId=sent("parentFolderId")),
    read(f"GET {FOLDERS}", **_NAMED),
)

ROWS = (
    op(
        f"POST {FOLDERS}",
        sdk="crm.lists.folders_api.create",
        says="create folder {name!r} for lists",
        tier=REVERSIBLE,
        object=path("hubspot:list_folder:", answer("folder.id")),
        inverse=do(
            f"DELETE {FOLDER}",
            folderId=answer("folder.id"),
            goal=gone(one(answer("folder.id")), parent=ANY),
            still={
                "folder.name": answer("folder.name"),
                "folder.parentFolderId": answer("folder.parentFolderId"),
                "folder.childLists": [],
                "folder.childNodes": [],
            },
            ok=(404,),
        ),
        probe=find(_MADE_IN, same=("name",), since="createdAt", effect={"folder": found()}),
        if_stuck="Look for the folder in HubSpot; if it is there and empty, delete it, then keep the action.",
        scopes=SCOPES,
        why=f"A folder is deleted again while nothing lies in it. {DOCS}/guide",
    ),
    op(
        f"DELETE {FOLDER}",
        sdk="crm.lists.folders_api.remove",
        says="delete list folder {folderId}",
        tier=delete_tier,
        object=_THIS,
        before=one(sent("folderId")),
        inverse=do(
            f"POST {FOLDERS}",
            {"name": before("folder.name"), "parentFolderId": before("folder.parentFolderId")},
            goal=shows(_AGAIN, name=before("folder.name")),
            still=None,
            anew=[anew("id", "folderId", "newFolderId", "newParentFolderId", "parentFolderId")],
        ),
        probe=stands(one_or_none(sent("folderId")), NOTHING_THERE),
        residue="The folder has another id.",
        scopes=SCOPES,
        why="An empty folder is made again at its place. Whether a folder takes with it what lies in it is not "
        f"documented, so that is irreversible. {DOCS}/guide",
    ),
    op(
        f"PUT {FOLDER}/rename",
        sdk="crm.lists.folders_api.rename",
        says="rename list folder {folderId} to {newFolderName!r}",
        tier=REVERSIBLE,
        object=_THIS,
        query=("newFolderName",),
        before=one(sent("folderId")),
        inverse=do(
            f"PUT {FOLDER}/rename",
            newFolderName=before("folder.name"),
            goal=shows(one(sent("folderId")), want={"folder.name": before("folder.name")}),
            still={"folder.name": sent("newFolderName")},
        ),
        scopes=SCOPES,
        why=f"The name is given back. {DOCS}/guide",
    ),
    op(
        f"PUT {FOLDER}/move/{{newParentFolderId}}",
        sdk="crm.lists.folders_api.move",
        says="move list folder {folderId} into {newParentFolderId}",
        tier=REVERSIBLE,
        object=_THIS,
        before=one(sent("folderId")),
        inverse=do(
            f"PUT {FOLDER}/move/{{newParentFolderId}}",
            newParentFolderId=before("folder.parentFolderId"),
            goal=shows(one(sent("folderId")), want={"folder.parentFolderId": before("folder.parentFolderId")}),
            still={"folder.parentFolderId": computed(int, sent("newParentFolderId"))},
        ),
        scopes=SCOPES,
        why=f"The folder is moved back. {DOCS}/guide",
    ),
    op(
        f"PUT {FOLDERS}/move-list",
        sdk="crm.lists.folders_api.move_list",
        says="move list {listId} into folder {newFolderId}",
        tier=move_tier,
        object=path("hubspot:list:", sent("listId")),
        before=_LIES_IN,
        inverse=do(
            f"PUT {FOLDERS}/move-list",
            {"listId": sent("listId"), "newFolderId": before("folder")},
            goal=shows(_LIES_IN, folder=before("folder")),
            still={"folder": sent("newFolderId")},
        ),
        scopes=SCOPES,
        why="The list is moved back to the folder that showed it; where none did, nothing tells where it was. "
        f"{DOCS}/guide",
    ),
)
