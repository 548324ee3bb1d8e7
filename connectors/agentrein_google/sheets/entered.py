"""What a value becomes when somebody types it into a cell, as far as it is known.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/ValueInputOption. What the vendor makes of a value
is always read back; this is only what a call asks for, to tell its effect where the answer was lost.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Any

_NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)
_FRACTION = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}))?", re.ASCII)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)
_EPOCH = date(1899, 12, 30)
PERCENT = {"type": "PERCENT", "pattern": "0.00%"}
DATE = {"type": "DATE", "pattern": "M/d/yyyy"}
SHORT_DATE = {"type": "DATE", "pattern": "M/d"}


def serial(day: date) -> int:
    """A day as a number. https://developers.google.com/workspace/sheets/api/reference/rest/v4/DateTimeRenderOption."""
    return (day - _EPOCH).days


def raw(value: Any) -> dict[str, Any] | None:
    """A value as it is; None for one that clears the cell."""
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int | float):
        return {"numberValue": value}
    return {"stringValue": str(value)} if value != "" else None


def typed(value: Any, year: int | None = None) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """A value as if it was typed, and the number format that it brings along."""
    if not isinstance(value, str) or value == "":
        return raw(value), None
    if value.startswith("'"):
        return {"stringValue": value[1:]}, None
    if value.startswith("=") and len(value) > 1:
        return {"formulaValue": value}, None
    if value.upper() in {"TRUE", "FALSE"}:
        return {"boolValue": value.upper() == "TRUE"}, None
    found = _day(value.strip(), year) or _number(value.strip())
    return ({"stringValue": value}, None) if found is None else ({"numberValue": found[0]}, found[1])


def _number(text: str) -> tuple[float, dict[str, Any] | None] | None:
    percent = text.endswith("%")
    digits = text[:-1].strip() if percent else text
    if not _NUMBER.fullmatch(digits) or not any(one.isdigit() for one in digits):
        return None
    number = float(digits.replace(",", ""))
    if percent:
        return number / 100, dict(PERCENT)
    return (int(number) if number.is_integer() and abs(number) < 1 << 53 else number), None


def _day(text: str, year: int | None) -> tuple[float, dict[str, Any] | None] | None:
    iso, short = _ISO.fullmatch(text), _FRACTION.fullmatch(text)
    try:
        if iso:
            return serial(date(int(iso[1]), int(iso[2]), int(iso[3]))), {"type": "DATE", "pattern": "yyyy-mm-dd"}
        if short and short[3]:
            return serial(date(int(short[3]), int(short[1]), int(short[2]))), dict(DATE)
        if short:
            this = datetime.now(UTC).year if year is None else year
            return serial(date(this, int(short[1]), int(short[2]))), dict(SHORT_DATE)
    except ValueError:
        return None
    return None
