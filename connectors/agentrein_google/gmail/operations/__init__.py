"""The rows of Gmail's table, one file per area of https://developers.google.com/workspace/gmail/api/reference/rest."""

from __future__ import annotations

from agentrein_google.gmail.operations import (
    addresses,
    certificates,
    drafts,
    filters,
    labels,
    messages,
    sends,
    settings,
    threads,
)

OPERATIONS = (
    *messages.ROWS,
    *threads.ROWS,
    *labels.ROWS,
    *drafts.ROWS,
    *sends.ROWS,
    *filters.ROWS,
    *settings.ROWS,
    *addresses.ROWS,
    *certificates.ROWS,
)

__all__ = ["OPERATIONS"]
