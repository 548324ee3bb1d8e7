"""What reads show to an undo; in a plan, with what its newer undos would have changed of that."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agentrein.inverse import Read
from agentrein.model import Call
from agentrein.paths import ABSENT, pick


@dataclass(frozen=True, slots=True)
class Thing:
    """What one read shows, by the call, the entry of its answer, and the action and object for which it was read."""

    call: str
    entry: str
    action: int
    object: str | None

    def is_same(self, other: Thing) -> bool:
        """Whether two reads show one thing: the same entry, or the object of two actions, however they look it up."""
        by_object = self.object is not None and self.object == other.object and self.action != other.action
        return self.call == other.call and (self.entry == other.entry or by_object)


def thing(call: Call, read: Read, action: int, name: str | None) -> Thing:
    """What a read shows. Where it picks an entry, what its reading is given may tell which."""
    said = sorted((key, str(value)) for key, value in call.params.items())
    entry = [read.at, read.given if read.at else {}]
    return Thing(_text([call.address, said, call.body]), _text(entry), action, name)


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


class Overlay:
    """What the undos of a plan, as far as it has come, would have changed."""

    def __init__(self) -> None:
        self._made: list[tuple[Thing, dict[str, Any] | None]] = []

    def of(self, one: Thing) -> dict[str, Any] | None:
        """The readings that would be others, by path; None for a thing that would be gone."""
        return next((changed for other, changed in reversed(self._made) if other.is_same(one)), {})

    def note(self, one: Thing, changed: dict[str, Any] | None) -> None:
        """Note all that would be changed of a thing by now."""
        self._made.append((one, changed))


@dataclass(frozen=True, slots=True)
class Seen:
    """What one read showed; `changed` is what a plan's newer undos would have made of it.

    `status` is what the answer means as an HTTP status, `code` what the connector calls it.
    """

    thing: Thing
    status: int
    body: Any
    changed: Mapping[str, Any]
    code: int | str | None = None

    @property
    def said(self) -> str:
        """The answer in words, for a message."""
        return f"answered {self.status if self.code is None else self.code}"

    def at(self, path: str) -> Any:
        """The value at a path, None where nothing stands."""
        value = self.changed[path] if path in self.changed else pick(self.body, path)
        return None if value is ABSENT else value
