"""Where an item lies: https://developers.google.com/workspace/drive/api/guides/folder#move-files."""

from __future__ import annotations

from agentrein_google.drive.sandbox.ask import Ask, fail
from agentrein_google.drive.sandbox.world import Item


def check_free_parent(ask: Ask, item: Item) -> Item | None:
    """The folder into which a call moves an item, None where it stays; an item has exactly one parent."""
    added, removed = (_named(ask, name) for name in ("addParents", "removeParents"))
    if not added and not removed:
        return None
    had = [] if item.parent is None else [item.parent]
    left = [one for one in [*had, *(one for one in added if one not in had)] if one not in removed]
    if len(left) > 1:
        raise fail(403, "cannotAddParent", "Increasing the number of parents is not allowed.")
    if not left:
        kind = "teamDrivesParentLimit" if item.drive else "cannotRemoveParent"
        raise fail(403, kind, "A file must have exactly one parent.")
    folder = ask.folder(left[0])
    if left == had:
        return None
    if any(one is item for one in ask.world.above(folder)):
        raise fail(403, "cyclicParent", "A folder cannot be moved into itself.")
    if item.drive is None and folder.drive is not None and item.owner != ask.user.id:
        raise fail(403, "insufficientFilePermissions", "Only the owner moves a file into a shared drive.")
    return folder


def _named(ask: Ask, name: str) -> list[str]:
    given = [one for one in ask.query.get(name, "").split(",") if one]
    return [ask.world.roots[ask.user.id] if one == "root" else one for one in given]


def move(ask: Ask, item: Item, folder: Item) -> None:
    """Put an item, with all that lies in it, into another folder; between drives the owner changes."""
    for place in (ask.world.items.get(str(item.parent)), folder):
        if place is not None:
            ask.world.touch(place, ask.user)
    item.parent = folder.id
    if item.drive != folder.drive:
        _take_along(ask, item, folder.drive)


def _take_along(ask: Ask, item: Item, drive: str | None) -> None:
    if item.owner is not None:
        item.permissions.pop(item.owner, None)
    item.drive = drive
    item.owner = ask.user.id if drive is None else None
    if item.owner is not None:
        item.permissions[item.owner] = {"type": "user", "role": "owner", "emailAddress": ask.user.email}
    for one in ask.world.inside(item):
        _take_along(ask, one, drive)
