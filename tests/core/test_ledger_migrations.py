"""Bringing an older ledger up to date: entries as version 1 wrote them are listed, shown, reverted and recovered."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from github import Auth, Github

import agentrein as rein
from agentrein.cli import main
from agentrein.errors import LedgerUnusable
from agentrein.ledger import migrations, open_ledger
from agentrein.ledger.chain import START, Link, new_salt, payload_digest
from agentrein.ledger.ownership import Locks
from agentrein.ledger.sqlite import SqliteLedger
from agentrein_github.sandbox import GitHubSandbox

DATA = Path(__file__).parents[1] / "data" / "ledger_v1.json"
"""Rows that version 1 wrote, without digests and salts: one run completed, one reverted, one crashed."""

NOWHERE = "http://127.0.0.1:1"
"""The endpoint in them."""

COMPLETED, REVERTED, CRASHED = "r-g4x64hpt", "r-62t2qd8m", "r-94bnejm9"


def write_version_1(path: Path, endpoint: str = NOWHERE) -> None:
    """Make a ledger with the tables of version 1 and the rows of the data, at another endpoint."""
    rows = json.loads(DATA.read_text().replace(NOWHERE, endpoint))
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        migrations.MIGRATIONS[0](db)
        db.execute("INSERT INTO migrations (version, at) VALUES (1, '2025-06-30T00:00:00.000000Z')")
        heads = _insert_entries(db, rows["entries"], {one["entry"]: one["text"] for one in rows["payloads"]})
        for table in ("actions", "objects"):
            for row in rows[table]:
                _insert(db, table, row)
        for row in rows["runs"]:
            _insert(db, "runs", {**row, "head": heads[row["id"]]})


def _insert_entries(db: sqlite3.Connection, entries: list[dict[str, Any]], texts: dict[int, str]) -> dict[str, str]:
    """Chain the entries, as was done then, and give each run's head."""
    heads: dict[str, str] = {}
    for row in entries:
        salt, prev = new_salt(), heads.get(row["run"], START)
        covered = {name: value for name, value in row.items() if name != "id"}
        link = Link(prev=prev, payload=payload_digest(salt, texts[row["id"]]), **covered)
        heads[row["run"]] = link.digest()
        _insert(db, "entries", {**row, "payload": link.payload, "prev": prev, "digest": link.digest()})
        _insert(db, "payloads", {"entry": row["id"], "salt": salt, "text": texts[row["id"]]})
    return heads


def _insert(db: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    places = ", ".join("?" * len(row))
    sql = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})"  # noqa: S608 - the names are the data's own
    db.execute(sql, tuple(row.values()))


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger of version 1, which the environment names."""
    path = tmp_path / "ledger.sqlite3"
    write_version_1(path)
    monkeypatch.setenv("AGENTREIN_LEDGER", str(path))
    return path


def test_nobody_is_disarmed_by_it(old: Path) -> None:
    """While a process holds a run, the tables stay as they are: it could neither write on nor undo what it did."""
    locks = Locks(old)
    assert locks.take(CRASHED, 1)
    with pytest.raises(LedgerUnusable, match=CRASHED) as refused:
        open_ledger(str(old))
    assert "let these runs end" in refused.value.now
    locks.release(CRASHED)
    assert open_ledger(str(old)).run(CRASHED).id == CRASHED


class Then(GitHubSandbox):
    """The vendor at the time of those runs."""

    def now(self) -> float:
        """Right after the last of them."""
        return datetime(2025, 6, 30, 0, 8, 27, tzinfo=UTC).timestamp()


@pytest.fixture
def sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GitHubSandbox]:
    """The vendor as those runs left it, and their ledger beside it."""
    with Then() as sb:
        path = tmp_path / "ledger.sqlite3"
        write_version_1(path, sb.url)
        for name, value in (
            ("AGENTREIN_LEDGER", str(path)),
            ("GITHUB_TOKEN", "token-octocat"),
            ("GITHUB_API_URL", sb.url),
        ):
            monkeypatch.setenv(name, value)
        auth, pauses = Auth.Token("token-octocat"), {"seconds_between_requests": None, "seconds_between_writes": None}
        with Github(auth=auth, base_url=sb.url, retry=None, **pauses) as client:  # type: ignore[arg-type]
            repo = client.get_repo("acme/app")
            repo.create_issue("Flaky test")
            repo.get_issue(1).edit(title="New title")
            repo.create_issue("Gone again").edit(state="closed", state_reason="not_planned")
            repo.create_issue("Lost")
        sb.clear_requests()
        yield sb
        open_ledger(str(path)).close()


def columns(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """What plain SQL finds."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute(sql).fetchall()


def test_the_data_is_of_version_1(old: Path) -> None:
    """What the tests below rest on: no table or column of a later version is there before it is opened."""
    assert columns(old, "SELECT max(version) FROM migrations") == [(1,)]
    assert columns(old, "SELECT name FROM sqlite_master WHERE name = 'children'") == []
    named = {row[1] for table in ("runs", "actions") for row in columns(old, f"PRAGMA table_info({table})")}
    assert named.isdisjoint({"key", "pruned", "connector", "address", "tier"})


def test_opening_brings_it_to_this_version(old: Path) -> None:
    """Step by step, each on record; nothing of the entries changes, and every chain verifies."""
    entries = "SELECT entries.*, entry, salt, text FROM entries JOIN payloads ON entry = id"
    before = columns(old, entries)
    with closing(SqliteLedger(old)) as ledger:
        assert {ledger.verify(row.id) == row.head for row in ledger.runs()} == {True}
        assert ledger.acts(COMPLETED)[0].address == "POST /repos/{owner}/{repo}/issues"
    assert [version for (version,) in columns(old, "SELECT version FROM migrations")] == [
        1,
        *range(2, migrations.VERSION + 1),
    ]
    assert columns(old, entries) == before


def test_actions_are_told_what_was_called(old: Path) -> None:
    """Connector, address and tier come from the payloads of `planned`, so that they stay when those are pruned."""
    with closing(SqliteLedger(old)) as ledger:
        told = [(act.connector, act.address, act.tier, act.state) for act in ledger.acts(COMPLETED)]
        assert told == [
            ("github", "POST /repos/{owner}/{repo}/issues", "compensable", "landed"),
            ("github", "PATCH /repos/{owner}/{repo}/issues/{issue_number}", "reversible", "landed"),
        ]
        assert [(act.address[:4], act.state) for act in ledger.acts(CRASHED)] == [("POST", "unknown")]
        assert {(row.key, row.pruned) for row in ledger.runs()} == {(None, None)}


def test_actions_without_a_payload_stay_untold(old: Path) -> None:
    """A payload that somebody deleted by hand before does not stop the migration."""
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("DELETE FROM payloads WHERE entry IN (SELECT id FROM entries WHERE run = ?)", (COMPLETED,))
    with closing(SqliteLedger(old)) as ledger:
        assert {(act.connector, act.address, act.tier) for act in ledger.acts(COMPLETED)} == {("", "", "")}
        assert ledger.acts(CRASHED)[0].connector == "github"


@pytest.mark.parametrize(
    "arguments", [["runs"], ["show", COMPLETED, "--all"], ["show", REVERTED], ["show", CRASHED], []]
)
def test_old_runs_are_shown(old: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    """By the commands that look, for people and as JSON."""
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert "r-" in said
    assert main([*arguments, "--json"]) == 0
    json.loads(capsys.readouterr().out)


def test_an_old_run_is_reverted(sandbox: GitHubSandbox) -> None:
    """All of it is undone and read back."""
    report = rein.revert(COMPLETED)
    assert [one.state.value for one in report.actions] == ["reverted", "compensated"]
    assert [one.method for one in sandbox.writes] == ["PATCH", "PATCH"]
    assert rein.revert(REVERTED).status == "reverted"
    assert len(sandbox.writes) == 2


def test_an_old_run_that_crashed_is_recovered(sandbox: GitHubSandbox) -> None:
    """Its lost answer is found out, and what landed is undone."""
    (report,) = rein.recover()
    assert (report.run, [one.state.value for one in report.actions]) == (CRASHED, ["compensated"])
    assert [one.method for one in sandbox.writes] == ["PATCH"]


def test_an_old_run_is_pruned(old: Path) -> None:
    """Its actions keep what was called."""
    with closing(SqliteLedger(old)) as ledger:
        found = ledger.prune("9999-01-01T00:00:00.000000Z", by="ada")
        assert ([row.id for row in found.pruned], found.kept) == ([COMPLETED, REVERTED], {"open": 1})
        assert ledger.acts(COMPLETED)[0].address == "POST /repos/{owner}/{repo}/issues"
        assert ledger.verify(COMPLETED) == ledger.run(COMPLETED).head


@pytest.mark.parametrize("form", ["sqlite:///{0}?mode=ro", "file:{0}?mode=ro"])
def test_read_only_it_says_what_to_do(old: Path, form: str) -> None:
    """Nothing is changed, and nothing half-read: both versions are named, and how to go on."""
    before = old.read_bytes()
    with pytest.raises(LedgerUnusable) as refused:
        SqliteLedger(form.format(old))
    assert f"has version 1, this AgentRein needs {migrations.VERSION}" in refused.value.what
    assert refused.value.now == "open it once with write permission"
    assert old.read_bytes() == before


def test_a_file_without_write_permission_says_the_same(old: Path) -> None:
    """Also where the file's own permissions forbid it."""
    old.chmod(0o400)
    with pytest.raises(LedgerUnusable, match="and it is read-only"):
        SqliteLedger(old)
    assert columns(old, "SELECT max(version) FROM migrations") == [(1,)]


def test_a_migration_that_fails_changes_nothing(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step is all or nothing, and is tried again when the ledger is opened next."""

    def breaks(db: sqlite3.Connection) -> None:
        db.execute("ALTER TABLE runs ADD COLUMN key TEXT")
        raise sqlite3.OperationalError("no space")

    with monkeypatch.context() as patched:
        patched.setattr(migrations, "MIGRATIONS", (migrations.MIGRATIONS[0], breaks))
        with pytest.raises(LedgerUnusable):
            SqliteLedger(old)
    assert columns(old, "SELECT max(version) FROM migrations") == [(1,)]
    assert "key" not in {row[1] for row in columns(old, "PRAGMA table_info(runs)")}
    with closing(SqliteLedger(old)) as ledger:
        assert ledger.run(COMPLETED).status == "completed"


def test_two_that_open_it_at_once_migrate_it_once(old: Path, together: Callable[..., list[Any]]) -> None:
    """The second finds it done."""
    ledgers = together(lambda: SqliteLedger(old), lambda: SqliteLedger(old))
    assert {ledger.acts(COMPLETED)[0].connector for ledger in ledgers} == {"github"}
    assert columns(old, "SELECT count(*) FROM migrations") == [(migrations.VERSION,)]
    for ledger in ledgers:
        ledger.close()


@pytest.fixture
def together() -> Callable[..., list[Any]]:
    """Call functions in threads of their own that begin at the same moment, and give their results."""

    def call(*functions: Callable[[], Any]) -> list[Any]:
        barrier = Barrier(len(functions))

        def started(function: Callable[[], Any]) -> Any:
            barrier.wait()
            return function()

        with ThreadPoolExecutor(len(functions)) as pool:
            return list(pool.map(started, functions))

    return call
