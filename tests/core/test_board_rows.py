from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import Refused, State
from agentrein.errors import UntestedVersion
from agentrein.fold import Action
from agentrein.testing.crash import Killed, killed_at, no_waiting
from board.agent import done, failing, states, writes
from board.examples import card
from board.installed import installed
from board.sandbox import BoardSandbox
from board.sdk import BoardClient, BoardError


def test_the_inverse_repeats_what_is_kept_and_adds_what_is_constant(board: BoardSandbox, ada: BoardClient) -> None:
    """`keep`, `plus`, `inside`, `together`: the body of the inverse, as it arrives."""
    start = BoardClient(board.url, "token-bob")
    start.edit_card(board.first, card={"color": "red", "shade": "dark"})
    board.clear_requests()
    failing(lambda: ada.edit_card(board.first, app="planner", card={"color": "black"}, facts={"f1": "large"}))
    body = board.writes[-1].body
    assert body == {
        "app": "planner",
        "silent": True,
        "card": {"color": "red", "shade": "dark"},
        "facts": {"f1": "small"},
    }


def test_an_empty_reading_is_written_as_the_vendor_takes_it(board: BoardSandbox, ada: BoardClient) -> None:
    """`clear` and `read`: no note is an empty text, no owner a null, though a read shows an object."""
    failing(lambda: ada.edit_card(board.first, card={"note": "new", "owner": "ada"}))
    assert board.writes[-1].body["card"] == {"note": "", "owner": None}


def test_a_field_that_others_changed_is_left_and_the_rest_restored(board: BoardSandbox, ada: BoardClient) -> None:
    """Each field by itself: the conflict shows before, ours and now, the other field is back."""
    run = done(lambda: ada.edit_card(board.first, card={"text": "Ours", "note": "ours"}, facts={"f1": "ours"}))
    BoardClient(board.url, "token-bob").edit_card(board.first, card={"text": "Theirs"})
    report = rein.revert(run.id)
    (conflict,) = report.actions[0].conflicts
    assert (conflict.field, conflict.before, conflict.ours, conflict.now) == ("text", "First", "Ours", "Theirs")
    assert board.cards[board.first]["text"] == "Theirs"
    assert board.cards[board.first]["note"] == ""
    assert board.cards[board.first]["facts"]["f1"]["value"] == "small"


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ({"card": {"key": "s3cret"}}, "key does not read as it was written"),
        ({"card": {"shape": "round"}}, "card.shape: no reading is declared"),
        ({"facts": {"f2": 8}}, "facts: no reading is declared"),
        ({"facts": {"f1": "x", "f2": 8}}, "facts.f2: no reading is declared"),
        ({"colour": "red"}, "colour: no reading is declared"),
        ({"card": "text"}, "no reading is declared"),
        (["text"], "its body names no fields"),
    ],
)
def test_what_could_not_be_put_back_is_refused(board: BoardSandbox, ada: BoardClient, parts: Any, problem: str) -> None:
    """`lossy`, and everything that no field declares: refused before a byte leaves, saying why."""
    with rein.run("board"):
        with pytest.raises(Refused, match=problem):
            ada.request("PATCH", f"/cards/{board.first}", parts)
    assert writes(board) == []


def test_a_lossy_write_that_was_allowed_is_left_for_a_person(board: BoardSandbox, ada: BoardClient) -> None:
    """Allowed by policy, it is recorded as what it is: nothing can undo it."""
    with rein.run("board", policy={"irreversible": "allow"}) as run:
        ada.edit_card(board.first, card={"key": "s3cret"})
    report = rein.revert(run.id)
    assert states(report) == ["needs_attention"]
    assert "key does not read as it was written" in report.actions[0].message


def test_the_path_says_what_a_call_acts_on(board: BoardSandbox, ada: BoardClient) -> None:
    """A body field of the same name as a path variable redirects neither the object nor the inverse."""
    victim = board.second
    run = done(lambda: ada.request("PUT", f"/cards/{board.first}/pin", {"card": victim}))
    assert run.actions[0].object == f"board:board:1/card:{board.first}"
    writes(board)
    rein.revert(run.id)
    assert writes(board) == [f"DELETE /cards/{board.first}/pin"]


def test_a_renamed_place_is_found_by_its_id(board: BoardSandbox, ada: BoardClient) -> None:
    """`place`: the board has another name when the run is undone."""
    run = done(lambda: ada.write_file("ideas", "a.txt", "mine"))
    board.board["slug"] = "plans"
    assert states(rein.revert(run.id)) == ["reverted"]
    assert board.files == {}
    assert writes(board)[-1] == "DELETE /boards/plans/files/a.txt"


def test_what_ends_by_itself_is_left(board: BoardSandbox, ada: BoardClient) -> None:
    """`leave`: nothing is sent, and the report says why; what is gone already needs no undo either."""
    first, second = (done(lambda: ada.draft("Later")) for _ in range(2))
    writes(board)
    board.drafts.popitem()
    for run in (first, second):
        (plan,), (report,) = rein.revert(run.id, plan=True).actions, rein.revert(run.id).actions
        assert (report.state, report.sent) == (State.REVERTED, ())
        assert "nothing has to be undone: nobody else sees a draft" in report.message
        assert (plan.state, plan.message) == (report.state, report.message)
    assert writes(board) == []


def test_what_is_not_left_any_more_needs_a_person(board: BoardSandbox, ada: BoardClient) -> None:
    """`leave` with a goal: where it does not read so any more nothing is claimed, also when the answer was lost."""
    run = done(lambda: ada.draft("Later"))
    (number,) = board.drafts
    board.drafts[number]["posted"] = True
    report = rein.revert(run.id)
    assert states(report) == ["needs_attention"]
    assert "posted is True, so it is not sure that nobody else sees a draft" in report.actions[0].message
    board.drafts[number]["posted"] = False
    assert states(rein.revert(run.id)) == ["reverted"]


def rewritten(board: BoardSandbox, ada: BoardClient, *, fail: bool) -> rein.Run:
    """A run that edits a draft from before, and deletes it."""
    number = BoardClient(board.url, "token-ada").draft("Before")["id"]
    return (failing if fail else done)(lambda: [ada.edit_draft(number, "Mine"), ada.delete_draft(number)])


def test_what_was_made_again_is_undone_under_its_new_name(board: BoardSandbox, ada: BoardClient) -> None:
    """`anew`: a draft that was edited and deleted is written once more, and then says again what it said before."""
    run = rewritten(board, ada, fail=True)
    assert states(run.report) == ["reverted", "reverted"]
    assert [one["text"] for one in board.drafts.values()] == ["Before"]
    asked = len(board.requests)
    assert rein.revert(run.id).exit == 0
    assert len(board.requests) == asked


@pytest.mark.parametrize("point", ["undo_after_send", "undo_after_read_back", "undo_after_outcome"])
def test_the_new_name_outlives_the_process_that_learned_it(board: BoardSandbox, ada: BoardClient, point: str) -> None:
    """The revert is killed once the draft stands again; the next one edits that draft, wherever it broke off."""
    run = rewritten(board, ada, fail=False)
    with suppress(Killed), killed_at(point, nth=1):
        rein.revert(run.id)
    rein.recover()
    assert rein.revert(run.id).exit == 0
    assert [one["text"] for one in board.drafts.values()] == ["Before"]


def test_a_plan_says_what_is_made_again(board: BoardSandbox, ada: BoardClient) -> None:
    """A plan cannot read what does not stand yet; it says so, and what would be sent."""
    run = rewritten(board, ada, fail=False)
    writes(board)
    plan = rein.revert(run.id, plan=True)
    assert (states(plan), writes(board)) == (["reverted", "reverted"], [])
    assert plan.actions[1].message == "what it changed is made again first"
    assert [one.address for one in plan.actions[1].sent] == ["PATCH /drafts/{draft}"]
    assert states(rein.revert(run.id)) == ["reverted", "reverted"]


def test_a_parent_is_not_ended_under_what_stands_on_it(board: BoardSandbox, ada: BoardClient) -> None:
    """`parents`: a comment of another run stands on this run's card, though its own path does not show it."""
    first = done(lambda: ada.create_card("ideas", "Mine"))
    second = done(lambda: ada.comment(card(ada, "Mine"), "A comment"))
    report = rein.revert(first.id)
    assert states(report) == ["conflict"]
    assert second.id in report.actions[0].message
    assert states(rein.revert(second.id)) == ["reverted"]
    assert states(rein.revert(first.id)) == ["compensated"]


def test_a_tier_can_depend_on_who_acts(board: BoardSandbox, ada: BoardClient) -> None:
    """`depends`: a person may close the board, a robot is refused, because it could not open it again."""
    robot = rein.wrap(BoardClient(board.url, "token-bot"))
    with rein.run("board"):
        with pytest.raises(Refused, match="close board ideas"):
            robot.close_board("ideas")
    assert not board.board["closed"]
    assert states(failing(lambda: ada.close_board("ideas")).report) == ["reverted"]


def test_every_match_of_a_probe_is_an_effect(board: BoardSandbox, ada: BoardClient) -> None:
    """`find`: a request that arrived twice has two effects, and both are undone; what others made is left."""
    board.new_card({"text": "Mine"}, "bob")
    board.faults.add("lost", method="POST")

    def act() -> None:
        with suppress(OSError):
            ada.create_card("ideas", "Mine")
        board.new_card({"text": "Mine"}, "ada")

    with no_waiting():
        run = failing(act)
    assert states(run.report) == ["compensated"]
    archived = [(one["author"]["name"], one["archived"]) for one in board.cards.values() if one["text"] == "Mine"]
    assert archived == [("bob", False), ("ada", True), ("ada", True)]


def test_what_another_action_made_is_not_found_again(board: BoardSandbox, ada: BoardClient) -> None:
    """`find`: of two equal messages, one with a known answer, the probe takes only the other."""

    def act() -> None:
        ada.create_card("ideas", "Mine")
        board.faults.add("refuse", method="POST")
        with suppress(OSError):
            ada.create_card("ideas", "Mine")

    with no_waiting():
        run = failing(act)
    assert states(run.report) == ["rejected", "compensated"]


def test_a_row_says_what_it_does_and_leaves(board: BoardSandbox, ada: BoardClient) -> None:
    """`says` and `residue`: a sentence with the names, user text in it taken as it is, and what stays behind."""
    run = failing(lambda: ada.create_card("ideas", "{0.__class__} {board}"))
    assert run.report is not None
    assert run.report.actions[0].says == 'put card "{0.__class__} {board}" on ideas'
    assert run.report.actions[0].residue == "The archived card stays in the archive."


@pytest.mark.parametrize(
    ("method", "path", "reason"),
    [
        ("DELETE", "/cards/1", "policy"),
        ("DELETE", "/boards/ideas", "policy"),
        ("PATCH", "/boards/ideas", "policy"),
        ("POST", "/nowhere", "unknown"),
        ("PUT", "/cards/1/../2/pin", "address"),
        ("PUT", "/cards/%2e%2e/cards/2/pin", "address"),
        ("PUT", "//cards/2/pin", "address"),
        ("PUT", "/cards/2/pin#x", "address"),
        ("PUT", "/cards/2%2Fpin/pin", "unknown"),
    ],
)
def test_a_write_that_no_row_undoes_is_refused(
    board: BoardSandbox, ada: BoardClient, method: str, path: str, reason: str
) -> None:
    """Irreversible, long tail, unknown, or an address that could arrive elsewhere: nothing is sent."""
    with rein.run("board") as run:
        with pytest.raises(Refused) as caught:
            ada.request(method, path)
    assert caught.value.reason == reason
    assert writes(board) == []
    assert run.actions == []


def test_the_vendors_own_exception_leaves_unchanged(board: BoardSandbox, ada: BoardClient) -> None:
    """A read that fails in front of a write, and a write that is refused by the vendor, are the SDK's to raise."""
    with rein.run("board") as run:
        with pytest.raises(BoardError, match="404 not_found"):
            ada.pin(99999)
        with pytest.raises(BoardError, match="404 no_such_tag"):
            ada.remove_tag(board.first, "nothing")
    assert [one.state for one in run.actions] == [State.REJECTED]


def test_an_untested_sdk_is_not_wrapped(tmp_path: Path) -> None:
    """The version of the installed distribution decides."""
    folder = tmp_path / "other"
    folder.mkdir()
    with installed(folder, version="3.0"):
        client = BoardClient("http://127.0.0.1:1", "token-ada")
        with pytest.raises(UntestedVersion, match=r"board-sdk 3\.0 is installed"):
            rein.wrap(client)
    assert client.__dict__ == {"url": "http://127.0.0.1:1", "token": "token-ada"}


def test_actions_print_themselves(board: BoardSandbox, ada: BoardClient) -> None:
    """What the ledger holds is readable."""
    run = done(lambda: ada.pin(board.first))
    (action,) = run.actions
    assert isinstance(action, Action)
    assert repr(action) == f"<#1 landed board: pin card {board.first}>"
