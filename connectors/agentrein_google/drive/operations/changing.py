"""Files that are changed: metadata, place, trash and content, all in one method.

https://developers.google.com/workspace/drive/api/reference/rest/v3/files/update
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    before,
    computed,
    depends,
    do,
    field,
    look,
    op,
    path,
    restore,
    sent,
    when,
)
from agentrein_google.drive import metadata
from agentrein_google.drive.contents import content_field, is_native, wanted, whole_body
from agentrein_google.drive.operations import told
from agentrein_google.drive.operations.places import DRIVES, METADATA, REFERENCE, SHOWN, THE_FILE, the_file
from agentrein_google.drive.places_of_files import back_into, crosses, moves, named, out_of, uploads

_IT = the_file(sent("fileId"), completed="file")
_BEFORE = the_file(
    sent("fileId"),
    completed="file before",
    given={"to": sent("addParents"), "from": sent("removeParents"), "media": sent("media")},
)


@depends(REVERSIBLE, COMPENSABLE, IRREVERSIBLE)
def change_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Bytes that are kept come back, and so does a place; what cannot be kept, or read, does not."""
    body = call.body if isinstance(call.body, dict) else {}
    said = {**body, **call.params}
    if not isinstance(image, dict) or metadata.unknown(body) or _keeps_forever(call) or _locks_out(body, image):
        return IRREVERSIBLE
    if uploads(said) and (is_native(image.get("mimeType")) or image.get("content") is None):
        return IRREVERSIBLE
    return _move_tier(said, image) if moves(said) else REVERSIBLE


def _keeps_forever(call: Call) -> bool:
    """A revision that is kept forever cannot be let go again."""
    return bool(call.params.get("keepRevisionForever"))


def _locks_out(body: Any, image: Any) -> bool:
    """Whether a restriction is set that only the owner lifts, by somebody else."""
    restrictions = body.get("contentRestrictions") or []
    return any(one.get("ownerRestricted") for one in restrictions) and not image.get("ownedByMe")


def _move_tier(said: Any, image: Any) -> Tier:
    """A file moves back where it is seen from where it came; between drives owner and sharing do not come back."""
    if not image.get("parents") or not named(said.get("addParents")):
        return IRREVERSIBLE
    if not crosses(image):
        return REVERSIBLE
    return COMPENSABLE if image.get("ownedByMe") or image.get("driveId") else IRREVERSIBLE


_PARENTS, _KIND = field("parents"), field("mimeType")
_HEAD = look("head", when(computed(uploads, sent()), the_file(sent("fileId")), None), "headRevisionId", fresh=True)
"""The revision that an upload replaces: Drive keeps it for a while, and people are told which it is."""


def _back(*fields: Any, moved: bool) -> Any:
    """The undo by one call, which puts back everything that the call set."""
    places: dict[str, Any] = {
        "addParents": computed(back_into, before("parents")),
        "removeParents": computed(out_of, sent(), before()),
    }
    return restore(
        _IT,
        do(
            "drive.files.update",
            computed(whole_body, sent(), before()),
            fileId=sent("fileId"),
            supportsAllDrives=True,
            **(places if moved else {}),
        ),
        *fields,
        metadata.file_fields,
        wants=computed(wanted, sent(), before()),
    )


_FIELDS = restore(
    _IT,
    "drive.files.update",
    metadata.file_fields,
    fileId=sent("fileId"),
    supportsAllDrives=True,
    apart=True,
)
_MOVES = computed(moves, sent())

ROWS = (
    op(
        "drive.files.update",
        sdk="files().update",
        says="{does}: file {fileId}",
        names=told.change,
        tier=change_tier,
        query=(
            *("fileId", "addParents", "removeParents", "enforceSingleParent"),
            *("keepRevisionForever", "useContentAsIndexableText", "ocrLanguage", *DRIVES, *SHOWN),
        ),
        lookups=_HEAD,
        object=THE_FILE,
        parents=(path("drive:file:", sent("addParents")),),
        before=_BEFORE,
        inverse=when(
            computed(uploads, sent()),
            when(_MOVES, _back(content_field, _KIND, _PARENTS, moved=True), _back(content_field, _KIND, moved=False)),
            when(_MOVES, _back(_PARENTS, moved=True), _FIELDS),
        ),
        ignores=metadata.SPARED,
        residue="Its history shows each change, and its time is that of the last one. Content comes back as a new "
        "revision. Who could see it meanwhile, or could not, stays so for that time; a move between drives changes the "
        "owner and the sharing for good. What lies in the trash is deleted after 30 days.",
        if_stuck="Look at its versions in Drive: an earlier one stays there for 30 days, unless a hundred newer ones "
        "came, and can be downloaded and uploaded again.",
        scopes=METADATA,
        why="Each field is written back while it reads as the call left it; a move and old content of up to 32 MiB go "
        "back in one call, if nobody moved or changed the file since. Content over 32 MiB, and that of documents of "
        "Google's editors, is not kept: copy the file first (files.copy). Restrictions are lifted by a list that says "
        f"so (inferred). {REFERENCE}/files/update",
    ),
    op(
        "drive.files.delete",
        sdk="files().delete",
        says="delete file {fileId} for good",
        tier=IRREVERSIBLE,
        query=("fileId", "enforceSingleParent", *DRIVES),
        object=THE_FILE,
        why="It goes past the trash, with all that lies in a folder: put it into the trash instead "
        f'(files.update, {{"trashed": true}}). {REFERENCE}/files/delete',
    ),
)
