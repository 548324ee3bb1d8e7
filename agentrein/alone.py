"""A write outside of every run, where `wrap(…, outside_run="record")` lets it out: a closed run of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from agentrein.closing import close
from agentrein.errors import LedgerError

if TYPE_CHECKING:
    from agentrein.run import Run


@contextmanager
def recorded(operation: str, where: str) -> Iterator[Run]:
    """A run for one write; it is completed whatever becomes of the write, for only a person undoes it."""
    from agentrein.run import Run, Settings

    run = Run(f"outside a run: {operation}", because=None, settings=Settings(on_failure="keep"))
    run.open_alone(where)
    try:
        yield run
    finally:
        with suppress(LedgerError):  # the caller gets the answer; what has no end here is left to a recovery
            close(run, None)
