"""Async clients: the same story on an event loop; cancellation waits until everything is taken back.

Needed: SLACK_BOT_TOKEN, NOTION_TOKEN. Changed by: SLACK_CHANNEL, in which the message is posted and stays, marked as
reverted (else #deploys), and SLACK_API_URL, NOTION_BASE_URL, other servers than the vendors' own.
"""

import asyncio
import os
import sys

from notion_client import AsyncClient
from slack_sdk.web.async_client import AsyncWebClient

import agentrein as rein

env = os.environ
if missing := {"SLACK_BOT_TOKEN", "NOTION_TOKEN"} - env.keys():
    sys.exit(f"set {', '.join(sorted(missing))}: the first lines of this script say what each is for")


async def announce() -> None:
    """Post a message, then ask Notion for a page in a database that is not there."""
    slack = rein.wrap(
        AsyncWebClient(env["SLACK_BOT_TOKEN"], base_url=env.get("SLACK_API_URL", "https://slack.com/api/"))
    )
    base_url = env.get("NOTION_BASE_URL", "https://api.notion.com")
    async with AsyncClient(auth=env["NOTION_TOKEN"], base_url=base_url) as client:
        notion = rein.wrap(client)
        async with rein.run("announce"):
            await slack.chat_postMessage(channel=env.get("SLACK_CHANNEL", "#deploys"), text="Build 41 failed")
            await notion.pages.create(
                parent={"database_id": "9f2c1d7e-5b0a-4c39-8d61-77aa0b1e35c1"},  # copied wrong
                properties={"Name": {"title": [{"text": {"content": "Build 41"}}]}},
            )


asyncio.run(announce())
