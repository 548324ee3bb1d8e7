"""kill -9 of an agent that repeats itself, at every fault point: its next leg leaves each thing there once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from agentrein.ledger import open_ledger
from agentrein.testing.crash import instants
from board.sandbox import BoardSandbox

AGENT = Path(__file__).with_name("resume_agent.py")


def leg(board: BoardSandbox, folder: Path, ledger: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """One leg of the agent, to its end."""
    paths = os.pathsep.join([str(AGENT.parents[1]), str(folder)])
    environ = {**os.environ, "PYTHONPATH": paths, "AGENTREIN_LEDGER": str(ledger), "BOARD_URL": board.url}
    command = [sys.executable, "-W", "error", str(AGENT), *arguments]
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False, timeout=60)


def things(board: BoardSandbox) -> list[str]:
    """What stands on the board by text and note, without the numbers that differ from one playing to the next."""
    return sorted(f"{card['text']} {card['note']}" for card in board.cards.values())


@pytest.mark.parametrize(("mode", "calls"), [("sync", {2, 3}), ("async", {2})])
def test_a_leg_killed_anywhere_is_continued_with_each_thing_there_once(
    board: BoardSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, calls: set[int]
) -> None:
    """Whatever had landed when it died is answered from the ledger, or found at the vendor; the rest is sent."""
    whole = leg(board, tmp_path, tmp_path / "undisturbed.sqlite3", mode)
    assert whole.returncode == 0, whole.stderr
    wanted, writes = things(board), len(board.writes)
    passed = json.loads(whole.stdout)["passed"]
    assert passed.count("after_send") == writes == 4
    for name, nth in [one for one in instants(passed) if one[1] in calls]:
        board.reset()
        ledger = tmp_path / f"{mode}-{name}-{nth}.sqlite3"
        died = leg(board, tmp_path, ledger, mode, name, str(nth))
        assert died.returncode == -signal.SIGKILL, (name, nth, died.stderr)
        again = leg(board, tmp_path, ledger, mode)
        assert again.returncode == 0, (name, nth, again.stderr)
        assert things(board) == wanted, (name, nth)
        assert len(board.writes) == writes, (name, nth)
        told = json.loads(again.stdout)["told"]
        assert [told[0]["id"], told[1]["id"]] == sorted(board.cards)[-2:], (name, nth)
        monkeypatch.setenv("AGENTREIN_LEDGER", str(ledger))
        assert [run.status for run in open_ledger(None).runs()] == ["completed"]
