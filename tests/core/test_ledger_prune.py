"""Retention: whose payloads are deleted, that not a byte of them is left, and what a pruned run still is."""

from __future__ import annotations

import random
import signal
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from agentrein.errors import LedgerUnusable, RunOwned, RunPruned
from agentrein.fold import fold
from agentrein.ledger.protocol import Decided, Summary
from agentrein.ledger.sqlite import SqliteLedger
from agentrein.model import State
from agentrein.recover import recoveries
from agentrein.reverting import wish
from ledger_kit import RUN, begin, heard, process, tell, this_process

NEVER, ALWAYS = "0001-01-01T00:00:00.000000Z", "9999-01-01T00:00:00.000000Z"
OTHER = "r-bcdefghj"


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[SqliteLedger]:
    """An empty ledger."""
    found = SqliteLedger(tmp_path / "house" / "ledger.sqlite3", busy_timeout=0.2)
    yield found
    found.close()


def ended(
    ledger: SqliteLedger, run: str = RUN, *states: str, status: str = "completed", says: str = "Rumpelstilzchen"
) -> None:
    """A run with an action in each of these states, that ended."""
    begin(ledger, run)
    for state in states or ("landed",):
        summary = Summary(
            state="planned", objects=("board:card:1",), connector="board", address="POST /cards", tier="reversible"
        )
        entry = ledger.append(run, "planned", {"says": says}, epoch=1, number=True, sync=True, summary=summary)
        landed = Summary(state=state, landed=state == "landed")
        ledger.append(run, "outcome", {"answer": says}, epoch=1, seq=entry.seq, summary=landed)
    end = Summary(status=status, ended=status not in {"open", "paused"})
    ledger.append(run, "status", {"status": status}, epoch=1, summary=end)
    ledger.release(run)


def data(ledger: SqliteLedger) -> bytes:
    """Every byte in the ledger's folder."""
    return b"".join(file.read_bytes() for file in ledger.path.parent.rglob("*") if file.is_file())


def pruned(ledger: SqliteLedger, before: str = ALWAYS) -> list[str]:
    """The runs that are pruned."""
    return [row.id for row in ledger.prune(before, by="ada").pruned]


# --- what is left of a run


def test_a_pruned_run_keeps_its_shape_and_loses_its_contents(ledger: SqliteLedger) -> None:
    """Chain, actions and objects stay; no byte of a payload, of the reason or of the key does, in file or WAL."""
    ledger.open_run(OTHER, "triage", because="Rapunzel", by="ada", owner=this_process("ada"), key="Hans-im-Glueck")
    ledger.append(OTHER, "status", {}, epoch=1, summary=Summary(status="completed", ended=True))
    ledger.release(OTHER)
    ended(ledger)
    acts, before = ledger.acts(RUN), ledger.run(RUN)
    assert b"Rumpelstilzchen" in data(ledger)
    assert pruned(ledger) == [OTHER, RUN]
    assert [word for word in (b"Rumpelstilzchen", b"Rapunzel", b"Hans-im-Glueck") if word in data(ledger)] == []
    after = ledger.run(RUN)
    assert ledger.verify(RUN) == after.head != before.head
    assert (after.status, after.ended, after.actions) == (before.status, before.ended, before.actions)
    assert after.pruned is not None
    assert ledger.acts(RUN) == acts
    assert [touch.object for touch in ledger.touching(["board:card:1"])] == ["board:card:1"]
    assert (ledger.run(OTHER).because, ledger.run(OTHER).key) == (None, None)
    assert ledger.keyed("triage", "Hans-im-Glueck") is None


def test_the_entry_that_is_left_says_who_pruned_it(ledger: SqliteLedger) -> None:
    """The last entry of the chain has the only payload; nothing folds out of the others."""
    ended(ledger)
    ledger.prune(ALWAYS, by="grace")
    *rest, last = ledger.entries(RUN)
    assert {entry.payload for entry in rest} == {None}
    assert (last.kind, last.payload) == ("pruned", {"before": ALWAYS, "by": "grace"})
    assert last.at == ledger.run(RUN).pruned
    assert fold([*rest, last]) == []


def test_its_key_opens_a_new_run(ledger: SqliteLedger) -> None:
    """A conversation that goes on after its run was pruned begins another one."""
    ledger.open_run(RUN, "chat", because=None, by="ada", owner=this_process("ada"), key="thread-1")
    ledger.append(RUN, "status", {}, epoch=1, summary=Summary(status="completed", ended=True))
    ledger.release(RUN)
    assert pruned(ledger) == [RUN]
    ledger.open_run(OTHER, "chat", because=None, by="ada", owner=this_process("ada"), key="thread-1")
    assert ledger.keyed("chat", "thread-1") == OTHER


def test_a_pruned_run_cannot_be_undone(ledger: SqliteLedger) -> None:
    """Revert, plan and recovery say that it was pruned, when, and what is left to do; none of them takes it over."""
    ended(ledger)
    ledger.prune(ALWAYS, by="ada")
    for ask in (
        lambda: wish(RUN, ledger=ledger),
        lambda: wish("last", plan=True, ledger=ledger),
        lambda: recoveries(ledger, RUN),
        lambda: ledger.take_over(RUN, this_process("ada")),
    ):
        with pytest.raises(RunPruned) as refused:
            ask()
        assert refused.value.what.startswith(f"run {RUN} was pruned on {str(ledger.run(RUN).pruned)[:10]}: ")
        assert (refused.value.where, refused.value.now.startswith(f"rein show {RUN} ")) != ("", False)
    assert recoveries(ledger) == []
    assert ledger.run(RUN).epoch == 1


# --- whose payloads are deleted


@pytest.mark.parametrize("status", ["open", "paused", "reverting", "failed", "needs_attention"])
def test_what_is_not_over_is_kept(ledger: SqliteLedger, status: str) -> None:
    """However old: somebody will go on with it, or has to decide."""
    ended(ledger, status=status)
    found = ledger.prune(ALWAYS, by="ada")
    assert (found.pruned, sum(found.kept.values())) == ((), 1)
    assert set(found.kept) == {"open" if status in {"open", "reverting"} else "waiting"}
    assert ledger.entries(RUN)[0].payload is not None


@pytest.mark.parametrize("state", [*State])
@pytest.mark.parametrize("status", ["completed", "reverted"])
def test_a_run_is_kept_for_an_action_of_which_somebody_waits(ledger: SqliteLedger, status: str, state: State) -> None:
    """An action of a completed run may stand; one whose outcome is open, or that needs somebody, keeps its run."""
    ended(ledger, RUN, "landed" if status == "completed" else "reverted", state.value, status=status)
    settled = {State.REJECTED, State.UNCHANGED, State.REVERTED, State.COMPENSATED, State.KEPT}
    if status == "completed":
        settled.add(State.LANDED)
    assert pruned(ledger) == ([RUN] if state in settled else [])


@pytest.mark.parametrize("state", ["asked", "approved", "denied", "used"])
def test_a_run_is_kept_for_an_approval_that_may_still_be_used(ledger: SqliteLedger, state: str) -> None:
    """As long as it has not expired: a person who answers later must see what they answer."""
    for run, expires in ((RUN, ALWAYS), (OTHER, NEVER)):
        begin(ledger, run)
        ledger.append(run, "approval", {}, epoch=1, summary=Summary(approval=Decided(0, state, expires)))
        ledger.append(run, "status", {}, epoch=1, summary=Summary(status="completed", ended=True))
        ledger.release(run)
    assert pruned(ledger) == ([OTHER] if state in {"asked", "approved"} else [RUN, OTHER])


def test_younger_runs_are_kept(ledger: SqliteLedger) -> None:
    """What counts is when a run ended; the same moment is not before it."""
    ended(ledger)
    at = str(ledger.run(RUN).ended)
    for before in (NEVER, at):
        assert ledger.prune(before, by="ada").kept == {"younger": 1}
    assert pruned(ledger, at + "0") == [RUN]


def test_a_run_is_pruned_once(ledger: SqliteLedger) -> None:
    """What is gone is neither pruned again nor counted as kept."""
    ended(ledger)
    assert pruned(ledger) == [RUN]
    head = ledger.run(RUN).head
    again = ledger.prune(ALWAYS, by="ada")
    assert (again.pruned, again.kept, ledger.run(RUN).head) == ((), {}, head)


def test_what_would_be_done_is_told_without_doing_it(ledger: SqliteLedger) -> None:
    """`retention` gives the same answer, oldest first, and deletes nothing."""
    ended(ledger)
    ended(ledger, OTHER)
    ended(ledger, "r-cdefghjk", status="failed")
    told = ledger.retention(ALWAYS)
    assert ([row.id for row in told.pruned], told.kept) == ([RUN, OTHER], {"waiting": 1})
    assert ledger.entries(RUN)[0].payload is not None
    done = ledger.prune(ALWAYS, by="ada")
    assert ([row.id for row in done.pruned], done.kept) == ([RUN, OTHER], {"waiting": 1})


def test_a_changed_record_is_kept_as_evidence(ledger: SqliteLedger) -> None:
    """A run whose chain does not verify is left as it was found, and the others are pruned all the same."""
    ended(ledger)
    ended(ledger, OTHER)
    with closing(sqlite3.connect(ledger.path)) as db, db:
        db.execute("DROP TRIGGER payloads_update")
        db.execute("UPDATE payloads SET text = '{}' WHERE entry = 1")
    found = ledger.prune(ALWAYS, by="ada")
    assert ([row.id for row in found.pruned], found.kept) == ([OTHER], {"broken": 1})
    assert ledger.run(RUN).pruned is None


# --- at the same time


def test_a_run_that_another_process_holds_is_kept(ledger: SqliteLedger) -> None:
    """A revert that has taken the run over, or a leg that has re-opened it, is not left without what it needs."""
    ended(ledger)
    code = "ledger.take_over(run, this_process('bob')); say('taken'); input()"
    with process(ledger.path, code) as other:
        assert heard(other) == "taken"
        assert ledger.prune(ALWAYS, by="ada").kept == {"open": 1}
        tell(other)
        other.wait()
    assert pruned(ledger) == [RUN]


def test_a_run_whose_overruled_owner_lives_is_kept(ledger: SqliteLedger) -> None:
    """A frozen process that was overruled, perhaps twice, may yet write down what an answer said."""
    code = "ledger.open_run(run, 'n', because=None, by='a', owner=this_process('a')); say('open'); input()"
    with process(ledger.path, code) as frozen:
        assert heard(frozen) == "open"
        for _ in range(2):
            epoch = ledger.take_over(RUN, this_process("bob"), force=True)
            ledger.append(RUN, "status", {}, epoch=epoch, summary=Summary(status="reverted", ended=True))
            ledger.release(RUN)
            assert not ledger.is_owned(RUN)
            assert ledger.prune(ALWAYS, by="ada").kept == {"open": 1}
        frozen.kill()
        frozen.wait()
    ledger.take_over(RUN, this_process("bob"))
    ledger.release(RUN)
    assert list(ledger.path.with_name("ledger.sqlite3.locks").iterdir()) == []
    assert pruned(ledger) == [RUN]


def test_taken_over_between_the_look_and_the_deletion(ledger: SqliteLedger, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is judged again in the transaction that deletes."""
    ended(ledger)
    foresee = SqliteLedger.retention

    def taken_meanwhile(self: SqliteLedger, before: str) -> object:
        told = foresee(self, before)
        ledger.take_over(RUN, this_process("bob"))
        return told

    monkeypatch.setattr(SqliteLedger, "retention", taken_meanwhile)
    assert ledger.prune(ALWAYS, by="ada").kept == {"open": 1}
    assert ledger.entries(RUN)[0].payload is not None


def test_pruning_and_taking_over_at_once(tmp_path: Path) -> None:
    """Whichever comes first, a run is never both held and pruned."""
    path = tmp_path / "ledger.sqlite3"
    with closing(SqliteLedger(path)) as one, closing(SqliteLedger(path)) as two:
        runs = [f"r-bcdefg{a}{b}" for a in "hjkmn" for b in "hjkmn"]
        for run in runs:
            ended(one, run)
        taken: list[str] = []

        def take() -> None:
            for run in reversed(runs):
                try:
                    two.take_over(run, this_process("bob"))
                except (RunPruned, RunOwned):
                    continue
                taken.append(run)

        thread = threading.Thread(target=take)
        thread.start()
        gone = pruned(one)
        thread.join()
        assert sorted([*taken, *gone]) == runs
        for run in taken:
            assert (one.run(run).pruned, one.entries(run)[0].payload is None) == (None, False)


# --- the bytes


@pytest.mark.parametrize("seed", range(6))
def test_no_byte_is_left_whatever_moved_in_the_file(ledger: SqliteLedger, seed: int) -> None:
    """Payloads of many sizes, of runs side by side, pruned in several turns: only those of the kept runs are found."""
    draw = random.Random(seed)  # noqa: S311 - a game of chance, not a secret
    runs = [f"r-{number:08d}" for number in range(24)]
    sizes = draw.choice([(1, 2, 3, 30), (1, 20, 70, 230, 500)])
    for run in runs:
        ledger.open_run(run, "n", because=f"Because-{run}.", by="a", owner=this_process("a"), key=f"Key-{run}.")
    for _ in range(500):
        run = draw.choice(runs)
        ledger.append(run, "note", {"text": f"Note-{run}." * draw.choice(sizes)}, epoch=1)
    gone = draw.sample(runs, 15)
    for turn in (gone[:5], gone[5:9], gone[9:]):
        for run in turn:
            ledger.append(run, "status", {}, epoch=1, summary=Summary(status="completed", ended=True))
            ledger.release(run)
        assert sorted(pruned(ledger)) == sorted(turn)
        found = data(ledger)
        done = [run for run in runs if ledger.run(run).pruned]
        assert [r for r in done for what in ("Because", "Key", "Note") if f"{what}-{r}.".encode() in found] == []
    assert {ledger.verify(run) == ledger.run(run).head for run in runs} == {True}


def test_a_file_that_became_empty_becomes_small(ledger: SqliteLedger) -> None:
    """Where much was deleted the file is written anew, and stays the same file, with the same permissions."""
    for number in range(20):
        ended(ledger, f"r-bcdefg{number:02d}", says="x" * 20_000)
    ended(ledger)
    begin(ledger, OTHER)
    ledger.prune(NEVER, by="ada")
    before = ledger.path.stat()
    ledger.prune(ALWAYS, by="ada")
    after = ledger.path.stat()
    assert (after.st_ino, after.st_mode & 0o777) == (before.st_ino, 0o600)
    assert sum(file.stat().st_size for file in ledger.path.parent.glob("ledger*") if file.is_file()) < 200_000
    modes = {file.name: file.stat().st_mode & 0o777 for file in ledger.path.parent.iterdir() if file.is_file()}
    assert set(modes.values()) == {0o600}
    assert ledger.append(OTHER, "note", {}, epoch=1, owned=True).n == 1


def test_a_reader_holds_the_deleted_bytes_and_the_next_prune_removes_them(ledger: SqliteLedger) -> None:
    """SQLite keeps for a reader what it began to read: that is said, and made up for, with nothing more to prune."""
    ended(ledger)
    with closing(sqlite3.connect(ledger.path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM payloads").fetchone()
        with pytest.raises(LedgerUnusable, match="another process is reading it") as told:
            ledger.prune(ALWAYS, by="ada")
        assert told.value.now == "prune once more when that has finished"
        assert b"Rumpelstilzchen" in data(ledger)
        assert ledger.run(RUN).pruned is not None
        reader.execute("ROLLBACK")
    assert pruned(ledger) == []
    assert b"Rumpelstilzchen" not in data(ledger)


def test_a_crash_after_the_deletion_is_made_up_for(ledger: SqliteLedger) -> None:
    """A process that dies before the file was cleaned leaves that to the next prune."""
    ended(ledger)
    code = f"""
from agentrein.ledger.connection import Connection
Connection.purge = lambda self: os._exit(0)
ledger.prune({ALWAYS!r}, by="bob")
"""
    with process(ledger.path, code) as other:
        assert other.wait() == 0
    assert ledger.run(RUN).pruned is not None
    assert b"Rumpelstilzchen" in data(ledger)
    assert pruned(ledger) == []
    assert b"Rumpelstilzchen" not in data(ledger)


def test_a_read_only_ledger_is_not_pruned(ledger: SqliteLedger) -> None:
    """It says that it is read-only, and is left as it was."""
    ended(ledger)
    with closing(SqliteLedger(f"sqlite:///{ledger.path}?mode=ro")) as reader:
        with pytest.raises(LedgerUnusable, match="read-only"):
            reader.prune(ALWAYS, by="ada")
        assert reader.entries(RUN)[0].payload is not None


# --- killed in the middle


@pytest.mark.parametrize("moment", ["DELETE FROM payloads", "INSERT INTO entries", "UPDATE runs SET pruned", "COMMIT"])
def test_killed_in_the_middle_of_a_run_it_is_pruned_whole_or_not(ledger: SqliteLedger, moment: str) -> None:
    """A process that dies at any statement of a prune leaves a run with all of its payloads, and a chain that fits."""
    ended(ledger)
    ended(ledger, OTHER)
    code = f"""
import os, signal
ledger.runs()
ledger._connection._db.set_trace_callback(
    lambda sql: sql.startswith({moment!r}) and "payloads_" not in sql and os.kill(os.getpid(), signal.SIGKILL)
)
ledger.prune("9999-01-01T00:00:00.000000Z", by="bob")
"""
    with process(ledger.path, code, counted=False) as killed:
        assert killed.wait() == -signal.SIGKILL
    for run in (RUN, OTHER):
        assert ledger.verify(run) == ledger.run(run).head
        assert ledger.run(run).pruned is None
        assert ledger.entries(run)[0].payload is not None
    assert sorted(pruned(ledger)) == sorted([RUN, OTHER])
    assert b"Rumpelstilzchen" not in data(ledger)


def test_killed_between_two_runs_the_next_prune_goes_on(ledger: SqliteLedger) -> None:
    """What was pruned stays pruned, the other is whole, and the next prune also removes the bytes of the first."""
    ended(ledger)
    ended(ledger, OTHER)
    code = """
import os, signal
ledger.prune("9999-01-01T00:00:00.000000Z", by="bob", progress=lambda _: os.kill(os.getpid(), signal.SIGKILL))
"""
    with process(ledger.path, code, counted=False) as killed:
        assert killed.wait() == -signal.SIGKILL
    assert [ledger.run(run).pruned is None for run in (RUN, OTHER)] == [False, True]
    assert {ledger.verify(run) == ledger.run(run).head for run in (RUN, OTHER)} == {True}
    assert ledger.cleanable
    assert pruned(ledger) == [OTHER]
    assert b"Rumpelstilzchen" not in data(ledger)
    assert not ledger.cleanable
