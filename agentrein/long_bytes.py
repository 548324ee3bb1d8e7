"""Long bytes, such as the content of a file: they stand in the ledger once, in the planned entry of their action.

Wherever an entry would repeat them, and wherever people or programs are told of them, their digest stands instead.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

LONG = 1024
"""From how many bytes on a digest stands for them."""


@dataclass(frozen=True, slots=True)
class Digest:
    """What stands for long bytes: their SHA-256 in hexadecimal, and how many they are."""

    sha256: str
    size: int

    def __str__(self) -> str:
        return f"{self.size} bytes, sha256 {self.sha256[:12]}…"


def digested(value: Any) -> Any:
    """The value with a digest in the place of all long bytes."""
    return _each(value, lambda one: _digest(one) if isinstance(one, bytes) and len(one) >= LONG else one)


def as_json(value: Any) -> Any:
    """For JSON that people and programs read: how many bytes there are and their digest, any other value as a text."""
    told = _digest(value) if isinstance(value, bytes) else value
    return {"bytes": told.size, "sha256": told.sha256} if isinstance(told, Digest) else str(value)


def referred(value: Any, planned: Any) -> Any:
    """The value with a digest in the place of long bytes that stand in the planned entry."""
    known = _long_in(planned)
    if not known:
        return value
    return _each(value, lambda one: _digest(one) if isinstance(one, bytes) and one in known else one)


def restored(value: Any, planned: Any) -> Any:
    """The value with the bytes of the planned entry in the place of their digests."""
    if not _has_digest(value):
        return value
    known = {_digest(one): one for one in _long_in(planned)}
    return _each(value, lambda one: known.get(one, one) if isinstance(one, Digest) else one)


def _digest(content: bytes) -> Digest:
    return Digest(hashlib.sha256(content).hexdigest(), len(content))


def _each(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, Mapping):
        return {key: _each(one, change) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_each(one, change) for one in value]
    return change(value)


def _long_in(value: Any) -> frozenset[bytes]:
    found: set[bytes] = set()

    def look(one: Any) -> Any:
        if isinstance(one, bytes) and len(one) >= LONG:
            found.add(one)
        return one

    _each(value, look)
    return frozenset(found)


def _has_digest(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(map(_has_digest, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_has_digest, value))
    return isinstance(value, Digest)
