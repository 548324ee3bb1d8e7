"""I6: a run that was to be kept when it fails is kept when it crashes, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from github import Github

import agentrein as rein
from acceptance_kit import entries, sent, states
from agentrein.testing.crash import Killed, abandon, killed_at
from agentrein_github.sandbox import GitHubSandbox


@pytest.fixture
def kept(sb: GitHubSandbox, gh: Github) -> rein.Run:
    """A run with on_failure="keep" whose process died after two writes."""
    repo = gh.get_repo("acme/app")
    run = rein.run("triage", on_failure="keep")
    with pytest.raises(Killed), killed_at("after_outcome", nth=2), run:
        repo.create_issue("a")
        repo.create_issue("b")
    abandon(run)
    sb.clear_requests()
    return run


def test_recover_leaves_a_crashed_run_that_was_to_be_kept(sb: GitHubSandbox, kept: rein.Run, ledger: Path) -> None:
    """It becomes failed, as it would have without the crash, and the report says why and what undoes it."""
    assert entries(ledger, "opened")[0]["payload"]["on_failure"] == "keep"
    [report] = rein.recover()
    assert (report.status, kept.status) == ("failed", "failed")
    assert 'on_failure="keep"' in str(report)
    assert f"rein revert {kept.id}" in str(report)
    assert report.exit == 1
    assert sent(sb) == []
    assert states(kept) == {1: "landed", 2: "landed"}
    assert rein.recover() == []


def test_a_person_s_revert_undoes_it_and_a_crash_of_that_is_recovered(sb: GitHubSandbox, kept: rein.Run) -> None:
    """Who reverts it decides so: from then on it is undone like any other."""
    rein.recover()
    with pytest.raises(Killed), killed_at("undo_after_intent"):
        rein.revert(kept.id)
    abandon(kept)
    [report] = rein.recover()
    assert (report.exit, kept.status) == (0, "reverted")
