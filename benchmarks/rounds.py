"""Interleaved rounds: each way of doing a thing once per round, so that what else the machine does hits them all."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping

Way = Callable[[], object]


def interleaved(ways: Mapping[str, Way], rounds: int, *, warm: int = 1) -> dict[str, float]:
    """The median time of each way, in seconds; every round begins with another one. `warm` rounds are not counted."""
    names, times = list(ways), {name: list[float]() for name in ways}
    for number in range(rounds + warm):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            taken = _timed(ways[name])
            if number >= warm:
                times[name].append(taken)
    return {name: statistics.median(taken) for name, taken in times.items()}


def _timed(way: Way) -> float:
    began = time.perf_counter()
    way()
    return time.perf_counter() - began
