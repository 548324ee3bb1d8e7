"""A handful of the rows with the async client: forward, undo, and a lost answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

import agentrein as rein
from agentrein.testing.crash import no_waiting
from agentrein_slack.sandbox import SlackSandbox
from connectors.slack.examples.things import AGENT, LOG, OTHER, SECTION
from slack_kit import aarmed


class Boom(RuntimeError):
    """What an agent's own code raises."""


async def post(slack: AsyncWebClient) -> None:
    """A message with everything in it."""
    await slack.chat_postMessage(channel="#deploys", text="Build 41 & 42", blocks=[SECTION], attachments=[LOG])


async def edit(slack: AsyncWebClient) -> None:
    """Two messages, of which one is edited."""
    posted = await slack.chat_postMessage(channel="C0AAA", text="one")
    await slack.chat_postMessage(channel="C0AAA", text="two", thread_ts=posted["ts"])
    await slack.chat_update(channel="C0AAA", ts=posted["ts"], text="one and a half")


async def mark(slack: AsyncWebClient) -> None:
    """A message with a reaction and a pin, and a bookmark."""
    posted = await slack.chat_postMessage(channel="C0AAA", text="one")
    await slack.reactions_add(channel="C0AAA", timestamp=posted["ts"], name="thumbsup")
    await slack.pins_add(channel="C0AAA", timestamp=posted["ts"])
    await slack.bookmarks_add(channel_id="C0AAA", title="Wiki", type="link", link="https://acme.example/?a=1&b=2")


async def people(slack: AsyncWebClient) -> None:
    """A channel with people in it."""
    made = await slack.conversations_create(name="incident-7")
    await slack.conversations_invite(channel=made["channel"]["id"], users=["U0BOB", OTHER])
    await slack.conversations_setTopic(channel=made["channel"]["id"], topic="R&D")


async def upload(slack: AsyncWebClient) -> None:
    """A file, in three steps."""
    await slack.files_upload_v2(channel="C0AAA", content="log", filename="log.txt", initial_comment="See")


ACTS = [post, edit, mark, people, upload]
Act = Callable[[AsyncWebClient], Awaitable[Any]]


async def failed(sb: SlackSandbox, act: Act) -> rein.Report:
    """The report of an async run that does this and fails."""
    slack = aarmed(sb.url, AGENT)
    with suppress(Boom):
        async with rein.run("async") as run:
            with suppress(OSError, aiohttp.ClientError):
                await act(slack)
            sb.order.undoing()
            raise Boom
    assert run.report is not None
    return run.report


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
def test_an_async_run_is_undone(sb: SlackSandbox, act: Act) -> None:
    """What an async client did is undone, newest first, through the same client."""
    start = sb.state()
    sb.order.watch()
    sb.order.acting()
    report = asyncio.run(failed(sb, act))
    assert (report.exit, sb.left(start), sb.order.violations, sb.failures) == (0, [], [], [])
    assert len(report.actions) >= 1


@pytest.mark.parametrize("act", ACTS[:4], ids=lambda act: act.__name__)
def test_a_lost_answer_of_an_async_client_is_found(sb: SlackSandbox, act: Act) -> None:
    """The first write is lost, never sent again, and found by its probe."""
    start = sb.state()
    sb.faults.add("lost", writes=True)
    with no_waiting():
        report = asyncio.run(failed(sb, act))
    assert (report.exit, sb.left(start), sb.failures) == (0, [], [])
    assert [one.state.value for one in report.actions] == ["compensated"]
