"""Revisions: https://developers.google.com/workspace/drive/api/reference/rest/v3/revisions."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_google.drive.sandbox import shapes
from agentrein_google.drive.sandbox.ask import Ask, fail, not_found
from agentrein_google.drive.sandbox.world import Item, Revision

routes = Routes()
V = "/drive/v3/files/{file}/revisions"
_PUBLISHED = ("published", "publishAuto", "publishedOutsideDomain")


def _item(ask: Ask, file: str, role: str = "reader") -> Item:
    """The item, in shared drives too: revisions take no flag for them."""
    return ask.in_any_drive().item(file, role)


def _one(item: Item, id: str) -> Revision:
    for one in item.revisions:
        if one.id == id or (id == "head" and one is item.head):
            return one
    raise not_found(id, "Revision")


@routes.on(f"GET {V}")
def listed(ask: Ask, file: str) -> Any:
    """The revisions of a file, the oldest first."""
    item = _item(ask, file)
    shown = [shapes.revision(ask.world, item, one, ask.user) for one in item.revisions]
    start, size = int(ask.query.get("pageToken", "0")), int(ask.query.get("pageSize", "200"))
    further = {"nextPageToken": str(start + size)} if len(shown) > start + size else {}
    return {"kind": "drive#revisionList", "revisions": shown[start : start + size], **further}


@routes.on(f"GET {V}/{{revision}}")
def get(ask: Ask, file: str, revision: str) -> Any:
    """One of them, or its content."""
    item = _item(ask, file)
    one = _one(item, revision)
    if ask.alt != "media":
        return shapes.revision(ask.world, item, one, ask.user)
    if not item.is_blob:
        raise fail(403, "fileNotDownloadable", "Only files with binary content can be downloaded.")
    return Answer(200, one.data, media=one.media)


@routes.on(f"PATCH {V}/{{revision}}")
def update(ask: Ask, file: str, revision: str) -> Any:
    """Pinned for good, or published."""
    item = _item(ask, file, "writer")
    one = _one(item, revision)
    if set(ask.body) - {*_PUBLISHED, "keepForever"}:
        raise fail(403, "fieldNotWritable", "The resource body includes fields which are not directly writable.")
    if "keepForever" in ask.body:
        if not item.is_blob:
            raise fail(400, "invalid", "Only files with binary content have pinned revisions.")
        if one.keep and not ask.body["keepForever"]:
            message = "A revision that is kept forever stays so."
            raise fail(403, "illegalKeepForeverModification", message)
        one.keep = bool(ask.body["keepForever"])
    if set(ask.body) & set(_PUBLISHED) and item.is_blob:
        raise fail(400, "invalid", "Only Docs Editors files are published.")
    one.published |= {name: ask.body[name] for name in _PUBLISHED if name in ask.body}
    item.version += 1
    return shapes.revision(ask.world, item, one, ask.user)


@routes.on(f"DELETE {V}/{{revision}}")
def delete(ask: Ask, file: str, revision: str) -> Any:
    """Gone for good; the last one stays."""
    item = _item(ask, file, "writer")
    one = _one(item, revision)
    if not item.is_blob or len(item.revisions) == 1:
        raise fail(403, "cannotDeleteRevision", "This revision cannot be deleted.")
    item.revisions.remove(one)
    item.version += 1
    return Answer(204)
