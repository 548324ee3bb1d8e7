"""What the stand-in for Google Sheets holds, and who may see it."""

from __future__ import annotations

import itertools
import json
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from agentrein_google.sandbox import Asked, failure
from agentrein_google.sheets.a1 import resolve
from agentrein_google.sheets.book import Book, Tab
from agentrein_google.sheets.changes.comments import posts
from agentrein_google.sheets.kinds import KINDS, sheet_of
from agentrein_google.sheets.ranges import COLUMNS, ROWS, Box


@dataclass
class World:
    """All spreadsheets."""

    books: dict[str, Book] = field(default_factory=dict)
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Of the new ones, what Drive knows of each."""

    def book(self, id: str) -> Book:
        """A spreadsheet; 404 where there is none."""
        found = self.books.get(id)
        if found is None:
            raise failure(404, "notFound", "Requested entity was not found.")
        return found


@dataclass
class Ask:
    """A request with the world that it is about."""

    world: World
    asked: Asked
    url: str
    time: float = 0.0

    @property
    def body(self) -> dict[str, Any]:
        """What it says."""
        return self.asked.body if isinstance(self.asked.body, dict) else {}

    def place(self, book: Book, name: str) -> tuple[Tab, Box]:
        """The sheet and the cells that a range names; 400 for what is none."""
        try:
            area = resolve(name, book.titles, book.named)
            tab = book.tab(area.sheet)
        except (LookupError, StopIteration, ValueError):
            raise invalid(f"Unable to parse range: {name}") from None
        return tab, area


def invalid(message: str) -> Exception:
    """A 400."""
    return failure(400, "badRequest", message)


def state_of(world: World) -> dict[str, dict[str, Any]]:
    """Every spreadsheet, sheet, and thing by path, with what somebody can set and wants back."""
    found: dict[str, dict[str, Any]] = {}
    for book in world.books.values():
        if world.files.get(book.id, {}).get("trashed"):
            continue
        name = f"spreadsheet:{book.id}"
        found[name] = dict(book.properties)
        for tab in book.tabs.values():
            found[f"{name}/sheet:{tab.id}"] = _tab(tab)
        for thread in book.comments.values():
            for post in posts(thread):
                on = f"{name}/comment:{thread['commentId']}"
                found[f"{on}/post:{post['postId']}"] = dict(post)
            found[f"{name}/comment:{thread['commentId']}"] = {"status": thread["status"]}
        for kind in KINDS.values():
            for id, thing in book.things[kind.listed].items():
                sheet = sheet_of(thing)
                on = f"{name}/sheet:{sheet}" if sheet is not None and kind.listed != "namedRanges" else name
                found[f"{on}/{kind.listed}:{id}"] = dict(thing)
    return deepcopy(found)


def _tab(tab: Tab) -> dict[str, Any]:
    fields: dict[str, Any] = {
        k: v for k, v in tab.properties.items() if k != "gridProperties" and v not in (None, False)
    }
    fields |= {f"gridProperties.{name}": value for name, value in tab.grid.items() if value}
    fields |= {f"cell {row} {column}": cell for (row, column), cell in tab.cells.items()}
    for dimension in (ROWS, COLUMNS):
        fields |= {f"{dimension} {line}": one for line, one in tab.lines[dimension].items()}
        fields[f"groups of {dimension}"] = list(_texts(tab.groups[dimension]))
    fields["merges"] = tuple(sorted(_texts(tab.merges)))
    fields["rules"] = _texts(tab.rules)
    fields["filter"] = tab.basic_filter
    return fields


def _texts(things: list[dict[str, Any]]) -> tuple[str, ...]:
    """A list as one value, of which no part is changed alone."""
    return tuple(json.dumps(one, sort_keys=True) for one in things)
