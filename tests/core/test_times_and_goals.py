"""Times and goals that the call, the image or the vendor's clock makes others than a row expects."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import (
    REVERSIBLE,
    before,
    do,
    moment,
    op,
    sent,
    shows,
)
from agentrein.fold import Action
from board.agent import done, failing, states
from board.cards import ROWS
from board.installed import Speak
from board.places import BOARD_OF_CARD, CARD, DOCS, THE_CARD
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

MUTE = op(
    f"PUT {CARD}/mute",
    sdk="mute",
    says="mute card {card}",
    tier=REVERSIBLE,
    lookups=BOARD_OF_CARD,
    object=THE_CARD,
    inverse=do(f"DELETE {CARD}/mute", again="safe", until=moment(sent("at"))),
    why=f"It lapses. {DOCS}/mutes",
)
"""A mute that can be taken back until a time that the call names."""


@pytest.mark.parametrize(("ahead", "state"), [(0, "reverted"), (-3600, "reverted"), (3600, "needs_attention")])
def test_a_moment_is_one_by_the_vendors_clock(
    board: BoardSandbox, ada: BoardClient, speak: Speak, monkeypatch: pytest.MonkeyPatch, ahead: int, state: str
) -> None:
    """An undo that works until the vendor's clock shows a time is not sent when it shows a later one, whatever ours."""
    speak(MUTE)
    run = done(lambda: ada.request("PUT", f"/cards/{board.first}/mute", {"at": time.time() + 60}))
    with monkeypatch.context() as clocks:
        clocks.setattr(Action, "clock_ahead", ahead)
        assert states(rein.revert(run.id)) == [state]


@pytest.mark.parametrize("at", [None, "soon", [1], 1e40, "absent"])
def test_an_end_that_is_no_time_is_a_question(board: BoardSandbox, ada: BoardClient, speak: Speak, at: Any) -> None:
    """Whether such a call is right is for the vendor to say; where it takes it, the undo asks a person."""
    speak(MUTE)
    run = failing(lambda: ada.request("PUT", f"/cards/{board.first}/mute", {} if at == "absent" else {"at": at}))
    assert states(run.report) == ["needs_attention"]
    assert "is not known" in run.report.actions[0].message  # type: ignore[union-attr]
    assert board.muted == {board.first}


def test_a_goal_of_which_nothing_is_known_is_never_reached(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """Every reading would reach it, and the action would be called undone with nothing sent."""
    pin = next(row for row in ROWS if row.address == f"PUT {CARD}/pin")
    speak(replace(pin, inverse=do(f"DELETE {CARD}/pin", goal=shows(f"GET {CARD}", pinned=before("glued")))))
    run = failing(lambda: ada.pin(board.first))
    assert states(run.report) == ["needs_attention"]
