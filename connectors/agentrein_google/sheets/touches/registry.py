"""What a request touches, and which function tells it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agentrein_google.sheets.book import SETTABLE, Book, Tab
from agentrein_google.sheets.changes import kind_of, writing
from agentrein_google.sheets.changes.registry import inside, tab_of
from agentrein_google.sheets.facets import Facet, cells, region
from agentrein_google.sheets.ranges import Box, box

VALUE = ("userEnteredValue", *writing.RUNS)
"""What a new value replaces in a cell."""


@dataclass(slots=True)
class Touched:
    """What a request touches: `facets` are compared and put back, `watched` only compared.

    `first` are the requests that undo what moved, before the facets are put back. `reads` are further cells that must
    be read to know all that, `softly` says that something of the original stays lost. `unseen` are put back, and
    compared as a part of what is watched. Of `shuffled` regions only the order is not foreseen.
    """

    facets: list[Facet] = field(default_factory=list)
    watched: list[Facet] = field(default_factory=list)
    first: list[dict[str, Any]] = field(default_factory=list)
    reads: list[Box] = field(default_factory=list)
    softly: bool = False
    unseen: list[Facet] = field(default_factory=list)
    shuffled: list[Facet] = field(default_factory=list)


Touch = Callable[[Book, Mapping[str, Any]], Touched]
TOUCHES: dict[str, Touch] = {}
"""By the name of the request. One that is not here cannot be put back."""


def touching(*names: str) -> Callable[[Touch], Touch]:
    """Note the function that tells what a request touches."""

    def register(touch: Touch) -> Touch:
        for name in names:
            TOUCHES[name] = touch
        return touch

    return register


def touched(book: Book, request: Mapping[str, Any]) -> Touched:
    """What a request touches in a spreadsheet as it is before it; raises Invalid, LookupError, ValueError."""
    name = kind_of(request)
    return TOUCHES[name](book, request[name])


def area_in(book: Book, said: Mapping[str, Any]) -> Box:
    """The part of a range that its sheet has."""
    return inside(tab_of(book, said.get("sheetId")), box(said))


def sized(area: Box) -> list[Facet]:
    """How many rows and columns the sheet has."""
    return [["sheet", area.sheet, "gridProperties.rowCount"], ["sheet", area.sheet, "gridProperties.columnCount"]]


def growing(tab: Tab, area: Box, fields: Sequence[str]) -> Touched:
    """Cells that may lie beyond the grid, which then grows."""
    grows = area.bottom > tab.size[0] or area.right > tab.size[1]
    beyond = [region(area, SETTABLE)] if grows else []
    return Touched([cells(area.within(*tab.size), fields), *(sized(area) if grows else [])], watched=beyond)


def stretches(places: Sequence[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """Cells that lie side by side, as rectangles of one row."""
    found: list[tuple[int, int, int, int]] = []
    for row, column in places:
        if found and found[-1][0] == row and found[-1][3] == column:
            found[-1] = (row, row + 1, found[-1][2], column + 1)
        else:
            found.append((row, row + 1, column, column + 1))
    return found
