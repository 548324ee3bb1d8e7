from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import REVERSIBLE, field, op, read, restore
from agentrein.testing.crash import Killed, killed_at, no_waiting
from board.agent import done
from board.examples import card
from board.installed import Speak
from board.places import BOARD_OF_CARD, CARD, DOCS, THE_CARD
from board.sandbox import BoardSandbox
from board.sdk import BoardClient


def test_a_batch_is_one_action_with_an_inverse_for_each_item(board: BoardSandbox, ada: BoardClient) -> None:
    """Two edits in one call: one action, two inverses, the last item first, one read before and none after."""
    first, second = card(ada), card(ada, "Second")
    board.clear_requests()
    run = done(lambda: ada.edit_cards("ideas", {first: {"text": "A"}, second: {"text": "B"}}))
    told = [f"{one.method} {one.path}" for one in board.requests if one.path.startswith("/boards/ideas/")]
    assert told == ["GET /boards/ideas/cards", "PATCH /boards/ideas/cards"]
    assert [(one.says, one.state, len(one.effects)) for one in run.actions] == [
        ("edit 2 cards of ideas", rein.State.LANDED, 2)
    ]
    report = rein.revert(run.id)
    assert [one.path for one in board.writes[1:]] == [f"/cards/{second}", f"/cards/{first}"]
    assert report.actions[0].message == "2 of 2 items landed"
    assert (card(ada), card(ada, "Second")) == (first, second)


def test_items_that_did_not_land_are_not_undone(board: BoardSandbox, ada: BoardClient) -> None:
    """A card that is not there makes the answer partial: the others are undone, and the report counts."""
    first, second = card(ada), card(ada, "Second")
    run = done(lambda: ada.edit_cards("ideas", {first: {"text": "A"}, 999: {"text": "B"}, second: {"text": "C"}}))
    assert [(one.state, len(one.effects)) for one in run.actions] == [(rein.State.PARTIAL, 2)]
    assert "2 of 3 landed" in run.actions[0].reason
    report = rein.revert(run.id)
    assert (board.cards[first]["text"], board.cards[second]["text"]) == ("First", "Second")
    assert (report.actions[0].state, report.actions[0].message) == (rein.State.REVERTED, "2 of 3 items landed")
    assert len(board.writes) == 3


def test_what_people_changed_of_one_item_stays(board: BoardSandbox, ada: BoardClient, bob: BoardClient) -> None:
    """One card that somebody edited is a conflict; the others are put back."""
    first, second = card(ada), card(ada, "Second")
    run = done(lambda: ada.edit_cards("ideas", {first: {"text": "A"}, second: {"text": "B"}}))
    bob.edit_card(second, card={"text": "Bob's"})
    report = rein.revert(run.id)
    assert (board.cards[first]["text"], board.cards[second]["text"]) == ("First", "Bob's")
    assert [(one.before, one.ours, one.now) for one in report.actions[0].conflicts] == [("Second", "B", "Bob's")]
    assert report.exit == 1


@pytest.mark.parametrize("point", ["after_plan", "after_send", "after_answer"])
def test_a_batch_without_an_outcome_is_found_item_by_item(board: BoardSandbox, ada: BoardClient, point: str) -> None:
    """Killed around the wire: what landed of the batch is found and undone, each item once."""
    first = card(ada)
    start = board.state()
    with suppress(Killed), killed_at(point), rein.run("killed") as run:
        ada.call(
            ("POST", "/boards/ideas/cards", {"text": "Mine"}), ("PATCH", f"/cards/{first}", {"card": {"text": "A"}})
        )
    with no_waiting():
        report = rein.revert(run.id, take_over=True)
    left = {name: one for name, one in board.state().items() if not one.get("archived")}
    assert left == start
    assert report.exit == 0


def test_an_irreversible_item_makes_the_batch_irreversible(board: BoardSandbox, ada: BoardClient) -> None:
    """One item that nothing undoes: the whole call is refused, and nothing is sent."""
    first = card(ada)
    board.clear_requests()
    with rein.run("careless") as run, pytest.raises(rein.Refused) as refused:
        ada.call(("PATCH", f"/cards/{first}", {"card": {"text": "A"}}), ("DELETE", f"/cards/{first}", None))
    assert (board.writes, run.actions) == ([], [])
    assert "gone" in str(refused.value)


def test_an_item_that_is_not_known_refuses_the_batch(board: BoardSandbox, ada: BoardClient) -> None:
    """An item goes through the same gate as a call of its own."""
    board.clear_requests()
    for path in ("/cards/1/../2", "/unheard"):
        with rein.run("careless"), pytest.raises(rein.Refused):
            ada.call(("PATCH", path, {}))
    assert board.writes == []


def test_an_allowed_irreversible_item_does_not_keep_the_others(board: BoardSandbox, ada: BoardClient) -> None:
    """Where a policy lets it out, the revert undoes the other items and names what nothing undoes."""
    first, second = card(ada), card(ada, "Second")
    with rein.run("allowed", policy={"irreversible": "allow"}) as run:
        ada.call(("DELETE", f"/cards/{second}", None), ("PATCH", f"/cards/{first}", {"card": {"text": "A"}}))
    report = rein.revert(run.id)
    assert board.cards[first]["text"] == "First"
    assert [one.state for one in report.actions] == [rein.State.NEEDS_ATTENTION]


def test_a_call_of_reads_alone_is_a_read(board: BoardSandbox, ada: BoardClient) -> None:
    """Nothing is recorded where nothing is written."""
    with rein.run("looks") as run:
        ada.call(("GET", "/me", None))
    assert run.actions == []


def test_too_many_items_are_refused(board: BoardSandbox, ada: BoardClient) -> None:
    """What a row caps is told before anything is read."""
    with rein.run("bulk"), pytest.raises(rein.Refused, match="51 items"):
        ada.edit_cards("ideas", {n: {"text": "A"} for n in range(51)})


def test_what_a_job_made_is_told_by_the_vendor(board: BoardSandbox, ada: BoardClient) -> None:
    """Accepted for later: the undo waits until the vendor tells which items landed, and undoes those."""
    run = done(lambda: ada.bulk("One", "refused", "Two"))
    assert [(one.says, one.state) for one in run.actions] == [("make 3 cards", rein.State.ACCEPTED)]
    assert rein.revert(run.id, plan=True).exit == 1
    with no_waiting():
        report = rein.revert(run.id)
    assert [(one.state, one.message) for one in report.actions] == [(rein.State.COMPENSATED, "2 of 3 items landed")]
    assert [one["text"] for one in board.cards.values() if one["archived"]] == ["One", "Two"]
    assert rein.revert(run.id).actions[0].sent == ()


@pytest.mark.parametrize("point", ["after_send", "after_answer"])
def test_a_job_without_an_answer_is_found_by_its_items(board: BoardSandbox, ada: BoardClient, point: str) -> None:
    """Killed before the answer was recorded: each item is looked for as if it had been sent alone."""
    with suppress(Killed), killed_at(point, nth=3), rein.run("killed") as run:
        ada.bulk("One", "Two")
    with no_waiting():
        report = rein.revert(run.id, take_over=True)
    assert report.exit == 0
    assert [one["text"] for one in board.cards.values() if one["archived"]] == ["One", "Two"]


def test_a_job_is_refused_above_its_cap(board: BoardSandbox, ada: BoardClient) -> None:
    """What was uploaded is counted before it is started."""
    with rein.run("bulk") as run, pytest.raises(rein.Refused, match="51 items"):
        ada.bulk(*map(str, range(51)))
    assert (run.actions, board.jobs[max(board.jobs)]["cards"]) == ([], [])


def test_a_body_of_which_a_row_can_make_nothing_is_refused(board: BoardSandbox, ada: BoardClient) -> None:
    """What a function of a row raises at an odd body is no error of the caller's: the call is refused, and told why."""
    board.clear_requests()
    for body in ({"cards": [{}]}, {"cards": 7}):
        with rein.run("odd"), pytest.raises(rein.Refused) as refused:
            ada.request("POST", "/boards/ideas/imports", body)
        assert refused.value.now
    assert board.writes == []


def test_what_is_cut_out_of_one_read_is_completed_before_and_after(
    board: BoardSandbox, ada: BoardClient, speak: Speak
) -> None:
    """An item's own reading goes on from its part both times: else nothing would be as the call left it."""

    def shown(body: Any, given: Any) -> Any:
        return {"shown": body["text"]}

    row = op(
        f"PATCH {CARD}",
        sdk="edit_card",
        says="edit card {card}",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=THE_CARD,
        faithful=False,
        inverse=restore(
            read(f"GET {CARD}", completed="shown"), f"PATCH {CARD}", field("text", inside="card", read="shown")
        ),
        why=f"The text is written back. {DOCS}/cards",
    )
    speak(row, readings={"shown": shown})
    with rein.run("board") as run:
        ada.edit_cards("ideas", {board.first: {"text": "One"}, board.second: {"text": "Two"}})
    report = rein.revert(run.id)
    assert [one.state for one in report.actions] == [rein.State.REVERTED]
    assert (board.cards[board.first]["text"], board.cards[board.second]["text"]) == ("First", "Second")
