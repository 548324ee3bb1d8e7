from __future__ import annotations

import time
from contextlib import suppress

import pytest

import agentrein as rein
from agentrein import drive
from agentrein.testing.crash import Killed, killed_at, no_waiting
from board.agent import Broken, done, failing, states, writes
from board.examples import card, note
from board.places import MOMENT, UNDONE
from board.sandbox import BoardSandbox
from board.sdk import BoardClient


def test_first_moves_on_when_the_undo_is_told_to(board: BoardSandbox, ada: BoardClient) -> None:
    """`first`: a message that cannot be edited any more is answered by a reply, and both calls are reported."""
    run = done(lambda: ada.post("c1", "Hello"))
    board.window_closed = True
    report = rein.revert(run.id)
    assert states(report) == ["compensated"]
    assert [one.address for one in report.actions[0].sent] == [
        "PATCH /messages/{message}",
        "POST /channels/{channel}/messages",
    ]
    told = "PATCH /messages/{message}: answered 403, so POST /channels/{channel}/messages instead"
    assert report.actions[0].message.startswith(told)
    assert sorted(one["text"] for one in board.messages.values()) == ["Hello", f"{UNDONE}: the message above"]


@pytest.mark.parametrize("point", ["undo_after_send", "undo_after_intent"])
def test_a_reply_is_looked_for_before_it_is_repeated(board: BoardSandbox, ada: BoardClient, point: str) -> None:
    """`again="probe"`: after a crash the reply exists once, whether it had been sent or not."""
    run = done(lambda: ada.post("c1", "Hello"))
    board.window_closed = True
    with suppress(Killed), killed_at(point, nth=2):
        rein.revert(run.id)
    with no_waiting():
        report = rein.revert(run.id)
    assert states(report) == ["compensated"]
    assert [one["text"] for one in board.messages.values()].count(f"{UNDONE}: the message above") == 1


def test_a_lost_reply_is_looked_for_before_it_is_repeated(board: BoardSandbox, ada: BoardClient) -> None:
    """`again="probe"` holds within one revert, too."""
    run = done(lambda: ada.post("c1", "Hello"))
    board.window_closed = True
    board.faults.add("lost", method="POST")
    with no_waiting():
        report = rein.revert(run.id)
    assert states(report) == ["compensated"]
    assert len(board.messages) == 2


def test_first_moves_on_when_its_time_is_over(board: BoardSandbox, ada: BoardClient) -> None:
    """`until` in `first`: a preference whose time has passed is not even tried, also in a plan."""
    message = board_message(board)
    run = done(lambda: ada.flag(message))
    time.sleep(MOMENT)
    plan = rein.revert(run.id, plan=True)
    report = rein.revert(run.id)
    assert [one.address for one in report.actions[0].sent] == ["POST /channels/{channel}/messages"]
    assert [a.sent for a in plan.actions] == [a.sent for a in report.actions]
    assert board.messages[message]["flag"] is True


def test_within_its_time_the_first_preference_is_taken(board: BoardSandbox, ada: BoardClient) -> None:
    """`until`: before the end of its time an inverse works as any other."""
    message = board_message(board)
    run = failing(lambda: ada.flag(message))
    assert run.report is not None
    assert [one.address for one in run.report.actions[0].sent] == ["DELETE /messages/{message}/flag"]


def test_an_inverse_whose_time_is_over_says_when_and_what_to_do(board: BoardSandbox, ada: BoardClient) -> None:
    """`until` and `if_stuck`: the report tells the end of the time and what a person does now; nothing is sent."""
    message = board_message(board)
    run = done(lambda: ada.lock(message))
    time.sleep(MOMENT)
    writes(board)
    report = rein.revert(run.id)
    assert states(report) == ["needs_attention"]
    assert "worked until 20" in report.actions[0].message
    assert "0.3 seconds after the write" in report.actions[0].message
    assert report.actions[0].message.endswith("Ask a moderator to unlock it.")
    assert writes(board) == []


def test_what_is_already_so_needs_no_time(board: BoardSandbox, ada: BoardClient) -> None:
    """`until`: where somebody undid it meanwhile, the end of the time does not matter."""
    message = board_message(board)
    run = done(lambda: ada.lock(message))
    time.sleep(MOMENT)
    board.messages[message]["lock"] = False
    assert states(rein.revert(run.id)) == ["reverted"]


def board_message(board: BoardSandbox) -> int:
    """A message of bob's."""
    return int(BoardClient(board.url, "token-bob").post("c1", "Bob's")["message"]["id"])


def test_items_are_undone_last_first_and_others_are_left(board: BoardSandbox, ada: BoardClient) -> None:
    """`items`, `unless`, `also`, `now`: the announcement first, then the new cards, last one first; old ones stay."""
    old = board.first
    run = rein.run("board")
    with suppress(Broken), run:
        ada.import_cards("ideas", "First", "One", "Two")
        writes(board)
        raise Broken
    new = [number for number, one in board.cards.items() if one["text"] in {"One", "Two"}]
    message = note(BoardClient(board.url, "token-bob"), UNDONE)
    assert writes(board) == [f"PATCH /messages/{message}", f"PATCH /cards/{new[1]}", f"PATCH /cards/{new[0]}"]
    assert [board.cards[number]["archived"] for number in (old, *new)] == [False, True, True]


def test_an_item_that_cannot_be_undone_does_not_stop_the_others(board: BoardSandbox, ada: BoardClient) -> None:
    """Each item has its own end; the action needs attention, and the next revert does what was left."""
    run = done(lambda: ada.import_cards("ideas", "One", "Two", "Three"))
    second = card(BoardClient(board.url, "token-bob"), "Two")
    board.faults.add("error", method="PATCH", path=f"/cards/{second}", status=422)
    assert states(rein.revert(run.id)) == ["needs_attention"]
    archived = {one["text"] for one in board.cards.values() if one["archived"]}
    assert archived == {"One", "Three"}
    writes(board)
    assert states(rein.revert(run.id)) == ["compensated"]
    assert writes(board) == [f"PATCH /cards/{second}"]


def test_a_call_that_made_nothing_new_has_no_items(board: BoardSandbox, ada: BoardClient) -> None:
    """`unless`: where everything was there before, only the further effect is undone."""
    failing(lambda: ada.import_cards("ideas", "First", "Second"))
    assert [one["archived"] for one in board.cards.values()] == [False, False]
    assert [one["text"] for one in board.messages.values()] == [UNDONE]


def test_what_is_read_at_undo_time_is_as_it_is_then(board: BoardSandbox, ada: BoardClient) -> None:
    """`now`: the message that is marked is the one that the import names when it is undone."""
    run = done(lambda: ada.import_cards("ideas", "One"))
    bob = BoardClient(board.url, "token-bob")
    other = bob.post("c1", "Announced again")["message"]["id"]
    for one in board.imports.values():
        one["message"] = {"id": other}
    assert states(rein.revert(run.id)) == ["compensated"]
    assert board.messages[other]["text"] == UNDONE


def test_what_cannot_be_read_at_undo_time_is_a_question(board: BoardSandbox, ada: BoardClient) -> None:
    """`now`: a value that does not come is looked for a while and never guessed; the other effects are undone."""
    run = done(lambda: ada.import_cards("ideas", "One"))
    for one in board.imports.values():
        one["message"] = {}
    with no_waiting() as waited:
        report = rein.revert(run.id)
    assert (states(report), waited) == (["needs_attention"], [1, 2, 4, 8])
    assert "message.id" in report.actions[0].message
    assert board.cards[card(BoardClient(board.url, "token-bob"), "One")]["archived"]


def test_what_comes_while_the_undo_looks_is_undone(
    board: BoardSandbox, ada: BoardClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`now`: what the vendor shows a moment later only is waited for."""
    run = done(lambda: ada.import_cards("ideas", "One"))
    [one] = board.imports.values()
    later, one["message"] = one["message"], {}
    monkeypatch.setattr(drive, "pause", lambda seconds: one.update(message=later))
    assert states(rein.revert(run.id)) == ["compensated"]


def test_an_unreadable_inverse_may_be_repeated(board: BoardSandbox, ada: BoardClient) -> None:
    """`again="safe"`: sent again after lost answers and crashes, and the report says that it cannot be read back."""
    run = done(lambda: ada.mute(board.first))
    board.faults.add("lost", method="DELETE")
    with no_waiting():
        report = rein.revert(run.id)
    assert states(report) == ["reverted"]
    assert "not read back" in report.actions[0].message
    assert board.muted == set()

    run = done(lambda: ada.mute(board.first))
    with suppress(Killed), killed_at("undo_after_intent"):
        rein.revert(run.id)
    assert board.muted
    assert states(rein.revert(run.id)) == ["reverted"]
    assert board.muted == set()


def test_a_call_that_does_not_say_what_a_read_needs_is_refused(board: BoardSandbox, ada: BoardClient) -> None:
    """Its before-image cannot be asked for, so nothing could undo it: the refusal names what is missing."""
    board.clear_requests()
    with rein.run("vague"), pytest.raises(rein.Refused, match="does not say 'card'"):
        ada.request("POST", "/boards/ideas/copies", {})
    assert board.writes == []
