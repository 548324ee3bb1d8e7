"""A `batchUpdate` taken apart: each request as it would be sent alone, and what the answer says to it.

What depends on one another stays one: requests about a sheet that an earlier one makes, which go with it, and those
about a sheet whose rows, columns or cells one of them moves, because the coordinates of the others mean something else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agentrein.connector import Answer, Call, Request
from agentrein_google.sheets.changes import kind_of
from agentrein_google.sheets.divided import ASIDE, TOGETHER
from agentrein_google.sheets.kinds import ADDS, NAMED
from agentrein_google.sheets.snapshots import sheets_in

ADDRESS = "sheets.spreadsheets.batchUpdate"

MOVING = frozenset(
    {
        "insertDimension",
        "deleteDimension",
        "moveDimension",
        "appendDimension",
        "insertRange",
        "deleteRange",
        "appendCells",
        "sortRange",
        "randomizeRange",
        "deleteDuplicates",
        "cutPaste",
        "addConditionalFormatRule",
        "updateConditionalFormatRule",
        "deleteConditionalFormatRule",
        "addDimensionGroup",
        "deleteDimensionGroup",
    }
)
"""Requests after which a place, or a number, that another request names may mean something else."""

_ON_THE_FIRST = frozenset(
    {
        "appendCells",
        "appendDimension",
        "clearBasicFilter",
        "deleteConditionalFormatRule",
        "updateConditionalFormatRule",
        "updateSheetProperties",
    }
)
"""Requests about a sheet that is the one with the id 0 if they name none."""

MAKES = {"addSheet": ("properties", "sheetId"), "duplicateSheet": ("newSheetId",)}
"""Requests that make a sheet, and where they name it."""


@dataclass(frozen=True, kw_only=True)
class Part(Request):
    """A part of a batch: `places` are those of its requests in the whole."""

    places: tuple[int, ...]


def split(call: Call) -> list[Request]:
    """The parts of a batch; raises LookupError, TypeError, ValueError for what is none."""
    requests: Sequence[Mapping[str, Any]] = call.body["requests"]
    params = {"spreadsheetId": call.params["spreadsheetId"]}
    return [_part(requests, places, params) for places in _grouped(requests)]


def _grouped(requests: Sequence[Mapping[str, Any]]) -> list[list[int]]:
    groups: list[list[int]] = []
    made: dict[int, list[int]] = {}
    moving: dict[int, list[int]] = {}
    moved = _moved(requests)
    for place, request in enumerate(requests):
        sheets = sheets_in(_about(request))
        owner = next((made[sheet] for sheet in sheets if sheet in made), None)
        mover = None if kind_of(request) in ADDS else next((sheet for sheet in sheets if sheet in moved), None)
        if kind_of(request) in MAKES and owner is not None:
            message = "a sheet of which a new one is copied is not there before"
            raise ValueError(message)
        if owner is not None and len(sheets) == 1 and kind_of(request) != NAMED.add:
            owner.append(place)
        elif mover is not None:
            if mover not in moving:
                groups.append(moving.setdefault(mover, []))
            moving[mover].append(place)
        else:
            groups.append([place])
            sheet = _made(request)
            if sheet is not None:
                made[sheet] = groups[-1]
    return groups


def _about(request: Mapping[str, Any]) -> Any:
    """What a request says, with the first sheet said where it leaves that out."""
    asked = request[kind_of(request)]
    if kind_of(request) in MAKES:
        return {"sheetId": asked["sourceSheetId"]} if "sourceSheetId" in asked else {}
    return {**asked, "sheetId": 0} if kind_of(request) in _ON_THE_FIRST and not sheets_in(asked) else asked


def _made(request: Mapping[str, Any]) -> int | None:
    found: Any = request[kind_of(request)]
    for step in MAKES.get(kind_of(request), ("",)):
        found = found.get(step) if isinstance(found, Mapping) else None
    return None if found is None else int(found)


def _moved(requests: Sequence[Mapping[str, Any]]) -> set[int]:
    """The sheets of which one request moves something, and another says something too."""
    told = [one for one in requests if kind_of(one) not in ADDS]
    said = [(sheets_in(_about(one)), kind_of(one) in MOVING) for one in told]
    moved = {sheet for sheets, moves in said if moves for sheet in sheets}
    if moved and any(_about(one).get("allSheets") for one in told):
        message = "what is replaced everywhere cannot be told where something else moves"
        raise ValueError(message)
    return {sheet for sheet in moved if sum(sheet in sheets for sheets, _ in said) > 1}


def _part(requests: Sequence[Mapping[str, Any]], places: Sequence[int], params: Mapping[str, Any]) -> Part:
    asked = [dict(requests[place]) for place in places]
    body: dict[str, Any] = {"requests": asked}
    if len(asked) > 1:
        body[ASIDE] = kind_of(asked[0]) if kind_of(asked[0]) in MAKES else TOGETHER
    return Part(ADDRESS, "", params, body, places=tuple(places))


def answers(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What the answer says to each part: the replies to its requests. All were carried out, or none."""
    replies = answer.body.get("replies") or []
    found = []
    for one in requests:
        assert isinstance(one, Part)  # noqa: S101 - `split` made them
        found.append(Answer(200, {"replies": [replies[place] if place < len(replies) else {} for place in one.places]}))
    return found


def sheets_of(requests: Sequence[Mapping[str, Any]]) -> list[int]:
    """The sheets that a batch says something about, but for those that it makes."""
    made = {_made(one) for one in requests}
    return sorted(sheet for one in requests for sheet in sheets_in(_about(one)) if sheet not in made)


def cut(body: Any, _request: Request) -> Answer:
    """What was read for all parts, for one of them."""
    return Answer(200, body)
