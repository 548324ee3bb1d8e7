"""The value before, in a conflict about what an inverse call would change."""

from __future__ import annotations

import agentrein as rein
from board.agent import done, states
from board.sandbox import BoardSandbox
from board.sdk import BoardClient


def test_nothing_stood_before_what_the_action_made(board: BoardSandbox, ada: BoardClient) -> None:
    """A message that the run posted and somebody edited: before is null, never the text that the undo would write."""
    run = done(lambda: ada.post("c1", "Hello"))
    (message,) = [number for number, one in board.messages.items() if one["text"] == "Hello"]
    BoardClient(board.url, "token-ada").edit_message(message, "Hello, all")
    plan, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert states(report) == ["conflict"]
    (conflict,) = report.actions[0].conflicts
    assert plan.actions[0].conflicts == (conflict,)
    assert (conflict.before, conflict.ours, conflict.now) == (None, "Hello", "Hello, all")
