"""Requests that add, delete or move rows, columns and cells, and those about rows and columns themselves."""

from __future__ import annotations

from agentrein_google.sheets.operations.shapes import edit

_WATCHED = (
    "How many there are, what stands there and in the line before is compared first: what somebody wrote there, or "
    "moved, is a conflict, and nothing is sent."
)
_BROKEN = "References elsewhere to what was deleted stay broken, and comments there are lost."

ROWS = (
    edit(
        "insertDimension", "insert {where}", f"The same rows or columns are deleted, while they are blank. {_WATCHED}"
    ),
    edit(
        "appendDimension",
        "append rows or columns to {where}",
        f"The rows or columns behind the last one are deleted, while they are blank. {_WATCHED}",
    ),
    edit(
        "deleteDimension",
        "delete {where}",
        "As many are inserted, and every cell of theirs, their sizes, merges, and what had a range there is written "
        f"back; up to 10,000 cells, beyond which it is irreversible. {_WATCHED}",
        soft=_BROKEN,
    ),
    edit("moveDimension", "move {where}", f"They are moved back, to coordinates computed from the move. {_WATCHED}"),
    edit(
        "insertRange",
        "insert cells at {where}",
        "The same cells are deleted. All that was moved along is compared first.",
    ),
    edit(
        "deleteRange",
        "delete the cells {where}",
        "As many are inserted and written back; up to 10,000 cells. All that moved is compared first.",
        soft=_BROKEN,
    ),
    edit(
        "updateDimensionProperties",
        "change the look of {where}",
        "Size and visibility of each row or column are read before, and written back for each stretch of equal ones.",
    ),
    edit("autoResizeDimensions", "fit the size of {where}", "The sizes are read before, and written back."),
    edit("addDimensionGroup", "group {where}", "The groups of the sheet are read before; the new one is deleted."),
    edit(
        "deleteDimensionGroup", "ungroup {where}", "The groups of the sheet are read before; the group is made again."
    ),
    edit("updateDimensionGroup", "fold or unfold {where}", "Whether it was folded is read before, and written back."),
)
