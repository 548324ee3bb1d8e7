"""Scenario 0 in processes: killed anywhere and recovered in a new one, or completed and reverted later."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from agentrein import faults
from agentrein.testing.crash import instants
from faults.agents.stories import MISTYPED
from faults.agents.vendors import FLAGSHIP
from faults.processes import Agents, Told, Watched, playing
from flagship_kit import World

ISSUE, MESSAGE, PAGE = 1, 2, 3
"""The three writes in their order."""

TOLD = ["POST /repos/acme/app/issues", "chat.postMessage", "POST /v1/pages"]
UNDONE = ["PATCH page", "chat.update", "PATCH /repos/acme/app/issues/2"]
FORWARD = [point for point in faults.POINTS if not point.startswith("undo")]
SENT = ("after_send", "after_answer", "after_outcome")
"""The points of a write at which the vendor has it."""

INSTANTS = [
    *(("flagship", call, point) for call, point in product((ISSUE, MESSAGE, PAGE), FORWARD)),
    *(("well typed", PAGE, point) for point in FORWARD),
]
UNANSWERED = ("after_plan", "after_send", "after_answer")
"""The points at which only the vendor can tell whether a write happened."""

each_instant = pytest.mark.parametrize(("story", "call", "point"), INSTANTS)


@pytest.fixture(scope="module")
def sandboxes() -> Iterator[dict[str, Watched]]:
    """The three vendors."""
    with playing(FLAGSHIP) as running:
        yield running


@pytest.fixture(scope="module")
def processes(sandboxes: dict[str, Watched], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agents]:
    """The agent's processes."""
    made = Agents(sandboxes, tmp_path_factory.mktemp("agents"))
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def agents(processes: Agents) -> Agents:
    """The same with a ledger of the test's own."""
    processes.forget()
    return processes


@pytest.fixture
def world(sandboxes: dict[str, Watched]) -> World:
    """The three vendors as they were in the beginning."""
    made = World(sandboxes)
    made.reset()
    return made


def tell(agents: Agents, story: str, do: str = "work", die_at: tuple[str, int] | None = None) -> Told:
    """The story in a process of its own."""
    told = agents.do(do, act=story, vendors=[*FLAGSHIP], fails=False, die_at=die_at)
    assert told.ended == (0 if die_at is None else -signal.SIGKILL), told.said
    return told


def is_question(story: str, call: int, point: str) -> bool:
    """Whether nothing tells what became of the page: no database of that id can be read, so that it may be hidden."""
    return story == "flagship" and call == PAGE and point in UNANSWERED


def inverses(world: World, told: int) -> list[str]:
    """What came after the first writes, but for the id of the page."""
    return ["PATCH page" if one.startswith("PATCH /v1/pages/") else one for one in world.sent[told:]]


def assert_taken_back(world: World, story: str, call: int, point: str) -> None:
    """Each write that came was sent once, and each that happened undone once, newest first."""
    came = call if point in SENT else call - 1
    assert world.sent[:came] == TOLD[:came]
    happened = came - 1 if came == PAGE and story == "flagship" else came
    assert inverses(world, came) == UNDONE[3 - happened :]
    assert world.left == []
    assert [page["in_trash"] for page in world.pages()] == [True] * (happened == PAGE)
    if happened >= MESSAGE:
        world.assert_undone()


@each_instant
def test_a_killed_agent_is_recovered_by_the_command_line(
    world: World, agents: Agents, story: str, call: int, point: str
) -> None:
    """Killed by SIGKILL at every point around each of the three calls, then `rein recover` in a new interpreter.

    Killed before Notion's answer to a mistyped id it leaves one question, and everything else undone.
    """
    run = tell(agents, story, die_at=(point, call))["run"]
    world.undoing()
    done = agents.command("recover", "--json")
    asks = is_question(story, call, point)
    assert told_by(done.stdout) == (run, *(("needs_attention", [PAGE]) if asks else ("reverted", [])))
    assert done.returncode == (1 if asks else 0), done
    assert_taken_back(world, story, call, point)
    if asks:
        assert f"GET /v1/databases/{MISTYPED} answered 404, so nothing tells whether it happened" in done.stdout
        assert agents.command("revert", run, "--keep", str(PAGE), "--yes").returncode == 0
    asked = world.asked
    assert agents.do("recover")["runs"] == []
    assert agents.do("revert", run=run)["exit"] == 0
    assert world.asked == asked


def told_by(text: str) -> tuple[str, str, list[int]]:
    """What the only report of a recovery says."""
    [report] = json.loads(text)
    return report["run"], report["status"], report["left"]


@each_instant
def test_a_killed_async_agent_is_recovered(world: World, agents: Agents, story: str, call: int, point: str) -> None:
    """The same with async clients, recovered on an event loop."""
    tell(agents, story, "awork", die_at=(point, call))
    world.undoing()
    told = agents.do("arecover")
    assert told["exits"] == [1 if is_question(story, call, point) else 0], told.said
    assert_taken_back(world, story, call, point)


@pytest.mark.parametrize("a", ["", "a"], ids=["sync", "async"])
def test_killed_while_it_takes_all_back(world: World, agents: Agents, a: str) -> None:
    """Killed at any instant of the undo, the run is brought to its end by another process, each inverse sent once."""
    passed: list[str] = tell(agents, "flagship", f"{a}work")["passed"]
    undo = [one for one in instants(passed) if one[0].startswith("undo")]
    assert undo.count(("undo_after_send", 2)) == 1
    for instant in undo:
        world.reset()
        agents.forget()
        tell(agents, "flagship", f"{a}work", die_at=instant)
        told = agents.do(f"{a}recover")
        assert told["exits"] == [0], (instant, told.said)
        assert world.sent == TOLD + UNDONE[1:], instant
        world.assert_undone()


@pytest.mark.parametrize("do", ["work", "awork"])
def test_a_completed_run_is_reverted_later(world: World, agents: Agents, do: str) -> None:
    """`rein revert` in another process undoes all three; the second time it sends nothing."""
    run = tell(agents, "well typed", do)["run"]
    assert world.sent == TOLD
    assert world.left
    world.undoing()
    planned = agents.command("plan", run, "--json")
    assert (planned.returncode, world.sent) == (0, TOLD), planned
    done = agents.command("revert", run, "--yes", "--json")
    assert done.returncode == 0, done
    report: dict[str, Any] = json.loads(done.stdout)
    assert {one["seq"]: one["state"] for one in report["actions"]} == {
        ISSUE: "compensated",
        MESSAGE: "compensated",
        PAGE: "reverted",
    }
    assert inverses(world, 3) == UNDONE
    world.assert_undone()
    asked = world.asked
    again = agents.command("revert", run, "--yes")
    assert again.returncode == 0, again
    assert "REVERTED" in agents.command("show", run).stdout
    assert world.asked == asked
