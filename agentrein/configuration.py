"""The configuration files: where they are found, which of them is pinned, what they say and in which line.

    /etc/agentrein.toml          the machine's: pinned
    AGENTREIN_CONFIG=PATH        named by whoever starts the process: pinned; beside the machine's it only tightens
    agentrein.toml               in the working directory, else in the nearest folder above it: only tightens

A pinned file decides: nothing that code of the process passes can loosen what it says. A file that is merely found may
have been written by anybody, the agent included.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from agentrein.errors import ConfigurationError

NAME = "agentrein.toml"
VARIABLE = "AGENTREIN_CONFIG"
MACHINE = Path("/etc") / NAME
_AT_IMPORT = os.environ.get(VARIABLE, "")

ACTING = frozenset({"clients", "alerts", "encryption"})
"""Sections by which a file makes this process import or start something."""


@dataclass(frozen=True, slots=True)
class File:
    """One configuration file as it was read. `foreign` says that neither this user nor root owns it."""

    path: Path
    pinned: bool
    foreign: bool
    data: Mapping[str, Any] = field(repr=False)
    lines: Mapping[tuple[str, ...], int] = field(repr=False)

    def at(self, *keys: str) -> str:
        """`/path/agentrein.toml:12`, the line of a key or of the nearest one around it."""
        while keys and keys not in self.lines:
            keys = keys[:-1]
        return f"{self.path}:{self.lines[keys]}" if keys else str(self.path)

    @property
    def guards(self) -> bool:
        """Whether code of this process cannot change it: it is pinned, and this user cannot write or replace it."""
        return self.pinned and not any(_may_change(one) for one in (self.path, *self.path.parents))


@dataclass(frozen=True, slots=True)
class Section:
    """What one file says in one section; `values` is a table, or for a section that is one value that value."""

    name: str
    values: Any
    file: File

    @property
    def pinned(self) -> bool:
        """Whether its file decides, rather than only tightens."""
        return self.file.pinned

    def at(self, *keys: str) -> str:
        """File and line of a key in it."""
        return self.file.at(self.name, *keys)

    def mistake(self, what: str, *keys: str, now: str) -> ConfigurationError:
        """The error for a value that the schema allows and that cannot be all the same; to be raised."""
        return ConfigurationError(what, where=self.at(*keys), now=now)


@dataclass(frozen=True, slots=True)
class Configuration:
    """All files that hold for this process, the strongest first."""

    files: tuple[File, ...] = ()

    def sections(self, name: str) -> tuple[Section, ...]:
        """What the files say in a section, the strongest first; empty if none says anything.

        Raises ConfigurationError where a section would make this process import or start something, and its file was
        only found and belongs to another user.
        """
        found = tuple(Section(name, file.data[name], file) for file in self.files if name in file.data)
        for one in found if name in ACTING else ():
            if one.file.foreign:
                raise one.mistake(
                    f"[{name}] of a file that was only found, and that belongs to another user, is not followed",
                    now=f"if you trust it, name it: {VARIABLE}={one.file.path}",
                )
        return found


def read(folder: Path | None = None) -> Configuration:
    """The configuration as it holds now, for the working directory or another folder; raises ConfigurationError."""
    files: dict[Path, File] = {}
    for path, pinned in _places(folder):
        if path not in files:
            files[path] = _file(path, pinned=pinned)
    return Configuration(tuple(files.values()))


def _places(folder: Path | None) -> Iterator[tuple[Path, bool]]:
    if _is_file(MACHINE):
        yield MACHINE.resolve(), True
    for given in dict.fromkeys((started_with(), os.environ.get(VARIABLE, ""))):
        if given:
            yield _named(given), True
    found = _found(folder)
    if found is not None:
        yield found, False


@lru_cache(maxsize=1)
def started_with() -> str:
    """What AGENTREIN_CONFIG said when the process was started, whatever its code has done to the variable since.

    Where the system does not tell: as it was when this was imported.
    """
    with suppress(OSError):
        for line in Path("/proc/self/environ").read_bytes().split(b"\0"):
            name, _, value = line.partition(b"=")
            if name == VARIABLE.encode():
                return os.fsdecode(value)
        return ""
    return _AT_IMPORT


def _named(given: str) -> Path:
    """The named file; a relative path would be another one as soon as the process changes its working directory."""
    path = Path(given)
    if not path.is_absolute():
        raise ConfigurationError(f"{VARIABLE}={given} is no absolute path", now=f"{VARIABLE}={path.absolute()}")
    if not _is_file(path):
        raise ConfigurationError(
            f"{VARIABLE} names a file that is not there", where=str(path), now="mend the path, or unset the variable"
        )
    return path.resolve()


def _found(folder: Path | None) -> Path | None:
    with suppress(OSError):  # the working directory may be gone
        here = (folder or Path.cwd()).resolve()
        return next((one / NAME for one in (here, *here.parents) if _is_file(one / NAME)), None)
    return None


def _is_file(path: Path) -> bool:
    with suppress(OSError):
        return stat.S_ISREG(path.stat().st_mode)
    return False


_read_before: dict[tuple[Path, bool], tuple[tuple[int, ...], File]] = {}


def _file(path: Path, *, pinned: bool) -> File:
    """A file, read again only when it has changed."""
    try:
        found = path.stat()
        stamp = (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_uid, found.st_mode)
        before = _read_before.get((path, pinned))
        if before is not None and before[0] == stamp:
            return before[1]
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = (error.strerror or str(error)) if isinstance(error, OSError) else "it is not UTF-8"
        raise ConfigurationError(f"the configuration cannot be read: {why}", where=str(path), now="mend it") from error
    _check_mode(path, found, pinned=pinned)
    file = _parsed(path, text, pinned=pinned, foreign=not pinned and found.st_uid not in {0, os.geteuid()})
    _read_before[path, pinned] = stamp, file
    return file


def _check_mode(path: Path, found: os.stat_result, *, pinned: bool) -> None:
    """Refuse a pinned file that anybody may write: whatever it says, it pins nothing."""
    if pinned and found.st_mode & stat.S_IWOTH:
        raise ConfigurationError(
            "the pinned configuration can be written by everybody on this machine",
            where=str(path),
            now=f"chmod o-w {path}",
        )


def _parsed(path: Path, text: str, *, pinned: bool, foreign: bool) -> File:
    from agentrein.configuration_check import mistake_in
    from agentrein.configuration_lines import Unreadable, parse

    try:
        data, lines = parse(text)
    except Unreadable as error:
        raise ConfigurationError(
            f"this is no TOML: {error}", where=f"{path}:{error.line}", now='a line reads  key = "value"'
        ) from error
    file = File(path, pinned, foreign, data, lines)
    mistake = mistake_in(data)
    if mistake is not None:
        raise ConfigurationError(mistake.what, where=file.at(*mistake.path), now=mistake.now)
    return file


def _may_change(path: Path) -> bool:
    """Whether this process may write a file or folder, or could allow itself to, as its owner and as root."""
    with suppress(OSError):
        found = path.stat()
        if os.geteuid() in {0, found.st_uid}:
            return True
        keeps_apart = stat.S_ISDIR(found.st_mode) and found.st_mode & stat.S_ISVTX  # such as /tmp
        return os.access(path, os.W_OK) and not keeps_apart
    return False
