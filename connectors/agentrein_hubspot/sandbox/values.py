"""What HubSpot makes of a value: it checks it against the property, and keeps it in a form of its own.

https://developers.hubspot.com/docs/api-reference/crm-properties-v3/guide
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]+")
_SCHEME = re.compile(r"^(https?://)?(www\.)?", re.IGNORECASE)


@dataclass(eq=False)
class Property:
    """The definition of one property of a kind of records."""

    name: str
    label: str
    type: str = "string"
    field_type: str = "text"
    group: str = "information"
    options: list[dict[str, Any]] = field(default_factory=list)
    description: str = ""
    display_order: int = -1
    hidden: bool = False
    form_field: bool = False
    unique: bool = False
    hubspot: bool = True
    read_only: bool = False
    calculated: bool = False
    archived: bool = False
    archived_at: float | None = None
    created: float = 0
    updated: float = 0
    more: dict[str, Any] = field(default_factory=dict)


class Unfit(Exception):
    """A value that the property does not admit: a code of HubSpot's, and a message."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


def kept(one: Property, value: Any) -> str:
    """The value as HubSpot keeps it, empty for one that is cleared; raises Unfit."""
    if isinstance(value, dict | list):
        raise Unfit("INVALID_TYPE", f"{one.name} is no text")
    text = str(value).lower() if isinstance(value, bool) else str(value).strip()
    if text == "":
        return ""
    return _READ.get(one.name, _BY_TYPE.get(one.type, _text))(one, text)


def _text(_one: Property, text: str) -> str:
    return text


def _email(_one: Property, text: str) -> str:
    """E-mail addresses are kept in lower case."""
    if _EMAIL.fullmatch(text) is None:
        raise Unfit("INVALID_EMAIL", f"Email address {text} is invalid")
    return text.lower()


def _domain(_one: Property, text: str) -> str:
    """A domain is kept in lower case, without scheme, `www.` and path."""
    return _SCHEME.sub("", text).partition("/")[0].lower()


def _number(one: Property, text: str) -> str:
    """A number without what does not count."""
    try:
        number = float(text.replace(",", ""))
    except ValueError as error:
        raise Unfit("INVALID_INTEGER", f"{text} was not a valid number for {one.name}.") from error
    return str(int(number)) if number.is_integer() else str(number)


def _moment(one: Property, text: str) -> str:
    """A time in UTC to the millisecond, given as milliseconds or in ISO 8601."""
    at = _read_moment(one, text)
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"


def _date(one: Property, text: str) -> str:
    """A day."""
    at = _read_moment(one, text)
    if one.type == "date" and text.isdecimal() and (at.hour, at.minute, at.second) != (0, 0, 0):
        raise Unfit("INVALID_DATE", f"{text} is at {at.hour}:{at.minute}:{at.second} UTC, not midnight!")
    return at.strftime("%Y-%m-%d")


def _read_moment(one: Property, text: str) -> datetime:
    try:
        if text.lstrip("-").isdecimal():
            return datetime.fromtimestamp(int(text) / 1000, UTC)
        at = datetime.fromisoformat(text)
    except (ValueError, OverflowError) as error:
        raise Unfit("INVALID_DATE", f"{text} was not a valid date for {one.name}.") from error
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)


def _truth(_one: Property, text: str) -> str:
    if text.lower() not in {"true", "false"}:
        raise Unfit("INVALID_OPTION", f"{text} was not one of the allowed options: [true, false]")
    return text.lower()


def _option(one: Property, text: str) -> str:
    """One of the options, or several in the order in which the property lists them."""
    if not one.options:
        return text
    known = [str(option["value"]) for option in one.options]
    given = [part.strip() for part in text.split(";") if part.strip()] if one.field_type == "checkbox" else [text]
    strange = next((part for part in given if part not in known), None)
    if strange is not None:
        allowed = ", ".join(known)
        raise Unfit("INVALID_OPTION", f"{strange} was not one of the allowed options: [{allowed}]")
    return ";".join(part for part in known if part in given)


_BY_TYPE: dict[str, Callable[[Property, str], str]] = {
    "number": _number,
    "datetime": _moment,
    "date": _date,
    "bool": _truth,
    "enumeration": _option,
}
_READ: dict[str, Callable[[Property, str], str]] = {"email": _email, "domain": _domain}
"""Properties that are kept in a form of their own, whatever their type."""
