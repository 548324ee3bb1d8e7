"""Statuses, check runs and deployments where an undo must be careful."""

from __future__ import annotations

from pathlib import Path

import pytest
from github import Auth, Github
from github.Repository import Repository

import agentrein as rein
from agentrein_github.sandbox import GitHubSandbox
from github_kit import NO_PAUSE


@pytest.fixture(autouse=True)
def environment(sb: GitHubSandbox, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sb.url)


@pytest.fixture
def repo(gh: Github) -> Repository:
    """The repository, through the armed client."""
    return gh.get_repo("acme/app")


def test_a_context_goes_back_through_its_statuses(sb: GitHubSandbox, repo: Repository) -> None:
    """A run that reported pending, then success, ends with an error that says that it was undone."""
    commit = repo.get_commit(repo.get_branch("main").commit.sha)
    with rein.run("build") as run:
        commit.create_status("pending", context="ci")
        commit.create_status("success", context="ci")
    report = rein.revert(run.id)
    assert report.exit == 0
    assert [(one.state, one.description) for one in sb.world.repos[9].statuses[2:]] == [
        ("pending", None),
        ("error", "Undone by AgentRein"),
    ]


def test_the_same_status_of_another_account_is_theirs(sb: GitHubSandbox, repo: Repository) -> None:
    """What reads alike but was posted by somebody else since stays."""
    sha = repo.get_branch("main").commit.sha
    with rein.run("build") as run:
        repo.get_commit(sha).create_status("success", context="ci")
    helper = Github(auth=Auth.Token("token-helper"), base_url=sb.url, **NO_PAUSE)
    helper.get_repo("acme/app").get_commit(sha).create_status("success", context="ci")
    helper.close()
    assert rein.revert(run.id).exit == 1
    assert sb.world.repos[9].statuses[-1].state == "success"


def test_a_deployment_that_would_merge_is_refused(sb: GitHubSandbox, repo: Repository) -> None:
    """A branch behind the default one would get a merge instead; with auto_merge off it is deployed as it is."""
    with rein.run("prepare"):
        repo.create_git_ref("refs/heads/old", repo.get_branch("main").commit.sha)
        repo.create_file("new.txt", "new", "new")
    start = sb.state()
    with rein.run("deploy") as run:
        with pytest.raises(rein.Refused):
            repo.create_deployment("old")
        repo.create_deployment("old", auto_merge=False)
    assert rein.revert(run.id).exit == 0
    assert sb.left(start) == []


def test_annotations_are_refused(repo: Repository) -> None:
    """They only add up and are never shown whole, so nothing could take them away."""
    sha = repo.get_branch("main").commit.sha
    with rein.run("lint"):
        run = repo.create_check_run("lint", sha, status="in_progress")
        note = {"path": "README.md", "start_line": 1, "end_line": 1, "annotation_level": "notice", "message": "m"}
        with pytest.raises(rein.Refused):
            run.edit(output={"title": "T", "summary": "S", "annotations": [note]})
