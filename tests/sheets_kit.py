"""What the tests of the Google Sheets connector share: clients of the sandbox, requests, and what they read."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any, Self

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import Request
from agentrein_google.proxy.service import Service, described
from agentrein_google.sheets.sandbox import SheetsSandbox
from google_kit import document, plain, set_environment

PLANS, OTHER = SheetsSandbox.PLANS, SheetsSandbox.OTHER
PLAN, DATA, TARGET = SheetsSandbox.PLAN, SheetsSandbox.DATA, SheetsSandbox.TARGET

Act = Callable[[Any], Any]

_TEXTS: dict[str, Any] = {}
"""What the SDK writes for each method out of its document: seconds of work for Sheets, and always the same."""


class Clients:
    """Clients of a sandbox, closed together: an open connection outlives a test."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._open.close()

    def of(self, token: str) -> Any:
        """A client with a token, as a user makes it."""
        made = plain("sheets", self.url, token)
        made._schema = _TEXTS.setdefault("sheets", made._schema)
        self._open.callback(made.close)
        return made

    def person(self) -> Any:
        """Anna's."""
        return self.of(SheetsSandbox.PERSON_TOKEN)

    def armed(self) -> Any:
        """An armed one of the agent's."""
        return rein.wrap(self.of(SheetsSandbox.AGENT_TOKEN))


def environment(setenv: Callable[[str, str], object], folder: Path, url: str) -> None:
    """What people export so that a revert in another process acts as the agent."""
    set_environment(setenv, folder, url, SheetsSandbox.AGENT)


@cache
def _service(url: str) -> Service:
    return described(document("sheets", url), f"{url}/")


def called(url: str, request: Request) -> tuple[str, str]:
    """A request on the wire by the method of the discovery document that it calls."""
    if not request.path.startswith("/v4/"):
        return "sheets.account", ""
    found = _service(url).resolve(request.method, f"{url}{request.path}")
    return (found[0].id, "") if found is not None else (request.method, request.path)


# --- what somebody does


def batch(*requests: dict[str, Any], file: str = PLANS) -> Act:
    """Requests in one `batchUpdate`."""
    return lambda sheets: (
        sheets.spreadsheets().batchUpdate(spreadsheetId=file, body={"requests": list(requests)}).execute()
    )


def request(name: str, **said: Any) -> Act:
    """One request."""
    return batch({name: said})


def write(range: str, *rows: list[Any], option: str = "USER_ENTERED", file: str = PLANS) -> Act:  # noqa: A002 - as called
    """Values into a range."""
    values = {"spreadsheetId": file, "range": range, "valueInputOption": option, "body": {"values": list(rows)}}
    return lambda sheets: sheets.spreadsheets().values().update(**values).execute()


def append(range: str, *rows: list[Any], option: str = "USER_ENTERED", **more: Any) -> Act:  # noqa: A002 - as called
    """Values below a table."""
    values = {"spreadsheetId": PLANS, "range": range, "valueInputOption": option, "body": {"values": list(rows)}}
    return lambda sheets: sheets.spreadsheets().values().append(**values, **more).execute()


def several(*acts: Act) -> Act:
    """One after the other."""

    def act(sheets: Any) -> None:
        for one in acts:
            one(sheets)

    return act


def area(sheet: int, top: int, bottom: int, left: int, right: int) -> dict[str, int]:
    """A GridRange."""
    names = ("startRowIndex", "endRowIndex", "startColumnIndex", "endColumnIndex")
    return {"sheetId": sheet, **dict(zip(names, (top, bottom, left, right), strict=True))}


def lines(dimension: str, start: int, end: int, sheet: int = PLAN) -> dict[str, Any]:
    """A DimensionRange."""
    return {"sheetId": sheet, "dimension": dimension, "startIndex": start, "endIndex": end}


def rows(*values: list[Any]) -> list[dict[str, Any]]:
    """Rows of cells, as a request writes them: texts that begin with = are formulas."""
    return [{"values": [{"userEnteredValue": _value(one)} if one is not None else {} for one in row]} for row in values]


def _value(value: Any) -> dict[str, Any]:
    if isinstance(value, str):
        return {"formulaValue" if value.startswith("=") else "stringValue": value}
    return {"boolValue" if isinstance(value, bool) else "numberValue": value}


# --- what is there


def entered(sandbox: SheetsSandbox, sheet: int = PLAN) -> dict[tuple[int, int], Any]:
    """What was entered into the cells of a sheet."""
    with sandbox.lock:
        tab = sandbox.world.books[PLANS].tabs[sheet]
        return {place: cell.get("userEnteredValue") for place, cell in tab.cells.items()}


def states(run: rein.Run) -> list[State]:
    """The states of a run's actions."""
    return [action.state for action in run.actions]


def newest(sheets: Any, within: str, id: str) -> Any:
    """The id of the last thing of a kind: `within` is the key that a request about one has."""
    shown = sheets.spreadsheets().get(spreadsheetId=PLANS).execute()
    listed = {"filter": "filterViews"}.get(within, f"{within}s")
    found = [*shown.get(listed, []), *(one for sheet in shown["sheets"] for one in sheet.get(listed, []))]
    return max((one[id] for one in found), key=lambda one: (len(str(one)), str(one)))
