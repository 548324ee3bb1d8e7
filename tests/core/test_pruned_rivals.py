"""What others did whose payloads were pruned still counts: an undo does not take for its own what may be theirs."""

from __future__ import annotations

from contextlib import suppress

import agentrein as rein
from agentrein.ledger import open_ledger
from board.agent import done, states, writes
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

ALWAYS = "9999-01-01T00:00:00.000000Z"


def test_what_a_pruned_run_may_have_made_is_a_question(board: BoardSandbox, ada: BoardClient) -> None:
    """A card like the one whose answer was lost: the probe cannot tell whose it is any more, so a person is asked."""
    board.faults.add("refuse", method="POST")
    with suppress(Exception), rein.run("lost", on_failure="keep") as lost:
        ada.create_card("ideas", "Twin")
    assert [action.state for action in lost.actions] == ["unknown"]
    other = done(lambda: ada.create_card("ideas", "Twin"))
    assert [row.id for row in open_ledger().prune(ALWAYS, by="ada").pruned] == [other.id]
    writes(board)
    report = rein.revert(lost.id)
    assert states(report) == ["needs_attention"]
    assert f"run {other.id}, which was pruned" in report.actions[0].message
    assert writes(board) == []


def test_a_pruned_run_still_conflicts(board: BoardSandbox, ada: BoardClient) -> None:
    """Its later change of the same field is left as it is, as before it was pruned."""
    first = done(lambda: ada.edit_card(board.first, card={"text": "Mine"}))
    open_ledger().prune("0001-01-01T00:00:00.000000Z", by="ada")
    second = done(lambda: ada.edit_card(board.first, card={"text": "Second"}))
    third = done(lambda: ada.edit_card(board.first, card={"text": "Mine"}))
    store = open_ledger()
    at = str(store.run(third.id).ended)
    with suppress(rein.RunPruned):
        store.prune(at, by="ada")
    assert store.run(second.id).pruned is not None
    assert store.run(first.id).pruned is not None
    assert states(rein.revert(third.id)) == ["reverted"]
    assert board.cards[board.first]["text"] == "Second"


def test_a_later_pruned_action_holds_an_earlier_one(board: BoardSandbox, ada: BoardClient) -> None:
    """What stands on a thing keeps it, though nobody can say any more what it was."""
    made = done(lambda: ada.create_card("ideas", "Parent"))
    card = max(board.cards)
    child = done(lambda: ada.edit_card(card, card={"note": "kept"}))
    store = open_ledger()
    store.take_over(made.id, {"pid": 1})
    assert [row.id for row in store.prune(ALWAYS, by="ada").pruned] == [child.id]
    store.release(made.id)
    writes(board)
    report = rein.revert(made.id)
    assert states(report) == ["conflict"]
    assert child.id in report.actions[0].message
    assert writes(board) == []
