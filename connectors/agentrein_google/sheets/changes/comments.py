"""Requests about comments.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#insertcommentrequest
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from agentrein_google.sheets.book import Book
from agentrein_google.sheets.changes.registry import Invalid, does, tab_of


def thread_of(book: Book, id: Any) -> dict[str, Any]:
    """A thread of comments."""
    found = book.comments.get(str(id))
    if found is None:
        message = f"No comment with id: {id}"
        raise Invalid(message)
    return found


def posts(thread: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The posts of a thread, the first one included."""
    return [thread["headPost"], *thread.get("replies", [])]


def _post_of(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    thread = thread_of(book, asked.get("commentId"))
    found = next((one for one in posts(thread) if one["postId"] == asked.get("postId")), None)
    if found is None or found.get("deleted"):
        message = f"No post with id: {asked.get('postId')}"
        raise Invalid(message)
    return found


def _new_id(book: Book, prefix: str) -> str:
    return f"{prefix}{1 + sum(1 + len(posts(one)) for one in book.comments.values())}"


@does("insertComment")
def insert_comment(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Begin a thread at a cell."""
    tab_of(book, (asked.get("coordinate") or {}).get("sheetId"))
    if not asked.get("content"):
        message = "content cannot be empty"
        raise Invalid(message)
    post = {"postId": _new_id(book, "p"), "content": asked["content"]}
    if asked.get("assigneeEmailAddress"):
        post["assigneeEmail"] = asked["assigneeEmailAddress"]
    thread: dict[str, Any] = {"commentId": _new_id(book, "c"), "headPost": post, "status": "OPEN"}
    book.comments[thread["commentId"]] = thread
    return {"commentThread": deepcopy(thread)}


@does("addCommentReply")
def add_reply(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Answer in a thread."""
    thread = thread_of(book, asked.get("commentId"))
    said = asked.get("post") or {}
    post = {
        "postId": _new_id(book, "p"),
        **{k: said[k] for k in ("content", "commentAction", "assigneeEmail") if k in said},
    }
    thread.setdefault("replies", []).append(post)
    if said.get("commentAction") in {"RESOLVE", "REOPEN"}:
        thread["status"] = "RESOLVED" if said["commentAction"] == "RESOLVE" else "OPEN"
    return {"post": deepcopy(post)}


@does("updateCommentPost")
def update_post(book: Book, asked: Mapping[str, Any]) -> None:
    """Change what a post says."""
    _post_of(book, asked)["content"] = asked.get("content")


@does("deleteComment")
def delete_comment(book: Book, asked: Mapping[str, Any]) -> None:
    """Delete a thread."""
    del book.comments[thread_of(book, asked.get("commentId"))["commentId"]]


@does("deleteCommentReply")
def delete_reply(book: Book, asked: Mapping[str, Any]) -> None:
    """Delete a reply."""
    post = _post_of(book, asked)
    thread = thread_of(book, asked["commentId"])
    if post is thread["headPost"] or post.get("commentAction") or post.get("assigneeEmail"):
        message = "this post cannot be deleted"
        raise Invalid(message)
    thread["replies"].remove(post)
