"""Crashes: what `append` acknowledged is there after `kill -9`, and what it did not is there whole or not at all."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

from agentrein.ledger.protocol import Summary
from agentrein.ledger.sqlite import SqliteLedger
from ledger_kit import RUN, heard, process

APPENDS = """
ledger.open_run(run, "triage", because=None, by="ada", owner=this_process("ada"))
while True:
    entry = ledger.append(
        run, "planned", {"body": "x" * 3000}, epoch=1, number=True, owned=True, sync=True,
        summary=Summary(state="planned", objects=("x:1",)),
    )
    say(entry.n)
    ledger.append(run, "outcome", {}, epoch=1, seq=entry.seq, summary=Summary(state="landed", landed=True))
"""


@pytest.mark.parametrize("acknowledged", [1, 7, 50, 203])
def test_kill_in_the_middle_of_appending(tmp_path: Path, acknowledged: int) -> None:
    """After `kill -9` every acknowledged entry is there with its payload, summaries agree, and the chain verifies."""
    path = tmp_path / "ledger.sqlite3"
    with process(path, APPENDS) as appending:
        said = [int(heard(appending)) for _ in range(acknowledged)]
        time.sleep(0.001 * (acknowledged % 5))
        appending.send_signal(signal.SIGKILL)
        assert appending.stdout is not None
        said += [int(line) for line in appending.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    ledger = SqliteLedger(path)
    found = ledger.entries(RUN)
    assert [entry.n for entry in found] == list(range(1, len(found) + 1))
    assert len(found) >= said[-1]
    assert all(entry.payload for entry in found if entry.kind == "planned")
    ledger.verify(RUN)
    assert len(ledger.touching(["x:1"])) == ledger.run(RUN).actions == sum(entry.kind == "planned" for entry in found)
    assert not ledger.is_owned(RUN)
    epoch = ledger.take_over(RUN, {})
    ledger.append(RUN, "undo_intent", {}, epoch=epoch, owned=True, sync=True, summary=Summary(status="reverting"))
    ledger.verify(RUN)
    ledger.close()


def test_kill_while_the_ledger_is_made(tmp_path: Path) -> None:
    """A process killed while it makes the ledger leaves a place where the next one can make it."""
    for pause in range(12):
        path = tmp_path / str(pause) / "ledger.sqlite3"
        with process(tmp_path / "unused.sqlite3", f"say('go')\nSqliteLedger({str(path)!r})") as making:
            heard(making)
            time.sleep(pause * 0.0007)
            making.send_signal(signal.SIGKILL)
        ledger = SqliteLedger(path)
        assert ledger.runs() == []
        ledger.close()


def test_many_processes_make_the_ledger_at_once(tmp_path: Path) -> None:
    """Several processes that open a new ledger at the same moment all get it, with one set of tables."""
    path = tmp_path / "new" / "ledger.sqlite3"
    code = f"say('go')\ninput()\nSqliteLedger({str(path)!r}).close()\nsay('made')"
    unused = tmp_path / "unused.sqlite3"
    with process(unused, code) as one, process(unused, code) as two, process(unused, code) as three:
        for each in (one, two, three):
            assert heard(each) == "go"
        for each in (one, two, three):
            assert each.stdin is not None
            each.stdin.write("\n")
            each.stdin.flush()
        assert [heard(each) for each in (one, two, three)] == ["made"] * 3
