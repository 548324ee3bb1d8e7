"""Requests that only prepare: recorded before they are sent, refused with what they prepare, never undone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import agentrein as rein
from agentrein.cli import main
from agentrein.connector import COMPENSABLE, IRREVERSIBLE, Operation, Refused, depends, op
from agentrein.testing.crash import no_waiting
from board.agent import failing, writes
from board.cards import ROWS
from board.installed import Speak
from board.places import CARD, DOCS
from board.sandbox import BoardSandbox
from board.sdk import BoardClient, BoardError

PART, WHOLE = f"PUT {CARD}/mute", f"PUT {CARD}/pin"


@pytest.fixture
def in_parts(speak: Speak) -> None:
    """Muting a card only prepares that it is pinned."""
    speak(part())


def part() -> Operation:
    """The row of a part."""
    return op(PART, sdk="mute", says="get card {card} ready", part=WHOLE, why=f"It lapses. {DOCS}/mutes")


def kinds(run: rein.Run) -> list[str]:
    """What a run's entries say beside those that every run has."""
    return [one.kind for one in run.ledger.entries(run.id) if one.kind not in {"opened", "status"}]


@pytest.mark.usefixtures("in_parts")
def test_a_part_is_recorded_and_only_the_whole_is_undone(board: BoardSandbox, ada: BoardClient) -> None:
    """It has its entry before the action's own, and no inverse."""
    run = failing(lambda: (ada.mute(board.first), ada.pin(board.first)))
    assert kinds(run) == ["part", "planned", "outcome", "undo_intent", "undo_outcome"]
    assert [one.address for one in run.actions] == [WHOLE]
    assert board.muted == {board.first}


@pytest.mark.usefixtures("in_parts")
def test_a_part_waits_as_long_as_the_client_would(board: BoardSandbox, ada: BoardClient) -> None:
    """A rate limit is no answer to it: it is sent again after the wait, as a write is."""
    fault = board.faults.add("rate_limited", writes=True, times=1, retry_after=3)
    with no_waiting() as asked, rein.run("board"):
        ada.mute(board.first)
    assert (fault.struck, board.muted) == (1, {board.first})
    assert sum(asked) == pytest.approx(3)


@pytest.mark.usefixtures("in_parts")
def test_a_part_that_fails_tells_its_caller(board: BoardSandbox, ada: BoardClient) -> None:
    """The SDK's own exception leaves, and nothing is there that an undo would have to look for."""
    board.faults.add("error", writes=True, times=1, status=500)
    with rein.run("board") as run, pytest.raises(BoardError):
        ada.mute(board.first)
    assert kinds(run) == ["part"]
    assert run.actions == []


@pytest.mark.usefixtures("in_parts")
@pytest.mark.parametrize(
    "policy",
    [
        {f"board: {PART}": "refuse"},
        {"board: PUT /cards/{card}/m*": "refuse"},
        {f"board: {WHOLE}": "refuse"},
        {"reversible": "refuse"},
    ],
)
def test_a_part_is_refused_by_its_own_name_and_with_the_whole(
    board: BoardSandbox, ada: BoardClient, policy: dict[str, str]
) -> None:
    """Whichever of the two a policy refuses, nothing is sent."""
    with rein.run("board", policy=policy), pytest.raises(Refused):
        ada.mute(board.first)
    assert writes(board) == []


@pytest.mark.parametrize(
    ("policy", "passes"),
    [
        ({}, True),
        ({"reversible": "refuse"}, True),
        ({"compensable": "refuse"}, False),
        ({"compensable": "refuse", "irreversible": "allow"}, True),
        ({"compensable": "refuse", f"board: {WHOLE}": "allow"}, True),
    ],
)
def test_a_part_of_what_depends_passes_while_the_whole_may(
    board: BoardSandbox, ada: BoardClient, speak: Speak, policy: dict[str, str], *, passes: bool
) -> None:
    """How far the whole can be undone is not known yet: only what is refused in any case is refused already."""

    @depends(COMPENSABLE, IRREVERSIBLE)
    def tier(call: Any, image: Any, actor: Any) -> rein.Tier:
        return COMPENSABLE

    whole = next(row for row in ROWS if row.address == WHOLE)
    speak(part(), replace(whole, tier=tier, tiers=tier.tiers, residue="It was seen."))  # type: ignore[attr-defined]
    with rein.run("board", policy=policy):
        if passes:
            ada.mute(board.first)
        else:
            with pytest.raises(Refused):
                ada.mute(board.first)
    assert bool(board.muted) is passes


@pytest.mark.usefixtures("in_parts")
def test_no_part_leaves_for_a_run_that_takes_no_write(board: BoardSandbox, ada: BoardClient) -> None:
    """Outside of a run, in one that was marked failed, or that another process took over."""
    with pytest.raises(Refused, match="no run is open"):
        ada.mute(board.first)
    with rein.run("board") as run:
        run.fail("given up")
        with pytest.raises(Refused, match="was marked failed"):
            ada.mute(board.first)
    with pytest.raises(rein.EpochError), rein.run("board") as run:
        rein.revert(run.id, take_over=True)
        with pytest.raises(Refused, match="was taken over"):
            ada.mute(board.first)
    assert writes(board) == []


@pytest.mark.usefixtures("in_parts")
def test_what_was_prepared_in_vain_is_shown(
    board: BoardSandbox, ada: BoardClient, capsys: pytest.CaptureFixture[str]
) -> None:
    """`rein show` tells of a part that nothing was committed with; one that was is told by its action."""
    with rein.run("board") as run:
        ada.mute(board.first)
    assert main(["show", run.id]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if " part " in line)
    assert f"board: get card {board.first} ready" in line
    assert "nothing to undo" in line
    with rein.run("board") as run:
        ada.mute(board.first)
        ada.pin(board.first)
    assert main(["show", run.id]) == 0
    assert " part " not in capsys.readouterr().out
