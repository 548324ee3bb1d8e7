"""Files that come to be: https://developers.google.com/workspace/drive/api/guides/create-file."""

from __future__ import annotations

import copy as copying
from typing import Any

from agentrein.testing import Routes
from agentrein_google.drive.sandbox import metadata, shapes
from agentrein_google.drive.sandbox.ask import Ask, fail, invalid, not_found, seconds
from agentrein_google.drive.sandbox.world import FOLDER, NATIVE, ROLES, SHORTCUT, Item

routes = Routes()
F = "/drive/v3/files"


@routes.on(f"POST {F}")
def create(ask: Ask) -> Any:
    """A new file, folder, shortcut or native document."""
    metadata.check(ask, *metadata.ON_CREATION, *metadata.WITH_CONTENT)
    media = media_type(ask, "application/octet-stream")
    if media == FOLDER and ask.media is not None:
        raise invalid("A folder has no content.")
    item = _made(ask, media, ask.body.get("parents"))
    item.target = _target(ask, media)
    item.fields["name"] = "Untitled"
    metadata.write(ask, item)
    if media not in {FOLDER, SHORTCUT}:
        data = ask.media.data if ask.media is not None else b""
        made = ask.world.add_revision(item, ask.user, data, media, str(ask.body.get("originalFilename", "")))
        made.keep = ask.flag("keepRevisionForever")
    _put(ask, item)
    return shapes.file(ask.world, item, ask.user)


def media_type(ask: Ask, otherwise: str) -> str:
    """The type that the caller names, else that of what he sends."""
    uploaded = ask.media.type if ask.media is not None else otherwise
    return str(ask.body.get("mimeType") or uploaded)


def _target(ask: Ask, media: str) -> dict[str, Any] | None:
    if media != SHORTCUT:
        return None
    of = ask.world.items.get(str((ask.body.get("shortcutDetails") or {}).get("targetId")))
    if of is None or ask.world.role_of(ask.user, of) < 0:
        raise not_found(str(ask.body.get("shortcutDetails")))
    return {"targetId": of.id, "targetMimeType": of.media}


def _made(ask: Ask, media: str, parents: Any) -> Item:
    """A new item at its place, not yet in the world."""
    world = ask.world
    named = list(parents or ["root"])
    if len(named) > 1:
        raise invalid("A file cannot have more than one parent.")
    folder = ask.folder(str(named[0]))
    id = _new_id(ask, media)
    now = world.time()
    owner = ask.user.id if folder.drive is None else None
    made = seconds(str(ask.body["createdTime"])) if ask.body.get("createdTime") else now
    item = Item(id, media, folder.id, owner, folder.drive, made, ask.user.id, modified=now)
    if owner is not None:
        item.permissions[owner] = {"type": "user", "role": "owner", "emailAddress": ask.user.email}
    return item


def _new_id(ask: Ask, media: str) -> str:
    given = ask.body.get("id")
    if given is None:
        return ask.world.id("file")
    kind = "shortcuts" if media == SHORTCUT else "files"
    native = media.startswith(NATIVE) and media not in {FOLDER, SHORTCUT}
    if native or ask.world.generated.get(given) != kind:
        raise invalid("The provided file ID is not usable.")
    if given in ask.world.items:
        raise fail(409, "fileIdInUse", "A file already exists with the provided ID.")
    return str(given)


@routes.on(f"POST {F}/{{file}}/copy")
def copy(ask: Ask, file: str) -> Any:
    """A copy; folders have none."""
    metadata.check(ask, *metadata.ON_CREATION, *metadata.WITH_CONTENT)
    source = ask.item(file)
    if source.media == FOLDER:
        raise fail(403, "cannotCopyFile", "This file cannot be copied by the user.")
    item = _made(ask, source.media, ask.body.get("parents") or [_place_beside(ask, source)])
    item.fields = copying.deepcopy({name: source.fields.get(name) for name in ("description", "properties")})
    item.fields["name"], item.target = f"Copy of {source.fields['name']}", source.target
    metadata.write(ask, item)
    if source.head is not None:
        ask.world.add_revision(item, ask.user, source.head.data, source.head.media)
    if ask.flag("copyComments"):
        item.comments = copying.deepcopy(source.comments)
    _put(ask, item)
    return shapes.file(ask.world, item, ask.user)


def _place_beside(ask: Ask, source: Item) -> str:
    parent = ask.world.items.get(str(source.parent))
    may = parent is not None and ask.world.role_of(ask.user, parent) >= ROLES.index("writer")
    return str(source.parent) if may else "root"


def _put(ask: Ask, item: Item) -> None:
    """Into the world, and into its folder, which is changed by that."""
    ask.world.items[item.id] = item
    ask.world.touch(ask.world.items[str(item.parent)], ask.user)
