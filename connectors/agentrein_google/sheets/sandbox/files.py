"""The files that new spreadsheets are, as Drive shows them: https://developers.google.com/workspace/drive/api/reference/rest/v3/files."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Routes
from agentrein_google.sandbox import failure
from agentrein_google.sheets.sandbox.world import Ask

routes = Routes()


@routes.on("GET /drive/v3/files")
def listed(ask: Ask) -> Any:
    """Those of the account that are not in the trash, the newest first."""
    mine = [one for one in ask.world.files.values() if one["owner"] == ask.asked.actor and not one["trashed"]]
    return {"files": [_shown(ask, one) for one in sorted(mine, key=lambda one: one["createdTime"], reverse=True)]}


@routes.on("GET /drive/v3/files/{file}")
def get(ask: Ask, file: str) -> Any:
    """One of them."""
    return _shown(ask, _one(ask, file))


@routes.on("PATCH /drive/v3/files/{file}")
def update(ask: Ask, file: str) -> Any:
    """Into the trash, or out of it."""
    one = _one(ask, file)
    one["trashed"] = ask.body.get("trashed", one["trashed"])
    return _shown(ask, one)


def _one(ask: Ask, file: str) -> dict[str, Any]:
    found = ask.world.files.get(file)
    if found is None:
        raise failure(404, "notFound", f"File not found: {file}.")
    return found


def _shown(ask: Ask, one: dict[str, Any]) -> dict[str, Any]:
    return {
        "kind": "drive#file",
        "id": one["id"],
        "name": ask.world.books[one["id"]].properties["title"],
        "mimeType": "application/vnd.google-apps.spreadsheet",
        "createdTime": one["createdTime"],
        "trashed": one["trashed"],
        "owners": [{"emailAddress": one["owner"], "me": one["owner"] == ask.asked.actor}],
        "lastModifyingUser": {"emailAddress": one["last"], "me": one["last"] == ask.asked.actor},
    }
