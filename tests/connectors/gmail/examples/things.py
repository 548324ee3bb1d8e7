"""What the examples act on."""

from __future__ import annotations

from typing import Any

from gmail_kit import ME, mail

NEEDLESS = "a label that somebody put back, or took away again, needs no undo"
SETTINGS = "gmail.users.settings"


def settings(gmail: Any) -> Any:
    """The resource of settings."""
    return gmail.users().settings()


def draft(gmail: Any, subject: str) -> Any:
    """Write a draft."""
    return gmail.users().drafts().create(**ME, body={"message": {"raw": mail(subject)}}).execute()


def first_draft(gmail: Any) -> str:
    """The id of the newest draft."""
    return str(gmail.users().drafts().list(**ME).execute()["drafts"][0]["id"])


def rewrite(gmail: Any, subject: str) -> Any:
    """Put another mail into the newest draft."""
    body = {"message": {"raw": mail(subject)}}
    return gmail.users().drafts().update(**ME, id=first_draft(gmail), body=body).execute()


def label_named(gmail: Any, name: str) -> str:
    """The id of a label."""
    found = gmail.users().labels().list(**ME).execute()["labels"]
    return next(str(one["id"]) for one in found if one["name"] == name)


def first_filter(gmail: Any) -> str:
    """The id of the first filter."""
    return str(settings(gmail).filters().list(**ME).execute()["filter"][0]["id"])


def filtering(gmail: Any, subject: str, **action: Any) -> Any:
    """Make a filter for a subject, with blanks that Gmail takes out."""
    body = {"criteria": {"subject": f" {subject} "}, "action": action}
    return settings(gmail).filters().create(**ME, body=body).execute()
