"""The proxy in front of a mailbox and a drive: what is undone through it, whichever door it came in by."""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from googleapiclient.errors import HttpError
from googleapiclient.http import MediaInMemoryUpload, MediaIoBaseUpload

import agentrein as rein
from agentrein.connector import State
from agentrein_google.drive.sandbox import DriveSandbox
from agentrein_google.drive.sandbox.seed import NOTES
from agentrein_google.gmail.sandbox import GmailSandbox
from agentrein_google.masks import parsed, shown
from google_kit import armed, authorized, label, plain, states

LONG = b"x" * 300_000


@pytest.fixture
def sb() -> Iterator[GmailSandbox]:
    """A mailbox."""
    with GmailSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def drive() -> Iterator[DriveSandbox]:
    """A drive."""
    with DriveSandbox() as sandbox:
        yield sandbox


def filed(client: Any, media: Any) -> Any:
    """The request that makes a file of some contents."""
    return client.files().create(body={"name": "Later.txt"}, media_body=media)


def chunks(content: bytes = LONG, size: int = 256 * 1024) -> MediaIoBaseUpload:
    """Some text to be sent in chunks."""
    return MediaIoBaseUpload(io.BytesIO(content), "text/plain", chunksize=size, resumable=True)


def reverted(run: rein.Run) -> None:
    """Everything that a run did is undone."""
    assert {*states(run)} == {State.REVERTED}


def test_what_came_in_by_any_door_is_undone(sb: GmailSandbox) -> None:
    """A request with another `http`, one in a thread, and a batch of which one part failed."""
    before = sb.state()
    with pytest.raises(ZeroDivisionError), rein.run("t") as run:
        client = armed("gmail", sb.url)
        label(client, "A").execute(http=authorized())
        batch = client.new_batch_http_request(callback=lambda *_: None)
        for name in ("B", "C", "B"):
            batch.add(label(client, name))
        batch.execute()
        thread = threading.Thread(target=label(client, "D", fields="name").execute, kwargs={"http": authorized()})
        thread.start()
        thread.join()
        assert len(sb.left(before)) == 4
        raise ZeroDivisionError
    assert sb.left(before) == []
    reverted(run)


def test_an_async_run_undoes_what_the_sync_sdk_did(sb: GmailSandbox) -> None:
    """On an event loop and in its threads; the undo works in threads, too, with connections of its own."""
    before = sb.state()
    client = armed("gmail", sb.url)

    async def main() -> rein.Run:
        async with rein.run("t") as run:
            label(client, "A").execute()
            await asyncio.to_thread(label(client, "B").execute, http=authorized())
            await asyncio.gather(*(asyncio.to_thread(label(client, n).execute, http=authorized()) for n in "CD"))
            run.fail("for the test")
        return run

    run = asyncio.run(main())
    assert len(run.actions) == 4
    assert sb.left(before) == []
    reverted(run)


def test_files_by_any_door_are_undone(drive: DriveSandbox) -> None:
    """New ones in one request and in several, and new contents of one, whose old ones are sent back."""
    before = drive.state()
    with pytest.raises(ZeroDivisionError), rein.run("t") as run:
        client = armed("drive", drive.url)
        filed(client, MediaInMemoryUpload(b"Text.", "text/plain")).execute()
        filed(client, chunks()).execute()
        client.files().update(fileId=NOTES, media_body=MediaInMemoryUpload(b"Text.", "text/plain")).execute()
        client.files().update(fileId=NOTES, media_body=chunks(), fields="name").execute()
        assert len(drive.left(before)) == 3
        raise ZeroDivisionError
    assert drive.left(before) == []
    reverted(run)


def test_a_finished_upload_that_is_executed_again(drive: DriveSandbox) -> None:
    """It sends its last chunk to the same session, which makes no second file: two entries of one, undone once."""
    before = drive.state()
    with pytest.raises(ZeroDivisionError), rein.run("t") as run:
        request = filed(armed("drive", drive.url), chunks())
        assert request.execute() == request.execute()
        assert len(drive.left(before)) == 1
        raise ZeroDivisionError
    assert drive.left(before) == []
    reverted(run)


@pytest.mark.parametrize("door", ["request", "batch"])
def test_a_lost_answer_is_found(sb: GmailSandbox, door: str) -> None:
    """Scenario 37: one write on the wire, and what it did is found and undone."""
    before = sb.state()
    client = armed("gmail", sb.url)
    batch = client.new_batch_http_request()
    batch.add(label(client, "Later"))
    sb.faults.add("lost", method="POST", path="/batch" if door == "batch" else "*/labels")
    with pytest.raises(ConnectionError), rein.run("t") as run:
        (batch if door == "batch" else label(client, "Later")).execute()
    assert [one.status for one in sb.writes if one.method == "POST"] == [None]
    assert sb.left(before) == []
    reverted(run)


@pytest.mark.parametrize("media", [MediaInMemoryUpload(b"Text.", "text/plain"), chunks(b"Text.")])
def test_a_lost_answer_to_a_file_is_found(drive: DriveSandbox, media: Any) -> None:
    """The same of a file, in one request, or when its last chunk is lost."""
    before = drive.state()
    drive.faults.add("lost", method="PUT" if media.resumable() else "POST", path="*/files")
    with pytest.raises(ConnectionError), rein.run("t") as run:
        filed(armed("drive", drive.url), media).execute()
    assert drive.left(before) == []
    reverted(run)


def test_the_stand_in_reads_masks_as_documented() -> None:
    """Names, parts of parts, entries of lists, and everything."""
    value = {"id": 1, "message": {"id": 2, "labelIds": ["a"]}, "files": [{"id": 3, "name": "n"}, {"id": 4}]}
    for mask, told in {
        "id": {"id": 1},
        "message(id),files/name": {"message": {"id": 2}, "files": [{"name": "n"}, {}]},
        "message/labelIds, files(id,name)": {"message": {"labelIds": ["a"]}, "files": value["files"]},
        "message(id),message": {"message": value["message"]},
        "*": value,
        "files(*)": {"files": value["files"]},
        "message.id": {"message": {"id": 2}},
        "nothing": {},
    }.items():
        assert shown(parsed(mask), value) == told, mask
    for wrong in ("", "a,,b", "a(", "a)", "a(b", "/a", "a b", "a()"):
        with pytest.raises(ValueError, match="Invalid field selection"):
            parsed(wrong)


def test_the_stand_in_refuses_what_google_refuses(sb: GmailSandbox, drive: DriveSandbox) -> None:
    """No token, a mask that is none, a chunk that does not fit, a batch that is too long, a file in a batch."""
    nobody = plain("gmail", sb.url, http=authorized("ya29.nobody").http)
    with pytest.raises(HttpError) as raised:
        nobody.users().labels().list(userId="me").execute()
    assert raised.value.status_code == 401
    client = plain("gmail", sb.url)
    with pytest.raises(HttpError) as raised:
        client.users().labels().list(userId="me", fields="labels(").execute()
    assert raised.value.status_code == 400
    with pytest.raises(HttpError) as raised:
        filed(plain("drive", drive.url), chunks(size=1000)).execute()
    assert "multiple of" in raised.value.reason
    came: list[Any] = []
    batch = client.new_batch_http_request(callback=lambda *one: came.append(one[2]))
    for _ in range(101):
        batch.add(client.users().labels().list(userId="me"))
    with pytest.raises(HttpError) as raised:
        batch.execute()
    assert "more than 100" in raised.value.reason
    batch = client.new_batch_http_request(callback=lambda *one: came.append(one[2]))
    batch.add(client.users().labels().get(userId="me", id="nothing"))
    batch.add(client.users().labels().list(userId="me"))
    batch.execute()
    assert [getattr(error, "status_code", None) for error in came] == [404, None]


def test_the_stand_in_keeps_no_credential(drive: DriveSandbox) -> None:
    """The record of requests is without tokens, keys and addresses of sessions."""
    client = plain("drive", drive.url, developerKey="s3cret")
    filed(client, chunks()).execute()
    batch = client.new_batch_http_request()
    batch.add(client.files().create(body={"name": "Later"}))
    batch.execute()
    held = " ".join(f"{one!r} {one.headers} {one.query} {one.pairs} {one.body}" for one in drive.requests)
    assert not [secret for secret in ("s3cret", "ya29.", "upload_id") if secret in held]
