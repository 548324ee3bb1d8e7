"""Who owns a run: a POSIX record lock that the kernel drops when the process dies, however it dies.

Each epoch of each run has a lock file of its own, `<ledger>.locks/<run>.<epoch>`, locked by the process that holds
this epoch and by nobody else, ever. So a frozen owner that was overruled keeps its old lock, the new owner has a new
one, and neither's death disturbs the other; and since no file is locked twice, it can be removed as soon as its epoch
is over and nobody holds it.

The kernel drops a process's lock when *any* descriptor of the file is closed, hence one registry per process that opens
each file once. A forked child inherits descriptors, not locks: it starts with an empty registry.
"""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from agentrein.ledger.place import make_private_folder


@dataclass(frozen=True, slots=True)
class _Held:
    path: Path
    run: str
    descriptor: int


class Locks:
    """The lock files of one ledger, seen from this process."""

    def __init__(self, ledger: Path) -> None:
        self._folder = ledger.with_name(ledger.name + ".locks")

    def take(self, run: str, epoch: int) -> bool:
        """Lock an epoch for this process; False if another process holds it."""
        make_private_folder(self._folder)
        path = self._path(run, epoch)
        with _guard:
            if _mine(path):
                return True
            descriptor = _locked(path)
            if descriptor is None:
                return False
            _registry[_identity(os.fstat(descriptor))] = _Held(path, run, descriptor)
            return True

    def held(self, run: str, epoch: int) -> bool:
        """Whether this process holds the epoch."""
        with _guard:
            return _mine(self._path(run, epoch)) is not None

    def alive(self, run: str, epoch: int) -> bool:
        """Whether any living process, this one included, holds the epoch."""
        path = self._path(run, epoch)
        with _guard:
            return _mine(path) is not None or _locked_elsewhere(path)

    def alive_any(self, run: str) -> bool:
        """Whether any living process, this one included, holds an epoch of the run, be it one that is over."""
        with _guard:
            return any(_mine(path) or _locked_elsewhere(path) for _, path in self._files(run))

    def live(self) -> list[str]:
        """The runs that some living process, this one included, holds in any epoch."""
        with _guard, suppress(FileNotFoundError):
            files = [path for path in self._folder.iterdir() if _mine(path) or _locked_elsewhere(path)]
            return sorted({unquote(path.name.rpartition(".")[0]) for path in files})
        return []

    def drop(self, run: str, epoch: int) -> None:
        """Remove the file of an epoch that is over, and let go of it if this process holds it.

        So are files of earlier epochs that nobody holds any more. One that another process holds stays: it tells that
        its owner, frozen and overruled, may yet write down what an answer said.
        """
        with _guard:
            path = self._path(run, epoch)
            over = [one for number, one in self._files(run) if number < epoch and not _mine(one)]
            for one in (path, *over):
                if _mine(one) or not _locked_elsewhere(one):
                    _remove(one, _mine(one))

    def release(self, run: str) -> None:
        """Let go of every epoch of a run that this process holds."""
        with _guard:
            mine = [held for held in _registry.values() if held.run == run and held.path.parent == self._folder]
            for held in mine:
                _remove(held.path, held)

    def _files(self, run: str) -> list[tuple[int, Path]]:
        """The lock files of a run's epochs, by number; `quote` leaves nothing that a pattern could mean."""
        name = quote(run, safe="")
        found = [(path.name.removeprefix(f"{name}."), path) for path in self._folder.glob(f"{name}.*")]
        return [(int(number), path) for number, path in found if number.isdecimal()]

    def _path(self, run: str, epoch: int) -> Path:
        return self._folder / f"{quote(run, safe='')}.{epoch}"


_guard = threading.RLock()
_registry: dict[tuple[int, int], _Held] = {}
"""By device and inode, so that a second name of the same folder does not open a held file again."""


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _mine(path: Path) -> _Held | None:
    try:
        return _registry.get(_identity(path.stat()))
    except FileNotFoundError:
        return next((held for held in _registry.values() if held.path == path), None)


def _locked(path: Path) -> int | None:
    """A descriptor of the file with its lock, None if another process has the lock."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(descriptor, 0o600)  # a umask may have taken even the owner's bits
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException as error:
        os.close(descriptor)
        if isinstance(error, BlockingIOError | PermissionError):
            return None
        raise
    return descriptor


def _remove(path: Path, held: _Held | None) -> None:
    """Remove the file before it is unlocked: who finds no file knows that nobody owns it."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
    if held:
        del _registry[_identity(os.fstat(held.descriptor))]
        os.close(held.descriptor)


def _locked_elsewhere(path: Path) -> bool:
    """Try a shared lock, which two askers can have at once and an owner's exclusive one forbids."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return True
    finally:
        os.close(descriptor)
    return False


def _after_fork_in_child() -> None:
    global _guard  # noqa: PLW0603 - another thread of the parent may have held it
    _guard = threading.RLock()
    while _registry:
        os.close(_registry.popitem()[1].descriptor)


os.register_at_fork(after_in_child=_after_fork_in_child)


def in_words(owner: Mapping[str, Any]) -> str:
    """An owner, as `open_run` takes it, for a person: `pid 4711 on build-7 (ada) since 2025-11-29 14:03 UTC`."""
    words = f"pid {owner.get('pid', '?')} on {owner.get('host', '?')}"
    user, started = owner.get("user"), owner.get("started")
    if user:
        words += f" ({user})"
    with suppress(TypeError, ValueError):
        words += f" since {datetime.fromisoformat(str(started)):%Y-%m-%d %H:%M} UTC"
    return words
