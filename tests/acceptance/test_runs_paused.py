"""Runs that wait for a person, or go on elsewhere: an exception that means so reverts nothing."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from types import ModuleType
from typing import Any

import pytest
from github import Github
from github.Repository import Repository

import agentrein as rein
from acceptance_kit import Boom, python, sent, states
from agentrein.cli import main
from agentrein_github.sandbox import GitHubSandbox

LEG = """
import os, sys
from github import Auth, Github
import agentrein as rein

class GraphBubbleUp(Exception):
    __module__ = "langgraph.errors"

class GraphInterrupt(GraphBubbleUp):
    __module__ = "langgraph.errors"

gh = rein.wrap(Github(auth=Auth.Token(os.environ["GITHUB_TOKEN"]), base_url=os.environ["GITHUB_API_URL"], retry=None))
try:
    with rein.run("graph", key="thread-1") as run:
        print(run.id, run.epoch, flush=True)
        gh.get_repo("acme/app").create_issue("Leg")
        raise GraphInterrupt if "interrupt" in sys.argv else ValueError
except (GraphInterrupt, ValueError):
    print(run.status)
"""


@pytest.fixture
def repo(gh: Github) -> Repository:
    """The armed client's repository."""
    return gh.get_repo("acme/app")


@pytest.fixture
def frameworks(monkeypatch: pytest.MonkeyPatch) -> dict[str, type[Exception]]:
    """Modules with the names and the control flow of two agent frameworks, as a program that has them imported them."""
    graph, agents, other = ModuleType("langgraph.errors"), ModuleType("pydantic_ai.exceptions"), ModuleType("mine")
    made: dict[str, type[Exception]] = {}

    def add(module: ModuleType, name: str, base: type[Exception] = Exception) -> None:
        made[f"{module.__name__}.{name}"] = kind = type(name, (base,), {"__module__": module.__name__})
        setattr(module, name, kind)

    add(graph, "GraphBubbleUp")
    for name in ("GraphInterrupt", "ParentCommand"):
        add(graph, name, made["langgraph.errors.GraphBubbleUp"])
    add(graph, "GraphRecursionError", RecursionError)
    for name in ("ApprovalRequired", "CallDeferred", "ModelRetry"):
        add(agents, name)
    add(other, "GraphBubbleUp")
    for module in (graph, agents, other):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return made


@pytest.mark.parametrize(
    ("name", "pauses"),
    [
        ("langgraph.errors.GraphInterrupt", True),
        ("langgraph.errors.ParentCommand", True),
        ("langgraph.errors.GraphRecursionError", False),
        ("pydantic_ai.exceptions.ApprovalRequired", True),
        ("pydantic_ai.exceptions.CallDeferred", True),
        ("pydantic_ai.exceptions.ModelRetry", False),
        ("mine.GraphBubbleUp", False),
    ],
)
def test_control_flow_of_a_framework_pauses(
    sb: GitHubSandbox,
    repo: Repository,
    frameworks: dict[str, type[Exception]],
    name: str,
    pauses: bool,  # noqa: FBT001
) -> None:
    """Known by package and class, without an import; what only looks like it, or is a failure there, is one here."""
    error = frameworks[name]("wait")
    with pytest.raises(frameworks[name]) as caught, rein.run("graph") as run:
        repo.create_issue("T")
        raise error
    assert caught.value is error
    assert (run.status, states(run)) == (("paused", {1: "landed"}) if pauses else ("reverted", {1: "compensated"}))
    assert bool(getattr(error, "__notes__", ())) is not pauses
    assert rein.recover() == []


def test_scenario_49_both_legs_are_undone(sb: GitHubSandbox, repo: Repository) -> None:
    """An interrupt leaves the run paused; the same key in a new process, then a failure: both legs, newest first."""
    start = sb.state()
    legs = []
    for option in ("interrupt", "interrupt", "fail"):
        with python(LEG, option) as process:
            legs.append(process.communicate(timeout=30)[0].split())
        if option == "interrupt":
            assert len(sb.left(start)) >= len(legs)
            assert rein.recover() == []
    run_id = legs[0][0]
    assert legs == [[run_id, "1", "paused"], [run_id, "2", "paused"], [run_id, "3", "reverted"]]
    patches = [line for line in sent(sb) if line.startswith("PATCH")]
    assert patches == [f"PATCH /repos/acme/app/issues/{number}" for number in (4, 3, 2)]
    assert sb.left(start) == []


class Wait(Exception):
    """What a framework of one's own raises."""


class WaitLonger(Wait):
    """A kind of it."""


def grouped(*errors: Exception) -> ExceptionGroup[Exception]:
    """What a task group raises."""
    return ExceptionGroup("of a group", errors)


@pytest.mark.parametrize(
    ("error", "pauses"),
    [
        (Wait(), True),
        (WaitLonger(), True),
        (grouped(Wait(), WaitLonger()), True),
        (grouped(grouped(Wait()), Wait()), True),
        (grouped(Wait(), Boom()), False),
        (grouped(grouped(Boom()), Wait()), False),
        (Boom(), False),
    ],
)
@pytest.mark.parametrize("given", [Wait, (Wait,), [Wait, KeyError]])
def test_pauses_on_classes_of_ones_own(
    sb: GitHubSandbox,
    repo: Repository,
    error: Exception,
    pauses: bool,  # noqa: FBT001
    given: Any,
) -> None:
    """A class, or several; a group of exceptions pauses only if each one in it does."""
    run = rein.run("graph", pauses_on=given)
    with pytest.raises(type(error)) as caught, run:
        repo.create_issue("T")
        raise error
    assert caught.value is error
    assert (run.status, states(run)) == (("paused", {1: "landed"}) if pauses else ("reverted", {1: "compensated"}))


@pytest.mark.parametrize("given", [Wait(), "Wait", int, [Wait, "x"]])
def test_pauses_on_what_is_no_exception_is_an_error(given: Any) -> None:
    """Before anything is opened."""
    with pytest.raises(rein.UsageError, match="no exception class"):
        rein.run("graph", pauses_on=given)


def test_async_run_pauses(sb: GitHubSandbox, repo: Repository) -> None:
    """`async with` as well, with its async steps and children, and tools."""

    @rein.tool
    async def ask() -> None:
        await asyncio.to_thread(repo.create_issue, "In a tool")
        raise Wait

    async def main_() -> tuple[rein.Run, rein.Run]:
        run, child = rein.run("graph", pauses_on=Wait), rein.run("inner")
        with suppress(Wait):
            async with run, child, child.step("part"):
                await ask()
        return run, child

    run, child = asyncio.run(main_())
    assert (run.status, child.status, states(run)) == ("paused", "paused", {1: "landed"})
    assert len(sb.writes) == 1


def test_run_that_failed_is_not_paused(sb: GitHubSandbox, repo: Repository) -> None:
    """Marked failed and then interrupted: it is undone."""
    with pytest.raises(Wait), rein.run("graph", pauses_on=Wait) as run:
        repo.create_issue("T")
        run.fail("the model gave up")
        raise Wait
    assert (run.status, states(run)) == ("reverted", {1: "compensated"})


def test_paused_run_is_left_alone_until_a_person_reverts_it(
    sb: GitHubSandbox, repo: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is no crash and needs nobody; `rein revert` undoes it all the same, and then the key goes on."""
    start = sb.state()
    with pytest.raises(Wait), rein.run("graph", key="thread-1", pauses_on=Wait) as run:
        repo.create_issue("T")
        raise Wait
    for named in ([], [run.id], [run.id, "--take-over"]):
        assert main(["recover", *named, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == []
    assert main(["runs", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["status"] == "paused"
    assert run.status == "paused"
    assert main(["plan", run.id, "--json"]) == 0
    capsys.readouterr()
    assert run.status == "paused"
    assert main(["revert", run.id, "--yes"]) == 0
    assert (run.status, sb.left(start)) == ("reverted", [])
    with rein.run("graph", key="thread-1") as again:
        assert again.id == run.id


def test_paused_child_pauses_nothing_around_it(sb: GitHubSandbox, repo: Repository) -> None:
    """Caught inside the run, the exception is the child's business; the failure of the run takes the child along."""
    start = sb.state()
    with pytest.raises(Boom), rein.run("outer") as run:
        with suppress(Wait), rein.run("inner", pauses_on=Wait) as child:
            repo.create_issue("T")
            raise Wait
        assert (child.status, states(child)) == ("paused", {1: "landed"})
        raise Boom
    assert (run.status, child.status) == ("reverted", "reverted")
    assert sb.left(start) == []


@pytest.mark.parametrize("part", [lambda run: run.step("part"), lambda _: rein.run("inner", pauses_on=Wait)])
def test_pause_of_a_part_fails_a_run_that_does_not_know_it(
    sb: GitHubSandbox, repo: Repository, part: Callable[[rein.Run], Any]
) -> None:
    """To the run around, it is an exception like any other."""
    start = sb.state()
    with pytest.raises(Wait), rein.run("outer") as run, part(run):
        repo.create_issue("T")
        raise Wait
    assert (run.status, states(run)) == ("reverted", {1: "compensated"})
    assert sb.left(start) == []


def test_paused_run_calls_nobody(sb: GitHubSandbox, repo: Repository) -> None:
    """Its writes stand because it goes on."""
    called: list[rein.Report] = []
    with pytest.raises(Wait), rein.run("graph", pauses_on=Wait, on_attention=called.append):
        repo.create_issue("T")
        raise Wait
    assert called == []
