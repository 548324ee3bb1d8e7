"""Files that come to be: made, uploaded or copied: https://developers.google.com/workspace/drive/api/guides/create-file."""

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
    find,
    first,
    found,
    gone,
    look,
    looked,
    op,
    path,
    read,
    sent,
    shows,
    stands,
    when,
)
from agentrein_google.drive.contents import FOLDER, SHORTCUT, is_native
from agentrein_google.drive.fields import FILES
from agentrein_google.drive.lists import quoted
from agentrein_google.drive.operations import told
from agentrein_google.drive.operations.places import ABOUT, BY, DRIVES, GUIDES, NEW_FILE, SCOPES, SHOWN, the_file
from agentrein_google.drive.places_of_files import APP_DATA

_UPLOADS = ("useContentAsIndexableText", "ocrLanguage", "keepRevisionForever")
_PLACES = ("enforceSingleParent", "ignoreDefaultVisibility")
_QUERY = (*DRIVES, *SHOWN, *_PLACES, *_UPLOADS)
LAGS = 300.0
"""Seconds for which a search may not show a new file: https://github.com/bellingcat/auto-archiver/issues/191."""

_DELETE = "delete"
"""The name of the other way of undoing, which a run may ask for."""


# --- pure functions


@depends(REVERSIBLE, IRREVERSIBLE)
def make_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What lies in an app's own folder cannot be put into the trash."""
    body = call.body if isinstance(call.body, dict) else {}
    return IRREVERSIBLE if APP_DATA in (body.get("parents") or []) else REVERSIBLE


def takes_id(said: Mapping[str, Any]) -> bool:
    """Whether a new file may be given an id beforehand: not a document of Google's editors.

    Nor what is uploaded in chunks, whose metadata has left before its content, or without any: that is looked for by
    its content, too.
    """
    kind, media = said.get("mimeType"), said.get("media")
    fits = not is_native(kind) or kind in {FOLDER, SHORTCUT}
    if not fits or said.get("id") is not None:
        return False
    return media is None or not (media.get("chunks") or set(said) <= {"media", *_QUERY})


def copy_takes_id(said: Mapping[str, Any], kind: Any) -> bool:
    """Whether a copy may be given an id beforehand: it becomes what the call says, or what its source is."""
    return takes_id({**said, "mimeType": said.get("mimeType") or kind})


def kind_of_id(said: Mapping[str, Any]) -> str:
    """Shortcuts have ids of their own."""
    return "shortcuts" if said.get("mimeType") == SHORTCUT else "files"


def called(said: Mapping[str, Any]) -> str:
    """The name that a new file has."""
    return str(said.get("name") or "Untitled")


def called_copy(said: Mapping[str, Any], source: Mapping[str, Any]) -> str:
    """The name that a copy has."""
    return str(said.get("name") or f"Copy of {source.get('name')}")


def search(said: Mapping[str, Any], name: str) -> str:
    """The search for a new file: all that the account owns, or that lies in the folder which the call says.

    It does not ask for the name: somebody may have given it another one, or moved it, since. It has to where the call
    says when the file was made, by which the list cannot be read back to the call then.
    """
    places = [f"'{quoted(str(one))}' in parents" for one in (said.get("parents") or [])[:1]]
    found = " or ".join(["'me' in owners", *places])
    return f"name = '{quoted(name)}' and ({found})" if said.get("createdTime") else found


# --- forms

_NAME, _COPIED = computed(called, sent()), computed(called_copy, sent(), before())


def _into_the_trash(given: Mapping[str, Any]) -> Any:
    """The undo: into the trash, unless somebody else uses what was made; for good only where a run asks for it."""
    made = the_file(answer("id"), completed="made file", given=given)
    still: dict[str, Any] = {"inside": [], "edits": []}
    alike = {"inside": "own inside", "edits": "own edits"}
    return first(
        do(
            "drive.files.update",
            {"trashed": True},
            fileId=answer("id"),
            supportsAllDrives=True,
            goal=shows(made, trashed=True, parent=_OWN_PLACE),
            still=still,
            alike=alike,
            ok=(404,),
            ends=True,
        ),
        offers={
            _DELETE: do(
                "drive.files.delete",
                fileId=answer("id"),
                supportsAllDrives=True,
                goal=gone(made, parent=_OWN_PLACE),
                still=still,
                alike=alike,
                ok=(404,),
            )
        },
    )


_OWN_PLACE = when(sent("parents.0"), shows(the_file(sent("parents.0")), driveId=None), ABOUT)
"""Where a new file lies. In a shared drive a 404 never tells that it is gone: others may have moved or hidden it."""

_STAYS = (
    "It stays in the trash for 30 days and counts against the quota. People with whom its folder is shared may have "
    "seen it, and been told."
)
_STUCK = "Look for it in Drive: if others use it, leave it to them; else put it into the trash, then keep the action."


def _probe(name: Any, given: Mapping[str, Any]) -> Any:
    """By its id where the call says one, else in the list of what the account made, back to the call."""
    listed = read(
        "drive.files.list",
        "files",
        completed="made files",
        given=given,
        q=computed(search, sent(), name),
        orderBy="createdTime desc",
        pageSize=100,
        spaces="drive",
        supportsAllDrives=True,
        includeItemsFromAllDrives=True,
        fields=FILES,
    )
    same = {"name": name, "mimeType": sent("mimeType"), "content": sent("media.md5")}
    match = {"id": found("id")}
    in_the_list = find(
        listed,
        same=same,
        mine="author",
        since="made",
        newest=True,
        pages="pageToken",
        next="nextPageToken",
        effect=match,
        lags=LAGS,
    )
    by_id = stands(the_file(sent("id"), maybe=True), {"id": sent("id")}, effect=match)
    return when(sent("id"), by_id, in_the_list)


_IDS = read("drive.files.generateIds", count=1, space="drive", type=computed(kind_of_id, sent()))
_NEW_ID = look("new_id", when(computed(takes_id, sent()), _IDS, None), "ids.0", fresh=True)
"""An id that Drive gives out before a file is made, so that it can be found again whatever becomes of the answer."""

_SOURCE = look(
    "kind", read("drive.files.get", fileId=sent("fileId"), supportsAllDrives=True, fields="mimeType"), "mimeType"
)
_ID_OF_COPY = look("new_id", when(computed(copy_takes_id, sent(), looked("kind")), _IDS, None), "ids.0", fresh=True)
"""The same for a copy, where its source is none that takes none."""

_GIVEN = {"told": sent(), **BY}
_COPY_GIVEN = {**_GIVEN, "of": before()}
_PARENT = path("drive:file:", sent("parents.0"))

ROWS = (
    op(
        "drive.files.create",
        sdk="files().create",
        says="make {kind}{titled} in {where}",
        names=told.new,
        tier=make_tier,
        query=_QUERY,
        lookups=_NEW_ID,
        fills={"id": looked("new_id")},
        object=NEW_FILE,
        parents=(_PARENT,),
        inverse=_into_the_trash({"was": answer(), **_GIVEN}),
        probe=_probe(_NAME, _GIVEN),
        residue=_STAYS,
        if_stuck=_STUCK,
        scopes=SCOPES,
        why="What was made goes to the trash, unless somebody put something into it, or changed, shared or discussed "
        "it. It is deleted for good only where a run asks for that. That an app's own folder knows no trash is "
        f"inferred. {GUIDES}/delete",
    ),
    op(
        "drive.files.copy",
        sdk="files().copy",
        says="copy file {fileId}{titled}",
        names=told.new,
        tier=make_tier,
        query=("fileId", "copyComments", *_QUERY),
        lookups=(_SOURCE, _ID_OF_COPY),
        fills={"id": looked("new_id")},
        object=NEW_FILE,
        parents=(_PARENT,),
        before=the_file(sent("fileId")),
        inverse=_into_the_trash({"was": answer(), **_COPY_GIVEN}),
        probe=_probe(_COPIED, _COPY_GIVEN),
        residue=_STAYS,
        if_stuck=_STUCK,
        scopes=SCOPES,
        why="The copy goes to the trash as anything that was made. That a copy without a name of its own is called "
        f'"Copy of …" is inferred. {GUIDES}/delete',
    ),
)
