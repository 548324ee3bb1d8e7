"""kill -9 of an async agent at every fault point; `rein.arecover` in this process brings its run back."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import agentrein as rein
from board.sandbox import BoardSandbox

AGENT = Path(__file__).with_name("async_agent.py")


def agent(board: BoardSandbox, folder: Path, ledger: Path, *stop: str) -> subprocess.CompletedProcess[str]:
    """The agent, to its end, with a ledger of its own."""
    paths = os.pathsep.join([str(AGENT.parents[1]), str(folder)])
    environ = {**os.environ, "PYTHONPATH": paths, "AGENTREIN_LEDGER": str(ledger), "BOARD_URL": board.url}
    command = [sys.executable, "-W", "error", str(AGENT), *stop]
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False, timeout=60)


def methods(board: BoardSandbox) -> list[str]:
    """What kinds of writes reached the board, sorted."""
    return sorted(one.method for one in board.writes)


def test_an_async_run_killed_anywhere_is_recovered(
    board: BoardSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the agent had written when it died, one recovery undoes it, and each inverse is sent once."""
    undisturbed = agent(board, tmp_path, tmp_path / "undisturbed.sqlite3")
    assert undisturbed.returncode == 0, undisturbed.stderr
    everything = methods(board)
    passed = json.loads(undisturbed.stdout.splitlines()[-1])["passed"]
    for name in dict.fromkeys(passed):
        for nth in sorted({1, passed.count(name)}):
            board.reset()
            board.clear_requests()
            start, ledger = board.state(), tmp_path / f"{name}-{nth}.sqlite3"
            died = agent(board, tmp_path, ledger, name, str(nth))
            assert died.returncode == -signal.SIGKILL, (name, nth, died.stderr)
            monkeypatch.setenv("AGENTREIN_LEDGER", str(ledger))
            assert [one.exit for one in asyncio.run(rein.arecover())] == [0], (name, nth)
            assert board.left(start) == [], (name, nth)
            if name.startswith("undo"):
                assert methods(board) == everything, (name, nth)
            sent = len(board.writes)
            assert asyncio.run(rein.arecover()) == []
            assert len(board.writes) == sent
