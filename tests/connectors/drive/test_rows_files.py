"""Files: what their rows say beyond what every row keeps."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import COMPENSABLE, IRREVERSIBLE, REVERSIBLE, Actor, Call, State, Tier
from agentrein.testing import Request
from agentrein.testing.crash import no_waiting
from agentrein_google.drive.operations.changing import change_tier
from agentrein_google.drive.operations.making import make_tier, search, takes_id
from agentrein_google.drive.sandbox import DriveSandbox
from drive_kit import ALL, DOCUMENT, FOLDER, SHORTCUT, Boom, by_number, lines, media, states

PROJECTS, ARCHIVE, PAST, REPORT, NOTES = (
    DriveSandbox.PROJECTS,
    DriveSandbox.ARCHIVE,
    DriveSandbox.PAST,
    DriveSandbox.REPORT,
    DriveSandbox.NOTES,
)
INVOICES, PLAN, SHARED, DRIVE = DriveSandbox.INVOICES, DriveSandbox.PLAN, DriveSandbox.SHARED, DriveSandbox.DRIVE
ME = Actor("agent@acme.example")


def tier(body: dict[str, Any], image: Any, **params: Any) -> Tier:
    """The tier of a change of a file that reads so."""
    found: Tier = change_tier(Call("drive", "drive.files.update", {"fileId": "f", **params}, body), image, ME)
    return found


OWN = {"mimeType": "text/plain", "parents": ["a"], "ownedByMe": True, "content": b"x", "places": {"b": {"id": "b"}}}
UPLOAD = {"media": {"mimeType": "text/plain", "size": 1, "md5": "0"}}


@pytest.mark.parametrize(
    ("body", "image", "params", "wanted"),
    [
        ({"name": "A"}, OWN, {}, REVERSIBLE),
        ({"name": "A"}, None, {}, IRREVERSIBLE),
        ({"contentHints": {"thumbnail": {}}}, OWN, {}, IRREVERSIBLE),
        (UPLOAD, OWN, {}, REVERSIBLE),
        (UPLOAD, {**OWN, "content": None}, {}, IRREVERSIBLE),
        (UPLOAD, {**OWN, "mimeType": DOCUMENT}, {}, IRREVERSIBLE),
        (UPLOAD, OWN, {"keepRevisionForever": True}, IRREVERSIBLE),
        ({}, OWN, {"addParents": "b", "removeParents": "a"}, REVERSIBLE),
        ({}, {**OWN, "parents": None}, {"addParents": "b"}, IRREVERSIBLE),
        ({}, OWN, {"removeParents": "a"}, IRREVERSIBLE),
        ({}, {**OWN, "places": {"b": {"id": "b", "driveId": "d"}}}, {"addParents": "b"}, COMPENSABLE),
        (
            {},
            {**OWN, "ownedByMe": False, "places": {"b": {"id": "b", "driveId": "d"}}},
            {"addParents": "b"},
            IRREVERSIBLE,
        ),
        ({"contentRestrictions": [{"readOnly": True, "ownerRestricted": True}]}, OWN, {}, REVERSIBLE),
        (
            {"contentRestrictions": [{"readOnly": True, "ownerRestricted": True}]},
            {**OWN, "ownedByMe": False},
            {},
            IRREVERSIBLE,
        ),
    ],
)
def test_what_can_be_read_and_written_can_be_undone(body: Any, image: Any, params: Any, wanted: Tier) -> None:
    """Each rule of the tier of a change."""
    assert tier(body, image, **params) is wanted


def test_what_lies_in_an_apps_own_folder_is_not_made(drive: Any, sb: DriveSandbox) -> None:
    """It knows no trash, so that nothing is sent."""
    assert make_tier(Call("drive", "a", {}, {"parents": ["appDataFolder"]}), None, ME) is IRREVERSIBLE
    with rein.run("state"), pytest.raises(rein.Refused):
        drive.files().create(body={"name": "State", "parents": ["appDataFolder"]}).execute()
    assert sb.writes == []


def test_ids_are_taken_where_drive_takes_them() -> None:
    """Not for documents, uploads in chunks or without a name, and calls that say one."""
    assert takes_id({"name": "A"})
    assert takes_id({"mimeType": FOLDER})
    assert takes_id({"mimeType": SHORTCUT})
    assert not takes_id({"mimeType": DOCUMENT})
    assert not takes_id({"id": "x"})
    assert not takes_id({**UPLOAD, "supportsAllDrives": True})
    assert takes_id({**UPLOAD, "name": "A"})
    assert not takes_id({"name": "A", "media": {**UPLOAD["media"], "chunks": True}})


def test_a_name_is_quoted_in_a_search() -> None:
    """What a name holds ends no text of the search."""
    said = {"parents": ["it's"], "createdTime": "2020-01-01T00:00:00Z"}
    assert search(said, r"a\b'c") == r"name = 'a\\b\'c' and ('me' in owners or 'it\'s' in parents)"


def test_a_new_file_is_found_by_the_id_that_it_was_given(drive: Any, sb: DriveSandbox) -> None:
    """Where the answer was lost, one read by the id tells; no search is needed."""
    start = sb.state()
    sb.faults.add("lost", writes=True)
    with suppress(Boom), no_waiting(), rein.run("lost") as run:
        with suppress(ConnectionError):
            drive.files().create(body={"name": "A", "mimeType": FOLDER}).execute()
        raise Boom
    assert by_number(run) == {1: "reverted"}
    assert sb.left(start) == []
    assert not [one for one in sb.requests if "name =" in one.query.get("q", "")]


def test_an_upload_in_chunks_is_found_by_name_place_and_content(drive: Any, anna: Any, sb: DriveSandbox) -> None:
    """Its last answer was lost; what Anna uploaded under that name meanwhile is hers."""
    grain = 256 * 1024
    content, start = b"x" * (grain + 1), sb.state()
    hers = anna.files().create(body={"name": "Big", "parents": [ARCHIVE]}, media_body=media(content)).execute()["id"]
    sb.faults.add("lost", method="PUT", after=1)
    with suppress(Boom), no_waiting(), rein.run("upload") as run:
        upload = media(content, resumable=True, chunksize=grain)
        with suppress(ConnectionError):
            drive.files().create(body={"name": "Big", "parents": [ARCHIVE]}, media_body=upload).execute()
        raise Boom
    assert by_number(run) == {1: "reverted"}
    assert [line for line in sb.left(start) if hers not in line] == []
    assert not sb.state()[f"file:{hers}"]["trashed"]


def test_a_copy_that_somebody_renamed_and_whose_answer_was_lost_stays_as_it_is(
    drive: Any, anna: Any, bare: Any, sb: DriveSandbox
) -> None:
    """It is found by the id that it was given, whatever it is called now, and the new name is Anna's."""
    sb.faults.add("lost", writes=True)
    with no_waiting(), rein.run("copy") as run, suppress(ConnectionError):
        drive.files().copy(fileId=REPORT, body={"parents": [ARCHIVE]}).execute()
    [made] = bare.files().list(q=f"'{ARCHIVE}' in parents").execute()["files"]
    anna.files().update(fileId=made["id"], body={"name": "Hers"}).execute()
    with no_waiting():
        report = rein.revert(run.id)
    assert by_number(report) == {1: "conflict"}
    assert made["id"] == sb.writes[0].body["id"]


def test_a_document_that_no_search_shows_yet_is_a_question(
    drive: Any, sb: DriveSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes no id beforehand, and a search may lag: that nothing is found says only later that nothing was made."""
    sb.faults.add("refuse", writes=True)
    with rein.run("lost") as run, suppress(ConnectionError):
        drive.files().create(body={"name": "Minutes", "mimeType": DOCUMENT}).execute()
    report = rein.revert(run.id)
    assert by_number(report) == {1: "needs_attention"}
    assert "look again in 5 min" in report.actions[0].message
    monkeypatch.setattr("agentrein.probe_find.seconds_behind", lambda *_: 0.0)
    assert by_number(rein.revert(run.id)) == {1: "rejected"}


def test_a_file_of_an_earlier_time_is_found_by_name_and_time(drive: Any, sb: DriveSandbox) -> None:
    """Where a call says when the file was made, its place in the list tells nothing."""
    start = sb.state()
    sb.faults.add("lost", writes=True)
    with suppress(Boom), no_waiting(), rein.run("import") as run:
        with suppress(ConnectionError):
            body = {"name": "Old", "mimeType": DOCUMENT, "createdTime": "2020-01-01T00:00:00Z"}
            drive.files().create(body=body).execute()
        raise Boom
    assert (by_number(run), sb.left(start)) == ({1: "reverted"}, [])


def test_a_file_whose_answer_was_lost_and_that_others_changed_is_a_question(
    drive: Any, anna: Any, sb: DriveSandbox
) -> None:
    """What a probe finds is compared with what the call told: the version of now proves nothing."""
    sb.faults.add("lost", writes=True)
    with no_waiting(), rein.run("lost") as run, suppress(ConnectionError):
        drive.files().create(body={"name": "A", "parents": [PROJECTS], "mimeType": FOLDER}).execute()
    made = sb.writes[0].body["id"]
    anna.files().update(fileId=made, body={"description": "Hers"}).execute()
    with no_waiting():
        report = rein.revert(run.id)
    assert (by_number(report), report.exit) == ({1: "conflict"}, 1)


def test_a_run_may_ask_to_delete_what_it_made(drive: Any, sb: DriveSandbox) -> None:
    """For good only by that wish."""
    start = sb.state()
    with suppress(Boom), rein.run("scratch", undo={"drive: drive.files.create": "delete"}):
        drive.files().create(body={"name": "A"}).execute()
        raise Boom
    assert lines(sb.writes)[-1].startswith("DELETE /files/")
    assert sb.state() == start


def test_a_plan_foresees_that_a_folder_will_be_empty(drive: Any) -> None:
    """What the run itself put into its folder is no obstacle, and the plan says so before."""
    with rein.run("tree") as run:
        folder = drive.files().create(body={"name": "Team", "mimeType": FOLDER}).execute()["id"]
        inner = drive.files().create(body={"name": "In", "mimeType": FOLDER, "parents": [folder]}).execute()["id"]
        drive.files().update(fileId=REPORT, addParents=inner, removeParents=PROJECTS).execute()
        drive.files().update(fileId=folder, body={"name": "Team 2", "description": "x"}).execute()
    plan, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert by_number(plan) == by_number(report) == dict.fromkeys((1, 2, 3, 4), "reverted")


def test_a_shared_or_discussed_file_is_somebodys(drive: Any, anna: Any) -> None:
    """Another's comment on what was made is a conflict that names it."""
    with rein.run("draft") as run:
        made = drive.files().create(body={"name": "A", "parents": [PROJECTS]}, media_body=media(b"A")).execute()["id"]
    anna.comments().create(fileId=made, body={"content": "Good"}, fields="id").execute()
    report = rein.revert(run.id)
    assert by_number(report) == {1: "conflict"}
    assert report.actions[0].conflicts[0].now == ["comment by Anna"]


def test_between_drives_a_move_is_compensated(drive: Any, sb: DriveSandbox) -> None:
    """The file lies where it lay; that its owner changed and changed back is said."""
    with suppress(Boom), rein.run("move") as run:
        drive.files().update(fileId=NOTES, addParents=INVOICES, removeParents="root", **ALL).execute()
        raise Boom
    assert by_number(run) == {1: "compensated"}
    assert sb.state()[f"file:{NOTES}"]["parent"] == sb.ROOT


def test_a_move_out_of_root_goes_back_by_its_id(drive: Any, sb: DriveSandbox) -> None:
    """`root` is another folder for another account, so the record holds the id."""
    start = sb.state()
    sb.faults.add("lost", writes=True)
    with suppress(Boom), no_waiting(), rein.run("move") as run:
        with suppress(ConnectionError):
            drive.files().update(fileId=REPORT, addParents="root", removeParents=PROJECTS).execute()
        raise Boom
    assert (by_number(run), sb.left(start)) == ({1: "reverted"}, [])
    assert sb.writes[-1].query["removeParents"] == sb.ROOT


def test_a_restriction_and_a_name_are_put_back_one_after_the_other(drive: Any, sb: DriveSandbox) -> None:
    """Drive takes no name while the file is locked, so the restriction is lifted first."""
    start = sb.state()
    with suppress(Boom), rein.run("final") as run:
        locked = {"name": "Final.txt", "contentRestrictions": [{"readOnly": True}]}
        drive.files().update(fileId=NOTES, body=locked).execute()
        raise Boom
    assert (by_number(run), sb.left(start)) == ({1: "reverted"}, [])


def test_content_comes_back_with_its_type_and_name(drive: Any, bare: Any, sb: DriveSandbox) -> None:
    """The old bytes are a new revision; the two others stay in the history."""
    before = bare.files().get(fileId=NOTES, fields="mimeType,originalFilename,md5Checksum").execute()
    with suppress(Boom), rein.run("rewrite") as run:
        upload = media(b"<p>New</p>", "text/html")
        drive.files().update(fileId=NOTES, body={"originalFilename": "n.html"}, media_body=upload).execute()
        raise Boom
    assert states(run) == [State.REVERTED]
    assert bare.files().get(fileId=NOTES, fields="mimeType,originalFilename,md5Checksum").execute() == before
    assert len(bare.revisions().list(fileId=NOTES).execute()["revisions"]) == 3
    assert sb.world.items[NOTES].head is not None


def test_the_bytes_are_in_the_ledger_and_the_plan_does_not_print_them(drive: Any) -> None:
    """A revert in another process has them; a person reads that there are some."""
    with rein.run("rewrite") as run:
        drive.files().update(fileId=NOTES, media_body=media(b"New")).execute()
    plan = rein.revert(run.id, plan=True)
    assert plan.actions[0].sent[0].body["media"]["bytes"] == b"Notes"
    assert rein.revert(run.id).exit == 0


def test_content_that_drive_does_not_give_out_is_not_replaced(drive: Any, sb: DriveSandbox) -> None:
    """What was taken for malware cannot be read, and so not be put back."""
    sb.world.items[NOTES].flagged = True
    with rein.run("clean"), pytest.raises(rein.Refused):
        drive.files().update(fileId=NOTES, media_body=media(b"Clean")).execute()
    assert sb.writes == []


def test_content_that_changes_while_it_is_read_is_not_replaced(drive: Any, sb: DriveSandbox) -> None:
    """What was kept would not be what stood there: the call is refused, and may be made again."""

    @sb.before_answer
    def between(request: Request) -> None:
        if request.method == "GET" and request.query.get("alt") == "media":
            with sb.lock:
                sb.world.add_revision(sb.world.items[NOTES], sb.ANNA, b"Hers", "text/plain")

    with rein.run("race"), pytest.raises(rein.Refused):
        drive.files().update(fileId=NOTES, media_body=media(b"Ours")).execute()
    assert sb.writes == []


def test_extra_requests_are_few(drive: Any, sb: DriveSandbox) -> None:
    """What no answer shows unasked is read after a change, too; what is made asks for an id, if it is not in chunks."""
    with rein.run("count"):
        drive.files().update(fileId=NOTES, body={"name": "A"}).execute()
        drive.files().update(fileId=NOTES, body={"description": "A"}).execute()
        first = lines(sb.requests)
        sb.clear_requests()
        drive.files().create(body={"name": "B"}).execute()
        second = lines(sb.requests)
        sb.clear_requests()
        drive.files().create(body={"name": "C"}, media_body=media(b"C")).execute()
        third = lines(sb.requests)
        sb.clear_requests()
        upload = media(b"C" * (256 * 1024 + 1), resumable=True, chunksize=256 * 1024)
        drive.files().create(body={"name": "D"}, media_body=upload).execute()
        fourth = lines(sb.requests)
    change = [f"GET /files/{NOTES}", f"PATCH /files/{NOTES}"]
    assert first == ["GET /about", *change, *change, f"GET /files/{NOTES}"]
    assert second == ["GET /files/generateIds", "POST /files"]
    assert third == ["GET /files/generateIds", "POST /upload/files"]
    assert fourth == ["POST /upload/files", "PUT /upload/files", "PUT /upload/files"]
