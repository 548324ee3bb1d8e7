"""What each request of `spreadsheets.batchUpdate` does to a spreadsheet, as it is documented.

The vendor's answer, and a reading after it, always tell what a call did. This is for what they do not: what a call asks
for, to tell its effect where the answer was lost, and how coordinates change within one batch. What turns out otherwise
is then a conflict, for a person. https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request
"""

from __future__ import annotations

from agentrein_google.sheets.changes import comments, moving, structure, tabs, texts, things, writing
from agentrein_google.sheets.changes.registry import CHANGES, Invalid, apply, kind_of

__all__ = [
    "CHANGES",
    "Invalid",
    "apply",
    "comments",
    "kind_of",
    "moving",
    "structure",
    "tabs",
    "texts",
    "things",
    "writing",
]
