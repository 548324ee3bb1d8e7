"""Bookmarks in the header of a channel.

https://docs.slack.dev/reference/methods (bookmarks.*)
"""

from __future__ import annotations

import re
from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import Bookmark, Channel
from agentrein_slack.sandbox.world import TEAM

methods = Methods()
_MOST = 100
_LINK = re.compile(r"https?://\S+")
_EMOJI = re.compile(r":[a-z0-9_+'-]+:")
_RANKS = "abcdefghijklmnopqrstuvwxyz"


@methods.on("bookmarks.add", "bookmarks:write")
def add(ask: Ask) -> Answer:
    """Add a bookmark at the end."""
    channel, title = _channel(ask), ask.needed("title")
    kind, link, emoji = ask.needed("type"), ask.text("link"), ask.text("emoji")
    if kind != "link":
        raise fail("invalid_bookmark_type")
    _check(link, emoji)
    if len(channel.bookmarks) >= _MOST:
        raise fail("too_many_bookmarks")
    number, now = ask.world.new_id("Bk"), ask.world.now()
    key = ask.world.key(number, "bookmark", channel.id, title, link, emoji)
    channel.bookmarks[number] = Bookmark(number, key, title, link, emoji, kind, now, 0, ask.me)
    return ok(bookmark=_shape(channel, channel.bookmarks[number]))


def _channel(ask: Ask) -> Channel:
    channel = ask.channel("channel_id")
    if ask.me.id not in channel.members or channel.archived:
        raise fail("permission_denied")
    return channel


def _check(link: str, emoji: str) -> None:
    if not _LINK.fullmatch(link):
        raise fail("invalid_link")
    if emoji and not _EMOJI.fullmatch(emoji):
        raise fail("invalid_emoji")


def _mark(ask: Ask, channel: Channel) -> Bookmark:
    mark = channel.bookmarks.get(ask.needed("bookmark_id"))
    if mark is None:
        raise fail("not_found")
    return mark


@methods.on("bookmarks.edit", "bookmarks:write")
def edit(ask: Ask) -> Answer:
    """Change what the call mentions."""
    channel = _channel(ask)
    mark = _mark(ask, channel)
    title = ask.text("title", mark.title) or mark.title
    link, emoji = ask.text("link", mark.link), ask.text("emoji", mark.emoji)
    _check(link, emoji)
    mark.title, mark.link, mark.emoji = title, link, emoji
    mark.updated, mark.user = ask.world.now(), ask.me
    return ok(bookmark=_shape(channel, mark))


@methods.on("bookmarks.remove", "bookmarks:write")
def remove(ask: Ask) -> Answer:
    """Take a bookmark away."""
    channel = _channel(ask)
    mark = _mark(ask, channel)
    del channel.bookmarks[mark.id]
    ask.world.removed(mark.key, "bookmark", channel.id, mark.title, mark.link, mark.emoji)
    return ok()


@methods.on("bookmarks.list", "bookmarks:read")
def listed(ask: Ask) -> Answer:
    """The bookmarks of a channel in their order."""
    channel = ask.channel("channel_id")
    return ok(bookmarks=[_shape(channel, mark) for mark in channel.bookmarks.values()])


def _shape(channel: Channel, mark: Bookmark) -> dict[str, Any]:
    place = list(channel.bookmarks).index(mark.id)
    return {
        "id": mark.id,
        "channel_id": channel.id,
        "title": mark.title,
        "link": mark.link,
        "emoji": mark.emoji,
        "icon_url": None,
        "type": mark.kind,
        "entity_id": None,
        "date_created": mark.created,
        "date_updated": mark.updated,
        "rank": _RANKS[place % len(_RANKS)] * (1 + place // len(_RANKS)),
        "last_updated_by_user_id": mark.user.id,
        "last_updated_by_team_id": TEAM,
        "shortcut_id": None,
        "app_id": mark.user.app_id or None,
    }
