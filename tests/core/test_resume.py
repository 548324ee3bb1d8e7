"""Resuming: what is answered from the ledger, what is sent, and what stops the resume."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import agentrein as rein
from agentrein.ledger import open_ledger
from agentrein.testing.crash import Killed, killed_at
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient, BoardClient, BoardError


class Boom(RuntimeError):
    """What the agent's own code raises."""


class Wait(Exception):
    """What means to come back."""


def leg(**options: Any) -> rein.Run:
    """A leg of the run that resumes; it comes back after `Wait`."""
    return rein.run("onboard", key="42", resume=True, pauses_on=Wait, **options)


def kinds(run: rein.Run) -> list[str]:
    """The kinds of the run's entries that a leg wrote about answers."""
    return [one.kind for one in open_ledger(None).entries(run.id) if one.kind in {"planned", "resumed"}]


def test_landed_writes_are_answered_from_the_ledger(board: BoardSandbox, ada: BoardClient) -> None:
    """The code is given what it was given then, and only what is new is sent."""
    with pytest.raises(Wait), leg() as run:
        first = ada.create_card("ideas", "A", note="n")
        raise Wait
    with leg() as again:
        assert ada.create_card("ideas", "A", note="n") == first
        second = ada.create_card("ideas", "B")
    assert (again.id, again.status, len(board.writes)) == (run.id, "completed", 2)
    assert kinds(run) == ["planned", "resumed", "planned"]
    with leg():
        assert [ada.create_card("ideas", "A", note="n"), ada.create_card("ideas", "B")] == [first, second]
    assert len(board.writes) == 2


def test_async_clients_are_answered_alike(board: BoardSandbox) -> None:
    """The async client is handed what it would have parsed."""

    async def story() -> None:
        client = rein.wrap(AsyncBoardClient(board.url, "token-ada"))
        with pytest.raises(Wait):
            async with leg():
                first = await client.create_card("ideas", "A")
                raise Wait
        async with leg():
            assert await client.create_card("ideas", "A") == first
        await client.aclose()

    asyncio.run(story())
    assert len(board.writes) == 1


def test_two_equal_calls_stay_two(board: BoardSandbox, ada: BoardClient) -> None:
    """The n-th equal call is answered with the n-th answer; a third one is new."""
    with leg():
        made = [ada.create_card("ideas", "A")["id"] for _ in range(2)]
    with leg():
        again = [ada.create_card("ideas", "A")["id"] for _ in range(3)]
    assert again[:2] == made
    assert again[2] not in made
    assert len(board.writes) == 3


def test_equal_calls_of_other_steps_are_others(board: BoardSandbox, ada: BoardClient) -> None:
    """A call is met in the step in which it was made; child runs and steps in steps count by their names."""
    with pytest.raises(Wait), leg() as run:
        with run.step("one"), rein.run("inner") as child, child.step("deep"):
            first = ada.create_card("ideas", "A")
        raise Wait
    with leg() as run:
        with run.step("other"):
            assert ada.create_card("ideas", "A") != first
        with run.step("one"), rein.run("inner") as child, child.step("deep"):
            assert ada.create_card("ideas", "A") == first
    assert len(board.writes) == 2


def test_what_was_undone_or_never_happened_is_sent_anew(board: BoardSandbox, ada: BoardClient) -> None:
    """A failed leg is undone, so its answers hold no more; a write that was rejected is tried again."""
    with pytest.raises(Boom), leg():
        first = ada.create_card("ideas", "A")
        raise Boom

    def story() -> Any:
        made = ada.create_card("ideas", "A")
        with pytest.raises(BoardError, match="404"):
            ada.comment(999, "to a card that is not there, which is read first")
        with pytest.raises(BoardError, match="422"):
            ada.create_card("ideas", "too much")
        ada.create_card("ideas", "B")
        return made

    board.before_answer(lambda request: _limit(board, request))
    with leg():
        second = story()
    assert second["id"] != first["id"]
    sent = len(board.writes)
    with leg() as run:
        assert story() == second
    assert [one.body["text"] for one in board.writes[sent:]] == ["too much"]
    assert [one.state for one in run.actions] == ["compensated", "landed", "rejected", "landed", "rejected"]


def _limit(board: BoardSandbox, request: Any) -> None:
    if isinstance(request.body, dict) and request.body.get("text") == "too much":
        board.faults.add("error", status=422)


@pytest.mark.parametrize("point", ["after_plan", "after_send", "after_answer"])
def test_an_unknown_write_is_looked_for_first(board: BoardSandbox, ada: BoardClient, point: str) -> None:
    """Where it landed its answer is what the vendor shows, where it did not it is sent: once in the end."""
    with pytest.raises(Killed), killed_at(point), leg() as run:
        ada.create_card("ideas", "A")
    _crashed(run)
    with leg():
        made = ada.create_card("ideas", "A")
    assert [card["id"] for card in board.cards.values() if card["text"] == "A"] == [made["id"]]
    assert made["author"] == {"name": "ada"}
    with leg():
        assert ada.create_card("ideas", "A") == made
    assert sum(one.method == "POST" for one in board.writes) == 1


def test_a_change_whose_answer_was_lost_is_answered_as_the_thing_reads(board: BoardSandbox, ada: BoardClient) -> None:
    """The read of what the address names stands for the answer of a call that shows the same."""
    with pytest.raises(Killed), killed_at("after_send"), leg() as run:
        ada.edit_card(board.first, card={"text": "New"})
    _crashed(run)
    with leg():
        assert ada.edit_card(board.first, card={"text": "New"})["text"] == "New"
    assert len(board.writes) == 1


def test_what_cannot_stand_for_an_answer_is_a_question(board: BoardSandbox, ada: BoardClient) -> None:
    """A pin is seen at the card, which is not what the call answers: the resume stops, nothing is undone or sent."""
    with pytest.raises(Killed), killed_at("after_send"), leg() as run:
        ada.pin(board.first)
    _crashed(run)
    sent = len(board.writes)
    with pytest.raises(rein.ResumeStopped, match="resume stopped at #1") as stopped, leg() as again:
        ada.pin(board.first)
    assert f"rein revert {run.id} --action 1" in stopped.value.now
    assert "cannot stand for that" in stopped.value.why
    assert (again.status, len(board.writes)) == ("paused", sent)
    rein.revert(run.id, action=1)
    with leg() as last:
        ada.pin(board.first)
    assert [one.state for one in last.actions] == ["reverted", "landed"]


def _crashed(run: rein.Run) -> None:
    """What a process that was killed leaves: nobody holds the run."""
    run.ledger.release(run.id)


def test_another_call_in_the_place_of_an_earlier_one_stops(board: BoardSandbox, ada: BoardClient) -> None:
    """Both calls are shown, and the run takes no further write, whoever catches the refusal."""
    with leg():
        ada.create_card("ideas", "A")
        ada.create_card("ideas", "B")
    with leg() as run:
        ada.create_card("ideas", "A")
        with pytest.raises(rein.ResumeStopped) as stopped:
            ada.create_card("ideas", "C")
        with pytest.raises(rein.ResumeStopped, match='refused: put card "B"'):
            ada.create_card("ideas", "B")
    assert "the code now sends POST /boards/{board}/cards (board='ideas', text='C')" in stopped.value.why
    assert "the ledger has #2 POST /boards/{board}/cards (board='ideas', text='B')" in stopped.value.why
    assert stopped.value.for_model().startswith('Not done: put card "C" on ideas: in the run itself the code now sends')
    assert (run.status, len(board.writes)) == ("paused", 2)
    assert [one.state for one in run.actions] == ["landed", "landed"]


def test_another_kind_of_call_stops_too(board: BoardSandbox, ada: BoardClient) -> None:
    """A new call before the last earlier one means that the code has changed."""
    with leg():
        ada.create_card("ideas", "A")
    with pytest.raises(rein.ResumeStopped, match="where an earlier leg did something else"), leg():
        ada.pin(board.first)
    assert len(board.writes) == 1


def test_another_account_is_told(board: BoardSandbox, ada: BoardClient) -> None:
    """What ada did is not answered to bob."""
    bob = rein.wrap(BoardClient(board.url, "token-bob"))
    with leg():
        ada.create_card("ideas", "A")
    with pytest.raises(rein.ResumeStopped, match="by ada \\(live\\) rather than bob \\(live\\)"), leg():
        bob.create_card("ideas", "A")


def test_a_failure_after_a_stop_undoes_nothing(board: BoardSandbox, ada: BoardClient) -> None:
    """A tool that makes its own exception of the refusal does not have the earlier legs undone."""
    with leg():
        ada.create_card("ideas", "A")

    def tool() -> None:
        try:
            ada.create_card("ideas", "C")
        except rein.Refused as refused:
            raise Boom from refused

    with pytest.raises(Boom), leg() as run:
        tool()
    assert (run.status, len(board.writes)) == ("paused", 1)


def test_a_leg_without_answers_cannot_be_resumed(board: BoardSandbox, ada: BoardClient) -> None:
    """The error names the actions; once they are undone the run can be resumed."""
    with rein.run("onboard", key="42") as run:
        ada.create_card("ideas", "A")
    with pytest.raises(rein.UsageError, match="#1 stand, and the leg that did them was opened without resume=True"):
        leg().__enter__()
    rein.revert(run.id)
    with leg():
        ada.create_card("ideas", "A")
    assert [one.method for one in board.writes] == ["POST", "PATCH", "POST"]


def test_answers_are_kept_for_runs_that_resume_only(board: BoardSandbox, ada: BoardClient) -> None:
    """A run that nobody resumes holds no answer."""
    with rein.run("once") as run:
        ada.create_card("ideas", "A")
    outcomes = [one.payload for one in open_ledger(None).entries(run.id) if one.kind == "outcome"]
    assert ["answer" in (one or {}) for one in outcomes] == [False]


def test_an_answer_with_a_secret_is_not_kept_and_stops(board: BoardSandbox, ada: BoardClient) -> None:
    """What reads like a credential is in no entry; only where it stood is."""
    with leg() as run:
        ada.create_card("ideas", "A", facts={"f1": {"api_token": "s3cr3t-value-1"}})
    text = str([one.payload for one in open_ledger(None).entries(run.id) if one.kind == "outcome"])
    assert "facts.f1.api_token" in text
    assert "s3cr3t-value-1" not in text
    with pytest.raises(rein.ResumeStopped, match=r"held what the ledger does not keep \(facts.f1.api_token\)"), leg():
        ada.create_card("ideas", "A", facts={"f1": {"api_token": "s3cr3t-value-1"}})
    assert len(board.writes) == 1


def test_what_a_leg_does_not_repeat_is_said(board: BoardSandbox, ada: BoardClient) -> None:
    """The code was shortened: what it did before stands, and nobody should think otherwise."""
    with leg():
        ada.create_card("ideas", "A")
    with pytest.warns(UserWarning, match="did not repeat #1 of the earlier ones, which stand"), leg() as run:
        pass
    assert run.status == "completed"


def test_a_failure_of_the_last_leg_undoes_all(board: BoardSandbox, ada: BoardClient) -> None:
    """What was answered from the ledger is undone with the rest, once."""
    start = board.state()
    with leg():
        ada.create_card("ideas", "A")
    with pytest.raises(Boom), leg() as run:
        ada.create_card("ideas", "A")
        ada.create_card("ideas", "B")
        raise Boom
    assert run.status == "reverted"
    assert board.left(start) == []


@pytest.mark.parametrize(
    ("options", "shows"),
    [
        ({"resume": True}, "resume=True without a key"),
        ({"resume": "yes", "key": "42"}, "resume='yes'"),
    ],
)
def test_what_cannot_work_is_said(options: Any, shows: str) -> None:
    """Before anything is opened."""
    with pytest.raises(rein.UsageError, match=shows):
        rein.run("onboard", **options)
