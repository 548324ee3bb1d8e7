"""`rein` on a pseudo-terminal, for tests of what it asks and tells there."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time


class Terminal:
    """One command on a terminal; stdout stays a pipe."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "agentrein.cli", *arguments], stdin=slave, stderr=slave, stdout=subprocess.PIPE
        )
        os.close(slave)
        self.seen = ""

    @property
    def words(self) -> str:
        """What was seen, without colours."""
        return re.sub(r"\x1b\[[0-9;]*m", "", self.seen)

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
        try:
            got = os.read(self.master, 65536).decode()
        except OSError:  # Linux says so when the other side was closed
            return False
        self.seen += got
        return bool(got)
