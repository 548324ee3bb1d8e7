"""What the story needs of the command line that plays it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Stage(Protocol):
    """Where the story is told: text, and real commands."""

    ledger: str

    def say(self, text: str = "") -> None:
        """Print one line."""
        ...

    def title(self, text: str) -> None:
        """Print an empty line and a heading."""
        ...

    def rein(self, *arguments: str) -> int:
        """Print a command and run it for real in this process."""
        ...

    def rein_process(self, *arguments: str, environ: Mapping[str, str]) -> int:
        """Print a command and run it for real in a process of its own."""
        ...

    def python(self, *arguments: str, environ: Mapping[str, str]) -> int:
        """Run Python in a process of its own and give its exit code, negative for a signal."""
        ...
