"""Messages in channels."""

from __future__ import annotations

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    days,
    do,
    field,
    find,
    first,
    found,
    join,
    leave,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
    when,
)
from board.places import DOCS, MESSAGE, MOMENT, UNDONE

ROWS = (
    op(
        "POST /channels/{channel}/messages",
        sdk="post",
        says="post {text!r} to {channel}",
        tier=COMPENSABLE,
        object=path("board:channel:", sent("channel"), "/message:", answer("message.id")),
        inverse=first(
            do(
                f"PATCH {MESSAGE}",
                {"text": UNDONE},
                message=answer("message.id"),
                goal=shows(f"GET {MESSAGE}", "message", text=UNDONE),
                still={"text": answer("message.text")},
                until=days(2),
            ),
            do(
                "POST /channels/{channel}/messages",
                {"text": join(UNDONE, ": the message above"), "thread": answer("message.id")},
                again="probe",
            ),
            after=("window_closed",),
        ),
        probe=when(
            sent("thread"),
            find(
                f"GET {MESSAGE}/replies",
                params={"message": sent("thread")},
                same=("text",),
                mine="by",
                since="at",
                at="messages",
                effect={"message": found()},
            ),
            find(
                "GET /channels/{channel}/messages",
                same=("text",),
                mine="by",
                since="at",
                at="messages",
                pages="cursor",
                next="next.cursor",
                effect={"message": found()},
            ),
        ),
        residue="People were notified.",
        why=f"A message is edited to say that it was undone, later a reply says so. {DOCS}/messages",
    ),
    op(
        f"PATCH {MESSAGE}",
        sdk="edit_message",
        says="edit message {message}",
        tier=REVERSIBLE,
        object=path("board:message:", sent("message")),
        inverse=restore(
            read(f"GET {MESSAGE}", "message"), f"PATCH {MESSAGE}", field("text", after="message.text"), until=days(2)
        ),
        why=f"The old text is written back while the window is open. {DOCS}/messages",
    ),
    op(
        f"PUT {MESSAGE}/flag",
        sdk="flag",
        says="flag message {message}",
        tier=COMPENSABLE,
        object=path("board:message:", sent("message")),
        inverse=first(
            do(f"DELETE {MESSAGE}/flag", goal=shows(f"GET {MESSAGE}", "message", flag=False), until=MOMENT),
            do(
                "POST /channels/{channel}/messages",
                {"text": UNDONE, "thread": sent("message")},
                channel="c1",
                again="probe",
            ),
            after=("window_closed",),
        ),
        probe=stands(f"GET {MESSAGE}", {"message.flag": True}),
        residue="People were notified.",
        why=f"A flag can be taken back for a moment, later a reply says so. {DOCS}/flags",
    ),
    op(
        f"PUT {MESSAGE}/lock",
        sdk="lock",
        says="lock message {message}",
        tier=REVERSIBLE,
        object=path("board:message:", sent("message")),
        inverse=do(f"DELETE {MESSAGE}/lock", goal=shows(f"GET {MESSAGE}", "message", lock=False), until=MOMENT),
        probe=stands(f"GET {MESSAGE}", {"message.lock": True}),
        if_stuck="Ask a moderator to unlock it.",
        why=f"A lock can be taken back for a moment. {DOCS}/locks",
    ),
    op(
        "POST /drafts",
        sdk="draft",
        says="draft {text!r}",
        tier=REVERSIBLE,
        object=path("board:draft:", answer("id")),
        inverse=leave(
            "nobody else sees a draft, and one that is not posted is gone after a day",
            goal=shows(read("GET /drafts/{draft}", draft=answer("id")), posted=False),
        ),
        probe=find("GET /drafts", same=("text",), mine="by", since="at", at="drafts"),
        why=f"Only its author sees it. {DOCS}/drafts",
    ),
    *(
        op(
            f"DELETE {MESSAGE}/{mark}",
            sdk="-",
            says=f"take the {mark} of message {{message}} back",
            tier=IRREVERSIBLE,
            why=f"No inverse is built for this yet. {DOCS}/{mark}s",
        )
        for mark in ("flag", "lock")
    ),
)
