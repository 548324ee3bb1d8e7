"""Notifications of changes: https://developers.google.com/workspace/drive/api/guides/push."""

from __future__ import annotations

from typing import Any

from agentrein.connector import IRREVERSIBLE, REVERSIBLE, answer, do, find, op, path, read, sent
from agentrein_google.drive.operations.places import ANY_SCOPE, DRIVES, GUIDES, SHOWN

_CHANGES = (
    *("pageToken", "driveId", "teamDriveId", "includeCorpusRemovals", "includeItemsFromAllDrives", "includeRemoved"),
    *("includeTeamDriveItems", "pageSize", "restrictToMyDrive", "spaces"),
)


def _watch(address: str, sdk: str, says: str, query: tuple[str, ...]) -> Any:
    """The row of a call that opens a channel."""
    return op(
        address,
        sdk=sdk,
        says=says,
        tier=REVERSIBLE,
        query=(*query, *DRIVES, *SHOWN),
        object=path("drive:channel:", sent("id")),
        inverse=do(
            "drive.channels.stop",
            {"id": sent("id"), "resourceId": answer("resourceId")},
            again="safe",
            ok=(404,),
        ),
        probe=find(
            read("drive.about.get", "channels", completed="no channels", fields="user"),
            same={"id": sent("id")},
            since="createdTime",
        ),
        residue="What was told to its address until then. Drive shows no channels, so that nothing is read back.",
        if_stuck="Drive lists no channels: this one ends by itself, within an hour unless the call said a later time.",
        scopes=ANY_SCOPE,
        secret=("token",),
        why="The channel is stopped by its id and the one that the answer gives it; without that answer it ends by "
        f"itself. {GUIDES}/push#stop-notifications",
    )


ROWS = (
    _watch("drive.files.watch", "files().watch", "watch file {fileId}", ("fileId", "acknowledgeAbuse")),
    _watch("drive.changes.watch", "changes().watch", "watch all changes", _CHANGES),
    op(
        "drive.channels.stop",
        sdk="channels().stop",
        says="stop channel {id}",
        tier=IRREVERSIBLE,
        object=path("drive:channel:", sent("id")),
        why="Drive does not show where a channel led, so that nobody can open the same one again. "
        f"{GUIDES}/push#stop-notifications",
    ),
)
