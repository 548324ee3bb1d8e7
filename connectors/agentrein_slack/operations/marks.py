"""Reactions and pins: what is put on a message."""

from __future__ import annotations

from agentrein.connector import (
    COSTLY,
    REVERSIBLE,
    actor,
    adding,
    do,
    each,
    members,
    op,
    path,
    read,
    removing,
    restore,
    sent,
)
from agentrein_slack.operations.places import CHANNEL, METHODS, WORKSPACE

_ON = {"channel": sent("channel"), "timestamp": sent("timestamp")}
_MARKED = path("slack:channel:", sent("channel"), "/message:", sent("timestamp"))

REACTIONS = members(
    "reactions",
    read=path("message.reactions[users~", actor("account"), "][].name"),
    add=do("reactions.add", {**_ON, "name": each}, ok=("already_reacted",), again="safe"),
    remove=do("reactions.remove", {**_ON, "name": each}, ok=("no_reaction",), again="safe"),
    own=True,
)
_REACTIONS_NOW = read("reactions.get", channel=sent("channel"), timestamp=sent("timestamp"), full=True)

_PIN = do("pins.add", {"channel": sent("channel"), "timestamp": each}, ok=("already_pinned",), again="safe")
_UNPIN = do("pins.remove", {"channel": sent("channel"), "timestamp": each}, ok=("no_pin", "not_pinned"), again="safe")

PINS = members("pins", read="items[].message.ts", add=_PIN, remove=_UNPIN)
OWN_PINS = members("pins", read="own[]", add=_PIN, remove=_UNPIN)
"""Those that the account put there: what somebody else pinned again since is theirs."""

_PINS_NOW = read("pins.list", completed="pins", given={"by": actor("account")}, channel=sent("channel"))

ROWS = (
    op(
        "reactions.add",
        sdk="WebClient.reactions_add",
        says="react with {name} to message {timestamp} in {channel}",
        tier=REVERSIBLE,
        object=_MARKED,
        ignores=("channel", "timestamp", WORKSPACE),
        inverse=restore(_REACTIONS_NOW, None, adding(REACTIONS, [sent("name")])),
        residue="The author of the message was notified.",
        scopes=("reactions:write", "reactions:read"),
        why="Undone as the difference of the account's own reactions, because Slack takes names that it shows under "
        f"another one (thumbsup is +1). {METHODS}/reactions.add",
    ),
    op(
        "reactions.remove",
        sdk="WebClient.reactions_remove",
        says="take the reaction {name} from message {timestamp} in {channel}",
        tier=REVERSIBLE,
        object=_MARKED,
        ignores=("channel", "timestamp", WORKSPACE),
        inverse=restore(_REACTIONS_NOW, None, removing(REACTIONS, [sent("name")])),
        residue="The reaction comes last where others reacted in between.",
        scopes=("reactions:write", "reactions:read"),
        why="The account's own reaction is added again; one on a file is not read, so taking that away is refused. "
        f"{METHODS}/reactions.remove",
    ),
    op(
        "pins.add",
        sdk="WebClient.pins_add",
        says="pin message {timestamp} in {channel}",
        tier=REVERSIBLE,
        object=CHANNEL,
        ignores=("channel", WORKSPACE),
        inverse=restore(_PINS_NOW, None, adding(OWN_PINS, [sent("timestamp")])),
        residue="A line in the channel says that the message was pinned.",
        scopes=("pins:write", "pins:read"),
        why=f"Unpinned while the pin is the account's, unless it was pinned before. {METHODS}/pins.add",
    ),
    op(
        "pins.remove",
        sdk="WebClient.pins_remove",
        says="unpin message {timestamp} in {channel}",
        tier=COSTLY,
        object=CHANNEL,
        ignores=("channel", WORKSPACE),
        inverse=restore(_PINS_NOW, None, removing(PINS, [sent("timestamp")])),
        residue="The pin is of another account and date, and a line in the channel says that it was pinned again.",
        scopes=("pins:write", "pins:read"),
        why=f"Pinned again if it was pinned. {METHODS}/pins.remove",
    ),
)
