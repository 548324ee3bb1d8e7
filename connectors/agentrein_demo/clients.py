"""Clients of the three stand-ins, made as anybody makes them."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from github import Auth, Github
from notion_client import Client
from slack_sdk import WebClient

VENDORS = ("github", "slack", "notion")
"""The vendors of the story, in the order in which it comes to them."""

AGENT = ("token-octocat", "xoxb-agent", "ntn-agent")
COLLEAGUE = ("token-helper", "xoxp-person", "ntn-person")
"""The stand-ins' tokens of two who work there, by vendor."""


@dataclass(frozen=True)
class Clients:
    """One client for each vendor."""

    github: Github
    slack: WebClient
    notion: Client


@contextmanager
def clients(urls: Sequence[str], tokens: Sequence[str]) -> Iterator[Clients]:
    """Clients of stand-ins at these addresses, closed in the end."""
    made = Clients(github(urls[0], tokens[0]), slack(urls[1], tokens[1]), notion(urls[2], tokens[2]))
    try:
        yield made
    finally:
        made.github.close()
        made.notion.close()


def github(url: str, token: str = AGENT[0]) -> Github:
    """A PyGithub client of the stand-in, without the pauses that the real service asks for."""
    return Github(
        base_url=url, auth=Auth.Token(token), seconds_between_requests=None, seconds_between_writes=None, retry=None
    )


def slack(url: str, token: str = AGENT[1]) -> WebClient:
    """A Slack client of the stand-in."""
    return WebClient(token=token, base_url=f"{url}/api/")


def notion(url: str, token: str = AGENT[2]) -> Client:
    """A Notion client of the stand-in, which leaves it to the story to tell of errors."""
    return Client(auth=token, base_url=url, log_level=logging.CRITICAL)


def environ(urls: Sequence[str]) -> dict[str, str]:
    """What a revert in another process finds its clients by."""
    return {
        "GITHUB_TOKEN": AGENT[0],
        "GITHUB_API_URL": urls[0],
        "SLACK_BOT_TOKEN": AGENT[1],
        "SLACK_API_URL": f"{urls[1]}/api/",
        "NOTION_TOKEN": AGENT[2],
        "NOTION_BASE_URL": urls[2],
    }
