"""Values of properties: what a call asked for, and how HubSpot shows it.

HubSpot keeps values in a form of its own: e-mail addresses in lower case, times in UTC, options in their order.
https://developers.hubspot.com/docs/api-reference/crm-properties-v3/guide
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from agentrein.connector import Own

NAME = re.compile(r"[A-Za-z0-9_]+")
"""How a property is called."""

_SCHEME = re.compile(r"^(https?://)?(www\.)?")


def named(properties: Any) -> list[str]:
    """The properties that a call names."""
    return list(properties) if isinstance(properties, Mapping) else []


def properties_of(image: Any) -> Mapping[str, Any]:
    """The properties that a record shows; none of what is no record."""
    shown = image.get("properties") if isinstance(image, Mapping) else None
    return shown if isinstance(shown, Mapping) else {}


def listed(properties: Any) -> str:
    """The same for the query of a read."""
    return ",".join(named(properties))


def shown_at_probe(properties: Any) -> list[str]:
    """What is read of a record to know it again: the properties that a call names, and where it comes from."""
    return [*named(properties), "hs_object_source"]


def listed_at_probe(properties: Any) -> str:
    """The same for the query of a read."""
    return ",".join(shown_at_probe(properties))


def is_same(asked: Any, shown: Any) -> bool:
    """Whether a value that is shown is what a call asked for."""
    left, right = _text(asked), _text(shown)
    if left == right:
        return True
    if not left or not right:
        return False
    return any(form(left) == form(right) is not None for form in (_folded, _number, _moment, _options, _domain))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value).strip()


def _folded(text: str) -> str:
    return text.casefold() if "@" in text or text.lower() in {"true", "false"} else text


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def _moment(text: str) -> datetime | None:
    """A time, however it is written; a bare number counts as milliseconds, as HubSpot takes it."""
    try:
        if text.isdecimal() and len(text) > 9:
            return datetime.fromtimestamp(int(text) / 1000, UTC)
        at = datetime.fromisoformat(text) if len(text) > 9 else None
    except (ValueError, OverflowError):
        return None
    return at.replace(tzinfo=UTC) if at is not None and at.tzinfo is None else at


def _options(text: str) -> frozenset[str] | None:
    return frozenset(part.strip() for part in text.split(";") if part.strip()) if ";" in text else None


def _domain(text: str) -> str | None:
    lower = text.lower()
    return _SCHEME.sub("", lower).partition("/")[0] if "." in lower and " " not in lower else None


def all_shown(asked: Any, shown: Mapping[str, Any]) -> bool:
    """Whether a record shows every value that a call asked for; null is no value."""
    values = asked if isinstance(asked, Mapping) else {}
    lower = {name.lower(): value for name, value in shown.items()}
    return all(value is None or is_same(value, lower.get(name.lower())) for name, value in values.items())


def as_written(ours: Any, now: Any, _own: Own) -> bool:
    """Whether a property still holds what the call wrote, where only HubSpot's way to show it differs."""
    return is_same(ours, now)


def options_as_written(ours: Any, now: Any, _own: Own) -> bool:
    """Whether the options of a property are those that a call wrote, but for what it left to HubSpot."""
    if not isinstance(ours, list) or not isinstance(now, list) or len(ours) != len(now):
        return False
    return all(
        all(shown.get(name) == value for name, value in one.items()) for one, shown in zip(ours, now, strict=True)
    )


COMPARISONS = {"options as written": options_as_written, "value as written": as_written}
