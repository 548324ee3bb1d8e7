"""Sharing: https://developers.google.com/workspace/drive/api/guides/manage-sharing."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    answer,
    before,
    computed,
    do,
    either,
    field,
    found,
    gone,
    op,
    read,
    restore,
    sent,
    shows,
    stands,
    when,
)
from agentrein_google.drive.fields import PERMISSION, PERMISSIONS
from agentrein_google.drive.operations import told
from agentrein_google.drive.operations.places import ADMIN, DRIVES, GUIDES, REFERENCE, SCOPES, THE_FILE, the_file
from agentrein_google.drive.sharing import (
    given_again,
    had_no_end,
    has_own,
    how_shared,
    quietly,
    reshare_tier,
    role_and_end,
    share_tier,
    unshare_tier,
    written_back,
)

_ADMIN: dict[str, Any] = {ADMIN: sent(ADMIN)}
_QUERY = ("fileId", "enforceExpansiveAccess", ADMIN, *DRIVES)
_OWNERS = ("transferOwnership", "moveToNewOwnersRoot", "enforceSingleParent")


def _permission(id: Any, *, maybe: bool = False) -> Any:
    """The read of one permission."""
    return read(
        "drive.permissions.get",
        completed="with ends",
        maybe=maybe,
        fileId=sent("fileId"),
        permissionId=id,
        supportsAllDrives=True,
        fields=PERMISSION,
        **_ADMIN,
    )


_WHOM = {"type": sent("type"), "emailAddress": sent("emailAddress"), "domain": sent("domain"), "view": sent("view")}
_GRANTS = read(
    "drive.permissions.list",
    completed="grants",
    given={"whom": _WHOM, "file": sent("fileId"), "admin": sent(ADMIN)},
    fileId=sent("fileId"),
    supportsAllDrives=True,
    pageSize=100,
    fields=PERMISSIONS,
    **_ADMIN,
)
"""Everybody with whom a file is shared, and among them the one whom a call names."""


# --- rows

_HAD = before("had")
_PLACE: dict[str, Any] = {"fileId": sent("fileId"), "supportsAllDrives": True, **_ADMIN}
_MADE = _permission(answer("id"), maybe=True)
_LEFT: dict[str, Any] = {"still": {"role": answer("role")}}
_ROLE_BACK = do(
    "drive.permissions.update",
    computed(written_back, _HAD),
    permissionId=before("had.id"),
    removeExpiration=computed(had_no_end, _HAD),
    **_PLACE,
    goal=shows(_permission(before("had.id")), role=before("had.role"), ends=before("had.ends")),
    **_LEFT,
)
_TAKEN_BACK = {
    "nothing": do(
        "drive.permissions.delete",
        permissionId=answer("id"),
        **_PLACE,
        goal=gone(_MADE, parent=the_file(sent("fileId"))),
        ok=(404,),
        ends=False,  # the file stays, whatever others did to it since
        **_LEFT,
    ),
    "from a folder": do("drive.permissions.delete", permissionId=answer("id"), **_PLACE, goal=shows(_MADE, own=None)),
    "its own": _ROLE_BACK,
}
_FOUND = {"id": found("had.id"), "role": sent("role")}
_ONE = _permission(sent("permissionId"))
_GIVEN_AGAIN = do(
    "drive.permissions.create",
    computed(given_again, before()),
    sendNotificationEmail=computed(quietly, before()),
    **_PLACE,
    goal=shows(_permission(sent("permissionId"), maybe=True), own=before("own")),
    still={"own": None},
)

ROWS = (
    op(
        "drive.permissions.create",
        sdk="permissions().create",
        says="share file {fileId} with {whom} as {role}{gift}",
        names=told.grantee,
        tier=share_tier,
        query=(*_QUERY, *_OWNERS, "emailMessage", "sendNotificationEmail"),
        object=THE_FILE,
        before=_GRANTS,
        inverse=either(_TAKEN_BACK, by=computed(how_shared, _HAD)),
        probe=when(
            computed(has_own, _HAD),
            stands(_GRANTS, {"had.own": sent("role")}, effect=_FOUND),
            stands(_GRANTS, {"shared": True}, effect=_FOUND),
        ),
        residue="Whoever got a mail keeps it, and what was read or copied meanwhile.",
        if_stuck="Look at the sharing of the file in Drive, and put the person there to what he had.",
        scopes=SCOPES,
        why="A permission has the id of the grantee: who had none loses it again, who had another role gets that back. "
        f"Nothing takes a file back that was given away, nor the mail about it. {GUIDES}/manage-sharing",
    ),
    op(
        "drive.permissions.update",
        sdk="permissions().update",
        says="change {fields} of permission {permissionId} on file {fileId}",
        tier=reshare_tier,
        query=("permissionId", "removeExpiration", *_QUERY, "transferOwnership"),
        object=THE_FILE,
        before=_ONE,
        faithful=False,
        inverse=restore(
            _ONE,
            do(
                "drive.permissions.update",
                computed(written_back, before()),
                permissionId=sent("permissionId"),
                removeExpiration=computed(had_no_end, before()),
                **_PLACE,
            ),
            field("role"),
            field("ends"),
            wants=computed(role_and_end, sent(), before()),
        ),
        residue="What was read or changed meanwhile.",
        if_stuck="An end that has passed cannot be written again: share the file anew.",
        scopes=SCOPES,
        why="Role and end are written back while they are as the call left them. Ownership does not come back by who "
        f"gave it away. {REFERENCE}/permissions/update",
    ),
    op(
        "drive.permissions.delete",
        sdk="permissions().delete",
        says="take permission {permissionId} off file {fileId}",
        tier=unshare_tier,
        query=("permissionId", *_QUERY),
        object=THE_FILE,
        before=_ONE,
        inverse=_GIVEN_AGAIN,
        probe=stands(_permission(sent("permissionId"), maybe=True), {"own": None}),
        residue="The person's own stars, shortcuts and list of shared files may not show it any more.",
        if_stuck="An end that has passed cannot be written again: share the file anew.",
        scopes=SCOPES,
        why="The permission is given again, without a mail. Nobody gives himself access again that he took away, and "
        f"an account that is deleted gets none. {REFERENCE}/permissions/create",
    ),
)
