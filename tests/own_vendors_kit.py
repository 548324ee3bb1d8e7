"""An own action whose body uses two wrapped clients, and whose undo uses them again."""

from __future__ import annotations

import os

from github import Auth, Github
from slack_sdk import WebClient

import agentrein as rein

CALLED: list[str] = []
"""Every call of the undo, in this process."""


def github() -> Github:
    """An armed client of GitHub's, from the environment."""
    settings = {"seconds_between_requests": None, "seconds_between_writes": None, "retry": None}
    auth = Auth.Token(os.environ["GITHUB_TOKEN"])
    return rein.wrap(Github(auth=auth, base_url=os.environ["GITHUB_API_URL"], **settings))


def slack() -> WebClient:
    """An armed client of Slack's, from the environment."""
    return rein.wrap(WebClient(os.environ["SLACK_BOT_TOKEN"], base_url=os.environ["SLACK_API_URL"]))


def withdraw(title: str) -> None:
    """The one undo: the issue is closed, and the channel is told."""
    CALLED.append(title)
    for issue in github().get_repo("acme/app").get_issues(state="open"):
        if issue.title == title:
            issue.edit(state="closed", state_reason="not_planned")
    slack().chat_postMessage(channel="C0AAA", text=f"Withdrawn: {title}")


@rein.action(undo=withdraw, tier=rein.COMPENSABLE, says="announce {title!r}")
def announce(title: str, *, fails: bool = False) -> int:
    """An issue and a message about it."""
    issue = github().get_repo("acme/app").create_issue(title)
    slack().chat_postMessage(channel="C0AAA", text=f"Filed #{issue.number}: {title}")
    if fails:
        raise RuntimeError("the third system is down")
    return issue.number
