"""The connector for Google Sheets."""

from __future__ import annotations

from agentrein_google.answers import ACCOUNT_OF_SHEETS, who
from agentrein_google.api import Api
from agentrein_google.reads import SHEETS
from agentrein_google.sheets.comparisons import COMPARISONS
from agentrein_google.sheets.divided import DIVIDED
from agentrein_google.sheets.operations import OPERATIONS
from agentrein_google.sheets.readings import READINGS

_SHEET = r"(?:/v4)?/spreadsheets/[^/]+"

connector = Api(
    name="sheets",
    title="Google Sheets",
    reads=SHEETS,
    who=who(ACCOUNT_OF_SHEETS, "emailAddress"),
    page="https://developers.google.com/workspace/sheets/api/guides/batch",
    batches="/batch",
    by_post={
        f"{_SHEET}/developerMetadata:search": "sheets.spreadsheets.developerMetadata.search",
        f"{_SHEET}:getByDataFilter": "sheets.spreadsheets.getByDataFilter",
        f"{_SHEET}/values:batchGetByDataFilter": "sheets.spreadsheets.values.batchGetByDataFilter",
    },
).connector(OPERATIONS, comparisons=COMPARISONS, readings=READINGS, divided=DIVIDED)

__all__ = ["connector"]
