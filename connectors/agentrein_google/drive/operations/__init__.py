"""The operations of Google Drive, by area: https://developers.google.com/workspace/drive/api/reference/rest/v3."""

from __future__ import annotations

from agentrein.connector import Operation
from agentrein_google.drive.operations import changing, making, others, shared_drives, sharing, talking, watching

OPERATIONS: tuple[Operation, ...] = (
    *making.ROWS,
    *changing.ROWS,
    *sharing.ROWS,
    *talking.ROWS,
    *shared_drives.ROWS,
    *others.ROWS,
    *watching.ROWS,
)

__all__ = ["OPERATIONS"]
