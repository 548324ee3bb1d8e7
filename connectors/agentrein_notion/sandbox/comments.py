"""Comments and their discussions.

https://developers.notion.com/reference/comment-object
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_notion.sandbox.ask import Ask, not_found, read_id, unfit
from agentrein_notion.sandbox.shapes import by
from agentrein_notion.sandbox.texts import read_texts, rich
from agentrein_notion.sandbox.world import Block, Comment, Page, RichText

routes = Routes()
_COMMENT = "/v1/comments/{comment_id}"


def show(ask: Ask, comment: Comment) -> dict[str, Any]:
    """A comment as answers show it."""
    on = ask.world.things[comment.on]
    key = "page_id" if isinstance(on, Page) else "block_id"
    user = ask.world.users[comment.by]
    kind = "integration" if user.type == "bot" else "user"
    return {
        "object": "comment",
        "id": comment.id,
        "parent": {"type": key, key: comment.on},
        "discussion_id": comment.discussion,
        "created_time": ask.world.moment(comment.created),
        "last_edited_time": ask.world.moment(comment.edited),
        "created_by": by(comment.by),
        "rich_text": comment.text,
        "display_name": {"type": kind, "resolved_name": user.name},
    }


@routes.on("POST /v1/comments")
def create(ask: Ask) -> Answer:
    """A comment on a page or block, which begins a discussion, or an answer in one.

    https://developers.notion.com/reference/create-a-comment
    """
    ask.may("insert_comments")
    ask.only("parent", "discussion_id", "rich_text", "markdown", "attachments", "display_name")
    text = _text(ask)
    on, discussion = _target(ask)
    ask.require_live(on)
    now = ask.world.clock()
    comment = Comment(ask.world.new_id(), on.id, discussion or ask.world.new_id(), ask.me, text, now, now)
    ask.world.comments[comment.id] = comment
    return Answer(200, show(ask, comment))


def _text(ask: Ask) -> RichText:
    """What the body says: exactly one of `rich_text` and `markdown`."""
    if ("rich_text" in ask.body) == ("markdown" in ask.body):
        raise unfit("body.rich_text", "should be defined, or body.markdown, and not both")
    if "rich_text" in ask.body:
        return read_texts(ask.world, ask.body["rich_text"], "body.rich_text")
    return rich(str(ask.body["markdown"]))


def _target(ask: Ask) -> tuple[Page | Block, str | None]:
    """The thing to comment on, with the discussion if it is an answer."""
    body = ask.body
    if ("parent" in body) == ("discussion_id" in body):
        raise unfit("body.parent", "should be defined, or body.discussion_id, and not both")
    if "discussion_id" in body:
        id = read_id(body["discussion_id"], "body.discussion_id")
        first = next((c for c in _seen(ask) if c.discussion == id), None)
        if first is None:
            raise not_found("discussion", id)
        return _commentable(ask, first.on, "body.discussion_id"), id
    parent = body["parent"] if isinstance(body["parent"], dict) else {}
    if "block_id" in parent:
        return _commentable(ask, parent["block_id"], "body.parent.block_id"), None
    return ask.page_of(parent.get("page_id"), "body.parent.page_id"), None


def _commentable(ask: Ask, id: Any, place: str) -> Page | Block:
    thing = ask.block_of(id, place)
    if not isinstance(thing, Page | Block):
        raise not_found("block", thing.id)
    return thing


def _seen(ask: Ask) -> list[Comment]:
    """The comments on what the connection reaches, oldest first."""
    things = ask.world.things
    return [
        c for c in ask.world.comments.values() if c.on in things and ask.world.reaches(ask.connection, things[c.on])
    ]


def _find(ask: Ask, comment_id: str, *, own: bool) -> Comment:
    id = read_id(comment_id, "path.comment_id")
    found = next((comment for comment in _seen(ask) if comment.id == id), None)
    if found is None or (own and found.by != ask.me):
        raise not_found("comment", id)
    return found


@routes.on("GET /v1/comments")
def listed(ask: Ask) -> Answer:
    """The comments on one page or block."""
    ask.may("read_comments")
    thing = ask.block_of(ask.request.query.get("block_id"), "query.block_id")
    found = [comment for comment in _seen(ask) if comment.on == thing.id]
    return ask.page(found, lambda comment: show(ask, comment), "comment")


@routes.on(f"GET {_COMMENT}")
def retrieve(ask: Ask, comment_id: str) -> Answer:
    """One comment."""
    ask.may("read_comments")
    return Answer(200, show(ask, _find(ask, comment_id, own=False)))


@routes.on(f"PATCH {_COMMENT}")
def update(ask: Ask, comment_id: str) -> Answer:
    """Write one's own comment anew; anybody else's is 404.

    https://developers.notion.com/reference/update-a-comment
    """
    ask.may("insert_comments")
    comment = _find(ask, comment_id, own=True)
    ask.only("rich_text", "markdown")
    comment.text, comment.edited = _text(ask), ask.world.clock()
    return Answer(200, show(ask, comment))


@routes.on(f"DELETE {_COMMENT}")
def delete(ask: Ask, comment_id: str) -> Answer:
    """Delete one's own comment; with the first one goes the whole discussion.

    https://developers.notion.com/reference/delete-a-comment
    """
    ask.may("insert_comments")
    comment = _find(ask, comment_id, own=True)
    shown = show(ask, comment)
    thread = [c for c in ask.world.comments.values() if c.discussion == comment.discussion]
    for gone in thread if thread[0] is comment else [comment]:
        del ask.world.comments[gone.id]
    return Answer(200, shown)
