"""Which function carries out which request, on a spreadsheet in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from agentrein_google.sheets.book import Book, Tab
from agentrein_google.sheets.ranges import Box

Change = Callable[[Book, Mapping[str, Any]], dict[str, Any] | None]
"""Carries a request out and gives its reply; raises Invalid for one that the API refuses."""

CHANGES: dict[str, Change] = {}
"""By the name of the request."""


class Invalid(ValueError):
    """What the API answers 400 to."""


def does(*names: str) -> Callable[[Change], Change]:
    """Note the function that carries out a request."""

    def register(change: Change) -> Change:
        for name in names:
            CHANGES[name] = change
        return change

    return register


def kind_of(request: Mapping[str, Any]) -> str:
    """The name of a request; raises Invalid unless it says exactly one."""
    names = [name for name in request if request[name] is not None]
    if len(names) != 1:
        message = "Must specify at least one request." if not names else "oneof field 'kind' is already set."
        raise Invalid(message)
    return names[0]


def apply(book: Book, requests: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Carry requests out, one after the other, and give a reply to each; raises Invalid, LookupError."""
    replies = []
    for place, request in enumerate(requests):
        name = kind_of(request)
        if name not in CHANGES:
            message = f"Invalid requests[{place}].{name}: not known here"
            raise Invalid(message)
        try:
            reply = CHANGES[name](book, request[name])
        except Invalid as problem:
            message = f"Invalid requests[{place}].{name}: {problem}"
            raise Invalid(message) from problem
        replies.append({} if reply is None else {name: reply})
    return replies


def tab_of(book: Book, sheet: Any) -> Tab:
    """A sheet; raises Invalid where there is none with this id."""
    found = book.tabs.get(int(sheet or 0))
    if found is None:
        message = f"No grid with id: {sheet}"
        raise Invalid(message)
    return found


def inside(tab: Tab, area: Box) -> Box:
    """The part of a range that the grid has; raises Invalid where it begins, or is said to end, beyond it."""
    rows, columns = tab.size
    found = area.within(rows, columns)
    if area.top >= rows or area.left >= columns or found.size == 0:
        message = f"Range exceeds grid limits. Max rows: {rows}, max columns: {columns}"
        raise Invalid(message)
    return found
