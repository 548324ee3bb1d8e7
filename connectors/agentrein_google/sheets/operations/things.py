"""Requests about what has an id, and about rules and filters."""

from __future__ import annotations

from agentrein_google.sheets.kinds import BANDING, CHART, METADATA, NAMED, PROTECTED, SLICER, VIEW
from agentrein_google.sheets.operations.shapes import edit, made

_MADE = "It is made under an id that the call names or that is chosen for it, by which it is found and deleted."
_AGAIN = "All of it is read before, and added again under its own id (inferred: that a deleted id is taken again)."
_BEFORE = "All of it is read before, and the fields that changed are written back."
_RULES = "The rules of the sheet are a list of numbers that shift, so all are read before, and put back as a whole."

ROWS = (
    made(NAMED, "name a range {name}", _MADE, residue="Formulas that people wrote with the name show an error."),
    edit("updateNamedRange", "change the named range {name}", _BEFORE),
    edit("deleteNamedRange", "delete the named range {name}", _AGAIN),
    made(PROTECTED, "protect a range {name}", _MADE),
    edit(
        "updateProtectedRange",
        "change the protected range {name}",
        f"{_BEFORE} Who may edit it is shown only to those who may.",
    ),
    edit(
        "deleteProtectedRange",
        "delete the protected range {name}",
        f"{_AGAIN} Who may edit it is shown only to those who may, which whoever deletes it can.",
    ),
    made(VIEW, "add the filter view {name}", _MADE),
    made(VIEW, "copy the filter view {name}", _MADE, name="duplicateFilterView"),
    edit("updateFilterView", "change the filter view {name}", _BEFORE),
    edit("deleteFilterView", "delete the filter view {name}", _AGAIN),
    made(CHART, "add a chart {name}", _MADE),
    edit("updateChartSpec", "change the chart {name}", _BEFORE),
    made(SLICER, "add a slicer {name}", _MADE),
    edit("updateSlicerSpec", "change the slicer {name}", _BEFORE),
    edit("updateEmbeddedObjectPosition", "move the chart or slicer {name}", _BEFORE),
    edit("updateEmbeddedObjectBorder", "change the border of the chart {name}", _BEFORE),
    edit(
        "deleteEmbeddedObject",
        "delete the chart or slicer {name}",
        f"{_AGAIN} An image is shown by no read, so deleting one is irreversible.",
    ),
    made(BANDING, "add alternating colours {name}", _MADE),
    edit("updateBanding", "change the alternating colours {name}", _BEFORE),
    edit("deleteBanding", "delete the alternating colours {name}", _AGAIN),
    made(METADATA, "attach developer metadata {name}", _MADE),
    edit("updateDeveloperMetadata", "change developer metadata", _BEFORE),
    edit("deleteDeveloperMetadata", "delete developer metadata", _AGAIN),
    edit("updateTable", "change the table {name}", _BEFORE),
    edit(
        "deleteTable",
        "delete the table {name}",
        f"{_AGAIN} Whether its cells stay is not documented, so they are written back, too; up to 10,000.",
        soft="What pointed at the table by its name stays broken.",
    ),
    edit("addConditionalFormatRule", "add a conditional format in {where}", _RULES),
    edit("updateConditionalFormatRule", "change a conditional format of {where}", _RULES),
    edit("deleteConditionalFormatRule", "delete a conditional format of {where}", _RULES),
    edit(
        "setBasicFilter",
        "filter {where}",
        "The one filter of the sheet is read before, and set again or cleared; where it sorts, the cells are, too.",
    ),
    edit(
        "clearBasicFilter", "clear the filter of {where}", "The one filter of the sheet is read before, and set again."
    ),
)
