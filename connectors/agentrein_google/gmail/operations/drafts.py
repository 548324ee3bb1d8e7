"""Drafts: https://developers.google.com/workspace/gmail/api/guides/drafts.

A draft keeps its id, and gets another message each time that somebody changes it: by that a change is known.
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    anew,
    answer,
    before,
    computed,
    depends,
    do,
    find,
    gone,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_google.gmail.letters import envelope, words
from agentrein_google.gmail.operations.places import (
    COMPOSE,
    DOCS,
    GUIDES,
    KNOWN,
    MAILBOX,
    PROFILE,
    THING,
    USER,
    D,
    mailbox,
    row,
)

_DRAFT = path(*MAILBOX, "/draft:", sent("id"))
_WORDS = computed(words, sent("message.raw"))
_PERSONAL = "What the draft says is personal data; it is kept in the ledger until that is pruned."


@depends(REVERSIBLE, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A draft that is small enough to be remembered as a whole."""
    return REVERSIBLE if isinstance(image, dict) and image.get("known") is True else IRREVERSIBLE


@depends(COMPENSABLE, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:
    """The same for one that is to be made again."""
    return COMPENSABLE if update_tier(call, image, actor) is REVERSIBLE else IRREVERSIBLE


def draft_names(said: Any) -> dict[str, str]:
    """To whom a draft is addressed, and its subject."""
    inside = said.get("message") if isinstance(said, dict) else None
    return envelope(inside.get("raw") if isinstance(inside, dict) else None)


def _draft(id: Any, completed: str = "draft", *, maybe: bool = False) -> Any:
    return read(f"{D}.get", completed=completed, given=USER, maybe=maybe, **USER, id=id, format="raw")


_NOW = _draft(sent("id"))
_BODY = {"message": {"raw": before("message.raw"), "threadId": before("message.threadId")}}
_AGAIN = mailbox("draft again", "again", maybe=True, words=before("words"), others=before("others"))
_NOT_SENT = shows(
    mailbox("sent since", thread=answer("message.threadId"), since=before("historyId")), want={"sent": False}
)
"""A draft that is gone was deleted, and not sent: no mail of its thread was sent since."""

ROWS = (
    row(
        f"{D}.create",
        sdk="users().drafts().create",
        says="draft a mail {subject!r} to {to}",
        names=draft_names,
        tier=REVERSIBLE,
        object=path(*MAILBOX, "/draft:", answer("id")),
        before=PROFILE,
        inverse=do(
            f"{D}.delete",
            **USER,
            id=answer("id"),
            goal=gone(_draft(answer("id"), maybe=True), parent=_NOT_SENT),
            still={"it": {"id": answer("id"), "message": answer("message.id"), "words": _WORDS}},
            alike={"it": "own draft"},
            ok=(404,),
        ),
        probe=find(mailbox("drafts since", "drafts", since=before("historyId")), same={"words": _WORDS}, since="made"),
        if_stuck="Somebody changed the draft or sent it: look there whether it may go.",
        scopes=(*COMPOSE, KNOWN),
        why="Deleted for good while it holds the message that the answer named: each change puts another one into it. "
        f"One that is gone counts as deleted unless a mail of its thread was sent since. {GUIDES}/drafts",
    ),
    row(
        f"{D}.update",
        "id",
        sdk="users().drafts().update",
        says="change draft {id} to a mail {subject!r} to {to}",
        names=draft_names,
        tier=update_tier,
        object=_DRAFT,
        before=_NOW,
        inverse=do(
            f"{D}.update",
            _BODY,
            **THING,
            goal=shows(_NOW, words=before("words")),
            still={"it": {"id": sent("id"), "message": answer("message.id"), "words": _WORDS}},
            alike={"it": "own draft, changed twice"},
        ),
        probe=stands(_NOW, {"words": _WORDS}),
        residue=f"The message in the draft has a new id. {_PERSONAL}",
        if_stuck="Somebody changed the draft, sent or deleted it since.",
        scopes=COMPOSE,
        why="The whole mail as it was is put back while the draft holds the message that the answer named; up to "
        f"10 MiB are remembered. {GUIDES}/drafts",
    ),
    row(
        f"{D}.delete",
        "id",
        sdk="users().drafts().delete",
        says="delete draft {id}",
        tier=delete_tier,
        object=_DRAFT,
        before=_draft(sent("id"), "draft among others"),
        inverse=do(
            f"{D}.create",
            {"message": {"raw": before("message.raw"), "threadId": before("joined")}},
            **USER,
            goal=shows(_AGAIN, words=before("words")),
            still=None,
            anew=[anew("id", "id")],
        ),
        probe=stands(_draft(sent("id"), maybe=True), {"": None}),
        residue=f"The draft and its message have new ids. {_PERSONAL}",
        scopes=(*COMPOSE, KNOWN),
        why="It is deleted for good, not moved to the trash, and made again with all that it said, up to 10 MiB. "
        f"{DOCS}/users.drafts/delete",
    ),
)
