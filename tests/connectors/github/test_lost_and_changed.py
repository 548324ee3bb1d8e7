"""A write whose answer was lost, and what the run did to the same thing afterwards."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
import requests
from github import Github

import agentrein as rein
from agentrein.testing.crash import no_waiting
from agentrein_github.sandbox import GitHubSandbox


@pytest.fixture(autouse=True)
def environment(sb: GitHubSandbox, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sb.url)


def states(report: rein.Report) -> dict[int, str]:
    """Where the actions stand, newest first."""
    return {action.seq: action.state.value for action in report.actions}


def opened_unheard(sb: GitHubSandbox, gh: Github, **edit: object) -> rein.Run:
    """A run that opens an issue without hearing of it, finds it, and edits it."""
    sb.faults.add("lost", method="POST")
    repo = gh.get_repo("acme/app")
    with rein.run("triage") as run:
        with suppress(requests.ConnectionError):
            repo.create_issue("Flaky test")
        repo.get_issue(2).edit(**edit)
    return run


def test_what_a_probe_found_keeps_its_place_in_the_order(sb: GitHubSandbox, gh: Github) -> None:
    """Found while a newer write could not be undone, it waits for that one, in the next revert too."""
    start = sb.state()
    sb.order.watch()
    sb.order.acting()
    run = opened_unheard(sb, gh, labels=["bug"])
    sb.order.undoing()
    sb.faults.add("error", method="DELETE", times=None)
    with no_waiting():
        assert states(rein.revert(run.id)) == {2: "needs_attention", 1: "held"}
        sb.faults.clear()
        assert list(states(rein.revert(run.id)).items()) == [(2, "reverted"), (1, "compensated")]
    assert (sb.left(start), sb.order.violations) == ([], [])


def test_what_a_newer_write_may_hide_is_not_said_not_to_have_happened(sb: GitHubSandbox, gh: Github) -> None:
    """An issue that would be known by its title waits while the run's own change of the title stands."""
    start = sb.state()
    run = opened_unheard(sb, gh, title="Flaky test on main")
    sb.faults.add("error", method="PATCH", times=None)
    with no_waiting():
        assert states(rein.revert(run.id)) == {2: "needs_attention", 1: "held"}
        sb.faults.clear()
        assert states(rein.revert(run.id)) == {2: "reverted", 1: "compensated"}
    assert sb.left(start) == []
