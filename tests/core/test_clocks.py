"""How far a vendor's clock is ahead of ours is learnt from the answers to a passage's own reads."""

from __future__ import annotations

import time
from collections.abc import Mapping
from email.utils import formatdate
from types import SimpleNamespace
from typing import Any

import pytest

from agentrein.clocks import watched
from agentrein.drive import Ask, Sleep, Steps
from agentrein.model import Answer, Call

CLIENT: Any = SimpleNamespace(identity="me")


def asking() -> Steps[str]:
    """A read, a wait, and the end."""
    answer = yield Ask(CLIENT, Call("board", "GET /"))
    yield Sleep(0)
    return f"got {answer.status}"


def learnt(headers: Mapping[str, str]) -> tuple[dict[str, float], str]:
    """What one answer with these headers teaches, and what the steps end with."""
    ahead: dict[str, float] = {}
    steps = watched(asking(), ahead)
    assert isinstance(next(steps), Ask)
    assert isinstance(steps.send(Answer(200, headers=headers)), Sleep)
    with pytest.raises(StopIteration) as end:
        steps.send(None)
    return ahead, end.value.value


@pytest.mark.parametrize("name", ["Date", "date"])
@pytest.mark.parametrize("wrong", [-40, 0, 3600])
def test_the_date_of_an_answer_tells_how_far_a_clock_is_off(name: str, wrong: int) -> None:
    """A header shows whole seconds, so the clock is known to about one; the steps' own result passes through."""
    ahead, result = learnt({name: formatdate(time.time() + wrong, usegmt=True)})
    assert ahead == {"me": pytest.approx(wrong, abs=1.5)}
    assert result == "got 200"


@pytest.mark.parametrize("headers", [{}, {"date": "yesterday"}, {"date": "Sun, 29 Nov 2026 19:00:00 -0000"}])
def test_an_answer_without_a_good_date_tells_nothing(headers: Mapping[str, str]) -> None:
    """No header, no date, or one that does not say its zone."""
    assert learnt(headers)[0] == {}


def test_what_is_thrown_into_the_steps_arrives_there() -> None:
    """An error of a step is the steps' own affair, as it is without the watch."""
    steps = watched(asking(), {})
    next(steps)
    with pytest.raises(KeyError):
        steps.throw(KeyError("x"))
    steps.close()
