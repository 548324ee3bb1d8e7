"""Where in the user's code something happened."""

from __future__ import annotations

import os
import sys
from types import FrameType

from agentrein.installed import connector_packages

_LIBRARIES = frozenset(
    {"agentrein", "asyncio", "concurrent", "threading", "contextlib", "http", "importlib", "runpy", "urllib"}
)
_LIBRARY = f"{os.sep}site-packages{os.sep}"


def caller() -> str:
    """`file.py:12` of the nearest frame that is neither ours nor an installed library's; empty if there is none."""
    ours = _LIBRARIES | connector_packages()
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - the documented way to walk the stack cheaply
    while frame is not None:
        name = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if name not in ours and _LIBRARY not in frame.f_code.co_filename:
            return f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"  # noqa: PTH119 - no I/O, hot
        frame = frame.f_back
    return ""
