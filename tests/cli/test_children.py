"""Child runs, threads and legs as the commands tell of them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

import agentrein as rein
from agentrein.context import current
from agentrein.ledger import open_ledger
from agentrein_github.sandbox import GitHubSandbox

Cli = Callable[..., Any]
Agent = Callable[..., str]

CRASHES = """
import os, signal
from agentrein_demo.clients import github as client
import agentrein as rein
repo = rein.wrap(client(os.environ["GITHUB_API_URL"])).get_repo("acme/app")
with rein.run("chat", key="thread-9"):
    repo.create_issue("Flaky test")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def family(agent: Agent) -> SimpleNamespace:
    """A run with a child, which has a step and a child of its own, a child that failed, and a write of a thread."""
    ids = SimpleNamespace()

    def work(repo: Any) -> None:
        repo.create_issue("by the parent")
        with rein.run("sub", because="delegated") as child:
            ids.child = child.id
            child.note("the sub-agent thinks")
            with child.step("file it"):
                repo.create_issue("by the child")
            with rein.run("subsub") as inner:
                ids.inner = inner.id
                repo.create_issue("by the grandchild")
        with suppress(RuntimeError), rein.run("fails") as failed:
            ids.failed = failed.id
            repo.create_issue("by the failed child")
            raise RuntimeError
        thread = threading.Thread(target=repo.create_issue, args=("by a thread",))
        thread.start()
        thread.join()

    ids.root = agent(work, name="parent")
    return ids


def test_the_root_marks_what_was_done_in_whom(cli: Cli, family: SimpleNamespace, monkeypatch: Any) -> None:
    """Each write names its child run and step, each child where it began, how it stands and how to see it."""
    monkeypatch.setenv("COLUMNS", "140")
    out = cli("show", family.root).out
    assert re.search(r'#3 .*grandchild.*  in run "sub", run "subsub"$', out, re.MULTILINE)
    assert re.search(r'#2 .*child.*  in run "sub", step "file it"$', out, re.MULTILINE)
    assert re.search(rf'run +"sub" began +completed, 2 writes:  rein show {family.child}$', out, re.MULTILINE)
    assert re.search(rf'run +"fails" began +reverted, 1 write:  rein show {family.failed}$', out, re.MULTILINE)
    assert re.search(r"#5 .*by a thread.*  its thread had no run of its own$", out, re.MULTILINE)
    assert "RuntimeError" not in out


def test_a_child_has_a_page_of_its_own(cli: Cli, family: SimpleNamespace) -> None:
    """Its writes, notes and children alone, whose child it is, and the commands for it alone."""
    done = cli("show", family.child)
    assert re.match(rf"COMPLETED +sub +{family.child} +2 writes$", done.lines[0])
    assert done.lines[1].startswith(f"child of {family.root} parent")
    assert "why   delegated" in done.out
    assert [n for n in range(1, 6) if f"#{n} " in done.out] == [2, 3]
    assert "the sub-agent thinks" in done.out
    assert re.search(r'#2 .*by the child.*  in step "file it"$', done.out, re.MULTILINE)
    assert f"rein show {family.inner}" in done.out
    assert done.lines[-1].startswith(f"Next:  rein plan {family.child}   rein revert {family.child}")
    assert [one["seq"] for one in cli("show", family.child, "--json").json["actions"]] == [2, 3]
    assert cli("show", family.child, "3").code == 0
    assert cli("show", family.child, "1").code == 2
    failed = cli("show", family.failed)
    assert failed.lines[0].startswith("REVERTED")
    assert "RuntimeError" in failed.out


def test_a_child_is_planned_and_reverted_alone(cli: Cli, family: SimpleNamespace, helper: Any) -> None:
    """What is printed names the child everywhere, so that what is pasted undoes no more."""
    plan = cli("plan", family.child)
    assert plan.lines[-1] == f"Next:  rein revert {family.child}"
    done = cli("revert", family.child, "--yes")
    assert done.lines[0].startswith("REVERTED   sub")
    assert done.lines[-1] == f"Next:  rein show {family.child}"
    assert "2 of 2" in done.err
    assert cli("show", family.child).lines[0].startswith("REVERTED")
    states = {issue.title: issue.state for issue in helper.get_issues(state="all")}
    assert (states["by the child"], states["by the grandchild"], states["by the parent"]) == (
        "closed",
        "closed",
        "open",
    )


def test_a_conflict_of_a_child_is_settled_for_it_alone(cli: Cli, agent: Agent, helper: Any) -> None:
    """The proposed commands name the child."""
    ids = []

    def work(repo: Any) -> None:
        with rein.run("sub") as child:
            ids.append(child.id)
            repo.get_issue(1).edit(title="Agent's title")

    agent(work)
    helper.get_issue(1).edit(title="Helper's title")
    (child,) = ids
    for out in (cli("revert", child, "--yes").out, cli("show", child).out):
        assert f"rein revert {child} --keep 1" in out
        assert f"rein revert {child} --force 1" in out
    assert cli("show", child).lines[0].startswith("NOT REVERTED")


def test_legs_stand_where_they_began(cli: Cli, agent: Agent, work: SimpleNamespace) -> None:
    """A run that was opened again by its key says so between the writes of its legs."""
    runs = {agent(work.opens, name="chat", key="thread-9") for _ in range(2)}
    assert len(runs) == 1
    out = cli("show", *runs).out
    newer, again, older = (out.index(text) for text in ("#2", "opened again", "#1"))
    assert newer < again < older


def test_a_crashed_leg_is_left_to_whoever_continues_it(cli: Cli, place: Any, sandbox: GitHubSandbox) -> None:
    """It waits for its key and not for a person; recover says so and names what overrules that."""
    assert subprocess.run([sys.executable, "-c", CRASHES], check=False).returncode == -9
    run = open_ledger(None).resolve("last")
    bare = cli()
    assert bare.lines[0] == "Nothing waits for you."
    assert "1 more: 1 to be continued" in bare.out
    assert cli("show", run).lines[0].startswith("TO BE CONTINUED")
    sandbox.clear_requests()
    for done in (cli("recover"), cli("recover", run)):
        assert (done.code, done.lines[0].split("   ")[0]) == (0, "TO BE CONTINUED")
        assert "waits for whoever continues it with its key thread-9" in done.out
        assert f"rein recover {run} --take-over" in done.lines[-1]
    assert sandbox.requests == []
    assert cli("recover", run, "--take-over").code == 0
    assert cli("show", run).lines[0].startswith("REVERTED")


def test_a_step_of_a_run_is_planned_with_every_option(cli: Cli, agent: Agent, sandbox: GitHubSandbox) -> None:
    """Scenario 53: `rein plan` sends no write, whatever limits it."""

    def work(repo: Any) -> None:
        run = current()
        assert run is not None
        with run.step("file it"):
            repo.create_issue("Flaky test")

    run = agent(work)
    sandbox.clear_requests()
    for options in (["--step", "file it"], ["--all"], ["--json"], ["--step", "file it", "--keep", "1"], ["--debug"]):
        assert cli("plan", run, *options).code == 0
    assert sandbox.requests != []
    assert sandbox.writes == []
    assert json.loads(cli("plan", run, "--json").out)["run"] == run


def test_a_child_is_not_recovered_by_itself(cli: Cli, family: SimpleNamespace, sandbox: GitHubSandbox) -> None:
    """Its id does not stand for the whole, which nobody asked to undo; the message names both commands."""
    sent = len(sandbox.writes)
    done = cli("recover", family.child)
    assert done.code == 2
    assert f"rein revert {family.child}" in done.err
    assert f"rein recover {family.root}" in done.err
    assert len(sandbox.writes) == sent
