"""What a type checker sees of Slack's clients through the gate; mypy and pyright check this file."""

# pyright: reportUnknownMemberType=false
# The SDK annotates blocks and the like as plain `dict`.

from typing import assert_type

from slack_sdk import WebClient
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse
from slack_sdk.web.legacy_client import LegacyWebClient
from slack_sdk.web.slack_response import SlackResponse

import agentrein as rein


class Mine(WebClient):
    """A client as a user extends it."""

    def shout(self, text: str) -> SlackResponse:
        """Post in capitals."""
        return self.chat_postMessage(channel="C1", text=text.upper())


def test_wrap_gives_each_of_slacks_clients_back() -> None:
    """`wrap` changes the static type of none of the three classes, nor of a user's own one."""
    assert_type(rein.wrap(WebClient()), WebClient)
    assert_type(rein.wrap(AsyncWebClient()), AsyncWebClient)
    assert_type(rein.wrap(LegacyWebClient()), LegacyWebClient)
    mine = rein.wrap(Mine())
    assert_type(mine, Mine)
    assert isinstance(mine, WebClient)


def post(client: WebClient, mine: Mine) -> None:
    """Hold the types of what the sync client answers; checked, never run."""
    with rein.run("triage") as run:
        assert_type(run, rein.Run)
        assert_type(rein.wrap(client).chat_postMessage(channel="C1", text="T"), SlackResponse)
        assert_type(rein.wrap(mine).shout("T"), SlackResponse)


async def apost(client: AsyncWebClient) -> None:
    """Hold the types of what the async client answers; checked, never run."""
    async with rein.run("triage") as run:
        assert_type(run, rein.Run)
        assert_type(await rein.wrap(client).chat_postMessage(channel="C1", text="T"), AsyncSlackResponse)
