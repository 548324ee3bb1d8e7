"""A file that only its owner can read from its first byte, and that is there whole or not at all."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from agentrein.errors import UsageError


def write_private(path: Path, content: bytes, *, replace: bool = False) -> None:
    """Write a file with mode 0600, synced to disk; raises UsageError where one is there and not `replace`.

    A process that dies in the middle leaves nothing under the name, only a hidden file beside it that ends in `.part`.
    """
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            os.fchmod(descriptor, 0o600)  # a umask may have taken even the owner's bits
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            _publish(part, path, replace=replace)
        finally:
            with suppress(FileNotFoundError):
                part.unlink()
    except FileExistsError as error:
        raise UsageError(
            f"{path} is there already; nothing was written", now="name another file, or --replace"
        ) from error
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror}", now="name a place that can be written"
        ) from error


def _publish(part: Path, path: Path, *, replace: bool) -> None:
    """Give the file its name: a link never takes another file's place."""
    if replace:
        part.replace(path)
    else:
        os.link(part, path)
