"""Undos of a person, on the command line, where code may only plan: they are sent, and it is said."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from agentrein_github.sandbox import GitHubSandbox

Cli = Callable[..., Any]
SAYS = "PLAN ONLY (AGENTREIN_PLAN_ONLY) keeps agents from sending; this undo is yours, and is sent."


def told(done: Any) -> str:
    """What stands on stderr, as one line."""
    return " ".join(done.err.split())


@pytest.mark.parametrize("command", ["revert", "recover"])
def test_a_persons_undo_is_sent_under_plan_only(
    process: Cli, agent: Callable[..., str], work: SimpleNamespace, sandbox: GitHubSandbox, place: Path, command: str
) -> None:
    """Whoever is on call can undo, and is told; once nothing is left to send, nothing is told."""
    run = agent(work.opens)
    if command == "recover":
        _crash(place, run)
    arguments = (command, run, "--yes")
    environ = {"AGENTREIN_PLAN_ONLY": "1"}
    done = process(*arguments, environ=environ)
    assert (done.code, SAYS in told(done)) == (0, True)
    assert [one.method for one in sandbox.writes] == ["POST", "PATCH"]
    assert SAYS not in told(process(*arguments, environ=environ))


@pytest.mark.parametrize("command", ["revert", "recover"])
def test_what_a_dry_run_started_undoes_nothing(
    process: Cli, agent: Callable[..., str], work: SimpleNamespace, sandbox: GitHubSandbox, place: Path, command: str
) -> None:
    """A script that starts the command line sends nothing by it either; a person is told how to."""
    run = agent(work.opens)
    if command == "recover":
        _crash(place, run)
    done = process(command, run, "--yes", environ={"AGENTREIN_DRY_RUN": "1"})
    assert (done.code, f"env -u AGENTREIN_DRY_RUN rein {command} {run}" in told(done)) == (2, True)
    assert [one.method for one in sandbox.writes] == ["POST"]


def _crash(place: Path, run: str) -> None:
    """As a run stands whose process died in it."""
    with sqlite3.connect(place) as ledger:
        ledger.execute("UPDATE runs SET status = 'open', ended = NULL WHERE id = ?", (run,))
