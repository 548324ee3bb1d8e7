"""Shared drives, also by their old name: https://developers.google.com/workspace/drive/api/reference/rest/v3/drives."""

from __future__ import annotations

import copy
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_google.drive.sandbox import shapes
from agentrein_google.drive.sandbox.ask import Ask, fail, invalid, not_found
from agentrein_google.drive.sandbox.world import FOLDER, ROLES, Item

routes = Routes()
D, T = "/drive/v3/drives", "/drive/v3/teamdrives"
_WRITABLE = {"name", "colorRgb", "themeId", "backgroundImageFile", "restrictions"}
_RESTRICTIONS = {
    "adminManagedRestrictions",
    "copyRequiresWriterPermission",
    "domainUsersOnly",
    "driveMembersOnly",
    "sharingFoldersRequiresOrganizerPermission",
}
_THEMES = {"abacus": "#ea6100", "blueprint": "#004881"}


def _drive(ask: Ask, id: str, role: str = "reader") -> dict[str, Any]:
    """The drive, of which the user is a member with this role or manages the domain."""
    one = ask.world.drives.get(id)
    rank = ask.world.role_of(ask.user, ask.world.items[id]) if one is not None else -1
    if one is None or (rank < 0 and not ask.flag("useDomainAdminAccess")):
        raise not_found(id, "Shared drive")
    if rank < ROLES.index(role) and not ask.flag("useDomainAdminAccess"):
        raise fail(403, "insufficientPermissions", "Insufficient permissions for this shared drive.")
    return one


@routes.on(f"GET {D}", f"GET {T}")
def listed(ask: Ask) -> Any:
    """The shared drives of the user."""
    world, admin = ask.world, ask.flag("useDomainAdminAccess")
    mine = [one for id, one in world.drives.items() if admin or world.role_of(ask.user, world.items[id]) >= 0]
    start, size = int(ask.query.get("pageToken", "0")), int(ask.query.get("pageSize", "10"))
    further = {"nextPageToken": str(start + size)} if len(mine) > start + size else {}
    shown = [shapes.drive(world, one, ask.user) for one in mine[start : start + size]]
    return {"kind": "drive#driveList", "drives": shown, "teamDrives": shown, **further}


@routes.on(f"GET {D}/{{drive}}", f"GET {T}/{{drive}}")
def get(ask: Ask, drive: str) -> Any:
    """One of them."""
    return shapes.drive(ask.world, _drive(ask, drive), ask.user)


@routes.on(f"POST {D}", f"POST {T}")
def create(ask: Ask) -> Any:
    """A new one, of which the user is the manager; the same request again is a conflict."""
    request, world = ask.query.get("requestId"), ask.world
    if not request or not ask.body.get("name"):
        raise invalid("A request id and a name are required.")
    if request in world.requests:
        raise fail(409, "duplicate", "A shared drive was made by this request before.")
    if set(ask.body) - {"name", "themeId"}:
        raise fail(403, "fieldNotWritable", "The resource body includes fields which are not directly writable.")
    id = world.id("0Adrive")
    theme = str(ask.body.get("themeId", "abacus"))
    if theme not in _THEMES:
        raise invalid("Invalid value for: themeId")
    restrictions = dict.fromkeys(sorted(_RESTRICTIONS), False)
    drive = {"id": id, "name": ask.body["name"], "colorRgb": _THEMES[theme], "restrictions": restrictions}
    world.drives[id] = {**drive, "created": world.time()}
    world.requests[request] = id
    root = Item(id, FOLDER, None, None, id, world.now(), ask.user.id, {"name": "Drive"})
    root.permissions[ask.user.id] = {"type": "user", "role": "organizer", "emailAddress": ask.user.email}
    world.items[id] = root
    return shapes.drive(world, world.drives[id], ask.user)


@routes.on(f"PATCH {D}/{{drive}}", f"PATCH {T}/{{drive}}")
def update(ask: Ask, drive: str) -> Any:
    """Another name, other looks, other rules."""
    one, body = _drive(ask, drive, "organizer"), ask.body
    if set(body) - _WRITABLE:
        raise fail(403, "fieldNotWritable", "The resource body includes fields which are not directly writable.")
    if "themeId" in body and ({"colorRgb", "backgroundImageFile"} & set(body) or body["themeId"] not in _THEMES):
        raise invalid("A theme is set alone.")
    if set(body.get("restrictions") or {}) - _RESTRICTIONS:
        raise invalid("Unknown restriction.")
    if "themeId" in body:
        one["colorRgb"], one["themeId"] = _THEMES[body["themeId"]], body["themeId"]
    one.update({name: copy.copy(body[name]) for name in ("name", "colorRgb") if name in body})
    one["restrictions"] = {**one["restrictions"], **(body.get("restrictions") or {})}
    return shapes.drive(ask.world, one, ask.user)


@routes.on(f"DELETE {D}/{{drive}}", f"DELETE {T}/{{drive}}")
def delete(ask: Ask, drive: str) -> Any:
    """Gone, if nothing lies in it."""
    _drive(ask, drive, "organizer")
    world = ask.world
    inside = [one for one in world.items.values() if one.drive == drive and one.id != drive]
    if any(not world.is_trashed(one) for one in inside) and not ask.flag("allowItemDeletion"):
        raise fail(403, "sharedDriveNotEmpty", "The shared drive is not empty.")
    for one in [*inside, world.items[drive]]:
        world.items.pop(one.id, None)
    del world.drives[drive]
    return Answer(204)


@routes.on(f"POST {D}/{{drive}}/hide")
def hide(ask: Ask, drive: str) -> Any:
    """No longer in the user's view."""
    _drive(ask, drive)
    ask.world.hidden.setdefault(drive, set()).add(ask.user.id)
    return get(ask, drive)


@routes.on(f"POST {D}/{{drive}}/unhide")
def unhide(ask: Ask, drive: str) -> Any:
    """In the user's view again."""
    _drive(ask, drive)
    ask.world.hidden.setdefault(drive, set()).discard(ask.user.id)
    return get(ask, drive)
