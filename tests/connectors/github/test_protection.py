"""Branch protection where an undo must be careful: the two forms of its rules, signatures, apps of checks."""

from __future__ import annotations

from pathlib import Path

import pytest
from github import Github

import agentrein as rein
from agentrein_github.protection_shape import ANY_APP, alike, protection_body, shown
from agentrein_github.sandbox import GitHubSandbox
from connectors.github.examples.protection import guarded, main


@pytest.fixture(autouse=True)
def environment(sb: GitHubSandbox, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sb.url)


def test_what_is_shown_can_be_written() -> None:
    """Objects become booleans, logins and slugs, and a check of any app is written with -1."""
    body = {
        "enforce_admins": {"url": "u", "enabled": True},
        "required_status_checks": {"strict": True, "contexts": ["a"], "checks": [{"context": "a", "app_id": None}]},
        "restrictions": {"users": [{"login": "Ada"}], "teams": [{"slug": "core"}], "apps": []},
        "required_signatures": {"enabled": True},
    }
    made = shown(body)
    assert made["enforce_admins"] is True
    assert made["required_status_checks"] == {"strict": True, "checks": [{"context": "a", "app_id": ANY_APP}]}
    assert made["restrictions"] == {"users": ["ada"], "teams": ["core"], "apps": []}
    assert (made["required_pull_request_reviews"], made["required_signatures"]) == (None, True)
    assert protection_body({**made}) == made


def test_an_app_that_github_chose_is_no_change_by_others() -> None:
    """A check that the call left without an app reads with one; any other difference is one."""
    ours = {"strict": True, "checks": [{"context": "a"}, {"context": "b", "app_id": 7}]}
    now = {"strict": True, "checks": [{"context": "a", "app_id": 1}, {"context": "b", "app_id": 7}]}
    assert alike(ours, now)
    assert not alike(ours, {**now, "strict": False})
    assert not alike(ours, {**now, "checks": now["checks"][:1]})
    assert not alike({**ours, "checks": [{"context": "a"}, {"context": "b", "app_id": 8}]}, now)


def test_signatures_that_the_run_asked_for_go_with_the_protection(sb: GitHubSandbox, gh: Github) -> None:
    """They are undone first, so the new protection is again what the run made of it; the plan says so too."""
    start = sb.state()
    with rein.run("harden") as run:
        guarded(gh)
        main(gh).add_required_signatures()
    plan = rein.revert(run.id, plan=True)
    report = rein.revert(run.id)
    assert [one.state for one in plan.actions] == [one.state for one in report.actions]
    assert (report.exit, sb.left(start)) == (0, [])


def test_a_deleted_branch_keeps_what_is_not_known(sb: GitHubSandbox, gh: Github) -> None:
    """While the branch is gone nothing tells whether its protection is, so nothing is claimed."""
    repo = gh.get_repo("acme/app")
    with rein.run("prepare"):
        repo.create_git_ref("refs/heads/feat", repo.get_branch("main").commit.sha)
    with rein.run("harden") as run:
        repo.get_branch("feat").edit_protection(enforce_admins=True)
    with sb.lock:
        del sb.world.repos[9].git.refs["refs/heads/feat"]
    assert rein.revert(run.id).exit == 1
