"""Appending: one transaction per entry, one total order per run, epochs, and what an append costs."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from agentrein.errors import EpochError, LedgerUnusable, UnknownRun
from agentrein.ledger.protocol import FORMAT, Summary
from agentrein.ledger.sqlite import SqliteLedger
from ledger_kit import RUN, begin, heard, process


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[SqliteLedger]:
    """An empty ledger."""
    found = SqliteLedger(tmp_path / "ledger.sqlite3")
    yield found
    found.close()


def test_entry_reads_back_as_it_was_appended(ledger: SqliteLedger) -> None:
    """An entry read back equals the one that `append` returned, payload included."""
    begin(ledger)
    written = ledger.append(RUN, "planned", {"says": "öffne", "image": b"\x00\xff"}, epoch=1, number=True, sync=True)
    assert ledger.entries(RUN) == [written]
    assert (written.n, written.seq, written.kind, written.epoch) == (1, 1, "planned", 1)
    assert written.at.endswith("Z")


def test_entries_and_actions_are_numbered_per_run(ledger: SqliteLedger) -> None:
    """Entries count 1, 2, 3 in each run, actions too, and ids order entries over all runs."""
    begin(ledger)
    begin(ledger, "r-bcdefghj")
    first = ledger.append(RUN, "planned", {}, epoch=1, number=True)
    other = ledger.append("r-bcdefghj", "planned", {}, epoch=1, number=True)
    outcome = ledger.append(RUN, "outcome", {}, epoch=1, seq=1)
    second = ledger.append(RUN, "planned", {}, epoch=1, number=True)
    assert [(entry.n, entry.seq) for entry in (first, other, outcome, second)] == [(1, 1), (1, 1), (2, 1), (3, 2)]
    assert first.id < other.id < outcome.id < second.id
    assert ledger.run(RUN).actions == 2


def test_summaries_change_with_the_entry(ledger: SqliteLedger) -> None:
    """Status, end, object, state, fields and landing of the summary tables follow the entries."""
    begin(ledger)
    ledger.append(RUN, "planned", {}, epoch=1, number=True, summary=Summary(state="planned", objects=("x:1",)))
    assert [(touch.state, touch.landed) for touch in ledger.touching(["x:1"])] == [("planned", None)]
    landed = ledger.append(
        RUN, "outcome", {}, epoch=1, seq=1, summary=Summary(state="landed", fields=("title",), landed=True)
    )
    (touch,) = ledger.touching(["x:1"])
    assert (touch.state, touch.fields, touch.landed) == ("landed", ("title",), landed.id)
    ended = ledger.append(RUN, "status", {}, epoch=1, summary=Summary(status="completed", ended=True))
    row = ledger.run(RUN)
    assert (row.status, row.ended, row.actions) == ("completed", ended.at, 1)
    ledger.append(RUN, "status", {}, epoch=1, summary=Summary(status="open"))
    assert (ledger.run(RUN).status, ledger.run(RUN).ended) == ("open", None)


def test_threads_append_in_one_order(ledger: SqliteLedger) -> None:
    """Eight threads with fifty appends each give the numbers 1 to 400 without gap and a chain that verifies."""
    begin(ledger)

    def work() -> None:
        for _ in range(50):
            ledger.append(RUN, "planned", {"by": threading.get_ident()}, epoch=1, number=True, owned=True, sync=True)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = ledger.entries(RUN)
    assert [entry.n for entry in found] == list(range(1, 401))
    assert [entry.seq for entry in found] == list(range(1, 401))
    assert ledger.verify(RUN) == ledger.run(RUN).head


def test_processes_append_in_one_order(ledger: SqliteLedger) -> None:
    """Two processes that append to one run at the same time share its numbers without gap or fork."""
    begin(ledger)
    code = "for _ in range(100): ledger.append(run, 'note', {}, epoch=1, sync=True)\nsay('done')"
    with process(ledger.path, code) as one, process(ledger.path, code) as two:
        assert [heard(one), heard(two)] == ["done", "done"]
    assert [entry.n for entry in ledger.entries(RUN)] == list(range(1, 201))
    ledger.verify(RUN)


def test_process_with_an_older_epoch_cannot_write(ledger: SqliteLedger) -> None:
    """Of two processes with different epochs only the higher may write; the other gets `EpochError`, naming it."""
    code = """
ledger.open_run(run, "triage", because=None, by="ada", owner=this_process("ada"))
say("open")
input()
try:
    ledger.append(run, "planned", {}, epoch=1, number=True, owned=True, sync=True)
except EpochError as error:
    say(error.what)
late = ledger.append(run, "outcome", {"late": True}, epoch=1)
say(late.n)
"""
    with process(ledger.path, code) as first:
        assert heard(first) == "open"
        epoch = ledger.take_over(RUN, {"pid": 4711, "host": "build-7"}, force=True)
        ledger.append(RUN, "undo_intent", {}, epoch=epoch, owned=True, sync=True)
        assert first.communicate("\n")[0].splitlines() == [
            f"run {RUN} was taken over by pid 4711 on build-7: its epoch is 2, no longer 1",
            "2",
        ]
    assert [(entry.kind, entry.epoch) for entry in ledger.entries(RUN)] == [("undo_intent", 2), ("outcome", 1)]
    with pytest.raises(EpochError):
        ledger.check_epoch(RUN, 1)
    ledger.check_epoch(RUN, 2)
    ledger.verify(RUN)


def test_refused_append_leaves_nothing(ledger: SqliteLedger) -> None:
    """An append that fails for its epoch, its run or its payload writes neither entry nor summary nor number."""
    begin(ledger)
    ledger.append(RUN, "opened", {}, epoch=1)
    before = ledger.run(RUN)
    with pytest.raises(EpochError):
        ledger.append(RUN, "planned", {}, epoch=2, number=True, owned=True)
    with pytest.raises(UnknownRun):
        ledger.append("r-zzzzzzzz", "planned", {}, epoch=1, number=True)
    with pytest.raises(TypeError, match="a set cannot be recorded"):
        ledger.append(RUN, "planned", {"labels": {"bug"}}, epoch=1, number=True)
    assert ledger.run(RUN) == before
    assert len(ledger.entries(RUN)) == 1


def test_failure_in_the_middle_of_an_append_leaves_nothing(ledger: SqliteLedger) -> None:
    """When the last statement of an append fails, the entry, its payload and the run's head are as before."""
    begin(ledger)
    ledger.append(RUN, "planned", {}, epoch=1, number=True)
    before = ledger.run(RUN)
    with ledger._connection.writing(sync=False) as db:
        db.execute("CREATE TRIGGER broken BEFORE INSERT ON actions BEGIN SELECT RAISE(ABORT, 'disk gone'); END")
    with pytest.raises(LedgerUnusable, match="disk gone"):
        ledger.append(RUN, "planned", {}, epoch=1, number=True, sync=True)
    with ledger._connection.writing(sync=False) as db:
        db.execute("DROP TRIGGER broken")
    assert ledger.run(RUN) == before
    ledger.verify(RUN)
    assert ledger.append(RUN, "planned", {}, epoch=1, number=True).n == 2


def test_full_disk_refuses_and_keeps_what_was_there(ledger: SqliteLedger) -> None:
    """On a full disk an append raises `LedgerUnusable` and the chain ends where it ended before."""
    begin(ledger)
    ledger.append(RUN, "planned", {}, epoch=1, number=True)
    with ledger._connection.reading() as db:
        db.execute("PRAGMA max_page_count = 1")
    with pytest.raises(LedgerUnusable, match="disk is full"):
        ledger.append(RUN, "planned", {"body": "x" * 100_000}, epoch=1, number=True, sync=True)
    with ledger._connection.reading() as db:
        db.execute("PRAGMA max_page_count = 1000000")
    ledger.verify(RUN)
    assert ledger.append(RUN, "planned", {}, epoch=1, number=True, sync=True).n == 2


def test_append_takes_few_statements(ledger: SqliteLedger) -> None:
    """A planned entry costs begin, one look at the head, a row in each of five tables, and the commit."""
    begin(ledger)
    ledger.append(RUN, "planned", {}, epoch=1, number=True, sync=True)
    said: list[str] = []
    with ledger._connection.reading() as db:
        db.set_trace_callback(said.append)
    ledger.append(RUN, "planned", {}, epoch=1, number=True, owned=True, sync=True, summary=Summary(objects=("x:1",)))
    assert [statement.split(" ")[0] for statement in said] == [
        "BEGIN",
        "SELECT",
        *["INSERT", "INSERT", "UPDATE", "INSERT", "INSERT"],
        "COMMIT",
    ]


def test_synced_append_commits_with_full_sync_and_without_checkpoint(ledger: SqliteLedger) -> None:
    """`sync` switches the commit to full sync without a checkpoint in it, and back for the next one."""
    begin(ledger)
    seen = []
    for sync in (True, False, True):
        ledger.append(RUN, "note", {}, epoch=1, sync=sync)
        with ledger._connection.reading() as db:
            seen.append((db.execute("PRAGMA synchronous").fetchone()[0], _checkpoint_pages(db)))
    assert seen == [(2, 0), (1, 1000), (2, 0)]


def test_signal_handler_in_the_middle_of_an_append_cannot_break_it(ledger: SqliteLedger) -> None:
    """An append from inside another one of the same thread is refused, and the outer one is complete."""
    begin(ledger)
    with ledger._connection.writing(sync=True) as db:
        db.execute("UPDATE runs SET name = 'renamed'")
        with pytest.raises(LedgerUnusable, match="in the middle of another append"):
            ledger.append(RUN, "note", {}, epoch=1)
    assert ledger.run(RUN).name == "renamed"
    assert ledger.entries(RUN) == []


def test_entries_carry_the_format(ledger: SqliteLedger) -> None:
    """Each entry's row says in which format it was written."""
    begin(ledger)
    ledger.append(RUN, "note", {}, epoch=1)
    with ledger._connection.reading() as db:
        assert db.execute("SELECT format FROM entries").fetchall() == [(FORMAT,)]


def test_run_id_cannot_be_opened_twice(ledger: SqliteLedger) -> None:
    """A second run of the same id is refused, and the first keeps its owner."""
    begin(ledger)
    with pytest.raises(LedgerUnusable, match="exists already"):
        begin(ledger)
    assert ledger.owns(RUN)


def _checkpoint_pages(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA wal_autocheckpoint").fetchone()[0])
