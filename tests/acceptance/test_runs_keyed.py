"""Runs with a key: one run for a conversation, its legs in any process, and what a recovery leaves alone."""

from __future__ import annotations

import json
import resource
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from github import Github
from github.Repository import Repository

import agentrein as rein
from acceptance_kit import AGENT, PERSON, Boom, entries, python, sent, states
from agentrein.cli import main
from agentrein.ledger import open_ledger
from agentrein.recover import recoveries
from agentrein.reverting import revert_now
from agentrein_github.sandbox import GitHubSandbox

LEG = """
import os, signal, sys
from github import Auth, Github
import agentrein as rein
gh = rein.wrap(Github(auth=Auth.Token(os.environ["GITHUB_TOKEN"]), base_url=os.environ["GITHUB_API_URL"], retry=None))
repo = gh.get_repo("acme/app")
options = {"on_crash": "revert"} if "revert" in sys.argv else {}
try:
    with rein.run("chat", key="thread-1", **options) as run:
        print(run.id, run.epoch, flush=True)
        if "wait" in sys.argv:
            sys.stdin.readline()
        with run.step("part"):
            repo.create_issue("Leg in another process")
            if "in the step" in sys.argv:
                raise ValueError("a step's own")
        if "die" in sys.argv:
            os.kill(os.getpid(), signal.SIGKILL)
        if "fail" in sys.argv:
            run.fail("no use")
except rein.ReinError as error:
    print(type(error).__name__, error, flush=True)
except ValueError:
    pass
"""


@pytest.fixture
def repo(gh: Github) -> Repository:
    """The armed client's repository."""
    return gh.get_repo("acme/app")


def leg(*options: str) -> list[str]:
    """A leg of the conversation in a process of its own; gives what it printed."""
    with python(LEG, *options) as process:
        out, _ = process.communicate(timeout=30)
    return out.split()


def undone(sb: GitHubSandbox) -> list[str]:
    """The issues that were closed, in that order."""
    return [line.rpartition("/")[2] for line in sent(sb) if line.startswith("PATCH")]


def test_key_reopens_the_run_in_this_process(sb: GitHubSandbox, repo: Repository) -> None:
    """Three legs are one run; the failure of the last undoes all of them, newest first."""
    start = sb.state()
    ids = []
    for number in (1, 2):
        with rein.run("chat", key="thread-1") as run:
            ids.append((run.id, run.epoch))
            repo.create_issue(f"Leg {number}")
        assert run.status == "completed"
    with pytest.raises(Boom), rein.run("chat", key="thread-1") as run:
        ids.append((run.id, run.epoch))
        repo.create_issue("Leg 3")
        raise Boom
    assert ids == [(run.id, 1), (run.id, 2), (run.id, 3)]
    assert (run.status, states(run)) == ("reverted", dict.fromkeys((1, 2, 3), "compensated"))
    assert undone(sb) == ["4", "3", "2"]
    assert sb.left(start) == []
    assert len(open_ledger(None).runs()) == 1


def test_other_names_and_keys_are_other_runs(repo: Repository) -> None:
    """A key belongs to the name that it was given with."""
    runs = []
    for name, key in (("chat", "1"), ("chat", "2"), ("mail", "1")):
        with rein.run(name, key=key) as run:
            runs.append(run.id)
    assert len(set(runs)) == 3


def test_key_reopens_the_run_in_another_process(sb: GitHubSandbox, repo: Repository) -> None:
    """The first leg was another process's: this one undoes both, with clients of its own environment."""
    start = sb.state()
    run_id, epoch = leg()
    assert epoch == "1"
    with pytest.raises(Boom), rein.run("chat", key="thread-1") as run:
        repo.create_issue("Leg here")
        raise Boom
    assert (run.id, run.status, states(run)) == (run_id, "reverted", {1: "compensated", 2: "compensated"})
    assert undone(sb) == ["3", "2"]
    assert sb.left(start) == []


def test_leg_that_wrote_nothing_undoes_the_earlier_ones(sb: GitHubSandbox) -> None:
    """The failing leg has no client of its own; the environment has one."""
    start = sb.state()
    leg()
    with pytest.raises(Boom), rein.run("chat", key="thread-1") as run:
        raise Boom
    assert (run.status, states(run)) == ("reverted", {1: "compensated"})
    assert sb.left(start) == []


def test_leg_without_a_client_leaves_the_earlier_ones_to_the_next_revert(
    sb: GitHubSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where this process cannot have the vendor's client, the run says so, and a revert that can finishes it."""
    start = sb.state()
    leg()
    with monkeypatch.context() as without:
        without.delenv("GITHUB_TOKEN")
        with pytest.raises(Boom) as caught, rein.run("chat", key="thread-1") as run:
            raise Boom
        assert (run.status, states(run)) == ("needs_attention", {1: "landed"})
        assert "GITHUB_TOKEN" in caught.value.__notes__[0]
        with pytest.raises(rein.UsageError, match="rein recover"), rein.run("chat", key="thread-1"):
            pytest.fail("a leg was opened whose predecessor is half undone")
    [report] = rein.recover()
    assert (report.exit, report.status) == (0, "reverted")
    assert sb.left(start) == []
    with rein.run("chat", key="thread-1") as again:
        pass
    assert (again.id, again.status) == (run.id, "completed")


def test_leg_as_another_account_does_not_call_the_earlier_ones_undone(
    sb: GitHubSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The environment of the failing leg is another person's: nothing of the first leg is touched or called done."""
    leg()
    sb.clear_requests()
    monkeypatch.setenv("GITHUB_TOKEN", PERSON)
    with pytest.raises(Boom), rein.run("chat", key="thread-1") as run:
        raise Boom
    assert (run.status, states(run), sb.writes) == ("needs_attention", {1: "landed"}, [])
    monkeypatch.setenv("GITHUB_TOKEN", AGENT)
    assert rein.revert(run.id).status == "reverted"


def test_key_that_is_open_elsewhere_is_refused(sb: GitHubSandbox) -> None:
    """While another process holds the run, nobody else opens a leg of it, and nobody a second run."""
    with python(LEG, "wait") as process:
        assert process.stdin is not None and process.stdout is not None  # noqa: PT018
        run_id = process.stdout.readline().split()[0]
        with pytest.raises(rein.RunOwned, match=f"run {run_id} with key 'thread-1' is still open") as owned:
            rein.run("chat", key="thread-1").__enter__()
        assert str(process.pid) in str(owned.value)
        process.communicate("\n", timeout=30)
    with rein.run("chat", key="thread-1") as run:
        pass
    assert (run.id, len(open_ledger(None).runs())) == (run_id, 1)


def test_key_that_is_open_in_this_process_is_refused(repo: Repository) -> None:
    """Also in another thread; the leg that is open goes on."""
    with rein.run("chat", key="thread-1") as run:
        with ThreadPoolExecutor(1) as pool, pytest.raises(rein.RunOwned, match="still open"):
            pool.submit(rein.run("chat", key="thread-1").__enter__).result()
        with pytest.raises(rein.RunOwned, match="still open"), rein.run("chat", key="thread-1", detached=True):
            pytest.fail("two legs at once")
        repo.create_issue("T")
    assert (run.status, states(run)) == ("completed", {1: "landed"})


def test_key_of_a_child_is_an_error() -> None:
    """What lives as long as a conversation is no part of a run that ends before."""
    with rein.run("outer"), pytest.raises(rein.UsageError, match="cannot be a child") as error:
        rein.run("chat", key="thread-1").__enter__()
    assert "detached=True" in error.value.now


@pytest.mark.parametrize("known", [False, True])
def test_threads_that_race_for_a_key_open_one_leg(sb: GitHubSandbox, repo: Repository, known: bool) -> None:  # noqa: FBT001
    """Of eight threads with one key one has the leg; each other is told that it is open, whenever it comes."""
    for number in range(6):
        key = f"thread-{number}"
        if known:
            with rein.run("chat", key=key):
                pass
        barrier, inside, told = threading.Barrier(8), [], []
        done = threading.Barrier(8)

        def race(key: str = key, barrier: threading.Barrier = barrier, done: threading.Barrier = done) -> None:
            run = rein.run("chat", key=key)
            barrier.wait(10)
            try:
                run.__enter__()
            except rein.ReinError as error:
                told.append(error)  # noqa: B023
                done.wait(10)
                return
            done.wait(10)
            repo.create_issue(f"by {run.epoch}")
            run.__exit__(None, None, None)
            inside.append(run)  # noqa: B023

        with ThreadPoolExecutor(8) as pool:
            for one in [pool.submit(race) for _ in range(8)]:
                one.result()
        assert [type(error) for error in told] == [rein.RunOwned] * 7
        [run] = inside
        assert states(run) == {1: "landed"}


def test_processes_that_race_for_a_key_open_one_run(sb: GitHubSandbox) -> None:
    """Two processes and one key: never two runs, and never two legs at once."""
    processes = [python(LEG) for _ in range(4)]
    printed = [process.communicate(timeout=60)[0].split() for process in processes]
    [run] = open_ledger(None).runs()
    assert all(words[0] in {run.id, "RunOwned"} for words in printed)
    opened = [entry["payload"] for entry in entries(open_ledger(None).path, "opened")]  # type: ignore[attr-defined]
    assert len(opened) == sum(words[0] == run.id for words in printed) >= 1
    assert (run.status, run.actions) == ("completed", len(opened))


def test_leg_after_a_crash_goes_on_and_undoes_both(sb: GitHubSandbox, repo: Repository) -> None:
    """Killed in the middle of a call, the run is continued by its engine; when that fails, the unknown is probed."""
    start = sb.state()
    arrived, go_on = threading.Event(), threading.Event()

    def hold(request: Any) -> None:
        if request.method == "POST" and not arrived.is_set():
            arrived.set()

    sb.before_answer(hold)
    sb.faults.add("slow_after", method="POST", seconds=1)
    with python(LEG) as process:
        assert arrived.wait(20)
        while "repo:9/issue:2" not in sb.state():
            go_on.wait(0.01)
        process.kill()
        process.communicate()
    with pytest.raises(Boom), rein.run("chat", key="thread-1") as run:
        assert (run.epoch, states(run)) == (2, {1: "planned"})
        repo.create_issue("Leg 2")
        raise Boom
    assert (run.status, states(run)) == ("reverted", {1: "compensated", 2: "compensated"})
    assert undone(sb) == ["3", "2"]
    assert sb.left(start) == []


def test_unknown_of_a_crashed_leg_is_asked_about_when_a_later_leg_completes(
    sb: GitHubSandbox, repo: Repository
) -> None:
    """A recovery looks what became of it, and undoes nothing."""
    sb.before_answer(lambda request: process.kill() if request.method == "POST" else None)
    with python(LEG) as process:
        process.communicate(timeout=30)
    sb.before_answer(lambda request: None)
    with rein.run("chat", key="thread-1") as run:
        repo.create_issue("Leg 2")
    assert states(run) == {1: "planned", 2: "landed"}
    [report] = rein.recover()
    assert (report.run, report.exit) == (run.id, 0)
    assert set(states(run).values()) == {"landed"}
    assert undone(sb) == []


def test_recovery_waits_for_the_engine(sb: GitHubSandbox, capsys: pytest.CaptureFixture[str]) -> None:
    """Scenario 55: a crashed run with a key is left alone, and the recovery says so; `--take-over` reverts it."""
    start = sb.state()
    run_id = leg("die")[0]
    sb.clear_requests()
    for named in ([], [run_id]):
        assert main(["recover", *named, "--json"]) == 0
        [told] = json.loads(capsys.readouterr().out)
        assert told == {
            "run": run_id,
            "status": "open",
            "actions": [
                {
                    "seq": 1,
                    "state": "landed",
                    "message": told["actions"][0]["message"],
                    "if_stuck": "",
                    **{key: [] for key in ("sent", "conflicts", "commands", "mitigations")},
                }
            ],
            "counts": {**dict.fromkeys(told["counts"], 0)},
            "left": [],
            "advice": [],
            "exit": 0,
        }
        assert "on_crash" in told["actions"][0]["message"]
        assert f"rein recover {run_id} --take-over" in told["actions"][0]["message"]
    assert main(["recover"]) == 0
    assert "key thread-1" in capsys.readouterr().out.replace("\n", " ")
    assert sb.requests == []
    assert open_ledger(None).run(run_id).epoch == 1
    assert main(["recover", run_id, "--take-over", "--json"]) == 0
    [told] = json.loads(capsys.readouterr().out)
    assert (told["status"], told["counts"]["compensated"]) == ("reverted", 1)
    assert sb.left(start) == []


def test_recovery_reverts_a_keyed_run_that_says_so(sb: GitHubSandbox) -> None:
    """`on_crash="revert"` is for a key without an engine."""
    start = sb.state()
    leg("die", "revert")
    [report] = rein.recover()
    assert (report.status, report.exit) == ("reverted", 0)
    assert sb.left(start) == []


@pytest.mark.parametrize("ends", ["open", "completed", "paused"])
def test_recovery_leaves_a_run_that_its_engine_opened_meanwhile(sb: GitHubSandbox, repo: Repository, ends: str) -> None:
    """Found crashed, and then continued before its turn came: it is not undone, whether the leg is open or over."""
    for _ in range(2):
        leg("die", "revert")
        undos = recoveries(open_ledger(None), take_over=True)
        assert len(undos) == 1
        sb.clear_requests()
        run = rein.run("chat", key="thread-1", pauses_on=Boom)
        run.__enter__()
        repo.create_issue("Leg of the engine")
        if ends == "open":
            with pytest.raises(rein.RunOwned):
                revert_now(undos[0])
        error = Boom() if ends == "paused" else None
        run.__exit__(type(error) if error else None, error, None)
        report = revert_now(undos[0])
        assert (report.status, report.exit, run.status) == (
            run.status,
            0,
            "paused" if ends == "paused" else "completed",
        )
        assert undone(sb) == []
        assert set(states(run).values()) == {"landed"}


def test_run_that_was_recovered_meanwhile_is_not_undone_twice(sb: GitHubSandbox) -> None:
    """Two recoveries found the same crashed run: the second reports what the first one did, and sends nothing."""
    leg("die", "revert")
    first, second = (recoveries(open_ledger(None))[0] for _ in range(2))
    assert revert_now(first).status == "reverted"
    sb.clear_requests()
    report = revert_now(second)
    assert (report.status, states(report), sb.requests) == ("reverted", {1: "compensated"}, [])


# --- the key of a run that did not end well


def test_key_of_a_reverted_run_goes_on_with_the_same_run(sb: GitHubSandbox, repo: Repository) -> None:
    """What was undone stays undone; a later revert is about what came after."""
    with pytest.raises(Boom), rein.run("chat", key="thread-1"):
        repo.create_issue("Leg 1")
        raise Boom
    with rein.run("chat", key="thread-1") as run:
        repo.create_issue("Leg 2")
    assert (run.status, states(run)) == ("completed", {1: "compensated", 2: "landed"})
    sb.clear_requests()
    assert rein.revert(run.id).exit == 0
    assert undone(sb) == ["3"]


def test_key_of_a_run_with_a_conflict_still_needs_attention(
    sb: GitHubSandbox, repo: Repository, person: Github
) -> None:
    """A leg that ends well settles no conflict of an earlier one."""
    with pytest.raises(Boom), rein.run("chat", key="thread-1"):
        repo.get_issue(1).edit(title="Ours")
        person.get_repo("acme/app").get_issue(1).edit(title="Theirs")
        raise Boom
    with rein.run("chat", key="thread-1") as run:
        repo.create_issue("Leg 2")
    assert (run.status, states(run)) == ("needs_attention", {1: "conflict", 2: "landed"})


def test_key_of_a_kept_run_goes_on(sb: GitHubSandbox, repo: Repository) -> None:
    """A leg whose failure was kept is completed by a later one, and undone with it."""
    start = sb.state()
    with pytest.raises(Boom), rein.run("chat", key="thread-1", on_failure="keep"):
        repo.create_issue("Leg 1")
        raise Boom
    with pytest.raises(Boom), rein.run("chat", key="thread-1") as run:
        repo.create_issue("Leg 2")
        raise Boom
    assert (run.status, states(run)) == ("reverted", {1: "compensated", 2: "compensated"})
    assert sb.left(start) == []


def test_key_of_an_undo_that_broke_off_is_refused_until_it_is_finished(sb: GitHubSandbox, repo: Repository) -> None:
    """Stopped by its time limit, the undo of a leg has to come to its end before the next leg."""
    start = sb.state()
    sb.faults.add("rate_limited", method="PATCH", retry_after=60)
    with pytest.raises(Boom), rein.run("chat", key="thread-1", revert_timeout=2) as run:
        repo.create_issue("Leg 1")
        repo.create_issue("Leg 1 again")
        raise Boom
    assert run.status == "needs_attention"
    with pytest.raises(rein.UsageError, match=f"rein recover {run.id}"), rein.run("chat", key="thread-1"):
        pytest.fail("a leg was opened whose predecessor is half undone")
    assert rein.recover(run.id)[0].exit == 0
    assert sb.left(start) == []


def test_key_of_a_pruned_run_is_free(repo: Repository) -> None:
    """Its payloads are gone, so nothing could undo it: the key opens a run anew."""
    with rein.run("chat", key="thread-1") as old:
        repo.create_issue("T")
    open_ledger(None).prune("9999", by="tester")
    with rein.run("chat", key="thread-1") as new:
        pass
    assert new.id != old.id


def test_run_that_could_not_be_opened_is_not_held(ledger: Path) -> None:
    """The ledger fails between the two entries that open a run: this process does not hold the key for ever."""
    with rein.run("chat", key="thread-1") as run:
        pass
    size = ledger.with_name(ledger.name + "-wal").stat().st_size
    failed = 0
    for pages in range(20):
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        size = ledger.with_name(ledger.name + "-wal").stat().st_size
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size + 2060 * pages, before[1]))
            with suppress(rein.LedgerError), rein.run("chat", key="thread-1"):
                failed -= 1
            failed += 1
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        with rein.run("chat", key="thread-1") as again:
            assert again.id == run.id
    assert failed


def test_steps_of_different_legs_are_not_mixed_up(sb: GitHubSandbox, repo: Repository) -> None:
    """A step of the second leg fails: the step of that name of the first leg, another process's, stays."""
    leg()
    with rein.run("chat", key="thread-1") as run:
        with pytest.raises(Boom), run.step("part"):
            repo.create_issue("Leg 2")
            raise Boom
    assert (run.status, states(run)) == ("completed", {1: "landed", 2: "compensated"})
    assert states(rein.revert(run.id, step="part")) == {2: "compensated", 1: "compensated"}


def test_children_and_steps_of_a_dead_leg_are_not_open(sb: GitHubSandbox, repo: Repository) -> None:
    """A thread without a context belongs to what is open in this leg."""
    leg("die")
    with ThreadPoolExecutor(1) as pool, rein.run("chat", key="thread-1") as run:
        pool.submit(repo.create_issue, "Leg 2").result()
    assert [action.step for action in run.actions] == ["part", None]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"key": ""}, "no key"),
        ({"key": 7}, "no key"),
        ({"on_crash": "wait"}, "without a key"),
        ({"on_crash": "x"}, "x"),
    ],
)
def test_key_that_cannot_work_is_an_error(options: dict[str, Any], says: str) -> None:
    """Before anything is opened, saying what would work."""
    with pytest.raises(rein.UsageError, match=says) as error:
        rein.run("chat", **options)
    assert error.value.now
