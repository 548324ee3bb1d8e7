from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import Refused, State, TableError
from agentrein.errors import UntestedVersion
from agentrein.fold import Action
from agentrein.report import Report
from agentrein.testing.crash import Killed, killed_at, no_waiting
from board.examples import card, note
from board.installed import installed
from board.rows import MOMENT, UNDONE
from board.sandbox import BoardSandbox
from board.sdk import BoardClient, BoardError


class Broken(RuntimeError):
    """What the agent's own code raises."""


def failing(act: Callable[[], Any]) -> rein.Run:
    """A run that does this and fails."""
    run = rein.run("board")
    with suppress(Broken), run:
        act()
        raise Broken
    return run


def done(act: Callable[[], Any]) -> rein.Run:
    """A run that does this and completes."""
    with rein.run("board") as run:
        act()
    return run


def states(report: Report | None) -> list[str]:
    """How the actions of a report ended, newest first."""
    assert report is not None
    return [one.state.value for one in report.actions]


def writes(board: BoardSandbox) -> list[str]:
    """Every write that reached the service since the last look."""
    found = [f"{one.method} {one.path}" for one in board.writes]
    board.clear_requests()
    return found


# --- first, until, if_stuck


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
    number = ada.request("GET", "/boards/ideas/cards")[0]["id"]
    message = board_message(board)
    run = done(lambda: ada.flag(message))
    time.sleep(MOMENT)
    plan = rein.revert(run.id, plan=True)
    report = rein.revert(run.id)
    assert [one.address for one in report.actions[0].sent] == ["POST /channels/{channel}/messages"]
    assert [a.sent for a in plan.actions] == [a.sent for a in report.actions]
    assert board.messages[message]["flag"] is True
    assert number


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
    assert "0.3 seconds after the action" in report.actions[0].message
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


# --- items, unless, also, now


def test_items_are_undone_last_first_and_others_are_left(board: BoardSandbox, ada: BoardClient) -> None:
    """`items`, `unless`, `also`, `now`: the announcement first, then the new cards, the last one first; old ones stay."""
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
    """`now`: where the value is missing nothing is guessed; the other effects are undone all the same."""
    run = done(lambda: ada.import_cards("ideas", "One"))
    for one in board.imports.values():
        one["message"] = {}
    report = rein.revert(run.id)
    assert states(report) == ["needs_attention"]
    assert "message.id" in report.actions[0].message
    assert board.cards[card(BoardClient(board.url, "token-bob"), "One")]["archived"]


# --- again=safe


def test_an_unreadable_inverse_may_be_repeated(board: BoardSandbox, ada: BoardClient) -> None:
    """`again="safe"`: sent again after lost answers and crashes, and the report says that it cannot be read back."""
    run = done(lambda: ada.mute(board.first))
    board.faults.add("lost", method="DELETE")
    with no_waiting():
        report = rein.revert(run.id)
    assert states(report) == ["reverted"]
    assert "cannot be read back" in report.actions[0].message
    assert board.muted == set()

    run = done(lambda: ada.mute(board.first))
    with suppress(Killed), killed_at("undo_after_intent"):
        rein.revert(run.id)
    assert board.muted
    assert states(rein.revert(run.id)) == ["reverted"]
    assert board.muted == set()


# --- fields


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
        ({"facts": {"f2": 8}}, "facts.f2: no reading is declared"),
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


# --- identity, places, parents, tiers


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


def test_a_parent_is_not_ended_under_what_stands_on_it(board: BoardSandbox, ada: BoardClient) -> None:
    """`parents`: a comment of another run stands on the card that this run made, though its own path does not show it."""
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


# --- probes


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


# --- the gate


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
        with pytest.raises(UntestedVersion, match="board-sdk 3.0 is installed"):
            rein.wrap(client)
    assert client.__dict__ == {"url": "http://127.0.0.1:1", "token": "token-ada"}


def test_actions_print_themselves(board: BoardSandbox, ada: BoardClient) -> None:
    """What the ledger holds is readable."""
    run = done(lambda: ada.pin(board.first))
    (action,) = run.actions
    assert isinstance(action, Action)
    assert repr(action) == f"<#1 landed board: pin card {board.first}>"
    assert TableError.exit == 2
