"""The stories of Gmail, Drive and Sheets against servers that this project did not write.

Every end state is read with a bare client.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from tests.google_kit import set_environment
from tests.independent import contracts
from tests.independent.google_agent import client
from tests.independent.google_drive import called
from tests.independent.google_gmail import ME, label_of, letters, raw
from tests.independent.google_server import Served, serving
from tests.independent.google_sheets import BOOK, here, seen
from tests.independent.google_stories import AGAIN, STORIES

AGENT = Path(__file__).with_name("google_agent.py")
ROOT = Path(__file__).parents[2]

ALL = STORIES | AGAIN
REFUSED: dict[str, list[Callable[[Any, Any], Any]]] = {
    "gmail labels": [
        lambda armed, _: armed.users().messages().send(**ME, body={"raw": raw("Offer")}),
        lambda armed, bare: armed.users().messages().delete(**ME, id=letters(bare)[0]),
        lambda armed, bare: armed.users().messages().batchDelete(**ME, body={"ids": letters(bare)}),
        lambda armed, bare: armed.users().threads().delete(**ME, id=letters(bare)[0]),
    ],
    "drive made": [
        lambda armed, bare: armed.files().delete(fileId=called(bare, "Notes")),
        lambda armed, _: armed.files().emptyTrash(),
        lambda armed, bare: armed.permissions().create(
            fileId=called(bare, "Notes"),
            transferOwnership=True,
            body={"type": "user", "role": "owner", "emailAddress": "helper@acme.com"},
        ),
    ],
}
"""What is refused, as requests of an armed client, with a bare one to look around."""

Start = Callable[[str, str], Served]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts a stand-in behind a recorder; the environment names it, and a ledger of the test's own."""
    monkeypatch.setenv("AGENTREIN_LEDGER", str(tmp_path / "ledger.sqlite3"))
    monkeypatch.setenv(BOOK, "")
    with ExitStack() as stack:

        def started(before: str, api: str) -> Served:
            made = stack.enter_context(serving(before, api, tmp_path))
            set_environment(monkeypatch.setenv, tmp_path, made.recorder.url, made.account)
            return made

        yield started
        while _OPENED:
            _OPENED.pop().close()


def agent(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The agent in a process of its own."""
    command = [sys.executable, str(AGENT), *map(str, arguments)]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False, timeout=120)


def assert_kept(served: Served) -> None:
    """Every request that left since the recorder was cleared keeps to Google's published document."""
    sent = [one for one in served.recorder.requests if one.path != "/token"]
    left, _ = contracts.split(served.api, contracts.problems(served.api, sent)[0])
    assert not left, "\n".join(map(str, left))


_OPENED: list[Any] = []


def bare_client(api: str) -> Any:
    """A client that was never armed, closed at the end of the test."""
    _OPENED.append(client(api))
    return _OPENED[-1]


def begun(start: Start, name: str) -> tuple[Served, Any, Any]:
    """A story's stand-in, a bare client of it, and what it showed before the agent came."""
    told = ALL[name]
    served = start(told.before, told.api)
    bare = bare_client(told.api)
    told.story.prepare(bare)
    seen = told.story.state(bare)
    served.recorder.requests.clear()
    return served, bare, seen


@pytest.mark.parametrize("name", ALL)
def test_failed_run_leaves_the_server_as_it_was(start: Start, name: str) -> None:
    """A run of every kind of write of an area that fails leaves nothing behind but what its rows declare."""
    served, bare, seen = begun(start, name)
    done = agent(name, "live")
    assert done.returncode == 0, done.stderr
    report = rein.revert("last")
    assert report.exit == 0, str(report)
    assert len(report.actions) == ALL[name].story.writes
    assert ALL[name].story.state(bare) == seen
    assert_kept(served)


@pytest.mark.parametrize(
    ("name", "sends"), [(name, sends + 1) for name, one in STORIES.items() for sends in range(one.story.writes)]
)
def test_killed_run_is_recovered(start: Start, name: str, sends: int) -> None:
    """Killed between an answer and its outcome, the run is recovered by another process's client."""
    served, bare, seen = begun(start, name)
    assert agent(name, "kill", sends).returncode == -9
    (report,) = rein.recover()
    assert report.exit == 0, str(report)
    assert STORIES[name].story.state(bare) == seen
    assert_kept(served)


def test_people_keep_what_they_changed_in_gmail(start: Start) -> None:
    """A label that a person renamed after the run keeps that name, and the report shows it; the mail is as before."""
    _, bare, _ = begun(start, "gmail labels")
    labels = bare.users().labels()
    team = label_of(bare, "Team")
    with rein.run("edit") as run:
        armed = rein.wrap(bare_client("gmail")).users()
        body = {"name": "Crew", "messageListVisibility": "hide"}
        armed.labels().patch(**ME, id=team, body=body).execute()
    labels.patch(**ME, id=team, body={"name": "People"}).execute()
    assert conflicts(run) == [("name", "Team", "Crew", "People")]
    now = labels.get(**ME, id=team).execute()
    assert [now["name"], now["messageListVisibility"]] == ["People", "show"]


def test_people_keep_what_they_changed_in_drive(start: Start) -> None:
    """A file that a person renamed after the run keeps that name; its description is as before."""
    _, bare, _ = begun(start, "drive changed")
    notes = called(bare, "Notes")
    with rein.run("edit") as run:
        body = {"name": "Minutes", "description": "of May"}
        rein.wrap(bare_client("drive")).files().update(fileId=notes, body=body).execute()
    bare.files().update(fileId=notes, body={"name": "A person's"}).execute()
    assert conflicts(run) == [("name", "Notes", "Minutes", "A person's")]
    now = bare.files().get(fileId=notes, fields="name,description").execute()
    assert now == {"name": "A person's", "description": "draft"}


def test_people_keep_what_they_changed_in_sheets(start: Start) -> None:
    """Where a person changed one of the cells after the run, none of them is written back."""
    _, bare, _ = begun(start, "sheets values")
    asked = {**here(), "range": "Plan!B2:C2", "valueInputOption": "USER_ENTERED"}
    with rein.run("edit") as run:
        service = rein.wrap(bare_client("sheets")).spreadsheets().values()
        service.update(**asked, body={"values": [[1, 2]]}).execute()
    bare.spreadsheets().values().update(**{**asked, "range": "Plan!C2"}, body={"values": [[7]]}).execute()
    assert [one[0] for one in conflicts(run)] == ["Plan!C2"]
    assert seen(bare)["sheets"]["Plan"][1][1] == ["Desk", 1, 7]


def conflicts(run: rein.Run) -> list[tuple[Any, ...]]:
    """What a revert of a run of one action meets."""
    report = rein.revert(run.id)
    assert report.exit == 1, str(report)
    return [(one.field, one.before, one.ours, one.now) for one in report.actions[0].conflicts]


@pytest.mark.parametrize("api", REFUSED)
def test_what_cannot_be_undone_does_not_happen(start: Start, api: str) -> None:
    """Sending, deleting for good, making somebody else the owner: nothing of it reaches the server."""
    served, bare, before = begun(start, api)
    armed = rein.wrap(bare_client(ALL[api].api))
    calls = [call(armed, bare) for call in REFUSED[api]]
    served.recorder.requests.clear()
    with rein.run("careless") as run:
        for call in calls:
            with pytest.raises(rein.Refused):
                call.execute()
    assert run.actions == []
    assert [one for one in served.recorder.requests if one.method != "GET" and one.path != "/token"] == []
    assert ALL[api].story.state(bare) == before
