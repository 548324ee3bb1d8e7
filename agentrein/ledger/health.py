"""How a ledger's file and its folders are: version, size, room left on the disk, and who else can read them."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from agentrein.errors import LedgerUnusable
from agentrein.ledger import migrations
from agentrein.ledger.protocol import Ledger
from agentrein.ledger.sqlite import SqliteLedger

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class Exposed:
    """A file or folder that others than its owner can read or change; `wants` is the mode that it should have.

    `severe` says that others see what the ledger holds, or can put something else in its place.
    """

    path: Path
    mode: int
    wants: int
    severe: bool


@dataclass(frozen=True, slots=True)
class Health:
    """What a ledger's store says of itself. `size` and `free` are bytes, None for a store that has no files here.

    `cleanable` says that bytes which a prune deleted are still in the file or its WAL, as a reader kept them.
    """

    version: int | None = None
    known: int | None = None
    size: int | None = None
    free: int | None = None
    exposed: tuple[Exposed, ...] = ()
    cleanable: bool = False


def health(ledger: Ledger) -> Health:
    """The health of an open ledger; raises LedgerUnusable where its file is gone."""
    if not isinstance(ledger, SqliteLedger):
        return Health()
    path = ledger.path
    try:
        size = sum(one.stat().st_size for one in _files(path))
        free = shutil.disk_usage(path.parent).free
        exposed = tuple(_exposed(path))
    except OSError as error:
        raise LedgerUnusable(f"the ledger cannot be looked at: {error.strerror}", where=str(path)) from error
    return Health(ledger.version, migrations.VERSION, size, free, exposed, ledger.cleanable)


def is_missing(error: LedgerUnusable) -> bool:
    """Whether a ledger cannot be had because none was made yet, which is no trouble."""
    path = Path(error.where)
    with suppress(OSError):
        return bool(error.where) and (not path.exists() or (path.is_file() and path.stat().st_size == 0))
    return False


def _files(path: Path) -> list[Path]:
    """The database and the files that SQLite keeps beside it, as far as they are there."""
    return [one for one in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))) if one.exists()]


def _exposed(path: Path) -> Iterator[Exposed]:
    for file in _files(path):
        mode = stat.S_IMODE(file.stat().st_mode)
        if mode & _OTHERS:
            yield Exposed(file, mode, mode & ~_OTHERS, severe=True)
    for folder in (path.parent, path.with_name(path.name + ".locks")):
        if not folder.is_dir():
            continue
        mode = stat.S_IMODE(folder.stat().st_mode)
        if mode & _OTHERS:
            replaceable = bool(mode & _OTHERS_WRITE) and not mode & stat.S_ISVTX
            yield Exposed(folder, mode, mode & ~_OTHERS & 0o777, severe=replaceable)
