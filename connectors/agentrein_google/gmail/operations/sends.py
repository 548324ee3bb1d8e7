"""Mails that leave the mailbox: https://developers.google.com/workspace/gmail/api/guides/sending.

Nothing calls them back. Where a policy lets one out and its answer is lost, what was sent tells how many copies left.
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import IRREVERSIBLE, actor, answer, before, computed, find, path, read, sent, when
from agentrein_google.gmail.letters import envelope, message_id, words
from agentrein_google.gmail.operations.places import DOCS, GUIDES, MAILBOX, READABLE, THING, USER, D, M, mailbox, row

_SENT = read(
    f"{M}.list",
    "messages",
    completed="sent mail",
    given={**USER, "by": actor()},
    **USER,
    labelIds=["SENT"],
    maxResults=20,
)
_MAIL = path(*MAILBOX, "/message:", answer("id"))
_COPIES = "Those who got it keep it; so do answers and invitations that came of it."


def _found(**same: Any) -> Any:
    return find(_SENT, same=same, mine="by", since="made", newest=True, pages="pageToken", next="nextPageToken")


def _found_draft(said: Any) -> Any:
    sent_since = mailbox("sent draft", "messages", since=before("historyId"), words=said, id=sent("id"), by=actor())
    return find(sent_since, same={"words": said}, mine="by", since="made")


def brings_its_mail(said: Any) -> bool:
    """Whether a call that sends a draft says itself what is sent, or uploads it."""
    body = said if isinstance(said, dict) else {}
    return bool(body.get("media") or (body.get("message") or {}).get("raw"))


ROWS = (
    row(
        f"{M}.send",
        sdk="users().messages().send",
        says="send a mail {subject!r} to {to}",
        names=lambda said: envelope(said.get("raw") if isinstance(said, dict) else None),
        tier=IRREVERSIBLE,
        object=_MAIL,
        probe=when(
            computed(message_id, sent("raw")),
            _found(mail=computed(message_id, sent("raw"))),
            _found(words=computed(words, sent("raw"))),
        ),
        residue=_COPIES,
        mitigation="send a correction to the same people",
        scopes=(READABLE,),
        why="A mail that was sent is not called back. Without an answer, every copy is found among what was sent by "
        "the Message-ID that its writer gave it, also where Gmail kept that in another header (inferred), else by "
        f"what it says. {GUIDES}/sending",
    ),
    row(
        f"{D}.send",
        sdk="users().drafts().send",
        says="send draft {id}",
        tier=IRREVERSIBLE,
        object=_MAIL,
        before=read(f"{D}.get", completed="draft to send", given=USER, **THING, format="raw"),
        probe=when(
            computed(brings_its_mail, sent()),
            _found_draft(computed(words, sent("message.raw"))),
            _found_draft(before("words")),
        ),
        residue=_COPIES,
        mitigation="send a correction to the same people",
        scopes=(READABLE,),
        why="A mail that was sent is not called back. Without an answer, it is looked for among what was sent "
        f"since; if it is not there and the draft is gone, nobody can tell. {DOCS}/users.drafts/send",
    ),
)
