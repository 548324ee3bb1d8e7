"""What people are told of a call: names for the sentences of the rows, out of what it says. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_google.drive.contents import FOLDER, SHORTCUT
from agentrein_google.drive.places_of_files import moves, uploads

_KINDS = {FOLDER: "folder", SHORTCUT: "shortcut"}
_WRITES = ("name", "description", "properties", "appProperties", "contentRestrictions", "starred")


def new(said: Mapping[str, Any]) -> dict[str, str]:
    """What is made, and where."""
    parents = said.get("parents") or ["My Drive"]
    return {
        "kind": _KINDS.get(str(said.get("mimeType")), "file"),
        "titled": f' "{said["name"]}"' if said.get("name") else "",
        "where": str(parents[0]),
    }


def change(said: Mapping[str, Any]) -> dict[str, str]:
    """What is done to a file."""
    does = []
    if uploads(said):
        head = f", after revision {said['head']}" if isinstance(said.get("head"), str) else ""
        does.append(f"replace the content ({said['media'].get('size')} bytes{head})")
    if moves(said):
        does.append(f"move to {said.get('addParents')}" if said.get("addParents") else "take out of its folder")
    if "trashed" in said:
        does.append("put into the trash" if said["trashed"] else "take out of the trash")
    rest = [name for name in _WRITES if name in said]
    others = [] if rest or does else ["metadata"]
    if rest or others:
        does.append(f"change {', '.join([*rest, *others])}")
    return {"does": " and ".join(does)}


def grantee(said: Mapping[str, Any]) -> dict[str, str]:
    """Whom something is shared with."""
    who = said.get("emailAddress") or said.get("domain") or said.get("type")
    return {"whom": str(who), "gift": " and give it away" if said.get("transferOwnership") else ""}
