"""What people see at the three vendors, in a few lines, read by somebody else's clients."""

from __future__ import annotations

import textwrap
from typing import Any

from github.Issue import Issue

from agentrein_demo.clients import Clients

CHANNEL = "C0AAA"


def other_people_work(colleague: Clients) -> None:
    """A colleague's message, there before the agent comes."""
    colleague.slack.chat_postMessage(channel=CHANNEL, text="Deploys are green")


def picture(colleague: Clients) -> list[str]:
    """Issues, messages and pages, a line each."""
    repo = colleague.github.get_repo("acme/app")
    issues = sorted(repo.get_issues(state="all"), key=lambda issue: issue.number)
    messages = colleague.slack.conversations_history(channel=CHANNEL)["messages"]
    found: Any = colleague.notion.search(filter={"property": "object", "value": "page"})
    pages = sorted(_title(page) for page in found["results"] if page["parent"]["type"] == "data_source_id")
    listed = f"Notion incidents  {len(pages)} pages, “{pages[0]}” …" if pages else "Notion incidents  none"
    return [*map(_issue, issues), *(_message(one) for one in reversed(messages)), listed]


def _issue(issue: Issue) -> str:
    reason = f" as {issue.state_reason.replace('_', ' ')}" if issue.state == "closed" and issue.state_reason else ""
    return f'GitHub issue #{issue.number}  {issue.state}{reason}  "{issue.title}"'


def _message(message: dict[str, Any]) -> str:
    extras = [name for name in ("blocks", "attachments") if message.get(name)]
    text = textwrap.shorten(message["text"], 40, placeholder=" …")
    return f'Slack #deploys  "{text}"' + (f"  with {' and '.join(extras)}" if extras else "")


def _title(page: dict[str, Any]) -> str:
    titles = [one["title"] for one in page["properties"].values() if one["type"] == "title"]
    return "".join(part["plain_text"] for part in titles[0]) if titles else ""


def compared(now: list[str], start: list[str]) -> list[str]:
    """The lines, with a star before each that was not so at the start."""
    return [f"{' ' if line in start else '*'} {line}" for line in now]
