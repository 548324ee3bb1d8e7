from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from notion_client import Client

import agentrein as rein
from agentrein.connector import State
from agentrein_notion.sandbox import NotionSandbox
from notion_kit import plain


@pytest.fixture(autouse=True)
def environment(sb: NotionSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("NOTION_TOKEN", "secret_agent")
    monkeypatch.setenv("NOTION_BASE_URL", sb.url)


@pytest.fixture
def anna(sb: NotionSandbox) -> Iterator[Client]:
    """Somebody else, through a plain client."""
    with plain(sb.url, auth="ntn-person") as client:
        yield client


def ended(report: rein.Report) -> list[State]:
    """How the actions of a report ended."""
    return [one.state for one in report.actions]


def test_a_file_that_was_uploaded_and_used_goes_with_what_uses_it(sb: NotionSandbox, notion: Client) -> None:
    """The block goes to the trash; of the upload nothing has to be undone, and the report says why."""
    start = sb.state()
    with rein.run("work") as run:
        upload: Any = notion.file_uploads.create(filename="a.txt", content_type="text/plain")
        notion.file_uploads.send(upload["id"], file=("a.txt", io.BytesIO(b"hello"), "text/plain"))
        block = {"type": "file", "file": {"type": "file_upload", "file_upload": {"id": upload["id"]}}}
        notion.blocks.children.append(sb.NOTES, children=[block])
    report = rein.revert(run.id)
    assert (ended(report), report.exit) == ([State.REVERTED] * 3, 0)
    assert "nothing has to be undone: an upload that nothing uses expires" in str(report)
    assert sb.left(start) == []


def test_bytes_and_signed_addresses_are_not_recorded(sb: NotionSandbox, notion: Client, ledger: Path) -> None:
    """The file is there by its name only, an address from which Notion fetches one not at all."""
    with rein.run("work") as run:
        notion.file_uploads.send(sb.UPLOAD, file=("a.txt", io.BytesIO(b"planted-content"), "text/plain"))
        address = "https://files.example/a.txt?signature=planted-signature"
        notion.file_uploads.create(mode="external_url", external_url=address, filename="b.txt")
    assert [one.state for one in run.actions] == [State.LANDED] * 2
    assert "planted-signature" in str(sb.writes[-1].body)
    kept = b"".join(file.read_bytes() for file in ledger.parent.iterdir() if file.is_file())
    assert b"a.txt" in kept
    assert b"planted" not in kept


def test_a_part_without_answer_asks_nobody(sb: NotionSandbox, notion: Client) -> None:
    """Whether it arrived shows in how many there are, and nothing hangs on it."""
    with rein.run("work", on_failure="keep") as run:
        sb.faults.add("lost", writes=True)
        with pytest.raises(httpx.HTTPError):
            notion.file_uploads.send(sb.PARTS, file=("b", io.BytesIO(b"1"), "text/plain"), part_number="2")
    assert [one.state for one in run.actions] == [State.UNKNOWN]
    assert rein.revert(run.id).exit == 0
