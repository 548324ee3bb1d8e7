"""`rein runs` on a ledger of 100,000 actions, as many short runs and as one long one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from agentrein.ledger.protocol import Summary
from agentrein.ledger.sqlite import SqliteLedger
from benchmarks.findings import Finding
from benchmarks.rounds import interleaved

SHAPES = {"10,000 runs of 10": (10_000, 10), "one run of 100,000": (1, 100_000)}
ROUNDS, MOST = 11, 0.5
_PLANNED = {
    "connector": "github",
    "address": "POST /repos/{owner}/{repo}/issues",
    "sdk": "Repository.create_issue",
    "says": 'open issue "Flaky test" in acme/app',
    "tier": "compensable",
    "call": {"params": {"owner": "acme", "repo": "app"}, "body": {"title": "Flaky test"}},
}
_OUTCOME = {"outcome": "landed", "status": 201, "effects": []}


def measure(ledger: Path) -> Iterator[Finding]:
    """Both shapes, each as text and as JSON."""
    for shape, (runs, actions) in SHAPES.items():
        path = ledger.with_name(f"{runs}-{actions}.sqlite3")
        sys.stderr.write(f"  writing {shape} …\n")
        _fill(path, runs, actions)
        times = interleaved({"text": lambda: _rein(path), "json": lambda: _rein(path, "--json")}, ROUNDS)  # noqa: B023
        yield Finding(
            f"rein runs, {shape} actions",
            f"text {times['text'] * 1e3:.0f} ms, --json {times['json'] * 1e3:.0f} ms",
            f"{max(times.values()):.2f} s",
            "under 0.5 s",
            max(times.values()) < MOST,
        )


def _fill(path: Path, runs: int, actions: int) -> None:
    """Through the ledger's own appends, which are the same without sync."""
    ledger = SqliteLedger(path)
    called = {"connector": "github", "address": _PLANNED["address"], "tier": "compensable"}
    for number in range(runs):
        run = f"r-{number:08d}"
        ledger.open_run(run, "triage", because=None, by="ada", owner={"pid": 1, "host": "build-7"})
        for seq in range(1, actions + 1):
            thing = (f"github:repo:9/issue:{number * actions + seq}",)
            begins = Summary(state="planned", objects=thing, fields=(), **called)  # type: ignore[arg-type]
            ledger.append(run, "planned", _PLANNED, epoch=1, number=True, summary=begins)
            ends = Summary(state="landed", landed=True)
            ledger.append(run, "outcome", _OUTCOME, epoch=1, seq=seq, summary=ends)
        ledger.append(run, "status", {"status": "completed"}, epoch=1, summary=Summary(status="completed", ended=True))
        ledger.release(run)
    ledger.close()


def _rein(path: Path, *options: str) -> None:
    command = [sys.executable, "-m", "agentrein.cli", "runs", "--ledger", str(path), *options]
    subprocess.run(command, capture_output=True, check=True)
