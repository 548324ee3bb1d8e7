"""Resuming runs with actions of one's own: a function that returned is not called again."""

from __future__ import annotations

import pytest

import agentrein as rein
import own_parts_kit
from board.sandbox import BoardSandbox
from own_parts_kit import publish


@pytest.fixture(autouse=True)
def _own_client(board: BoardSandbox) -> None:
    own_parts_kit.CLIENTS.clear()


def test_own_actions_are_answered_too(board: BoardSandbox) -> None:
    """Neither the function nor the writes that are parts of it happen again; a new call does."""
    with rein.run("onboard", key="42", resume=True):
        first = publish("Mine")
    sent = len(board.writes)
    with rein.run("onboard", key="42", resume=True) as run:
        assert publish("Mine") == first
        assert len(board.writes) == sent
        publish("Another")
    assert len(board.writes) == 2 * sent
    assert [one.state for one in run.actions] == ["landed", "landed"]


def test_another_argument_stops(board: BoardSandbox) -> None:
    """Both calls are shown."""
    with rein.run("onboard", key="42", resume=True):
        publish("Mine")
    with pytest.raises(rein.ResumeStopped, match="where an earlier leg did something else"):
        with rein.run("onboard", key="42", resume=True):
            publish("Another")
