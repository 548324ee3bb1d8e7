"""New spreadsheets: files of Drive, which puts them into the trash.

https://developers.google.com/workspace/sheets/api/guides/create
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    computed,
    do,
    find,
    found,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_google.sheets.operations.shapes import DOCS

LAGS = 300.0
"""Seconds for which Drive's search may not show a new file: https://github.com/bellingcat/auto-archiver/issues/191."""

_AUTH = "https://www.googleapis.com/auth"
_DRIVE = "https://developers.google.com/workspace/drive/api/guides/delete"


def title(said: Mapping[str, Any]) -> str:
    """The title that a new spreadsheet has; that it is called so without one is inferred."""
    return str((said.get("properties") or {}).get("title") or "Untitled spreadsheet")


def named(said: Mapping[str, Any]) -> dict[str, Any]:
    """The title for a sentence."""
    return {"name": repr(title(said))}


_FILE = read(
    "drive.files.get",
    fileId=answer("spreadsheetId"),
    supportsAllDrives=True,
    fields="id,trashed,lastModifyingUser(me)",
)
_NEW = read(
    "drive.files.list",
    "files",
    q="mimeType = 'application/vnd.google-apps.spreadsheet' and 'me' in owners and trashed = false",
    orderBy="createdTime desc",
    pageSize=100,
    fields="nextPageToken,files(id,name,createdTime,owners(emailAddress))",
)

ROWS = (
    op(
        "sheets.spreadsheets.create",
        sdk="spreadsheets().create",
        says="create a spreadsheet {name}",
        tier=REVERSIBLE,
        names=named,
        object=path("sheets:spreadsheet:", answer("spreadsheetId")),
        inverse=do(
            "drive.files.update",
            {"trashed": True},
            fileId=answer("spreadsheetId"),
            supportsAllDrives=True,
            goal=shows(_FILE, trashed=True),
            still={"lastModifyingUser.me": True},
            ends=True,
        ),
        probe=find(
            _NEW,
            same={"name": computed(title, sent())},
            mine="owners.0.emailAddress",
            since="createdTime",
            newest=True,
            pages="pageToken",
            next="nextPageToken",
            effect={"spreadsheetId": found("id")},
            lags=LAGS,
        ),
        residue="It stays in the trash for 30 days and counts against the quota.",
        if_stuck="Look for it in Drive: if others use it, leave it to them; else put it into the trash, and keep the "
        "action.",
        scopes=((f"{_AUTH}/drive", f"{_AUTH}/drive.file"),),
        why=f"Drive puts it into the trash, unless somebody else edited it last. {DOCS}/guides/create {_DRIVE}",
    ),
    op(
        "drive.files.update",
        sdk="-",
        says="put spreadsheet {fileId} into the trash",
        tier=IRREVERSIBLE,
        query=("fileId", "supportsAllDrives"),
        why=f"The undo of a new spreadsheet; agents change files through a client of Drive. {_DRIVE}",
    ),
)
