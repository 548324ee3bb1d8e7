"""Files: in one request, and in chunks, of which only the last one makes something."""

from __future__ import annotations

import hashlib
import io
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from googleapiclient.errors import HttpError
from googleapiclient.http import MediaFileUpload, MediaInMemoryUpload, MediaIoBaseDownload, MediaIoBaseUpload

import agentrein as rein
from agentrein.connector import Refused, State
from google_kit import Reply, Seen, Stub, armed, authorized, error, plain, states

CHUNK = 256 * 1024
MAIL = b"From: agent@acme.example\r\nTo: bob@acme.example\r\nSubject: Long\r\n\r\n" + b"x" * (2 * CHUNK + 100)
MD5 = hashlib.md5(MAIL, usedforsecurity=False).hexdigest()
DRAFTS = "/upload/gmail/v1/users/me/drafts"
SECRET = "AHmUCY-secret-session"


class Drafts(Stub):
    """A mailbox that takes drafts, in chunks too; `fails` are answers to the next writes, False for its own."""

    def __init__(self, host: str = "") -> None:
        self.held, self.made, self.host, self.fails = bytearray(), 0, host, list[Any]()
        super().__init__(self.reply)

    def reply(self, seen: Seen) -> Reply:
        """Answer one request."""
        if seen.verb == "GET":
            return 200, {"emailAddress": "agent@acme.example", "historyId": "1", "drafts": []}
        own = self.fails.pop(0) if self.fails else False
        if own is not False:
            if own is None and seen.verb == "PUT":
                self._take(seen)
            reply: Reply = own
            return reply
        if "x-upload-content-type" in seen.headers:
            place = self.host or f"http://{seen.headers['host']}"
            return 200, None, {"location": f"{place}{seen.path}?uploadType=resumable&upload_id={SECRET}"}
        return self._take(seen) if seen.verb == "PUT" else self._draft()

    def _take(self, seen: Seen) -> Reply:
        told = seen.headers.get("content-range", "bytes 0-")
        range_, _, size = told.removeprefix("bytes ").partition("/")
        if range_ != "*":
            self.held[int(range_.partition("-")[0]) :] = seen.content
        if size.isdigit() and len(self.held) == int(size):
            return self._draft()
        return 308, None, {"range": f"bytes=0-{len(self.held) - 1}"} if self.held else {}

    def _draft(self) -> Reply:
        self.made += 1
        return 200, {"id": f"d{self.made}", "message": {"id": f"m{self.made}", "threadId": "t1"}}


def draft(client: Any, media: Any, **further: Any) -> Any:
    """The request that makes a draft of a mail, not sent yet."""
    return client.users().drafts().create(userId="me", body={"message": {}}, media_body=media, **further)


def chunks(content: bytes = MAIL) -> MediaIoBaseUpload:
    """A mail to be sent in chunks."""
    return MediaIoBaseUpload(io.BytesIO(content), "message/rfc822", chunksize=CHUNK, resumable=True)


def recorded(run: rein.Run) -> list[Any]:
    """The bodies of the calls as they are recorded."""
    return [action.planned["call"]["body"] for action in run.actions]


MEDIA = {"mimeType": "message/rfc822", "size": len(MAIL), "md5": MD5}


def in_one(tmp_path: Path) -> MediaInMemoryUpload:
    """A mail in memory."""
    return MediaInMemoryUpload(MAIL, "message/rfc822")


def of_a_file(tmp_path: Path) -> MediaFileUpload:
    """A mail in a file."""
    (tmp_path / "mail").write_bytes(MAIL)
    return MediaFileUpload(str(tmp_path / "mail"), "message/rfc822")


@pytest.mark.parametrize("made", [in_one, of_a_file])
def test_a_file_in_one_request_is_recorded_by_its_hash(
    made: Callable[[Path], Any], tmp_path: Path, ledger: Path
) -> None:
    """The record holds the JSON, and of the file its kind, size and hash, never its bytes."""
    with Drafts() as stub:
        client = armed("gmail", stub.url)
        with rein.run("t", on_failure="keep") as run:
            assert draft(client, made(tmp_path)).execute()["id"] == "d1"
            assert client.users().drafts().create(userId="me", media_body=made(tmp_path)).execute()["id"] == "d2"
        assert recorded(run) == [{"message": {}, "media": MEDIA}, {"media": MEDIA}]
        assert [seen.line for seen in stub.writes] == [f"POST {DRAFTS}"] * 2
        assert MAIL in stub.writes[0].content
        assert stub.writes[1].content == MAIL
    assert b"xxxxxxxx" not in ledger.read_bytes()


def test_a_file_in_chunks_is_one_action(ledger: Path) -> None:
    """The beginning and all chunks but the last are parts of what the last one does; the URL is kept nowhere."""
    with Drafts() as stub:
        client = armed("gmail", stub.url)
        with rein.run("t", on_failure="keep") as run:
            assert draft(client, chunks(), fields="message(id)").execute() == {"message": {"id": "m1"}}
            assert states(run) == [State.LANDED]
        assert recorded(run) == [{"message": {}, "media": {**MEDIA, "chunks": True}}]
        assert [seen.verb for seen in stub.writes] == ["POST", "PUT", "PUT", "PUT"]
        assert bytes(stub.held) == MAIL
        assert json.loads(stub.writes[0].content) == {"message": {}}
    held = b"".join(path.read_bytes() for path in ledger.parent.iterdir() if path.is_file())
    assert SECRET.encode() not in held


@pytest.mark.parametrize("stage", [0, 1])
def test_chunk_by_chunk_each_passes_the_gate(stage: int) -> None:
    """Outside of a run no beginning leaves, and no further chunk once the run is over."""
    with Drafts() as stub:
        request = draft(armed("gmail", stub.url), chunks())
        if stage:
            with rein.run("t", on_failure="keep"):
                status, answer = request.next_chunk()
            assert (status.resumable_progress, answer) == (CHUNK, None)
        sent = len(stub.writes)
        with pytest.raises(Refused):
            request.next_chunk()
        assert len(stub.writes) == sent


def test_what_was_made_before_is_gated() -> None:
    """A request made before `wrap`; one with another `http`; a run that refuses the whole refuses its beginning."""
    with Drafts() as stub:
        client = plain("gmail", stub.url)
        request = draft(client, chunks())
        rein.wrap(client)
        with rein.run("t", policy={"gmail: gmail.users.drafts.create": "refuse"}):
            for sent in ({}, {"http": authorized()}):
                with pytest.raises(Refused):
                    request.execute(**sent)
                with pytest.raises(Refused):
                    request.next_chunk(**sent)
        assert stub.writes == []


def test_a_lost_chunk_goes_on_where_it_stood() -> None:
    """The SDK asks how far it came, which changes nothing, and sends the rest; the whole is one action."""
    with Drafts() as stub:
        request = draft(armed("gmail", stub.url), chunks())
        stub.fails = [False, False, error(503, "backendError"), False]
        with rein.run("t", on_failure="keep") as run:
            request.next_chunk()
            with pytest.raises(HttpError):
                request.next_chunk()
            answer = None
            while answer is None:
                _, answer = request.next_chunk()
            assert answer["id"] == "d1"
            assert states(run) == [State.LANDED]
        asked = [seen for seen in stub.writes if seen.headers.get("content-range") == f"bytes */{len(MAIL)}"]
        assert len(asked) == 1
        assert bytes(stub.held) == MAIL


def test_a_last_chunk_whose_answer_is_lost_is_unknown() -> None:
    """It may have made the draft; the question of the SDK tells its caller, a probe tells the ledger."""
    with Drafts() as stub:
        request = draft(armed("gmail", stub.url), chunks(b"From: a@acme.example\r\n\r\nx"))
        stub.fails = [False, None]
        with rein.run("t", on_failure="keep") as run:
            with pytest.raises(ConnectionError):
                request.next_chunk()
            assert states(run) == [State.UNKNOWN]
            _, answer = request.next_chunk()
            assert answer["id"] == "d2"
        assert states(run) == [State.UNKNOWN]
        assert [seen.verb for seen in stub.writes] == ["POST", "PUT", "PUT"]


def test_a_chunk_is_tried_again_where_the_caller_says_so() -> None:
    """What is sent again to its session makes nothing twice."""
    with Drafts() as stub:
        request = draft(armed("gmail", stub.url), chunks())
        request._sleep = lambda seconds: None
        stub.fails = [False, error(503, "backendError"), False, False, error(429, "rateLimitExceeded"), False]
        with rein.run("t", on_failure="keep") as run:
            assert request.execute(num_retries=2)["id"] == "d1"
        assert states(run) == [State.REJECTED, State.LANDED]
        assert bytes(stub.held) == MAIL


def test_a_pickled_upload_goes_on_armed() -> None:
    """A request in the middle of its upload, kept and taken up again: gated, and of the same session."""
    with Drafts() as stub:
        media = MediaInMemoryUpload(MAIL, "message/rfc822", CHUNK, resumable=True)
        request = draft(armed("gmail", stub.url), media)
        with rein.run("t", on_failure="keep"):
            request.next_chunk()
        media._fd = None  # a stream cannot be pickled
        again = pickle.loads(pickle.dumps(request))  # noqa: S301
        again.resumable._fd = io.BytesIO(MAIL)
        sent = len(stub.writes)
        with pytest.raises(Refused):
            again.next_chunk()
        assert len(stub.writes) == sent
        with rein.run("u", on_failure="keep") as run:
            assert again.execute()["id"] == "d1"
        assert states(run) == [State.LANDED]
        again.http.close()


def test_a_session_that_nobody_saw_begin_is_refused() -> None:
    """Who sets the URL of a session makes a request end an upload that it may know nothing of."""
    with Drafts() as stub:
        request = draft(armed("gmail", stub.url), chunks())
        request.resumable_uri = f"{stub.url}{DRAFTS}?upload_id={SECRET}"
        with rein.run("t"), pytest.raises(Refused, match="nobody can tell what it ends") as refused:
            request.next_chunk()
        assert SECRET not in str(refused.value)
        assert stub.writes == []


def test_a_session_at_another_place_is_refused() -> None:
    """The server sends the chunks elsewhere: not with this token."""
    with Drafts(host="http://127.0.0.1:1") as stub:
        request = draft(armed("gmail", stub.url), chunks())
        with rein.run("t") as run, pytest.raises(Refused, match="would go on at"):
            request.execute()
        assert (len(stub.writes), run.actions) == (1, [])


def test_an_upload_of_unknown_length() -> None:
    """A stream that does not tell its size ends with a short chunk; without a size there is no hash."""

    class Endless(MediaIoBaseUpload):
        def size(self) -> None:
            return None

        def has_stream(self) -> bool:
            return False

    with Drafts() as stub:
        media = Endless(io.BytesIO(MAIL), "message/rfc822", chunksize=CHUNK, resumable=True)
        with rein.run("t", on_failure="keep") as run:
            assert draft(armed("gmail", stub.url), media).execute()["id"] == "d1"
        assert recorded(run) == [{"message": {}, "media": {"mimeType": "message/rfc822", "size": None, "chunks": True}}]
        assert bytes(stub.held) == MAIL


def test_a_download_reads() -> None:
    """`MediaIoBaseDownload` sends GETs of its own, in a run as well."""
    with Stub(lambda seen: (200, b"contents", {"content-type": "text/plain"})) as stub:
        target = io.BytesIO()
        with rein.run("t") as run:
            request = armed("gmail", stub.url).users().messages().get(userId="me", id="m1")
            assert MediaIoBaseDownload(target, request).next_chunk()[1]
        assert (target.getvalue(), run.actions) == (b"contents", [])
