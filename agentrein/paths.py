"""Reading paths: where a value stands in an answer, such as `user.login`, `labels[].name` or `messages.0`."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import Any, Final


class _Absent(Enum):
    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent.ABSENT
"""What `pick` gives where nothing stands; None is a value, this is not."""

_SEGMENT = re.compile(r"(?P<name>[^.\[\]]*)(?P<each>\[\])?\Z")


@lru_cache(maxsize=4096)
def parse(path: str) -> tuple[tuple[str, bool], ...]:
    """The (name, each) steps of a path; raises ValueError where it cannot be read."""
    steps = []
    for segment in path.split(".") if path else ():
        found = _SEGMENT.match(segment)
        if found is None or not segment:
            message = f"reading path {path!r}: {segment!r} is no step"
            raise ValueError(message)
        steps.append((found["name"], bool(found["each"])))
    return tuple(steps)


def pick(data: Any, path: str) -> Any:
    """The value at a path, a list where the path says `[]`, ABSENT where nothing stands. An empty path is all of it."""
    return _pick(data, parse(path))


def _pick(data: Any, steps: tuple[tuple[str, bool], ...]) -> Any:
    if not steps:
        return data
    (name, each), rest = steps[0], steps[1:]
    here = _step(data, name) if name else data
    if not each:
        return _pick(here, rest)
    if not isinstance(here, list):
        return ABSENT
    found = (_pick(item, rest) for item in here)
    return [value for value in found if value is not ABSENT]


def _step(data: Any, name: str) -> Any:
    if isinstance(data, dict):
        return data.get(name, ABSENT)
    if isinstance(data, list) and name.lstrip("-").isdigit() and -len(data) <= int(name) < len(data):
        return data[int(name)]
    return ABSENT
