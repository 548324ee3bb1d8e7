"""What the tests of Slack's stand-in share: plain clients, their messages, and the error that a call should meet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from agentrein_slack.sandbox import SlackSandbox

TOKENS = {"agent": "xoxb-agent", "bob": "xoxp-person", "ada": "xoxp-ada", "other": "xoxb-other"}
DEPLOYS, GENERAL, BOARD = "C0AAA", "C0GEN", "C0PRIV"
SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "*Build 41*"}}
META = {"event_type": "agentrein", "event_payload": {"run": "r-1"}}
CLEARED: dict[str, Any] = {"blocks": [], "attachments": [], "metadata": {}}


def client(sb: SlackSandbox, who: str = "agent") -> WebClient:
    """A plain client of somebody's that sends each call once."""
    return WebClient(TOKENS.get(who, who), base_url=sb.api_url, retry_handlers=[])


@contextmanager
def refused(error: str) -> Iterator[pytest.ExceptionInfo[SlackApiError]]:
    """The block ends in this error of Slack's."""
    with pytest.raises(SlackApiError) as caught:
        yield caught
    assert caught.value.response.get("error") == error


def posted(sb: SlackSandbox, who: str = "agent", **fields: Any) -> str:
    """A message in #deploys; its ts."""
    return str(client(sb, who).chat_postMessage(**{"channel": DEPLOYS, "text": "Build 41 failed", **fields})["ts"])


def edited(sb: SlackSandbox, ts: str, who: str = "agent", **fields: Any) -> dict[str, Any]:
    """The message as the answer to an edit shows it."""
    shown: dict[str, Any] = client(sb, who).chat_update(channel=DEPLOYS, ts=ts, **fields)["message"]
    return shown
