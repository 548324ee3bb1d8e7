"""Dry runs: nothing leaves, every call is planned and listed, what is invented is answered by the stand-in."""

from __future__ import annotations

import asyncio

import pytest

import agentrein as rein
from agentrein.dry_report import DryReport
from agentrein.ledger import open_ledger
from agentrein.rehearsal import INVENTED
from board.installed import Speak
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient, BoardClient, BoardError


def report_of(run: rein.Run) -> DryReport:
    """The report of a dry run."""
    assert isinstance(run.report, DryReport)
    return run.report


def test_no_write_leaves_and_each_is_listed(board: BoardSandbox, ada: BoardClient) -> None:
    """Each call stands in the report with what it says, its tier and its inverse; the code has its answers."""
    with rein.run("try", dry_run=True) as run:
        made = ada.create_card("ideas", "A")
        ada.comment(made["id"], "see")
        ada.edit_card(made["id"], card={"text": "B"})
    assert board.writes == []
    assert made["id"] >= INVENTED
    assert [(one.says, one.tier, one.invented) for one in report_of(run).calls] == [
        ('put card "A" on ideas', "compensable", True),
        (f'comment on card {made["id"]}: "see"', "reversible", True),
        (f"edit card {made['id']}", "reversible", True),
    ]
    assert report_of(run).calls[0].inverse[0]["address"] == "PATCH /cards/{card}"
    assert [(one.state, one.dry) for one in run.actions] == [("planned", True)] * 3
    assert (run.status, report_of(run).exit) == ("completed", 0)


def test_reads_of_what_is_invented_are_answered_alike(board: BoardSandbox, ada: BoardClient) -> None:
    """The vendor is asked for what it has, the stand-in for what the run made."""
    with rein.run("try", dry_run=True):
        made = ada.create_card("ideas", "A")
        ada.edit_card(made["id"], card={"text": "B"})
        assert ada.card(made["id"])["text"] == "B"
        assert ada.card(board.first)["text"] == "First"
    assert not any(str(made["id"]) in one.path for one in board.requests)


def test_what_nothing_can_answer_ends_the_run(board: BoardSandbox, ada: BoardClient) -> None:
    """The stand-in knows nothing of a real card: the end is a result, which the block swallows."""
    went_on = False
    with rein.run("try", dry_run=True) as run:
        ada.create_card("ideas", "A")
        ada.edit_card(board.first, card={"text": "B"})
        went_on = True
    assert not went_on
    assert board.writes == []
    assert report_of(run).ended == (2, "nothing can stand in for Board's answer to it")
    assert report_of(run).exit == 1
    assert [one.says for one in run.actions] == ['put card "A" on ideas', f"edit card {board.first}"]
    assert "ended at #2" in str(run.report)


def test_without_a_stand_in_it_ends_at_the_first_write(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """A connector may offer none."""
    speak(rehearsal="")
    with rein.run("try", dry_run=True) as run, run.step("one"):
        ada.create_card("ideas", "A")
    assert (report_of(run).ended or (0, ""))[0] == 1
    assert board.writes == []


def test_async_runs_are_dry_too(board: BoardSandbox) -> None:
    """The same with the async client, and its end in a task."""

    async def story() -> rein.Run:
        client = rein.wrap(AsyncBoardClient(board.url, "token-ada"))
        async with rein.run("try", dry_run=True) as run:
            made = await client.create_card("ideas", "A")
            assert (await client.card(made["id"]))["text"] == "A"
            await client.pin(board.first)
        await client.aclose()
        return run

    run = asyncio.run(story())
    assert board.writes == []
    assert [one.says for one in run.actions] == ['put card "A" on ideas', f"pin card {board.first}"]
    assert (report_of(run).ended or (0, ""))[0] == 2


def test_a_refusal_is_one_in_a_dry_run_too(board: BoardSandbox, ada: BoardClient) -> None:
    """The code goes the way that it would go; the report lists what was refused."""
    with rein.run("try", dry_run=True) as run, pytest.raises(rein.Refused):
        ada.delete_card(board.first)
    assert [one["says"] for one in report_of(run).refused] == [f"delete card {board.first}"]
    assert report_of(run).exit == 1


def test_children_and_detached_runs_inside_are_dry(board: BoardSandbox, ada: BoardClient) -> None:
    """Nothing inside a dry run may send, whatever it is told."""
    with rein.run("try", dry_run=True) as run:
        with rein.run("child"):
            ada.create_card("ideas", "A")
        with rein.run("other", detached=True) as other:
            ada.create_card("ideas", "B")
    assert board.writes == []
    assert [one.dry for one in (*run.actions, *other.actions)] == [True, True]


def test_a_process_may_be_dry(board: BoardSandbox, ada: BoardClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable makes every run dry, whatever the code says."""
    monkeypatch.setenv("AGENTREIN_DRY_RUN", "1")
    with rein.run("real") as run:
        ada.create_card("ideas", "A")
    assert board.writes == []
    assert isinstance(run.report, DryReport)


def test_a_failure_undoes_nothing_and_a_key_names_no_leg(board: BoardSandbox, ada: BoardClient) -> None:
    """There is nothing to undo, and a dry run is no leg of the run of its key."""
    with rein.run("chat", key="1") as real:
        ada.create_card("ideas", "A")
    sent = len(board.writes)
    with pytest.raises(ValueError, match="own"), rein.run("chat", key="1", dry_run=True, resume=True) as dry:
        ada.create_card("ideas", "B")
        raise ValueError("own")
    assert dry.id != real.id
    assert len(board.writes) == sent
    assert dry.status == "completed"


def test_there_is_nothing_to_revert_or_to_recover(board: BoardSandbox, ada: BoardClient) -> None:
    """Revert and recover say so and send nothing; no other run counts with what was only planned."""
    with rein.run("try", dry_run=True) as run:
        ada.create_card("ideas", "A")
    for report in (rein.revert(run.id), rein.revert(run.id, plan=True)):
        assert (report.exit, report.left) == (0, [])
        assert "nothing to undo" in report.actions[0].message
    assert rein.recover() == []
    ledger = open_ledger(None)
    assert list(ledger.unsettled()) == []
    assert dict(ledger.objects(run.id)) == {}
    assert board.writes == []


def test_a_crashed_dry_run_is_over(board: BoardSandbox, ada: BoardClient) -> None:
    """A recovery closes it without asking anybody."""
    run = rein.run("try", dry_run=True)
    run.__enter__()
    ada.create_card("ideas", "A")
    from agentrein.testing.crash import abandon

    abandon(run)
    (report,) = rein.recover()
    assert (report.status, report.exit) == ("completed", 0)
    assert rein.recover() == []


def test_a_read_of_what_it_added_to_is_stale(board: BoardSandbox, ada: BoardClient) -> None:
    """The vendor's list does not show what was only planned, and the report says so."""
    with rein.run("try", dry_run=True) as run:
        ada.create_card("ideas", "A")
        ada.request("GET", "/boards/ideas/cards")
    assert report_of(run).stale == (("GET /boards/ideas/cards", 1),)
    assert "stale: GET /boards/ideas/cards shows how it was before #1" in str(run.report)


def test_a_mistaken_later_use_is_told_from_the_vendors(board: BoardSandbox, ada: BoardClient) -> None:
    """An id that was kept and used without a dry run names nothing that the vendor has."""
    with rein.run("try", dry_run=True):
        made = ada.create_card("ideas", "A")
    with pytest.raises(BoardError, match="404"):
        ada.card(made["id"])


def test_the_end_leaves_through_code_that_catches_everything(board: BoardSandbox, ada: BoardClient) -> None:
    """It is no Exception, so no retry and no agent framework takes it for a failure."""
    caught = []
    with rein.run("try", dry_run=True) as run:
        try:
            ada.pin(board.first)
        except Exception as error:  # noqa: BLE001 - as frameworks do
            caught.append(error)
    assert caught == []
    assert report_of(run).ended is not None


def test_wrong_values_are_said() -> None:
    """Before anything is opened."""
    with pytest.raises(rein.UsageError, match="dry_run='yes'"):
        rein.run("try", dry_run="yes")  # type: ignore[arg-type]


def test_what_would_ask_is_told_and_goes_on(board: BoardSandbox, ada: BoardClient) -> None:
    """Nobody is asked about what is not sent; the code goes on as if it had been approved."""
    with rein.run("try", dry_run=True, policy={"board: POST /boards/{board}/cards": "ask"}) as run:
        ada.create_card("ideas", "A")
        ada.create_card("ideas", "B")
    assert [one.asks for one in report_of(run).calls] == [True, True]
    assert "asks for an approval first" in str(run.report)
    assert not [one for one in open_ledger(None).entries(run.id) if one.kind == "approval"]
