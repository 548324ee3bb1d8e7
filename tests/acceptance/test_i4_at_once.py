"""I4: what others do while a call is under way is not taken for what the call did."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from github import Github
from github.Issue import Issue

import agentrein as rein
from acceptance_kit import Boom, plain, states
from agentrein import closing, reads
from agentrein.testing import Request
from agentrein_github.sandbox import GitHubSandbox


def labels(sb: GitHubSandbox) -> list[str]:
    """The labels and assignees of issue 1."""
    issue = plain(sb).get_repo("acme/app").get_issue(1)
    return sorted([*(one.name for one in issue.labels), *(one.login for one in issue.assignees)])


@pytest.mark.parametrize(
    ("ours", "theirs", "during", "after"),
    [
        (
            lambda issue: issue.add_to_labels("customer"),
            lambda issue: issue.add_to_labels("security"),
            ["bug", "customer", "security"],
            ["bug", "security"],
        ),
        (
            lambda issue: issue.add_to_assignees("octocat"),
            lambda issue: issue.add_to_assignees("helper"),
            ["bug", "helper", "octocat"],
            ["bug", "helper"],
        ),
        (
            lambda issue: issue.remove_from_labels("bug"),
            lambda issue: issue.add_to_labels("security"),
            ["security"],
            ["bug", "security"],
        ),
        (
            lambda issue: issue.add_to_labels("bug"),
            lambda issue: issue.add_to_labels("security"),
            ["bug", "security"],
            ["bug", "security"],
        ),
        (
            lambda issue: issue.add_to_labels("customer"),
            lambda issue: issue.remove_from_labels("bug"),
            ["customer"],
            [],
        ),
    ],
)
def test_a_member_that_somebody_changes_meanwhile_is_not_ours(
    sb: GitHubSandbox,
    gh: Github,
    person: Github,
    ours: Callable[[Issue], object],
    theirs: Callable[[Issue], object],
    during: list[str],
    after: list[str],
) -> None:
    """Between our before-image and our call a person changes the set: only what our call named is undone."""
    plain(sb).get_repo("acme/app").get_issue(1).set_labels("bug")
    issue, other = gh.get_repo("acme/app").get_issue(1), person.get_repo("acme/app").get_issue(1)
    done: list[Request] = []

    @sb.before_answer
    def meanwhile(request: Request) -> None:
        if request.is_write and request.actor == "octocat" and not done:
            done.append(request)
            theirs(other)

    with rein.run("triage") as run:
        ours(issue)
    assert labels(sb) == during
    assert rein.revert(run.id, plan=True).exit == 0
    assert rein.revert(run.id).exit == 0
    assert labels(sb) == after


def test_what_a_replacement_wiped_is_added_again_and_no_more(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """A label that a person adds once all were removed, before the re-read, is theirs."""
    plain(sb).get_repo("acme/app").get_issue(1).set_labels("bug")
    issue, other = gh.get_repo("acme/app").get_issue(1), person.get_repo("acme/app").get_issue(1)
    reads_after: list[Request] = []

    @sb.before_answer
    def meanwhile(request: Request) -> None:
        deleted = any(one.method == "DELETE" for one in sb.writes)
        if deleted and request.method == "GET" and request.path.endswith("/issues/1") and not reads_after:
            reads_after.append(request)
            other.add_to_labels("security")

    with rein.run("triage") as run:
        issue.delete_labels()
    assert reads_after
    assert rein.revert(run.id).exit == 0
    assert labels(sb) == ["bug", "security"]


def test_two_runs_of_a_process_queue_on_one_thing(sb: GitHubSandbox, gh: Github) -> None:
    """The second run reads its before-image once the first has landed, so its undo leaves what the first wrote."""
    repo = gh.get_repo("acme/app")
    issue = repo.get_issue(1)
    both, first_done = threading.Barrier(2), threading.Event()
    seen: list[Request] = []
    runs: list[rein.Run] = []

    def edit(title: str) -> None:
        gh.requester.requestJsonAndCheck("PATCH", issue.url, input={"title": title})

    @sb.before_answer
    def meanwhile(request: Request) -> None:
        if request.method == "GET" and request.path == "/repos/acme/app/issues/1" and len(seen) < 2:
            seen.append(request)
            with suppress(threading.BrokenBarrierError):
                both.wait(0.5)
        if request.method == "PATCH" and request.body == {"title": "by B"}:
            first_done.wait(0.5)

    def first() -> None:
        with rein.run("A") as run:
            runs.append(run)
            edit("by A")
        first_done.set()

    def second() -> None:
        with pytest.raises(Boom), rein.run("B") as run:
            edit("by B")
            raise Boom
        runs.append(run)

    threads = [threading.Thread(target=contextvars.Context().run, args=(work,)) for work in (first, second)]
    threads[0].start()
    while not seen:
        threads[0].join(0.01)
    threads[1].start()
    for thread in threads:
        thread.join()
    assert sb.state()["repo:9/issue:1"]["title"] == "by A"
    assert {run.name: states(run) for run in runs} == {"A": {1: "landed"}, "B": {1: "reverted"}}


@pytest.fixture
def slow_post(sb: GitHubSandbox) -> tuple[threading.Event, threading.Event]:
    """Two events: a new issue has arrived; it may be answered."""
    arrived, go_on = threading.Event(), threading.Event()

    @sb.before_answer
    def wait(request: Request) -> None:
        if request.method == "POST" and request.path.endswith("/issues"):
            arrived.set()
            go_on.wait(10)

    return arrived, go_on


def in_thread(work: Callable[..., Any], *arguments: Any) -> threading.Thread:
    """A started thread in a copy of the context."""
    thread = threading.Thread(target=contextvars.copy_context().run, args=(work, *arguments))
    thread.start()
    return thread


def test_a_write_that_lands_after_its_step_was_undone_needs_attention(
    sb: GitHubSandbox,
    gh: Github,
    slow_post: tuple[threading.Event, threading.Event],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The step's undo found nothing; what lands later stands, so the run is not completed and can be reverted."""
    monkeypatch.setattr(closing, "PASSAGES", 0.2)
    arrived, go_on = slow_post
    repo = gh.get_repo("acme/app")
    with rein.run("triage") as run:
        with pytest.raises(Boom), run.step("part"):
            late = in_thread(repo.create_issue, "T")
            arrived.wait(10)
            raise Boom
        assert run.status == "open"
        go_on.set()
        late.join()
    assert states(run) == {1: "landed"}
    assert run.status == "needs_attention"
    assert rein.revert(run.id).exit == 0
    assert sb.state()["repo:9/issue:2"]["state"] == "closed"


def test_a_block_that_ends_waits_for_what_is_under_way(
    sb: GitHubSandbox, gh: Github, ledger: Any, slow_post: tuple[threading.Event, threading.Event]
) -> None:
    """A run is completed once every outcome is known, so that a crash meanwhile finds it open."""
    arrived, go_on = slow_post
    repo = gh.get_repo("acme/app")
    statuses: list[str] = []

    def answer_soon(run: rein.Run) -> None:
        threading.Event().wait(0.3)
        statuses.append(run.status.value)
        go_on.set()

    with rein.run("triage") as run:
        late = in_thread(repo.create_issue, "T")
        arrived.wait(10)
        threading.Thread(target=answer_soon, args=(run,)).start()
    assert statuses == ["open"]
    assert (run.status, states(run)) == ("completed", {1: "landed"})
    late.join()


def test_what_is_still_under_way_when_the_block_ends_is_an_open_question(
    sb: GitHubSandbox,
    gh: Github,
    slow_post: tuple[threading.Event, threading.Event],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Waiting is bounded: a write without an answer until then is left for a person, not called complete."""
    monkeypatch.setattr(closing, "PASSAGES", 0.2)
    arrived, go_on = slow_post
    repo = gh.get_repo("acme/app")
    with rein.run("triage") as run:
        late = in_thread(repo.create_issue, "T")
        arrived.wait(10)
    assert (run.status, states(run)) == ("needs_attention", {1: "planned"})
    go_on.set()
    late.join()
    assert states(run) == {1: "landed"}


def test_a_repository_that_took_a_renamed_one_s_name_is_known_by_its_own_id(
    sb: GitHubSandbox, gh: Github, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The id of a place is not kept for long: once its name means another one, the undo goes to that one."""
    monkeypatch.setattr(reads, "FRESH", 0.0)
    plain(sb).get_repo("acme/app").create_issue("theirs, number 2")
    repo = gh.get_repo("acme/app")
    with pytest.raises(Boom), rein.run("triage"):
        repo.get_issue(1).create_comment("hi")
        sb.rename_repo("acme/app", "acme/legacy")
        sb.add_repo("acme/app")
        assert [repo.create_issue(title).number for title in "ab"] == [1, 2]
        raise Boom
    legacy, fresh = (plain(sb).get_repo(name) for name in ("acme/legacy", "acme/app"))
    assert legacy.get_issue(2).state == "open"
    assert [fresh.get_issue(number).state for number in (1, 2)] == ["closed", "closed"]


def test_a_place_s_id_is_read_once_for_a_burst_of_writes(sb: GitHubSandbox, gh: Github) -> None:
    """Writes that follow one another at once share the read."""
    repo = gh.withLazy(lazy=True).get_repo("acme/app")
    with rein.run("triage"):
        repo.create_issue("a")
        repo.create_issue("b")
    assert [one.path for one in sb.requests if one.method == "GET"].count("/repos/acme/app") == 1
