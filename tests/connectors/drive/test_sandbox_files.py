"""The stand-in's files, by the bare SDK."""

from __future__ import annotations

from typing import Any

import pytest
from googleapiclient.errors import HttpError

from agentrein_google.drive.sandbox import DriveSandbox
from connectors.drive.refusals import refused
from drive_kit import ALL, DOCUMENT, FOLDER, SHORTCUT, Clients, media

PROJECTS, ARCHIVE, REPORT, NOTES = (
    DriveSandbox.PROJECTS,
    DriveSandbox.ARCHIVE,
    DriveSandbox.REPORT,
    DriveSandbox.NOTES,
)
SHARED, DRIVE, INVOICES, PLAN = DriveSandbox.SHARED, DriveSandbox.DRIVE, DriveSandbox.INVOICES, DriveSandbox.PLAN


def seen(client: Any, file: str, fields: str = "*", **flags: Any) -> dict[str, Any]:
    """What a file shows."""
    found: dict[str, Any] = client.files().get(fileId=file, fields=fields, **flags).execute()
    return found


def test_an_answer_shows_four_fields_unless_more_are_asked_for(bare: Any) -> None:
    """An answer shows four fields unless more are asked for."""
    assert set(bare.files().get(fileId=REPORT).execute()) == {"kind", "id", "name", "mimeType"}
    assert seen(bare, REPORT, "parents,owners/me") == {"parents": [PROJECTS], "owners": [{"me": True}]}


def test_an_id_that_was_given_out_makes_one_file(bare: Any) -> None:
    """An id that was given out makes one file."""
    [id] = bare.files().generateIds(count=1).execute()["ids"]
    assert bare.files().create(body={"id": id, "name": "A"}).execute()["id"] == id
    assert refused(bare.files().create(body={"id": id, "name": "A"})) == (409, "fileIdInUse")
    assert refused(bare.files().create(body={"id": "mine", "name": "A"}))[0] == 400
    [other] = bare.files().generateIds(count=1).execute()["ids"]
    assert refused(bare.files().create(body={"id": other, "name": "A", "mimeType": DOCUMENT}))[0] == 400


def test_shortcuts_take_ids_of_their_own(bare: Any) -> None:
    """Shortcuts take ids of their own."""
    [wrong], [right] = (
        bare.files().generateIds(count=1, type=kind).execute()["ids"] for kind in ("files", "shortcuts")
    )
    body = {"name": "To it", "mimeType": SHORTCUT, "shortcutDetails": {"targetId": REPORT}}
    assert refused(bare.files().create(body={**body, "id": wrong}))[0] == 400
    made = bare.files().create(body={**body, "id": right}, fields="id,shortcutDetails").execute()
    assert made == {"id": right, "shortcutDetails": {"targetId": REPORT, "targetMimeType": "text/plain"}}


def test_what_lies_in_a_shared_drive_is_not_found_without_the_flag(bare: Any) -> None:
    """What lies in a shared drive is not found without the flag."""
    assert refused(bare.files().get(fileId=SHARED)) == (404, "notFound")
    assert refused(bare.files().update(fileId=SHARED, body={"name": "A"})) == (404, "notFound")
    assert seen(bare, SHARED, "driveId,owners", **ALL) == {"driveId": DRIVE}
    assert "Shared.txt" not in names(bare)
    assert "Shared.txt" in names(bare, includeItemsFromAllDrives=True, **ALL)


def names(client: Any, q: str = "", **flags: Any) -> list[str]:
    """The names of what a search finds."""
    return [one["name"] for one in client.files().list(q=q or None, orderBy="name", **flags).execute()["files"]]


def test_nobody_sees_what_is_not_shared(clients: Clients) -> None:
    """Nobody sees what is not shared."""
    assert refused(clients.stranger().files().get(fileId=REPORT)) == (404, "notFound")
    assert names(clients.stranger()) == []


def test_a_file_has_one_parent(bare: Any) -> None:
    """A file has one parent."""
    assert refused(bare.files().create(body={"name": "A", "parents": [PROJECTS, ARCHIVE]}))[0] == 400
    assert refused(bare.files().update(fileId=REPORT, addParents=ARCHIVE)) == (403, "cannotAddParent")
    assert refused(bare.files().update(fileId=REPORT, removeParents=PROJECTS)) == (403, "cannotRemoveParent")
    assert refused(bare.files().update(fileId=REPORT, body={"parents": [ARCHIVE]})) == (403, "fieldNotWritable")
    both = f"{PROJECTS},{INVOICES}"
    drive = bare.files().update(fileId=SHARED, addParents=INVOICES, removeParents=f"{DRIVE},{both}", **ALL)
    assert refused(drive) == (403, "teamDrivesParentLimit")
    bare.files().update(fileId=REPORT, addParents=ARCHIVE, removeParents=PROJECTS).execute()
    assert seen(bare, REPORT, "parents") == {"parents": [ARCHIVE]}


def test_a_folder_does_not_go_into_itself(bare: Any) -> None:
    """A folder does not go into itself."""
    inner = bare.files().create(body={"name": "In", "mimeType": FOLDER, "parents": [PROJECTS]}).execute()["id"]
    assert refused(bare.files().update(fileId=PROJECTS, addParents=inner, removeParents="root")) == (
        403,
        "cyclicParent",
    )


def test_into_a_shared_drive_the_owner_changes(bare: Any) -> None:
    """Into a shared drive the owner changes."""
    bare.files().update(fileId=NOTES, addParents=INVOICES, removeParents="root", **ALL).execute()
    assert seen(bare, NOTES, "driveId,ownedByMe,parents", **ALL) == {"driveId": DRIVE, "parents": [INVOICES]}


def test_what_lies_in_a_trashed_folder_is_trashed_with_it(bare: Any) -> None:
    """What lies in a trashed folder is trashed with it."""
    bare.files().update(fileId=PROJECTS, body={"trashed": True}).execute()
    assert seen(bare, REPORT, "trashed,explicitlyTrashed") == {"trashed": True, "explicitlyTrashed": False}
    bare.files().update(fileId=PROJECTS, body={"trashed": False}).execute()
    assert seen(bare, REPORT, "trashed") == {"trashed": False}


def test_only_the_owner_puts_into_the_trash(anna: Any) -> None:
    """Only the owner puts into the trash."""
    assert refused(anna.files().update(fileId=NOTES, body={"trashed": True})) == (403, "insufficientFilePermissions")


def test_an_apps_own_folder_knows_no_trash(bare: Any) -> None:
    """An apps own folder knows no trash."""
    made = bare.files().create(body={"name": "State", "parents": ["appDataFolder"]}).execute()["id"]
    assert refused(bare.files().update(fileId=made, body={"trashed": True}))[0] == 403
    assert names(bare, spaces="appDataFolder") == ["State"]
    assert "State" not in names(bare)


def test_content_comes_in_revisions(bare: Any) -> None:
    """Content comes in revisions."""
    first = seen(bare, NOTES, "headRevisionId,md5Checksum,version")
    bare.files().update(fileId=NOTES, media_body=media(b"Second", "text/markdown")).execute()
    second = seen(bare, NOTES, "headRevisionId,md5Checksum,version,mimeType,size")
    assert second["mimeType"] == "text/markdown"
    assert second["size"] == "6"
    assert int(second["version"]) > int(first["version"])
    assert second["headRevisionId"] != first["headRevisionId"]
    assert bare.files().get_media(fileId=NOTES).execute() == b"Second"
    old = bare.revisions().get_media(fileId=NOTES, revisionId=first["headRevisionId"]).execute()
    assert old == b"Notes"


def test_documents_are_exported_not_downloaded(bare: Any) -> None:
    """Documents are exported not downloaded."""
    assert refused(bare.files().get_media(fileId=PLAN)) == (403, "fileNotDownloadable")
    assert bare.files().export(fileId=PLAN, mimeType="text/plain").execute() == b"The plan"
    assert "headRevisionId" not in seen(bare, PLAN)
    bare.files().update(fileId=PLAN, media_body=media(b"New plan")).execute()
    assert seen(bare, PLAN, "mimeType") == {"mimeType": DOCUMENT}


def test_a_file_in_chunks_is_there_after_the_last_one(sb: DriveSandbox, bare: Any) -> None:
    """A file in chunks is there after the last one."""
    grain = 256 * 1024
    upload = media(b"x" * (grain + 5), resumable=True, chunksize=grain)
    request = bare.files().create(body={"name": "Big"}, media_body=upload)
    status, done = request.next_chunk()
    assert (status.resumable_progress, done) == (grain, None)
    assert "Big" not in names(bare)
    _, done = request.next_chunk()
    assert done["name"] == "Big"
    assert [one.method for one in sb.writes] == ["POST", "PUT", "PUT"]


def test_null_takes_a_property_away(bare: Any) -> None:
    """Null takes a property away."""
    body = {"properties": {"stage": None, "new": "1"}}
    assert bare.files().update(fileId=REPORT, body=body, fields="properties").execute() == {
        "properties": {"team": "red", "new": "1"}
    }
    too_long = {"properties": {"k" * 62: "v" * 63}}
    assert refused(bare.files().update(fileId=REPORT, body=too_long))[0] == 400


def test_searches(bare: Any) -> None:
    """Searches."""
    body = {"name": "It's {mine}", "appProperties": {"op": "7"}, "parents": [ARCHIVE]}
    bare.files().create(body=body).execute()
    assert names(bare, r"name = 'It\'s {mine}' and trashed = false") == ["It's {mine}"]
    assert names(bare, "appProperties has { key='op' and value='7' }") == ["It's {mine}"]
    assert names(bare, f"'{ARCHIVE}' in parents or name contains 'rep'") == [
        "It's {mine}",
        "Link to the report",
        "Report.txt",
    ]
    assert names(bare, f"not (mimeType = '{FOLDER}' or 'me' in owners)") == ["Anna.txt"]
    assert refused(bare.files().list(q="name is 'A'"))[0] == 400


def test_a_restriction_keeps_name_and_content(bare: Any) -> None:
    """A restriction keeps name and content."""
    bare.files().update(fileId=NOTES, body={"contentRestrictions": [{"readOnly": True}]}).execute()
    assert refused(bare.files().update(fileId=NOTES, body={"name": "A"})) == (403, "contentRestricted")
    assert refused(bare.files().update(fileId=NOTES, media_body=media(b"A"))) == (403, "contentRestricted")
    bare.files().update(fileId=NOTES, body={"contentRestrictions": [{"readOnly": False}]}).execute()
    assert "contentRestrictions" not in seen(bare, NOTES)


@pytest.mark.parametrize("body", [{"version": "7"}, {"md5Checksum": "0"}, {"explicitlyTrashed": True}])
def test_what_drive_computes_is_not_writable(bare: Any, body: dict[str, Any]) -> None:
    """What drive computes is not writable."""
    assert refused(bare.files().update(fileId=NOTES, body=body)) == (403, "fieldNotWritable")


def test_a_type_changes_with_content_only(bare: Any) -> None:
    """A type changes with content only."""
    assert refused(bare.files().update(fileId=NOTES, body={"mimeType": "text/html"}))[0] == 400


def test_a_deleted_folder_takes_all_along(bare: Any) -> None:
    """A deleted folder takes all along."""
    assert bare.files().delete(fileId=PROJECTS).execute() == ""
    assert refused(bare.files().get(fileId=REPORT)) == (404, "notFound")


def test_a_copy_has_a_name_and_no_comments(bare: Any) -> None:
    """A copy has a name and no comments."""
    made = bare.files().copy(fileId=REPORT, fields="id,name,parents").execute()
    assert (made["name"], made["parents"]) == ("Copy of Report.txt", [PROJECTS])
    assert bare.comments().list(fileId=made["id"], fields="comments(id)").execute() == {"comments": []}
    assert refused(bare.files().copy(fileId=PROJECTS)) == (403, "cannotCopyFile")


def test_a_batch_takes_no_files(sb: DriveSandbox, bare: Any) -> None:
    """A batch takes no files."""
    told: list[Any] = []
    batch = bare.new_batch_http_request(callback=lambda id, answer, error: told.append(error or answer["name"]))
    batch.add(bare.files().update(fileId=NOTES, body={"name": "A"}))
    batch.add(bare.files().get(fileId="nothing"))
    batch.execute()
    assert told[0] == "A"
    assert isinstance(told[1], HttpError)
    assert sb.state()[f"file:{NOTES}"]["name"] == "A"
