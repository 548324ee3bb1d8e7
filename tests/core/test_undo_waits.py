"""What stops a revert is recorded: a client that is missing, an interrupt, a wish to keep; none of it is a crash."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein.cli.look import look
from agentrein.cli.verdict import verdict
from agentrein.ledger import open_ledger
from agentrein.report import ActionReport
from agentrein.reverting import revert_now, wish
from agentrein.testing.crash import listening
from board.agent import Broken, done, failing, with_client, writes
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient, BoardClient


def told(run: rein.Run) -> dict[str, Any]:
    """What the run's last status entry says."""
    return [dict(one.payload or {}) for one in run.ledger.entries(run.id) if one.kind == "status"][-1]


def interrupting(point: str) -> Callable[[str], None]:
    """A listener that presses Ctrl-C at a fault point."""

    def press(name: str) -> None:
        if name == point:
            raise KeyboardInterrupt

    return press


# --- a client that cannot be had


@pytest.mark.parametrize("how", ["revert", "block"])
def test_a_missing_client_is_recorded_and_recovered(
    board: BoardSandbox, ada: BoardClient, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The status says whose client the run waits for; the next recovery takes it up, and then it is reverted."""
    if how == "revert":
        run = done(lambda: ada.create_card("ideas", "Mine"))
        monkeypatch.delenv("BOARD_TOKEN")
        rein.revert(run.id)
    else:
        run = failing(
            lambda: [ada.create_card("ideas", "Mine"), board.faults.add("error", status=401, body=b"{}", times=None)]
        )
        board.faults.clear()
    assert run.status == "needs_attention"
    (stuck,) = told(run)["stuck"]
    assert (stuck["connector"], stuck["waits_for"], bool(stuck["why"])) == ("board", "credentials", True)
    monkeypatch.setenv("BOARD_TOKEN", "token-ada")
    (report,) = rein.recover()
    assert (report.exit, run.status) == (0, "reverted")
    assert "stuck" not in told(run)
    assert rein.recover() == []


def test_the_verdict_names_what_the_run_waits_for(ada: BoardClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """People read whose credentials are missing, and no word of a crash."""
    run = done(lambda: ada.create_card("ideas", "Mine"))
    monkeypatch.delenv("BOARD_TOKEN")
    rein.revert(run.id)
    seen = look(run.ledger, run.id)
    assert verdict(seen) == "WAITING FOR CREDENTIALS: board"
    assert (seen.waits, seen.left) == (True, [])


def test_a_vendor_that_asks_for_patience_lacks_no_credentials(board: BoardSandbox, ada: BoardClient) -> None:
    """A limit that lasts longer than an undo waits is told apart from a token that is not taken."""
    run = done(lambda: ada.create_card("ideas", "Mine"))
    board.faults.add("error", status=429, headers={"retry-after": "9000"}, body=b"{}", times=None)
    rein.revert(run.id)
    assert [one["waits_for"] for one in told(run)["stuck"]] == ["vendor"]
    assert verdict(look(run.ledger, run.id)) == "WAITING FOR board"


def test_a_part_that_was_undone_alone_does_not_hide_what_the_run_waits_for(
    ada: BoardClient, board: BoardSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The recovery still takes up the rest of a run of which one action was kept meanwhile."""
    run = done(lambda: [ada.create_card("ideas", text) for text in ("One", "Two")])
    monkeypatch.delenv("BOARD_TOKEN")
    rein.revert(run.id)
    rein.revert(run.id, action=2, keep=[2])
    assert told(run)["stuck"]
    monkeypatch.setenv("BOARD_TOKEN", "token-ada")
    board.clear_requests()
    (report,) = rein.recover()
    assert (report.exit, run.status) == (0, "reverted")
    assert len(writes(board)) == 1


def test_what_needs_a_person_is_not_recovered_again(board: BoardSandbox, ada: BoardClient) -> None:
    """A conflict is no missing client: the recovery leaves it to a person."""
    made: list[int] = []
    run = done(lambda: made.append(ada.create_card("ideas", "Mine")["id"]))
    BoardClient(board.url, "token-bob").edit_card(made[0], card={"text": "Theirs"})
    rein.revert(run.id)
    assert run.status == "needs_attention"
    assert not {"stuck", "stopped"} & told(run).keys()
    assert rein.recover() == []


# --- interrupts


def test_an_interrupted_revert_was_stopped_and_is_recovered(ada: BoardClient) -> None:
    """Ctrl-C is no crash: the status entry says that the revert was stopped, and a recovery goes on with it."""
    run = done(lambda: [ada.create_card("ideas", text) for text in ("One", "Two")])

    def press(report: ActionReport) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        revert_now(replace(wish(run.id), progress=press))
    assert run.status == "needs_attention"
    assert told(run)["stopped"] is True
    assert not run.ledger.is_owned(run.id)
    (report,) = rein.recover()
    assert (report.exit, run.status) == (0, "reverted")


def test_a_second_interrupt_says_what_stands(ada: BoardClient) -> None:
    """Ctrl-C while a block's undo is under way: the exception that arrives tells how to go on."""
    run = rein.run("board")
    with pytest.raises(KeyboardInterrupt) as caught, listening(interrupting("undo_before_intent")), run:
        ada.create_card("ideas", "One")
        ada.create_card("ideas", "Two")
        raise Broken
    (note,) = caught.value.__notes__
    assert note == f"AgentRein: run {run.id} 'board' was not reverted: 2 writes stand\n  next: rein revert {run.id}"
    assert (run.status, told(run)["stopped"]) == ("needs_attention", True)
    assert rein.revert(run.id).exit == 0


@pytest.mark.parametrize("how", ["fails", "waits"])
def test_a_second_interrupt_of_an_async_run_says_what_stands(
    board: BoardSandbox, tmp_path: Path, rein_ledger: Path, how: str
) -> None:
    """Ctrl-C twice while an event loop undoes a run: what the person sees names the run and what undoes it."""
    board.faults.add("slow", method="PATCH", seconds=30)
    script = Path(__file__).with_name("async_interrupted.py")
    paths = os.pathsep.join([str(script.parents[1]), str(tmp_path)])
    environ = {**os.environ, "PYTHONPATH": paths, "AGENTREIN_LEDGER": str(rein_ledger), "BOARD_URL": board.url}
    agent = subprocess.Popen(
        [sys.executable, "-W", "error", str(script), how],
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert agent.stdout is not None
    with agent:
        if how == "waits":  # the first Ctrl-C ends the block
            assert agent.stdout.readline() == "waits\n"
            agent.send_signal(signal.SIGINT)
        _until(lambda: any(one.method == "PATCH" for one in board.requests))
        for _ in range(2 if how == "fails" else 1):
            time.sleep(0.3)
            agent.send_signal(signal.SIGINT)
        _, seen = agent.communicate(timeout=20)
    board.faults.clear()
    (run,) = open_ledger(None).runs()
    assert f"AgentRein: run {run.id} 'interrupted' was not reverted" in seen
    assert f"next: rein revert {run.id}" in seen
    assert run.status == "needs_attention"
    assert [one.exit for one in rein.recover()] == [0]


def _until(holds: Callable[[], bool], seconds: float = 10) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


# --- kept


KEPT = "AgentRein: run {} 'kept' was not reverted: 2 writes stand\n  next: rein revert {}"


def test_a_kept_run_says_so_on_the_exception(ada: BoardClient, board: BoardSandbox) -> None:
    """`on_failure="keep"`: the caller's own exception carries a note with what stands and what undoes it."""
    with pytest.raises(Broken) as caught, rein.run("kept", on_failure="keep") as run:
        ada.create_card("ideas", "One")
        ada.create_card("ideas", "Two")
        raise Broken
    assert caught.value.__notes__ == [KEPT.format(run.id, run.id)]
    assert KEPT.format(run.id, run.id) in "".join(traceback.format_exception(caught.value))

    async def work(client: AsyncBoardClient) -> rein.Run:
        async with rein.run("kept", on_failure="keep") as run:
            await client.create_card("ideas", "One")
            await client.create_card("ideas", "Two")
            raise Broken
        return run

    with pytest.raises(Broken) as caught:
        with_client(board, work)
    (note,) = caught.value.__notes__
    assert note.endswith("stand\n  next: rein revert " + note.split()[2])


def test_a_kept_run_that_wrote_nothing_says_nothing(board: BoardSandbox) -> None:
    """Where nothing stands there is nothing to tell."""
    with pytest.raises(Broken) as caught, rein.run("kept", on_failure="keep"):
        raise Broken
    assert not hasattr(caught.value, "__notes__")


# --- where it failed


def _raise() -> None:
    raise Broken


def test_the_recorded_place_of_a_failure_is_where_it_was_raised(ada: BoardClient) -> None:
    """The last frame of the user's own code, not the line of the block that it left."""
    with pytest.raises(Broken), rein.run("board") as run:
        ada.create_card("ideas", "One")
        _raise()
    line = _raise.__code__.co_firstlineno + 1
    assert _cause(run) == {"error": "Broken", "where": f"test_undo_waits.py:{line}"}
    with pytest.raises(ValueError, match="Expecting value"), rein.run("board") as run:
        _parse()
    assert _cause(run)["where"] == f"test_undo_waits.py:{_parse.__code__.co_firstlineno + 1}"


def _parse() -> None:
    json.loads("no")  # raised in the standard library


def _cause(run: rein.Run) -> Any:
    found = [one.payload or {} for one in run.ledger.entries(run.id) if one.kind == "status"]
    return next(one["cause"] for one in found if "cause" in one)
