"""The connector for Google Drive."""

from __future__ import annotations

from agentrein_google.answers import who
from agentrein_google.api import Api
from agentrein_google.drive.comparisons import COMPARISONS
from agentrein_google.drive.operations import OPERATIONS
from agentrein_google.drive.readings import READINGS
from agentrein_google.reads import DRIVE

connector = Api(
    name="drive",
    title="Google Drive",
    reads=DRIVE,
    who=who("drive.about.get", "user.emailAddress", fields="user"),
    page="https://developers.google.com/workspace/drive/api/guides/performance#batch-requests",
    batches="/batch/drive/v3",
    uploads="/upload/drive/v3",
    files=("drive.files.create", "drive.files.update"),
    by_post={r"(?:/drive/v3)?/files/[^/]+/download": "drive.files.download"},
).connector(OPERATIONS, comparisons=COMPARISONS, readings=READINGS)

__all__ = ["connector"]
