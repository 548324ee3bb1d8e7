"""Reads that a reading of the connector completes, or that pick an entry: in a plan, and when they break."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import (
    REVERSIBLE,
    Answer,
    Operation,
    Read,
    Refused,
    answer,
    before,
    do,
    field,
    find,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    stands,
)
from agentrein.inverse_view import calls
from agentrein.testing import Request
from agentrein.testing.crash import no_waiting
from board.agent import done, failing, states, writes
from board.cards import ROWS
from board.installed import Speak
from board.places import BOARD_OF_CARD, CARD, DOCS, THE_CARD
from board.proxy import Armed
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

COMMENTS, COMMENT = f"{CARD}/comments", "/comments/{comment}"


def listed_comment(**parts: Any) -> Operation:
    """The row of a comment, of which only the list of them can be read."""
    return op(
        f"POST {COMMENTS}",
        sdk="comment",
        says="comment on card {card}: {text!r}",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=path("board:comment:", answer("id")),
        before=read(f"GET {COMMENTS}"),
        inverse=do(
            f"DELETE {COMMENT}",
            comment=answer("id"),
            goal=gone(parts.pop("goal", read(f"GET {COMMENTS}", path("[id=", answer("id"), "]"), maybe=True)), **parts),
        ),
        probe=find(f"GET {COMMENTS}", same=("text",), mine="author.name", key="id", unless=before("[].id")),
        why=f"A comment can be deleted. {DOCS}/comments",
    )


def edited_card(**said: Any) -> Operation:
    """The row of an edited card whose text is read in a way that a reading of the connector completes."""
    return op(
        f"PATCH {CARD}",
        sdk="edit_card",
        says="edit card {card}",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=THE_CARD,
        faithful=False,
        inverse=restore(
            read(f"GET {CARD}", completed="text", **said),
            f"PATCH {CARD}",
            field("text", inside="card", read="text"),
        ),
        why=f"The text is written back. {DOCS}/cards",
    )


@pytest.mark.parametrize("by", ["entry", "reading"])
def test_a_plan_tells_entries_of_one_list_apart(board: BoardSandbox, ada: BoardClient, speak: Speak, by: str) -> None:
    """What undoing one entry would change says nothing of the next one, though one read shows both."""

    def one(body: Any, given: Any) -> Generator[Read, Answer, Any]:
        yield from ()
        return {"one": next((entry for entry in body if entry["id"] == given["id"]), None)}

    if by == "entry":
        speak(listed_comment(parent=f"GET {CARD}"))
    else:
        goal = read(f"GET {COMMENTS}", "one.id", maybe=True, completed="one", given={"id": answer("id")})

        def absent(body: Any, given: Any) -> Generator[Read, Answer, Any]:
            found = yield from one(body, given)
            return found if found["one"] else {}

        speak(listed_comment(goal=goal, parent=f"GET {CARD}"), readings={"one": absent})
    run = done(lambda: [ada.comment(board.first, text) for text in ("one", "two", "three")])
    planned = rein.revert(run.id, plan=True)
    reverted = rein.revert(run.id)
    assert [one.sent for one in planned.actions] == [one.sent for one in reverted.actions]
    assert states(planned) == states(reverted) == ["reverted"] * 3


def breaking(at: int) -> Callable[[Any, Any], Generator[Read, Answer, Any]]:
    """A reading that breaks the time it is used for."""
    used = []

    def text(body: Any, given: Any) -> Generator[Read, Answer, Any]:
        used.append(body)
        if len(used) == at:
            raise KeyError("no such text")
        yield from ()
        return body

    return text


def test_a_reading_that_breaks_before_a_call_lets_nothing_out(
    board: BoardSandbox, ada: BoardClient, speak: Speak
) -> None:
    """The call is refused as one whose before-image cannot be had, and no write was sent."""
    speak(edited_card(), readings={"text": breaking(1)})
    with rein.run("board") as run, pytest.raises(rein.Refused, match="KeyError"):
        ada.edit_card(board.first, card={"text": "New"})
    assert writes(board) == []
    assert run.actions == []


def test_a_reading_that_breaks_after_a_call_costs_neither_answer_nor_outcome(
    board: BoardSandbox, ada: BoardClient, speak: Speak
) -> None:
    """The call landed: its caller has the answer, and the action is recorded and undone."""
    speak(edited_card(), readings={"text": breaking(2)})
    with rein.run("board") as run:
        assert ada.edit_card(board.first, card={"text": "New"})["text"] == "New"
    assert [one.state for one in run.actions] == ["landed"]
    assert states(rein.revert(run.id)) == ["reverted"]
    assert board.cards[board.first]["text"] == "First"


def test_a_reading_that_breaks_in_an_undo_holds_up_no_other(
    board: BoardSandbox, ada: BoardClient, speak: Speak
) -> None:
    """The action needs a person; what was done before it is undone."""
    speak(edited_card(), readings={"text": breaking(3)})
    run = failing(lambda: (ada.pin(board.first), ada.edit_card(board.second, card={"text": "New"})))
    assert states(run.report) == ["needs_attention", "reverted"]


def test_an_interrupt_in_a_further_read_is_not_taken_for_an_answer(
    board: BoardSandbox, ada: BoardClient, speak: Speak, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What came instead of an answer never reaches a reading, which could not tell it from an empty one."""

    def text(body: Any, given: Any) -> Generator[Read, Answer, Any]:
        further = yield Read("GET /me")
        return {**body, "by": further.body["name"]}

    speak(edited_card(), readings={"text": text})
    whole, comes = Armed.request, [KeyboardInterrupt()]

    def request(self: Armed, call: Any, check: Any) -> Answer:
        return Answer(error=comes.pop()) if comes and call.address == "GET /me" else whole(self, call, check)

    with rein.run("board") as run:
        ada.pin(board.first)  # who acts is known from here on
        monkeypatch.setattr(Armed, "request", request)
        with pytest.raises(KeyboardInterrupt):
            ada.edit_card(board.first, card={"text": "New"})
    assert [one.address for one in run.actions] == [f"PUT {CARD}/pin"]


def test_a_path_that_the_call_spoils_is_not_read(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """The call is refused with the reason, before its before-image is asked for at a place that nobody meant."""
    at = path("facts[label=", sent("fact"), "]")
    edit = edited_card()
    speak(replace(edit, inverse=restore(read(f"GET {CARD}", at), f"PATCH {CARD}", field("value")), ignores=("fact",)))
    with rein.run("board"), pytest.raises(Refused, match="has brackets"):
        ada.request("PATCH", f"/cards/{board.first}", {"fact": "a].b[c=d", "value": "big"})
    assert writes(board) == []


def test_what_is_shown_of_a_set_is_what_would_be_sent(board: BoardSandbox, ada: BoardClient) -> None:
    """A member that somebody else added between before-image and call is theirs, and in no list of inverses."""

    @board.before_answer
    def meanwhile(request: Request) -> None:
        if request.method == "POST":
            board.cards[board.first]["tags"].append("Theirs")

    run = done(lambda: ada.add_tags(board.first, "Ours"))
    form = run.actions[0].effects[0].inverse
    assert form is not None
    assert [one.params["name"] for one in calls(form)] == ["Ours"]
    (planned,) = rein.revert(run.id, plan=True).actions
    assert [one.params["name"] for one in planned.sent] == ["Ours"]


def test_what_happened_is_asked_on_where_a_reading_breaks(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """A recovery finds out about the other actions, and says of this one that nothing tells."""
    speak(edited_card(), readings={"text": breaking(2)})
    with rein.run("board") as run:
        board.faults.add("lost", writes=True, times=2)
        for act in (lambda: ada.pin(board.second), lambda: ada.edit_card(board.first, card={"text": "New"})):
            with suppress(Exception):
                act()
    assert [one.state for one in run.actions] == ["unknown", "unknown"]
    with no_waiting():
        (report,) = rein.recover()
    assert [one.state for one in report.actions] == ["unknown", "landed"]


def test_what_cannot_be_looked_for_can_still_be_allowed(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """A call that no probe fits counts as irreversible; where a policy lets that out, it is sent and recorded."""
    probe = stands(read(f"GET {CARD}", path("facts[label=", sent("fact"), "]")), {"value": "big"})
    pin = next(row for row in ROWS if row.address == f"PUT {CARD}/pin")
    speak(replace(pin, probe=probe))
    with rein.run("board"), pytest.raises(Refused, match="is not known"):
        ada.pin(board.first)
    with rein.run("board", policy={"irreversible": "allow"}) as run:
        ada.pin(board.first)
    assert [(one.state, one.planned["probe"]) for one in run.actions] == [("landed", None)]
