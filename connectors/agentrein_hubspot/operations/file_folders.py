"""Folders of the file manager: https://developers.hubspot.com/docs/api-reference/legacy/files/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    before,
    computed,
    do,
    field,
    find,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    shows,
)
from agentrein_hubspot.operations.files import DOCS, SCOPES

FOLDERS = "/files/v3/folders"
FOLDER = f"{FOLDERS}/{{folderId}}"
MOVED = "Every file in the folder had another address meanwhile, and has its old one again."

_NAMED = read(f"GET {FOLDER}", folderId=computed(str, sent("id")))


def folder_body(body: Any) -> Any:
    """The request with the place as HubSpot shows it: an id as text, and none for the top."""
    if not isinstance(body, dict) or "parentFolderId" not in body:
        return body
    return {**body, "parentFolderId": str(body["parentFolderId"]) if body["parentFolderId"] else None}


def at_the_top(parent: Any) -> Any:
    """The place of a folder as it is written: 0 for the top."""
    return parent or 0


def as_asked(name: str, call: Any, image: Any) -> Any:
    """How a field reads as the call left it: ids read as text, and none at the top."""
    if name not in call:
        return image.get(name)
    return str(call[name]) if call[name] else None


ROWS = (
    op(
        f"POST {FOLDERS}",
        sdk="files.folders_api.create",
        says="make folder {name!r} for files",
        tier=REVERSIBLE,
        object=path("hubspot:file_folder:", answer("id")),
        inverse=do(
            f"DELETE {FOLDER}",
            folderId=answer("id"),
            goal=gone(
                read(f"GET {FOLDER}", completed="what lies inside"), parent=read(f"GET {FOLDERS}/search", limit=1)
            ),
            still={"name": answer("name"), "parentFolderId": answer("parentFolderId"), "inside": []},
            ok=(404,),
        ),
        probe=find(
            read(
                f"GET {FOLDERS}/search",
                at="results",
                completed="made once",
                given={"like": {"name": sent("name")}, "made": "createdAt"},
                limit=100,
                sort="-createdAt",
            ),
            same=("name",),
            since="createdAt",
            newest=True,
            pages="after",
            next="paging.next.after",
        ),
        if_stuck="Look for the folder in HubSpot; if it is there and empty, delete it, then keep the action.",
        scopes=SCOPES,
        why=f"A folder is deleted again while nothing lies in it. {DOCS}",
    ),
    op(
        f"PATCH {FOLDER}",
        sdk="files.folders_api.update_properties",
        says="change {fields} of file folder {folderId}",
        tier=COSTLY,
        object=path("hubspot:file_folder:", sent("folderId")),
        takes=folder_body,
        inverse=restore(f"GET {FOLDER}", f"PATCH {FOLDER}", field("name"), field("parentFolderId", clear=0)),
        residue=MOVED,
        scopes=SCOPES,
        why=f"Name and place are written back if they still read as the call left them. {DOCS}",
    ),
    op(
        f"POST {FOLDERS}/update/async",
        sdk="files.folders_api.update_properties_recursively",
        says="change {fields} of file folder {id}",
        tier=COSTLY,
        object=path("hubspot:file_folder:", sent("id")),
        before=_NAMED,
        inverse=do(
            f"PATCH {FOLDER}",
            {"name": before("name"), "parentFolderId": computed(at_the_top, before("parentFolderId"))},
            folderId=computed(str, sent("id")),
            goal=shows(_NAMED, name=before("name"), parentFolderId=before("parentFolderId")),
            still={name: computed(as_asked, name, sent(), before()) for name in ("name", "parentFolderId")},
        ),
        residue=MOVED,
        scopes=SCOPES,
        why=f"Name and place are written back once HubSpot has changed them. {DOCS}",
    ),
    op(
        f"DELETE {FOLDER}",
        sdk="files.folders_api.archive",
        says="delete file folder {folderId}",
        tier=IRREVERSIBLE,
        object=path("hubspot:file_folder:", sent("folderId")),
        why=f"No call brings a deleted folder back. {DOCS}",
    ),
)
