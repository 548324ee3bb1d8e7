"""Objects of git that no ref has yet: nothing has to be undone, and the refs to them are undone by themselves."""

from __future__ import annotations

import pytest
import requests
from github import Github, InputGitTreeElement

import agentrein as rein
from agentrein_github.sandbox import GitHubSandbox

pytestmark = pytest.mark.usefixtures("credential")


def test_a_commit_made_by_hand_goes_with_its_branch(sb: GitHubSandbox, gh: Github) -> None:
    """Of blob, tree, commit and branch, only the branch is deleted; the report says why nothing else is."""
    start, repo = sb.state(), gh.get_repo("acme/app")
    with rein.run("commit") as run:
        head = repo.get_git_commit(repo.get_branch("main").commit.sha)
        blob = repo.create_git_blob("eA==", "base64")
        tree = repo.create_git_tree([InputGitTreeElement("x.txt", "100644", "blob", sha=blob.sha)], head.tree)
        made = repo.create_git_commit("By hand", tree, [head])
        repo.create_git_ref("refs/heads/topic", made.sha)
    report = rein.revert(run.id)
    assert [one.state.value for one in report.actions] == ["reverted"] * 4
    assert [one.address for action in report.actions for one in action.sent] == [
        "DELETE /repos/{owner}/{repo}/git/refs/{ref+}"
    ]
    assert "nothing has to be undone" in report.actions[-1].message
    assert sb.left(start) == []


def test_an_annotated_tag_goes_with_its_ref(sb: GitHubSandbox, gh: Github) -> None:
    """The ref points to the tag's object, and is deleted while it does."""
    start, repo = sb.state(), gh.get_repo("acme/app")
    with rein.run("tag") as run:
        tag = repo.create_git_tag("v1", "One", repo.get_branch("main").commit.sha, "commit")
        repo.create_git_ref("refs/tags/v1", tag.sha)
    assert sb.state()["repo:9/ref:tags/v1"] == {"sha": tag.sha}
    assert rein.revert(run.id).exit == 0
    assert sb.left(start) == []


def test_a_lost_answer_is_no_question(sb: GitHubSandbox, gh: Github) -> None:
    """Whether the object was made or not, nothing has to be undone."""
    sb.faults.add("lost", method="POST")
    with rein.run("store") as run, pytest.raises(requests.ConnectionError):
        gh.get_repo("acme/app").create_git_blob("eA==", "base64")
    sent = len(sb.writes)
    assert rein.revert(run.id).exit == 0
    assert len(sb.writes) == sent
