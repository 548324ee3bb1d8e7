"""Files of the file manager: https://developers.hubspot.com/docs/api-reference/legacy/files/guide."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    depends,
    do,
    field,
    find,
    gone,
    op,
    path,
    read,
    restore,
    sent,
)

DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/files/guide"
FILES = "/files/v3/files"
FILE = f"{FILES}/{{fileId}}"
SCOPES = ("files",)
_THIS = path("hubspot:file:", sent("fileId"))
_KEPT = ("name", "parentFolderId", "access", "fileMd5")


@depends(REVERSIBLE, IRREVERSIBLE)
def upload_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A file is deleted again, but what it overwrites has no other copy."""
    options = _options(call.body)
    return REVERSIBLE if options is not None and not options.get("overwrite") else IRREVERSIBLE


def _options(body: Any) -> Mapping[str, Any] | None:
    """The options of an upload, which stand in the form as JSON; None for what cannot be read."""
    try:
        options = json.loads(body.get("options") or "{}")
    except (AttributeError, TypeError, ValueError):
        return None
    return options if isinstance(options, dict) else None


ROWS = (
    op(
        f"POST {FILES}",
        sdk="files.files_api.upload",
        says="upload {file!r}",
        tier=upload_tier,
        object=path("hubspot:file:", answer("id")),
        inverse=do(
            f"DELETE {FILE}",
            fileId=answer("id"),
            goal=gone(f"GET {FILE}", parent=read(f"GET {FILES}/search", limit=1)),
            still={name: answer(name) for name in _KEPT},
            ok=(404,),
        ),
        probe=find(
            read(
                f"GET {FILES}/search",
                at="results",
                completed="uploaded files",
                given={"file": sent("file"), "name": sent("fileName")},
                limit=100,
                sort="-createdAt",
            ),
            same={"uploaded": True},
            since="createdAt",
            newest=True,
            pages="after",
            next="paging.next.after",
        ),
        residue="Who had its address may have a copy of the file.",
        if_stuck="Look for the file in HubSpot; if it is there, delete it, then keep the action.",
        scopes=SCOPES,
        why="A file is deleted again while it is as it was uploaded; one that overwrites another is irreversible. The "
        f"bytes are not recorded. {DOCS}",
    ),
    op(
        f"PATCH {FILE}",
        sdk="files.files_api.update_properties",
        says="change {fields} of file {fileId}",
        tier=REVERSIBLE,
        object=_THIS,
        inverse=restore(
            f"GET {FILE}",
            f"PATCH {FILE}",
            field("name"),
            field("access"),
            field("isUsableInContent"),
            field("parentFolderId", clear="0", same=(None, "", "0")),
        ),
        residue="A file with another name, folder or access had another address meanwhile.",
        scopes=SCOPES,
        why=f"Each is written back if it still reads as the call left it. {DOCS}",
    ),
    op(
        f"DELETE {FILE}",
        sdk="files.files_api.archive",
        says="delete file {fileId}",
        tier=IRREVERSIBLE,
        object=_THIS,
        why=f"No call brings a deleted file back, and what links to it breaks. {DOCS}",
    ),
)
