"""Modals and the App Home, which cannot be read back.

https://docs.slack.dev/reference/methods (views.*)
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.world import TEAM

methods = Methods()


@methods.on("views.open")
def open_modal(ask: Ask) -> Answer:
    """Open a modal with a trigger that an interaction gave."""
    _ = ask.me, ask.needed("trigger_id")
    return _stored(ask, ask.world.new_id("V"), "modal")


@methods.on("views.push")
def push(ask: Ask) -> Answer:
    """Put a further view onto an open modal."""
    return open_modal(ask)


@methods.on("views.publish")
def publish(ask: Ask) -> Answer:
    """Set the App Home of a person."""
    user = ask.user(ask.needed("user_id"))
    return _stored(ask, f"V{ask.me.id[1:]}{user.id[1:]}", "home")


@methods.on("views.update")
def update(ask: Ask) -> Answer:
    """Replace a view, if it is still as the `hash` says."""
    known = ask.text("view_id") or next(
        (one for one, view in ask.world.views.items() if view.get("external_id") == ask.needed("external_id")), ""
    )
    if known not in ask.world.views:
        raise fail("not_found")
    return _stored(ask, known, str(ask.world.views[known].get("type")))


def _stored(ask: Ask, number: str, kind: str) -> Answer:
    view = ask.args.get("view")
    if not isinstance(view, dict) or view.get("type") != kind:
        raise fail("invalid_arguments")
    before = ask.world.views.get(number)
    if before is not None and ask.text("hash") and ask.text("hash") != _hash(before):
        raise fail("hash_conflict")
    ask.world.views[number] = view
    return ok(view={**view, "id": number, "team_id": TEAM, "app_id": ask.me.app_id, "hash": _hash(view)})


def _hash(view: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()[:16]
