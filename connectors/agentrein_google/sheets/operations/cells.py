"""Requests about cells: what is written, copied, ordered or looked for."""

from __future__ import annotations

from agentrein_google.sheets.operations.shapes import edit

_EXACTLY = (
    "The fields that the mask names are read before, of every cell in the range, and written back by one updateCells "
    "over the whole range: a formula as that formula, a text as that text, a blank cell as blank. Over 10,000 cells "
    "nothing is remembered, and the call is irreversible."
)
_ALL = "All fields of every cell in the range are read before, and written back by one updateCells; up to 10,000 cells."

ROWS = (
    edit("updateCells", "write cells in {where}", _EXACTLY),
    edit("repeatCell", "write the same into {where}", _EXACTLY),
    edit("setDataValidation", "set what {where} may hold", f"{_EXACTLY} The field is dataValidation."),
    edit(
        "updateBorders",
        "draw borders around {where}",
        f"{_EXACTLY} The field is userEnteredFormat.borders, of one more cell on each side (inferred: a neighbour may "
        "show it).",
    ),
    edit(
        "findReplace",
        "replace text in {where}",
        "Replacing back would also change what was there before, so every cell with a value in the scope is read "
        "before, and written back; up to 10,000 cells.",
    ),
    edit("trimWhitespace", "trim texts in {where}", _ALL),
    edit(
        "sortRange",
        "sort {where}",
        f"{_ALL} An order cannot be inverted, and relative formulas change with it, so it is never sorted back.",
    ),
    edit("randomizeRange", "shuffle {where}", f"{_ALL} An order cannot be inverted."),
    edit(
        "deleteDuplicates",
        "delete duplicate rows in {where}",
        _ALL,
        soft="References to rows that were removed stay broken.",
    ),
    edit(
        "copyPaste",
        "copy cells of {where}",
        f"{_ALL} Copied cells repeat in a larger destination and go beyond a smaller one.",
    ),
    edit(
        "cutPaste",
        "move cells of {where}",
        f"{_ALL} Source and destination are written back.",
        soft="References to cells that were overwritten stay broken; those that followed the moved cells may go on to.",
    ),
    edit("autoFill", "fill {where}", _ALL),
    edit(
        "textToColumns",
        "split texts of {where} into columns",
        f"How many columns are written is not answered, so all to the right are read before. {_ALL}",
    ),
    edit("pasteData", "paste data into {where}", f"{_ALL} Where HTML lands is not known, so that is irreversible."),
    edit(
        "appendCells",
        "append cells to {where}",
        "Where they land is not answered: the sheet is read before and after, what lies below the last value is "
        "compared, the cells are written back, and the grid is made as large as it was.",
    ),
    edit(
        "mergeCells",
        "merge {where}",
        "All values but the first are lost, so they are read before; the merge is taken apart, the values are "
        "written back, and earlier merges are made again.",
    ),
    edit("unmergeCells", "unmerge {where}", "The merges of the sheet are read before, and made again."),
)
