"""What agents do of several writes, or of writes that no example has: for the agent and for the tests.

A story gets an armed client of its vendor, or all of them where it plays at several.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

from github import Github
from notion_client import AsyncClient
from slack_sdk import WebClient
from slack_sdk.web.async_client import AsyncWebClient

from connectors.notion.examples.things import INCIDENT_ROWS, INCIDENTS, paragraph, titled
from connectors.slack.examples.things import DEPLOYS, LOG, RICH, SECTION

MISTYPED = "b55c9c91-384d-452b-81db-d1ef79372b70"
"""Shaped like the id of a database, and nothing's."""


# --- GitHub


def three_writes(gh: Github) -> None:
    """Three writes, the later two on what the first made, so that the order of their undo can be seen."""
    issue = gh.get_repo("acme/app").create_issue("Flaky test", body="Again.")
    issue.edit(title="Flaky test on main")
    issue.create_comment("Seen twice today.")


def then_another(gh: Github) -> None:
    """A write, and another one after it."""
    repo = gh.get_repo("acme/app")
    repo.create_issue("Flaky test")
    repo.get_issue(1).edit(title="A late one")


# --- Slack


def in_rich_text(slack: WebClient) -> None:
    """A message that Slack lets be edited only to rich text: the second preference of its undo."""
    slack.chat_postMessage(channel=DEPLOYS, text="Bold", blocks=[RICH])


def upload(slack: WebClient) -> None:
    """A file in three steps, of which the last commits."""
    slack.files_upload_v2(channel=DEPLOYS, content="log", filename="log.txt", initial_comment="See for yourself")


async def react(slack: AsyncWebClient) -> None:
    """A message and a reaction to it, by the async client."""
    ts = (await slack.chat_postMessage(channel=DEPLOYS, text="Build 41 failed", blocks=[SECTION]))["ts"]
    await slack.reactions_add(channel=DEPLOYS, timestamp=ts, name="eyes")


# --- Notion


async def file_incident(notion: AsyncClient) -> None:
    """A row and a block in it, by the async client."""
    page = await notion.pages.create(parent={"data_source_id": INCIDENT_ROWS}, properties=titled("Flaky test"))
    await notion.blocks.children.append(page["id"], children=[paragraph("It fails.")])


# --- all three


def flagship(clients: SimpleNamespace, database: str = MISTYPED) -> None:
    """An issue, a message about it, and a page in a database whose id is mistyped."""
    issue = clients.github.get_repo("acme/app").create_issue("Flaky test", body="It fails one time in ten.")
    text = f"Filed <{issue.html_url}|#{issue.number}>"
    clients.slack.chat_postMessage(channel=DEPLOYS, text=text, blocks=[SECTION], attachments=[LOG])
    clients.notion.pages.create(parent={"database_id": database}, properties=titled("Flaky test"))


async def aflagship(clients: SimpleNamespace, database: str = MISTYPED) -> None:
    """The same with the async clients of those that have one."""
    issue = clients.github.get_repo("acme/app").create_issue("Flaky test", body="It fails one time in ten.")
    text = f"Filed <{issue.html_url}|#{issue.number}>"
    await clients.slack.chat_postMessage(channel=DEPLOYS, text=text, blocks=[SECTION], attachments=[LOG])
    await clients.notion.pages.create(parent={"database_id": database}, properties=titled("Flaky test"))


def well_typed(clients: SimpleNamespace) -> None:
    """The same with the right id, so that the page comes to be."""
    flagship(clients, INCIDENTS)


async def awell_typed(clients: SimpleNamespace) -> None:
    """The same with the async clients."""
    await aflagship(clients, INCIDENTS)


STORIES: dict[str, Callable[[Any], object]] = {
    "three writes": three_writes,
    "then another": then_another,
    "in rich text": in_rich_text,
    "upload": upload,
    "flagship": flagship,
    "well typed": well_typed,
}
ASYNC_STORIES: dict[str, Callable[[Any], Awaitable[None]]] = {
    "react": react,
    "file incident": file_incident,
    "flagship": aflagship,
    "well typed": awell_typed,
}
