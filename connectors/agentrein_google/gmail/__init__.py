"""The connector for Gmail."""

from __future__ import annotations

from agentrein_google.answers import who
from agentrein_google.api import Api
from agentrein_google.gmail.comparisons import COMPARISONS
from agentrein_google.gmail.operations import OPERATIONS
from agentrein_google.gmail.readings import READINGS
from agentrein_google.reads import GMAIL

_FILES = ("drafts.create", "drafts.send", "drafts.update", "messages.import", "messages.insert", "messages.send")

connector = Api(
    name="gmail",
    title="Gmail",
    reads=GMAIL,
    who=who("gmail.users.getProfile", "emailAddress", userId="me"),
    page="https://developers.google.com/workspace/gmail/api/guides/batch",
    batches="/batch",
    uploads="/upload/gmail/v1",
    files=tuple(f"gmail.users.{name}" for name in _FILES),
).connector(OPERATIONS, comparisons=COMPARISONS, readings=READINGS)

__all__ = ["connector"]
