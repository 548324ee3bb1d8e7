"""Sharing: https://developers.google.com/workspace/drive/api/reference/rest/v3/permissions."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_google.drive.sandbox import shapes
from agentrein_google.drive.sandbox.ask import Ask, fail, invalid, not_found
from agentrein_google.drive.sandbox.world import ROLES, Item

routes = Routes()
P = "/drive/v3/files/{file}/permissions"
_WRITABLE = {"role", "type", "emailAddress", "domain", "expirationTime", "allowFileDiscovery", "pendingOwner", "view"}


def grantee(ask: Ask, kind: str, email: str, domain: str) -> str:
    """The id of a permission: that of the grantee."""
    if kind == "anyone":
        return "anyoneWithLink"
    if kind == "domain":
        return f"{_digits(domain)}k"
    user = ask.world.user_of(email)
    return user.id if user is not None else _digits(email)


def _digits(text: str) -> str:
    return str(int(hashlib.sha256(text.casefold().encode()).hexdigest()[:15], 16))


def _sharable(ask: Ask, file: str) -> Item:
    item = ask.item(file)
    world = ask.world
    rank = world.role_of(ask.user, item)
    admin = ask.flag("useDomainAdminAccess") and item.drive is not None
    lead = "owner" if item.drive is None else "organizer"
    least = "writer" if item.fields.get("writersCanShare", True) and item.id != item.drive else lead
    if rank < ROLES.index(least) and not admin:
        raise fail(403, "insufficientFilePermissions", "The user does not have sufficient permissions for this file.")
    return item


@routes.on(f"GET {P}")
def listed(ask: Ask, file: str) -> Any:
    """Everybody who may do something with the item."""
    item = ask.item(file)
    ids = list(ask.world.grants(item))
    start, size = int(ask.query.get("pageToken", "0")), int(ask.query.get("pageSize", "100"))
    further = {"nextPageToken": str(start + size)} if len(ids) > start + size else {}
    shown = [shapes.permission(ask.world, item, id) for id in ids[start : start + size]]
    return {"kind": "drive#permissionList", "permissions": shown, **further}


@routes.on(f"GET {P}/{{permission}}")
def get(ask: Ask, file: str, permission: str) -> Any:
    """What one of them may do."""
    item = ask.item(file)
    if permission not in ask.world.grants(item):
        raise not_found(permission, "Permission")
    return shapes.permission(ask.world, item, permission)


@routes.on(f"POST {P}")
def create(ask: Ask, file: str) -> Any:
    """Share with somebody, who gets a mail unless the caller says otherwise."""
    item, body = _sharable(ask, file), ask.body
    kind, role = str(body.get("type")), str(body.get("role"))
    if set(body) - _WRITABLE:
        raise fail(403, "fieldNotWritable", "The resource body includes fields which are not directly writable.")
    if kind not in {"user", "group", "domain", "anyone"} or role not in ROLES:
        raise invalid("The specified role or type is invalid.")
    named = {"user": "emailAddress", "group": "emailAddress", "domain": "domain"}.get(kind)
    if named is not None and not body.get(named):
        raise invalid(f"The {named} is required.")
    if kind in {"domain", "anyone"} and "sendNotificationEmail" in ask.query:
        raise invalid("Notifications are sent to users and groups only.")
    _check_role(ask, item, role)
    _check_expiration(kind, body.get("expirationTime"), ask.world.now())
    id = grantee(ask, kind, str(body.get("emailAddress", "")), str(body.get("domain", "")))
    if role == "owner":
        return _transfer(ask, item, id)
    had = item.permissions.get(id)
    if had is not None and had["role"] == "owner":
        raise fail(403, "forbidden", "The owner of a file cannot be demoted.")
    item.permissions[id] = {name: body[name] for name in _WRITABLE if body.get(name) is not None}
    ask.world.touch(item, ask.user, content=False)
    return shapes.permission(ask.world, item, id)


def _check_role(ask: Ask, item: Item, role: str) -> None:
    if role in {"organizer", "fileOrganizer"} and item.drive is None:
        raise fail(403, "invalidSharingRequest", "This role is one of shared drives.")
    if role == "owner" and (item.drive is not None or not ask.flag("transferOwnership")):
        raise fail(403, "forbidden", "The transferOwnership parameter must be enabled.")


def _check_expiration(kind: str, text: Any, now: float) -> None:
    if text is None:
        return
    try:
        at = datetime.fromisoformat(str(text)).timestamp()
    except ValueError:
        raise invalid("Invalid value for: expirationTime") from None
    if kind not in {"user", "group"} or not now < at < now + 366 * 86_400:
        raise fail(403, "cannotSetExpiration", "The expiration time must be in the future, and within a year.")


def _transfer(ask: Ask, item: Item, id: str) -> Any:
    """The new owner has it; who had it stays as a writer."""
    if item.owner != ask.user.id or id not in ask.world.users:
        raise fail(403, "insufficientFilePermissions", "Only the owner gives a file away.")
    item.permissions[str(item.owner)]["role"] = "writer"
    item.permissions[id] = {"type": "user", "role": "owner", "emailAddress": ask.world.users[id].email}
    item.owner = id
    ask.world.touch(item, ask.user, content=False)
    return shapes.permission(ask.world, item, id)


def _direct(ask: Ask, item: Item, id: str) -> dict[str, Any]:
    """The permission on the item itself; what comes from a folder is changed there."""
    if id not in ask.world.grants(item):
        raise not_found(id, "Permission")
    if id not in item.permissions:
        raise fail(403, "cannotModifyInheritedPermission", "This permission is inherited.")
    return item.permissions[id]


@routes.on(f"PATCH {P}/{{permission}}")
def update(ask: Ask, file: str, permission: str) -> Any:
    """Another role, or another time at which it ends."""
    item = _sharable(ask, file)
    one = _direct(ask, item, permission)
    if set(ask.body) - {"role", "expirationTime", "pendingOwner", "view"}:
        raise fail(403, "fieldNotWritable", "The resource body includes fields which are not directly writable.")
    role = str(ask.body.get("role", one["role"]))
    _check_role(ask, item, role)
    _check_expiration(one["type"], ask.body.get("expirationTime"), ask.world.now())
    if role == "owner" and one["role"] != "owner":
        return _transfer(ask, item, permission)
    if one["role"] == "owner" and role != "owner":
        raise fail(403, "forbidden", "The owner of a file cannot be demoted.")
    one.update(ask.body)
    if ask.flag("removeExpiration"):
        one.pop("expirationTime", None)
    ask.world.touch(item, ask.user, content=False)
    return shapes.permission(ask.world, item, permission)


@routes.on(f"DELETE {P}/{{permission}}")
def delete(ask: Ask, file: str, permission: str) -> Any:
    """No longer shared with somebody; everybody may take it from himself."""
    item = ask.item(file) if permission == ask.user.id else _sharable(ask, file)
    if _direct(ask, item, permission)["role"] == "owner":
        raise fail(403, "forbidden", "The owner of a file cannot be removed.")
    del item.permissions[permission]
    ask.world.touch(item, ask.user, content=False)
    return Answer(204)
