"""Armed clients behind the doubles with which people test their own code, some of which the SDK brings along."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any
from unittest.mock import MagicMock, patch

import httplib2
import pytest
from googleapiclient.discovery import build_from_document
from googleapiclient.http import HttpMock, HttpMockSequence, HttpRequest, RequestMockBuilder

import agentrein as rein
from agentrein.connector import Refused, State
from google_kit import armed, document, label, mailbox, plain, states

PROFILE = {"emailAddress": "agent@acme.example", "historyId": "1"}


def answers(*bodies: Any) -> HttpMockSequence:
    """The SDK's own double of an `http`: one answer after the other."""
    return HttpMockSequence([({"status": "200"}, json.dumps(body)) for body in bodies])


def test_a_mocked_http_is_gated() -> None:
    """What the SDK's own double stands for is gated, and answers reads and writes in their order."""
    http = answers(PROFILE, {"labels": []}, {"id": "Label_1", "name": "Triage"})
    client = rein.wrap(plain("gmail", "https://gmail.googleapis.com", http=http))
    with pytest.raises(Refused):
        label(client).execute()
    with rein.run("t", on_failure="keep") as run:
        assert label(client).execute()["id"] == "Label_1"
    assert states(run) == [State.LANDED]
    assert [method for _, method, _, _ in http.request_sequence] == ["GET", "GET", "POST"]


def test_a_mock_that_only_reads() -> None:
    """A read is answered by the double as ever."""
    client = rein.wrap(plain("gmail", "https://gmail.googleapis.com", http=HttpMock()))
    client._http.data = json.dumps({"labels": []}).encode()
    assert client.users().labels().list(userId="me").execute() == {"labels": []}


def test_mocked_requests_send_nothing() -> None:
    """A builder of mocks builds mocks for an armed client too: nothing leaves, so nothing is gated."""
    builder = RequestMockBuilder({"gmail.users.labels.create": (None, '{"id": "L"}')})
    told = document("gmail", "https://gmail.googleapis.com")
    client = rein.wrap(build_from_document(told, http=httplib2.Http(), requestBuilder=builder))
    assert label(client).execute() == {"id": "L"}


def test_a_method_that_is_patched_later_is_the_users() -> None:
    """A test that replaces `execute` after `wrap` gets its own answer, and takes nothing away for good."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        with patch.object(HttpRequest, "execute", return_value={"id": "mine"}):
            assert label(client).execute() == {"id": "mine"}
        with pytest.raises(Refused):
            label(client).execute()
        assert stub.seen == []


def test_a_mocked_client_is_no_client() -> None:
    """A MagicMock is refused by `wrap`, as any other thing is."""
    with pytest.raises(rein.UnknownClient):
        rein.wrap(MagicMock())


def test_patched_before_the_gate_it_is_refused() -> None:
    """In front of somebody else's function there would be no gate once that is taken away: `wrap` says so."""
    code = (
        "import agentrein as rein, httplib2\n"
        "from googleapiclient.discovery import build\n"
        "from googleapiclient.http import HttpRequest\n"
        "def execute(self, **sent): return {}\n"
        "HttpRequest.execute = execute\n"
        "try: rein.wrap(build('gmail', 'v1', http=httplib2.Http()))\n"
        "except rein.UsageError as error: print(error.what)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "HttpRequest.execute is not the SDK's own" in done.stdout
