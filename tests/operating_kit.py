"""The scenes of docs/operating.md: somebody at a terminal, after something happened at the sandboxes.

`<!-- scene: NAME -->` on the page begins a scene: `operating_scenes` makes it so. `<!-- then: NAME -->` lets something
more happen, `<!-- file: NAME -->` saves the next block, `<!-- ctrl-c at: TEXT -->` presses Ctrl-C once the next command
shows the text. Console blocks hold commands, each with what it prints; questions are answered as they ask for it.
"""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agentrein.ledger import open_ledger
from agentrein.testing import Sandbox
from docs_kit import Reader, plain

FOLDER = "/var/lib/agent"
"""The agent's folder, as the page calls it."""

_PART = re.compile(
    r"^<!-- (?P<word>scene|then|file|ctrl-c at): (?P<told>[^\n]+) -->$"
    r"|^```(?P<kind>console|sh)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
_ID = re.compile(r"\br-[a-z0-9]{8}\b")
_ASKS = re.compile(r"(?:\((?P<last>\w{3})\) to go on, Enter to stop|(?P<key>\[y/N\])|Type (?P<word>prune) to go on.*):? $")
_VARIES = (
    (re.compile(r"\(\w{3}\) to go on, Enter to stop: \w{3}"), "(xyz) to go on, Enter to stop: xyz"),
    (re.compile(r"\bpid \d+ on \w+"), "pid 0 on host"),
    (re.compile(r"\d+(\.\d+)? (GB|MB|kB|bytes)\b"), "0 kB"),
    (re.compile(r"AgentRein \S+, Python \S+"), "AgentRein 0, Python 0"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "0" * 64),
    (re.compile(r"waiting \d+ s"), "waiting 1 s"),
    (re.compile(r"(PyGithub|slack_sdk|slack-sdk|notion-client) \d[\w.]*"), r"\1 0"),
    (re.compile(r" {3,}"), "   "),
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


def told(text: str) -> str:
    """Text without what differs from one run of a scene to the next."""
    for varies, stands in _VARIES:
        text = varies.sub(stands, text)
    return plain(text)


@dataclass(frozen=True)
class Said:
    """One command of the page: where what it prints stands there, what that is, and what it printed now."""

    start: int
    end: int
    said: str
    printed: str


@dataclass
class Desk:
    """A terminal in the agent's folder, with tokens in its environment, and the vendors behind it."""

    sandboxes: Mapping[str, Sandbox]
    folder: Path
    environ: dict[str, str] = field(init=False)
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Set the environment of whoever sits there."""
        reader = Reader.at(self.sandboxes, self.folder / "ledger.sqlite3")
        fixed = {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1", "TERM": "dumb", "TZ": "UTC"}
        self.environ = {**reader.environ, **fixed, "PYTHONUNBUFFERED": "1"}
        self._exported = dict(self.environ)

    @property
    def ledger(self) -> Any:
        """The agent's ledger, opened anew."""
        return open_ledger(self.environ["AGENTREIN_LEDGER"])

    def agent(self, code: str, *, until: str = "") -> None:
        """Run a program of the agent's to its end, or until it prints a line; its clients are armed."""
        file = self.folder / "agent.py"
        file.write_text(_PRELUDE + code, encoding="utf-8")
        process = subprocess.Popen(
            [sys.executable, str(file)],
            env=self._exported,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.running.append(process)
        assert process.stdout is not None
        if until:
            assert process.stdout.readline().decode().strip() == until
        else:
            process.communicate(timeout=60)

    def newest(self, count: int = 1) -> list[str]:
        """The ids of the newest runs, oldest of them first."""
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
        master, slave = pty.openpty()
        process = subprocess.Popen(
            ["bash", "-c", line],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=self.environ,
            cwd=self.folder,
            start_new_session=True,
        )
        os.close(slave)
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
        while got := _read(master):
            seen += got
            assert time.monotonic() < until, seen.decode()
            text = seen.decode(errors="ignore")
            if stop_at and stop_at in text:
                time.sleep(1)  # nobody is so fast that the line is still being printed
                os.killpg(process.pid, signal.SIGINT)
                stop_at = ""
            if asked := _ASKS.search(text):
                os.write(master, f"{asked['last'] or asked['word'] or 'y'}\n".encode())
        return re.sub(r"\x1b\[[0-9;]*m", "", seen.decode()).replace("\r\n", "\n")

    # --- names on the page, and names here

    def name(self, shown: Sequence[str], real: Sequence[str]) -> None:
        """Which ids of the page stand for which runs, in the order in which its commands name them."""
        self.ids = dict(zip(shown, real, strict=True))

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
        text = re.sub(r"\bpid \d+ on \w+", "pid 4711 on laptop", text)
        return re.sub(r"\bada@\S+", "ada@laptop", text.replace(str(self.folder), FOLDER))


def _read(master: int) -> bytes:
    try:
        return os.read(master, 65536)
    except OSError:  # Linux says so when the other side was closed
        return b""


def scenes(page: str) -> dict[str, tuple[int, int]]:
    """Where each scene of a page begins and ends."""
    found = [(one["told"], one.end()) for one in _PART.finditer(page) if one["word"] == "scene"]
    ends = [re.search(r"^## |\Z", page[start:], re.MULTILINE) for _, start in found]
    stops = [start + (end.start() if end else 0) for (_, start), end in zip(found, ends, strict=True)]
    nexts = [*(start for _, start in found[1:]), len(page)]
    return {name: (start, min(stop, after)) for (name, start), stop, after in zip(found, stops, nexts, strict=True)}


def play(page: str, name: str, desk: Desk, acts: Mapping[str, Any]) -> Iterator[Said]:
    """Let a scene happen, and type its commands one after the other."""
    start, end = scenes(page)[name]
    typed = re.findall(r"^\$ (.*)$", page[start:end], re.MULTILINE)
    shown = dict.fromkeys(run for line in typed for run in _ID.findall(line))
    desk.name(list(shown), acts[name](desk)[: len(shown)])
    file = stop_at = ""
    for part in _PART.finditer(page, start, end):
        match part["word"]:
            case "then":
                acts[part["told"]](desk)
            case "file":
                file = part["told"]
            case "ctrl-c at":
                stop_at = part["told"]
            case None if part["kind"] == "sh":
                if file:
                    (desk.folder / file).write_text(desk.real(part["text"]), encoding="utf-8")
                    (desk.folder / file).chmod(0o700)
                file = ""
            case None:
                for line, at, said in _commands(part["text"], part.start("text")):
                    printed = desk.shown(desk.type(desk.real(line), stop_at=stop_at))
                    stop_at = ""
                    yield Said(at, at + len(said), said, printed)


def _commands(text: str, start: int) -> Iterator[tuple[str, int, str]]:
    """The commands of a console block, each with the place and the text of what it prints."""
    for found in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
        yield found[1], start + found.start(2), found[2]
