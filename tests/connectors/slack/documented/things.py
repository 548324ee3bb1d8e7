"""Where slack_sdk's public examples stand, and what is there when one begins."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from agentrein.testing import Answer, Request
from agentrein_slack.sandbox import SlackSandbox
from agentrein_slack.sandbox.records import Channel
from agentrein_slack.sandbox.wire import SlackRequest
from connectors.slack.examples.things import BOB, DEPLOYS

GUIDE = "https://docs.slack.dev/tools/python-slack-sdk"
WEB = f"{GUIDE}/web/#"
UPLOADING = f"{GUIDE}/tutorial/uploading-files/#"
LEGACY = f"{GUIDE}/legacy/basic_usage/#"
README = "https://github.com/slackapi/python-slack-sdk#"
REFERENCE = f"{GUIDE}/reference/web/"

SYNC, ASYNC, OLD = "WebClient", "AsyncWebClient", "LegacyWebClient"
"""The classes: the guide speaks of the first two, its legacy pages of the third."""

AGENT, NOTES = "U0BOT", "notes.txt"
RANDOM, HALL, NOWHERE = "C0RND", "C0HAL", "C0XXXXXX"
"""Channels: one that the agent is in, one that it may join, and one that is not there."""


class Still(SlackSandbox):
    """Slack on a day that does not go on, which also gives a token for a code and tries to revoke one.

    Two runs of one example get the same ids and times from it.
    """

    def __init__(self) -> None:
        self.moment = time.time()
        super().__init__()

    def now(self) -> float:
        """Always the same moment."""
        return self.moment

    def answer(self, request: Request) -> Answer:
        """As Slack; the exchange of a code needs no token of its own."""
        method = request.call if isinstance(request, SlackRequest) else ""
        if method == "oauth.v2.access":
            return Answer(200, {"ok": True, "access_token": "xoxb-new", "app_id": "A0BOT", "team": {"id": "T01AB"}})
        if method == "auth.revoke" and request.body == {"test": "true"}:
            return Answer(200, {"ok": True, "revoked": False})
        return super().answer(request)


class Stage(NamedTuple):
    """What stands ready for an example: a message of the agent's, and one of a person's to answer."""

    mine: str
    theirs: str


def stage(sb: SlackSandbox) -> Stage:
    """Two further channels, and two messages in #deploys."""
    bob = sb.world.users[BOB]
    sb.world.channels |= {
        RANDOM: Channel(RANDOM, "random", bob, sb.world.now(), members=[BOB, AGENT]),
        HALL: Channel(HALL, "hall", bob, sb.world.now(), members=[BOB]),
    }
    return Stage(sb.post_as(AGENT, DEPLOYS, "Build 41 failed"), sb.post_as(BOB, DEPLOYS, "Why?"))


def pages(answer: Any) -> Any:
    """All pages of an answer as data, as a `for` over the answer gives them, or an `async for`."""
    if not hasattr(answer, "__aiter__"):
        return [page.data for page in answer]

    async def collected() -> list[Any]:
        return [page.data async for page in answer]

    return collected()
