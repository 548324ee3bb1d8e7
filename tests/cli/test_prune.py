"""`rein prune`: what it deletes, what it keeps and why, and that nobody is surprised."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from agentrein.client import Client
from agentrein.errors import RunPruned
from agentrein.fold import Action
from agentrein.ledger import open_ledger
from agentrein.ledger.clock import ago
from agentrein.reverting import revert_now, wish
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


def test_a_paused_run_is_kept_for_what_it_waits_for(cli: Cli, agent: Agent, work: SimpleNamespace, place: Path) -> None:
    """It waits for an answer, however long ago its block was left; nobody holds it open."""

    class Wait(RuntimeError):
        """What an agent raises to come back later."""

    def waits(repo: Any) -> None:
        work.opens(repo)
        raise Wait

    run = agent(waits, key="thread-9", pauses_on=(Wait,))
    done = cli("prune", "--older-than", "0h", "--yes")
    assert (done.code, done.lines[1]) == (0, "Kept 1: 1 waits for a person or an answer.")
    assert not is_pruned(place, run)


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


def test_what_a_pruned_run_touched_is_still_shown(cli: Cli, old: Callable[..., str]) -> None:
    """Somebody who wants to undo it by hand finds the things, on the page and in the JSON, for one write, too."""
    run = old()
    before = cli("show", run, "--json").json["actions"][0]["object"]
    assert before.startswith("github:repo:")
    cli("prune", "--older-than", "30d", "--yes")
    assert cli("show", run, "--json").json["actions"][0]["object"] == before
    assert before in cli("show", run).out
    assert before in cli("show", run, "1").out


def test_a_plan_that_a_prune_overtakes_says_so(old: Callable[..., str], place: Path) -> None:
    """Before the plan reads the record, or after: it never reads as one in which nothing is to be undone."""
    for late in (False, True):
        old()
        ledger = open_ledger(str(place))
        undo = wish("last", plan=True, ledger=ledger)
        clients = undo.client_of

        def prunes(action: Action, known: Callable[[Action], Client] = clients) -> Client:
            open_ledger(str(place)).prune(ago(timedelta(days=30)), by="bob")
            return known(action)

        if late:
            undo = replace(undo, client_of=prunes)
        else:
            ledger.prune(ago(timedelta(days=30)), by="bob")
        with pytest.raises(RunPruned):
            revert_now(undo)


def test_what_a_reader_keeps_in_the_file_is_said(cli: Cli, old: Callable[..., str], place: Path) -> None:
    """Exit 1 with the usual counts, and why on stderr; rein doctor tells of it until it is made up for."""
    old()
    with closing(sqlite3.connect(place)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM payloads").fetchone()
        done = cli("prune", "--older-than", "30d", "--yes", "--json")
        assert (done.code, done.json) == (1, {"pruned": 1, "kept": 0})
        assert "another process is reading it" in done.err
        reader.execute("ROLLBACK")
    due = "what rein prune deleted is still in the ledger's file"
    assert [one["now"] for one in cli("doctor", "--json").json["notes"] if one["what"].startswith(due)] == [
        "rein prune once more"
    ]
    assert cli("prune", "--older-than", "30d", "--yes", "--json").code == 0
    assert due not in str(cli("doctor", "--json").json["notes"])


@pytest.mark.parametrize(("days", "said"), [(0, False), (400, True)])
def test_a_clock_far_ahead_of_the_record_is_told(
    cli: Cli,
    old: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    days: int,
    said: bool,  # noqa: FBT001
) -> None:
    """A ledger at rest, or a wrong clock: what day it is, and since when nothing was recorded."""

    class Ahead(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + timedelta(days=days)

    old()
    monkeypatch.setattr("agentrein.ledger.clock.datetime", Ahead)
    done = cli("prune", "--older-than", "30d", "--yes")
    assert (done.code, "nothing was recorded here since" in " ".join(done.err.split())) == (0, said)


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


def test_what_was_typed_before_the_question_answers_nothing(old: Callable[..., str], place: Path) -> None:
    """Nobody had seen what it would delete; what is typed afterwards is the answer."""
    run = old()
    terminal = Terminal("prune", "--older-than", "30d")
    terminal.type("prune")
    terminal.wait_for("Enter to stop: ")
    terminal.type("")
    assert terminal.ended()[0] == 4
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
