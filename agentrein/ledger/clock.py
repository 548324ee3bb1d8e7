"""The time as the ledger writes it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now() -> str:
    """ISO 8601 in UTC, to the microsecond: `2025-11-29T14:03:07.120934Z`. Texts of this form sort by time."""
    return ago(timedelta())


def ago(length: timedelta) -> str:
    """The time so long ago; raises OverflowError before the year 1."""
    at = datetime.now(UTC) - length
    return at.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"
