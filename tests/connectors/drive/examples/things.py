"""What the examples act on: the things of the sandbox, and what people do with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agentrein_google.drive.sandbox import DriveSandbox

ROOT, PROJECTS, ARCHIVE, PAST, REPORT = (
    DriveSandbox.ROOT,
    DriveSandbox.PROJECTS,
    DriveSandbox.ARCHIVE,
    DriveSandbox.PAST,
    DriveSandbox.REPORT,
)
NOTES, PLAN, SHEET, LINK, ANNAS = (
    DriveSandbox.NOTES,
    DriveSandbox.PLAN,
    DriveSandbox.SHEET,
    DriveSandbox.LINK,
    DriveSandbox.ANNAS,
)
DRIVE, OTHER_DRIVE, SHARED, INVOICES = (
    DriveSandbox.DRIVE,
    DriveSandbox.OTHER_DRIVE,
    DriveSandbox.SHARED,
    DriveSandbox.INVOICES,
)
COMMENT, THREAD, REPLY, OWN_REPLY = (
    DriveSandbox.COMMENT,
    DriveSandbox.THREAD,
    DriveSandbox.REPLY,
    DriveSandbox.OWN_REPLY,
)
STATUS, RISK = DriveSandbox.STATUS, DriveSandbox.RISK
AGENT, ANNA, BEN = DriveSandbox.AGENT, DriveSandbox.ANNA, DriveSandbox.BEN
ALL = {"supportsAllDrives": True}

Act = Callable[[Any], Any]


def update(file: str, body: dict[str, Any] | None = None, **more: Any) -> Act:
    """Change a file."""
    return lambda d: d.files().update(fileId=file, body=body or {}, **more).execute()


def create(body: dict[str, Any], **more: Any) -> Act:
    """Make a file."""
    return lambda d: d.files().create(body=body, **more).execute()


def newest(d: Any, name: str) -> str:
    """The id of the newest file of a name."""
    flags = {"includeItemsFromAllDrives": True, **ALL}
    found = d.files().list(q=f"name = '{name}' and trashed = false", orderBy="createdTime desc", **flags).execute()
    return str(found["files"][0]["id"])


def on_newest(name: str, body: dict[str, Any] | None = None, **more: Any) -> Act:
    """Change the newest file of a name."""
    return lambda d: d.files().update(fileId=newest(d, name), body=body or {}, **ALL, **more).execute()


def into_newest(name: str, child: str) -> Act:
    """Put a file into the newest folder of a name."""
    return lambda d: d.files().create(body={"name": child, "parents": [newest(d, name)]}, **ALL).execute()


def both(*acts: Act) -> Act:
    """One after the other."""

    def act(d: Any) -> None:
        for one in acts:
            one(d)

    return act
