from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from github import Auth, Github

from agentrein.testing import Answer, Request
from agentrein.testing.conformance import Example
from agentrein_github.sandbox import GitHubSandbox

TESTS = Path(__file__).parents[1]
AGENT = TESTS / "faults" / "agents" / "agent.py"


class Vendor(GitHubSandbox):
    """The sandbox, telling a test when a write has had its effect."""

    def __init__(self) -> None:
        self.acted = threading.Event()
        super().__init__()

    def answer(self, request: Request) -> Answer:
        """As ever; `acted` is set when a write is done and not answered yet."""
        answer = super().answer(request)
        if request.is_write:
            self.acted.set()
        return answer


@dataclass
class Told:
    """What one process said before it ended, and the signal (negative) or status that ended it."""

    ended: int
    said: dict[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.said[name]


class Agents:
    """Processes of an agent, one for each thing to do; they share a ledger and the sandbox."""

    def __init__(self, vendor: Vendor, folder: Path) -> None:
        self.vendor, self.folder = vendor, folder
        self.ledger = folder / "0.sqlite3"
        self._count = 0
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error", str(AGENT)],
            env=self.environ(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def environ(self) -> dict[str, str]:
        """The environment of a process that shall find the ledger, the vendor and the tests."""
        names = {"GITHUB_TOKEN": "token-octocat", "GITHUB_API_URL": self.vendor.url, "PYTHONPATH": str(TESTS)}
        return {**os.environ, **names, "AGENTREIN_LEDGER": str(self.ledger)}

    def ready(self, example: Example | None = None) -> dict[str, dict[str, Any]]:
        """A new ledger, and the sandbox at the example's start; gives its state."""
        self._count += 1
        self.ledger = self.folder / f"{self._count}.sqlite3"
        self.vendor.reset()
        if example is not None and example.prepare is not None:
            person = Github(
                auth=Auth.Token("token-helper"),
                base_url=self.vendor.url,
                lazy=True,
                seconds_between_requests=None,
                seconds_between_writes=None,
            )
            example.prepare(person)
            person.close()
        self.vendor.clear_requests()
        self.vendor.acted.clear()
        self.vendor.order.watch()
        self.vendor.order.acting()
        return self.vendor.state()

    def start(self, do: str, **line: Any) -> int:
        """Start a process that does this, and give its id; `wait` tells how it ended."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": do, "ledger": str(self.ledger), **line}) + "\n")
        self._process.stdin.flush()
        return int(self._line()["pid"])

    def wait(self) -> Told:
        """What the process that was started last said until it ended."""
        said = self.until("ended")
        return Told(said.pop("ended"), said)

    def until(self, name: str) -> dict[str, Any]:
        """What the process that was started last says, until it says this."""
        said: dict[str, Any] = {}
        while name not in said:
            said |= self._line()
            assert "error" not in said, said["error"]
        return said

    def do(self, do: str, **line: Any) -> Told:
        """A process that does this, to its end."""
        self.start(do, **line)
        return self.wait()

    def _line(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        text = self._process.stdout.readline()
        assert text, "the agent's process is gone"
        told: dict[str, Any] = json.loads(text)
        return told

    def close(self) -> None:
        """End the agent."""
        self._process.send_signal(signal.SIGKILL)
        self._process.communicate()


@pytest.fixture(scope="module")
def vendor() -> Iterator[Vendor]:
    """One sandbox for a module: each start resets it."""
    with Vendor() as running:
        yield running


@pytest.fixture(scope="module")
def agents(vendor: Vendor, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agents]:
    """The agent's processes."""
    made = Agents(vendor, tmp_path_factory.mktemp("agents"))
    try:
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def others(vendor: Vendor, agents: Agents, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agents]:
    """Processes elsewhere, which go on while one of the agent's is frozen."""
    made = Agents(vendor, tmp_path_factory.mktemp("others"))
    try:
        yield made
    finally:
        made.close()
