"""The ledger: its chains, who else can read it, whether it can be had."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agentrein import doctor_ledger
from agentrein.ledger import health, open_ledger
from doctor_kit import flat

Cli = Callable[..., Any]


def test_a_broken_chain_is_named(cli: Cli, agent: Callable[..., str], work: Any, place: Path) -> None:
    """Each run is verified: the one whose record was changed is named with what to do, and the others are fine."""
    agent(work.opens)
    broken = agent(work.opens)
    with contextlib.closing(sqlite3.connect(place)) as db:
        for (trigger,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {trigger}")
        db.execute("UPDATE entries SET kind = 'note' WHERE run = ? AND kind = 'planned'", (broken,))
        db.commit()
    done = cli("doctor")
    assert done.code == 1
    assert done.lines[0].startswith("1 problem ")
    assert f"the chain of run {broken} is broken" in flat(done.out)
    assert "compare it with a backup" in flat(done.out)
    assert "BROKEN in 1 of 2 runs" in done.out
    assert done.lines[-1] == f"Next:  rein show {broken}"
    found = cli("doctor", "--json").json["chain"]
    assert (found["verified"], [one["run"] for one in found["broken"]]) == (1, [broken])


def test_who_else_can_read_the_ledger(cli: Cli, agent: Callable[..., str], work: Any, place: Path) -> None:
    """A file that others can read is a problem with the command that mends it; a folder that they see into, a note."""
    agent(work.opens)
    place.chmod(0o644)
    place.parent.chmod(0o755)
    done = cli("doctor", "--all")
    assert done.code == 1
    assert f"chmod 600 {place}" in flat(done.out)
    assert f"chmod 700 {place.parent}" in flat(done.out)
    place.chmod(0o600)
    done = cli("doctor", "--all")
    assert done.code == 0
    assert f"chmod 700 {place.parent}" in flat(done.out)
    exposed = cli("doctor", "--json").json["ledger"]["exposed"]
    assert exposed == [{"path": str(place.parent), "mode": "0755", "wants": "0700"}]
    place.parent.chmod(0o777)
    assert cli("doctor", "--all").code == 1
    place.parent.chmod(0o700)
    assert cli("doctor", "--json").json["ledger"]["exposed"] == []


def test_what_stands_beside_the_ledger_is_looked_at(agent: Callable[..., str], work: Any, place: Path) -> None:
    """The files of SQLite's and the folder of the locks hold as much as the ledger itself."""
    agent(work.opens)
    with contextlib.closing(sqlite3.connect(place)) as db:
        db.execute("SELECT count(*) FROM runs").fetchall()
        wal, locks = place.with_name(place.name + "-wal"), place.with_name(place.name + ".locks")
        wal.chmod(0o640)
        locks.chmod(0o770)
        found = {one.path: one for one in health.health(open_ledger(str(place))).exposed}
    assert (found[wal].wants, found[wal].severe) == (0o600, True)
    assert (found[locks].wants, found[locks].severe) == (0o700, True)


def test_a_ledger_that_cannot_be_had(cli: Cli, place: Path) -> None:
    """Something else lies where the ledger should be: exit code 3, and the clients are shown all the same."""
    place.parent.mkdir()
    place.write_text("this is no ledger, and long enough to be read as a file of another kind than SQLite's" * 20)
    done = cli("doctor", "--all")
    assert done.code == 3
    assert "the ledger cannot be had" in flat(done.out)
    assert "acts for octocat" in done.out
    shown = cli("doctor", "--json")
    assert (shown.code, shown.json["exit"], shown.json["ledger"]["state"]) == (3, 3, "unusable")


def test_a_connector_that_is_gone(cli: Cli, agent: Callable[..., str], work: Any, place: Path) -> None:
    """Runs that acted through a connector which is not installed any more need it."""
    agent(work.opens)
    found = doctor_ledger.look(None, lambda done, of: None)
    assert set(found.needs) == {"github"}
    with contextlib.closing(sqlite3.connect(place)) as db:
        db.execute("UPDATE actions SET connector = 'elsewhere'")
        db.commit()
    done = cli("doctor", "--all")
    assert done.code == 1
    assert "elsewhere: run" in flat(done.out)


def test_little_room_on_the_disk_is_a_problem(cli: Cli, agent: Any, work: Any, monkeypatch: Any) -> None:
    """A full disk refuses every write, so it is said before it is full."""
    agent(work.opens)
    monkeypatch.setattr("agentrein.doctor.SCARCE", 2**62)
    done = cli("doctor", "--all")
    assert done.code == 1
    assert "free some space" in flat(done.out)
