"""Comments and replies. A deleted one has no content and does not come back; what is written again is another one.

https://developers.google.com/workspace/drive/api/guides/manage-comments
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Own, Read
from agentrein_google.drive.fields import REPLY
from agentrein_google.drive.lists import Steps, Stopped, all_of, commenting, rest_of


def is_mine(one: Mapping[str, Any]) -> bool:
    """Whether the account that asks wrote it."""
    return (one.get("author") or {}).get("me") is True


def thread(body: Mapping[str, Any], _given: Mapping[str, Any]) -> Any:
    """A comment with `answers`, the replies that stand and by whom, and `acted`, the last one that did something."""
    replies = [one for one in body.get("replies") or [] if not one.get("deleted")]
    acted = [one.get("id") for one in replies if one.get("action")]
    return {**body, "answers": [_told(one) for one in replies], "acted": acted[-1] if acted else None}


def thread_before(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """The same with `same`: how many others of one's own on the file read so."""
    try:
        found = yield from all_of(commenting(str(given["file"])), "comments")
    except Stopped as stopped:
        return stopped.answer
    return {**thread(body, given), **_others_like(found, body)}


def reply_before(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """A reply, with the same of the replies to its comment."""
    try:
        found = yield from all_of(_replying(given), "replies")
    except Stopped as stopped:
        return stopped.answer
    return {**body, **_others_like(found, body)}


def _others_like(found: list[Any], body: Mapping[str, Any]) -> dict[str, Any]:
    others = [one for one in found if one.get("id") != body.get("id")]
    same = _counted(others, body.get("content"))["same"]
    return {"same": same, "one more": same + 1}


def _told(one: Mapping[str, Any]) -> str:
    by = "you" if is_mine(one) else (one.get("author") or {}).get("displayName") or "somebody"
    return f"{one.get('content') or one.get('action')}, by {by}"


def made_comments(body: Mapping[str, Any], given: Mapping[str, Any]) -> Any:
    """A list of comments with `by`, the account, where that is who asks: Drive shows no address."""
    return {**body, "comments": [_with_author(one, given) for one in body.get("comments") or []]}


def made_replies(body: Mapping[str, Any], given: Mapping[str, Any]) -> Any:
    """The same of replies."""
    return {**body, "replies": [_with_author(one, given) for one in body.get("replies") or []]}


def _with_author(one: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    return {**one, "by": given.get("by") if is_mine(one) else "somebody else"}


def same_comments(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """A list of comments with `same`: how many of one's own read as one does, and `newest`, the id of the last."""
    try:
        found = yield from rest_of(body, commenting(str(given["file"])), "comments")
    except Stopped as stopped:
        return stopped.answer
    return {**body, **_counted(found, given.get("content"))}


def same_replies(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """The same of the replies to a comment."""
    try:
        found = yield from rest_of(body, _replying(given), "replies")
    except Stopped as stopped:
        return stopped.answer
    return {**body, **_counted(found, given.get("content"))}


def _replying(given: Mapping[str, Any]) -> Read:
    params = {"fileId": given["file"], "commentId": given["comment"], "pageSize": 100}
    return Read("drive.replies.list", {**params, "fields": f"nextPageToken,replies({REPLY})"})


def _counted(found: list[Any], content: Any) -> dict[str, Any]:
    mine = [one for one in found if is_mine(one) and not one.get("deleted") and one.get("content") == content]
    newest: Mapping[str, Any] = max(mine, key=lambda one: str(one.get("createdTime")), default={})
    return {"same": len(mine), "newest": newest.get("id")}


def own_replies(_ours: Any, now: Any, own: Own) -> bool:
    """Whether all replies are the account's own, which the run may have written: in a plan they are not undone yet."""
    wrote = any(call.address == "drive.replies.create" for call in own.sent)
    return own.plan and wrote and all(str(one).endswith(", by you") for one in now)
