"""`rein prune`: what it deletes, what it keeps and why, and that nobody is surprised."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from agentrein.ledger import open_ledger
from terminal_kit import Terminal

Agent = Callable[..., str]
Cli = Callable[..., Any]


@pytest.fixture
def old(agent: Agent, work: SimpleNamespace, place: Path) -> Callable[..., str]:
    """Run an agent whose run ended long ago: `old(days=40)` gives its id; `name` and more as for any run."""

    def ran(days: float = 40, work_: Any = work.opens, **options: Any) -> str:
        run = agent(work_, **options)
        at = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="microseconds").replace("+00:00", "Z")
        with closing(sqlite3.connect(place)) as db, db:
            db.execute("UPDATE runs SET ended = ? WHERE id = ?", (at, run))
        return run

    return ran


def is_pruned(place: Path, run: str) -> bool:
    """Whether a run's payloads are gone."""
    return open_ledger(str(place)).run(run).pruned is not None


def fails(repo: Any) -> None:
    """An agent's work that ends in an error."""
    repo.create_issue("Flaky test")
    raise RuntimeError


def test_old_runs_are_pruned_and_the_others_counted(
    cli: Cli, old: Callable[..., str], agent: Agent, work: SimpleNamespace, place: Path
) -> None:
    """Those that ended before; what is kept is said with its reasons, and what to do next."""
    first, second = old(), old(31)
    waiting, young = old(work_=fails, on_failure="keep"), agent(work.opens)
    done = cli("prune", "--older-than", "30d", "--yes")
    assert (done.code, done.lines[0].startswith("Pruned 2 runs that ended before ")) == (0, True)
    assert done.lines[1:] == ["Kept 2: 1 waits for a person or an answer, 1 is younger.", "Next:  rein runs"]
    assert [line.split() for line in done.err.splitlines()] == [
        [first, "pruned", "1", "of", "2"],
        [second, "pruned", "2", "of", "2"],
    ]
    assert [is_pruned(place, run) for run in (first, second, waiting, young)] == [True, True, False, False]
    again = cli("prune", "--older-than", "30d", "--yes")
    assert (again.code, again.lines[0].startswith("Nothing to prune: ")) == (0, True)


def test_the_json_counts(cli: Cli, old: Callable[..., str], agent: Agent, work: SimpleNamespace) -> None:
    """`pruned` and `kept`, alone on stdout."""
    old()
    agent(work.opens)
    assert cli("prune", "--older-than", "30d", "--yes", "--json").json == {"pruned": 1, "kept": 1}
    assert cli("prune", "--older-than", "30d", "--yes", "--json").json == {"pruned": 0, "kept": 1}


def test_without_a_terminal_nothing_is_deleted(cli: Cli, old: Callable[..., str], place: Path) -> None:
    """Exit 2 and the option to use; where nothing would be deleted nobody needs to be asked."""
    run = old()
    for more in ([], ["--json"]):
        done = cli("prune", "--older-than", "30d", *more)
        assert done.code == 2
        assert "nothing was deleted. Use --yes." in (done.json["error"]["what"] if more else done.err)
    assert not is_pruned(place, run)
    assert cli("prune", "--older-than", "90d").code == 0


@pytest.mark.parametrize(("age", "goes"), [("24h", True), ("26h", False), ("1d", True), ("2d", False), ("0w", True)])
def test_ages(cli: Cli, old: Callable[..., str], place: Path, age: str, goes: bool) -> None:  # noqa: FBT001
    """Hours, days and weeks."""
    run = old(25 / 24)
    assert cli("prune", "--older-than", age, "--yes").code == 0
    assert is_pruned(place, run) == goes


@pytest.mark.parametrize("age", ["", "30", "d", "30m", "1.5d", "-3d", "30 d", "30days", "٣d", "99999999999w"])
def test_a_bad_age_is_a_usage_error(cli: Cli, old: Callable[..., str], place: Path, age: str) -> None:
    """Exit 2, naming the forms; an error of typing deletes nothing."""
    run = old()
    done = cli("prune", f"--older-than={age}", "--yes")
    assert done.code == 2
    assert "12h, 30d, 4w" in done.err
    assert not is_pruned(place, run)


def test_an_age_must_be_said(cli: Cli, place: Path) -> None:
    """There is no default by which something is deleted."""
    done = cli("prune", "--yes")
    assert (done.code, "--older-than" in done.err) == (2, True)


def test_without_a_ledger_there_is_nothing_to_prune(cli: Cli, place: Path) -> None:
    """Exit 3, and none is made."""
    assert cli("prune", "--older-than", "30d", "--yes").code == 3
    assert not place.exists()


def test_a_pruned_run_can_be_looked_at_and_not_undone(cli: Cli, old: Callable[..., str]) -> None:
    """It is listed and shown; plan, revert and recover say that it was pruned, with exit 3."""
    run = old()
    assert cli("prune", "--older-than", "30d", "--yes").code == 0
    assert run in cli("runs").out
    shown = cli("show", run)
    assert (shown.code, "POST /repos/{owner}/{repo}/issues" in shown.out) == (0, True)
    for command in (["plan", run], ["revert", run, "--yes"], ["recover", run], ["revert", run]):
        done = cli(*command)
        assert (done.code, "was pruned on" in done.err) == (3, True)
        assert f"rein show {run}" in done.err


def test_the_word_confirms(old: Callable[..., str], place: Path) -> None:
    """A terminal shows how many runs, from when to when, and what is lost, before it asks."""
    oldest, newest = old(400), old(40)
    terminal = Terminal("prune", "--older-than", "30d")
    terminal.wait_for("Enter to stop: ")
    asked = " ".join(terminal.seen.split())
    assert "2 runs that ended before" in asked
    months = [str(open_ledger(str(place)).run(run).ended)[:7] for run in (oldest, newest)]
    assert re.search(f"the oldest ended {months[0]}.*, the newest {months[1]}", asked)
    assert "cannot be reverted any more" in asked
    assert not is_pruned(place, oldest)
    terminal.type("prune")
    code, out = terminal.ended()
    assert (code, out.startswith("Pruned 2 runs")) == (0, True)
    assert is_pruned(place, oldest)


@pytest.mark.parametrize("answer", ["", "y", "yes", "prun"])
def test_anything_else_is_a_no(old: Callable[..., str], place: Path, answer: str) -> None:
    """Exit 4, nothing deleted."""
    run = old()
    terminal = Terminal("prune", "--older-than", "30d")
    terminal.wait_for("Enter to stop: ")
    terminal.type(answer)
    assert terminal.ended()[0] == 4
    assert "nothing was deleted" in terminal.seen
    assert not is_pruned(place, run)


def test_ctrl_c_at_the_question_is_a_no(old: Callable[..., str], place: Path) -> None:
    """Exit 4 without a traceback."""
    run = old()
    terminal = Terminal("prune", "--older-than", "30d")
    terminal.wait_for("Enter to stop: ")
    terminal.interrupt()
    assert terminal.ended()[0] == 4
    assert "Traceback" not in terminal.seen
    assert not is_pruned(place, run)
