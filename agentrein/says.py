"""Sentences for people: `says` templates filled with what a call holds, and no more than that."""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from agentrein.plan_known import ODD
from agentrein.planning import view
from agentrein.secret import recorded

if TYPE_CHECKING:
    from agentrein.model import Call
    from agentrein.rows import Operation

LONGEST = 80
"""Characters of one value that a sentence shows; the ledger holds all of it."""


class _Sentence(string.Formatter):
    """Fills plain names only: no attribute, no index, so that a value cannot reach into anything."""

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:  # noqa: ARG002 - as overridden
        return kwargs.get(str(key), "?")

    def get_field(self, field_name: str, args: Any, kwargs: Mapping[str, Any]) -> tuple[Any, str]:
        return self.get_value(field_name, args, kwargs), field_name

    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ARG002 - as overridden
        return _cut(value if isinstance(value, str) else _plain(value))

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        return f'"{_cut(str(value))}"' if conversion == "r" else value


def say(template: str, values: Mapping[str, Any]) -> str:
    """The sentence with its names filled; `{name!r}` puts the value in quotes."""
    return _Sentence().vformat(template, (), dict(values))


def sentence(row: Operation, call: Call, lookups: Mapping[str, Any] | None = None) -> str:
    """What a call does, in the sentence of its row."""
    if "{" not in row.says:  # nothing of the call stands in it, however much the call says
        return say(row.says, {})
    call = recorded(row, call)
    said = {**(lookups or {}), **view(call)}
    try:
        named = row.names(said) if row.names is not None else {}
    except ODD:  # a sentence must not keep a call from being judged, or refused
        named = {}
    fields = list(call.body) if isinstance(call.body, dict) else []
    return say(row.says, {**said, "fields": fields, **named})


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_plain, value)) or "nothing"
    return "nothing" if value is None else str(value)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
