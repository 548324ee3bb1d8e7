"""Notification channels: https://developers.google.com/workspace/drive/api/guides/push."""

from __future__ import annotations

import hashlib
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_google.drive.sandbox.ask import Ask, fail, invalid, not_found

routes = Routes()
_HOUR = 3600.0


@routes.on("POST /drive/v3/files/{file}/watch")
def watch_file(ask: Ask, file: str) -> Any:
    """Tell an address of each change of a file."""
    ask.item(file)
    return _open(ask, f"files/{file}")


@routes.on("POST /drive/v3/changes/watch")
def watch_changes(ask: Ask) -> Any:
    """Tell an address of each change."""
    return _open(ask, "changes")


def _open(ask: Ask, resource: str) -> dict[str, Any]:
    body, world = ask.body, ask.world
    id = str(body.get("id") or "")
    if (
        not id
        or body.get("type") not in {"web_hook", "webhook"}
        or not str(body.get("address", "")).startswith("https")
    ):
        raise invalid("A channel has an id, a type and an https address.")
    if id in world.channels:
        raise fail(400, "channelIdNotUnique", f"Channel id {id} not unique")
    digest = hashlib.sha256(f"{resource} {ask.user.id}".encode()).hexdigest()[:20]
    world.channels[id] = {"resourceId": digest, "resource": resource, "address": body["address"], "by": ask.user.id}
    until = body.get("expiration") or str(int((world.now() + _HOUR) * 1000))
    uri = f"https://www.googleapis.com/drive/v3/{resource}?alt=json"
    return {"kind": "api#channel", "id": id, "resourceId": digest, "resourceUri": uri, "expiration": until}


@routes.on("POST /drive/v3/channels/stop")
def stop(ask: Ask) -> Any:
    """No more of it."""
    id = str(ask.body.get("id"))
    one = ask.world.channels.get(id)
    if one is None or one["resourceId"] != ask.body.get("resourceId") or one["by"] != ask.user.id:
        raise not_found(id, "Channel")
    del ask.world.channels[id]
    return Answer(204)
