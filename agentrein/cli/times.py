"""Times for people: clock time, and how long ago."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from agentrein.errors import UsageError

_UNITS = ((86400 * 2, 86400, "days"), (3600 * 2, 3600, "h"), (120, 60, "min"), (0, 1, "s"))


def clock(at: str) -> str:
    """The local clock time, with its date unless that is today's."""
    when = datetime.fromisoformat(at).astimezone()
    today = datetime.now(UTC).astimezone().date()
    return f"{when:%H:%M:%S}" if when.date() == today else f"{when:%Y-%m-%d %H:%M}"


def zone() -> str:
    """In which zone the clock times are."""
    offset = f"{datetime.now(UTC).astimezone():%z}"
    return "times are UTC" if offset == "+0000" else f"times are local (UTC{offset[:3]}:{offset[3:5]})"


def span(seconds: float) -> str:
    """A length of time in its largest fitting unit, such as `12 min`."""
    whole = max(int(seconds), 0)
    size, name = next((size, name) for least, size, name in _UNITS if whole >= least)
    return f"{whole // size} {name}"


def age(at: str) -> str:
    """How long ago something was."""
    return span((datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds())


def between(start: str, end: str) -> str:
    """How long something took."""
    seconds = (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds()
    if seconds < 1:
        return f"{max(seconds, 0) * 1000:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 10 else span(seconds)


_NAMES = {"h": "hours", "d": "days", "w": "weeks"}


def time_span(option: str, text: str) -> timedelta:
    """How long a person says: `12h`, `30d`, `4w`; raises UsageError naming the option."""
    found = re.fullmatch(r"(\d+)([hdw])", text.strip(), re.ASCII)
    try:
        if found is not None:
            return timedelta(**{_NAMES[found[2]]: int(found[1])})
    except OverflowError:
        pass
    raise no_span(option, text)


def no_span(option: str, text: str) -> UsageError:
    """The error for what is no length of time; to be raised."""
    return UsageError(
        f"{option} {text}: this is no age", now="give a whole number of hours, days or weeks: 12h, 30d, 4w"
    )
