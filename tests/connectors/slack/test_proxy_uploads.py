from __future__ import annotations

import asyncio
import inspect
import io
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from slack_sdk.errors import SlackRequestError

import agentrein as rein
from agentrein.connector import Refused
from slack_kit import USER, aarmed, armed, legacy, plain, workspace

CLIENTS: list[Callable[[str], Any]] = [armed, aarmed, legacy]
ALLOW = {"irreversible": "allow"}
STEPS = ["files.getUploadURLExternal", "/upload/v1/secret", "files.completeUploadExternal"]


def upload(client: Any, **given: Any) -> rein.Run:
    """Upload in a run with a client of any kind; the run keeps what it did."""
    settings: Any = {"on_failure": "keep", "policy": ALLOW}

    async def waited() -> rein.Run:
        async with rein.run("t", **settings) as run:
            await client.files_upload_v2(channel="C1", filename="a.txt", **given)
        return run

    if inspect.iscoroutinefunction(client.files_upload_v2):
        return asyncio.run(waited())
    with rein.run("t", **settings) as run:
        client.files_upload_v2(channel="C1", filename="a.txt", **given)
    return run


@pytest.mark.parametrize("made", CLIENTS)
@pytest.mark.parametrize("given", [{"content": "x"}, {"file": io.BytesIO(b"x")}, {"content": "x", "token": USER}])
def test_an_upload_goes_through_in_a_run(made: Callable[[str], Any], given: dict[str, Any]) -> None:
    """The three steps leave once each; one action holds them, and the URL of the second is nowhere in the record."""
    with workspace() as stub:
        if "file" in given:
            given["file"].seek(0)
        run = upload(made(stub.url), **given)
        assert [method for method in stub.methods if method in STEPS] == STEPS
        assert [action.planned["address"] for action in run.actions] == ["files.completeUploadExternal"]
        assert {seen.token for seen in stub.seen if seen.method == STEPS[1]} == {""}


@pytest.mark.parametrize("made", CLIENTS)
def test_the_upload_url_is_recorded_nowhere(
    made: Callable[[str], Any], ledger: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever has the URL can upload, so it stands in no file of the ledger and in no line of the log."""
    caplog.set_level(logging.INFO)
    with workspace() as stub:
        upload(made(stub.url), content="x")
        assert STEPS[1] in stub.methods
    written = b"".join(path.read_bytes() for path in ledger.parent.glob("ledger.db*") if path.is_file())
    assert b"upload/v1/secret" not in written
    assert "upload/v1/secret" not in caplog.text


@pytest.mark.parametrize("made", CLIENTS)
def test_a_url_that_slack_did_not_give_is_refused(made: Callable[[str], Any]) -> None:
    """Bytes go only where an answer in this process said; not even to Slack's own place for others' uploads."""
    with workspace(files_getUploadURLExternal=_elsewhere) as stub:
        plain(stub.url).files_getUploadURLExternal(filename="a", length=1)  # an unarmed client's answer does not count
        client = made(stub.url)
        sent = {"data": b"x", "logger": client._logger, "timeout": 5, "proxy": None, "ssl": None}

        async def waited() -> None:
            async with rein.run("t", policy=ALLOW):
                await client._upload_file(url=f"{stub.url}/upload/v1/other", **sent)

        with pytest.raises(Refused) as refused:
            if inspect.iscoroutinefunction(client.files_upload_v2):
                asyncio.run(waited())
            else:
                with rein.run("t", policy=ALLOW):
                    client._upload_file(url=f"{stub.url}/upload/v1/other", **sent)
        assert refused.value.reason == "address"
        assert "/upload/v1/other" not in str(refused.value)
        assert stub.methods == ["files.getUploadURLExternal"]


def _elsewhere(args: dict[str, Any]) -> Any:
    return 200, {"ok": True, "upload_url": "http://127.0.0.1:1/upload/v1/other", "file_id": "F1"}


@pytest.mark.parametrize(("made", "kind"), [(armed, HTTPError), (aarmed, SlackRequestError), (legacy, HTTPError)])
def test_an_upload_that_fails_is_the_sdk_s_error(made: Callable[[str], Any], kind: type[Exception]) -> None:
    """What the SDK raises for a place that takes no bytes comes out unchanged, and nothing is completed."""
    with workspace(_upload_v1_secret=lambda args: (403, "no")) as stub:
        with pytest.raises(kind, match="403") as error:
            upload(made(stub.url), content="x")
        assert STEPS[2] not in stub.methods
        if isinstance(error.value, HTTPError):
            error.value.close()
