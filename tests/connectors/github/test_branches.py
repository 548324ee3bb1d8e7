"""Branches that are renamed or synced where an undo must be careful: pull requests, own commits, what takes a while."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest
from github import Github, GithubException

import agentrein as rein
from agentrein.connector import Answer, Read, State
from agentrein.testing.crash import no_waiting
from agentrein_github.readings_of_branches import branch_names, renamed_branch, synced
from agentrein_github.readings_of_branches import fork as fork_reading
from agentrein_github.sandbox import GitHubSandbox
from connectors.github.examples.things import branch_ahead, branch_with_pull, write

pytestmark = pytest.mark.usefixtures("credential")


def told(report: rein.Report) -> list[str]:
    """Where the actions stand, newest first."""
    return [action.state.value for action in report.actions]


def test_a_branch_with_an_open_pull_request_is_not_renamed(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """GitHub would close the pull request."""
    branch_with_pull(person)
    writes = len(sb.writes)
    with rein.run("tidy") as run, pytest.raises(rein.Refused):
        gh.get_repo("acme/app").rename_branch("feat", "topic")
    assert (len(sb.writes), run.actions) == (writes, [])


def test_a_pull_request_from_the_new_name_keeps_it(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """Somebody opened it meanwhile: renaming back would close it."""
    branch_ahead(person)
    with rein.run("tidy") as run:
        gh.get_repo("acme/app").rename_branch("feat", "topic")
    person.get_repo("acme/app").create_pull("main", "topic", title="Better")
    report = rein.revert(run.id)
    assert told(report) == ["conflict"]
    assert report.actions[0].conflicts[0].now == ["acme/app#2"]
    assert "repo:9/branch:topic" in sb.state()


def test_what_people_pushed_goes_back_with_the_name(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """The branch is the same one: no commit is lost when it has its old name again."""
    branch_ahead(person)
    with rein.run("tidy") as run:
        gh.get_repo("acme/app").rename_branch("feat", "topic")
    write(person, "theirs.txt", "theirs", "topic")
    theirs = sb.state()["repo:9/branch:topic"]
    assert told(rein.revert(run.id)) == ["reverted"]
    assert sb.state()["repo:9/branch:feat"] == theirs
    assert "repo:9/branch:topic" not in sb.state()


def test_work_before_and_after_a_rename_is_undone_around_it(sb: GitHubSandbox, gh: Github) -> None:
    """A branch is made, gets a file, another name, and one more file: all of it goes."""
    start, repo = sb.state(), gh.get_repo("acme/app")
    with rein.run("work") as run:
        repo.create_git_ref("refs/heads/feat", repo.get_branch("main").commit.sha)
        repo.create_file("a.txt", "Add a file", "a", branch="feat")
        repo.rename_branch("feat", "topic")
        repo.create_file("b.txt", "Add another", "b", branch="topic")
    report = rein.revert(run.id)
    assert told(report) == ["compensated", "reverted", "compensated", "reverted"]
    assert sb.left(start) == []


@pytest.mark.parametrize("who", ["the run", "a person"])
def test_what_is_in_a_renamed_branch_is_not_gone(sb: GitHubSandbox, gh: Github, person: Github, who: str) -> None:
    """It stands under another name, which the undo could not take back: a person is asked, and nothing is sent."""
    repo = gh.get_repo("acme/app")
    with rein.run("work") as run:
        repo.create_git_ref("refs/heads/feat", repo.get_branch("main").commit.sha)
        repo.create_file("a.txt", "Add a file", "a", branch="feat")
        if who == "the run":
            repo.rename_branch("feat", "topic")
    if who == "a person":
        person.get_repo("acme/app").rename_branch("feat", "topic")
    person.get_repo("acme/app").create_pull("main", "topic", title="Better")
    sent = len(sb.writes)
    report = rein.revert(run.id)
    assert told(report)[-2:] == ["needs_attention", "held"]
    assert "renamed of its parent is True" in report.actions[-2].message
    assert len(sb.writes) == sent


def test_a_branch_that_somebody_renamed_is_not_gone(gh: Github, person: Github) -> None:
    """Its old name answers that it is not there, and redirects."""
    repo = gh.get_repo("acme/app")
    with rein.run("work") as run:
        repo.create_git_ref("refs/heads/feat", repo.get_branch("main").commit.sha)
        repo.create_git_ref("refs/tags/v1", repo.get_branch("main").commit.sha)
    person.get_repo("acme/app").rename_branch("feat", "topic")
    person.get_repo("acme/app").get_git_ref("tags/v1").delete()
    assert told(rein.revert(run.id)) == ["reverted", "needs_attention"]


@pytest.mark.parametrize(("old", "new"), [("feat", "topic/feat"), ("topic/feat", "feat")])
def test_a_name_with_a_slash_is_refused(sb: GitHubSandbox, gh: Github, person: Github, old: str, new: str) -> None:
    """A slash in the middle of an address could make it another one, on the way there or back."""
    repo = person.get_repo("acme/app")
    repo.create_git_ref(f"refs/heads/{old}", repo.get_branch("main").commit.sha)
    writes = len(sb.writes)
    with rein.run("tidy") as run, pytest.raises(rein.Refused):
        gh.get_repo("acme/app").rename_branch(old, new)
    assert (len(sb.writes), run.actions) == (writes, [])


def test_a_rename_that_is_not_there_yet_is_waited_for(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """GitHub answers at once and renames later: an old name that still stands is not taken for undone."""
    branch_ahead(person)
    with rein.run("tidy") as run:
        gh.get_repo("acme/app").rename_branch("feat", "topic")
    assert run.actions[0].state is State.ACCEPTED
    refs, sent = sb.world.repos[9].git.refs, len(sb.writes)
    refs["refs/heads/feat"] = refs.pop("refs/heads/topic")
    with no_waiting():
        assert told(rein.revert(run.id)) == ["needs_attention"]
    assert len(sb.writes) == sent
    refs["refs/heads/topic"] = refs.pop("refs/heads/feat")
    assert told(rein.revert(run.id)) == ["reverted"]
    assert "refs/heads/feat" in refs


def test_pull_requests_are_looked_for_where_a_fork_comes_from() -> None:
    """A branch of a fork is the head of pull requests in its source."""
    source = {"id": 9, "name": "app", "full_name": "acme/app", "owner": {"login": "acme"}}
    here = {"id": 10, "name": "app", "full_name": "octocat/app", "owner": {"login": "octocat"}}
    steps = branch_names({**here, "parent": source, "source": source}, {"old": "feat", "new": "topic"})
    asked, result = walked(steps, lambda read: read.address.endswith("/pulls") and read.params["owner"] == "acme")
    assert result["from_old"] == ["acme/app#7"]
    assert {read.params["head"] for read in asked if read.address.endswith("/pulls")} == {
        "octocat:feat",
        "octocat:topic",
    }


def walked(steps: Generator[Read, Answer, Any], has_pull: Any) -> tuple[list[Read], Any]:
    """The reads that a reading yields, and what it makes of one pull request where `has_pull` says so."""
    asked: list[Read] = []
    answer: Answer | None = None
    try:
        while True:
            asked.append(next(steps) if answer is None else steps.send(answer))
            is_list = asked[-1].address.endswith("/pulls")
            answer = Answer(200, [{"number": 7}] if has_pull(asked[-1]) else []) if is_list else Answer(404)
    except StopIteration as end:
        return asked, end.value


@pytest.fixture
def fork(sb: GitHubSandbox, itself: Github, person: Github) -> str:
    """The account's fork of the repository, which has one commit more by now."""
    made = itself.get_repo("acme/app").create_fork()
    person.get_repo("acme/app").create_file("new.txt", "Go on", "new")
    return made.full_name


def test_a_sync_with_own_commits_on_top_is_undone(sb: GitHubSandbox, gh: Github, fork: str) -> None:
    """The file that the run put on top is taken back first, so that nothing else is lost; the plan says so too."""
    start, repo = sb.state(), gh.get_repo(fork)
    with rein.run("update") as run:
        repo.merge_upstream("main")
        repo.create_file("own.txt", "Add a file", "own")
    planned, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert told(planned) == told(report) == ["compensated", "reverted"]
    assert [one.sent for one in planned.actions] == [one.sent for one in report.actions]
    assert sb.left(start) == []


@pytest.mark.parametrize("how", ["commit", "sync"])
def test_a_branch_that_went_on_is_not_forced_back(
    sb: GitHubSandbox, gh: Github, itself: Github, person: Github, fork: str, how: str
) -> None:
    """Somebody committed to the fork, or synced it again, after the run did."""
    with rein.run("update") as run:
        gh.get_repo(fork).merge_upstream("main")
    if how == "commit":
        itself.get_repo(fork).create_file("own.txt", "By hand", "own")
    else:
        person.get_repo("acme/app").create_file("newer.txt", "Go on", "newer")
        itself.get_repo(fork).merge_upstream("main")
    theirs = sb.state()
    assert told(rein.revert(run.id)) == ["conflict"]
    assert sb.state() == theirs


def test_what_is_no_fork_is_not_synced(sb: GitHubSandbox, gh: Github) -> None:
    """Nothing tells where its branch would come to stand."""
    with rein.run("update") as run, pytest.raises(GithubException, match="no fork"):
        gh.get_repo("acme/app").merge_upstream("main")
    assert (sb.writes, run.actions) == ([], [])


@pytest.mark.parametrize("status", [403, 500])
def test_a_reading_ends_where_github_does_not_tell(status: int) -> None:
    """Nothing is concluded from a part: the answer that failed is what the reading gives."""
    repo = {"id": 9, "name": "app", "full_name": "acme/app", "owner": {"login": "acme"}, "parent": None}
    source = {**repo, "id": 8}
    here = Answer(200, {"object": {"sha": "1"}})
    failed = Answer(status)
    names, ref = {"old": "a", "new": "b"}, {"ref": "heads/a", "object": {"sha": "1"}}
    assert ended(branch_names(repo, names), failed) == failed
    assert ended(renamed_branch(repo, {"branch": "a"}), failed) == failed
    assert ended(branch_names(repo, names), here, failed) == failed
    assert ended(fork_reading({**repo, "parent": source}, {"branch": "a"}), here, failed) == failed
    assert ended(synced(ref, {"was": "0", "source": "2", "by": "octocat"}), failed) == failed


def test_a_branch_that_others_merged_into_is_no_sync() -> None:
    """Behind a merge that is not the sync nothing is looked for, nor behind more commits than a run has."""
    ref = {"ref": "heads/a", "object": {"sha": "9"}}
    given = {"was": "0", "source": "2", "by": "octocat"}
    merge = Answer(200, {"parents": [{"sha": "5"}, {"sha": "6"}], "author": None})
    commit = Answer(200, {"parents": [{"sha": "9"}], "author": None})
    assert ended(synced(ref, given), merge)["synced"] is False
    assert ended(synced(ref, given), *[commit] * 20)["synced"] is False


def ended(steps: Generator[Read, Answer, Any], *answers: Answer) -> Any:
    """What a reading gives after these answers."""
    try:
        next(steps)
        for answer in answers:
            steps.send(answer)
    except StopIteration as end:
        return end.value
    raise AssertionError
