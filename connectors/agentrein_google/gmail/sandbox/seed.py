"""How a mailbox starts."""

from __future__ import annotations

from collections.abc import Callable

from agentrein_google.gmail.sandbox import addresses, labels, letters, settings
from agentrein_google.gmail.sandbox.ask import EVERYTHING, LABELS, METADATA, MODIFY, SEND
from agentrein_google.gmail.sandbox.world import Grant, World

ACCOUNT = "agent@acme.example"
AGENT, OWNER, SENDER = "ya29.agent", "ya29.owner", "ya29.sender"
"""Tokens: of the agent, of the person whose mailbox it is, and one that may send and nothing else."""

LABEL = "Label_7"
INBOX_MAIL, ARCHIVED_MAIL, TRASHED_MAIL, REPLY = (f"18c000000000000{n}" for n in "1234")
"""m1 and m2 of a thread each, and a thread of two of which the first is in the trash."""

DAY = 86_400.0
PAIRS = ("pair-1", "pair-2", "pair-3")


def world(clock: Callable[[], float]) -> World:
    """Four mails, a label, an alias, a forwarding address, and settings as they are at the start."""
    made = World(clock, ACCOUNT)
    for token, actor, scopes in (
        (AGENT, "agent", EVERYTHING),
        (OWNER, "owner", EVERYTHING),
        (SENDER, "sender", frozenset({SEND})),
        ("ya29.labels", "labels", frozenset({LABELS})),
        ("ya29.metadata", "metadata", frozenset({METADATA})),
        ("ya29.modify", "modify", frozenset({MODIFY})),
    ):
        made.grants[token] = Grant(actor, scopes)
    labels.make(made, {"name": "Triage", "labelListVisibility": "labelShow", "messageListVisibility": "show"}, LABEL)
    _mail(made, "Note to self", ("INBOX", "UNREAD", "SENT", LABEL))
    _mail(made, "Invoice 7", ("UNREAD", LABEL))
    thread = _mail(made, "Plan", ("TRASH",))
    _mail(made, "Re: Plan", ("INBOX", "UNREAD"), thread)
    made.settings = settings.at_start()
    made.send_as[ACCOUNT] = {**addresses.alias(made, ACCOUNT, {}), "isPrimary": True, "isDefault": True}
    made.send_as[ACCOUNT].pop("verificationStatus")
    made.send_as["help@acme.example"] = addresses.alias(made, "help@acme.example", {"displayName": "Help"})
    made.forwarding["archive@acme.example"] = {
        "forwardingEmail": "archive@acme.example",
        "verificationStatus": "accepted",
    }
    for id in PAIRS:
        made.key_pairs[id] = {"keyPairId": id, "enablementState": "enabled", "subjectEmailAddresses": [ACCOUNT]}
    return made


def _mail(made: World, subject: str, named: tuple[str, ...], thread: str = "") -> str:
    content = letters.written(ACCOUNT, subject, f"{subject}.", From="bob@acme.example")
    return made.add(made.complete(content), named, thread=thread, made=made.clock() - DAY).id
