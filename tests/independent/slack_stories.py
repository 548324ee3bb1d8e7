"""What agents do on Slack, one story per area, in the words of slack_sdk."""

from __future__ import annotations

import time
from typing import Any

from slack_sdk import WebClient

from tests.independent.story import Story

UNDONE = "Reverted by AgentRein"
LINK = {"type": "link", "link": "https://example.com/run"}


def channel_of(slack: WebClient, name: str) -> str:
    """The id of a channel."""
    channels = slack.conversations_list()["channels"]
    return next(str(one["id"]) for one in channels if one["name"] == name)


def user_of(slack: WebClient, name: str) -> str:
    """The id of a person."""
    return next(str(one["id"]) for one in slack.users_list()["members"] if one["name"] == name)


def members(slack: WebClient, channel: str) -> list[str]:
    """Who is in a channel."""
    return sorted(slack.conversations_members(channel=channel)["members"])


def old_of(slack: WebClient) -> str:
    """The message that was there before the agent came."""
    found = slack.conversations_history(channel=channel_of(slack, "general"))["messages"]
    return next(str(one["ts"]) for one in found if one["text"] == "an old message")


def old_message(slack: WebClient) -> None:
    """A message with a reaction, and a channel of the agent's own."""
    general = channel_of(slack, "general")
    slack.conversations_join(channel=general)
    slack.conversations_create(name="deploys")
    posted = slack.chat_postMessage(channel=general, text="an old message")
    slack.reactions_add(channel=general, timestamp=posted["ts"], name="wave")


def seen(slack: WebClient) -> dict[str, Any]:
    """What a person sees of the workspace, apart from messages that say that they were undone."""
    general, deploys = (channel_of(slack, name) for name in ("general", "deploys"))
    said = {}
    for one in slack.conversations_history(channel=general)["messages"]:
        replies = slack.conversations_replies(channel=general, ts=one["ts"])["messages"] if one.get("thread_ts") else []
        for each in (one, *replies):
            marks = sorted((mark["name"], *sorted(mark["users"])) for mark in each.get("reactions", []))
            if not each.get("text", "").startswith(UNDONE):
                said[each["ts"]] = (each.get("text"), each.get("blocks") or None, marks)
    about = slack.conversations_info(channel=deploys)["channel"]
    return {
        "messages": said,
        "pins": [one["message"]["ts"] for one in slack.pins_list(channel=general)["items"]],
        "bookmarks": [one["title"] for one in slack.bookmarks_list(channel_id=general)["bookmarks"]],
        "scheduled": [one["text"] for one in slack.chat_scheduledMessages_list(channel=general)["scheduled_messages"]],
        "deploys": (about["name"], about["topic"]["value"], about["purpose"]["value"], about["is_archived"]),
        "members": members(slack, deploys),
        "files": [one["id"] for one in slack.files_list()["files"]],
    }


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
    added = slack.bookmarks_add(channel_id=channel, title="Runbook", **LINK)
    slack.bookmarks_edit(channel_id=channel, bookmark_id=added["bookmark"]["id"], title="Run book")


def told(slack: WebClient) -> None:
    """Messages, marks, an upload, and what may be changed of a channel."""
    old, general, deploys = old_of(slack), channel_of(slack, "general"), channel_of(slack, "deploys")
    messages(slack, old, general)
    marks(slack, old, general)
    slack.conversations_setTopic(channel=deploys, topic="Deploying")
    slack.conversations_setPurpose(channel=deploys, purpose="Deploys")
    slack.conversations_invite(channel=deploys, users=[user_of(slack, "helper")])
    slack.conversations_rename(channel=deploys, name="renamed")
    slack.files_upload_v2(channel=general, content="log", filename="log.txt")


def marked_before(slack: WebClient) -> None:
    """A pin, a bookmark, somebody in the channel, a message that waits."""
    old_message(slack)
    general = channel_of(slack, "general")
    slack.pins_add(channel=general, timestamp=old_of(slack))
    slack.bookmarks_add(channel_id=general, title="Runbook", **LINK)
    slack.conversations_invite(channel=channel_of(slack, "deploys"), users=[user_of(slack, "helper")])
    slack.chat_scheduleMessage(channel=general, post_at=int(time.time()) + 3600, text="later")


def taken(slack: WebClient) -> None:
    """What was there is taken away."""
    old, general, deploys = old_of(slack), channel_of(slack, "general"), channel_of(slack, "deploys")
    (mark,) = slack.bookmarks_list(channel_id=general)["bookmarks"]
    (later,) = slack.chat_scheduledMessages_list(channel=general)["scheduled_messages"]
    slack.pins_remove(channel=general, timestamp=old)
    slack.reactions_remove(channel=general, timestamp=old, name="wave")
    slack.bookmarks_remove(channel_id=general, bookmark_id=mark["id"])
    slack.conversations_kick(channel=deploys, user=user_of(slack, "helper"))
    slack.chat_deleteScheduledMessage(channel=general, scheduled_message_id=later["id"])


def opened_before(slack: WebClient) -> None:
    """A channel that is over, and one with somebody else in it."""
    old_message(slack)
    ended = slack.conversations_create(name="ended")["channel"]["id"]
    slack.conversations_archive(channel=ended)
    slack.conversations_invite(channel=channel_of(slack, "deploys"), users=[user_of(slack, "helper")])


def opened(slack: WebClient) -> None:
    """Channels come and go."""
    general, deploys, random, ended = (channel_of(slack, one) for one in ("general", "deploys", "random", "ended"))
    slack.conversations_create(name="fresh")
    slack.conversations_join(channel=random)
    slack.conversations_unarchive(channel=ended)
    slack.conversations_leave(channel=deploys)
    slack.conversations_archive(channel=random)
    slack.chat_meMessage(channel=general, text="waves")


def channels(slack: WebClient) -> dict[str, Any]:
    """What a person sees of the channels that are not archived, and who is in them."""
    there = {one["id"]: one for one in slack.conversations_list()["channels"] if not one["is_archived"]}
    return {**seen(slack), "channels": {one["name"]: members(slack, key) for key, one in there.items()}}


def known_before(slack: WebClient) -> None:
    """Somebody to talk to, a status, a message that was not read."""
    old_message(slack)
    slack.conversations_open(users=[user_of(slack, "helper")])
    slack.users_profile_set(profile={"status_text": "Reading", "status_emoji": ":book:"})


def known(slack: WebClient) -> None:
    """What the account says of itself, and the conversations that it has open."""
    general = channel_of(slack, "general")
    direct = slack.conversations_list(types="im")["channels"][0]["id"]
    slack.users_profile_set(profile={"status_text": "Deploying", "status_emoji": ":rocket:"})
    slack.users_profile_set(name="title", value="Agent")
    slack.users_setPresence(presence="away")
    slack.conversations_mark(channel=general, ts=old_of(slack))
    slack.conversations_close(channel=direct)
    slack.conversations_open(users=[user_of(slack, "spare")])


def account(slack: WebClient) -> dict[str, Any]:
    """What a person sees of the account; a conversation that is closed is on no list of theirs."""
    profile, me = slack.users_profile_get()["profile"], slack.auth_test()["user_id"]
    direct = [
        slack.conversations_info(channel=one["id"])["channel"]
        for one in slack.conversations_list(types="im")["channels"]
    ]
    return {
        "profile": {name: profile.get(name) or "" for name in ("status_text", "status_emoji", "title")},
        "presence": slack.users_getPresence(user=me)["presence"],
        "read": slack.conversations_info(channel=channel_of(slack, "general"))["channel"].get("last_read"),
        "open": sorted(one["user"] for one in direct if one.get("is_open")),
    }


STORIES = {
    "told": Story(old_message, told, seen, 16),
    "taken away": Story(marked_before, taken, seen, 5),
    "channels": Story(opened_before, opened, channels, 6),
    "account": Story(known_before, known, account, 6),
}
