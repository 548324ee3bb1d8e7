"""Filters and settings."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.gmail.examples.things import SETTINGS, filtering, first_filter, settings
from gmail_kit import LABEL, ME

ARCHIVE = "archive@acme.example"
SAME = "a filter that does the same is as good, whoever made it"


def away(gmail: Any, subject: str) -> Any:
    """Answer while nobody is there."""
    body = {"enableAutoReply": True, "responseSubject": subject, "responseBodyHtml": "<p>Away</p><script>x()</script>"}
    return settings(gmail).updateVacation(**ME, body=body).execute()


def imap(gmail: Any, size: int) -> Any:
    """Let mail programs see so many mails."""
    body = {"enabled": True, "autoExpunge": True, "expungeBehavior": "archive", "maxFolderSize": size}
    return settings(gmail).updateImap(**ME, body=body).execute()


def pop(gmail: Any, window: str) -> Any:
    """Let mail programs fetch."""
    return settings(gmail).updatePop(**ME, body={"accessWindow": window, "disposition": "markRead"}).execute()


def speak(gmail: Any, language: str) -> Any:
    """Choose a language."""
    return settings(gmail).updateLanguage(**ME, body={"displayLanguage": language}).execute()


def forward(gmail: Any, disposition: str = "", **body: Any) -> Any:
    """Forward what comes, or do not."""
    told = {"enabled": True, "emailAddress": ARCHIVE, "disposition": disposition} if disposition else {"enabled": False}
    return settings(gmail).updateAutoForwarding(**ME, body=told).execute()


EXAMPLES = (
    Example(
        f"{SETTINGS}.filters.create",
        lambda g: filtering(g, "Report", addLabelIds=[LABEL], removeLabelIds=["INBOX"]),
        alone="a filter cannot be changed",
        beside=lambda g: filtering(g, "Plan", addLabelIds=["STARRED"]),
    ),
    Example(
        f"{SETTINGS}.filters.delete",
        lambda g: settings(g).filters().delete(**ME, id=first_filter(g)).execute(),
        prepare=lambda g: filtering(g, "Invoice", addLabelIds=[LABEL]),
        alone=SAME,
        beside=lambda g: filtering(g, "Plan", addLabelIds=["STARRED"]),
    ),
    Example(f"{SETTINGS}.updateVacation", lambda g: away(g, "Mine"), foreign=lambda g: away(g, "Theirs")),
    Example(f"{SETTINGS}.updateImap", lambda g: imap(g, 1000), foreign=lambda g: imap(g, 2000)),
    Example(f"{SETTINGS}.updatePop", lambda g: pop(g, "allMail"), foreign=lambda g: pop(g, "fromNowOn")),
    Example(
        f"{SETTINGS}.updateLanguage",
        lambda g: speak(g, "pt"),
        foreign=lambda g: speak(g, "fr"),
        name="of which Gmail stores a variant",
    ),
    Example(
        f"{SETTINGS}.updateAutoForwarding",
        forward,
        prepare=lambda g: forward(g, "archive"),
        foreign=lambda g: forward(g, "trash"),
    ),
)
