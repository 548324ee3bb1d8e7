from __future__ import annotations

from collections.abc import Iterator

import pytest
from slack_sdk import WebClient

import agentrein as rein
from agentrein_slack.sandbox import SlackSandbox

BLOCKS = [{"type": "section", "text": {"type": "mrkdwn", "text": "*Build 41* failed"}}]
ATTACHMENTS = [{"color": "#d00000", "text": "log tail"}]


@pytest.fixture
def sb(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlackSandbox]:
    """Slack, with the agent's credential in the environment."""
    with SlackSandbox() as sandbox:
        monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-agent")
        monkeypatch.setenv("SLACK_API_URL", f"{sandbox.url}/api/")
        sandbox.add_user("U0CYD", "cyd", token="xoxp-cyd")
        yield sandbox


def test_what_people_added_to_a_message_is_named(sb: SlackSandbox) -> None:
    """Scenario 35: blocks and attachments are gone on the wire; the three who replied are named, in a plan too."""
    slack = rein.wrap(WebClient("xoxb-agent", base_url=f"{sb.url}/api/"))
    with rein.run("deploy") as run:
        posted = slack.chat_postMessage(channel="#deploys", text="Build 41", blocks=BLOCKS, attachments=ATTACHMENTS)
    for person in ("U0BOB", "U0ADA", "U0CYD"):
        sb.reply_as(person, "C0AAA", posted["ts"], "On it")
    sb.react_as("U0BOB", "C0AAA", posted["ts"], "eyes")
    sb.clear_requests()
    plan, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    told = "stays: reactions eyes; replies of U0BOB, U0ADA, U0CYD"
    assert [one.actions[0].message for one in (plan, report)] == [told, told]
    (update,) = sb.writes
    assert (update.body["blocks"], update.body["attachments"], update.body["metadata"]) == ([], [], {})
    assert "notified" in report.actions[0].residue
    shown = sb.message("C0AAA", posted["ts"])
    assert shown["text"].startswith("Reverted by AgentRein")
    assert "blocks" not in shown or not shown["blocks"]
    assert not shown.get("attachments")
