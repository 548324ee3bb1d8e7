"""Stars and watching where the repository was renamed or the account changed its mind."""

from __future__ import annotations

from pathlib import Path

import pytest
from github import Github

import agentrein as rein
from agentrein.testing.crash import no_waiting
from agentrein_github.sandbox import GitHubSandbox


@pytest.fixture(autouse=True)
def environment(sb: GitHubSandbox, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sb.url)


def states(report: rein.Report) -> list[str]:
    """Where the actions stand, newest first."""
    return [action.state.value for action in report.actions]


def test_a_star_is_taken_from_a_repository_that_was_renamed(sb: GitHubSandbox, gh: Github) -> None:
    """GitHub knows no star of the old name; the repository is found by its id, a new one of the name is not meant."""
    start = sb.state()
    with rein.run("like") as run:
        gh.get_user().add_to_starred(gh.get_repo("acme/app"))
        gh.get_user().add_to_watched(gh.get_repo("acme/app"))
    sb.rename_repo("acme/app", "acme/tool")
    other = sb.add_repo("acme/app")
    with sb.lock:
        octocat = sb.world.user("octocat")
        assert octocat is not None
        octocat.starred.add(other)
    assert states(rein.revert(run.id)) == ["reverted", "reverted"]
    assert octocat.starred == {other}
    assert not octocat.watched
    assert set(start) <= set(sb.state())


def test_a_star_of_a_repository_that_is_hidden_now_is_a_question(sb: GitHubSandbox, gh: Github) -> None:
    """404 for the repository does not say that the star is gone."""
    with rein.run("like") as run:
        gh.get_user().add_to_starred(gh.get_repo("acme/app"))
    with sb.lock:
        sb.world.repos[9].private = True
    sb.add_collaborator("acme/app", "octocat", "none")
    with no_waiting():
        assert states(rein.revert(run.id)) == ["needs_attention"]


def test_starring_twice_is_undone_once(sb: GitHubSandbox, gh: Github) -> None:
    """The second star changed nothing, so the star of people's own stays when only that one is undone."""
    with rein.run("like") as run:
        gh.get_user().add_to_starred(gh.get_repo("acme/app"))
        gh.get_user().add_to_starred(gh.get_repo("acme/app"))
    assert [one.state.value for one in run.actions] == ["landed", "unchanged"]
    rein.revert(run.id)
    assert not any("/star:" in path for path in sb.state())
