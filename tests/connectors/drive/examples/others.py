"""Shared drives, revisions, labels, approvals, batches; channels, of which nothing is listed."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.drive.examples.things import (
    ALL,
    BEN,
    DRIVE,
    NOTES,
    PLAN,
    REPORT,
    RISK,
    STATUS,
    Act,
    update,
)

OWN_VIEW = "it is the account's own view"


def labels(*changes: dict[str, Any]) -> Act:
    """Change the labels of the report."""
    return lambda d: d.files().modifyLabels(fileId=REPORT, body={"labelModifications": list(changes)}).execute()


def publish(**body: Any) -> Act:
    """Change the newest revision of the plan."""

    def act(d: Any) -> None:
        newest = d.revisions().list(fileId=PLAN).execute()["revisions"][-1]["id"]
        d.revisions().update(fileId=PLAN, revisionId=newest, body=body).execute()

    return act


def make_drive(d: Any) -> None:
    """Make a shared drive."""
    d.drives().create(requestId="request-1", body={"name": "Launch"}).execute()


def into_launch(d: Any) -> None:
    """Put a file into it; whoever manages the domain made Anna a member."""
    made = next(one for one in d.drives().list(pageSize=50, **ADMIN).execute()["drives"] if one["name"] == "Launch")
    body = {"type": "user", "role": "organizer", "emailAddress": "anna@acme.example"}
    d.permissions().create(fileId=made["id"], body=body, supportsAllDrives=True, **ADMIN).execute()


ADMIN = {"useDomainAdminAccess": True}


def batch(d: Any) -> None:
    """Rename one file and describe another in one request."""
    together = d.new_batch_http_request()
    together.add(d.files().update(fileId=NOTES, body={"name": "Notes 2.txt"}))
    together.add(d.files().update(fileId=REPORT, body={"description": "Ours"}))
    together.execute()


def respond(d: Any) -> None:
    """Decline the approval of the report."""
    found = d.approvals().list(fileId=REPORT).execute()["items"][-1]["approvalId"]
    d.approvals().decline(fileId=REPORT, approvalId=found, body={}).execute()


def rename_drive(d: Any) -> None:
    """Rename a shared drive."""
    d.drives().update(driveId=DRIVE, body={"name": "Theirs"}).execute()


EXAMPLES = (
    Example(
        "drive.drives.create",
        make_drive,
        foreign=into_launch,
        beside=rename_drive,
    ),
    Example(
        "drive.drives.update",
        lambda d: (
            d.drives()
            .update(
                driveId=DRIVE, body={"name": "Ads", "colorRgb": "#ea6100", "restrictions": {"domainUsersOnly": False}}
            )
            .execute()
        ),
        foreign=rename_drive,
        beside=lambda d: d.drives().update(driveId=DRIVE, body={"restrictions": {"driveMembersOnly": True}}).execute(),
    ),
    Example(
        "drive.drives.hide",
        lambda d: d.drives().hide(driveId=DRIVE).execute(),
        alone=OWN_VIEW,
        beside=rename_drive,
    ),
    Example(
        "drive.drives.unhide",
        lambda d: d.drives().unhide(driveId=DRIVE).execute(),
        nothing=True,
        name="not hidden",
    ),
    Example(
        "drive.teamdrives.create",
        lambda d: d.teamdrives().create(requestId="request-2", body={"name": "Launch"}).execute(),
        foreign=into_launch,
    ),
    Example(
        "drive.teamdrives.update",
        lambda d: d.teamdrives().update(teamDriveId=DRIVE, body={"name": "Ads"}).execute(),
        foreign=rename_drive,
    ),
    Example(
        "drive.revisions.update",
        publish(published=True, publishAuto=True),
        alone="nobody else may write the document",
        beside=update(REPORT, {"description": "Theirs"}),
    ),
    Example(
        "drive.files.modifyLabels",
        labels(
            {
                "labelId": STATUS,
                "fieldModifications": [
                    {"fieldId": "state", "setSelectionValues": ["done"]},
                    {"fieldId": "due", "setDateValues": ["2026-12-01"]},
                ],
            },
            {"labelId": RISK, "fieldModifications": [{"fieldId": "who", "setUserValues": [BEN.email]}]},
        ),
        foreign=labels(
            {"labelId": STATUS, "fieldModifications": [{"fieldId": "state", "setSelectionValues": ["theirs"]}]}
        ),
        beside=update(REPORT, {"description": "Theirs"}),
        name="filled and put on",
    ),
    Example(
        "drive.files.modifyLabels",
        labels({"labelId": STATUS, "removeLabel": True}),
        foreign=labels(
            {"labelId": STATUS, "fieldModifications": [{"fieldId": "state", "setSelectionValues": ["theirs"]}]}
        ),
        name="taken off",
    ),
    Example(
        "drive.approvals.start",
        lambda d: d.approvals().start(fileId=REPORT, body={"reviewerEmails": ["anna@acme.example"]}).execute(),
        foreign=respond,
        unforced="an approval that is over cannot be cancelled",
        beside=update(REPORT, {"description": "Theirs"}),
    ),
    Example(
        "drive.batch",
        batch,
        foreign=update(NOTES, {"name": "Theirs.txt"}),
        beside=update(REPORT, {"starred": True}),
    ),
)

WATCHES = (
    Example(
        "drive.files.watch",
        lambda d: d.files().watch(fileId=NOTES, body=_channel("c-1")).execute(),
        alone="only who opened a channel closes it",
    ),
    Example(
        "drive.changes.watch",
        lambda d: d.changes().watch(pageToken="1", body=_channel("c-2"), **ALL).execute(),
        alone="only who opened a channel closes it",
    ),
)
"""Where an answer was lost, nothing tells of a channel: a person is asked, which has tests of its own."""


def _channel(id: str) -> dict[str, Any]:
    return {"id": id, "type": "web_hook", "address": "https://hooks.acme.example/drive", "token": "s3cret"}
