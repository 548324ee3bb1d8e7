"""A page of `docs/` that is followed literally: its files are written, its commands run, what they print is compared.

`path` alone on a line before a block begins a file or replaces it, "More of `path`" adds the block at its end, and
"In `path`" changes it by the lines of a diff.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from docs_kit import WHERE_IT_RAN, Block, commands, environ, without

_VARIES = (*WHERE_IT_RAN, (re.compile(r"\bin \d+\.\d+s"), "in 1.00s"))
_PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-compile"]
_OFFLINE = ["--no-index", "--no-build-isolation", "--no-deps", "--upgrade"]


@dataclass(frozen=True)
class Command:
    """One command of the page, what the page says that it prints, and what it printed."""

    line: str
    said: str
    printed: str


def plain(text: str) -> str:
    """Text without what differs from run to run: less than on other pages, for lines of code are shown here."""
    return without(text, _VARIES)


def mended(text: str, diff: str) -> str:
    """The text with one change, shown with the lines around it; raises ValueError unless they stand there once."""
    lines = [line if line.strip() else " \n" for line in diff.splitlines(keepends=True)]
    old, new = ("".join(line[1:] for line in lines if line[0] in sign) for sign in (" -", " +"))
    if text.count(old) != 1:
        message = f"the page changes lines that stand {text.count(old)} times: {old!r}"
        raise ValueError(message)
    return text.replace(old, new)


@dataclass
class Reader:
    """Somebody who follows a page in an empty folder; what the page installs goes into a folder of its own."""

    folder: Path
    environ: dict[str, str] = field(default_factory=dict)
    running: list[subprocess.Popen[str]] = field(default_factory=list)
    packages: tuple[str, ...] = ()
    stale: bool = False

    def __post_init__(self) -> None:
        """Take the environment of the test, without what would change what commands print."""
        self.folder.mkdir()
        kept = {name: value for name, value in environ().items() if not name.startswith("MEMO_")}
        self.environ = kept | {
            "AGENTREIN_LEDGER": str(self.folder / "ledger.sqlite3"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(self.site),
        }

    @property
    def site(self) -> Path:
        """Where packages are installed; the folder is called as it is everywhere, for that tells libraries apart."""
        return self.folder.parent / f"{self.folder.name}-installed" / "site-packages"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End what runs in the second terminal."""
        for process in self.running:
            process.communicate("\n", timeout=30)

    def follow(self, block: Block) -> list[Command]:
        """Do what a block says; gives its commands with what they printed."""
        if block.file:
            self._write(block)
        if block.kind != "console":
            return []
        return [Command(line, said, self.run(line)) for line, _, said in commands(block.text)]

    def _write(self, block: Block) -> None:
        path = self.folder / block.file
        path.parent.mkdir(parents=True, exist_ok=True)
        if block.how == "In":
            text = mended(path.read_text(encoding="utf-8"), block.text)
        elif block.how:
            text = f"{path.read_text(encoding='utf-8')}\n\n{block.text}"
        else:
            text = block.text
        path.write_text(text, encoding="utf-8")
        self.stale = True

    def run(self, line: str) -> str:
        """What a command prints; an editable install is made anew before a command that comes after a change."""
        if line.startswith("pip install "):
            self.packages = tuple(word for word in line.split()[2:] if word != "-e")
            self._install(*self.packages)
            return ""
        if self.stale and self.packages:
            self._install(self.packages[-1])
        if line == "python serve.py":
            return self._serve(line)
        done = subprocess.run(
            ["bash", "-c", line], cwd=self.folder, env=self.environ, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr

    def _install(self, *packages: str) -> None:
        """Build wheels with what is installed here, without the network, and unpack them into the folder."""
        done = subprocess.run(
            [*_PIP, *_OFFLINE, "--target", str(self.site), *packages],
            cwd=self.folder,
            env=self.environ,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        self.stale = False

    def _serve(self, line: str) -> str:
        """Start what stays in the second terminal, and paste the line that it prints into the first."""
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        process = subprocess.Popen(line.split(), cwd=self.folder, env=self.environ, **pipes)
        self.running.append(process)
        printed = process.stdout.readline() if process.stdout is not None else ""
        self.environ |= dict(word.split("=", 1) for word in printed.split()[1:])
        return printed
