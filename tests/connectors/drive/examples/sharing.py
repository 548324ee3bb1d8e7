"""Sharing: given, changed, taken away."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.drive.examples.things import ALL, ANNA, BEN, NOTES, PROJECTS, REPORT, SHARED, Act, update

CREATE, UPDATE, DELETE = "drive.permissions.create", "drive.permissions.update", "drive.permissions.delete"
LATER = "2027-06-01T00:00:00.000Z"


def share(file: str, email: str, role: str, **more: Any) -> Act:
    """Share a file with a person."""
    body = {"type": "user", "role": role, "emailAddress": email}
    return lambda d: d.permissions().create(fileId=file, body=body, **more).execute()


def reshare(file: str, id: str, body: dict[str, Any], **more: Any) -> Act:
    """Change a permission."""
    return lambda d: d.permissions().update(fileId=file, permissionId=id, body=body, **more).execute()


def unshare(file: str, id: str, **more: Any) -> Act:
    """Take a permission away."""
    return lambda d: d.permissions().delete(fileId=file, permissionId=id, **more).execute()


EXAMPLES = (
    Example(
        CREATE,
        share(NOTES, BEN.email, "reader", sendNotificationEmail=False),
        foreign=reshare(NOTES, BEN.id, {"role": "writer"}),
        beside=lambda d: d.permissions().create(fileId=NOTES, body={"type": "anyone", "role": "reader"}).execute(),
        name="with somebody who had nothing",
    ),
    Example(
        CREATE,
        share(REPORT, BEN.email, "writer"),
        foreign=reshare(REPORT, BEN.id, {"role": "commenter"}),
        beside=update(REPORT, {"description": "Theirs"}),
        name="with a reader, as a writer",
    ),
    Example(
        CREATE,
        share(SHARED, BEN.email, "commenter", **ALL),
        foreign=reshare(SHARED, BEN.id, {"role": "writer"}, **ALL),
        name="in a shared drive",
    ),
    Example(
        CREATE,
        share(REPORT, ANNA.email, "writer"),
        alone="her access comes from the folder, and only the agent shares there",
        name="with somebody who has it from the folder",
    ),
    Example(
        UPDATE,
        reshare(REPORT, BEN.id, {"role": "commenter", "expirationTime": LATER}),
        foreign=reshare(REPORT, BEN.id, {"role": "writer"}),
        beside=share(REPORT, "c@acme.example", "reader"),
        name="role and end",
    ),
    Example(
        UPDATE,
        reshare(REPORT, BEN.id, {"role": "reader"}, removeExpiration=True),
        prepare=reshare(REPORT, BEN.id, {"role": "reader", "expirationTime": LATER}),
        foreign=reshare(REPORT, BEN.id, {"role": "writer"}),
        name="no end any more",
    ),
    Example(
        DELETE,
        unshare(REPORT, BEN.id),
        foreign=share(REPORT, BEN.email, "writer"),
        untold="that somebody shared it again shows nothing of whether it was taken away before",
        beside=share(REPORT, "c@acme.example", "reader"),
    ),
    Example(
        DELETE,
        unshare(PROJECTS, "anyoneWithLink"),
        prepare=lambda d: d.permissions().create(fileId=PROJECTS, body={"type": "anyone", "role": "reader"}).execute(),
        alone="giving it again is what the undo does, too",
        name="of anyone",
    ),
)
