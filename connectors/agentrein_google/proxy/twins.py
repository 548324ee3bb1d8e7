"""An `http` of our own beside the caller's, with its credentials and with connections of its own.

httplib2 is not thread-safe, and an undo may run in another thread than the call did; and a request of ours ends some
time, also where the caller's `http` would wait for ever.
"""

from __future__ import annotations

import copy
import threading
import weakref
from typing import Any

import httplib2  # type: ignore[import-untyped]

TIMEOUT = 120.0
"""Seconds that a request of ours waits for its connection, and for each part of its answer, at most."""

_twins: weakref.WeakKeyDictionary[Any, dict[int, Any]] = weakref.WeakKeyDictionary()


def waits_for_ever(http: Any) -> bool:
    """Whether an `http` has no timeout."""
    inner = getattr(http, "http", http)
    return isinstance(inner, httplib2.Http) and inner.timeout is None


def twin_of(http: Any) -> Any:
    """The twin of an `http` in this thread; the `http` itself where nobody knows how to make one."""
    of_threads = _twins.setdefault(http, {})
    thread = threading.get_ident()
    if thread not in of_threads:
        made = of_threads[thread] = _made(http)
        if made is not http:
            weakref.finalize(http, made.close)
    return of_threads[thread]


def _made(http: Any) -> Any:
    if hasattr(http, "_max_refresh_attempts"):
        twin = copy.copy(http)
        twin.http = _made(http.http)
        twin._request = type(http._request)(twin.http)
        return twin
    if isinstance(http, httplib2.Http) and "request" not in http.__dict__:
        twin = object.__new__(type(http))
        twin.__dict__.update(http.__dict__, connections={}, timeout=http.timeout or TIMEOUT)
        return twin
    return http
