"""Reading paths: where a value stands in an answer.

user.login              a name in an object
messages.0              a place in a list (`-1` is its last)
labels[].name           of every entry of a list; what it gives is a list
properties[id=st].name  the entry of a list or object that shows `st` at `id`
reactions[users~U1][].name  those entries whose list at `users` holds `U1`; what it gives is a list
shares.*.0.ts           the first entry of an object, whatever it is called
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import Any, Final, NamedTuple


class _Absent(Enum):
    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent.ABSENT
"""What `pick` gives where nothing stands; None is a value, this is not."""


class Step(NamedTuple):
    """One step of a path: `kind` is name, any, each, which or those; `value` is what an entry shows at `name`."""

    kind: str
    name: str = ""
    value: str = ""


_STEP = re.compile(
    r"(?P<dot>\.)?(?:(?P<name>[^.\[\]=]+)|(?P<each>\[\])|\[(?P<key>[^\[\]=~.]+)(?P<sign>[=~])(?P<value>[^\[\]]*)\])",
)


@lru_cache(maxsize=4096)
def parse(path: str) -> tuple[Step, ...]:
    """The steps of a path; raises ValueError where it cannot be read."""
    steps: list[Step] = []
    at = 0
    while at < len(path):
        found = _STEP.match(path, at)
        if found is None or not _is_placed(found, first=at == 0):
            message = f"reading path {path!r}: {path[at:]!r} is no step"
            raise ValueError(message)
        steps.append(_step_of(found))
        at = found.end()
    return tuple(steps)


def _is_placed(found: re.Match[str], *, first: bool) -> bool:
    """A dot stands before every name but the first, and before nothing else."""
    return (found["dot"] is not None) == (found["name"] is not None and not first)


def _step_of(found: re.Match[str]) -> Step:
    if found["each"]:
        return Step("each")
    if found["key"]:
        return Step("which" if found["sign"] == "=" else "those", found["key"], found["value"])
    return Step("any") if found["name"] == "*" else Step("name", found["name"])


def pick(data: Any, path: str) -> Any:
    """The value at a path, a list where the path says `[]`, ABSENT where nothing stands. An empty path is all of it."""
    return _pick(data, parse(path))


def _pick(data: Any, steps: tuple[Step, ...]) -> Any:
    for at, step in enumerate(steps):
        if step.kind == "each":
            if not isinstance(data, list):
                return ABSENT
            found = (_pick(item, steps[at + 1 :]) for item in data)
            return [value for value in found if value is not ABSENT]
        data = _step(data, step)
        if data is ABSENT:
            return ABSENT
    return data


def _step(data: Any, step: Step) -> Any:
    if step.kind == "any":
        return next(iter(data.values()), ABSENT) if isinstance(data, dict) else ABSENT
    if step.kind in {"which", "those"}:
        return _chosen(data, step)
    if isinstance(data, dict):
        return data.get(step.name, ABSENT)
    if isinstance(data, list) and step.name.removeprefix("-").isdecimal() and -len(data) <= int(step.name) < len(data):
        return data[int(step.name)]
    return ABSENT


def _chosen(data: Any, step: Step) -> Any:
    """The first entry that shows a value, or the list of all that hold one; an absent list holds nothing."""
    if not isinstance(data, dict | list):
        return ABSENT
    entries = data.values() if isinstance(data, dict) else data
    if step.kind == "those":
        return [one for one in entries if _holds(one, step)]
    return next((one for one in entries if _shows(one, step)), ABSENT)


def _shows(entry: Any, step: Step) -> bool:
    return isinstance(entry, dict) and step.name in entry and str(entry[step.name]) == step.value


def _holds(entry: Any, step: Step) -> bool:
    held = entry.get(step.name) if isinstance(entry, dict) else None
    return isinstance(held, list) and step.value in map(str, held)
