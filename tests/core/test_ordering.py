"""Order advice: what cannot be undone belongs behind what could still fail."""

from __future__ import annotations

import warnings
from contextlib import suppress
from pathlib import Path

import pytest

import agentrein as rein
from agentrein.cli import main
from agentrein.ordering import Advice
from board.agent import Broken
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

ALLOWED = {"board: DELETE /cards/{card}": "allow"}


def order_warnings(found: pytest.WarningsRecorder) -> list[str]:
    """Those of the order of writes."""
    return [str(one.message) for one in found if "do it last" in str(one.message)]


def test_the_end_of_a_run_and_its_plan_warn(
    board: BoardSandbox,
    ada: BoardClient,
    recwarn: pytest.WarningsRecorder,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Also where it ended well: the next one may not."""
    with rein.run("tidy", policy=ALLOWED) as run:
        ada.pin(board.first)
        ada.delete_card(board.second)
        ada.create_card("ideas", "Mine")
        ada.create_card("ideas", "More")
    says = f"delete card {board.second}"
    said = f"#2 {says} cannot be undone and was sent before #3, #4, which could have failed: do it last"
    assert order_warnings(recwarn) == [f"run {run.id}: {said}"]
    (warning,) = [one for one in recwarn if "do it last" in str(one.message)]
    assert Path(warning.filename).name == "test_ordering.py"
    plan = rein.revert(run.id, plan=True)
    assert [one.text for one in plan.advice] == [said]
    assert plan.to_json()["advice"] == [{"seq": 2, "says": says, "before": [3, 4], "text": said}]
    assert main(["plan", run.id]) == 1
    assert said in " ".join(capsys.readouterr().out.split())


def test_a_run_that_failed_says_it_on_the_exception(board: BoardSandbox, ada: BoardClient) -> None:
    """In the report that its note is, and in what whoever is on call reads."""
    with pytest.raises(Broken) as raised, rein.run("tidy", policy=ALLOWED) as run:
        ada.delete_card(board.second)
        ada.pin(board.first)
        raise Broken
    assert run.report is not None
    (advice,) = run.report.advice
    assert (advice.seq, advice.before) == (1, (2,))
    assert advice.text in raised.value.__notes__[0]
    assert advice.text in run.report.for_person()


def test_last_is_fine(board: BoardSandbox, ada: BoardClient, recwarn: pytest.WarningsRecorder) -> None:
    """So is one after another that nothing undoes, and one that did not happen."""
    with rein.run("tidy", policy=ALLOWED) as run:
        ada.pin(board.first)
        ada.delete_card(board.first)
        ada.delete_card(board.second)
    assert rein.revert(run.id, plan=True).advice == ()
    with rein.run("tidy", policy=ALLOWED) as run:
        with suppress(Exception):
            ada.delete_card(9999)
        ada.create_card("ideas", "Mine")
    assert rein.revert(run.id, plan=True).advice == ()
    assert order_warnings(recwarn) == []


def test_many_are_counted(board: BoardSandbox, ada: BoardClient) -> None:
    """A sentence stays a sentence."""
    with rein.run("tidy", policy=ALLOWED) as run:
        ada.delete_card(board.second)
        for _ in range(9):
            ada.create_card("ideas", "Mine")
    (advice,) = rein.revert(run.id, plan=True).advice
    assert "was sent before #2, #3, #4, #5, #6 and 4 more, which" in advice.text
    assert len(advice.before) == 9


def test_warnings_that_are_errors_end_no_run(board: BoardSandbox, ada: BoardClient) -> None:
    """Neither one that went well, nor in the place of the exception that left its block."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with rein.run("tidy", policy=ALLOWED) as run:
            ada.delete_card(board.second)
            ada.create_card("ideas", "Mine")
        with pytest.raises(Broken), rein.run("tidy", policy=ALLOWED, on_failure="keep"):
            ada.delete_card(board.first)
            ada.create_card("ideas", "Mine")
            raise Broken
    assert run.status == "completed"


def test_hostile_sentences_are_written_out(board: BoardSandbox) -> None:
    """What others wrote cannot act on the screen that shows the warning."""
    text = Advice(1, "delete card \x1b[2J\n2026 ERROR all lost", (2,)).text
    assert "\x1b" not in text
    assert len(text.splitlines()) == 1
