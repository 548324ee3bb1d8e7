"""`rein` and `rein runs`: what they tell of many runs, and that they read no more than that."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from agentrein.cli.screen import LIMIT

Cli = Callable[..., Any]
Agent = Callable[..., str]


class Wait(RuntimeError):
    """What an agent raises to come back later."""


def _paused(agent: Agent, work: SimpleNamespace, key: str) -> str:
    def waits(repo: Any) -> None:
        work.opens(repo)
        raise Wait

    return agent(waits, name="chat", key=key, pauses_on=(Wait,))


def _kept(agent: Agent, work: SimpleNamespace) -> str:
    def fails(repo: Any) -> None:
        work.opens(repo)
        raise RuntimeError

    return agent(fails, on_failure="keep")


def _spoil(place: Path, kinds: tuple[str, ...]) -> None:
    """Make payloads of these kinds unreadable, as a bad disk would."""
    with sqlite3.connect(place) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f'DROP TRIGGER "{name}"')
        changed = db.executemany(
            "UPDATE payloads SET text = 'no JSON' WHERE entry IN (SELECT id FROM entries WHERE kind = ?)",
            [(kind,) for kind in kinds],
        )
        assert changed.rowcount > 0
    db.close()


def test_lists_read_no_payload_of_a_write(
    cli: Cli, agent: Agent, work: SimpleNamespace, place: Path, conflict: str
) -> None:
    """However large a run is, a list of runs unpacks none of its writes."""
    cli("revert", conflict, "--yes")
    kept = _kept(agent, work)
    _spoil(place, ("planned", "outcome", "undo_intent", "undo_outcome", "opened"))
    assert cli("show", kept).code != 0
    listed = cli("runs")
    assert (listed.code, [line.split()[0] for line in listed.lines[1:3]]) == (0, [kept, conflict])
    bare = cli()
    assert (bare.code, bare.lines[0]) == (0, "2 runs wait for you")
    assert re.search("PARTLY REVERTED +1 conflict", bare.out)


def test_the_first_line_counts(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """How many runs there are, by status, before the list."""
    for _ in range(2):
        agent(work.opens)
    _kept(agent, work)
    assert cli("runs").lines[0] == "3 runs:  2 completed, 1 failed"


def test_many_that_wait_are_folded(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """24 lines at most, the newest first, and the rest is counted."""
    runs = [_kept(agent, work) for _ in range(26)]
    done = cli()
    assert len(done.lines) <= LIMIT
    assert done.lines[0] == "26 runs wait for you"
    shown = sum("FAILED" in line for line in done.lines)
    assert f"… {26 - shown} more: rein --all" in done.out
    assert runs[-1] in done.lines[2]
    assert sum("FAILED" in line for line in cli("--all").lines) == 26


def test_paused_runs_are_no_persons_business(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """They are counted, and listed with the key by which they go on, but wait for nobody."""
    run = _paused(agent, work, "thread-9")
    agent(work.opens)
    done = cli()
    assert done.lines[0] == "Nothing waits for you."
    assert "2 more: 1 paused" in done.out
    assert re.search(rf"{run} +chat \(key thread-9\) +PAUSED", cli("runs").out)
    assert cli("show", run).lines[0].startswith("PAUSED")
    assert cli("show", run).lines[1] == "key   thread-9"


def test_what_is_over_is_said_to_be(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """Nothing is left open in silence."""
    agent(work.opens)
    assert "(1 more, all done)" in cli().out


@pytest.fixture
def pruned(cli: Cli, agent: Agent, work: SimpleNamespace) -> str:
    """A run whose payloads were deleted."""
    run = agent(work.triages)
    assert cli("prune", "--older-than", "0h", "--yes").code == 0
    return run


def test_a_pruned_run_is_listed_and_shown(cli: Cli, pruned: str) -> None:
    """What was called and how it ended is still there, and that it cannot be undone any more."""
    assert re.search(rf"{pruned} .*COMPLETED +3 writes, pruned", cli("runs").out)
    shown = cli("show", pruned)
    assert shown.code == 0
    assert shown.lines[0].startswith("COMPLETED")
    assert "It cannot be undone any more" in shown.out
    assert re.search(r"#3 +landed +github: POST /repos/\{owner\}/\{repo\}/issues +compensable", shown.out)
    assert "rein revert" not in shown.out
    one = cli("show", pruned, "2")
    assert "#2" in one.out
    assert "#3" not in one.out
    assert cli("show", pruned, "9").code == 2


def test_a_pruned_run_is_not_undone(cli: Cli, pruned: str) -> None:
    """Plan and revert say why, and send nothing."""
    for command in (["plan", pruned], ["revert", pruned, "--yes"]):
        done = cli(*command)
        assert (done.code, done.out) == (3, "")
        assert "pruned" in done.err


def test_neighbours_that_tell_the_same_are_one_row(cli: Cli, agent: Agent) -> None:
    """A loop of equal writes is a row with its number; --all shows each."""

    def work(repo: Any) -> None:
        for _ in range(21):
            repo.create_issue("Again")
        repo.create_issue("Other")

    run = agent(work)
    done = cli("show", run)
    assert re.search(r'✓ #1-21 landed +21 × github: open issue "Again" in acme/app$', done.out, re.MULTILINE)
    assert sum("landed" in line for line in done.lines) == 2
    assert sum("landed" in line for line in cli("show", run, "--all").lines) == 22
    assert "21 x github" in cli("show", run, encoding="ascii").out


def test_a_plan_folds_equal_neighbours_too(cli: Cli, agent: Agent) -> None:
    """Twelve equal undos are one row that shows the first call; --all shows each."""

    def work(repo: Any) -> None:
        for _ in range(12):
            repo.create_issue("Again")

    run = agent(work)
    done = cli("plan", run)
    assert re.search(r"1-12 +as left +~ compensate +12 × github: open issue", done.out)
    assert sum("PATCH" in line for line in done.lines) == 1
    assert "and 11 more like it" in done.out
    assert sum("PATCH" in line for line in cli("plan", run, "--all").lines) == 12


def test_a_folded_plan_counts_what_is_hidden_and_asks(cli: Cli, agent: Agent, helper: Any) -> None:
    """What would be left for a person does not disappear behind a count of rows."""

    def work(repo: Any) -> None:
        repo.get_issue(1).edit(title="Agent's title")
        for number in range(20):
            repo.create_issue(f"Issue {number}")

    run = agent(work)
    helper.get_issue(1).edit(title="Helper's title")
    done = cli("plan", run)
    assert len(done.lines) <= LIMIT
    assert re.search(rf"… \d+ more, 1 for you: rein plan {run} --all", done.out)
