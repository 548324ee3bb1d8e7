"""Google's APIs as `emulate` and `myworld` play them, behind recorders that answer the reads which those lack."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tests.independent import emulate, standing
from tests.independent.google_cells import cut, spelt_out
from tests.independent.recorder import Recorded, Recorder, recording

TOKEN, ACCOUNT = "test_token_admin", "testuser@example.com"
SEED: dict[str, object] = {
    "tokens": {TOKEN: {"login": "testuser", "scopes": ["repo", "user"]}},
    "google": {"users": [{"email": ACCOUNT, "name": "Test User"}]},
}
HISTORY = "/gmail/v1/users/me/history?startHistoryId=1"
FILTER = re.compile(r"(/gmail/v1/users/[^/]+/settings/filters)/([^/]+)")
CELLS = "spreadsheetId,sheets(properties,data(rowData(values)))"


@dataclass(frozen=True)
class Served:
    """A stand-in of one API, and whose account the agent has there."""

    recorder: Recorder
    api: str
    account: str


@contextmanager
def serving(name: str, api: str, folder: Path) -> Iterator[Served]:
    """A freshly started stand-in, by its name."""
    started = _emulate(folder) if name == "emulate" else standing.myworld(folder, api)
    with started as (url, token, account):
        missing = Missing(token, account, url, lacks_profile=name == "emulate")
        with recording(url, missing.mend, missing.turn, missing.own) as made:
            yield Served(made, api, account)


@contextmanager
def _emulate(folder: Path) -> Iterator[tuple[str, str, str]]:
    with emulate.serving("google", SEED, folder) as url:
        yield url, TOKEN, ACCOUNT


@dataclass
class Missing:
    """What the stand-ins lack, although the discovery documents have it.

    A place that gives out tokens, and in `emulate` a profile and the read of one filter; in `myworld` ids that are
    given out before a file is made, which it takes no notice of, and the read of cells by filters.
    """

    token: str
    account: str
    url: str
    ids: dict[str, str] = field(default_factory=dict)
    given: int = 0
    lacks_profile: bool = False

    def own(self, request: Recorded) -> bytes | None:
        """The answers to requests that a stand-in does not have."""
        told: dict[str, Any] | None = None
        if request.path == "/token":
            told = {"access_token": self.token, "token_type": "Bearer", "expires_in": 3600}
        elif request.path == "/drive/v3/files/generateIds":
            self.given += 1
            told = {"kind": "drive#generatedIds", "space": "drive", "ids": [f"1given{self.given:027d}"]}
        elif self.lacks_profile and request.path == "/gmail/v1/users/me/profile":
            told = {"emailAddress": self.account, "historyId": self._upstream(HISTORY)["historyId"]}
        elif request.method == "GET" and (found := FILTER.fullmatch(request.path)):
            filters = self._upstream(found[1]).get("filter", ())
            told = next((one for one in filters if one["id"] == found[2]), None)
        elif request.path.endswith(":getByDataFilter"):
            told = self._cells(request)
        return None if told is None else json.dumps(told).encode()

    def _cells(self, request: Recorded) -> dict[str, Any]:
        """The cells that filters name, cut out of all of them, which the stand-in gives whatever was asked for."""
        path = request.path.removesuffix(":getByDataFilter")
        told = self._upstream(f"{path}?includeGridData=true&fields={CELLS}")
        for sheet in told["sheets"]:
            rows = [row.get("values", []) for data in sheet.pop("data", ()) for row in data.get("rowData", ())]
            asked = [one["gridRange"] for one in json.loads(request.body)["dataFilters"]]
            here = [one for one in asked if one.get("sheetId", 0) == sheet["properties"]["sheetId"]]
            sheet["data"] = [cut(rows, one) for one in here]
        return told

    def _upstream(self, path: str) -> Any:
        headers = {"authorization": f"Bearer {self.token}"}
        asked = urllib.request.Request(f"{self.url}{path}", headers=headers)  # noqa: S310 - on loopback
        with urllib.request.urlopen(asked, timeout=30) as answer:  # noqa: S310
            return json.load(answer)

    def turn(self, request: Recorded) -> Recorded:
        """A request with the ids that the stand-in gave instead of those it was told, and in words that it knows."""
        told = spelt_out(request.body) if request.path.endswith(":batchUpdate") else request.body
        path, query, body = (self._theirs(one) for one in (request.path, request.query, told))
        if (path, query, body) == (request.path, request.query, request.body):
            return request
        return replace(request, path=path, query=query, body=body)

    def mend(self, request: Recorded, content: bytes) -> bytes:
        """An answer with the ids that the stand-in was told."""
        if request.method == "POST" and request.path == "/drive/v3/files" and request.body:
            told, made = json.loads(request.body).get("id"), json.loads(content).get("id")
            if told and made and told != made:
                self.ids[told] = made
        for told, made in self.ids.items():
            content = content.replace(made.encode(), told.encode())
        return content

    def _theirs(self, text: str) -> str:
        return re.sub(r"1given\d{27}", lambda found: self.ids.get(found[0], found[0]), text)
