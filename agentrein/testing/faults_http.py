"""Faults that a sandbox injects: refused and lost answers, server errors, rate limits, slowness."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from agentrein.testing.wire import Request

KINDS = {
    "refuse": "the connection is closed before the effect, without an answer",
    "lost": "the effect happens, then the connection is closed without an answer",
    "error": "a 5xx answer, no effect",
    "error_after": "the effect happens, then a 5xx answer",
    "rate_limited": "429 (or `status`) with Retry-After, no effect",
    "slow": "`seconds` pass before the effect, then the normal answer",
    "slow_after": "the effect happens at once, the answer comes after `seconds`",
}


@dataclass
class Fault:
    """One fault: which requests it strikes, how often, and what it does (see `KINDS`)."""

    kind: str
    method: str | None = None
    path: str | None = None
    writes: bool | None = None
    times: int | None = 1
    after: int = 0
    seconds: float = 0.1
    status: int = 500
    retry_after: int | None = 1
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    struck: int = 0

    def matches(self, request: Request) -> bool:
        """Whether the request is one that this fault is for, used up or not."""
        if self.method is not None and self.method.upper() != request.method:
            return False
        if self.writes is not None and self.writes != request.is_write:
            return False
        return self.path is None or fnmatchcase(request.decoded, self.path)

    @property
    def used_up(self) -> bool:
        """Whether it has struck as often as it should."""
        return self.times is not None and self.struck >= self.times

    @property
    def answers_instead(self) -> bool:
        """Whether the fault replaces the effect altogether."""
        return self.kind in {"refuse", "error", "rate_limited"}

    @property
    def drops(self) -> bool:
        """Whether the connection ends without an answer."""
        return self.kind in {"refuse", "lost"}


class Faults:
    """The faults that wait in a sandbox; each strikes the next requests that match it."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []
        self._lock = threading.Lock()

    def add(
        self,
        kind: str,
        *,
        method: str | None = None,
        path: str | None = None,
        writes: bool | None = None,
        times: int | None = 1,
        after: int = 0,
        seconds: float = 0.1,
        status: int | None = None,
        retry_after: int | None = 1,
        headers: Mapping[str, str] | None = None,
        body: Any = None,
    ) -> Fault:
        """Inject a fault of this kind and return it; `fault.struck` then counts the requests it hit.

        `path` is a shell-style pattern on the decoded path (`*` crosses slashes); `writes` limits it to writes, or with
        False to reads; `times=None` strikes for ever;
        `after` matching requests pass untouched first; `seconds` is for the slow kinds; `status`, `headers` and
        `body` replace what the vendor would answer; `retry_after=None` leaves the header out of a `rate_limited` one.
        Raises ValueError for an unknown kind, TypeError for a Fault: `add` makes that itself.
        """
        _check_kind(kind)
        status = status or (429 if kind == "rate_limited" else 500)
        fault = Fault(kind, method, path, writes, times, after, seconds, status, retry_after, headers or {}, body)
        with self._lock:
            self._waiting.append(fault)
        return fault

    def clear(self) -> None:
        """Take back every fault."""
        with self._lock:
            self._waiting.clear()

    def take(self, request: Request) -> Fault | None:
        """The fault that strikes this request, if any; the server asks once per request."""
        with self._lock:
            chosen: Fault | None = None
            for fault in self._waiting:
                if fault.used_up or not fault.matches(request):
                    continue
                if fault.after > 0:
                    fault.after -= 1
                elif chosen is None:
                    chosen = fault
                    fault.struck += 1
            return chosen

    def __repr__(self) -> str:
        waiting = [f.kind for f in self._waiting if not f.used_up]
        return f"<Faults {', '.join(waiting) or 'none waiting'}>"


def _check_kind(kind: object) -> None:
    if isinstance(kind, Fault):
        named = f"faults.add({kind.kind!r}, method=..., path=..., times=...)"
        raise TypeError(f"add takes the kind and its options, not a Fault: {named}")
    if kind not in KINDS:
        raise ValueError(f"unknown fault {kind!r}; there are: {', '.join(sorted(KINDS))}")
