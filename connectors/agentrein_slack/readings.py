"""Readings that take more than one answer, or more than what Slack answers says at once.

Each gets the body of a read and what its row gives it, may yield further reads, and gives the completed body, or the
answer at which it had to stop.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_slack import readings_of_admins as admins
from agentrein_slack import readings_of_calls as callers
from agentrein_slack import readings_of_lists as lists
from agentrein_slack import readings_of_places as places
from agentrein_slack import readings_of_skills as abilities
from agentrein_slack import readings_of_staff as staff
from agentrein_slack import readings_of_status as statuses
from agentrein_slack.answers import status
from agentrein_slack.pages import PAGE, Reading, entries, is_again, listed
from agentrein_slack.readings_of_featured import featured
from agentrein_slack.readings_of_later import rest, scheduled, share
from agentrein_slack.readings_of_messages import message, messages, messages_of_name, streamed
from agentrein_slack.readings_of_people import names, reminders, same_names, star, usergroups
from agentrein_slack.shapes import GIVEN_UP, plain_text, same_shown, words


def members(body: Any, given: Mapping[str, Any]) -> Reading:
    """All members of a conversation, page by page: https://docs.slack.dev/reference/methods/conversations.members."""
    asked = {"channel": given.get("channel"), "limit": PAGE}
    inside = yield from entries("conversations.members", asked, "members", body)
    return inside if isinstance(inside, Answer) else {**body, "members": inside}


def pins(body: Any, given: Mapping[str, Any]) -> Any:
    """What is pinned in a channel and, as `own`, the messages that this account pinned.

    https://docs.slack.dev/reference/methods/pins.list
    """
    mine = (one for one in listed(body, "items") if one.get("created_by") == given.get("by"))
    return {**body, "own": [one["message"].get("ts") for one in mine if isinstance(one.get("message"), Mapping)]}


def conversation(body: Any, _given: Mapping[str, Any]) -> Any:
    """A conversation with its topic and purpose as they are written: Slack stores them escaped for HTML."""
    channel = dict(body.get("channel") or {})
    for name in ("topic", "purpose"):
        text = channel.get(name)
        if isinstance(text, Mapping):
            channel[name] = {**text, "value": plain_text(str(text.get("value") or ""))}
    return {**body, "channel": channel}


def made(body: Any, given: Mapping[str, Any]) -> Reading:
    """A channel with everybody else who is in it or wrote in it, as far as this client may read that.

    https://docs.slack.dev/reference/methods/conversations.members
    """
    channel = dict(body.get("channel") or {})
    channel["reverted"] = str(channel.get("name") or "").startswith(GIVEN_UP)
    if channel.get("is_archived"):
        return {**body, "channel": {**channel, "others": []}}
    asked = {"channel": given.get("channel"), "limit": PAGE}
    there = yield from entries("conversations.members", asked, "members")
    if isinstance(there, Answer):
        return there
    history = yield Read("conversations.history", asked)
    if status(history) == 200:
        said = yield from messages(history.body, {**given, "renamed": True})
        if isinstance(said, Answer):
            return said
        there += [one.get("user") or one.get("bot_id") for one in said["messages"]]
    others = [one for one in dict.fromkeys(there) if one != given.get("by")]
    return {**body, "channel": {**channel, "others": others}}


def one_bookmark(body: Any, given: Mapping[str, Any]) -> Any:
    """One bookmark beside the ids of the others; `again` is that one or, once gone, one of the same made since."""
    bookmarks = listed(body, "bookmarks")
    here = [one for one in bookmarks if one.get("id") == given.get("id")]
    mine = (one for one in bookmarks if one.get("last_updated_by_user_id") == given.get("by"))
    again = here or [one for one in mine if is_again(one, given, "title", "link", "emoji")]
    return {
        **({"bookmark": here[0]} if here else {}),
        **({"again": again[0]} if again else {}),
        "others": [one.get("id") for one in bookmarks if one not in here],
        "newest first": bookmarks[::-1],
    }


def alike(ours: Any, now: Any, _own: Own) -> bool:
    """Whether two readings of a text, of blocks or of attachments differ only in what Slack itself adds to them."""
    return same_shown(ours, now)


def same_words(ours: Any, now: Any, _own: Own) -> bool:
    """Whether a text still says what was sent, of which no answer told the form in which Slack keeps it."""
    return words(str(ours or "")) == words(str(now or ""))


INVITES = {
    "conversations.invite": "users",
    "channels.invite": "users",
    "groups.invite": "users",
    "admin.conversations.invite": "user_ids",
}
"""The calls that bring people into a channel, and the argument that names them."""


def own_guests(_ours: Any, now: Any, own: Own) -> bool:
    """Whether in a plan all others in a channel are those whom the run invited, and whom its undo takes out first."""
    calls = [call for call in own.sent if call.address in INVITES and isinstance(call.body, dict)]
    guests = {one for call in calls for one in names(call.body.get(INVITES[call.address]))}
    return own.plan and isinstance(now, list) and guests.issuperset(now)


READINGS = {
    "message": message,
    "messages": messages,
    "streamed": streamed,
    "messages of a name": messages_of_name,
    "members": members,
    "rest": rest,
    "conversation": conversation,
    "made": made,
    "pins": pins,
    "one bookmark": one_bookmark,
    "share": share,
    "scheduled": scheduled,
    "usergroups": usergroups,
    "reminders": reminders,
    "star": star,
    "direct": places.direct,
    "named channel": places.named,
    "mark": places.mark,
    "canvas": places.canvas,
    "canvas text": places.canvas_text,
    "canvas title": places.canvas_title,
    "canvases": places.canvases,
    "profile": statuses.profile,
    "presence": statuses.presence,
    "quiet": statuses.quiet,
    "call": callers.call,
    "shared": callers.shared,
    "cells": lists.cells,
    "one cell": lists.one_cell,
    "landed": lists.landed,
    "record": lists.record,
    "records": lists.records,
    "deleted": lists.deleted,
    "left of": lists.left_of,
    "featured": featured,
    "skills": abilities.skills,
    "skill": abilities.skill,
    "agent canvas": abilities.agent_canvas,
    "entities": admins.entities,
    "workspace": admins.workspace,
    "emoji": admins.emoji,
    "assignments": admins.assignments,
    "barriers": admins.barriers,
    "sessions": admins.sessions,
    "collaborators": admins.collaborators,
    "person": staff.person,
    "decision": staff.decision,
    "shared with": staff.shared_with,
    "switches": staff.switches,
    "catalog": staff.catalog,
}
"""Each under the name by which a row asks for it."""

COMPARISONS = {
    "as Slack shows it": alike,
    "own guests": own_guests,
    "same words": same_words,
    "same names": same_names,
    "same markdown": places.same_markdown,
    "same title": places.same_title,
    "same canvas": places.same_canvas,
    "same custom fields": statuses.same_custom,
    "default emoji": statuses.default_emoji,
    "same cell": lists.same_cell,
    "same manifest": abilities.same_manifest,
}
"""Comparisons for fields that Slack stores in another form than it takes, or that later undos change."""
