"""Clients of the real SDKs, plain and armed, in front of a wire from memory; and a read and a write with each."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from benchmarks import google, records
from benchmarks.bench import HERE, Bench
from benchmarks.wire import httpx_client, wired

PAGE = "11111111-1111-4111-8111-111111111111"
_number = count(1)


def _repository() -> dict[str, Any]:
    return {
        "id": 9,
        "name": "app",
        "full_name": "acme/app",
        "url": f"{HERE}/repos/acme/app",
        "owner": {"login": "acme"},
    }


def _issue() -> dict[str, Any]:
    number = next(_number)
    where = f"{HERE}/repos/acme/app/issues/{number}"
    return {"id": number, "number": number, "title": "Flaky test", "state": "open", "url": where, "body": "It fails."}


def _page() -> dict[str, Any]:
    return {"object": "page", "id": PAGE, "properties": {}, "last_edited_time": "2026-11-30T09:00:00.000Z"}


def answers(method: str, path: str) -> tuple[int, Any]:
    """What the vendors answer to what the benches send."""
    for others in (google, records):
        if (found := others.answers(method, path)) is not None:
            return found
    if path == "/repos/acme/app/issues" and method == "POST":
        return 201, _issue()
    if path.startswith("/v1/"):
        bot = {"object": "user", "id": PAGE, "type": "bot", "name": "agent", "bot": {"workspace_id": PAGE}}
        return 200, bot if path.endswith("/users/me") else _page()
    known: dict[str, Any] = {
        "/repos/acme/app": _repository(),
        "/user": {"login": "octocat", "id": 1},
        "/api/auth.test": {"ok": True, "user_id": "U1", "team_id": "T1", "bot_id": "B1"},
        "/api/chat.postMessage": {"ok": True, "channel": "C1", "ts": "1.2", "message": {"text": "Build 41 failed"}},
        "/api/conversations.info": {"ok": True, "channel": {"id": "C1", "name": "deploys"}},
    }
    return 200, known[path]


def _github() -> Any:
    from github import Auth, Github

    pauses: dict[str, Any] = {"seconds_between_requests": None, "seconds_between_writes": None}
    return Github(auth=Auth.Token("token-octocat"), base_url=HERE, **pauses)


def _its_repository(client: Any) -> Any:
    """A repository of the client's that nothing was asked for."""
    from github.Repository import Repository

    return client.create_from_raw_data(Repository, _repository())


def _slack() -> Any:
    from slack_sdk import WebClient

    return WebClient("xoxb-agent", base_url=f"{HERE}/api/", retry_handlers=[])


def _notion() -> Any:
    from notion_client import Client

    quiet = logging.getLogger("benchmarks.notion")
    quiet.propagate = False
    return Client(auth="ntn_agent", base_url=HERE, client=httpx_client(answers), logger=quiet)


GITHUB = Bench(
    "PyGithub",
    _github,
    lambda gh: gh.get_repo("acme/app"),
    lambda gh: _its_repository(gh).create_issue("Flaky test", body="It fails."),
)
SLACK = Bench(
    "slack_sdk",
    _slack,
    lambda slack: slack.conversations_info(channel="C1"),
    lambda slack: slack.chat_postMessage(channel="C1", text="Build 41 failed"),
)
NOTION = Bench(
    "notion-client",
    _notion,
    lambda notion: notion.pages.retrieve(PAGE),
    lambda notion: notion.comments.create(
        parent={"page_id": PAGE}, rich_text=[{"type": "text", "text": {"content": "Seen."}}]
    ),
)
BENCHES = (
    GITHUB,
    SLACK,
    NOTION,
    records.STRIPE,
    records.HUBSPOT,
    records.SALESFORCE,
    google.GMAIL,
    google.SHEETS,
    google.DRIVE,
)


@contextmanager
def vendors() -> Iterator[None]:
    """The vendors answer in the block."""
    with wired(answers):
        yield
