"""What happens in Drive while an agent works and before its run is undone, and what the undo makes of it.

C15, a file on a shared drive, is here with its variant, and scenario 29, a folder that holds a colleague's file.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from acceptance_kit import Boom, entries, states
from agentrein.testing import Killed, Request, run_until_killed
from agentrein.testing.crash import no_waiting
from agentrein_google.drive.sandbox import DriveSandbox
from drive_kit import ALL, FOLDER, Clients, environment, media

PROJECTS, ARCHIVE, PAST, REPORT, NOTES = (
    DriveSandbox.PROJECTS,
    DriveSandbox.ARCHIVE,
    DriveSandbox.PAST,
    DriveSandbox.REPORT,
    DriveSandbox.NOTES,
)
SHARED, DRIVE, INVOICES, PLAN = DriveSandbox.SHARED, DriveSandbox.DRIVE, DriveSandbox.INVOICES, DriveSandbox.PLAN
BEN, ANNA = DriveSandbox.BEN, DriveSandbox.ANNA


@pytest.fixture
def sb(rein_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DriveSandbox]:
    """Drive, a ledger, and the agent's credentials in the environment."""
    assert rein_ledger
    with DriveSandbox() as sandbox:
        environment(monkeypatch.setenv, tmp_path, sandbox.url)
        yield sandbox


@pytest.fixture
def clients(sb: DriveSandbox) -> Iterator[Clients]:
    """Clients of the sandbox, closed at the end."""
    with Clients(sb.url) as made:
        yield made


@pytest.fixture
def drive(clients: Clients) -> Any:
    """The agent's armed client."""
    return clients.armed()


@pytest.fixture
def anna(clients: Clients) -> Any:
    """Somebody else, through a plain client."""
    return clients.person()


def writes(sb: DriveSandbox) -> list[tuple[str, str]]:
    """Method and file of each write on the wire."""
    return [(one.method, one.path.rpartition("/")[2]) for one in sb.writes]


def shown(client: Any, file: str, fields: str, **flags: Any) -> dict[str, Any]:
    """What a file shows."""
    found: dict[str, Any] = client.files().get(fileId=file, fields=fields, **flags).execute()
    return found


# --- what an answer hides, or never says


def test_an_answer_that_shows_only_the_name_is_enough(sb: DriveSandbox, drive: Any) -> None:
    """Situation 1: the id comes from Drive beforehand, and the caller gets what he asked for and no more."""
    start = sb.state()
    with suppress(Boom), rein.run("plan") as run:
        made = drive.files().create(body={"name": "Q3", "parents": [PROJECTS]}, fields="name").execute()
        assert made == {"name": "Q3"}
        raise Boom
    assert (states(run), sb.left(start)) == ({1: "reverted"}, [])
    first, undo = sb.writes
    assert first.body["id"] in undo.path
    assert undo.body == {"trashed": True}


def test_an_upload_whose_last_answer_is_lost_is_found_and_not_sent_again(sb: DriveSandbox, drive: Any) -> None:
    """Situation 2: by the id that the caller took beforehand; a second upload would be a conflict."""
    start = sb.state()
    with suppress(Boom), no_waiting(), rein.run("upload") as run:
        [id] = drive.files().generateIds(count=1).execute()["ids"]
        upload = media(b"x" * (256 * 1024 + 1), resumable=True, chunksize=256 * 1024)
        sb.faults.add("lost", method="PUT", after=1)
        with pytest.raises(ConnectionError):
            drive.files().create(body={"id": id, "name": "Big"}, media_body=upload).execute()
        raise Boom
    assert (states(run), sb.left(start)) == ({1: "reverted"}, [])
    assert [one.method for one in sb.writes] == ["POST", "PUT", "PUT", "PATCH"]
    assert sb.writes[-1].path.endswith(id)


def test_an_upload_that_was_left_in_the_middle_made_nothing(sb: DriveSandbox, drive: Any) -> None:
    """Situation 3: the process ends after two of three chunks; there is nothing to undo."""
    start, grain = sb.state(), 256 * 1024
    upload = media(b"x" * (2 * grain + 1), resumable=True, chunksize=grain)

    def work(_run: rein.Run) -> None:
        request = drive.files().create(body={"name": "Big"}, media_body=upload)
        request.next_chunk()
        request.next_chunk()
        raise Killed

    run = run_until_killed(work, "undo_before_end")
    sent = len(sb.writes)
    [report] = rein.recover()
    assert (report.run, report.exit, sb.left(start)) == (run.id, 0, [])
    assert len(sb.writes) == sent == 3


# --- sharing


def test_a_reader_who_became_a_writer_is_a_reader_again(sb: DriveSandbox, drive: Any) -> None:
    """Situation 4: his permission is the one that he had, so it is not deleted."""
    start = sb.state()
    body = {"type": "user", "role": "writer", "emailAddress": BEN.email}
    with suppress(Boom), rein.run("share") as run:
        drive.permissions().create(fileId=REPORT, body=body, sendNotificationEmail=False).execute()
        raise Boom
    assert (states(run), sb.left(start)) == ({1: "reverted"}, [])
    assert writes(sb) == [("POST", "permissions"), ("PATCH", BEN.id)]


def test_a_file_is_not_given_away(sb: DriveSandbox, drive: Any) -> None:
    """Situation 5: the method that usually shares is irreversible with this argument, and refused."""
    body = {"type": "user", "role": "owner", "emailAddress": ANNA.email}
    with rein.run("give") as run, pytest.raises(rein.Refused, match="give it away"):
        drive.permissions().create(fileId=NOTES, body=body, transferOwnership=True).execute()
    assert (run.actions, sb.writes) == ([], [])


# --- what others put into what the run made


def test_a_folder_that_holds_a_colleagues_file_is_kept(sb: DriveSandbox, drive: Any, anna: Any) -> None:
    """Situation 6, scenario 29: trashing it would take the file along; once that is gone, the folder goes."""
    start = sb.state()
    with rein.run("tidy") as run:
        folder = drive.files().create(body={"name": "Team", "mimeType": FOLDER, "parents": [ARCHIVE]}).execute()["id"]
        drive.files().create(body={"name": "Ours", "parents": [folder]}).execute()
    hers = anna.files().create(body={"name": "Hers", "parents": [folder]}).execute()["id"]
    sb.clear_requests()
    report = rein.revert(run.id)
    assert (states(report), report.exit) == ({1: "conflict", 2: "reverted"}, 1)
    [conflict] = report.actions[-1].conflicts
    assert conflict.now == [f"Hers ({hers}), by {ANNA.email}"]
    anna.files().update(fileId=hers, addParents=PAST, removeParents=folder).execute()
    assert rein.revert(run.id).exit == 0
    assert [line for line in sb.left(start) if hers not in line] == []


def test_what_an_earlier_undo_put_into_the_trash_is_no_obstacle(sb: DriveSandbox, drive: Any) -> None:
    """The file that the run itself put into its folder is in the trash by then, and the folder follows."""
    start = sb.state()
    with suppress(Boom), rein.run("tidy") as run:
        folder = drive.files().create(body={"name": "Team", "mimeType": FOLDER, "parents": [ARCHIVE]}).execute()["id"]
        drive.files().create(body={"name": "Ours", "parents": [folder]}).execute()
        raise Boom
    assert (states(run), sb.left(start)) == ({1: "reverted", 2: "reverted"}, [])


# --- shared drives


def test_a_file_on_a_shared_drive_is_moved_back_and_the_new_one_trashed(sb: DriveSandbox, drive: Any) -> None:
    """C15 and situation 7: the flag goes with each call and each read of the undo, and a move is one call."""
    start = sb.state()
    with suppress(Boom), rein.run("quarter") as run:
        drive.files().update(fileId=SHARED, addParents=INVOICES, removeParents=DRIVE, **ALL).execute()
        made = drive.files().create(body={"name": "Q3", "parents": [INVOICES]}, **ALL).execute()["id"]
        raise Boom
    assert (states(run), sb.left(start)) == ({1: "reverted", 2: "reverted"}, [])
    trashed, moved = sb.writes[2:]
    assert (trashed.path.endswith(made), trashed.body, trashed.query["supportsAllDrives"]) == (
        True,
        {"trashed": True},
        "true",
    )
    assert moved.path.endswith(SHARED)
    said = {name: moved.query[name] for name in ("addParents", "removeParents", "supportsAllDrives")}
    assert said == {"addParents": DRIVE, "removeParents": INVOICES, "supportsAllDrives": "true"}
    asked = [one for one in sb.requests if one.method == "GET" and f"/files/{SHARED}" in one.path]
    assert asked
    assert all(one.query["supportsAllDrives"] == "true" for one in asked)


def test_a_404_in_a_shared_drive_is_not_taken_for_gone(sb: DriveSandbox, drive: Any, anna: Any) -> None:
    """C15 and situation 7: the file may have been moved out of sight or deleted; a person is asked, and exit is 1."""
    with rein.run("quarter") as run:
        made = drive.files().create(body={"name": "Q3", "parents": [INVOICES]}, **ALL).execute()["id"]
    anna.files().delete(fileId=made, **ALL).execute()
    report = rein.revert(run.id)
    assert (states(report), report.exit) == ({1: "needs_attention"}, 1)
    assert "does not say that it is gone" in report.actions[0].message


def test_a_404_of_the_accounts_own_file_beside_its_readable_folder_is_gone(sb: DriveSandbox, drive: Any) -> None:
    """Only the owner deletes his file for good: what is not there has nothing to be undone."""
    with rein.run("own") as run:
        made = drive.files().create(body={"name": "Q3", "parents": [PROJECTS]}).execute()["id"]
    with sb.lock:
        del sb.world.items[made]
    report = rein.revert(run.id)
    assert (states(report), report.exit) == ({1: "reverted"}, 0)


def test_a_file_that_a_person_moved_on_stays_there(sb: DriveSandbox, drive: Any, anna: Any) -> None:
    """C15: moved to a third folder, it is a conflict, and nothing is sent."""
    with rein.run("quarter") as run:
        drive.files().update(fileId=REPORT, addParents=ARCHIVE, removeParents=PROJECTS).execute()
    anna.files().update(fileId=REPORT, addParents=PAST, removeParents=ARCHIVE).execute()
    sb.clear_requests()
    report = rein.revert(run.id)
    assert (states(report), sb.writes) == ({1: "conflict"}, [])
    [conflict] = report.actions[0].conflicts
    assert (conflict.field, conflict.before, conflict.ours, conflict.now) == ("parents", [PROJECTS], [ARCHIVE], [PAST])


def test_a_move_to_where_it_lies_already_has_nothing_to_undo(sb: DriveSandbox, drive: Any) -> None:
    """C15, variant: an agent repeats itself; the folder in which it lay before is never in `removeParents`."""
    start = sb.state()
    with suppress(Boom), rein.run("again") as run:
        for old in (PROJECTS, PAST):
            drive.files().update(fileId=REPORT, addParents=ARCHIVE, removeParents=old, **ALL).execute()
        raise Boom
    assert (states(run), sb.left(start)) == ({1: "reverted", 2: "unchanged"}, [])
    [undo] = sb.writes[2:]
    assert (undo.query["addParents"], undo.query["removeParents"]) == (PROJECTS, ARCHIVE)


# --- content


def test_content_over_the_limit_is_not_replaced(sb: DriveSandbox, drive: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Situation 8: nothing is kept of a file that large, so the call is refused, and the reason says what to do."""
    monkeypatch.setattr("agentrein_google.drive.contents.MOST_BYTES", 4)
    with rein.run("video") as run, pytest.raises(rein.Refused) as refused:
        drive.files().update(fileId=NOTES, media_body=media(b"Second")).execute()
    assert (run.actions, sb.writes) == ([], [])
    assert "over 32 MiB" in str(refused.value)
    assert not [one for one in sb.requests if one.query.get("alt") == "media"]


def test_content_that_was_let_out_over_the_limit_names_the_revision_before(
    sb: DriveSandbox, drive: Any, monkeypatch: pytest.MonkeyPatch, rein_ledger: Path
) -> None:
    """Situation 8: where a policy lets it out, the record names the revision that Drive keeps for a while."""
    monkeypatch.setattr("agentrein_google.drive.contents.MOST_BYTES", 4)
    head = shown(drive, NOTES, "headRevisionId")["headRevisionId"]
    with rein.run("video", policy={"drive: drive.files.update": "allow"}) as run:
        drive.files().update(fileId=NOTES, media_body=media(b"Second")).execute()
    report = rein.revert(run.id)
    assert report.exit == 1
    assert head in str(entries(rein_ledger))


def test_a_document_is_not_overwritten_by_an_upload(sb: DriveSandbox, drive: Any) -> None:
    """Situation 12: an upload converts, and what was there comes back by no call: copy it first."""
    with rein.run("plan") as run, pytest.raises(rein.Refused, match="copy the file first"):
        drive.files().update(fileId=PLAN, media_body=media(b"New plan")).execute()
    assert (run.actions, sb.writes) == ([], [])


# --- several changes of one file


def test_of_two_changes_the_one_that_others_touched_stays(sb: DriveSandbox, drive: Any, anna: Any) -> None:
    """Situation 9: the later one is put back, the earlier one sees a name that is not its own and leaves it."""
    with rein.run("rename") as run:
        drive.files().update(fileId=REPORT, body={"name": "Final.txt"}).execute()
        drive.files().update(fileId=REPORT, body={"description": "Final"}).execute()
    anna.files().update(fileId=REPORT, body={"name": "Hers.txt"}).execute()
    report = rein.revert(run.id)
    assert states(report) == {1: "conflict", 2: "reverted"}
    assert shown(drive, REPORT, "name,description") == {"name": "Hers.txt", "description": "A draft"}
    [conflict] = report.actions[-1].conflicts
    assert (conflict.before, conflict.ours, conflict.now) == ("Report.txt", "Final.txt", "Hers.txt")


def test_a_restriction_is_lifted_before_the_content_comes_back(sb: DriveSandbox, drive: Any) -> None:
    """Situation 10: newest first; while the file is locked, Drive takes no content."""
    start = sb.state()
    with suppress(Boom), rein.run("final") as run:
        drive.files().update(fileId=NOTES, media_body=media(b"Final")).execute()
        drive.files().update(fileId=NOTES, body={"contentRestrictions": [{"readOnly": True}]}).execute()
        raise Boom
    assert (states(run), sb.left(start)) == ({1: "reverted", 2: "reverted"}, [])
    assert drive.files().get_media(fileId=NOTES).execute() == b"Notes"


# --- batches


def test_a_batch_with_a_deletion_in_it_is_not_sent(sb: DriveSandbox, drive: Any) -> None:
    """Situation 11: each part is judged by itself, the worst one keeps the whole; the stand-in gets what is sent."""
    batch = drive.new_batch_http_request()
    batch.add(drive.files().update(fileId=NOTES, body={"name": "A"}))
    batch.add(drive.files().delete(fileId=REPORT))
    with rein.run("tidy") as run, pytest.raises(rein.Refused, match="past the trash"):
        batch.execute()
    assert (run.actions, sb.writes) == ([], [])


def test_a_batch_of_renames_is_undone_name_by_name(sb: DriveSandbox, drive: Any) -> None:
    """Situation 11: the batch arrives at the stand-in, and its parts are undone, the last one first."""
    start = sb.state()
    seen: list[Request] = []
    sb.before_answer(seen.append)
    with suppress(Boom), rein.run("rename") as run:
        batch = drive.new_batch_http_request()
        batch.add(drive.files().update(fileId=NOTES, body={"name": "A"}))
        batch.add(drive.files().update(fileId=REPORT, body={"name": "B"}))
        batch.execute()
        raise Boom
    assert (states(run), sb.left(start)) == ({1: "reverted"}, [])
    assert writes(sb) == [("POST", "v3"), ("PATCH", REPORT), ("PATCH", NOTES)]
    assert seen[-1].n == sb.requests[-1].n


# --- what nothing brings back


@pytest.mark.parametrize(
    "act",
    [
        lambda d: d.files().delete(fileId=NOTES),
        lambda d: d.files().emptyTrash(),
        lambda d: d.revisions().delete(fileId=NOTES, revisionId="head"),
        lambda d: d.drives().delete(driveId=DRIVE),
        lambda d: d.files().update(fileId=NOTES, body={}, media_body=media(b"A"), keepRevisionForever=True),
        lambda d: d.revisions().update(fileId=NOTES, revisionId="head", body={"keepForever": True}),
    ],
    ids=["a file", "the trash", "a revision", "a drive", "an upload that pins", "a pin"],
)
def test_what_nothing_brings_back_is_refused(sb: DriveSandbox, drive: Any, act: Any) -> None:
    """Permanent deletions and pins do not leave."""
    with rein.run("careless") as run, pytest.raises(rein.Refused):
        act(drive).execute()
    assert (run.actions, sb.writes) == ([], [])
