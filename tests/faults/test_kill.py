"""kill -9 at every fault point, in processes of their own; the sandbox is compared with its start."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from typing import Any

import pytest

from agentrein import faults
from agentrein.testing import Request
from agentrein.testing.conformance import Example
from agentrein.testing.crash import instants
from connectors.github.examples import EXAMPLES
from faults.conftest import Agents, Vendor

FORWARD = [(point, 1) for point in faults.POINTS if not point.startswith("undo")]
ISSUE = "/repos/{owner}/{repo}/issues/{issue_number}"
SHAPES = {
    "do, filled by the answer": "POST /repos/{owner}/{repo}/issues (every field)",
    "do, chosen by the answer's status": "PUT /repos/{owner}/{repo}/contents/{path+} (other bytes on a branch)",
    "do, chosen by the before-image": f"PUT {ISSUE}/lock (another reason)",
    "restore, fields": f"PATCH {ISSUE} (title and text)",
    "restore, a set": f"PUT {ISSUE}/labels (others)",
    "restore, a ref": "PATCH /repos/{owner}/{repo}/git/refs/{ref+} (forward)",
}
BY_TITLE = {one.title: one for one in EXAMPLES}


@pytest.fixture(params=SHAPES.values(), ids=SHAPES.keys())
def example(request: pytest.FixtureRequest) -> Example:
    """One operation of each shape that an inverse can have."""
    return BY_TITLE[request.param]


def said(requests: list[Request]) -> list[str]:
    """What requests said, but for the ids of commits, which tell the second in which they were made."""
    return [re.sub(r"\b[0-9a-f]{40}\b", "<id>", f"{one.method} {one.path} {one.body}") for one in requests]


def assert_back(vendor: Vendor, start: dict[str, Any], leaves: tuple[str, ...], where: str) -> None:
    """The sandbox is as it was, undone newest first."""
    assert not vendor.left(start, ignore=leaves), where
    assert not vendor.order.violations, where


def test_a_run_killed_while_it_writes_is_recovered(vendor: Vendor, agents: Agents, example: Example) -> None:
    """Killed at any point of a write, a run is brought back by a recovery in another process."""
    for point in FORWARD:
        start = agents.ready(example)
        assert agents.do("work", act=example.title, fails=True, die_at=point).ended == -signal.SIGKILL
        vendor.order.undoing()
        sent = len(vendor.writes)
        told = agents.do("recover")
        assert told["exits"] == [0], (point, told.said)
        assert_back(vendor, start, example.leaves, str(point))
        assert len(vendor.writes) >= sent
        assert agents.do("recover")["runs"] == [], point


def test_a_failing_run_killed_while_it_is_undone_is_recovered(vendor: Vendor, agents: Agents, example: Example) -> None:
    """Killed at any instant of the undo at its end, a run is brought back, and each inverse is sent once."""
    agents.ready(example)
    undisturbed = agents.do("work", act=example.title, fails=True)
    inverses = said(vendor.writes)
    for point in _undo(undisturbed["passed"]):
        start = agents.ready(example)
        assert agents.do("work", act=example.title, fails=True, die_at=point).ended == -signal.SIGKILL
        assert agents.do("recover")["exits"] == [0], point
        assert_back(vendor, start, example.leaves, str(point))
        assert said(vendor.writes) == inverses, f"{point}: each inverse once"


def test_a_revert_killed_at_any_instant_is_finished_by_the_next(
    vendor: Vendor, agents: Agents, example: Example
) -> None:
    """Killed at any instant, the revert of a completed run is finished by another; each inverse is sent once."""
    agents.ready(example)
    run = agents.do("work", act=example.title, fails=False)["run"]
    undisturbed = agents.do("revert", run=run)
    inverses = said(vendor.writes)
    for point in _undo(undisturbed["passed"]):
        _killed_revert(vendor, agents, example.title, example, point)
        assert said(vendor.writes) == inverses, f"{point}: each inverse once"


def test_three_inverses_reach_the_vendor_once_and_in_order(vendor: Vendor, agents: Agents) -> None:
    """Scenario 17: the revert of three writes, killed at any instant, sends each inverse once, newest first."""
    agents.ready()
    run = agents.do("work", act="three writes", fails=False)["run"]
    passed = agents.do("revert", run=run)["passed"]
    inverses = said(vendor.writes)
    assert [one.partition(" ")[0] for one in inverses] == ["POST", "PATCH", "POST", "DELETE", "PATCH", "PATCH"]
    for point in _undo(passed):
        run = _killed_revert(vendor, agents, "three writes", None, point)
        assert said(vendor.writes) == inverses, f"{point}: each inverse once, in order"
    asked = len(vendor.requests)
    assert agents.do("revert", run=run)["exit"] == 0
    assert len(vendor.requests) == asked, "a reverted run sends nothing"


def test_the_command_line_recovers_a_killed_run(vendor: Vendor, agents: Agents) -> None:
    """`rein recover`, in a new interpreter, finds what the killed process did not live to record."""
    start = agents.ready()
    assert agents.do("work", act="three writes", fails=False, die_at=("after_answer", 3)).ended == -signal.SIGKILL
    assert len(vendor.left(start)) > 1
    vendor.order.undoing()
    command = [sys.executable, "-m", "agentrein.cli", "recover", "--json"]
    done = subprocess.run(command, env=agents.environ(), stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert done.returncode == 0, done
    assert_back(vendor, start, (), "recovered")


def _undo(passed: list[str]) -> list[tuple[str, int]]:
    found = [one for one in instants(passed) if one[0].startswith("undo")]
    assert {"undo_after_intent", "undo_after_send", "undo_after_outcome"} <= {name for name, _ in found}
    return found


def _killed_revert(vendor: Vendor, agents: Agents, act: str, example: Example | None, point: tuple[str, int]) -> str:
    """A completed run whose revert is killed at this point, and which another process reverts to its end."""
    start = agents.ready(example)
    run: str = agents.do("work", act=act, fails=False)["run"]
    vendor.order.undoing()
    assert agents.do("revert", run=run, die_at=point).ended == -signal.SIGKILL, point
    told = agents.do("revert", run=run)
    assert (told["exit"], told["status"]) == (0, "reverted"), (point, told.said)
    assert_back(vendor, start, example.leaves if example else (), str(point))
    return run
