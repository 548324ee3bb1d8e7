"""Who owns a run and who reverts it, in the words that errors and reports use."""

from __future__ import annotations

import getpass
import os
import socket
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=1)
def _host() -> str:
    return socket.gethostname()


def user() -> str:
    """`AGENTREIN_USER`, else the operating system's user."""
    named = os.environ.get("AGENTREIN_USER")
    if named:
        return named
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())


def owner() -> dict[str, Any]:
    """This process, as a ledger names the owner of a run."""
    started = datetime.now(UTC).isoformat(timespec="seconds")
    return {"pid": os.getpid(), "host": _host(), "user": user(), "started": started}
