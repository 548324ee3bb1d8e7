"""Own actions: one undo for all that a body sent through wrapped clients, in this process and in another one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from acceptance_kit import entries, sent, states
from agentrein_github.sandbox import GitHubSandbox
from agentrein_slack.sandbox import SlackSandbox
from own_vendors_kit import CALLED, announce


@pytest.fixture
def slack(rein_sandbox: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> SlackSandbox:
    """Slack as the sandbox plays it, found through the environment."""
    sandbox = rein_sandbox("slack")
    assert isinstance(sandbox, SlackSandbox)
    monkeypatch.setenv("SLACK_API_URL", f"{sandbox.url}/api/")
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-agent")
    CALLED.clear()
    return sandbox


def test_failed_action_over_two_clients_has_one_undo(sb: GitHubSandbox, slack: SlackSandbox, ledger: Path) -> None:
    """Scenario 21: its body fails after both writes landed → one undo, no inner inverse, no new actions."""
    with pytest.raises(RuntimeError, match="third system"), rein.run("announce") as run:
        announce("Flaky test", fails=True)
    assert CALLED == ["Flaky test"]
    assert states(run) == {1: "compensated"}
    assert sent(sb) == ["POST /repos/acme/app/issues", "PATCH /repos/acme/app/issues/2"]
    texts = [request.body["text"] for request in slack.writes]
    assert texts == ["Filed #2: Flaky test", "Withdrawn: Flaky test"]
    assert [one["kind"] for one in entries(ledger) if one["seq"] == 1] == [
        "planned",
        "action_part",
        "action_part_outcome",
        "action_part",
        "action_part_outcome",
        "outcome",
        "undo_intent",
        "undo_part",
        "undo_part_outcome",
        "undo_part",
        "undo_part_outcome",
        "undo_outcome",
    ]


def test_what_the_action_and_its_undo_sent_is_shown(sb: GitHubSandbox, slack: SlackSandbox, ledger: Path) -> None:
    """`rein show RUN 1` names each write of the body and of the undo, with how it ended."""
    with pytest.raises(RuntimeError), rein.run("announce") as run:
        announce("Flaky test", fails=True)
    command = [str(Path(sys.executable).with_name("rein")), "show", run.id, "1"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    lines = [" ".join(line.split()[-20:]) for line in shown.splitlines() if "landed " in line and ": " in line]
    assert [line.partition("landed ")[2] for line in lines] == [
        'github: open issue "Flaky test" in acme/app',
        'slack: post "Filed #2: Flaky test" in C0AAA',
        "github: edit state, state_reason of issue acme/app#2",
        'slack: post "Withdrawn: Flaky test" in C0AAA',
    ]


def test_completed_action_over_two_clients_is_undone_once_by_a_revert(
    sb: GitHubSandbox, slack: SlackSandbox, ledger: Path
) -> None:
    """Its revert calls the one undo, and a second revert nothing."""
    with rein.run("announce") as run:
        assert announce("Flaky test") == 2
    assert not rein.revert(run.id).left
    assert not rein.revert(run.id).left
    assert CALLED == ["Flaky test"]
    assert len(slack.writes) == 2
