"""A terminal at which the pages' commands are typed, in the folder of an agent whose vendors are the sandboxes."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agentrein.ledger import open_ledger
from agentrein.testing import Sandbox
from docs_kit import Reader, stand_ins
from terminal_kit import read, started, uncoloured

FOLDER = "/var/lib/agent"
"""The agent's folder, as the page calls it."""

_ASKS = re.compile(
    r"(?:\((?P<last>\w{3})\) to go on, Enter to stop|(?P<key>\[y/N\])|Type (?P<word>prune) to go on.*):? $"
)
_PRELUDE = """import os, signal, sys, threading, time
from contextlib import suppress
from github import Auth, Github
from notion_client import Client
from slack_sdk import WebClient
import agentrein as rein
from agentrein_demo.agent import die_after
gh = rein.wrap(Github(base_url=os.environ["GITHUB_API_URL"], auth=Auth.Token("token-octocat"),
                      seconds_between_requests=None, seconds_between_writes=None, retry=None))
slack = rein.wrap(WebClient("xoxb-agent", base_url=os.environ["SLACK_API_URL"]))
notion = rein.wrap(Client(auth="ntn-agent", base_url=os.environ["NOTION_BASE_URL"]))
repo = gh.get_repo("acme/app")
"""


@dataclass
class Desk:
    """A terminal in the agent's folder, with tokens in its environment, and the vendors behind it."""

    sandboxes: Mapping[str, Sandbox]
    folder: Path
    environ: dict[str, str] = field(init=False)
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)
    pids: list[str] = field(default_factory=list)
    full: bool = False
    """Whether no file can grow any more."""

    def __post_init__(self) -> None:
        """Set the environment of whoever sits there."""
        reader = Reader.at(self.sandboxes, self.folder / "ledger.sqlite3")
        fixed = {
            "COLUMNS": "100",
            "NO_COLOR": "1",
            "PYTHONUTF8": "1",
            "TERM": "dumb",
            "TZ": "UTC",
            "TMPDIR": str(self.folder),
        }
        # Where coverage is measured it writes a file, and says so on the terminal when none can grow any more.
        plain = {name: value for name, value in reader.environ.items() if not name.startswith("COVERAGE_")}
        self.environ = {**plain, **fixed, "PYTHONUNBUFFERED": "1"}
        self._exported = dict(self.environ)

    @property
    def ledger(self) -> Any:
        """The agent's ledger, opened anew."""
        return open_ledger(self.environ["AGENTREIN_LEDGER"])

    def agent(self, code: str, *, until: str = "") -> None:
        """Run a program of the agent's to its end, or until it prints a line; its clients are armed."""
        file = self.folder / "agent.py"
        file.write_text(_PRELUDE + code, encoding="utf-8")
        with (self.folder / "agent.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, file.name],
                env=self._exported,
                cwd=self.folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )
        self.running.append(process)
        assert process.stdout is not None
        if until:
            line = process.stdout.readline().decode().strip()
            assert line == until, (self.folder / "agent.log").read_text(encoding="utf-8")
        else:
            process.communicate(timeout=60)

    def script(self, name: str, code: str) -> None:
        """Write a program of the agent's that nobody runs yet; its clients are armed."""
        (self.folder / name).write_text(_PRELUDE + code, encoding="utf-8")

    def newest(self, count: int = 1) -> list[str]:
        """The ids of the newest runs, oldest of them first."""
        assert (self.folder / "ledger.sqlite3").exists(), (self.folder / "agent.log").read_text(encoding="utf-8")
        return [row.id for row in reversed(self.ledger.runs(limit=count))]

    def close(self) -> None:
        """End what still runs."""
        for process in self.running:
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
            process.communicate()

    def type(self, line: str, *, stop_at: str = "") -> str:
        """Type a command on a terminal and give what it shows; raises AssertionError if it never ends."""
        if line.startswith(("export ", "unset ")):
            self._set(line)
            return ""
        command = ["bash", "-c", f"ulimit -f 0; {line}" if self.full else line]
        process, master = started(command, env=self.environ, cwd=self.folder, start_new_session=True)
        try:
            return self._watch(process, master, stop_at)
        finally:
            process.kill()
            process.wait()
            os.close(master)

    def _set(self, line: str) -> None:
        word, _, name = line.partition(" ")
        name, _, value = name.partition("=")
        if word == "unset":
            del self.environ[name]
        else:
            self.environ[name] = self._exported[name] if "…" in value else self.real(value)

    def _watch(self, process: subprocess.Popen[bytes], master: int, stop_at: str) -> str:
        seen, until = b"", time.monotonic() + 60
        while got := read(master):
            seen += got
            assert time.monotonic() < until, seen.decode()
            text = seen.decode(errors="ignore")
            if stop_at and stop_at in text:
                time.sleep(1)  # nobody is so fast that the line is still being printed
                os.killpg(process.pid, signal.SIGINT)
                stop_at = ""
            if asked := _ASKS.search(text):
                os.write(master, f"{asked['last'] or asked['word'] or 'y'}\n".encode())
        return uncoloured(seen.decode()).replace("\r\n", "\n")

    # --- names on the page, and names here

    def name(self, shown: Sequence[str], real: Sequence[str]) -> None:
        """Which ids of the page stand for which runs, in the order in which its commands, or else it, name them."""
        self.ids = dict(zip(shown, real, strict=False))

    def real(self, text: str) -> str:
        """A text of the page with the names that are real here."""
        for shown, here in self.ids.items():
            text = text.replace(shown, here)
        return text.replace(FOLDER, str(self.folder))

    def shown(self, text: str) -> str:
        """What was printed here, with the names of the page."""
        for shown, here in self.ids.items():
            text = text.replace(here, shown).replace(f"({here[-3:]}) to go", f"({shown[-3:]}) to go")
            text = text.replace(f"Enter to stop: {here[-3:]}\n", f"Enter to stop: {shown[-3:]}\n")
        text = re.sub(r"\bpid (\d+) on [\w.-]*\w", lambda found: f"pid {self._pid(found[1])} on laptop", text)
        return re.sub(r"\bada@\S+", "ada@laptop", text.replace(str(self.folder), FOLDER))

    def _pid(self, real: str) -> int:
        """The number of a process on the page."""
        self.pids += [real] * (real not in self.pids)
        return 4711 + 102 * self.pids.index(real)


@contextmanager
def sitting() -> Iterator[Desk]:
    """A desk with the three vendors behind it, in a folder of its own whose name is as long as the page's."""
    with ExitStack() as running:
        folder = Path(tempfile.mkdtemp(prefix="r", dir="/tmp"))
        running.callback(shutil.rmtree, folder)
        assert len(str(folder)) == len(FOLDER)
        desk = Desk(running.enter_context(stand_ins()), folder)
        running.callback(desk.close)
        yield desk
