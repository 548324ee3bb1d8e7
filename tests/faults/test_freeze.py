"""Processes that are killed or frozen from outside, at the instants which lie between two fault points."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from agentrein.testing import Request
from faults.processes import Agents, Watched

OPEN_ISSUE = "POST /repos/{owner}/{repo}/issues (title only)"


@contextmanager
def held_back(vendor: Watched) -> Iterator[tuple[threading.Event, threading.Event]]:
    """Keep the next write from having its effect: gives what says that it came, and what lets it go on."""
    came, go_on = threading.Event(), threading.Event()

    @vendor.before_answer
    def hold(request: Request) -> None:
        if request.is_write and not came.is_set():
            came.set()
            assert go_on.wait(60)

    try:
        yield came, go_on
    finally:
        go_on.set()


def frozen_at(agents: Agents, others: Agents, point: str) -> tuple[int, str]:
    """A run of two writes that is frozen at a fault point of the first; gives its process and its id."""
    others.ledger = agents.ledger
    pid = agents.start("work", act="then another", fails=False, stop_at=point, stale=0)
    return pid, str(agents.until("frozen")["run"])


def test_killed_between_effect_and_answer(vendor: Watched, agents: Agents) -> None:
    """Scenario 38, from outside: killed when the effect is there and its answer is not, the run is brought back."""
    start = agents.ready()
    vendor.faults.add("slow_after", writes=True, seconds=600)
    pid = agents.start("work", act=OPEN_ISSUE, fails=False)
    assert vendor.acted.wait(30)
    os.kill(pid, signal.SIGKILL)
    assert agents.wait().ended == -signal.SIGKILL
    assert vendor.left(start)
    assert agents.do("recover")["exits"] == [0]
    assert vendor.left(start) == []


def test_a_revert_killed_between_effect_and_answer(vendor: Watched, agents: Agents) -> None:
    """The same in the undo: the next revert sees that the inverse has landed, and does not send it again."""
    start = agents.ready()
    run = agents.do("work", act="three writes", fails=False)["run"]
    vendor.acted.clear()
    vendor.faults.add("slow_after", writes=True, seconds=600)
    pid = agents.start("revert", run=run)
    assert vendor.acted.wait(30)
    os.kill(pid, signal.SIGKILL)
    assert agents.wait().ended == -signal.SIGKILL
    assert agents.do("revert", run=run)["exit"] == 0
    assert vendor.left(start) == []
    assert [one.method for one in vendor.writes] == ["POST", "PATCH", "POST", "DELETE", "PATCH", "PATCH"]


def test_a_live_owner_is_not_pushed_aside(agents: Agents, others: Agents, vendor: Watched) -> None:
    """A frozen process still holds its run: a recovery that does not take over leaves it alone."""
    agents.ready()
    pid, run = frozen_at(agents, others, "after_outcome")
    sent = len(vendor.requests)
    assert others.do("recover")["runs"] == []
    assert "held" in others.do("recover", run=run)["owned"]
    assert len(vendor.requests) == sent
    os.kill(pid, signal.SIGKILL)
    assert agents.wait().ended == -signal.SIGKILL
    assert others.do("recover")["exits"] == [0]


def test_a_frozen_process_that_was_taken_over_writes_no_more(agents: Agents, others: Agents, vendor: Watched) -> None:
    """Scenario 39: frozen between two writes, undone elsewhere and continued, it is refused its next write."""
    start = agents.ready()
    pid, run = frozen_at(agents, others, "after_outcome")
    assert others.do("recover", run=run, take_over=True)["exits"] == [0]
    assert vendor.left(start) == []
    sent = len(vendor.writes)
    os.kill(pid, signal.SIGCONT)
    told = agents.wait()
    assert told["refused"] == "taken over"
    assert told["status"] == "reverted"
    assert len(vendor.writes) == sent


def test_a_process_frozen_right_before_it_sends_does_not_send(agents: Agents, others: Agents, vendor: Watched) -> None:
    """Frozen between commit and send, undone elsewhere and continued, it does not let the bytes out."""
    start = agents.ready()
    pid, run = frozen_at(agents, others, "after_plan")
    assert others.do("recover", run=run, take_over=True)["exits"] == [0]
    os.kill(pid, signal.SIGCONT)
    told = agents.wait()
    assert told["refused"] == "taken over"
    assert vendor.writes == []
    assert vendor.left(start) == []


def test_a_request_that_lands_late_is_noticed_and_undone(agents: Agents, others: Agents, vendor: Watched) -> None:
    """A request on its way while the run was undone elsewhere turns the run to a person; the next revert undoes it."""
    start = agents.ready()
    others.ledger = agents.ledger
    with held_back(vendor) as (came, go_on):
        pid = agents.start("work", act=OPEN_ISSUE, fails=False)
        assert came.wait(30)
        os.kill(pid, signal.SIGSTOP)
        run = agents.until("frozen")["run"]
        assert others.do("recover", run=run, take_over=True)["exits"] == [0]
        assert vendor.left(start) == []
        go_on.set()
        assert vendor.acted.wait(30)
    assert vendor.left(start)
    os.kill(pid, signal.SIGCONT)
    assert agents.wait()["status"] == "needs_attention"
    told = others.do("revert", run=run)
    assert (told["exit"], told["status"]) == (0, "reverted")
    assert vendor.left(start) == []


def test_a_revert_that_was_taken_over_sends_no_more(agents: Agents, others: Agents, vendor: Watched) -> None:
    """A revert frozen before it sends, and finished elsewhere, does not send its inverse a second time."""
    start = agents.ready()
    others.ledger = agents.ledger
    run = agents.do("work", act="three writes", fails=False)["run"]
    pid = agents.start("revert", run=run, stop_at="undo_after_intent")
    agents.until("frozen")
    assert others.do("recover", run=run, take_over=True)["exits"] == [0]
    assert vendor.left(start) == []
    sent = len(vendor.requests)
    os.kill(pid, signal.SIGCONT)
    assert agents.wait()["trouble"] == "EpochError"
    assert len(vendor.requests) == sent
