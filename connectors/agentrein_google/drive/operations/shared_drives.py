"""Shared drives, also by their old name: https://developers.google.com/workspace/drive/api/guides/manage-shareddrives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    before,
    do,
    either,
    field,
    find,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_google.drive.fields import DRIVE, DRIVES
from agentrein_google.drive.operations.places import ABOUT, ADMIN, BY, REFERENCE, WHOLE_DRIVE

_ADMIN: dict[str, Any] = {ADMIN: sent(ADMIN)}
_RULES = (
    "adminManagedRestrictions",
    "copyRequiresWriterPermission",
    "domainUsersOnly",
    "driveMembersOnly",
    "sharingFoldersRequiresOrganizerPermission",
)


def rules(body: Mapping[str, Any], image: Any) -> tuple[Any, ...]:  # noqa: ARG001 - a function of fields takes both
    """The restrictions that a call sets."""
    named = body.get("restrictions") or {}
    return tuple(
        field(name, inside="restrictions", clear=False, same=(None, False)) for name in _RULES if name in named
    )


def _drive(id: Any, *, whole: bool = False, **admin: Any) -> Any:
    """The read of a shared drive; `whole` looks into it, and at who is a member."""
    completed = "whole drive" if whole else ""
    return read("drive.drives.get", completed=completed, given=BY, maybe=whole, driveId=id, fields=DRIVE, **admin)


def _object(id: Any) -> Any:
    """A shared drive is the folder at its top, too, and has the same id."""
    return path("drive:file:", id)


def _create(of: str) -> Any:
    return op(
        f"drive.{of}.create",
        sdk=f"{of}().create",
        says="make shared drive {name!r}",
        tier=REVERSIBLE,
        query=("requestId",),
        object=_object(answer("id")),
        inverse=do(
            "drive.drives.delete",
            driveId=answer("id"),
            goal=gone(_drive(answer("id"), whole=True), parent=ABOUT),
            still={"name": sent("name"), "inside": [], "members": []},
            alike={"inside": "own inside", "members": "own members"},
            ok=(404,),
        ),
        probe=find(
            read("drive.drives.list", "found", completed="made drives", given=BY, pageSize=100, fields=DRIVES),
            same=("name",),
            mine="by",
            since="createdTime",
            pages="pageToken",
            next="nextPageToken",
        ),
        residue="What lies in its trash is deleted with it.",
        if_stuck="Somebody uses the drive: look there whose it is.",
        scopes=WHOLE_DRIVE,
        why="A shared drive is deleted while nothing lies in it and nobody else is a member. Drive shows no maker: one "
        f"of that name is known by the account managing it. {REFERENCE}/drives/delete",
    )


def _update(of: str, id: str) -> Any:
    it = _drive(sent(id), **_ADMIN)
    return op(
        f"drive.{of}.update",
        sdk=f"{of}().update",
        says=f"change {{fields}} of shared drive {{{id}}}",
        tier=REVERSIBLE,
        query=(id, ADMIN),
        object=_object(sent(id)),
        inverse=restore(it, "drive.drives.update", field("name"), field("colorRgb"), rules, driveId=sent(id), **_ADMIN),
        residue="Who could see or share something by the restrictions meanwhile, or could not.",
        scopes=WHOLE_DRIVE,
        why="Name, color and restrictions are written back. A theme or a picture is not shown, so that setting one is "
        f"refused. {REFERENCE}/drives/update",
    )


def _switch(name: str, back: str, *, hides: bool) -> Any:
    it = _drive(sent("driveId"))
    undo = do(f"drive.drives.{back}", driveId=sent("driveId"), goal=shows(it, hidden=not hides))
    return op(
        f"drive.drives.{name}",
        sdk=f"drives().{name}",
        says=f"{name} shared drive {{driveId}}",
        tier=REVERSIBLE,
        query=("driveId",),
        object=_object(sent("driveId")),
        before=it,
        inverse=either({not hides: undo, hides: None}, by=before("hidden")),
        probe=stands(it, {"hidden": hides}),
        scopes=WHOLE_DRIVE,
        why=f"The account's own view shows it again, or hides it, as before. {REFERENCE}/drives/{back}",
    )


ROWS = (
    _create("drives"),
    _update("drives", "driveId"),
    _switch("hide", "unhide", hides=True),
    _switch("unhide", "hide", hides=False),
    op(
        "drive.drives.delete",
        sdk="drives().delete",
        says="delete shared drive {driveId}",
        tier=IRREVERSIBLE,
        query=("driveId", "allowItemDeletion", ADMIN),
        object=_object(sent("driveId")),
        why=f"Nothing brings a shared drive back, nor what lies in its trash. {REFERENCE}/drives/delete",
    ),
    _create("teamdrives"),
    _update("teamdrives", "teamDriveId"),
)
