"""Stripe's form encoding, both ways: nested names such as `items[0][price]`, and no value that says "nothing".

https://docs.stripe.com/api?lang=curl
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any
from urllib.parse import parse_qsl, quote_plus

_NAME = re.compile(r"(?P<first>[^\[\]]+)(?P<rest>(?:\[[^\[\]]*\])*)")
_MEMBER = re.compile(r"\[([^\[\]]*)\]")
_FREE = "metadata"
"""What the names of hashes end with whose keys the caller makes up, so that numbers among them are no places."""


class Unreadable(ValueError):
    """A form that could be read in two ways."""


class Unsayable(ValueError):
    """A value that a form cannot say: leaving it out would mean another request."""


def decoded(form: str) -> dict[str, Any]:
    """What a form says, as nested dicts and lists of texts; raises Unreadable where one name says two things."""
    said: dict[str, Any] = {}
    for name, value in parse_qsl(form, keep_blank_values=True, max_num_fields=10_000):
        found = _NAME.fullmatch(name)
        if found is None:
            message = f"the name {name!r} cannot be read"
            raise Unreadable(message)
        _put(said, [found["first"], *_MEMBER.findall(found["rest"])], value)
    return {name: _shaped(name, value) for name, value in said.items()}


def _put(said: dict[str, Any], steps: list[str], value: str) -> None:
    for at, step in enumerate(steps[:-1]):
        inner: Any = said.setdefault(step or str(len(said)), {})
        if not isinstance(inner, dict):
            message = f"{steps[at]!r} is a value and a hash at once"
            raise Unreadable(message)
        said = inner
    last = steps[-1] or str(len(said))
    if last in said:
        message = f"{last!r} stands there twice"
        raise Unreadable(message)
    said[last] = value


def _shaped(name: str, value: Any) -> Any:
    """Hashes whose keys count from zero are lists, unless the caller makes the keys up."""
    if not isinstance(value, dict):
        return value
    shaped = {key: _shaped(key, one) for key, one in value.items()}
    counted = {str(at) for at in range(len(shaped))}
    if name.endswith(_FREE) or shaped.keys() != counted:
        return shaped
    return [shaped[str(at)] for at in range(len(shaped))]


def encoded(said: Mapping[str, Any]) -> str:
    """The form that says this; raises Unsayable for null and for what is empty: neither can be left out unnoticed."""
    pairs = (f"{quote_plus(name, safe='[]')}={quote_plus(value)}" for name, value in _pairs("", said))
    return "&".join(pairs)


def _pairs(name: str, value: Any) -> Iterator[tuple[str, str]]:
    match value:
        case Mapping() if value or not name:
            for key, one in value.items():
                yield from _pairs(f"{name}[{key}]" if name else str(key), one)
        case list() | tuple() if value:
            for at, one in enumerate(value):
                yield from _pairs(f"{name}[{at}]", one)
        case bool():
            yield name, str(value).lower()
        case str() | int() | float() | Decimal():
            yield name, str(value)
        case _:
            message = f"{name}={value!r} cannot be said in a form; an empty text is what clears a field"
            raise Unsayable(message)
