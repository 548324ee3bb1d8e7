"""`outside_run="record"`: a write outside of every run is let out, and is a closed run of its own."""

from __future__ import annotations

import asyncio
import contextvars
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from github import Github
from github.GithubException import GithubException
from github.Repository import Repository

import agentrein as rein
from acceptance_kit import Boom, fill_disk, full_disk, plain, python, sent, states
from agentrein.fold import fold
from agentrein.ledger import open_ledger
from agentrein_github.sandbox import GitHubSandbox
from board.installed import installed
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient


@pytest.fixture
def free(sb: GitHubSandbox) -> Iterator[Github]:
    """A client whose writes outside of a run are recorded."""
    client = rein.wrap(plain(sb), outside_run="record")
    yield client
    client.close()


@pytest.fixture
def repo(free: Github) -> Repository:
    """Its repository."""
    return free.get_repo("acme/app")


def runs() -> list[tuple[str, list[str]]]:
    """Each run's status and the states of its actions, oldest first."""
    ledger = open_ledger(None)
    found = [(row.status, [one.state.value for one in fold(ledger.entries(row.id))]) for row in ledger.runs()]
    return found[::-1]


def test_a_write_outside_of_a_run_is_a_closed_run(sb: GitHubSandbox, repo: Repository) -> None:
    """Each is a run of its own, completed, named after what it did; a person undoes it."""
    start = sb.state()
    repo.create_issue("One").create_comment("Hello")
    assert runs() == [("completed", ["landed"])] * 2
    newest, oldest = open_ledger(None).runs()
    assert oldest.name.startswith("outside a run: github: POST /repos/")
    assert rein.recover() == []
    assert rein.revert(newest.id).exit == 0
    assert rein.revert(oldest.id).exit == 0
    assert sb.left(start) == []


def test_a_rejected_write_outside_of_a_run(sb: GitHubSandbox, repo: Repository) -> None:
    """The vendor's own exception arrives, unchanged; the run tells that nothing happened."""
    with pytest.raises(GithubException, match="Validation Failed") as caught:
        repo.create_pull("main", "nowhere", title="T")
    assert not hasattr(caught.value, "__notes__")
    assert runs() == [("completed", ["rejected"])]


def test_a_refused_write_outside_of_a_run(sb: GitHubSandbox, repo: Repository) -> None:
    """What nothing undoes is refused here as in a run; nothing is sent, nothing stands, nothing waits."""
    with pytest.raises(rein.Refused) as refused:
        repo.delete()
    assert refused.value.reason == "policy"
    assert sb.writes == []
    assert all(run == ("completed", []) for run in runs())
    assert rein.recover() == []


def test_a_write_of_unknown_outcome_outside_of_a_run_is_asked_about(sb: GitHubSandbox, repo: Repository) -> None:
    """It stays as it is; a recovery looks whether it happened."""
    sb.faults.add("lost", method="POST")
    with suppress(Exception):
        repo.create_issue("One")
    assert runs() == [("completed", ["unknown"])]
    [report] = rein.recover()
    assert (report.exit, states(report)) == (0, {1: "landed"})
    assert [line.split()[0] for line in sent(sb)] == ["POST"]


def test_threads_outside_of_a_run(sb: GitHubSandbox, repo: Repository) -> None:
    """Eight threads are forty runs."""
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(repo.create_issue, [f"T{n}" for n in range(40)]))
    assert runs() == [("completed", ["landed"])] * 40


def test_with_a_run_open_a_write_belongs_to_it(sb: GitHubSandbox, repo: Repository) -> None:
    """Here and in a thread without the context; with two open, such a thread is still refused."""
    with rein.run("triage") as run, ThreadPoolExecutor(1) as pool:
        repo.create_issue("One")
        pool.submit(repo.create_issue, "Two").result()
        with rein.run("beside", detached=True), pytest.raises(rein.Refused, match="several runs"):
            pool.submit(repo.create_issue, "Three").result()
    assert states(run) == {1: "landed", 2: "landed"}


def test_a_context_whose_run_is_over_is_still_refused(sb: GitHubSandbox, repo: Repository) -> None:
    """A late write of a run that was undone does not get out as a run of its own."""
    with pytest.raises(Boom), rein.run("triage"):
        carried = contextvars.copy_context()
        raise Boom
    with pytest.raises(rein.Refused, match="is over"):
        carried.run(repo.create_issue, "Late")
    assert sb.writes == []


def test_a_copy_of_the_client_keeps_it(sb: GitHubSandbox, free: Github) -> None:
    """Pickled, here and into another process."""
    copy: Github = pickle.loads(pickle.dumps(free))  # noqa: S301 - our own bytes
    copy.get_repo("acme/app").create_issue("One")
    code = "import pickle, sys; pickle.loads(bytes.fromhex(sys.argv[1])).get_repo('acme/app').create_issue('Two')"
    with python(code, pickle.dumps(free).hex()) as process:
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
    assert runs() == [("completed", ["landed"])] * 2


def test_a_killed_process_leaves_what_it_wrote(sb: GitHubSandbox) -> None:
    """Killed before the answer: a recovery undoes nothing, and then looks whether it happened."""
    code = """
import os
from github import Auth, Github
import agentrein as rein
gh = rein.wrap(Github(auth=Auth.Token(os.environ["GITHUB_TOKEN"]), base_url=os.environ["GITHUB_API_URL"], retry=None),
               outside_run="record")
gh.get_repo("acme/app").create_issue("One")
"""
    sb.before_answer(lambda request: process.kill() if request.method == "POST" else None)
    with python(code) as process:
        process.communicate(timeout=30)
    sb.before_answer(lambda request: None)
    assert runs() == [("open", ["planned"])]
    rein.recover()
    rein.recover()
    assert runs() == [("failed", ["landed"])]
    assert [line.split()[0] for line in sent(sb)] == ["POST"]


def test_the_answer_is_not_lost_with_the_ledger(sb: GitHubSandbox, repo: Repository, ledger: Path) -> None:
    """The disk is full when the answer comes: the caller has it all the same, and the record waits for a recovery."""
    import resource

    limits: list[Any] = []
    sb.before_answer(lambda request: limits.append(fill_disk(ledger)) if request.method == "POST" else None)
    try:
        issue = repo.create_issue("One")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits[0])
    assert issue.number == 2
    assert len(open_ledger(None).runs()) == 1
    rein.recover()
    rein.recover()
    assert runs() == [("failed", ["landed"])]
    assert [line.split()[0] for line in sent(sb)] == ["POST"]


def test_without_a_ledger_nothing_is_sent(sb: GitHubSandbox, repo: Repository, ledger: Path) -> None:
    """Not even outside of a run."""
    with rein.run("before"):
        pass
    with full_disk(ledger), pytest.raises((rein.Refused, rein.LedgerError)):
        repo.create_issue("One")
    assert sb.writes == []


def test_an_async_client_outside_of_a_run(rein_ledger: Path, tmp_path: Path) -> None:
    """Tasks at once are runs of their own; one that is cancelled leaves a question, and no open run."""
    with installed(tmp_path), BoardSandbox() as board:

        async def main() -> None:
            client = rein.wrap(AsyncBoardClient(board.url, "token-ada"), outside_run="record")
            try:
                await asyncio.gather(*(client.create_card("ideas", f"Card {n}") for n in range(5)))
                board.faults.add("slow", writes=True, seconds=0.5)
                task = asyncio.ensure_future(client.create_card("ideas", "Cancelled"))
                await asyncio.sleep(0.2)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            finally:
                await client.aclose()

        asyncio.run(main())
        assert runs() == [("completed", ["landed"])] * 5 + [("completed", ["unknown"])]


def test_what_outside_run_can_be(sb: GitHubSandbox) -> None:
    """Anything else is an error of the caller."""
    with pytest.raises(rein.UsageError, match="outside_run"):
        rein.wrap(plain(sb), outside_run="allow")
