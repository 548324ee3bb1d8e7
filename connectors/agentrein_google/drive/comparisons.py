"""Comparisons that look closer before a reading that differs is called a change by others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_google.drive.lists import Steps
from agentrein_google.drive.made import own_edits, own_inside
from agentrein_google.drive.readings_of_drives import own_members
from agentrein_google.drive.readings_of_talk import own_replies


def nearest_color(ours: Any, now: Any, own: Own) -> Steps:  # noqa: ARG001 - a comparison takes all three
    """Whether a folder has the color that Drive takes for the one that a call asked for: the closest it offers.

    https://developers.google.com/workspace/drive/api/reference/rest/v3/files#File.FIELDS.folder_color_rgb
    """
    told: Answer = yield Read("drive.about.get", {"fields": "folderColorPalette"})
    palette = told.body.get("folderColorPalette") if isinstance(told.body, Mapping) else None
    if not palette or not isinstance(ours, str) or not isinstance(now, str):
        return False
    try:
        return min(palette, key=lambda one: _distance(one, ours)).casefold() == now.casefold()
    except ValueError:
        return False


def _distance(one: str, other: str) -> int:
    pairs = ((int(one.lstrip("#")[at : at + 2], 16), int(other.lstrip("#")[at : at + 2], 16)) for at in (0, 2, 4))
    return sum((a - b) ** 2 for a, b in pairs)


COMPARISONS = {
    "nearest color": nearest_color,
    "own inside": own_inside,
    "own edits": own_edits,
    "own members": own_members,
    "own replies": own_replies,
}
"""The comparisons that rows name."""
