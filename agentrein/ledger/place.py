"""Where a SQLite ledger is: the forms in which its place can be given, and a file that only its owner can read."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from agentrein.errors import LedgerUnusable

_FORMS = "give a path, sqlite:///relative/path, sqlite:////absolute/path or file:/path"
_MISSING = "the first rein.run(...) makes it; or name another one: --ledger PATH, AGENTREIN_LEDGER"
_MODES = {"ro", "rw", "rwc"}


@dataclass(frozen=True, slots=True)
class Place:
    """A ledger's file, with symbolic links followed so that every name of it is the same place.

    `mode` is SQLite's: `ro` only reads, `rw` wants an existing file, `rwc` creates it.
    """

    path: Path
    mode: str = "rwc"

    @property
    def url(self) -> str:
        """The place in the form that any process accepts, with an absolute path."""
        return f"sqlite:///{quote(str(self.path))}" + ("?mode=ro" if self.mode == "ro" else "")

    @property
    def writable(self) -> bool:
        """Whether the file (the folder, if there is none yet) may be written, by its permission bits even for root."""
        if self.mode == "ro":
            return False
        folder = _nearest(self.path.parent)
        return may_write(folder) and (not self.path.exists() or may_write(self.path))

    @property
    def frozen(self) -> bool:
        """Whether nobody may write the file or beside it and no WAL is left: SQLite can then read it without locks."""
        wal = self.path.with_name(self.path.name + "-wal")
        if wal.exists() and wal.stat().st_size:
            return False
        return not (may_write(self.path.parent) and _has_write_bit(self.path))


def parse(text: str | os.PathLike[str]) -> Place:
    """The place that a path or URL names; `LedgerUnusable` for other stores, without repeating the URL."""
    given = os.fspath(text)
    scheme = given.partition(":")[0].lower() if ":" in given else ""
    if scheme.startswith("postgres"):
        raise LedgerUnusable(
            "a postgresql:// ledger is not supported yet", now="give the path of a SQLite ledger instead"
        )
    if scheme in {"sqlite", "file"}:
        return _from_url(given, scheme)
    if "://" in given:
        raise LedgerUnusable(f"a {scheme}:// ledger is not supported", now=_FORMS)
    if given in {"", ":memory:"}:
        raise LedgerUnusable("a ledger needs a file: one in memory would not survive the process", now=_FORMS)
    return _place(given)


def _from_url(url: str, scheme: str) -> Place:
    parts = urlsplit(url)
    path = unquote(parts.path)
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    mode = options.pop("mode", "rwc")
    if parts.netloc not in {"", "localhost"} or options or mode not in _MODES or path in {"", "/", "/:memory:"}:
        raise LedgerUnusable("this URL names no ledger file", now=f"{_FORMS}, with ?mode=ro to read only")
    if scheme == "sqlite" and url.lower().startswith("sqlite:///"):
        path = path[1:]
    return _place(path, mode)


def _place(path: str, mode: str = "rwc") -> Place:
    return Place(Path(path).expanduser().resolve(), mode)


def may_write(path: Path) -> bool:
    """Whether a file or folder may be written; one without any write bit may not, even by root."""
    return _has_write_bit(path) and os.access(path, os.W_OK)


def _has_write_bit(path: Path) -> bool:
    return bool(path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))


def prepare(place: Place, *, create: bool) -> bool:
    """Make sure that there is a file to open, making it if asked; returns whether it may be written."""
    path, writable = place.path, place.writable
    if path.exists() and not path.is_file():
        raise LedgerUnusable("this is no file, so it cannot be a ledger", where=str(path), now=_FORMS)
    if not create or place.mode != "rwc":
        if not path.exists() or path.stat().st_size == 0:
            raise LedgerUnusable("there is no ledger here", where=str(path), now=_MISSING)
    elif writable:
        make_private(path)
    elif not path.exists():
        raise LedgerUnusable(
            "no ledger can be made here: the folder is read-only",
            where=str(path),
            now="give a path that can be written",
        )
    return writable


def make_private(path: Path) -> None:
    """Create an empty file, with the folders above it, that only its owner can read from its first byte.

    Never opens a file that is there already: closing it would drop the locks that SQLite holds on it.
    """
    make_private_folder(path.parent)
    with suppress(FileExistsError):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        os.fchmod(descriptor, 0o600)  # a umask may have taken even the owner's bits
        os.close(descriptor)
        return
    if path.stat().st_size == 0:  # touched by a script, or left by a crash right after the lines above
        path.chmod(0o600)


def make_private_folder(folder: Path) -> None:
    """Create a folder, and those missing above it, for its owner only; one that exists is left as it is."""
    if folder.is_dir():
        return
    make_private_folder(folder.parent)
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
        folder.chmod(0o700)


def _nearest(folder: Path) -> Path:
    """The folder, or the nearest above it that exists."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder
