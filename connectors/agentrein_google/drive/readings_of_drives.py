"""Shared drives: https://developers.google.com/workspace/drive/api/guides/manage-shareddrives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Own
from agentrein_google.drive.lists import Steps, Stopped, all_of, listing, sharing
from agentrein_google.drive.made import lying


def whole_drive(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """A shared drive with `inside`, what lies in it and not in the trash, and `members` besides the account itself."""
    id = str(body["id"])
    try:
        files = yield from all_of(listing("trashed = false", corpora="drive", driveId=id), "files")
        people = yield from all_of(sharing(id), "permissions")
    except Stopped as stopped:
        return stopped.answer
    others = [one for one in map(_named, people) if one != str(given.get("by")).casefold()]
    return {**body, "inside": [lying(one) for one in files], "members": others}


def _named(one: Mapping[str, Any]) -> str:
    return str(one.get("emailAddress") or one.get("domain") or one.get("id")).casefold()


def made_drives(body: Mapping[str, Any], given: Mapping[str, Any]) -> Any:
    """A list of shared drives with `by`, the account, where that may delete it: Drive shows no maker."""
    found = []
    for one in body.get("drives") or []:
        manages = (one.get("capabilities") or {}).get("canDeleteDrive")
        found.append({**one, "by": given.get("by") if manages else "somebody else"})
    return {**body, "found": found}


def own_members(_ours: Any, now: Any, own: Own) -> bool:
    """Whether all members may be those whom the run itself invited: in a plan that is not undone yet."""
    invited = {
        str((call.body or {}).get("emailAddress")).casefold()
        for call in own.sent
        if call.address == "drive.permissions.create"
    }
    return own.plan and set(now) <= invited
