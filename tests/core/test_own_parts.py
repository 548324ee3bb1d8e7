from __future__ import annotations

import threading

import pytest

import agentrein as rein
import own_parts_kit
from agentrein.ledger import open_ledger
from board.sandbox import BoardSandbox
from own_parts_kit import carve, draw, paint, publish, publish_all, sketch


@pytest.fixture(autouse=True)
def _own_client(board: BoardSandbox) -> None:
    own_parts_kit.CLIENTS.clear()


def kinds(run: rein.Run, *wanted: str) -> list[tuple[str, int | None]]:
    """Which entries of these kinds a run's record holds, with the action that each belongs to."""
    return [(one.kind, one.seq) for one in open_ledger(None).entries(run.id) if one.kind in wanted]


def standing(board: BoardSandbox) -> list[str]:
    """The texts of the cards that a test made and that are not archived."""
    made = [card for card in board.cards.values() if card["text"] not in {"First", "Second"}]
    return [card["text"] for card in made if not card["archived"]]


def test_writes_in_a_body_are_parts_of_the_action(board: BoardSandbox) -> None:
    """They are recorded in front of the wire, and none is an action with an inverse of its own."""
    with rein.run("publish") as run:
        publish("Mine")
    assert [one.address for one in run.actions] == ["own_parts_kit:publish"]
    assert kinds(run, "planned", "action_part", "action_part_outcome", "outcome") == [
        ("planned", 1),
        ("action_part", 1),
        ("action_part_outcome", 1),
        ("action_part", 1),
        ("action_part_outcome", 1),
        ("outcome", 1),
    ]


def test_part_is_in_the_ledger_before_it_arrives(board: BoardSandbox) -> None:
    """Write-ahead holds for parts: when the service hears of one, its entry is committed."""
    seen: list[int] = []
    answer = board.answer

    def watching(request):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202
        if request.is_write:
            run = open_ledger(None).runs()[0].id
            seen.append(sum(one.kind == "action_part" for one in open_ledger(None).entries(run)))
        return answer(request)

    board.answer = watching  # type: ignore[method-assign]
    with rein.run("publish"):
        publish("Mine")
    assert seen == [1, 2]


def test_failed_body_has_one_undo_and_no_inner_inverse(board: BoardSandbox) -> None:
    """What the undo writes is recorded as its attempts: no new action, and no inverse of a part is sent."""
    with pytest.raises(RuntimeError, match="half-way"):
        with rein.run("publish") as run:
            publish("Mine", fail=True)
    assert standing(board) == []
    assert [one.method for one in board.writes] == ["POST", "POST", "PATCH"]
    assert len(run.actions) == 1
    assert kinds(run, "undo_intent", "undo_part", "undo_part_outcome", "undo_outcome") == [
        ("undo_intent", 1),
        ("undo_part", 1),
        ("undo_part_outcome", 1),
        ("undo_outcome", 1),
    ]
    assert open_ledger(None).verify(run.id)


def test_a_freeze_stops_parts_and_no_undo(board: BoardSandbox) -> None:
    """What a body writes is refused like any write; what its undo writes goes out."""
    with rein.run("publish") as run:
        publish("Mine")
    open_ledger(None).freeze("board", "", why="stop", by="ops")
    with rein.run("again"), pytest.raises(rein.Refused, match="was frozen by ops"):
        publish("Yours")
    assert standing(board) == ["Mine"]
    assert not rein.revert(run.id).left
    assert standing(board) == []


def test_a_freeze_of_own_actions_stops_their_bodies(board: BoardSandbox) -> None:
    """They are a connector like any other: nothing of the body runs."""
    open_ledger(None).freeze("", "", why="stop", by="ops")
    with rein.run("publish") as run, pytest.raises(rein.Refused, match="was frozen by ops"):
        publish("Mine")
    assert (run.actions, board.writes) == ([], [])


def test_action_within_an_action_is_a_part_of_it(board: BoardSandbox) -> None:
    """The outer one's undo is the only one."""
    with rein.run("publish") as run:
        publish_all("Mine")
    assert [one.address for one in run.actions] == ["own_parts_kit:publish_all"]
    assert not rein.revert(run.id).left
    assert standing(board) == []


def test_irreversible_part_is_judged_on_its_own(board: BoardSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """That its action has an undo does not let out what nothing undoes."""
    monkeypatch.setattr(own_parts_kit.BoardClient, "create_card", lambda client, board, text: client.delete_card(9))
    with rein.run("sketch"), pytest.raises(rein.Refused, match="irreversible"):
        sketch("Mine")
    assert not board.writes


def test_irreversible_write_of_an_undo_is_judged_by_the_policy(board: BoardSandbox) -> None:
    """It is refused unless a rule allows it, and then the action needs a person; with the rule it goes out."""
    with pytest.raises(RuntimeError):
        with rein.run("sketch") as run:
            sketch("Mine")
            raise RuntimeError
    assert run.report is not None
    assert run.report.left == [1]
    assert "erase: refused: delete card" in run.report.actions[0].message
    assert [one.method for one in board.writes] == ["POST"]
    with pytest.raises(RuntimeError):
        with rein.run("sketch", policy={"board: DELETE /cards/{card}": "allow"}):
            sketch("Yours")
            raise RuntimeError
    assert standing(board) == ["Mine"]


def test_rules_of_the_run_hold_for_a_later_revert(board: BoardSandbox) -> None:
    """What was passed to the run is in the ledger: another revert knows what its undo may send, and what not."""
    with rein.run("sketch", policy={"board: DELETE /cards/{card}": "allow"}) as allowed:
        sketch("Mine")
    with rein.run("sketch") as unsaid:
        sketch("Yours")
    with rein.run("publish", policy={"board: PATCH /cards/{card}": "refuse"}) as refused:
        publish("Theirs")
    assert not rein.revert(allowed.id).left
    assert rein.revert(unsaid.id).left == [1]
    assert rein.revert(refused.id).left == [1]
    assert standing(board) == ["Yours", "Theirs"]


def test_undo_that_goes_past_the_gate_is_stopped(board: BoardSandbox) -> None:
    """The tripwire holds while a function undoes; the revert goes on with the others."""
    with pytest.raises(RuntimeError):
        with rein.run("draw") as run:
            publish("Other")
            draw("Mine")
            raise RuntimeError
    assert run.report is not None
    assert run.report.left == [2]
    assert "it went past the gate" in run.report.actions[0].message
    assert standing(board) == ["Mine"]


def test_undo_opens_no_run(board: BoardSandbox) -> None:
    """What an undo writes belongs to it, so there is no run within."""
    with rein.run("paint") as run:
        paint("Mine")
    report = rein.revert(run.id)
    assert report.left == [1]
    assert "refused: open run 'inner'" in report.actions[0].message


def test_probe_writes_nothing(board: BoardSandbox) -> None:
    """A probe only looks: its write is refused, and the action needs a person."""
    with rein.run("carve") as run:
        carve("Mine")
    report = rein.revert(run.id)
    assert report.left == [1]
    assert standing(board) == ["Mine"]


def test_thread_of_a_body_is_in_it_when_bound(board: BoardSandbox) -> None:
    """`rein.bind` carries the body into a thread as it carries the run."""

    def unmake(text: str) -> None:
        own_parts_kit.unpublish(text)

    @rein.action(undo=unmake, durable=False)
    def make(text: str) -> None:
        worker = threading.Thread(target=rein.bind(lambda: own_parts_kit.board().create_card("ideas", text)))
        worker.start()
        worker.join()

    with pytest.raises(RuntimeError):
        with rein.run("make") as run:
            make("Mine")
            raise RuntimeError
    assert len(run.actions) == 1
    assert standing(board) == []
