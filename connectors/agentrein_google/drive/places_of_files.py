"""Where files lie, and where an undo puts them again. Pure.

A file has exactly one parent: https://developers.google.com/workspace/drive/api/guides/folder#move-files
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ROOT, APP_DATA = "root", "appDataFolder"
ALIASES = frozenset({ROOT, APP_DATA})
"""Names that stand for the id of a folder of the account."""


def named(text: Any) -> list[str]:
    """The folders that a parameter names, separated by commas."""
    return [one.strip() for one in text.split(",") if one.strip()] if isinstance(text, str) else []


def moves(said: Mapping[str, Any]) -> bool:
    """Whether a call puts a file into a folder, or takes it out of one."""
    return bool(named(said.get("addParents")) or named(said.get("removeParents")))


def uploads(said: Mapping[str, Any]) -> bool:
    """Whether a call brings content."""
    return isinstance(said.get("media"), Mapping)


def added(said: Mapping[str, Any], image: Mapping[str, Any]) -> list[str]:
    """The ids of the folders into which a call puts a file that did not lie there before."""
    places, had = image.get("places") or {}, image.get("parents") or []
    ids = [str((places.get(one) or {}).get("id") or one) for one in named(said.get("addParents"))]
    return [one for one in dict.fromkeys(ids) if one not in had]


def out_of(said: Mapping[str, Any], image: Mapping[str, Any]) -> str | None:
    """For `removeParents` of the undo: where the call put it. A folder in which it lay before is never one of them."""
    return ",".join(added(said, image)) or None


def back_into(parents: Any) -> str | None:
    """For `addParents` of the undo: where it lay before."""
    return ",".join(parents) if isinstance(parents, list) else None


def asked_parents(said: Mapping[str, Any], image: Mapping[str, Any]) -> list[str]:
    """Where a file lies once the call landed."""
    removed, places = named(said.get("removeParents")), image.get("places") or {}
    gone = {str((places.get(one) or {}).get("id") or one) for one in removed}
    left = [one for one in image.get("parents") or [] if one not in gone]
    return [*left, *added(said, image)]


def crosses(image: Mapping[str, Any]) -> bool:
    """Whether a move leads into another drive, or out of one: owner and sharing change with it."""
    places = image.get("places") or {}
    return any(one.get("driveId") != image.get("driveId") for one in places.values())
