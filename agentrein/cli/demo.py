"""`rein demo`: a story that an installed package tells, with real commands on a real ledger."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import click

from agentrein.cli.failure import pasted
from agentrein.cli.screen import words
from agentrein.cli.session import Session, pass_session, shared
from agentrein.errors import UsageError
from agentrein.ledger import ENVIRONMENT

GROUP = "agentrein.demos"
Story = Callable[..., dict[str, Any]]


class Stage:
    """Where the story is told: on stdout, or on stderr when stdout is for JSON."""

    def __init__(self, session: Session, ledger: str) -> None:
        self.ledger = ledger
        self._as_json = session.as_json
        self._screen = session.err if session.as_json else session.out

    def say(self, text: str = "") -> None:
        """Print one line."""
        self._screen.print([words(line) for line in text.split("\n")])

    def title(self, text: str) -> None:
        """Print an empty line and a heading."""
        self._screen.print([[], words(text, "bold")])

    def rein(self, *arguments: str) -> int:
        """Print a command and run it for real in this process."""
        self._prompt(arguments)
        if self._as_json:
            return self._process([sys.executable, "-m", "agentrein.cli", *arguments], {})
        from agentrein.cli.app import run

        return run(arguments)

    def rein_process(self, *arguments: str, environ: Mapping[str, str]) -> int:
        """Print a command and run it for real in a process of its own."""
        self._prompt(arguments)
        return self._process([sys.executable, "-m", "agentrein.cli", *arguments], environ)

    def python(self, *arguments: str, environ: Mapping[str, str]) -> int:
        """Run Python in a process of its own and give its exit code, negative for a signal."""
        return self._process([sys.executable, *arguments], environ)

    def _prompt(self, arguments: tuple[str, ...]) -> None:
        self._screen.print([words(f"$ {pasted('rein', *arguments)}", "bold cyan")])

    def _process(self, command: list[str], environ: Mapping[str, str]) -> int:
        self._screen.flush()
        stdout = sys.stderr if self._as_json else None
        return subprocess.run(command, env={**os.environ, **environ}, stdout=stdout, check=False).returncode  # noqa: S603


@click.command("demo", short_help="Watch an agent fail and be undone.")
@click.option("--crash", is_flag=True, help="Kill the agent's process in the middle, then recover.")
@shared
@pass_session
def command(session: Session, crash: bool) -> int:  # noqa: FBT001 - Click passes flags
    """See an agent fail and its work undone, on a built-in stand-in: no account needed.

    The ledger is made in a temporary folder, or where --ledger says, and stays there to be looked at.
    """
    story = _story()
    path = session.ledger_url or str(Path(tempfile.mkdtemp(prefix="rein-demo-")) / "ledger.sqlite3")
    with _environment(path):
        ended = story(Stage(session, path), crash=crash)
    if session.as_json:
        session.json(ended)
    return 1 if ended["left"] else 0


def is_ready() -> bool:
    """Whether a demo is installed, and what it needs: its package tells with `missing()`."""
    found = next(iter(entry_points(group=GROUP)), None)
    return found is not None and not getattr(import_module(found.module), "missing", list)()


def _story() -> Story:
    found = next(iter(entry_points(group=GROUP)), None)
    if found is None:
        raise UsageError("no demo is installed", now="install agentrein from its repository")
    story: Story = found.load()
    return story


@contextmanager
def _environment(ledger: str) -> Iterator[None]:
    """The ledger of everything that runs meanwhile, here and in other processes."""
    before = os.environ.get(ENVIRONMENT)
    os.environ[ENVIRONMENT] = ledger
    try:
        yield
    finally:
        os.environ.pop(ENVIRONMENT)
        if before is not None:
            os.environ[ENVIRONMENT] = before
