"""Readings of calls and of files that another service keeps, as `readings` says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import Read
from agentrein_slack.answers import status
from agentrein_slack.pages import Reading, listed
from agentrein_slack.readings_of_later import holds
from agentrein_slack.shapes import shown


def call(body: Any, given: Mapping[str, Any]) -> Any:
    """A call, and whether somebody is in it; `going` are those whom a call names, as they would be added.

    https://docs.slack.dev/apis/web-api/using-the-calls-api
    """
    inside = (body.get("call") or {}).get("users") or []
    here = {caller(one) for one in inside}
    named = {caller(one) for one in given.get("users") or () if isinstance(one, Mapping)}
    return {
        **body,
        "one": {"in": caller(given.get("user")) in here},
        "all in": bool(named) and named <= here,
        "none in": not named & here,
        "going": [_as_written(one) for one in inside if caller(one) in named],
    }


def caller(one: Any) -> str:
    """Who takes part in a call: an account of Slack's, or somebody whom only the calling service knows."""
    if not isinstance(one, Mapping):
        return ""
    return str(one.get("slack_id") or f"external {one.get('external_id')}")


def _as_written(one: Mapping[str, Any]) -> dict[str, Any]:
    if one.get("slack_id"):
        return {"slack_id": one["slack_id"]}
    return {name: one[name] for name in ("external_id", "display_name", "avatar_url") if one.get(name)}


def shared(body: Any, given: Mapping[str, Any]) -> Reading:
    """The message of the account's that shares a remote file in a channel and is none of those known before.

    https://docs.slack.dev/messaging/working-with-files#remote
    """
    file = given.get("file")
    if not file:
        told = yield Read("files.remote.info", {"external_id": given.get("external_id")})
        if status(told) != 200:
            return {"known": [], "there": False} if status(told) == 404 else told
        file = (told.body.get("file") or {}).get("id")
    held = [one for one in listed(body, "messages") if one.get("user") == given.get("by") and holds(one, file)]
    new = [one for one in held if one.get("ts") not in (given.get("known") or ())]
    share = {"share": shown(new[0])} if new else {}
    return {"known": [one.get("ts") for one in held], "there": bool(new), **share}
