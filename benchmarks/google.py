"""Gmail, Google Sheets and Google Drive on the bench: a read and a write through the SDK, and the vendor's answers."""

from __future__ import annotations

import json
from functools import cache
from itertools import count
from typing import Any

from benchmarks.bench import HERE, Bench

_number = count(1)
_SHEET = {"properties": {"sheetId": 0, "title": "Plan", "gridProperties": {"rowCount": 10, "columnCount": 5}}}


def answers(method: str, path: str) -> tuple[int, Any] | None:
    """What the three answer to what the benches send; None for what is another vendor's."""
    if path.startswith("/gmail/v1/"):
        return 200, _gmail_answer(path)
    if path.startswith("/v4/spreadsheets/"):
        return 200, _sheets_answer(method)
    if path.startswith("/drive/v3/"):
        return 200, _drive_answer(method, path)
    return None


def _gmail_answer(path: str) -> Any:
    if path.endswith("/profile"):
        return {"emailAddress": "agent@example.com", "historyId": "1"}
    if path.endswith("/labels"):
        return {"labels": []}
    return {"id": "18c0000000000001", "threadId": "18c0000000000001", "labelIds": ["INBOX"]}


def _sheets_answer(method: str) -> Any:
    if method == "PUT":
        return {"spreadsheetId": "1", "updatedRange": "Plan!A1:A1", "updatedRows": 1, "updatedColumns": 1}
    cell = {"userEnteredValue": {"stringValue": "Acme"}}
    return {"spreadsheetId": "1", "sheets": [{**_SHEET, "data": [{"rowData": [{"values": [cell]}]}]}]}


def _drive_answer(method: str, path: str) -> Any:
    if path.endswith("/about"):
        return {"user": {"emailAddress": "agent@example.com"}}
    if path.endswith("/generateIds"):
        return {"ids": [f"1id{next(_number)}"]}
    made = f"1file{next(_number)}" if method == "POST" else "1file"
    return {"kind": "drive#file", "id": made, "name": "Report", "mimeType": "text/plain"}


@cache
def _document(api: str, version: str) -> dict[str, Any]:
    from googleapiclient.discovery_cache import get_static_doc

    told: dict[str, Any] = json.loads(get_static_doc(api, version))
    told["rootUrl"] = f"{HERE}/"
    told.pop("mtlsRootUrl", None)
    return told


def _client(api: str, version: str) -> Any:
    import google.oauth2.credentials
    from google_auth_httplib2 import AuthorizedHttp
    from googleapiclient.discovery import build_from_document
    from googleapiclient.http import build_http

    http = AuthorizedHttp(google.oauth2.credentials.Credentials("ya29.agent"), http=build_http())
    return build_from_document(_document(api, version), http=http)


GMAIL = Bench(
    "Gmail",
    lambda: _client("gmail", "v1"),
    lambda gmail: gmail.users().messages().get(userId="me", id="18c0000000000001").execute(),
    lambda gmail: (
        gmail.users().messages().modify(userId="me", id="18c0000000000001", body={"addLabelIds": ["STARRED"]}).execute()
    ),
)
SHEETS = Bench(
    "Google Sheets",
    lambda: _client("sheets", "v4"),
    lambda sheets: sheets.spreadsheets().get(spreadsheetId="1").execute(),
    lambda sheets: (
        sheets.spreadsheets()
        .values()
        .update(spreadsheetId="1", range="Plan!A1", valueInputOption="RAW", body={"values": [["Acme"]]})
        .execute()
    ),
)
DRIVE = Bench(
    "Google Drive",
    lambda: _client("drive", "v3"),
    lambda drive: drive.files().get(fileId="1file").execute(),
    lambda drive: drive.files().create(body={"name": "Report"}).execute(),
)
