"""Where in the user's code something happened."""

from __future__ import annotations

import os
import sys
import warnings
from functools import lru_cache
from types import FrameType

from agentrein.installed import connector_packages

_LIBRARIES = frozenset(
    {"agentrein", "asyncio", "concurrent", "threading", "contextlib", "http", "importlib", "runpy", "urllib"}
)
_LIBRARY = f"{os.sep}site-packages{os.sep}"


@lru_cache(maxsize=8)
def _ours(connectors: frozenset[str]) -> frozenset[str]:
    """Packages that are no user's code; every write asks for them."""
    return _LIBRARIES | connectors


def caller() -> str:
    """`file.py:12` of the nearest frame that is neither ours nor an installed library's; empty if there is none."""
    ours = _ours(connector_packages())
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - the documented way to walk the stack cheaply
    while frame is not None:
        if _is_users(frame, ours):
            return _place(frame, frame.f_lineno)
        frame = frame.f_back
    return ""


def warn_at(where: str, told: str) -> None:
    """Tell whoever called, at the line of their code that `caller` gave."""
    file, _, line = where.rpartition(":")
    warnings.warn_explicit(told, UserWarning, file or "?", int(line) if line.isdecimal() else 0)


def raised(error: BaseException) -> str:
    """`file.py:12` of the innermost frame of the user's own code in an exception's traceback; empty if there is none.

    A traceback reaches far into libraries, so the whole standard library is none of the user's code here.
    """
    ours = _ours(connector_packages()) | sys.stdlib_module_names
    found, trace = "", error.__traceback__
    while trace is not None:
        if _is_users(trace.tb_frame, ours):
            found = _place(trace.tb_frame, trace.tb_lineno)
        trace = trace.tb_next
    return found


def _is_users(frame: FrameType, ours: frozenset[str]) -> bool:
    name = str(frame.f_globals.get("__name__", "")).partition(".")[0]
    return name not in ours and _LIBRARY not in frame.f_code.co_filename


def _place(frame: FrameType, line: int) -> str:
    return f"{os.path.basename(frame.f_code.co_filename)}:{line}"  # noqa: PTH119 - no I/O, hot
