"""Runs and steps as an agent's developer knows them, and the options of a revert."""

from __future__ import annotations

import asyncio
import contextvars
import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from github import Github
from github.Repository import Repository

import agentrein as rein
from acceptance_kit import Boom, entries, python, sent, states
from agentrein_github.sandbox import GitHubSandbox


@pytest.fixture
def repo(gh: Github) -> Repository:
    """The armed client's repository."""
    return gh.get_repo("acme/app")


def test_a_run_that_ends_well_is_completed_and_keeps_its_writes(sb: GitHubSandbox, repo: Repository) -> None:
    """Nothing is undone; the record says what happened, by whom, where in the code."""
    with rein.run("triage", because="ticket 812") as run:
        repo.create_issue("T")
    assert (run.status, states(run), run.report) == ("completed", {1: "landed"}, None)
    [action] = run.actions
    assert action.says == 'open issue "T" in acme/app'
    assert action.planned["where"].startswith("test_runs.py:")
    assert action.object == "github:repo:9/issue:2"
    assert run.ledger.run(run.id).because == "ticket 812"
    assert repr(run) == f'<Run {run.id} "triage" completed: 1 landed>'
    assert len(sb.writes) == 1


def test_a_write_that_outlives_a_run_that_ended_well_is_part_of_it(sb: GitHubSandbox, repo: Repository) -> None:
    """A thread whose request is out when the block ends lands in the completed run; nothing has to be looked at."""
    arrived = threading.Event()
    sb.before_answer(lambda request: arrived.set() if request.method == "POST" else None)
    sb.faults.add("slow", method="POST", seconds=0.2)
    with ThreadPoolExecutor(1) as pool:
        with rein.run("triage") as run:
            writing = pool.submit(contextvars.copy_context().run, repo.create_issue, "T")
            assert arrived.wait(10)
        assert writing.result().number == 2
    assert (run.status, states(run)) == ("completed", {1: "landed"})
    assert rein.revert(run.id).exit == 0


def test_a_caught_error_does_not_fail_the_run(sb: GitHubSandbox, repo: Repository) -> None:
    """A tool error that the agent handles is the agent's business."""
    with rein.run("triage") as run:
        repo.create_issue("T")
        with pytest.raises(Exception, match="Validation Failed"):
            repo.create_pull("main", "nowhere", title="T")
    assert (run.status, states(run)) == ("completed", {1: "landed", 2: "rejected"})


def test_a_step_fails_alone_and_the_run_goes_on(sb: GitHubSandbox, repo: Repository) -> None:
    """Only the writes of the step are undone, newest first; the exception goes on with the step's report."""
    with rein.run("triage") as run:
        repo.get_issue(1).add_to_labels("security")
        with pytest.raises(Boom) as raised, run.step("file"):
            repo.create_issue("T").create_comment("hello")
            raise Boom
        repo.get_issue(1).add_to_labels("customer")
    assert states(run) == {1: "landed", 2: "compensated", 3: "reverted", 4: "landed"}
    assert run.status == "completed"
    assert states(raised.value.__rein__) == {3: "reverted", 2: "compensated"}  # type: ignore[attr-defined]
    assert sb.state()["repo:9/issue:1"]["labels"] == ["bug", "customer", "security"]


def test_steps_nest_and_an_outer_one_undoes_the_inner(sb: GitHubSandbox, repo: Repository) -> None:
    """An inner step that failed is not undone again when the outer one fails."""
    start = sb.state()
    with rein.run("triage") as run:
        with pytest.raises(Boom), run.step("outer"):
            repo.create_issue("outer")
            with pytest.raises(Boom), run.step("inner"):
                repo.create_issue("inner")
                raise Boom
            with run.step("second"):
                repo.create_issue("second")
            raise Boom
    assert states(run) == {1: "compensated", 2: "compensated", 3: "compensated"}
    patches = [one for one in sent(sb) if one.startswith("PATCH")]
    assert patches == [f"PATCH /repos/acme/app/issues/{number}" for number in (3, 4, 2)]
    assert sb.left(start) == []


def test_a_step_that_was_undone_takes_no_late_write(sb: GitHubSandbox, repo: Repository) -> None:
    """A thread that still works for a failed step is refused by the step's name; the run itself goes on."""
    with rein.run("triage") as run:
        with pytest.raises(Boom), run.step("file"):
            carried = contextvars.copy_context()
            raise Boom
        with pytest.raises(rein.Refused, match=r"step 'file' .* was undone") as refused:
            carried.run(repo.create_issue, "late")
        repo.create_issue("T")
    assert refused.value.reason == "run closed"
    assert states(run) == {1: "landed"}


def test_a_failing_step_waits_for_its_writes(sb: GitHubSandbox, repo: Repository, ledger: Path) -> None:
    """A write of the step that is out when it fails lands, and is undone with it."""
    start, arrived = sb.state(), threading.Event()
    sb.before_answer(lambda request: arrived.set() if request.method == "POST" else None)
    sb.faults.add("slow", method="POST", seconds=0.2)
    with ThreadPoolExecutor(1) as pool, rein.run("triage") as run:
        with pytest.raises(Boom), run.step("file"):
            writing = pool.submit(contextvars.copy_context().run, repo.create_issue, "T")
            assert arrived.wait(10)
            raise Boom
        assert writing.result().number == 2
    assert (states(run), run.status) == ({1: "compensated"}, "completed")
    kinds = [entry["kind"] for entry in entries(ledger) if entry["kind"] in {"outcome", "undo_intent"}]
    assert kinds == ["outcome", "undo_intent"], "its own outcome, and no probe's"
    assert sb.left(start) == []


def test_run_fail_refuses_further_writes_and_reverts_at_the_end(sb: GitHubSandbox, repo: Repository) -> None:
    """The block ends without an exception, the run reverted, the reason kept."""
    with rein.run("triage") as run:
        repo.create_issue("T")
        run.fail("the model gave up")
        with pytest.raises(rein.Refused, match="was marked failed") as refused:
            repo.create_issue("U")
    assert refused.value.reason == "run closed"
    assert (run.status, states(run)) == ("reverted", {1: "compensated"})
    assert run.report is not None
    with pytest.raises(rein.UsageError, match="not open"):
        run.fail("again")


def test_on_failure_keep_leaves_the_revert_to_a_person(sb: GitHubSandbox, repo: Repository) -> None:
    """The run is failed, nothing is undone, and the same revert does it later."""
    start = sb.state()
    with pytest.raises(Boom) as raised, rein.run("triage", on_failure="keep") as run:
        repo.create_issue("T")
        raise Boom
    assert (run.status, states(run)) == ("failed", {1: "landed"})
    assert len(sb.writes) == 1
    assert not hasattr(raised.value, "__rein__")
    assert rein.revert(run.id).exit == 0
    assert sb.left(start) == []


def test_a_note_is_kept_beside_the_actions(repo: Repository, ledger: Path) -> None:
    """Reasoning stands in the chain where it was said."""
    with rein.run("triage") as run:
        run.note("the model chose the template")
        repo.create_issue("T")
        run.note("done")
    kinds = [entry["kind"] for entry in entries(ledger) if entry["kind"] in {"note", "planned"}]
    assert kinds == ["note", "planned", "note"]
    assert entries(ledger, "note")[0]["payload"]["text"] == "the model chose the template"
    assert run.ledger.verify(run.id)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(3), GeneratorExit(), asyncio.CancelledError()])
def test_whatever_leaves_the_block_reverts_it(sb: GitHubSandbox, repo: Repository, error: BaseException) -> None:
    """Interrupts and exits fail a run as exceptions do, and go on as the same object."""
    start = sb.state()
    with pytest.raises(type(error)) as raised, rein.run("triage") as run:
        repo.create_issue("T")
        raise error
    assert raised.value is error
    assert (run.status, states(run)) == ("reverted", {1: "compensated"})
    assert sb.left(start) == []


def test_a_process_that_exits_leaves_no_crashed_run(sb: GitHubSandbox) -> None:
    """`sys.exit` within a block: the process ends with its own code, the run reverted."""
    code = """
import os, sys
from github import Auth, Github
import agentrein as rein
gh = rein.wrap(Github(auth=Auth.Token(os.environ["GITHUB_TOKEN"]), base_url=os.environ["GITHUB_API_URL"]))
with rein.run("triage") as run:
    print(run.id, flush=True)
    gh.get_repo("acme/app").create_issue("T")
    sys.exit(7)
"""
    with python(code) as process:
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (7, "")
    assert rein.revert(out.strip()).counts["compensated"] == 1
    assert rein.recover() == []
    assert sent(sb) == ["POST /repos/acme/app/issues", "PATCH /repos/acme/app/issues/2"]


def test_a_completed_run_is_reverted_later_from_another_process(sb: GitHubSandbox, repo: Repository) -> None:
    """Another process, which has only the environment, undoes it; another one still finds it reverted."""
    start = sb.state()
    with rein.run("triage") as run:
        repo.create_issue("T")
        repo.get_issue(1).edit(title="New", body="")
    code = "import json, sys, agentrein; print(json.dumps(agentrein.revert(sys.argv[1]).to_json()))"
    with python(code, run.id) as process:
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
    told = json.loads(out)
    assert (told["exit"], told["status"], told["left"]) == (0, "reverted", [])
    assert sb.left(start) == []
    sb.clear_requests()
    assert rein.revert("last").to_json() == {**told, "actions": rein.revert(run.id[:6]).to_json()["actions"]}
    assert sb.requests == []


def test_an_async_run_reverts_before_it_is_left(sb: GitHubSandbox, repo: Repository) -> None:
    """`async with` undoes on the loop, `arevert` does it later, and the loop goes on meanwhile."""
    start = sb.state()

    async def fail() -> rein.Run:
        with pytest.raises(Boom):
            async with rein.run("triage") as run:
                await asyncio.to_thread(repo.create_issue, "T")
                raise Boom
        return run

    async def later() -> tuple[rein.Report, int]:
        async with rein.run("triage") as run:
            async with run.step("file"):
                await asyncio.to_thread(repo.create_issue, "U")
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.001)

        ticking = asyncio.ensure_future(tick())
        report = await rein.arevert(run.id)
        ticking.cancel()
        return report, ticks

    run = asyncio.run(fail())
    assert (run.status, states(run)) == ("reverted", {1: "compensated"})
    report, ticks = asyncio.run(later())
    assert report.exit == 0
    assert ticks > 1
    assert sb.left(start) == []


def test_a_cancelled_task_is_undone_before_it_ends(sb: GitHubSandbox, repo: Repository) -> None:
    """Scenario 40 on asyncio: cancelled twice, the revert still completes, and the cancellation goes on."""
    start = sb.state()
    sb.faults.add("slow", method="PATCH", seconds=0.2)

    async def work(runs: list[rein.Run]) -> None:
        async with rein.run("triage") as run:
            runs.append(run)
            await asyncio.to_thread(repo.create_issue, "T")
            await asyncio.sleep(30)

    async def main() -> rein.Run:
        runs: list[rein.Run] = []
        task = asyncio.ensure_future(work(runs))
        while not runs or states(runs[0]) != {1: "landed"}:  # noqa: ASYNC110 - the ledger sets no event
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return runs[0]

    run = asyncio.run(main())
    assert (run.status, states(run)) == ("reverted", {1: "compensated"})
    assert sb.left(start) == []


def test_a_cancellation_during_the_undo_of_a_failed_run_goes_on(sb: GitHubSandbox, repo: Repository) -> None:
    """A block that ended without an exception of its own lets the cancellation out, once the undo is done."""
    arrived = threading.Event()
    sb.before_answer(lambda request: arrived.set() if request.method == "PATCH" else None)
    sb.faults.add("slow", method="PATCH", seconds=0.2)

    async def work(runs: list[rein.Run]) -> None:
        async with rein.run("triage") as run:
            runs.append(run)
            await asyncio.to_thread(repo.create_issue, "T")
            run.fail("no use")

    async def main() -> rein.Run:
        runs: list[rein.Run] = []
        task = asyncio.ensure_future(work(runs))
        assert await asyncio.to_thread(arrived.wait, 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return runs[0]

    run = asyncio.run(main())
    assert (run.status, states(run)) == ("reverted", {1: "compensated"})


def test_a_run_may_be_left_in_another_context(sb: GitHubSandbox, repo: Repository) -> None:
    """Scenario 54: entered here and left there, the run is undone and nothing of ours is raised."""
    start = sb.state()
    run = rein.run("triage")
    contextvars.Context().run(run.__enter__)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(repo.create_issue, "T").result()
        error = Boom()
        pool.submit(run.__exit__, Boom, error, None).result()
    assert (run.status, states(run)) == ("reverted", {1: "compensated"})
    assert sb.left(start) == []


def test_a_run_is_opened_once(repo: Repository) -> None:
    """A run object is one run: entering it again is an error, and so is asking it before it is open."""
    run = rein.run("triage")
    with pytest.raises(rein.UsageError, match="not open yet"):
        run.note("too early")
    with run:
        pass
    with pytest.raises(rein.UsageError, match="opened before"), run:
        pass


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: rein.run(""), "needs a name"),
        (lambda: rein.run("  "), "needs a name"),
        (lambda: rein.run("triage", on_failure="explode"), "explode"),
    ],
)
def test_a_run_that_cannot_work_is_an_error(call: Callable[[], rein.Run], says: str) -> None:
    """Before anything is opened, saying what would work."""
    with pytest.raises(rein.UsageError, match=says) as error:
        call()
    assert error.value.now


# --- the options of a revert


@pytest.fixture
def steps(sb: GitHubSandbox, repo: Repository) -> rein.Run:
    """A completed run of three writes, two of them in a step."""
    with rein.run("triage") as run:
        repo.get_issue(1).add_to_labels("security")
        with run.step("file"), run.step("inner"):
            repo.create_issue("T")
        with run.step("file"):
            repo.get_issue(1).lock("spam")
    sb.clear_requests()
    return run


def test_one_step_can_be_reverted_by_name(sb: GitHubSandbox, steps: rein.Run) -> None:
    """Every action within steps of that name is undone, inner steps included; the others stay."""
    report = rein.revert(steps.id, step="file")
    assert states(report) == {3: "reverted", 2: "compensated"}
    assert states(steps) == {1: "landed", 2: "compensated", 3: "reverted"}
    assert len(sb.writes) == 2
    assert states(rein.revert(steps.id)) == {1: "reverted", 2: "compensated", 3: "reverted"}


def test_one_action_can_be_reverted_by_number(sb: GitHubSandbox, steps: rein.Run) -> None:
    """Only that one; a later revert does the rest."""
    assert states(rein.revert(steps.id, action=1)) == {1: "reverted"}
    assert states(steps) == {1: "reverted", 2: "landed", 3: "landed"}
    assert sent(sb) == ["DELETE /repos/acme/app/issues/1/labels/security"]
    assert rein.revert(steps.id).exit == 0


def test_kept_actions_are_left_and_the_others_undone(sb: GitHubSandbox, steps: rein.Run) -> None:
    """Keeping is a decision, not a question: the run counts as reverted, and keeps saying who kept what."""
    report = rein.revert(steps.id, keep=[2])
    assert states(report) == {3: "reverted", 2: "kept", 1: "reverted"}
    assert (report.exit, report.left, steps.status) == (0, [], "reverted")
    assert sb.state()["repo:9/issue:2"]["state"] == "open"
    assert rein.revert(steps.id, force=[2]).exit == 0
    assert sb.state()["repo:9/issue:2"]["state"] == "closed"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"action": 9}, "has no write 9"),
        ({"force": [9]}, "has no write 9"),
        ({"keep": [2, 9]}, "has no write 9"),
        ({"keep": [2], "force": [2]}, "forced and kept"),
        ({"step": "fiel"}, "no step 'fiel'"),
    ],
)
def test_options_that_fit_nothing_are_an_error(
    sb: GitHubSandbox, steps: rein.Run, options: dict[str, object], says: str
) -> None:
    """A number or a name that the run does not have undoes nothing, and the message tells what it has."""
    with pytest.raises(rein.UsageError, match=says) as error:
        rein.revert(steps.id, **options)  # type: ignore[arg-type]
    assert error.value.now
    assert sent(sb) == []
    assert set(states(steps).values()) == {"landed"}


def test_a_revert_makes_one_client_for_all_its_actions(
    sb: GitHubSandbox, steps: rein.Run, caplog: pytest.LogCaptureFixture
) -> None:
    """However many actions a run has, they are undone over the same connections, and whose they are is read once."""
    caplog.set_level("DEBUG", logger="urllib3.connectionpool")
    rein.revert(steps.id)
    opened = [record for record in caplog.records if record.getMessage().startswith("Starting new HTTP")]
    assert len(opened) <= 2
    assert len([request for request in sb.requests if request.path == "/user"]) == 1


def test_a_plan_says_what_a_revert_would_do(sb: GitHubSandbox, steps: rein.Run) -> None:
    """The plan's calls and states are those of the revert that follows; it sends no write and changes no status."""
    plan = rein.revert(steps.id, plan=True)
    assert sent(sb) == []
    assert steps.status == "completed"
    report = rein.revert(steps.id)
    assert states(plan) == states(report)
    assert [action.sent for action in plan.actions] == [action.sent for action in report.actions]
