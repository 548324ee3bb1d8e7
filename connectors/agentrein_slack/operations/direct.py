"""Direct messages that are opened and closed, and how far one has read.

https://docs.slack.dev/apis/web-api/using-the-conversations-api
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Operation,
    Tier,
    actor,
    answer,
    before,
    computed,
    depends,
    do,
    either,
    found,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_slack.operations.places import ABOUT, CHANNEL, INFO, MANAGE, METHODS, conversation_of
from agentrein_slack.pages import PAGE
from agentrein_slack.readings_of_people import names

OPENS = (*MANAGE, "im:write", "mpim:write")
"""Any of these opens, closes and marks a conversation."""

_ITS_NAME = {"channel": sent("channel")}


def kinds(body: Any) -> str:
    """The types of conversation among which a call's one is looked for."""
    said = body if isinstance(body, dict) else {}
    if said.get("channel"):
        return "im,mpim"
    return "im" if len(names(said.get("users"))) < len(("one", "another")) else "mpim"


def told(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """With whom a direct message is opened, in words."""
    return {"whom": ", ".join(names(said.get("users"))) or said.get("channel")}


_KINDS = computed(kinds, sent())
_GIVEN = {"users": sent("users"), "channel": sent("channel"), "types": _KINDS, "by": actor("account")}


_DIRECT = read("conversations.list", completed="direct", given=_GIVEN, types=_KINDS, limit=PAGE)


@depends(REVERSIBLE, IRREVERSIBLE)
def mark_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Slack shows only to members how far they have read."""
    return REVERSIBLE if isinstance(image, dict) and image.get("last_read") else IRREVERSIBLE


_MARK = read("conversations.info", "channel", completed="mark", given={"ts": sent("ts")}, channel=sent("channel"))


def opening(shown: str = "channel") -> Operation:
    """The row that opens a direct message, which the answer shows under this name."""
    number = answer(f"{shown}.id")
    return op(
        "conversations.open",
        sdk="WebClient.conversations_open",
        says="open a direct message with {whom}",
        names=told,
        tier=REVERSIBLE,
        object=path("slack:channel:", number),
        before=_DIRECT,
        inverse=either(
            {
                False: do(
                    "conversations.close", {"channel": number}, goal=shows(conversation_of(number), is_open=False)
                ),
                True: None,
            },
            by=before("open"),
        ),
        probe=stands(_DIRECT, {"open": True}, effect={shown: found("channel")}),
        residue="The conversation is there, in the account's list no more; whoever writes into it brings it back.",
        scopes=(OPENS, ABOUT),
        why="Closing takes it out of the account's own list and deletes nothing. One that was open already is marked "
        f"so in the answer. {METHODS}/conversations.close",
    )


ROWS = (
    opening(),
    op(
        "conversations.close",
        sdk="WebClient.conversations_close",
        says="close direct message {channel}",
        tier=REVERSIBLE,
        object=CHANNEL,
        before=INFO,
        inverse=either(
            {True: do("conversations.open", _ITS_NAME, goal=shows(INFO, is_open=True)), False: None},
            by=before("is_open"),
        ),
        probe=stands(INFO, {"is_open": False}),
        residue="It may stand elsewhere in the list.",
        scopes=(OPENS, ABOUT),
        why=f"Opened again if it was open. {METHODS}/conversations.open",
    ),
    op(
        "conversations.mark",
        sdk="WebClient.conversations_mark",
        says="mark {channel} as read up to {ts}",
        tier=mark_tier,
        object=CHANNEL,
        before=_MARK,
        inverse=either(
            {
                False: do(
                    "conversations.mark", {**_ITS_NAME, "ts": before("last_read")}, goal=shows(_MARK, there=False)
                ),
                True: None,
            },
            by=before("there"),
        ),
        probe=stands(_MARK, {"there": True}),
        residue="Devices may have dropped their notifications.",
        scopes=(OPENS, ABOUT),
        why="The mark is set back while it stands where the call put it; an account that has read on since has moved "
        f"it itself, and it stays there. {METHODS}/conversations.mark",
    ),
)
