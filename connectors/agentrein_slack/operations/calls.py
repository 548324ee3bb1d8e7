"""Calls that an app of another service shows in Slack.

https://docs.slack.dev/apis/web-api/using-the-calls-api
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    before,
    do,
    each,
    field,
    items,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_slack.operations.places import METHODS

_CALL = path("slack:call:", sent("id"))
_SCOPES = ("calls:write", "calls:read")


def _call(at: str = "", **given: Any) -> Any:
    return read("calls.info", at, completed="call", given=given, id=sent("id"))


_NAMED = _call(users=sent("users"))
_ONE = _call("one", user=each)

ROWS = (
    op(
        "calls.update",
        sdk="WebClient.calls_update",
        says="change {fields} of call {id}",
        tier=REVERSIBLE,
        object=_CALL,
        inverse=restore(
            _call(),
            "calls.update",
            field("title", read="call.title", clear="", same=(None, "")),
            field("join_url", read="call.join_url"),
            field("desktop_app_join_url", read="call.desktop_app_join_url", clear="", same=(None, "")),
            keep=("id",),
        ),
        residue="People may have opened the other address.",
        scopes=_SCOPES,
        why="Each field is written back while it still reads as the call left it; that an empty text clears one is "
        f"inferred. {METHODS}/calls.update",
    ),
    op(
        "calls.participants.add",
        sdk="WebClient.calls_participants_add",
        says="add people to call {id}",
        tier=REVERSIBLE,
        object=_CALL,
        before=_NAMED,
        inverse=items(
            do(
                "calls.participants.remove",
                {"id": sent("id"), "users": [each]},
                goal=shows(_ONE, want={"in": False}),
                ok=("inactive_call",),
            ),
            over=sent("users"),
        ),
        probe=stands(_NAMED, {"all in": True}),
        residue="They were shown as taking part.",
        scopes=_SCOPES,
        why="Slack takes only people who were not in the call, so each is taken out again, one by one. "
        f"{METHODS}/calls.participants.remove",
    ),
    op(
        "calls.participants.remove",
        sdk="WebClient.calls_participants_remove",
        says="take people out of call {id}",
        tier=REVERSIBLE,
        object=_CALL,
        before=_NAMED,
        inverse=items(
            do(
                "calls.participants.add",
                {"id": sent("id"), "users": [each]},
                goal=shows(_ONE, want={"in": True}),
            ),
            over=before("going"),
        ),
        probe=stands(_NAMED, {"none in": True}),
        residue="They were not shown as taking part meanwhile.",
        if_stuck="A call that has ended takes nobody in.",
        scopes=_SCOPES,
        why="Each is added again as the call showed them, with the name and picture of those whom Slack does not know. "
        f"{METHODS}/calls.participants.add",
    ),
    op(
        "calls.end",
        sdk="WebClient.calls_end",
        says="end call {id}",
        tier=IRREVERSIBLE,
        object=_CALL,
        why=f"A call that has ended does not go on. {METHODS}/calls.end",
    ),
)
