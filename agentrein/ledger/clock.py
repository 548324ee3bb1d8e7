"""The time as the ledger writes it."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """ISO 8601 in UTC, to the microsecond: `2025-11-29T14:03:07.120934Z`. Texts of this form sort by time."""
    return datetime.now(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"
