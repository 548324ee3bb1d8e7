"""What the ledger's tests share: a run to write to, and real processes that write to the same file."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from agentrein.ledger.sqlite import SqliteLedger

RUN = "r-abcdefgh"
_PRELUDE = """
import os, sys
from agentrein.errors import EpochError, RunOwned
from agentrein.ledger.protocol import Summary
from ledger_kit import this_process
from agentrein.ledger.sqlite import SqliteLedger
ledger, run = SqliteLedger(sys.argv[1]), sys.argv[2]
def say(*words):
    print(*words, flush=True)
"""


def this_process(user: str) -> dict[str, object]:
    """This process as the owner of a run."""
    return {"pid": os.getpid(), "host": "build-7", "user": user, "started": datetime.now(UTC).isoformat()}


def begin(ledger: SqliteLedger, run: str = RUN, name: str = "triage") -> int:
    """Open a run that this process owns."""
    return ledger.open_run(run, name, because=None, by="ada", owner=this_process("ada"))


@contextmanager
def process(ledger: Path, code: str, *, counted: bool = True) -> Iterator[subprocess.Popen[str]]:
    """Another Python process with `ledger` and `run` at hand; killed at the end of the block if it still lives.

    `counted=False` keeps coverage out of it, which loads modules of its own.
    """
    path = os.pathsep.join(filter(None, sys.path))
    environ = {name: value for name, value in os.environ.items() if counted or not name.startswith("COVERAGE_")}
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-c", _PRELUDE + code, str(ledger), RUN],
        env={**environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as started:
        try:
            yield started
        finally:
            started.kill()


def heard(started: subprocess.Popen[str]) -> str:
    """The next line that the process says."""
    assert started.stdout is not None
    return started.stdout.readline().strip()


def tell(started: subprocess.Popen[str]) -> None:
    """Let a process that waits on `input()` go on."""
    assert started.stdin is not None
    started.stdin.write("\n")
    started.stdin.flush()
