"""What a run did to a message that a person deleted since."""

from __future__ import annotations

import pytest

import agentrein as rein
from agentrein_slack.sandbox import SlackSandbox
from connectors.slack.examples.things import AGENT
from slack_kit import armed


@pytest.fixture(autouse=True)
def environment(sb: SlackSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", AGENT)
    monkeypatch.setenv("SLACK_API_URL", sb.api_url)


def test_a_reaction_is_gone_with_its_message(sb: SlackSandbox) -> None:
    """The account's own reaction went with the message: it is undone, and nothing is sent."""
    slack = armed(sb.url, AGENT)
    ts = sb.post_as("U0BOB", "C0AAA", "Ship it?")
    with rein.run("react") as run:
        slack.reactions_add(channel="C0AAA", timestamp=ts, name="eyes")
    sb.delete_message("C0AAA", ts)
    sb.clear_requests()
    plan, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert [one.state.value for one in (*plan.actions, *report.actions)] == ["reverted"] * 2
    assert report.actions[0].message == "it is gone with what it stood on"
    assert (sb.writes, report.exit, run.status) == ([], 0, "reverted")


def test_a_reaction_taken_from_a_deleted_message_cannot_come_back(sb: SlackSandbox) -> None:
    """What was taken away is not put back by the message's end: that stays a conflict, and force cannot help."""
    slack = armed(sb.url, AGENT)
    ts = sb.post_as("U0BOB", "C0AAA", "Ship it?")
    sb.react_as("U0BOT", "C0AAA", ts, "eyes")
    with rein.run("react") as run:
        slack.reactions_remove(channel="C0AAA", timestamp=ts, name="eyes")
    sb.delete_message("C0AAA", ts)
    report = rein.revert(run.id)
    assert [one.state.value for one in report.actions] == ["conflict"]
    assert report.actions[0].message == "it is no longer there, so --force cannot help"
