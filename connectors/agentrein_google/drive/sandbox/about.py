"""Who asks, and what changed: https://developers.google.com/workspace/drive/api/reference/rest/v3/about."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Routes
from agentrein_google.drive.sandbox import shapes
from agentrein_google.drive.sandbox.ask import Ask, fail
from agentrein_google.drive.sandbox.metadata import PALETTE

routes = Routes()


@routes.on("GET /drive/v3/about")
def about(ask: Ask) -> Any:
    """The user; the caller says which fields he wants."""
    if not ask.fields:
        message = "The 'fields' parameter is required for this method."
        raise fail(400, "required", message, location="fields", locationType="parameter")
    user = shapes.user_of(ask.world, ask.user.id, ask.user)
    return {
        "kind": "drive#about",
        "user": user,
        "folderColorPalette": list(PALETTE),
        "storageQuota": {"limit": "16106127360", "usage": "1"},
    }


@routes.on("GET /drive/v3/changes/startPageToken")
def start(ask: Ask) -> Any:
    """Where the list of changes is now."""
    token = sum(item.version for item in ask.world.items.values())
    return {"kind": "drive#startPageToken", "startPageToken": str(token)}


@routes.on("GET /drive/v3/changes")
def changes(ask: Ask) -> Any:
    """Nothing is told of single changes."""
    return {"kind": "drive#changeList", "changes": [], "newStartPageToken": start(ask)["startPageToken"]}


@routes.on("GET /drive/v3/operations/{name}")
def operation(ask: Ask, name: str) -> Any:
    """A download that was begun; it is done at once."""
    return {"name": name, "done": True, "response": {"by": ask.user.email}}
