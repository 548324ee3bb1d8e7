"""What the rows share: the things they touch, how those are read, and what a credential needs for it."""

from __future__ import annotations

from typing import Any

from agentrein.connector import Operation, Read, actor, do, op, path, read, sent, shows

DOCS = "https://developers.google.com/workspace/gmail/api/reference/rest/v1"
GUIDES = "https://developers.google.com/workspace/gmail/api/guides"

M, D, L, T = (f"gmail.users.{name}" for name in ("messages", "drafts", "labels", "threads"))
S = "gmail.users.settings"

MAILBOX = ("gmail:mailbox:", actor())
USER: dict[str, Any] = {"userId": sent("userId")}
THING: dict[str, Any] = {**USER, "id": sent("id")}

MESSAGE = path(*MAILBOX, "/message:", sent("id"))

FULL = "https://mail.google.com/"
GOOGLE = "https://www.googleapis.com/auth/"


def scope(*names: str) -> tuple[str, ...]:
    """Scopes of which one is enough; that of all mail is always."""
    return (FULL, *(f"{GOOGLE}gmail.{name}" for name in names))


MODIFY = (scope("modify"),)
COMPOSE = (scope("modify", "compose"),)
LABELS = (scope("modify", "labels"),)
READABLE = scope("modify", "readonly")
KNOWN = scope("modify", "readonly", "metadata")
"""Any of these shows what happened in the mailbox; with gmail.compose alone, one sees drafts and nothing else."""

BASIC = ((f"{GOOGLE}gmail.settings.basic",),)
SHOWN = scope("modify", "readonly", "settings.basic")
"""Any of these shows settings."""

SHARING = ((f"{GOOGLE}gmail.settings.sharing",), SHOWN)
ADDRESS = ((f"{GOOGLE}gmail.settings.basic", f"{GOOGLE}gmail.settings.sharing"), SHOWN)

PROFILE = read("gmail.users.getProfile", **USER)
"""The mailbox itself: what can always be read, and where its history stands."""


def message(id: Any, **given: Any) -> Read:
    """The read of one message, with how its labels compare with what they were."""
    return read(f"{M}.get", completed="message", given=given, userId=sent("userId"), id=id, format="minimal")


def mailbox(completed: str, at: str = "", *, maybe: bool = False, **given: Any) -> Read:
    """A read of several things of the mailbox, which the named reading finds."""
    return read("gmail.users.getProfile", at, maybe=maybe, completed=completed, given={**USER, **given}, **USER)


THERE = {"there": True}
"""What a message still shows that was not deleted for good."""


def move(call: str, id: Any, *, trashed: bool) -> Any:
    """A message moved to the trash, or out of it."""
    return do(f"{M}.{call}", **USER, id=id, goal=shows(message(id), trashed=trashed), still=THERE)


def row(address: str, *names: str, **columns: Any) -> Operation:
    """An operation in the mailbox of a user; `names` are the parameters that it has besides."""
    made: Operation = op(address, query=("userId", *names), **columns)
    return made
