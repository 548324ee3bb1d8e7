"""Crashed runs, live runs, broken ledgers, and the demo, in real processes."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from agentrein.ledger import open_ledger
from agentrein_github.sandbox import GitHubSandbox

Agent = Callable[..., str]
Cli = Callable[..., Any]

DIES = """
import os, signal, sys
from agentrein_demo.agent import die_after
from agentrein_demo.clients import github as client
import agentrein as rein
die_after(2)
repo = rein.wrap(client(os.environ["GITHUB_API_URL"])).get_repo("acme/app")
with rein.run("dies"):
    repo.get_issue(1).edit(title="Agent's title")
    repo.create_issue("Flaky test")
"""

LIVES = """
import os, sys
from agentrein_demo.clients import github as client
import agentrein as rein
repo = rein.wrap(client(os.environ["GITHUB_API_URL"])).get_repo("acme/app")
with rein.run("lives"):
    repo.create_issue("Flaky test")
    print("ready", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def crashed(place: Path) -> str:
    """A run whose process was killed between the answer to its second write and its record."""
    done = subprocess.run([sys.executable, "-c", DIES], check=False)
    assert done.returncode == -9
    return open_ledger(None).resolve("last")


@pytest.fixture
def live(place: Path) -> Iterator[str]:
    """A run that another process holds open."""
    process = subprocess.Popen([sys.executable, "-c", LIVES], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stdout.readline() == b"ready\n"
    yield open_ledger(None).resolve("last")
    process.communicate(b"\n", timeout=20)


def test_a_crashed_run_is_told_and_recovered(process: Cli, crashed: str, sandbox: GitHubSandbox, helper: Any) -> None:
    """Bare rein and show say CRASHED and name recover; recover finds both writes, undoes them, and asks nothing."""
    assert process("show", crashed).out.startswith("CRASHED")
    bare = process()
    assert "1 run waits for you" in bare.out
    assert f"rein recover {crashed}" in bare.out
    done = process("recover", "--json")
    assert done.code == 0
    (report,) = done.json
    assert (report["run"], report["status"], report["left"]) == (crashed, "reverted", [])
    assert helper.get_issue(1).title == "First issue"
    assert helper.get_issue(2).state_reason == "not_planned"


def test_nothing_to_recover_is_exit_0(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """Also for a run that is named and did not crash."""
    run = agent(work.opens)
    done = cli("recover")
    assert (done.code, done.out) == (0, "Nothing to recover.\n")
    named = cli("recover", run)
    assert named.code == 0
    assert f"Nothing to recover: {run} is COMPLETED." in named.out
    assert cli("recover", "--json").json == []


def test_without_a_ledger_there_is_nothing_to_recover(cli: Cli, place: Path) -> None:
    """A start-up script may come before the first run, which is no error; a run that is named is one."""
    done = cli("recover")
    assert (done.code, done.out, done.err) == (0, "Nothing to recover: no ledger yet\n", "")
    assert (cli("recover", "--json").code, cli("recover", "--json").json) == (0, [])
    assert cli("recover", "last").code == 3
    assert not place.parent.exists()


def test_a_live_run_is_not_taken_unless_asked(process: Cli, live: str, sandbox: GitHubSandbox) -> None:
    """Revert and recover exit 3 and name the owner; --take-over goes through."""
    assert process("show", live).out.startswith("STILL RUNNING")
    assert "Nothing waits for you." in process().out
    assert process("recover").out == "Nothing to recover.\n"
    sandbox.clear_requests()
    for command in (["revert", live, "--yes"], ["recover", live]):
        done = process(*command)
        assert done.code == 3
        assert "pid" in done.err
        assert "--take-over" in done.err
    assert sandbox.requests == []
    assert process("revert", live, "--yes", "--take-over").code == 0
    assert process("show", live).lines[1].startswith("taken over ")


def test_a_kept_failure_is_left_alone_by_recover(process: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """on_failure="keep" leaves the revert to a person, and recover is no person."""

    def fails(repo: Any) -> None:
        work.opens(repo)
        raise RuntimeError

    run = agent(fails, on_failure="keep")
    assert process("recover").out == "Nothing to recover.\n"
    assert process("show", run).out.startswith("FAILED, NOT REVERTED")


def test_a_broken_chain_is_said_and_is_exit_3(cli: Cli, agent: Agent, work: SimpleNamespace, place: Path) -> None:
    """Show prints what is there, says not to trust it, and exits 3; its JSON is the error."""
    run = agent(work.opens)
    with sqlite3.connect(place) as db:
        db.execute("DROP TRIGGER IF EXISTS entries_append_only")
        for name in [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]:
            db.execute(f'DROP TRIGGER "{name}"')
        db.execute("UPDATE entries SET at = '2020-01-01T00:00:00.000000Z' WHERE n = 1 AND run = ?", (run,))
    db.close()
    done = cli("show", run)
    assert done.code == 3
    assert "BROKEN" in done.out
    assert cli("show", run, "--json").json["error"]["code"] == "REIN-L403"


def test_the_demo_ends_where_it_began(process: Cli, tmp_path: Path) -> None:
    """Real commands, the refusal, three pictures, one ledger where it was asked for, in few lines."""
    path = tmp_path / "demo.sqlite3"
    done = process("demo", "--ledger", str(path), environ={"GITHUB_TOKEN": "", "GITHUB_API_URL": ""})
    assert (done.code, done.err) == (0, "")
    assert all(len(line) <= 80 or line.startswith(("      now", "export")) for line in done.lines)
    assert len(done.lines) <= 70
    for text in ("At the start", "When it failed", "After the revert", "REIN-R102", "$ rein show r-", "REVERTED"):
        assert text in done.out
    assert "nothing else is left" in done.out
    assert path.exists()


def test_the_crash_demo_kills_and_recovers(process: Cli, tmp_path: Path) -> None:
    """A real process is killed, another recovers the run."""
    done = process("demo", "--crash", "--ledger", str(tmp_path / "demo.sqlite3"))
    assert done.code == 0
    for text in ("SIGKILL", "When it died", "$ rein recover", "2 undone", "nothing else is left"):
        assert text in done.out
    assert len(done.lines) <= 70


def test_the_demo_in_json_tells_its_run(process: Cli) -> None:
    """JSON alone on stdout, the story on stderr, a ledger in a temporary folder that stays."""
    done = process("demo", "--json")
    assert set(done.json) == {"run", "status", "ledger", "left"}
    assert (done.json["status"], done.json["left"]) == ("reverted", [])
    assert "After the revert" in done.err
    shown = process("show", done.json["run"], "--ledger", done.json["ledger"], "--json")
    assert shown.json["status"] == "reverted"
    Path(done.json["ledger"]).unlink()


def test_the_demo_names_what_is_missing(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an extra it is one clear error with the install line."""
    monkeypatch.setattr("agentrein_demo.needed.find_spec", lambda name: None)
    done = cli("demo")
    assert done.code == 3
    assert "PyGithub" in done.err
    assert "pip install '.[all]'" in done.err
    assert len(done.err.splitlines()) == 3


def test_a_demo_that_cannot_run_is_not_offered(cli: Cli, monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    """Neither before the first run nor by the doctor."""
    assert "rein demo" in cli().out
    assert cli("doctor").lines[-1] == "Next:  rein demo"
    monkeypatch.setattr("agentrein_demo.needed.find_spec", lambda name: None)
    assert "rein demo" not in cli().out
    assert cli("doctor").lines[-1] == "Next:  rein ops"
    open_ledger(str(place))
    assert cli().lines == ["Nothing waits for you.", "Next:  rein doctor"]
