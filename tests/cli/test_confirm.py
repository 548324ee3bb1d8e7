"""Asking in proportion: one key for what harms nobody, three typed characters for the rest, nothing for nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from agentrein.cli import accounts
from agentrein.cli.confirm import FEW
from agentrein.fold import Action, fold
from agentrein.ledger import open_ledger
from agentrein.recover import recoveries
from agentrein_github.sandbox import GitHubSandbox
from terminal_kit import Terminal

Agent = Callable[..., str]

KEY, TYPED = "Go on? [y/N] ", "Enter to stop: "

LIVES = """
import os, sys
from agentrein_demo.clients import github as client
import agentrein as rein
repo = rein.wrap(client(os.environ["GITHUB_API_URL"])).get_repo("acme/app")
with rein.run("lives"):
    repo.get_issue(1).add_to_labels("customer")
    with rein.run("lives inside"):
        repo.get_issue(1).add_to_labels("urgent")
    print("ready", flush=True)
    sys.stdin.readline()
"""


def labels(count: int) -> Callable[[Any], None]:
    """An agent's work that can be taken back without a trace."""

    def work(repo: Any) -> None:
        for number in range(count):
            repo.get_issue(1).add_to_labels(f"label {number}")

    return work


@pytest.fixture
def live(place: Any) -> Iterator[tuple[str, int]]:
    """A run that another process holds open, and that process's number."""
    process = subprocess.Popen([sys.executable, "-c", LIVES], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    yield open_ledger(None).resolve("last"), process.pid
    process.communicate(b"\n", timeout=20)


@pytest.mark.parametrize(("typed", "code", "written"), [("y", 0, 1), ("Yes", 0, 1), ("", 4, 0), ("no", 4, 0)])
def test_one_key_where_nobody_sees_anything(
    agent: Agent, sandbox: GitHubSandbox, typed: str, code: int, written: int
) -> None:
    """A label on a server of this machine is taken off after `y`; anything else is a no."""
    run = agent(labels(1))
    sandbox.clear_requests()
    terminal = Terminal("revert", run)
    terminal.wait_for(KEY)
    assert "on a server on this machine" in terminal.seen
    assert sandbox.writes == []
    terminal.type(typed)
    assert (terminal.ended()[0], len(sandbox.writes)) == (code, written)


def test_what_people_see_is_typed_and_named(agent: Agent, work: SimpleNamespace) -> None:
    """A closed issue stays visible, so it is named before the question."""
    terminal = Terminal("revert", agent(work.opens))
    terminal.wait_for(TYPED)
    assert 'Visible to people (1): #1 github: open issue "Flaky test"' in terminal.words
    terminal.type("")
    terminal.ended()


def test_many_writes_are_typed(agent: Agent) -> None:
    """More than a few are no small matter, whatever they are."""
    terminal = Terminal("revert", agent(labels(FEW + 1)))
    terminal.wait_for(TYPED)
    terminal.type("")
    terminal.ended()


def test_force_is_typed_and_says_what_it_overwrites(conflict: str) -> None:
    """What a colleague wrote is not overwritten with one key."""
    terminal = Terminal("revert", conflict, "--action", "1", "--force", "1")
    terminal.wait_for(TYPED)
    assert "Overwrites what others changed: #1 github: edit title" in terminal.words
    terminal.type("")
    terminal.ended()


def test_nothing_to_send_is_not_asked(conflict: str, sandbox: GitHubSandbox) -> None:
    """Where a plan would send nothing the answer would mean nothing."""
    sandbox.clear_requests()
    terminal = Terminal("revert", conflict, "--action", "1")
    code, out = terminal.ended()
    assert (code, sandbox.writes) == (1, [])
    assert "[y/N]" not in terminal.seen
    assert TYPED not in terminal.seen
    assert "--force 1" in out


def test_taking_over_says_whose_run_it_is(live: tuple[str, int]) -> None:
    """The process that still runs is named, and one key is not enough."""
    run, pid = live
    terminal = Terminal("revert", run, "--take-over")
    terminal.wait_for(TYPED)
    assert f"It is taken from pid {pid} on " in terminal.words
    terminal.type("")
    assert terminal.ended()[0] == 4


def test_taking_over_a_child_says_that_it_stops_the_whole(live: tuple[str, int], process: Callable[..., Any]) -> None:
    """The question and the result name the run that stops, and that it is not undone yet."""
    run, pid = live
    (child,) = (
        str(one.payload["run"]) for one in open_ledger(None).entries(run) if one.kind == "child" and one.payload
    )
    stops = f"That stops run {run}, whose other writes the next rein recover undoes"
    terminal = Terminal("revert", child, "--take-over")
    terminal.wait_for(TYPED)
    assert stops in " ".join(terminal.words.split())
    terminal.type("")
    assert terminal.ended()[0] == 4
    done = process("revert", child, "--take-over", "--yes")
    assert f"It was taken from pid {pid} on " in done.out
    assert stops in " ".join(done.out.split())
    assert [undo.run for undo in recoveries(open_ledger(None))] == [run]


@pytest.mark.parametrize(("count", "question"), [(1, KEY), (FEW + 1, TYPED)])
def test_what_was_typed_before_the_question_answers_nothing(
    agent: Agent, sandbox: GitHubSandbox, count: int, question: str
) -> None:
    """It was typed for something else, by somebody who had not seen what it would undo."""
    run = agent(labels(count))
    sandbox.clear_requests()
    terminal = Terminal("revert", run)
    terminal.type("y" if question == KEY else run[-3:])
    terminal.wait_for(question)
    terminal.type("")
    assert (terminal.ended()[0], sandbox.writes) == (4, [])


def _at(action: Action, endpoint: str, mode: str) -> Action:
    """The same write, on another server or account."""
    actor = {**action.planned["actor"], "mode": mode}
    return replace(
        action, planned={**action.planned, "call": {**action.planned["call"], "endpoint": endpoint}, "actor": actor}
    )


@pytest.mark.parametrize(
    ("endpoint", "mode", "told"),
    [
        ("https://api.github.com", "live", "LIVE accounts"),
        ("https://api.github.com", "T01AB", "LIVE accounts"),
        ("https://api.github.com", "", "LIVE accounts"),
        ("https://api.stripe.com", "test", "test accounts"),
        ("http://127.0.0.1:80", "live", "a server on this machine"),
        ("http://[::1]:80", "live", "a server on this machine"),
        ("http://localhost", "live", "a server on this machine"),
        ("https://localhost.example.com", "live", "LIVE accounts"),
        ("", "live", "LIVE accounts"),
    ],
)
def test_what_is_not_known_to_be_a_trial_is_live(agent: Agent, endpoint: str, mode: str, told: str) -> None:
    """Only a vendor's test mode and this machine count as trials; one live write makes the run live."""
    (action,) = fold(open_ledger(None).entries(agent(labels(1))))
    one = _at(action, endpoint, mode)
    assert accounts.told([one]) == told
    assert accounts.is_live([one, action]) is (told == accounts.LIVE)
    assert accounts.told([_at(action, "https://api.github.com", "live"), one]) == accounts.LIVE
    assert accounts.told([]) == ""
