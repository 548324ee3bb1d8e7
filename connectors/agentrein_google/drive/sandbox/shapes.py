"""How Drive shows what it holds: https://developers.google.com/workspace/drive/api/reference/rest/v3/files."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from agentrein_google.drive.sandbox.world import FOLDER, ROLES, Item, Revision, User, World, stamp

_LISTED = "kind,nextPageToken,incompleteSearch"
DEFAULT = {
    "drive#file": "kind,id,name,mimeType,resourceKey",
    "drive#fileList": f"{_LISTED},files(kind,id,name,mimeType,resourceKey)",
    "drive#permission": "kind,id,type,role",
    "drive#permissionList": f"{_LISTED},permissions(kind,id,type,role)",
    "drive#revision": "kind,id,mimeType,modifiedTime,size",
    "drive#revisionList": f"{_LISTED},revisions(kind,id,mimeType,modifiedTime,size)",
    "drive#drive": "kind,id,name",
    "drive#driveList": f"{_LISTED},drives(kind,id,name),teamDrives(kind,id,name)",
}
"""What an answer shows where the caller does not say: https://developers.google.com/workspace/drive/api/guides/fields-parameter."""


def user_of(world: World, id: str, asker: User) -> dict[str, Any]:
    """Somebody, as seen by whoever asks."""
    one = world.users[id]
    shown = {"kind": "drive#user", "displayName": one.name, "me": id == asker.id}
    return {**shown, "permissionId": one.id, "emailAddress": one.email}


def author_of(world: World, id: str, asker: User) -> dict[str, Any]:
    """The author of a comment: without address and id."""
    return {"kind": "drive#user", "displayName": world.users[id].name, "me": id == asker.id}


def file(world: World, item: Item, asker: User) -> dict[str, Any]:
    """All that Drive tells of an item."""
    kept = {name: copy.deepcopy(value) for name, value in item.fields.items() if value not in (None, {}, [])}
    trashed = world.is_trashed(item)
    grants = world.grants(item)
    shown = {
        "kind": "drive#file",
        "id": item.id,
        "mimeType": item.media,
        "starred": asker.id in item.starred,
        "trashed": trashed,
        "explicitlyTrashed": item.trashed,
        "version": str(item.version),
        "createdTime": stamp(item.created),
        "modifiedTime": stamp(item.modified),
        "lastModifyingUser": user_of(world, item.by, asker),
        "modifiedByMe": item.by == asker.id,
        "copyRequiresWriterPermission": False,
        "spaces": ["appDataFolder" if _in_app_data(world, item) else "drive"],
        **kept,
    }
    if item.parent is not None and world.role_of(asker, world.items[item.parent]) >= 0:
        shown["parents"] = [item.parent]
    if asker.id in item.viewed:
        shown |= {"viewedByMe": True, "viewedByMeTime": item.viewed[asker.id]}
    if item.target is not None:
        shown["shortcutDetails"] = dict(item.target)
    return shown | _owned(world, item, asker, grants) | _content(item)


def _in_app_data(world: World, item: Item) -> bool:
    return any(one.id in world.data_folders.values() for one in world.above(item))


def _owned(world: World, item: Item, asker: User, grants: Mapping[str, Any]) -> dict[str, Any]:
    if item.drive is not None:
        return {
            "driveId": item.drive,
            "teamDriveId": item.drive,
            "hasAugmentedPermissions": bool(item.permissions) and item.id != item.drive,
            "capabilities": {"canTrash": world.role_of(asker, item) >= ROLES.index("fileOrganizer")},
        }
    return {
        "owners": [user_of(world, str(item.owner), asker)],
        "ownedByMe": item.owner == asker.id,
        "shared": len(grants) > 1,
        "permissionIds": list(grants),
        "permissions": [permission(world, item, id) for id in grants],
        "writersCanShare": item.fields.get("writersCanShare", True),
        "capabilities": {"canTrash": item.owner == asker.id},
    }


def _content(item: Item) -> dict[str, Any]:
    head = item.head
    if head is None:
        return {}
    if not item.is_blob:
        return {"size": str(len(head.data))}
    suffix = str(item.fields.get("name", "")).rpartition(".")[2]
    return {
        "size": str(len(head.data)),
        "headRevisionId": head.id,
        "md5Checksum": head.md5,
        "originalFilename": head.name,
        "fileExtension": suffix,
        "quotaBytesUsed": str(len(head.data)),
    }


def revision(world: World, item: Item, one: Revision, asker: User) -> dict[str, Any]:
    """One revision."""
    shown = {
        "kind": "drive#revision",
        "id": one.id,
        "mimeType": one.media,
        "modifiedTime": stamp(one.time),
        "lastModifyingUser": user_of(world, one.by, asker),
        **one.published,
    }
    if not item.is_blob:
        return shown
    blob = {"keepForever": one.keep, "md5Checksum": one.md5, "size": str(len(one.data)), "originalFilename": one.name}
    return shown | blob


def permission(world: World, item: Item, id: str) -> dict[str, Any]:
    """What somebody may do with an item, by whatever ways."""
    ways = world.grants(item)[id]
    _, one = max(ways, key=lambda way: (ROLES.index(way[1]["role"]), way[0] is item))
    direct = next((way for at, way in ways if at is item), None)
    shown = {"kind": "drive#permission", "id": id, **(direct or one), "role": one["role"]}
    details = [
        {
            "permissionType": "member" if at.id == at.drive else "file",
            "role": way["role"],
            "inherited": at is not item,
            **({"inheritedFrom": at.id} if at is not item and at.drive else {}),
        }
        for at, way in ways
    ]
    return {**{name: value for name, value in shown.items() if value is not None}, "permissionDetails": details}


def reply(world: World, one: Mapping[str, Any], asker: User) -> dict[str, Any]:
    """One reply; a deleted one has no content."""
    return _said(world, one, asker, "drive#reply", ("action",))


def comment(world: World, one: Mapping[str, Any], asker: User, *, deleted: bool = False) -> dict[str, Any]:
    """One comment with its replies."""
    shown = _said(world, one, asker, "drive#comment", ("anchor", "quotedFileContent"))
    replies = [reply(world, each, asker) for each in one["replies"].values() if deleted or not each["deleted"]]
    resolved = {} if one["resolved"] is None else {"resolved": one["resolved"]}
    return {**shown, **resolved, "replies": replies}


def _said(world: World, one: Mapping[str, Any], asker: User, kind: str, names: tuple[str, ...]) -> dict[str, Any]:
    shown = {
        "kind": kind,
        "id": one["id"],
        "author": author_of(world, one["author"], asker),
        "createdTime": stamp(one["created"]),
        "modifiedTime": stamp(one["modified"]),
        "deleted": one["deleted"],
    }
    if one["deleted"]:
        return shown
    text = str(one.get("content") or "")
    given = {name: one[name] for name in names if one.get(name) is not None}
    return {**shown, **given, "content": text, "htmlContent": text}


def drive(world: World, one: Mapping[str, Any], asker: User) -> dict[str, Any]:
    """One shared drive."""
    hidden = asker.id in world.hidden.get(str(one["id"]), set())
    root = world.items[str(one["id"])]
    may = world.role_of(asker, root) >= ROLES.index("organizer")
    kept = {name: copy.deepcopy(value) for name, value in one.items() if name != "created"}
    return {
        "kind": "drive#drive",
        **kept,
        "createdTime": stamp(one["created"]),
        "hidden": hidden,
        "capabilities": {"canDeleteDrive": may, "canRenameDrive": may},
        "backgroundImageLink": f"https://themes.example/{one.get('themeId', 'none')}",
    }


def is_folder(item: Item) -> bool:
    """Whether things lie in it."""
    return item.media == FOLDER
