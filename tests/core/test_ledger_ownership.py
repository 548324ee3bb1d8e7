"""Ownership: a run is held by a living process, and by nobody once that process is gone, however it went."""

from __future__ import annotations

import os
import signal
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from agentrein.errors import EpochError, RunOwned
from agentrein.ledger.ownership import in_words
from agentrein.ledger.sqlite import SqliteLedger
from ledger_kit import RUN, begin, heard, process, tell, this_process

OWNS = """
ledger.open_run(run, "triage", because=None, by="ada", owner=this_process("ada"))
say(os.getpid())
input()
"""


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[SqliteLedger]:
    """An empty ledger."""
    found = SqliteLedger(tmp_path / "ledger.sqlite3")
    yield found
    found.close()


def test_owner_sees_itself(ledger: SqliteLedger) -> None:
    """The process that opened a run owns it until it lets go."""
    begin(ledger)
    assert ledger.is_owned(RUN)
    assert ledger.owns(RUN)
    ledger.release(RUN)
    assert not ledger.is_owned(RUN)
    assert not ledger.owns(RUN)
    assert list(ledger.path.with_name("ledger.sqlite3.locks").iterdir()) == []


def test_looking_does_not_lose_the_lock(ledger: SqliteLedger) -> None:
    """A second ledger object, under another name of the file, neither drops the owner's lock nor its ownership."""
    begin(ledger)
    other = ledger.path.with_name("other")
    other.symlink_to(ledger.path.parent)
    with closing(SqliteLedger(other / "ledger.sqlite3")) as second:
        assert second.is_owned(RUN)
        assert second.owns(RUN)
    with process(ledger.path, "say(ledger.is_owned(run), ledger.owns(run))") as asking:
        assert heard(asking) == "True False"


def test_owner_is_seen_across_processes_and_gone_after_a_kill(ledger: SqliteLedger) -> None:
    """Another process sees the owner while it lives, cannot take the run over, and can right after `kill -9`."""
    with process(ledger.path, OWNS) as owner:
        pid = heard(owner)
        assert ledger.is_owned(RUN)
        assert not ledger.owns(RUN)
        with pytest.raises(RunOwned, match=rf"run {RUN} is held by pid {pid} on .+ \(ada\) since \d{{4}}-") as caught:
            ledger.take_over(RUN, this_process("eve"))
        assert caught.value.where == str(ledger.path)
        assert ledger.run(RUN).epoch == 1
        owner.send_signal(signal.SIGKILL)
        owner.wait()
        assert not ledger.is_owned(RUN)
        assert ledger.take_over(RUN, this_process("eve")) == 2
        assert ledger.owns(RUN)
        assert ledger.run(RUN).owner["user"] == "eve"


def test_own_run_can_be_taken_over_without_force(ledger: SqliteLedger) -> None:
    """A process may begin a new epoch of a run that it holds itself."""
    begin(ledger)
    assert ledger.take_over(RUN, this_process("ada")) == 2
    assert ledger.owns(RUN)


def test_released_run_can_be_taken_over_while_its_process_lives(ledger: SqliteLedger) -> None:
    """A run that was let go belongs to nobody although its old owner still runs."""
    with process(ledger.path, OWNS + "ledger.release(run)\nsay('free')\ninput()") as owner:
        heard(owner)
        tell(owner)
        assert heard(owner) == "free"
        assert not ledger.is_owned(RUN)
        assert ledger.take_over(RUN, this_process("eve")) == 2


def test_frozen_owner_that_was_overruled_cannot_write(ledger: SqliteLedger) -> None:
    """A stopped owner holds its run; taken over by force it wakes up as no owner, and its end disturbs nobody."""
    code = """
try:
    ledger.append(run, "planned", {}, epoch=1, number=True, owned=True, sync=True)
except EpochError:
    say(ledger.owns(run), ledger.is_owned(run))
ledger.release(run)
say("released")
input()
"""
    with process(ledger.path, OWNS + code) as owner:
        heard(owner)
        owner.send_signal(signal.SIGSTOP)
        with pytest.raises(RunOwned):
            ledger.take_over(RUN, this_process("eve"))
        assert ledger.take_over(RUN, this_process("eve"), force=True) == 2
        owner.send_signal(signal.SIGCONT)
        tell(owner)
        assert heard(owner) == "False True"
        assert heard(owner) == "released"
        assert ledger.owns(RUN)
    assert ledger.owns(RUN)
    with process(ledger.path, "say(ledger.is_owned(run))") as asking:
        assert heard(asking) == "True"


def test_of_many_only_one_takes_over(ledger: SqliteLedger) -> None:
    """When several processes take a crashed run over at once, one gets it and the others are told who has it."""
    begin(ledger)
    ledger.release(RUN)
    code = """
say("ready")
input()
try:
    say(ledger.take_over(run, this_process("eve")))
except RunOwned as error:
    say("held" if "pid" in error.what else error)
input()
"""
    with process(ledger.path, code) as one, process(ledger.path, code) as two, process(ledger.path, code) as three:
        racing = (one, two, three)
        assert {heard(each) for each in racing} == {"ready"}
        for each in racing:
            tell(each)
        assert sorted(heard(each) for each in racing) == ["2", "held", "held"]


def test_forked_child_does_not_own(ledger: SqliteLedger) -> None:
    """A forked child owns nothing, uses a connection of its own, and its end takes nothing from the parent."""
    code = """
ledger.open_run(run, "triage", because=None, by="ada", owner=this_process("ada"))
ledger.append(run, "note", {"by": "parent"}, epoch=1)
child = os.fork()
if not child:
    say(ledger.owns(run), ledger.is_owned(run), ledger._connection._db is not None)
    try:
        ledger.take_over(run, this_process("child"))
    except RunOwned:
        say("held")
    ledger.append(run, "note", {"by": "child"}, epoch=1)
    ledger.close()
    sys.exit()
os.waitpid(child, 0)
ledger.append(run, "note", {"by": "parent"}, epoch=1, owned=True, sync=True)
say(ledger.owns(run))
input()
"""
    with process(ledger.path, code) as owner:
        assert [heard(owner) for _ in range(3)] == ["False True True", "held", "True"]
        assert ledger.is_owned(RUN)
        tell(owner)
    assert [entry.payload["by"] for entry in ledger.entries(RUN) if entry.payload] == ["parent", "child", "parent"]
    ledger.verify(RUN)


def test_forking_while_threads_append(ledger: SqliteLedger) -> None:
    """Forks in the middle of other threads' appends neither hang nor break the chain, in parent and child."""
    code = """
import threading, warnings
warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of every fork beside threads
ledger.open_run(run, "triage", because=None, by="ada", owner=this_process("ada"))
def work():
    for _ in range(100):
        ledger.append(run, "note", {}, epoch=1, sync=True)
threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for _ in range(10):
    child = os.fork()
    if not child:
        ledger.append(run, "note", {}, epoch=1)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
for thread in threads:
    thread.join()
say("done")
"""
    with process(ledger.path, code) as forking:
        assert heard(forking) == "done"
    assert len(ledger.entries(RUN)) == 410
    ledger.verify(RUN)


def test_lock_files_are_the_owners_alone(ledger: SqliteLedger) -> None:
    """The folder of lock files and each file in it can be read by nobody else, whatever the umask."""
    before = os.umask(0)
    try:
        begin(ledger)
    finally:
        os.umask(before)
    folder = ledger.path.with_name("ledger.sqlite3.locks")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()] == [0o600]


def test_failed_take_over_keeps_the_old_owner(ledger: SqliteLedger) -> None:
    """A take-over that cannot be committed changes neither epoch nor owner, and leaves no lock behind."""
    begin(ledger)
    with ledger._connection.writing(sync=False) as db:
        db.execute(
            "CREATE TRIGGER broken BEFORE UPDATE OF epoch ON runs BEGIN SELECT RAISE(ROLLBACK, 'disk gone'); END"
        )
    with pytest.raises(Exception, match="disk gone"):
        ledger.take_over(RUN, this_process("eve"))
    assert ledger.owns(RUN)
    ledger.check_epoch(RUN, 1)
    with pytest.raises(EpochError):
        ledger.check_epoch(RUN, 2)
    assert [file.name for file in ledger.path.with_name("ledger.sqlite3.locks").iterdir()] == [f"{RUN}.1"]


def test_owner_in_words() -> None:
    """An owner's record reads as a sentence part, also when it is incomplete."""
    owner = {"pid": 4711, "host": "build-7", "user": "ada", "started": "2025-11-29T14:03:59.000000Z"}
    assert in_words(owner) == "pid 4711 on build-7 (ada) since 2025-11-29 14:03 UTC"
    assert in_words({"pid": 4711, "host": "build-7"}) == "pid 4711 on build-7"
