"""What an agent may do in the property test: a few operations on a few things, so that they meet one another."""

from __future__ import annotations

import time
from typing import Any

from hypothesis import strategies as st
from slack_sdk import WebClient

from connectors.slack.examples.things import ADA, BUTTON, DEPLOYS, EVENT, LOG, OTHER, RICH, SECTION
from property_kit import drawn

TEXT = st.sampled_from(["One", "Two & <three>", "{text}"])
WORDS = st.sampled_from(["", "Ship it", "Q&A <freeze>"])
EDITED = st.sampled_from(["Edited", "Edited & again"])
WHICH = st.integers(0, 3)
"""One of those that are there: the newest first, round and round."""

BLOCKS = st.sampled_from([None, [], [SECTION], [SECTION, BUTTON], [RICH]])
ATTACHMENTS = st.sampled_from([None, [], [LOG]])
METADATA = st.sampled_from([None, EVENT])
EMOJI = st.sampled_from(["eyes", "thumbsup", "+1"])
PERSON = st.sampled_from([ADA, OTHER])
PLACE = st.sampled_from([DEPLOYS, "#deploys", ADA])
NAME = st.sampled_from(["shipping", "deploys", "incident-7"])

BOT = "U0BOT"
_TOLD = {"channel_join", "channel_leave", "channel_topic", "channel_purpose", "channel_name", "pinned_item"}


def _one(found: Any, which: int) -> Any:
    listed = list(found)
    if not listed:
        raise LookupError("there is none")
    return listed[which % len(listed)]


def _message(slack: WebClient, which: int) -> str:
    listed = slack.conversations_history(channel=DEPLOYS)["messages"]
    return str(_one((one for one in listed if one.get("subtype") not in _TOLD), which)["ts"])


def _own(slack: WebClient, which: int) -> str:
    listed = slack.conversations_history(channel=DEPLOYS)["messages"]
    mine = (one for one in listed if one.get("user") == BOT and one.get("subtype") not in _TOLD)
    return str(_one(mine, which)["ts"])


def _given(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def post(slack: WebClient, place: str, text: str, blocks: Any, attachments: Any, metadata: Any) -> None:
    """Post a message."""
    more = _given(blocks=blocks, attachments=attachments, metadata=metadata)
    slack.chat_postMessage(channel=place, text=text, **more)


def reply(slack: WebClient, which: int, text: str, broadcast: bool) -> None:  # noqa: FBT001 - drawn
    """Reply to a message."""
    slack.chat_postMessage(channel=DEPLOYS, text=text, thread_ts=_message(slack, which), reply_broadcast=broadcast)


def say(slack: WebClient, text: str) -> None:
    """Say it in the third person."""
    slack.chat_meMessage(channel=DEPLOYS, text=text)


def edit(slack: WebClient, which: int, text: str, blocks: Any, attachments: Any, metadata: Any) -> None:
    """Edit a message of one's own."""
    more = _given(blocks=blocks, attachments=attachments, metadata=metadata)
    slack.chat_update(channel=DEPLOYS, ts=_own(slack, which), text=text, **more)


def react(slack: WebClient, how: str, which: int, name: str) -> None:
    """React to a message, or no more."""
    call = slack.reactions_add if how == "add" else slack.reactions_remove
    call(channel=DEPLOYS, timestamp=_message(slack, which), name=name)


def pin(slack: WebClient, how: str, which: int) -> None:
    """Pin a message, or no more."""
    call = slack.pins_add if how == "add" else slack.pins_remove
    call(channel=DEPLOYS, timestamp=_message(slack, which))


def bookmark(slack: WebClient, title: str, emoji: str) -> None:
    """Bookmark a page in the channel."""
    slack.bookmarks_add(channel_id=DEPLOYS, title=title, type="link", link="https://acme.example/x", emoji=emoji)


def edit_bookmark(slack: WebClient, which: int, title: str, emoji: str) -> None:
    """Edit a bookmark."""
    found = _one(slack.bookmarks_list(channel_id=DEPLOYS)["bookmarks"], which)
    slack.bookmarks_edit(channel_id=DEPLOYS, bookmark_id=found["id"], title=title, emoji=emoji)


def drop_bookmark(slack: WebClient, which: int) -> None:
    """Remove a bookmark of one's own that was not edited.

    What is removed comes back under another id, under which its edits are not found, and as the account's own, so that
    it may be what another call of unknown outcome made.
    """
    listed = slack.bookmarks_list(channel_id=DEPLOYS)["bookmarks"]
    mine = (one for one in listed if one["last_updated_by_user_id"] == BOT and not one["title"].startswith("Edited"))
    found = _one(mine, which)
    slack.bookmarks_remove(channel_id=DEPLOYS, bookmark_id=found["id"])


def describe(slack: WebClient, topic: str, purpose: str) -> None:
    """Set topic and purpose."""
    slack.conversations_setTopic(channel=DEPLOYS, topic=topic)
    slack.conversations_setPurpose(channel=DEPLOYS, purpose=purpose)


def rename(slack: WebClient, name: str) -> None:
    """Give the channel another name."""
    slack.conversations_rename(channel=DEPLOYS, name=name)


def make_channel(slack: WebClient, name: str) -> None:
    """Make a channel."""
    slack.conversations_create(name=name)


def bring(slack: WebClient, how: str, person: str) -> None:
    """Bring somebody in or put somebody out."""
    if how == "in":
        slack.conversations_invite(channel=DEPLOYS, users=[person])
    else:
        slack.conversations_kick(channel=DEPLOYS, user=person)


def go(slack: WebClient, how: str) -> None:
    """Leave the channel or join it."""
    (slack.conversations_leave if how == "out" else slack.conversations_join)(channel=DEPLOYS)


def schedule(slack: WebClient, text: str, hours: int) -> None:
    """Have a message posted later."""
    slack.chat_scheduleMessage(channel=DEPLOYS, text=text, post_at=int(time.time()) + hours * 3_600)


def unschedule(slack: WebClient, which: int) -> None:
    """Take one back."""
    found = _one(slack.chat_scheduledMessages_list(channel=DEPLOYS)["scheduled_messages"], which)
    slack.chat_deleteScheduledMessage(channel=DEPLOYS, scheduled_message_id=str(found["id"]))


def upload(slack: WebClient, text: str | None) -> None:
    """Upload a file into the channel."""
    slack.files_upload_v2(channel=DEPLOYS, content="log", filename="log.txt", initial_comment=text)


def shelve(slack: WebClient, how: str) -> None:
    """Archive the channel, or take it out of the archive; a bot may not undo the first."""
    (slack.conversations_archive if how == "in" else slack.conversations_unarchive)(channel=DEPLOYS)


def publish(slack: WebClient, how: str, which: int) -> None:
    """Make a file public, or private again; only people may."""
    file = _one(slack.files_list()["files"], which)["id"]
    (slack.files_sharedPublicURL if how == "out" else slack.files_revokePublicURL)(file=file)


WRITES_OF_PEOPLE = drawn(
    (shelve, (st.sampled_from(["in", "out"]),)),
    (publish, (st.sampled_from(["in", "out"]), WHICH)),
    (post, (st.just(DEPLOYS), TEXT, BLOCKS, ATTACHMENTS, METADATA)),
    (edit, (WHICH, TEXT, BLOCKS, ATTACHMENTS, METADATA)),
    (describe, (WORDS, WORDS)),
)
"""What an agent does that has the token of a person."""

WRITES = drawn(
    (post, (PLACE, TEXT, BLOCKS, ATTACHMENTS, METADATA)),
    (post, (st.just(DEPLOYS), TEXT, BLOCKS, ATTACHMENTS, METADATA)),
    (edit, (WHICH, TEXT, BLOCKS, ATTACHMENTS, METADATA)),
    (edit, (WHICH, TEXT, BLOCKS, ATTACHMENTS, METADATA)),
    (reply, (WHICH, TEXT, st.booleans())),
    (say, (TEXT,)),
    (react, (st.sampled_from(["add", "remove"]), WHICH, EMOJI)),
    (react, (st.just("add"), WHICH, EMOJI)),
    (pin, (st.sampled_from(["add", "remove"]), WHICH)),
    (bookmark, (TEXT, st.sampled_from(["", ":book:"]))),
    (edit_bookmark, (WHICH, EDITED, st.sampled_from(["", ":book:"]))),
    (drop_bookmark, (WHICH,)),
    (describe, (WORDS, WORDS)),
    (rename, (NAME,)),
    (make_channel, (NAME,)),
    (bring, (st.sampled_from(["in", "out"]), PERSON)),
    (go, (st.sampled_from(["in", "out"]),)),
    (schedule, (TEXT, st.integers(1, 2))),
    (unschedule, (WHICH,)),
    (upload, (st.none() | TEXT,)),
)
"""What an agent does. Some kinds are named twice, to be drawn more often."""
