"""The record of runs: `open_ledger` finds the ledger that a process uses."""

from __future__ import annotations

import atexit
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from agentrein.ledger.ids import new_run_id
from agentrein.ledger.protocol import FORMAT, Act, Entry, Freeze, Ledger, RunRow, Summary, Touch

if TYPE_CHECKING:
    from agentrein.ledger.sqlite import SqliteLedger

__all__ = ["FORMAT", "Act", "Entry", "Freeze", "Ledger", "RunRow", "Summary", "Touch", "new_run_id", "open_ledger"]

ENVIRONMENT = "AGENTREIN_LEDGER"

_opening = threading.RLock()
_opened: dict[tuple[Path, bool], SqliteLedger] = {}


def open_ledger(url: str | None = None, *, create: bool = True) -> Ledger:
    """The ledger at a path or URL, else at `AGENTREIN_LEDGER`, else in the user's data folder.

    One process gets one ledger object per file, also under different names of it. With `create=False` a missing file
    is a `LedgerUnusable`. Connections are closed when the process ends.
    """
    from agentrein.ledger import place, sqlite, trouble

    where = place.parse(url or os.environ.get(ENVIRONMENT) or _default())
    with _opening:
        with trouble.told(where.path):
            key = (where.path, where.writable)
        known = _opened.get(key)
        if known is None or not known.usable:
            if known is not None:
                known.close()
            known = _opened[key] = sqlite.SqliteLedger(where.url, create=create)
        return known


def _default() -> str:
    import platformdirs

    return str(platformdirs.user_data_path("agentrein", appauthor=False) / "ledger.sqlite3")


@atexit.register
def _close_all() -> None:
    while _opened:
        _opened.popitem()[1].close()


def _after_fork_in_child() -> None:
    """The objects go on (their connections were closed before the fork); a lock held by another thread would not."""
    global _opening  # noqa: PLW0603 - the thread that held it does not exist in the child
    _opening = threading.RLock()


os.register_at_fork(after_in_child=_after_fork_in_child)
