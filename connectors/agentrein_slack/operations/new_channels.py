"""Channels that are made, and how each is given up again: renamed and archived, for nobody deletes one.

https://docs.slack.dev/reference/methods/conversations.create
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    Operation,
    actor,
    answer,
    computed,
    do,
    find,
    found,
    join,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_slack.operations.places import ABOUT, MANAGE, METHODS
from agentrein_slack.pages import PAGE
from agentrein_slack.shapes import GIVEN_UP

GUESTS = {"others": "own guests"}
"""In a plan, those whom the run itself invited are no others: its undo takes them out first."""

ASK_THERE = "Somebody else is in the channel or wrote there: ask there whether it may be archived."


def freed(name: Any) -> str:
    """What follows in the name of a channel that gives its own name free; a name has at most 80 characters."""
    return str(name)[:50]


def made(number: Any) -> Any:
    """The read of a channel that was made, with everybody else who is in it or wrote there."""
    given = {"channel": number, "by": actor("account")}
    return read("conversations.info", "channel", completed="made", given=given, channel=number)


def abandoned(shown: str) -> tuple[Any, Any]:
    """What undoes a channel that an answer shows under this name: its name is made free again, and it is archived."""
    number, its = answer(f"{shown}.id"), made(answer(f"{shown}.id"))
    free = join(GIVEN_UP, answer(f"{shown}.created"), "-", computed(freed, sent("name")))
    rename = do(
        "conversations.rename",
        {"channel": number, "name": free},
        goal=shows(its, want={"name": free}),
        still={"name": answer(f"{shown}.name"), "others": []},
        alike=GUESTS,
        ends=True,
    )
    archive = do(
        "conversations.archive",
        {"channel": number},
        goal=shows(its, is_archived=True),
        still={"is_archived": False, "others": []},
        alike=GUESTS,
        ends=True,
    )
    return rename, archive


def creation(shown: str = "channel") -> Operation:
    """The row that makes a channel, which the answer shows under this name."""
    rename, archive = abandoned(shown)
    return op(
        "conversations.create",
        sdk="WebClient.conversations_create",
        says="create channel {name}",
        tier=COMPENSABLE,
        object=path("slack:channel:", answer(f"{shown}.id")),
        inverse=archive,
        also=rename,
        probe=find(
            "conversations.list",
            params={"types": "public_channel,private_channel", "limit": PAGE},
            at="channels",
            same=("name",),
            mine="creator",
            since="created",
            pages="cursor",
            next="response_metadata.next_cursor",
            effect={shown: found()},
        ),
        residue="The archived channel stays, under a name that says so; who was invited was notified.",
        if_stuck=ASK_THERE,
        scopes=(MANAGE, ABOUT),
        why="No ordinary token deletes a channel. It is renamed, so that its name is free again, and archived, both "
        f"only while nobody else is in it or wrote there. {METHODS}/conversations.create",
    )
