"""What a parameter may hold: each form reads the text of the wire and gives the JSON value that answers show.

A field says by itself what an empty text does to it, as the request types of the API do:
https://docs.stripe.com/api/metadata
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from agentrein_stripe.sandbox.ask import Ask, invalid, missing, unknown

Read = Callable[[Ask, Any, str, Any], Any]
"""From the request, the value on the wire, the parameter's name and the value so far, to the value that is shown."""

NEVER = object()
"""For `empty`: an empty text is refused."""

BOTH = ("create", "update")


@dataclass(frozen=True)
class Field:
    """One parameter: how it is read, what an empty text makes of it, where it may be given, and where it is shown.

    `shown` is the key of the object, None for one that a resource's own code looks at.
    """

    name: str
    read: Read
    empty: Any = NEVER
    on: tuple[str, ...] = BOTH
    required: bool = False
    default: Any = None
    shown: str | None = ""

    @property
    def key(self) -> str | None:
        """Where the object shows it."""
        return self.name if self.shown == "" else self.shown

    def taken(self, ask: Ask, value: Any, place: str, old: Any) -> Any:
        """The value to show for what the wire says."""
        if value == "":
            if self.empty is NEVER:
                raise invalid(
                    f"You passed an empty string for '{place}'. We assume empty values are an attempt to unset a "
                    f"parameter; however '{place}' cannot be unset. You should remove '{place}' from your request or "
                    "supply a non-empty value.",
                    place,
                    "parameter_invalid_empty",
                )
            return self.empty() if callable(self.empty) else self.empty
        return self.read(ask, value, place, old)


def read_fields(
    ask: Ask, fields: tuple[Field, ...], given: Mapping[str, Any], old: Mapping[str, Any], on: str, inside: str = ""
) -> dict[str, Any]:
    """The values of all given fields by their names; 400 for one that there is not, or that is missing."""
    known = {one.name: one for one in fields if on in one.on}
    for name in given:
        if name not in known:
            raise unknown(_place(inside, name))
    if on == "create":
        for one in known.values():
            if one.required and one.name not in given:
                raise missing(_place(inside, one.name))
    return {
        name: known[name].taken(ask, value, _place(inside, name), old.get(known[name].key or name))
        for name, value in given.items()
    }


def _place(inside: str, name: str) -> str:
    return f"{inside}[{name}]" if inside else name


# --- forms


def text(name: str, *, empty: Any = None, most: int = 5000, **more: Any) -> Field:
    """A text; an empty one unsets it unless said otherwise."""
    return Field(name, _text(most), empty, **more)


def _text(most: int) -> Read:
    def read(_ask: Ask, value: Any, place: str, _old: Any) -> str:
        if not isinstance(value, str):
            raise invalid(f"Invalid string: {value}", place, "parameter_invalid_string")
        if len(value) > most:
            raise invalid(f"Invalid string: {value[:20]}...; must be at most {most} characters", place)
        return value

    return read


def flag(name: str, **more: Any) -> Field:
    """A boolean."""
    return Field(name, _flag, **more)


def _flag(_ask: Ask, value: Any, place: str, _old: Any) -> bool:
    if value not in ("true", "false"):
        raise invalid(f"Invalid boolean: {value}", place)
    return bool(value == "true")


def whole(name: str, *, least: int | None = None, **more: Any) -> Field:
    """An integer, such as an amount in the smallest unit of its currency."""

    def read(_ask: Ask, value: Any, place: str, _old: Any) -> int:
        if not isinstance(value, str) or re.fullmatch(r"-?\d+", value) is None:
            raise invalid(f"Invalid integer: {value}", place, "parameter_invalid_integer")
        if least is not None and int(value) < least:
            raise invalid(f"This value must be greater than or equal to {least}.", place, "parameter_invalid_integer")
        return int(value)

    return Field(name, read, **more)


def moment(name: str, *words: str, **more: Any) -> Field:
    """A time in seconds since the epoch, or one of these words, of which `now` is read."""

    def read(ask: Ask, value: Any, place: str, _old: Any) -> int:
        if value in words and value == "now":
            return ask.now
        if not isinstance(value, str) or not value.isdecimal():
            raise invalid(f"Invalid timestamp: {value}; must be an integer", place)
        return int(value)

    return Field(name, read, **more)


def number(name: str, **more: Any) -> Field:
    """A number that is no integer."""

    def read(_ask: Ask, value: Any, place: str, _old: Any) -> float:
        return float(_decimal(value, place))

    return Field(name, read, **more)


def decimal(name: str, **more: Any) -> Field:
    """A number that is shown as a text."""

    def read(_ask: Ask, value: Any, place: str, _old: Any) -> str:
        return str(_decimal(value, place))

    return Field(name, read, **more)


def _decimal(value: Any, place: str) -> Decimal:
    try:
        return Decimal(value)
    except (InvalidOperation, TypeError, ValueError):
        raise invalid(f"Invalid decimal: {value}", place) from None


def choice(name: str, *words: str, **more: Any) -> Field:
    """One of these words."""

    def read(_ask: Ask, value: Any, place: str, _old: Any) -> str:
        if value not in words:
            raise invalid(f"Invalid {place}: must be one of {', '.join(words)}", place)
        return str(value)

    return Field(name, read, **more)


def currency(name: str = "currency", **more: Any) -> Field:
    """A currency, shown in lower case. https://docs.stripe.com/currencies."""

    def read(_ask: Ask, value: Any, place: str, _old: Any) -> str:
        if not isinstance(value, str) or re.fullmatch("[A-Za-z]{3}", value) is None:
            raise invalid(f"Invalid currency: {value}", place)
        return value.lower()

    return Field(name, read, **more)


def reference(name: str, *kinds: str, **more: Any) -> Field:
    """The id of an object that is there, of one of these kinds."""

    def read(ask: Ask, value: Any, place: str, _old: Any) -> str:
        for kind in kinds[:-1]:
            if value in ask.world.of(kind) and not ask.world.of(kind)[value].get("deleted"):
                return str(value)
        return str(ask.named(kinds[-1], value, place)["id"])

    return Field(name, read, **more)


def hash_of(name: str, *fields: Field, merges: bool = False, **more: Any) -> Field:
    """A hash of fields. One that `merges` leaves alone what is not given; else that reads as null."""
    more.setdefault("empty", None)

    def read(ask: Ask, value: Any, place: str, old: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise invalid("Invalid object", place)
        was = old if isinstance(old, dict) else {}
        found = read_fields(ask, fields, value, was, "create", place)
        base = {one.key: one.default for one in fields if one.key is not None}
        shown = {one.key: found[one.name] for one in fields if one.name in found and one.key is not None}
        return {**base, **(was if merges else {}), **shown}

    return Field(name, read, **more)


def list_of(name: str, item: Field, *, most: int = 100, **more: Any) -> Field:
    """A list, which a call replaces as a whole; an empty text empties it."""
    more.setdefault("empty", list)

    def read(ask: Ask, value: Any, place: str, _old: Any) -> list[Any]:
        if not isinstance(value, list):
            raise invalid("Invalid array", place)
        if len(value) > most:
            raise invalid(f"Array too long: at most {most} entries", place)
        return [item.taken(ask, one, f"{place}[{at}]", None) for at, one in enumerate(value)]

    return Field(name, read, **more)


def map_of(name: str, item: Field, *, merges: bool = True, **more: Any) -> Field:
    """A hash with keys of the caller's own, such as currencies."""

    def read(ask: Ask, value: Any, place: str, old: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise invalid("Invalid object", place)
        was = dict(old) if merges and isinstance(old, dict) else {}
        return was | {key: item.taken(ask, one, f"{place}[{key}]", was.get(key)) for key, one in value.items()}

    return Field(name, read, **more)


def metadata(**more: Any) -> Field:
    """Metadata: keys are merged, an empty text drops one, and all of them where it stands for the whole hash.

    https://docs.stripe.com/metadata
    """

    def read(_ask: Ask, value: Any, place: str, old: Any) -> dict[str, str]:
        if not isinstance(value, dict):
            raise invalid("Invalid object", place)
        merged = dict(old or {}) | value
        for key, one in value.items():
            if not isinstance(one, str):
                raise invalid(f"Metadata values must be strings, but for key {key} you passed a hash", place)
            if len(key) > 40 or len(one) > 500:
                raise invalid("Metadata keys may have 40 characters, values 500", f"{place}[{key}]")
        kept = {key: one for key, one in merged.items() if one != ""}
        if len(kept) > 50:
            raise invalid("You can only have 50 keys in metadata", place)
        return kept

    return Field("metadata", read, dict, default={}, **more)
