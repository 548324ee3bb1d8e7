"""What agents do in Drive, in the words of google-api-python-client."""

from __future__ import annotations

from typing import Any

from tests.independent.story import Story

FOLDER = "application/vnd.google-apps.folder"
SHOWN = "id,name,description,starred,trashed,parents,properties"


def seen(drive: Any) -> dict[str, Any]:
    """What a person sees of the files that are not in the trash, and with whom they are shared."""
    files = drive.files().list(q="trashed = false", fields=f"files({SHOWN})", pageSize=100).execute()["files"]
    found = {}
    for one in files:
        fields = "permissions(type,role,emailAddress)"
        shared = drive.permissions().list(fileId=one["id"], fields=fields).execute()["permissions"]
        whom = sorted((p.get("emailAddress", ""), p["type"], p["role"]) for p in shared)
        found[one["id"]] = {**{k: v or None for k, v in one.items()}, "shared": whom}
    return found


def prepare(drive: Any) -> None:
    """What was there before: a folder, two files."""
    files = drive.files()
    files.create(body={"name": "Archive", "mimeType": FOLDER}).execute()
    files.create(body={"name": "Notes", "description": "draft", "mimeType": "text/plain"}).execute()
    files.create(body={"name": "Plan", "mimeType": "text/plain"}).execute()


def called(drive: Any, name: str) -> str:
    """The id of a file."""
    return str(drive.files().list(q=f"name = '{name}'", fields="files(id)").execute()["files"][0]["id"])


def made(drive: Any) -> None:
    """A folder and a file in it, a copy."""
    files = drive.files()
    folder = files.create(body={"name": "2026", "mimeType": FOLDER}, fields="id").execute()["id"]
    files.create(body={"name": "Report", "mimeType": "text/plain", "parents": [folder]}).execute()
    files.copy(fileId=called(drive, "Notes"), body={"name": "Notes again"}).execute()


def changed(drive: Any) -> None:
    """Renamed, described, moved, put into the trash."""
    files, notes, plan = drive.files(), called(drive, "Notes"), called(drive, "Plan")
    files.update(fileId=notes, body={"name": "Minutes", "description": "of May", "starred": True}).execute()
    old = files.get(fileId=plan, fields="parents").execute()["parents"][0]
    files.update(fileId=plan, addParents=called(drive, "Archive"), removeParents=old).execute()
    files.update(fileId=notes, body={"trashed": True}).execute()


def shared(drive: Any) -> None:
    """Shared with somebody, who may write then."""
    service, notes = drive.permissions(), called(drive, "Notes")
    body = {"type": "user", "role": "reader", "emailAddress": "helper@acme.com"}
    one = service.create(fileId=notes, body=body, sendNotificationEmail=False).execute()
    service.update(fileId=notes, permissionId=one["id"], body={"role": "writer"}).execute()


STORIES = {
    "made": Story(prepare, made, seen, 3),
    "changed": Story(prepare, changed, seen, 3),
    "shared": Story(prepare, shared, seen, 2),
}
