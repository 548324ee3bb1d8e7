"""Bad input gets a clear error that names what, where and what now; nothing is sent and nothing is lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from github import Github

import agentrein as rein
from acceptance_kit import entries, sent, states
from agentrein.ledger import open_ledger
from agentrein.registry import connector as named
from agentrein.table import Refusal, Table
from agentrein_github import connector
from agentrein_github.sandbox import GitHubSandbox


@pytest.fixture
def run(sb: GitHubSandbox, gh: Github) -> rein.Run:
    """A completed run of one write."""
    with rein.run("triage") as made:
        gh.get_repo("acme/app").create_issue("T")
    sb.clear_requests()
    return made


class Client:
    """What no connector knows."""


@pytest.mark.parametrize("client", [Client(), None, "github", object()])
def test_an_unknown_client_is_refused_by_its_class(client: object) -> None:
    """The message names the class and every class that is known."""
    kind = type(client)
    with pytest.raises(rein.UnknownClient, match=rf"{kind.__module__}\.{kind.__qualname__} is no client") as error:
        rein.wrap(client)
    assert "github.MainClass.Github" in error.value.now
    assert error.value.exit == 2


@pytest.mark.parametrize(
    ("options", "says"),
    [({"outside_run": "x"}, "one of refuse, record"), ({"allow_untested": True}, "not built yet")],
)
def test_an_option_that_cannot_work_says_so(sb: GitHubSandbox, options: dict[str, object], says: str) -> None:
    """One line, and the client stays as it was."""
    from acceptance_kit import plain

    client = plain(sb)
    with pytest.raises(rein.UsageError, match=says):
        rein.wrap(client, **options)  # type: ignore[arg-type]
    client.get_repo("acme/app").create_issue("T")
    client.close()


def test_an_unknown_connector_is_named_with_those_that_are_there() -> None:
    """As a stored run of an uninstalled connector needs it."""
    with pytest.raises(rein.UsageError, match="no connector is called 'jira'") as error:
        named("jira")
    assert "github" in error.value.now


def test_an_unknown_run_is_an_error(sb: GitHubSandbox, run: rein.Run, ledger: Path) -> None:
    """The message names the id, the ledger and the command that lists runs."""
    for function in (rein.revert, rein.recover):
        with pytest.raises(rein.UnknownRun, match="r-nothere") as error:
            function("r-nothere")
        assert error.value.where == str(ledger)
        assert "rein runs" in error.value.now
        assert error.value.exit == 3
    assert sb.requests == []


def test_an_ambiguous_run_is_an_error(sb: GitHubSandbox, run: rein.Run) -> None:
    """A prefix that several runs share reverts none of them, and names them."""
    twin = run.id[:-1] + ("b" if run.id[-1] == "a" else "a")
    run.ledger.open_run(twin, "twin", because=None, by="ada", owner={})
    run.ledger.release(twin)
    with pytest.raises(rein.AmbiguousRun) as error:
        rein.revert(run.id[:-1])
    assert run.id in error.value.what
    assert twin in error.value.what
    assert sb.requests == []
    assert states(run) == {1: "landed"}


def test_last_in_an_empty_ledger_is_an_error(sb: GitHubSandbox) -> None:
    """There is no last run yet."""
    with pytest.raises(rein.UnknownRun):
        rein.revert("last")


@pytest.mark.parametrize("content", [b"not a database at all, but long enough to look like one" * 20, b"short text"])
def test_a_file_that_is_no_ledger_is_refused_and_left_alone(
    sb: GitHubSandbox, gh: Github, ledger: Path, content: bytes
) -> None:
    """Neither a run nor a revert touches it."""
    ledger.write_bytes(content)
    for attempt in (lambda: rein.run("triage").__enter__(), lambda: rein.revert("last")):
        with pytest.raises(rein.LedgerUnusable) as error:
            attempt()
        assert error.value.where == str(ledger)
    assert ledger.read_bytes() == content
    assert sb.requests == []


def test_another_program_s_database_is_refused_and_left_alone(sb: GitHubSandbox, ledger: Path) -> None:
    """A SQLite file of something else is not made into a ledger."""
    with closing(sqlite3.connect(ledger)) as db:
        db.execute("CREATE TABLE theirs (x)")
        db.commit()
    with pytest.raises(rein.LedgerUnusable, match="not a ledger"), rein.run("triage"):
        pass
    with closing(sqlite3.connect(ledger)) as db:
        assert [name for (name,) in db.execute("SELECT name FROM sqlite_master")] == ["theirs"]


def test_a_damaged_ledger_is_an_error_and_sends_nothing(
    sb: GitHubSandbox, gh: Github, run: rein.Run, ledger: Path
) -> None:
    """Pages that are no longer SQLite's stop the revert before anything is sent."""
    run.ledger.close()
    with closing(sqlite3.connect(ledger)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(ledger.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    ledger.write_bytes(bytes(data))
    with pytest.raises(rein.LedgerUnusable) as error:
        rein.revert(run.id)
    assert error.value.where == str(ledger)
    assert error.value.now
    assert sb.requests == []


def test_a_newer_ledger_is_read_but_not_written(sb: GitHubSandbox, gh: Github, run: rein.Run, ledger: Path) -> None:
    """What a newer version wrote is planned by this one, and not reverted."""
    run.ledger.close()
    with closing(sqlite3.connect(ledger)) as db:
        db.execute("INSERT INTO migrations (version, at) VALUES (999, '2030-01-01')")
        db.commit()
    for attempt in (lambda: rein.revert(run.id), lambda: rein.run("triage").__enter__()):
        with pytest.raises(rein.LedgerNewer, match="newer AgentRein") as error:
            attempt()
        assert "upgrade" in error.value.now
    assert sent(sb) == []
    assert states(rein.revert(run.id, plan=True)) == {1: "compensated"}
    assert sent(sb) == []


def test_a_read_only_ledger_is_planned_and_not_reverted(
    sb: GitHubSandbox, gh: Github, run: rein.Run, ledger: Path
) -> None:
    """A revert that could not record what it does sends nothing."""
    run.ledger.close()
    ledger.chmod(0o400)
    with pytest.raises(rein.LedgerUnusable, match="read-only") as error:
        rein.revert(run.id)
    assert error.value.where == str(ledger)
    assert sent(sb) == []
    assert states(rein.revert(run.id, plan=True)) == {1: "compensated"}
    open_ledger(None).close()
    ledger.chmod(0o600)
    assert rein.revert(run.id).exit == 0


def test_a_ledger_that_vanished_stops_the_writes(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """A file that was moved away under an open run is noticed before the next write leaves, and put back it goes on."""
    repo = gh.get_repo("acme/app")
    with rein.run("triage") as run:
        repo.create_issue("T")
        moved = ledger.rename(ledger.with_name("moved"))
        with pytest.raises(rein.Refused, match="moved or deleted") as refused:
            repo.create_issue("U")
        moved.rename(ledger)
        repo.create_issue("V")
    assert refused.value.reason == "ledger"
    assert states(run) == {1: "landed", 2: "landed"}
    assert len(entries(ledger, "planned")) == len(sb.writes) == 2


def test_a_postgres_ledger_is_one_clear_error(sb: GitHubSandbox, gh: Github, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not supported yet, and its password is not repeated."""
    monkeypatch.setenv("AGENTREIN_LEDGER", "postgresql://user:secret@host/db")
    with pytest.raises(rein.LedgerUnusable, match="not supported yet") as error, rein.run("triage"):
        gh.get_repo("acme/app").create_issue("T")
    assert "secret" not in str(error.value)
    assert sent(sb) == []


@pytest.mark.parametrize(
    ("mistake", "column"),
    [
        ({"address": "POST /repos/{owner}/{repo}/issues}"}, "address"),
        ({"says": "open issue {titel!r} in {owner"}, "says"),
        ({"why": ""}, "why"),
        ({"object": None}, "object"),
        ({"probe": None}, "probe"),
    ],
)
def test_a_table_with_a_typo_names_row_and_column(mistake: dict[str, object], column: str) -> None:
    """It is refused when it loads, before any client is armed with it."""
    rows = [
        replace(row, **mistake) if row.sdk == "Repository.create_issue" else row  # type: ignore[arg-type]
        for row in connector.operations
    ]
    with pytest.raises(rein.TableError, match=rf"github: POST .*issues.*: {column}: "):
        Table("github", rows, connector.refused, connector.places, connector.divided)


def test_a_table_with_two_rows_of_one_address_is_refused() -> None:
    """Which of the two would count nobody could tell."""
    line = Refusal("POST /gists", rein.COSTLY, "why")
    with pytest.raises(rein.TableError, match="POST /gists: address: there are two rows"):
        Table("github", [], [line, line])
