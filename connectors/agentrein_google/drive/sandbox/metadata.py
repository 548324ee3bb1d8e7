"""What callers may write of an item, and how Drive takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_google.drive.sandbox.ask import Ask, fail, invalid
from agentrein_google.drive.sandbox.shapes import is_folder
from agentrein_google.drive.sandbox.world import Item, stamp

PLAIN = ("name", "description", "copyRequiresWriterPermission", "writersCanShare", "inheritedPermissionsDisabled")
MAPS = ("properties", "appProperties")
OWN = ("starred", "viewedByMeTime")
"""What belongs to whoever asks, not to the item."""

ON_CREATION = ("id", "createdTime", "parents", "shortcutDetails")
WITH_CONTENT = ("mimeType", "originalFilename", "contentHints")
TAKEN = {
    *PLAIN,
    *MAPS,
    *OWN,
    "modifiedTime",
    "contentRestrictions",
    "downloadRestrictions",
    "folderColorRgb",
    "trashed",
}
PALETTE = ("#ac725e", "#d06b64", "#f83a22", "#4986e7", "#8f8f8f")
_LONGEST_PROPERTY = 124
_RESTRICTED = "The content of this file is restricted."


def check(ask: Ask, *also: str) -> None:
    """Stop what names fields that Drive does not let anybody write in such a call."""
    for name in ask.body:
        if name not in TAKEN and name not in also:
            message = "The resource body includes fields which are not directly writable."
            raise fail(403, "fieldNotWritable", message)


def write(ask: Ask, item: Item) -> None:
    """Put the body's fields into the item; raises before it changes anything."""
    body = ask.body
    changes = {name: body[name] for name in PLAIN if name in body}
    for name in MAPS:
        if name in body:
            changes[name] = _merged(item.fields.get(name) or {}, body[name])
    if "contentRestrictions" in body:
        changes["contentRestrictions"] = _restrictions(ask, item, body["contentRestrictions"])
    if "downloadRestrictions" in body:
        changes["downloadRestrictions"] = body["downloadRestrictions"]
    if "folderColorRgb" in body:
        if not is_folder(item):
            raise invalid("Invalid value for: folderColorRgb")
        changes["folderColorRgb"] = _nearest(str(body["folderColorRgb"]))
    item.fields.update({name: None if value == "" else value for name, value in changes.items()})
    _write_own(ask, item)


def _write_own(ask: Ask, item: Item) -> None:
    if "starred" in ask.body:
        (item.starred.add if ask.body["starred"] else item.starred.discard)(ask.user.id)
    if ask.body.get("viewedByMeTime"):
        item.viewed[ask.user.id] = str(ask.body["viewedByMeTime"])


def is_read_only(item: Item) -> bool:
    """Whether name, content and comments of it may not be changed."""
    return any(one.get("readOnly") for one in item.fields.get("contentRestrictions") or [])


def check_writable(ask: Ask, item: Item) -> None:
    """Stop what changes the title or the content of an item that is locked."""
    if is_read_only(item) and ("name" in ask.body or ask.media is not None):
        raise fail(403, "contentRestricted", _RESTRICTED)


def _merged(had: Mapping[str, str], given: Any) -> dict[str, str]:
    """The properties after a change: null takes a key away."""
    if not isinstance(given, Mapping):
        raise invalid("Invalid value for: properties")
    for name, value in given.items():
        if value is not None and len(f"{name}{value}".encode()) > _LONGEST_PROPERTY:
            raise invalid("The property is too long.")
    merged = {**had, **given}
    return {name: str(value) for name, value in merged.items() if value is not None}


def _restrictions(ask: Ask, item: Item, given: Any) -> list[dict[str, Any]]:
    had = (item.fields.get("contentRestrictions") or [{}])[0]
    if had.get("ownerRestricted") and item.owner != ask.user.id:
        raise fail(403, "insufficientFilePermissions", "Only the owner may lift this restriction.")
    one = given[0] if given else {}
    if not one.get("readOnly"):
        return []
    shown = {name: one[name] for name in ("readOnly", "reason", "ownerRestricted") if name in one}
    by = {"displayName": ask.user.name, "me": True, "permissionId": ask.user.id, "emailAddress": ask.user.email}
    return [
        {
            **shown,
            "type": "globalContentRestriction",
            "restrictingUser": by,
            "restrictionTime": stamp(ask.world.now()),
        }
    ]


def _nearest(color: str) -> str:
    """The supported color that is closest to the one asked for."""

    def parts(text: str) -> list[int]:
        return [int(text.lstrip("#")[at : at + 2], 16) for at in (0, 2, 4)]

    wanted = parts(color)
    return min(PALETTE, key=lambda one: sum(abs(a - b) for a, b in zip(parts(one), wanted, strict=True)))
