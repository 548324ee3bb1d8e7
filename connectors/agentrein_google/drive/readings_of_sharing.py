"""Who may do what with a file. A permission's id is that of the grantee, so nobody has two on one file.

https://developers.google.com/workspace/drive/api/reference/rest/v3/permissions
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from agentrein_google.drive.lists import Steps, Stopped, rest_of, sharing


def grants(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """A file's permissions with `had`, that of whom a call names, and whether the file itself is `shared` with him."""
    admin = {"useDomainAdminAccess": True} if given.get("admin") else {}
    try:
        found = yield from rest_of(body, sharing(str(given["file"]), **admin), "permissions")
    except Stopped as stopped:
        return stopped.answer
    had = next((one for one in found if _is_meant(one, given.get("whom") or {})), None)
    shown = None if had is None else with_end(had)
    return {**body, "permissions": found, "had": shown, "shared": shown is not None and shown["own"] is not None}


def _is_meant(one: Mapping[str, Any], told: Mapping[str, Any]) -> bool:
    """Whether a permission is that of whom a call names; one that belongs to a view is another one."""
    if one.get("type") != told.get("type") or one.get("view") != told.get("view"):
        return False
    name = {"user": "emailAddress", "group": "emailAddress", "domain": "domain"}.get(str(told.get("type")))
    return name is None or str(one.get(name)).casefold() == str(told.get(name)).casefold()


def with_end(one: Mapping[str, Any]) -> dict[str, Any]:
    """A permission with `ends`, the second at which it ends, and `own`, its role on the file itself."""
    ends = seconds(one.get("expirationTime"))
    return {**one, "ends": ends, "own": _direct_role(one)}


def _direct_role(one: Mapping[str, Any]) -> Any:
    """The role that it gives on the file itself, beside what comes from a folder."""
    details = one.get("permissionDetails") or []
    return next((each.get("role") for each in details if not each.get("inherited")), None) if details else one["role"]


def with_ends(body: Mapping[str, Any], _given: Mapping[str, Any]) -> Any:
    """The reading of one permission in that form."""
    return with_end(body)


def seconds(text: Any) -> float | None:
    """A moment in seconds since the epoch."""
    try:
        return datetime.fromisoformat(text).timestamp() if isinstance(text, str) else None
    except ValueError:
        return None
