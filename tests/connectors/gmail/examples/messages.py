"""Messages and threads: labels, the trash, new ones."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.gmail.examples.things import NEEDLESS
from gmail_kit import ARCHIVED_MAIL, INBOX_MAIL, LABEL, ME, REPLY, TRASHED_MAIL, change, mail, messages

M, T = "gmail.users.messages", "gmail.users.threads"
OURS = "whatever people do with it, the message is the run's, and stays in the trash for them to take out"


def star(gmail: Any) -> Any:
    """A person stars a message."""
    return change(gmail, INBOX_MAIL, add=("STARRED",))


def star_reply(gmail: Any) -> Any:
    """A person stars a message of the thread."""
    return change(gmail, REPLY, add=("STARRED",))


def many(gmail: Any) -> Any:
    """Flag two mails and archive them; one was not in the inbox."""
    body = {"ids": [INBOX_MAIL, ARCHIVED_MAIL], "addLabelIds": ["IMPORTANT"], "removeLabelIds": ["INBOX"]}
    return messages(gmail).batchModify(**ME, body=body).execute()


def batch(gmail: Any) -> Any:
    """Archive a mail and read another one, in one batch."""
    made = gmail.new_batch_http_request()
    made.add(messages(gmail).modify(**ME, id=INBOX_MAIL, body={"removeLabelIds": ["INBOX"]}))
    made.add(messages(gmail).modify(**ME, id=ARCHIVED_MAIL, body={"removeLabelIds": ["UNREAD"]}))
    return made.execute()


EXAMPLES = (
    Example(
        f"{M}.modify",
        lambda g: change(g, INBOX_MAIL, add=("IMPORTANT", LABEL), remove=("INBOX", "UNREAD")),
        alone=NEEDLESS,
        beside=star,
    ),
    Example(f"{M}.modify", lambda g: change(g, INBOX_MAIL, add=(LABEL,)), nothing=True, name="of what is so already"),
    Example(f"{M}.batchModify", many, alone=NEEDLESS, beside=star),
    Example(f"{M}.trash", lambda g: messages(g).trash(**ME, id=INBOX_MAIL).execute(), alone=NEEDLESS, beside=star),
    Example(f"{M}.untrash", lambda g: messages(g).untrash(**ME, id=TRASHED_MAIL).execute(), alone=NEEDLESS),
    Example(f"{M}.insert", lambda g: messages(g).insert(**ME, body={"raw": mail("Kept")}).execute(), alone=OURS),
    Example(
        f"{M}.import",
        lambda g: messages(g).import_(**ME, neverMarkSpam=True, body={"raw": mail("Moved here")}).execute(),
        alone=OURS,
    ),
    Example(
        f"{T}.modify",
        lambda g: g.users().threads().modify(**ME, id=TRASHED_MAIL, body={"removeLabelIds": ["UNREAD"]}).execute(),
        alone=NEEDLESS,
        beside=star_reply,
    ),
    Example(
        f"{T}.trash",
        lambda g: g.users().threads().trash(**ME, id=TRASHED_MAIL).execute(),
        alone=NEEDLESS,
        beside=star_reply,
    ),
    Example(f"{T}.untrash", lambda g: g.users().threads().untrash(**ME, id=TRASHED_MAIL).execute(), alone=NEEDLESS),
    Example("gmail.batch", batch, alone=NEEDLESS, beside=star),
)
