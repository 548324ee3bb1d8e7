"""The stand-ins for dry runs of Google's APIs: what the dry run makes, and what it then does with that."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from agentrein.connector import Answer, Call
from agentrein.testing.stand_in import SandboxStandIn
from agentrein_google.drive.sandbox import DriveSandbox
from agentrein_google.gmail.sandbox import GmailSandbox
from agentrein_google.gmail.sandbox.seed import LABEL
from agentrein_google.sheets.sandbox import SheetsSandbox

_MAIL, _BOOK, _FILE = "/gmail/v1/users/{userId}", "/v4/spreadsheets/{spreadsheetId}", "/drive/v3/files/{fileId}"
METHODS: Mapping[str, str] = {
    "gmail.users.drafts.create": f"POST {_MAIL}/drafts",
    "gmail.users.drafts.get": f"GET {_MAIL}/drafts/{{id}}",
    "gmail.users.drafts.update": f"PUT {_MAIL}/drafts/{{id}}",
    "gmail.users.labels.create": f"POST {_MAIL}/labels",
    "gmail.users.labels.get": f"GET {_MAIL}/labels/{{id}}",
    "gmail.users.labels.patch": f"PATCH {_MAIL}/labels/{{id}}",
    "gmail.users.labels.update": f"PUT {_MAIL}/labels/{{id}}",
    "drive.files.create": "POST /drive/v3/files",
    "drive.files.get": f"GET {_FILE}",
    "drive.files.update": f"PATCH {_FILE}",
    "drive.permissions.create": f"POST {_FILE}/permissions",
    "drive.permissions.get": f"GET {_FILE}/permissions/{{permissionId}}",
    "drive.comments.create": f"POST {_FILE}/comments",
    "drive.comments.get": f"GET {_FILE}/comments/{{commentId}}",
    "sheets.spreadsheets.create": "POST /v4/spreadsheets",
    "sheets.spreadsheets.get": f"GET {_BOOK}",
    "sheets.spreadsheets.getByDataFilter": f"POST {_BOOK}:getByDataFilter",
    "sheets.spreadsheets.batchUpdate": f"POST {_BOOK}:batchUpdate",
    "sheets.spreadsheets.values.get": f"GET {_BOOK}/values/{{range}}",
    "sheets.spreadsheets.values.update": f"PUT {_BOOK}/values/{{range}}",
    "sheets.spreadsheets.values.append": f"POST {_BOOK}/values/{{range}}:append",
}
"""The methods that a stand-in answers, with their paths; what else is called ends the dry run."""

_NAMED = re.compile(r"\{(\w+)\}")


class GoogleStandIn(SandboxStandIn):
    """Knows what the dry run makes, without the bytes of files: media are not answered."""

    def request_of(self, call: Call) -> tuple[str, str, Mapping[str, Any]]:
        """As its method's path; LookupError for one that is not answered."""
        method, _, path = METHODS[call.address.partition("#")[0].strip()].partition(" ")
        named = _NAMED.findall(path)
        values = {name: quote(str(call.params[name]), safe="") for name in named}
        return method, path.format(**values), {key: one for key, one in call.params.items() if key not in values}

    def answer(self, call: Call) -> Answer | None:
        """None for what holds media, of which the stand-in is not given the bytes."""
        if isinstance(call.body, Mapping) and "media" in call.body:
            return None
        params = {name: value for name, value in call.params.items() if name not in {"fields", "alt"}}
        return super().answer(replace(call, params=params))


def gmail(endpoint: str) -> GoogleStandIn:
    """A stand-in for Gmail, without labels of anybody's."""
    box = GmailSandbox().stand_at(endpoint)
    box.world.labels.pop(LABEL)
    return GoogleStandIn(box, {"authorization": "Bearer ya29.agent"})


def drive(endpoint: str) -> GoogleStandIn:
    """A stand-in for Google Drive."""
    return GoogleStandIn(DriveSandbox().stand_at(endpoint), {"authorization": "Bearer ya29.agent"})


def sheets(endpoint: str) -> GoogleStandIn:
    """A stand-in for Google Sheets."""
    return GoogleStandIn(SheetsSandbox().stand_at(endpoint), {"authorization": "Bearer ya29.agent"})
