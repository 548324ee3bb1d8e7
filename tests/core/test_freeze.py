"""A freeze stops writes before they are sent, whoever sends them, and nothing else: reads, reverts and recoveries."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein import freezing
from agentrein.connector import Operation, op
from agentrein.errors import UsageError
from agentrein.ledger import Ledger, open_ledger
from agentrein.testing.crash import killed_at, listening, no_waiting
from board.agent import Broken, until, with_client, writes
from board.installed import Speak
from board.places import CARD, DOCS
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

PART, WHOLE = f"PUT {CARD}/mute", f"PUT {CARD}/pin"


@pytest.fixture
def ledger(rein_ledger: Path) -> Ledger:
    """The ledger of the test's process."""
    return open_ledger(str(rein_ledger))


def refused(act: Callable[[], object]) -> rein.Refused:
    """The refusal that a call meets."""
    with pytest.raises(rein.Refused) as found:
        act()
    return found.value


@pytest.mark.parametrize("name", ["", "board", "board:ada", "board:ADA"])
def test_frozen_writes_are_refused_before_anything_is_sent(
    board: BoardSandbox, ada: BoardClient, ledger: Ledger, name: str
) -> None:
    """Everything, the connector, or the account in any spelling: who, when, why and what to do are told."""
    with rein.run("board") as run:
        ada.create_card("ideas", "Before")
        freezing.freeze(ledger, name, "the agent spams")
        writes(board)
        told = refused(lambda: ada.create_card("ideas", "After"))
        assert ada.card(board.first)
    assert writes(board) == []
    assert (told.reason, told.code) == ("frozen", "REIN-R102")
    assert "the agent spams" in told.why
    assert freezing.user() in told.why
    assert told.now.startswith("stop the work until a person lifts it:  rein thaw")
    assert "Do not retry" in told.for_model()
    assert "rein thaw" not in told.for_model()
    assert len(run.actions) == 1
    assert [one.kind for one in ledger.entries(run.id)].count("refused") == 1


def test_nothing_is_read_in_vain(board: BoardSandbox, ada: BoardClient, ledger: Ledger) -> None:
    """A frozen connector is not asked for a before-image, nor whom the client acts for."""
    freezing.freeze(ledger, "board", "stop")
    with rein.run("board"):
        refused(lambda: ada.edit_card(board.first, card={"text": "New"}))
    assert board.requests == []


@pytest.mark.parametrize("name", ["board:bob", "slack", "slack:ada"])
def test_others_go_on(board: BoardSandbox, ada: BoardClient, ledger: Ledger, name: str) -> None:
    """Another account and another connector are not concerned."""
    ledger.freeze(*freezing.parsed(name), why="stop", by="ops")
    with rein.run("board") as run:
        ada.create_card("ideas", "Text")
    assert [one.state for one in run.actions] == ["landed"]


def test_thawing_lets_them_out_again(board: BoardSandbox, ada: BoardClient, ledger: Ledger) -> None:
    """At once, in the run that met the freeze; the freeze stays on record with who lifted it."""
    freezing.freeze(ledger, "board", "stop")
    with rein.run("board") as run:
        refused(lambda: ada.create_card("ideas", "Text"))
        freezing.thaw(ledger, "board")
        ada.create_card("ideas", "Text")
    assert [one.state for one in run.actions] == ["landed"]
    with closing(sqlite3.connect(ledger.url.removeprefix("sqlite:///"))) as db:
        assert db.execute("SELECT connector, account, why, thawed IS NOT NULL, thawed_by FROM freezes").fetchall() == [
            ("board", "", "stop", 1, freezing.user())
        ]


def test_a_freeze_just_before_the_record_stops_the_write(board: BoardSandbox, ada: BoardClient, ledger: Ledger) -> None:
    """It is read in the transaction of `planned`: what all looks before let through is refused there."""

    def freeze(point: str) -> None:
        if point == "before_plan":
            freezing.freeze(ledger, "board", "stop")

    with rein.run("board") as run, listening(freeze):
        told = refused(lambda: ada.create_card("ideas", "Text"))
    assert (told.reason, run.actions, writes(board)) == ("frozen", [], [])
    assert "planned" not in [one.kind for one in ledger.entries(run.id)]


@pytest.mark.parametrize("turn", range(6))
def test_no_write_is_planned_after_a_freeze_was_committed(
    board: BoardSandbox, ada: BoardClient, ledger: Ledger, turn: int
) -> None:
    """Another process freezes while this one writes as fast as it can: by the record's own order, nothing follows."""
    code = (
        "from agentrein.ledger import open_ledger\nimport sys, time\nledger = open_ledger(sys.argv[1])\n"
        "sys.stdin.readline(); time.sleep(float(sys.argv[2]))\n"
        "ledger.freeze('board', '', why='stop', by='ops')\n"
        # what is planned by now was planned before the freeze was committed, or not at all
        "print(sum(row.actions for row in ledger.runs()), flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, ledger.url, str(turn / 100)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    told = None
    with rein.run("board") as run:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
        end = time.monotonic() + 20
        while told is None and time.monotonic() < end:
            with suppress(rein.Refused):
                ada.pin(board.first)
                continue
            told = "frozen"
        counted, _ = process.communicate(timeout=20)
    assert told == "frozen"
    assert ledger.run(run.id).actions <= int(counted)


def test_what_waits_for_its_object_is_refused(board: BoardSandbox, ledger: Ledger) -> None:
    """Two writes on one card: the freeze comes while the first is under way, and the second waits for its turn."""
    board.faults.add("slow", method="PATCH", seconds=0.5, times=1)

    async def work(client: Any) -> list[Any]:
        async with rein.run("board", on_failure="keep"):
            first = asyncio.ensure_future(client.edit_card(board.first, card={"text": "First"}))
            await until(lambda: any(one.method == "PATCH" for one in board.requests))
            second = asyncio.ensure_future(client.edit_card(board.first, card={"text": "Second"}))
            await asyncio.sleep(0.1)
            freezing.freeze(ledger, "board:ada", "stop")
            return list(await asyncio.gather(first, second, return_exceptions=True))

    first, second = with_client(board, work)
    assert not isinstance(first, BaseException)
    assert isinstance(second, rein.Refused)
    assert second.reason == "frozen"
    assert [one.method for one in board.writes] == ["PATCH"]


def test_what_waits_for_a_rate_limit_is_refused(board: BoardSandbox, ada: BoardClient, ledger: Ledger) -> None:
    """The vendor did not execute it, so it is not sent again; its record says that it did not happen."""
    fault = board.faults.add("rate_limited", writes=True, times=1, retry_after=3)

    def freeze(point: str) -> None:
        if point == "after_send":
            freezing.freeze(ledger, "board", "stop")

    with no_waiting(), listening(freeze), rein.run("board") as run:
        told = refused(lambda: ada.create_card("ideas", "Text"))
    assert (told.reason, fault.struck, len(writes(board))) == ("frozen", 1, 1)
    assert [(one.state, "was frozen by" in one.reason) for one in run.actions] == [("rejected", True)]
    assert run.status == "completed"


def part() -> Operation:
    """The row of a part: muting a card only prepares that it is pinned."""
    return op(PART, sdk="mute", says="get card {card} ready", part=WHOLE, why=f"It lapses. {DOCS}/mutes")


@pytest.mark.parametrize("name", ["", "board", "board:ada"])
def test_parts_are_refused_too(board: BoardSandbox, ada: BoardClient, ledger: Ledger, speak: Speak, name: str) -> None:
    """What only prepares is stopped with what it prepares, also before anybody knows for whom the client acts."""
    speak(part())
    freezing.freeze(ledger, name, "stop")
    with rein.run("board") as run:
        assert refused(lambda: ada.mute(board.first)).reason == "frozen"
    assert (writes(board), board.muted) == ([], set())
    assert "part" not in [one.kind for one in ledger.entries(run.id)]


def test_a_part_of_another_account_goes_out(
    board: BoardSandbox, ada: BoardClient, ledger: Ledger, speak: Speak
) -> None:
    """Where an account is frozen, who acts is read first."""
    speak(part())
    ledger.freeze("board", "bob", why="stop", by="ops")
    with rein.run("board"):
        ada.mute(board.first)
    assert board.muted == {board.first}


def test_a_freeze_between_look_and_record_stops_a_part(
    board: BoardSandbox, ada: BoardClient, ledger: Ledger, speak: Speak, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever acts is not known then: an account of the connector that is frozen stops it all the same."""
    speak(part())
    monkeypatch.setattr("agentrein.frozen.look", lambda *_: ledger.freeze("board", "bob", why="stop", by="ops"))
    monkeypatch.setattr("agentrein.frozen.actor_if_asked", _nobody)
    with rein.run("board"):
        assert refused(lambda: ada.mute(board.first)).reason == "frozen"
    assert writes(board) == []


def _nobody(*_: object) -> Any:
    yield from ()


def test_a_batch_is_refused_as_a_whole(board: BoardSandbox, ada: BoardClient, ledger: Ledger) -> None:
    """None of its items is read or sent."""
    freezing.freeze(ledger, "board", "stop")
    with rein.run("board"):
        cards = {board.first: {"text": "One"}, board.second: {"text": "Two"}}
        assert refused(lambda: ada.edit_cards("ideas", cards)).reason == "frozen"
    assert board.requests == []


@pytest.mark.parametrize("name", ["", "board", "board:ada"])
def test_reverts_go_on(board: BoardSandbox, ada: BoardClient, ledger: Ledger, name: str) -> None:
    """The undo at the end of a block that a freeze broke, and a later one."""
    run = rein.run("board")
    with suppress(rein.Refused), run:
        ada.create_card("ideas", "Mine")
        freezing.freeze(ledger, name, "stop")
        ada.create_card("ideas", "Not any more")
    assert run.status == "reverted"
    assert [one.state for one in run.actions] == ["compensated"]
    freezing.thaw(ledger, name)
    with rein.run("board") as second:
        ada.create_card("ideas", "Mine")
    freezing.freeze(ledger, name, "stop")
    assert rein.revert(second.id).status == "reverted"


def test_recoveries_go_on(board: BoardSandbox, ada: BoardClient, ledger: Ledger) -> None:
    """What a dead process left is found out and undone under a freeze of everything."""
    with killed_at("after_answer"), suppress(BaseException), rein.run("board") as run:
        ada.create_card("ideas", "Lost")
    ledger.release(run.id)
    freezing.freeze(ledger, "", "stop")
    (report,) = rein.recover(run.id, take_over=True)
    assert [one.state for one in report.actions] == ["compensated"]


def test_dry_runs_go_on(board: BoardSandbox, ada: BoardClient, ledger: Ledger) -> None:
    """They send nothing, and tell what an agent that was stopped would do."""
    freezing.freeze(ledger, "board", "stop")
    with rein.run("board", dry_run=True) as run:
        ada.create_card("ideas", "Text")
    assert (len(run.actions), writes(board)) == (1, [])


def test_a_step_that_failed_is_undone_under_a_freeze(board: BoardSandbox, ada: BoardClient, ledger: Ledger) -> None:
    """The undo of a part of a run that goes on is an undo too."""
    with rein.run("board") as run:
        with suppress(Broken), run.step("one"):
            ada.create_card("ideas", "Mine")
            freezing.freeze(ledger, "board", "stop")
            raise Broken
    assert [one.state for one in run.actions] == ["compensated"]


def test_a_ledger_that_cannot_be_read_is_no_thaw(board: BoardSandbox, ada: BoardClient, ledger: Ledger) -> None:
    """Fail closed: where nobody can tell whether something is frozen, nothing is sent."""
    with rein.run("board", on_failure="keep") as run:
        with closing(sqlite3.connect(ledger.url.removeprefix("sqlite:///"))) as db, db:
            db.execute("ALTER TABLE freezes RENAME TO hidden")
        with pytest.raises(rein.ReinError):
            ada.create_card("ideas", "Text")
        with closing(sqlite3.connect(ledger.url.removeprefix("sqlite:///"))) as db, db:
            db.execute("ALTER TABLE hidden RENAME TO freezes")
    assert (writes(board), run.actions) == ([], [])


def test_a_freeze_is_never_deleted(ledger: Ledger) -> None:
    """By the ledger's own trigger: it is thawed, and stays on record."""
    freezing.freeze(ledger, "", "stop")
    with closing(sqlite3.connect(ledger.url.removeprefix("sqlite:///"))) as db, pytest.raises(sqlite3.Error):
        db.execute("DELETE FROM freezes")
    assert [one.name for one in ledger.freezes()] == [""]


def test_freezing_twice_keeps_the_first(ledger: Ledger, board: BoardSandbox) -> None:
    """Also from many threads at once: one row is in force."""
    made = [threading.Thread(target=freezing.freeze, args=(ledger, "board:ada", f"why {n}")) for n in range(8)]
    for one in made:
        one.start()
    for one in made:
        one.join()
    (first,) = ledger.freezes()
    assert freezing.freeze(ledger, "board:Ada", "another") == (first, False)
    assert freezing.thaw(ledger, "board:ADA") == first
    assert ledger.freezes() == []


@pytest.mark.parametrize("name", [":ada", "board:", ":", "  :x"])
def test_what_names_nothing_is_an_error(ledger: Ledger, name: str) -> None:
    """An error of typing freezes nothing, and says so."""
    with pytest.raises(UsageError):
        freezing.freeze(ledger, name, "stop")
    assert ledger.freezes() == []


def test_a_connector_that_nobody_knows_is_an_error(ledger: Ledger, board: BoardSandbox) -> None:
    """A typo must not read as a freeze; the nearest name is told."""
    with pytest.raises(UsageError, match="nothing was frozen") as told:
        freezing.freeze(ledger, "baord", "stop")
    assert "board" in told.value.now
    assert ledger.freezes() == []


def test_a_connector_that_is_only_on_record_can_be_frozen(
    board: BoardSandbox, ada: BoardClient, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is on call may have another installation than the agents."""
    with rein.run("board"):
        ada.create_card("ideas", "Text")
    monkeypatch.setattr("agentrein.freezing.connectors", list)
    assert freezing.freeze(ledger, "board", "stop")[1]


@pytest.mark.parametrize("name", ["Board", "bord", "onw", "oWN"])
def test_a_near_miss_is_an_error(ledger: Ledger, board: BoardSandbox, name: str) -> None:
    """Also in another spelling, for what is compared is the name as it is."""
    with pytest.raises(UsageError, match="nothing was frozen"):
        freezing.freeze(ledger, name, "stop")
    assert ledger.freezes() == []


def test_what_is_neither_installed_nor_on_record_can_be_frozen(ledger: Ledger, board: BoardSandbox) -> None:
    """Agents elsewhere may have it, and begin with it now; whoever freezes is told that it is not known here."""
    one, is_new = freezing.freeze(ledger, "zzz:ada", "stop")
    assert (is_new, ledger.freezes(), freezing.unknown_connector(ledger, one)) == (True, [one], True)


def test_own_actions_are_frozen_before_one_has_written(ledger: Ledger) -> None:
    """They are always there."""

    @rein.action(tier=rein.REVERSIBLE, undo=lambda **_: None, durable=False)
    def order(number: int) -> int:
        return number

    one, _ = freezing.freeze(ledger, "own", "stop")
    assert not freezing.unknown_connector(ledger, one)
    with rein.run("x"):
        assert refused(lambda: order(1)).reason == "frozen"


@pytest.mark.parametrize("why", ["", "   ", "x" * 501])
def test_a_reason_is_a_sentence(ledger: Ledger, why: str) -> None:
    """None, and a novel, are refused."""
    with pytest.raises(UsageError):
        freezing.freeze(ledger, "", why)
    assert ledger.freezes() == []


def test_hostile_reasons_cannot_act(board: BoardSandbox, ada: BoardClient, ledger: Ledger) -> None:
    """Escape codes are written out, and what reads as a credential is not recorded."""
    freezing.freeze(ledger, "", "\x1b[2J\u202e token=ghp_abcdefgh12345678 [bold]x[/bold]\nDo it")
    with rein.run("board"):
        told = refused(lambda: ada.create_card("ideas", "Text"))
    for text in (str(told), told.for_model()):
        assert "\x1b" not in text
        assert "\u202e" not in text
    assert len(str(told).splitlines()) == 4
    assert "ghp_" not in str(ledger.freezes())
