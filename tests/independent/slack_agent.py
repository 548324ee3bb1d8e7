"""The agent of the Slack story, for a process of its own: `slack_agent.py kill N` dies between answer and outcome."""

from __future__ import annotations

import os
import sys
import time

from slack_sdk import WebClient

import agentrein as rein
from tests.independent.dying import die_after


def client() -> WebClient:
    """A client of the stand-in."""
    return WebClient(token=os.environ["SLACK_BOT_TOKEN"], base_url=os.environ["SLACK_API_URL"])


def channel_of(slack: WebClient, name: str) -> str:
    """The id of a channel."""
    channels = slack.conversations_list()["channels"]
    return next(str(one["id"]) for one in channels if one["name"] == name)


def user_of(slack: WebClient, name: str) -> str:
    """The id of a person."""
    return next(str(one["id"]) for one in slack.users_list()["members"] if one["name"] == name)


def messages(slack: WebClient, old: str, channel: str) -> None:
    """Post, answer in a thread, edit, post with blocks."""
    posted = slack.chat_postMessage(channel=channel, text="Deploy begins")
    slack.chat_postMessage(channel=channel, text="step 1", thread_ts=posted["ts"])
    slack.chat_update(channel=channel, ts=posted["ts"], text="Deploy runs")
    slack.chat_update(channel=channel, ts=old, text="rewritten by the agent")
    section = {"type": "section", "text": {"type": "mrkdwn", "text": "*Deploy*"}}
    slack.chat_postMessage(channel=channel, text="Deploy", blocks=[section])
    slack.chat_scheduleMessage(channel=channel, post_at=int(time.time()) + 3600, text="Reminder")


def marks(slack: WebClient, old: str, channel: str) -> None:
    """Reactions, pins and bookmarks."""
    slack.reactions_add(channel=channel, timestamp=old, name="eyes")
    slack.reactions_remove(channel=channel, timestamp=old, name="wave")
    slack.pins_add(channel=channel, timestamp=old)
    added = slack.bookmarks_add(channel_id=channel, title="Runbook", type="link", link="https://example.com/run")
    slack.bookmarks_edit(channel_id=channel, bookmark_id=added["bookmark"]["id"], title="Run book")


def channels(slack: WebClient, channel: str) -> None:
    """A channel of the agent's own, and what may be changed of one."""
    slack.conversations_setTopic(channel=channel, topic="Deploying")
    slack.conversations_setPurpose(channel=channel, purpose="Deploys")
    slack.conversations_invite(channel=channel, users=[user_of(slack, "helper")])
    slack.conversations_rename(channel=channel, name="renamed")


def files(slack: WebClient, channel: str) -> None:
    """An upload."""
    slack.files_upload_v2(channel=channel, content="log", filename="log.txt")


def story(slack: WebClient, old: str) -> None:
    """What the agent does: every kind of write that the stand-in knows."""
    general = channel_of(slack, "general")
    messages(slack, old, general)
    marks(slack, old, general)
    channels(slack, channel_of(slack, "deploys"))
    files(slack, general)


if __name__ == "__main__":
    if sys.argv[1] == "kill":
        die_after(int(sys.argv[3]))
    armed = rein.wrap(client())
    with rein.run("story") as run:
        story(armed, sys.argv[2])
        run.fail("the story ends here")
