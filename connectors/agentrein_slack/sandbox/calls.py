"""Calls of another service that an app shows.

https://docs.slack.dev/apis/web-api/using-the-calls-api
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox.ask import Ask, fail, missing, ok
from agentrein_slack.sandbox.methods import Methods

methods = Methods()
_READ, _WRITE = "calls:read", "calls:write"
_SHOWN = ("external_unique_id", "external_display_id", "join_url", "desktop_app_join_url", "title")


@methods.on("calls.add", _WRITE)
def add(ask: Ask) -> Answer:
    """Register a call."""
    fields = {name: ask.text(name) for name in _SHOWN}
    if not fields["external_unique_id"] or not fields["join_url"]:
        raise missing("join_url" if fields["external_unique_id"] else "external_unique_id")
    if ask.me.bot_id and not ask.text("created_by"):
        raise fail("invalid_created_by")
    number = ask.world.new_id("R")
    made = {"id": number, **fields, "date_start": ask.world.now(), "date_end": 0, "users": _named(ask, needed=False)}
    ask.world.calls[number] = made
    return ok(call=_shape(made))


def _shape(call: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in call.items() if value}


def _call(ask: Ask, *, running: bool = True) -> dict[str, Any]:
    call = ask.world.calls.get(ask.needed("id"))
    if call is None:
        raise fail("invalid_call_id")
    if running and call["date_end"]:
        raise fail("inactive_call")
    return call


def _named(ask: Ask, *, needed: bool = True) -> list[dict[str, Any]]:
    users = ask.args.get("users")
    if users is None and not needed:
        return []
    if not isinstance(users, list) or not users:
        raise missing("users")
    if any("slack_id" in one and one["slack_id"] not in ask.world.users for one in users):
        raise fail("user_not_found")
    return users


def who(one: dict[str, Any]) -> str:
    """Who takes part, in a word."""
    return str(one.get("slack_id") or f"external {one.get('external_id')}")


@methods.on("calls.info", _READ)
def info(ask: Ask) -> Answer:
    """One call."""
    return ok(call=_shape(_call(ask, running=False)))


@methods.on("calls.update", _WRITE)
def update(ask: Ask) -> Answer:
    """Change what the call mentions."""
    call = _call(ask, running=False)
    call |= {name: ask.text(name) for name in ("title", "join_url", "desktop_app_join_url") if ask.has(name)}
    return ok(call=_shape(call))


@methods.on("calls.end", _WRITE)
def end(ask: Ask) -> Answer:
    """End a call."""
    call = _call(ask)
    call["date_end"] = ask.world.now()
    return ok(call=_shape(call))


@methods.on("calls.participants.add", _WRITE)
def come(ask: Ask) -> Answer:
    """Add people who are not in the call."""
    call, named = _call(ask), _named(ask)
    if {who(one) for one in named} & {who(one) for one in call["users"]}:
        raise fail("bad_users")
    call["users"] = [*call["users"], *named]
    return ok(call=_shape(call))


@methods.on("calls.participants.remove", _WRITE)
def go(ask: Ask) -> Answer:
    """Take people out who are in the call."""
    call, gone = _call(ask), {who(one) for one in _named(ask)}
    if not gone <= {who(one) for one in call["users"]}:
        raise fail("bad_users")
    call["users"] = [one for one in call["users"] if who(one) not in gone]
    return ok(call=_shape(call))
