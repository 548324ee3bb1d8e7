"""Commands on a pseudo-terminal, for tests of what they ask and tell there."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any


def started(command: Sequence[str], **options: Any) -> tuple[subprocess.Popen[bytes], int]:
    """A command whose streams are a new terminal, except those that the options name; and where one reads and types."""
    master, slave = pty.openpty()
    streams: dict[str, Any] = {"stdin": slave, "stdout": slave, "stderr": slave}
    process: subprocess.Popen[bytes] = subprocess.Popen(command, **streams | options)
    os.close(slave)
    return process, master


def read(master: int) -> bytes:
    """What the terminal shows next; nothing once the command has ended."""
    try:
        return os.read(master, 65536)
    except OSError:  # Linux says so when the other side was closed
        return b""


def uncoloured(text: str) -> str:
    """What was shown, without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


class Terminal:
    """`rein` on a terminal; stdout stays a pipe."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "agentrein.cli", *arguments]
        self.process, self.master = started(command, stdout=subprocess.PIPE)
        self.seen = ""

    @property
    def words(self) -> str:
        """What was seen, without colours."""
        return uncoloured(self.seen)

    def wait_for(self, text: str, seconds: float = 20) -> None:
        """Read until the terminal shows a text."""
        until = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < until, self.seen
            assert self._read(), self.seen

    def type(self, text: str) -> None:
        """Type a line."""
        os.write(self.master, text.encode() + b"\n")

    def interrupt(self) -> None:
        """Press Ctrl-C, and again where the first came between prompt and read: Python would wait for a key then."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGINT)

    def ended(self) -> tuple[int, str]:
        """The exit code and what stdout got."""
        out, _ = self.process.communicate(timeout=30)
        while self._read():
            pass
        os.close(self.master)
        return self.process.returncode, out.decode()

    def _read(self) -> bool:
        got = read(self.master)
        self.seen += got.decode()
        return bool(got)
