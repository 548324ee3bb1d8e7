"""What the rows share: the things they touch, the flags that every call of ours carries, and how files are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Read, actor, answer, path, read, sent
from agentrein_google.drive.fields import FILE

GUIDES = "https://developers.google.com/workspace/drive/api/guides"
REFERENCE = "https://developers.google.com/workspace/drive/api/reference/rest/v3"

DRIVES = ("supportsAllDrives", "supportsTeamDrives")
"""Parameters by which a caller says that it knows of shared drives, as our calls always do: else all there is a 404."""

SHOWN = ("includeLabels", "includePermissionsForView")
"""Parameters that only change what an answer shows."""

ADMIN = "useDomainAdminAccess"
"""A parameter with which an administrator acts on what he is no member of: an undo says it again."""

_AUTH = "https://www.googleapis.com/auth/drive"
SCOPES = ((_AUTH, f"{_AUTH}.file"),)
"""Either of these reads and changes files: all of them, or those that the app made or was given."""

METADATA = ((*SCOPES[0], f"{_AUTH}.metadata"),)
"""Any of these changes what files are called, where they lie, and what is said of them."""

ANY_SCOPE = ((*METADATA[0], f"{_AUTH}.appdata", f"{_AUTH}.metadata.readonly", f"{_AUTH}.readonly"),)
"""Any of these watches files, and stops that."""

WHOLE_DRIVE = (_AUTH,)
"""What shared drives need."""

THE_FILE = path("drive:file:", sent("fileId"))
NEW_FILE = path("drive:file:", answer("id"))
THE_DRIVE = path("drive:file:", sent("driveId"))
"""A shared drive is the folder at its top, too, and has the same id."""

BY = {"by": actor("account")}
"""What a reading is given that tells what others did."""


def the_file(id: Any, *, completed: str = "", maybe: bool = False, given: Mapping[str, Any] | None = None) -> Read:
    """The read of a file, wherever it lies."""
    return read(
        "drive.files.get",
        completed=completed,
        maybe=maybe,
        given=given or {},
        fileId=id,
        supportsAllDrives=True,
        fields=FILE,
    )


ABOUT = read("drive.about.get", fields="user")
"""What can always be read: a 404 beside it says that the file is gone, or that this account may not see it."""
