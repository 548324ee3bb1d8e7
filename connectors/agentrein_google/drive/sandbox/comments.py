"""Comments and replies: https://developers.google.com/workspace/drive/api/reference/rest/v3/comments."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_google.drive.sandbox import shapes
from agentrein_google.drive.sandbox.ask import Ask, fail, invalid, not_found
from agentrein_google.drive.sandbox.metadata import is_read_only
from agentrein_google.drive.sandbox.world import Item

routes = Routes()
C = "/drive/v3/files/{file}/comments"
R = f"{C}/{{comment}}/replies"


def _of(ask: Ask, file: str, role: str = "reader") -> Item:
    """The item; everything about comments but a deletion says which fields it wants."""
    if not ask.fields:
        message = "The 'fields' parameter is required for this method."
        raise fail(400, "required", message, location="fields", locationType="parameter")
    return _writable(ask, file, role) if role != "reader" else _any_drive(ask, file, role)


def _any_drive(ask: Ask, file: str, role: str) -> Item:
    """The item, in shared drives too: comments take no flag for them."""
    return ask.in_any_drive().item(file, role)


def _writable(ask: Ask, file: str, role: str) -> Item:
    item = _any_drive(ask, file, role)
    if is_read_only(item):
        raise fail(403, "contentRestricted", "The content of this file is restricted.")
    return item


def _comment(item: Item, id: str, *, deleted: bool = False) -> dict[str, Any]:
    one = item.comments.get(id)
    if one is None or (one["deleted"] and not deleted):
        raise not_found(id, "Comment")
    return one


def _reply(item: Item, comment: str, id: str, *, deleted: bool = False) -> dict[str, Any]:
    one = _comment(item, comment, deleted=deleted)["replies"].get(id)
    if one is None or (one["deleted"] and not deleted):
        raise not_found(id, "Reply")
    found: dict[str, Any] = one
    return found


def _own(ask: Ask, one: dict[str, Any]) -> dict[str, Any]:
    if one["author"] != ask.user.id:
        raise fail(403, "insufficientFilePermissions", "Only the author changes a comment or a reply.")
    return one


def _new(ask: Ask, id: str) -> dict[str, Any]:
    now = ask.world.time()
    return {"id": id, "author": ask.user.id, "created": now, "modified": now, "deleted": False}


# --- comments


@routes.on(f"GET {C}")
def listed(ask: Ask, file: str) -> Any:
    """The comments on an item, the newest first."""
    item, gone = _of(ask, file), ask.flag("includeDeleted")
    found = [one for one in reversed(item.comments.values()) if gone or not one["deleted"]]
    start, size = int(ask.query.get("pageToken", "0")), int(ask.query.get("pageSize", "20"))
    further = {"nextPageToken": str(start + size)} if len(found) > start + size else {}
    shown = [shapes.comment(ask.world, one, ask.user, deleted=gone) for one in found[start : start + size]]
    return {"kind": "drive#commentList", "comments": shown, **further}


@routes.on(f"GET {C}/{{comment}}")
def get(ask: Ask, file: str, comment: str) -> Any:
    """One of them."""
    gone = ask.flag("includeDeleted")
    return shapes.comment(ask.world, _comment(_of(ask, file), comment, deleted=gone), ask.user, deleted=gone)


@routes.on(f"POST {C}")
def create(ask: Ask, file: str) -> Any:
    """A new comment."""
    item = _of(ask, file, "commenter")
    if not ask.body.get("content"):
        raise invalid("A comment has content.")
    said = {name: ask.body.get(name) for name in ("content", "anchor", "quotedFileContent")}
    id = ask.world.id("com")
    item.comments[id] = {**_new(ask, id), **said, "resolved": None, "replies": {}}
    ask.world.touch(item, ask.user, content=False)
    return shapes.comment(ask.world, item.comments[id], ask.user)


@routes.on(f"PATCH {C}/{{comment}}")
def update(ask: Ask, file: str, comment: str) -> Any:
    """Another text, by the author."""
    item = _of(ask, file, "commenter")
    one = _own(ask, _comment(item, comment))
    if not ask.body.get("content"):
        raise invalid("A comment has content.")
    one["content"], one["modified"] = ask.body["content"], ask.world.time()
    ask.world.touch(item, ask.user, content=False)
    return shapes.comment(ask.world, one, ask.user)


@routes.on(f"DELETE {C}/{{comment}}")
def delete(ask: Ask, file: str, comment: str) -> Any:
    """No longer seen, with its replies."""
    item = _writable(ask, file, "commenter")
    _own(ask, _comment(item, comment))["deleted"] = True
    ask.world.touch(item, ask.user, content=False)
    return Answer(204)


# --- replies


@routes.on(f"GET {R}")
def replies(ask: Ask, file: str, comment: str) -> Any:
    """The replies to a comment, the oldest first."""
    gone = ask.flag("includeDeleted")
    found = _comment(_of(ask, file), comment, deleted=gone)["replies"].values()
    shown = [shapes.reply(ask.world, one, ask.user) for one in found if gone or not one["deleted"]]
    start, size = int(ask.query.get("pageToken", "0")), int(ask.query.get("pageSize", "20"))
    further = {"nextPageToken": str(start + size)} if len(shown) > start + size else {}
    return {"kind": "drive#replyList", "replies": shown[start : start + size], **further}


@routes.on(f"GET {R}/{{reply}}")
def get_reply(ask: Ask, file: str, comment: str, reply: str) -> Any:
    """One of them."""
    gone = ask.flag("includeDeleted")
    return shapes.reply(ask.world, _reply(_of(ask, file), comment, reply, deleted=gone), ask.user)


@routes.on(f"POST {R}")
def create_reply(ask: Ask, file: str, comment: str) -> Any:
    """A reply, which may resolve the comment or open it again."""
    item = _of(ask, file, "commenter")
    of, action = _comment(item, comment), ask.body.get("action")
    if action not in {None, "resolve", "reopen"} or (action is None and not ask.body.get("content")):
        raise invalid("A reply has content or an action.")
    if action == "reopen" and not of["resolved"]:
        raise invalid("The comment is open.")
    id = ask.world.id("rep")
    of["replies"][id] = {**_new(ask, id), "content": ask.body.get("content"), "action": action}
    if action is not None:
        of["resolved"] = action == "resolve"
    of["modified"] = ask.world.time()
    ask.world.touch(item, ask.user, content=False)
    return shapes.reply(ask.world, of["replies"][id], ask.user)


@routes.on(f"PATCH {R}/{{reply}}")
def update_reply(ask: Ask, file: str, comment: str, reply: str) -> Any:
    """Another text, by the author."""
    item = _of(ask, file, "commenter")
    one = _own(ask, _reply(item, comment, reply))
    if not ask.body.get("content"):
        raise invalid("A reply has content.")
    one["content"], one["modified"] = ask.body["content"], ask.world.time()
    ask.world.touch(item, ask.user, content=False)
    return shapes.reply(ask.world, one, ask.user)


@routes.on(f"DELETE {R}/{{reply}}")
def delete_reply(ask: Ask, file: str, comment: str, reply: str) -> Any:
    """No longer seen."""
    item = _writable(ask, file, "commenter")
    _own(ask, _reply(item, comment, reply))["deleted"] = True
    ask.world.touch(item, ask.user, content=False)
    return Answer(204)
