"""Bookmarks of a channel: https://docs.slack.dev/reference/methods/bookmarks.list."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    REVERSIBLE,
    actor,
    anew,
    answer,
    before,
    do,
    field,
    find,
    found,
    gone,
    maybe,
    now,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_slack.operations.places import ABOUT, METHODS, WORKSPACE, conversation_of

_CHANNEL = ("slack:channel:", sent("channel_id"))
_BOOKMARK = path(*_CHANNEL, "/bookmark:", sent("bookmark_id"))


def _listed(bookmark: Any) -> Any:
    """The read of one bookmark out of the list, which is the only read that there is."""
    return maybe("bookmarks.list", path("bookmarks[id=", bookmark, "]"), channel_id=sent("channel_id"))


_THIS = {"id": sent("bookmark_id")}
_AGAIN = maybe(
    "bookmarks.list",
    "again",
    completed="one bookmark",
    given={**_THIS, "like": before("bookmark"), "others": before("others"), "by": actor("account")},
    channel_id=sent("channel_id"),
)
"""The bookmark that was made again: one that says the same and was not there before."""

_ADDED = maybe(
    "bookmarks.list",
    "again",
    completed="one bookmark",
    given={
        "id": answer("bookmark.id"),
        "like": answer("bookmark"),
        "others": before("bookmarks[].id"),
        "by": actor("account"),
    },
    channel_id=sent("channel_id"),
)
"""The bookmark that was added, or the one that an undo made of it again."""

ROWS = (
    op(
        "bookmarks.add",
        sdk="WebClient.bookmarks_add",
        says="bookmark {title!r} in {channel_id}",
        tier=REVERSIBLE,
        object=path(*_CHANNEL, "/bookmark:", answer("bookmark.id")),
        before=read("bookmarks.list", channel_id=sent("channel_id")),
        inverse=do(
            "bookmarks.remove",
            {"channel_id": sent("channel_id"), "bookmark_id": now(_ADDED, "id")},
            goal=gone(_ADDED, parent=conversation_of(sent("channel_id"))),
            still={
                "title": answer("bookmark.title"),
                "link": answer("bookmark.link"),
                "emoji": answer("bookmark.emoji"),
            },
            ok=(404,),
        ),
        probe=find(
            read(
                "bookmarks.list",
                "newest first",
                completed="one bookmark",
                given={"id": None},
                channel_id=sent("channel_id"),
            ),
            same=("title", "link"),
            mine="last_updated_by_user_id",
            since="date_created",
            effect={"bookmark": found()},
        ),
        residue="A line in the channel may say that it was bookmarked.",
        scopes=("bookmarks:write", "bookmarks:read", ABOUT),
        why=f"The bookmark is removed while it still says what was added. {METHODS}/bookmarks.add",
    ),
    op(
        "bookmarks.edit",
        sdk="WebClient.bookmarks_edit",
        says="edit bookmark {bookmark_id} in {channel_id}",
        tier=REVERSIBLE,
        object=_BOOKMARK,
        ignores=WORKSPACE,
        inverse=restore(
            _listed(sent("bookmark_id")),
            "bookmarks.edit",
            field("title", after="bookmark.title"),
            field("link", after="bookmark.link"),
            field("emoji", clear="", same=(None, ""), after="bookmark.emoji"),
            keep=("channel_id", "bookmark_id"),
        ),
        residue="The bookmark shows its last editor.",
        scopes=("bookmarks:write", "bookmarks:read"),
        why=f"Each field is written back while it still reads as the edit left it. {METHODS}/bookmarks.edit",
    ),
    op(
        "bookmarks.remove",
        sdk="WebClient.bookmarks_remove",
        says="remove bookmark {bookmark_id} from {channel_id}",
        tier=COSTLY,
        object=_BOOKMARK,
        before=read("bookmarks.list", completed="one bookmark", given=_THIS, channel_id=sent("channel_id")),
        inverse=do(
            "bookmarks.add",
            {
                "channel_id": sent("channel_id"),
                "title": before("bookmark.title"),
                "type": before("bookmark.type"),
                "link": before("bookmark.link"),
                "emoji": before("bookmark.emoji"),
            },
            goal=shows(_AGAIN, title=before("bookmark.title"), link=before("bookmark.link")),
            still=None,
            anew=[anew("id", "bookmark_id", "id", "others")],
        ),
        probe=stands(_listed(sent("bookmark_id")), {"": None}),
        residue="The bookmark has a new id and stands last.",
        scopes=("bookmarks:write", "bookmarks:read"),
        why=f"A bookmark of the same title, link and emoji is added. {METHODS}/bookmarks.remove",
    ),
)
