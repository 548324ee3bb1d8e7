"""Agents in processes of their own, and the stand-ins that they write to."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agentrein.testing import Answer, Request, Sandbox
from agentrein.testing.conformance import Example
from faults.agents.vendors import VENDORS, Vendor

TESTS = Path(__file__).parents[1]
AGENT = TESTS / "faults" / "agents" / "agent.py"


class Watched(Sandbox):
    """Before a vendor's sandbox in a class of both: it tells a test when a write has had its effect.

    `done` holds the writes that the vendor carried out, `acted` is set when one is and not answered yet.
    """

    def __init__(self) -> None:
        self.acted, self.done = threading.Event(), list[Request]()
        super().__init__()

    def answer(self, request: Request) -> Answer:
        """As ever."""
        answer = super().answer(request)
        if request.is_write:
            if is_done(answer):
                self.done.append(request)
            self.acted.set()
        return answer

    def forget(self) -> None:
        """Begin anew with what was noted."""
        self.clear_requests()
        self.done.clear()
        self.acted.clear()


def is_done(answer: Answer) -> bool:
    """Whether a vendor did what it was asked for; Slack says in the body that it did not."""
    refused = isinstance(answer.body, dict) and answer.body.get("ok") is False
    return answer.status < 400 and not refused


def watched(vendor: Vendor) -> Watched:
    """The vendor's sandbox, watched."""
    made: Watched = type(f"Watched{vendor.sandbox.__name__}", (Watched, vendor.sandbox), {})()
    return made


@contextmanager
def playing(names: Iterable[str]) -> Iterator[dict[str, Watched]]:
    """The sandboxes of these vendors."""
    with ExitStack() as running:
        yield {name: running.enter_context(watched(VENDORS[name])) for name in names}


@dataclass
class Told:
    """What one process said before it ended, and the signal (negative) or status that ended it."""

    ended: int
    said: dict[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.said[name]


class Agents:
    """Processes of an agent, one for each thing to do; they share a ledger and the sandboxes."""

    def __init__(self, sandboxes: Mapping[str, Watched], folder: Path) -> None:
        self.sandboxes, self.folder = sandboxes, folder
        self.ledger = folder / "0.sqlite3"
        self.about = next(iter(sandboxes))
        self._count = 0
        self._environs = {name: VENDORS[name].environ(sandbox.url) for name, sandbox in sandboxes.items()}
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error", str(AGENT)],
            env=self.environ(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def environ(self) -> dict[str, str]:
        """The environment of a process that shall find the ledger, the vendors and the tests."""
        found = {**os.environ, "PYTHONPATH": str(TESTS), "AGENTREIN_LEDGER": str(self.ledger)}
        for one in self._environs.values():
            found |= one
        return found | self._environs[self.about]  # one variable may name the server of several

    def ready(self, example: Example | None = None, vendor: str = "github") -> dict[str, dict[str, Any]]:
        """A new ledger, and the vendor's sandbox at the example's start; gives its state."""
        self.forget()
        self.about = vendor
        sandbox = self.sandboxes[vendor]
        sandbox.reset()
        if example is not None and example.prepare is not None:
            with VENDORS[vendor].theirs(sandbox.url) as person:
                example.prepare(person)
        sandbox.forget()
        sandbox.order.watch()
        sandbox.order.acting()
        return sandbox.state()

    def forget(self) -> None:
        """Go on with a new ledger: a sandbox that was reset gives its ids anew."""
        self._count += 1
        self.ledger = self.folder / f"{self._count}.sqlite3"

    def start(self, do: str, **line: Any) -> int:
        """Start a process that does this, and give its id; `wait` tells how it ended.

        `work` and `awork` take the vendors to whose SDKs they go, GitHub's if they do not say.
        """
        assert self._process.stdin is not None
        given = {"vendors": ["github"]} if do.endswith("work") else {}
        here = {"ledger": str(self.ledger), "environ": self._environs[self.about]}
        self._process.stdin.write(json.dumps({"do": do, **here, **given, **line}) + "\n")
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

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """`rein` in a new interpreter, which finds the vendors by the environment."""
        return subprocess.run(
            [sys.executable, "-W", "error", "-m", "agentrein.cli", *arguments],
            env=self.environ(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

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
