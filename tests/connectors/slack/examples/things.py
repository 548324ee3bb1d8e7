"""What the examples act on: the things of the sandbox, and what people do with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from slack_sdk import WebClient

AGENT, PERSON, MEMBER = "xoxb-agent", "xoxp-person", "xoxp-ada"
DEPLOYS, GENERAL = "C0AAA", "C0GEN"
BOB, ADA, OTHER = "U0BOB", "U0ADA", "U0OTH"

Act = Callable[[WebClient], object]

SECTION: dict[str, Any] = {"type": "section", "text": {"type": "mrkdwn", "text": "*Build 41* & more"}}
BUTTON: dict[str, Any] = {
    "type": "actions",
    "elements": [{"type": "button", "action_id": "retry", "text": {"type": "plain_text", "text": "Retry"}}],
}
LOG: dict[str, Any] = {"color": "#ff0000", "text": "log tail", "fallback": "log tail"}
EVENT: dict[str, Any] = {"event_type": "build", "event_payload": {"number": 41}}
RICH: dict[str, Any] = {
    "type": "rich_text",
    "elements": [
        {"type": "rich_text_section", "elements": [{"type": "text", "text": "Bold", "style": {"bold": True}}]}
    ],
}

ITS_OWN = "only the account that wrote a message can edit it, and its text says whether it did"


def both(*acts: Act) -> Act:
    """One after the other."""

    def act(slack: WebClient) -> None:
        for one in acts:
            one(slack)

    return act


def newest(slack: WebClient, channel: str = DEPLOYS) -> str:
    """The ts of the newest message that somebody wrote."""
    listed = slack.conversations_history(channel=channel)["messages"]
    system = {"channel_join", "channel_topic", "channel_purpose", "channel_name", "pinned_item"}
    return str(next(one["ts"] for one in listed if one.get("subtype") not in system))


def posted(text: str = "Build 41 failed", **fields: Any) -> Act:
    """A message of the agent's own, from before."""
    return lambda slack: slack.chat_postMessage(channel=DEPLOYS, text=text, token=AGENT, **fields)


def said(text: str = "So what?", channel: str = DEPLOYS) -> Act:
    """A message of a person."""
    return lambda slack: slack.chat_postMessage(channel=channel, text=text)


def edited(text: str = "Their text", channel: str = DEPLOYS, **fields: Any) -> Act:
    """The newest message edited by somebody with the agent's own token."""
    return lambda slack: slack.chat_update(channel=channel, ts=newest(slack, channel), text=text, token=AGENT, **fields)


def reacted(name: str = "eyes", channel: str = DEPLOYS) -> Act:
    """A reaction of a person to the newest message."""
    return lambda slack: slack.reactions_add(channel=channel, timestamp=newest(slack, channel), name=name)


def reply(slack: WebClient) -> str:
    """The ts of the newest reply to the newest message."""
    listed = slack.conversations_replies(channel=DEPLOYS, ts=newest(slack))["messages"]
    return str(listed[-1]["ts"])


def bookmark(slack: WebClient, title: str = "Runbook") -> str:
    """The id of a bookmark."""
    listed = slack.bookmarks_list(channel_id=DEPLOYS)["bookmarks"]
    return str(next(one["id"] for one in listed if one["title"] == title))


def bookmarked(title: str = "Runbook", emoji: str = ":book:") -> Act:
    """A bookmark of a person."""
    return lambda slack: slack.bookmarks_add(
        channel_id=DEPLOYS, title=title, type="link", link="https://acme.example/run?a=1&b=2", emoji=emoji
    )


def channel_named(slack: WebClient, name: str) -> str:
    """The id of a channel."""
    listed = slack.conversations_list(types="public_channel,private_channel")["channels"]
    return str(next(one["id"] for one in listed if one["name"] == name))
