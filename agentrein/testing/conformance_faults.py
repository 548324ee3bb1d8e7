"""The checks of the conformance test in which something goes wrong: lost answers, errors, and stops at any instant."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import agentrein
from agentrein.fold import Action
from agentrein.model import NOTHING_STANDS, State
from agentrein.testing.crash import Killed, instants, killed_at, no_waiting, run_until_killed, watched
from agentrein.testing.example import Bench, Example, Failed
from agentrein.testing.wire import Request

ERRORS = ("refuse", "lost", "error", "error_after", "rate_limited")
"""What an undo meets with patience."""


def written_before_sent(bench: Bench, example: Example) -> None:
    """When a write arrives at the vendor, the ledger holds it: the action with its inverse, the undo's call as intent."""
    bench.ready(example)
    run = agentrein.run("conformance")
    seen: list[tuple[Request, list[Action]]] = []

    @bench.sandbox.before_answer
    def look(request: Request) -> None:
        if request.is_write:
            seen.append((request, run.actions))

    with suppress(Failed), run:
        example.act(bench.armed())
        raise Failed
    forward, *undo = seen
    action = forward[1][0]
    assert (action.state, action.planned["address"]) == (State.PLANNED, example.address)
    assert example.nothing or action.planned_effect.inverse is not None, "the planned entry lacks the inverse"
    assert all(actions[0].attempts > 0 for _, actions in undo), "an inverse was sent without an intent"


def _with_fault(bench: Bench, example: Example, kind: str, status: int | None = None) -> agentrein.Run:
    start = bench.ready(example)
    fault = bench.sandbox.faults.add(kind, writes=True, status=status)
    with no_waiting():
        run = bench.run(example, fail=True, quiet=True)
    assert fault.struck == 1, "the example sent no write"
    bench.assert_back(example, start, run.report, kind)
    return run


def finds_an_effect_without_answer(bench: Bench, example: Example) -> None:
    """The answer is lost after the effect: the write is not repeated, and the undo finds the effect."""
    _with_fault(bench, example, "lost")
    assert _times_sent(bench) == 1, "the write was repeated"


def finds_an_effect_behind_an_error(bench: Bench, example: Example) -> None:
    """A 5xx that comes after the effect is unknown, and the undo finds the effect."""
    _with_fault(bench, example, "error_after")
    assert _times_sent(bench) == 1, "the write was repeated"


def answers_an_error_without_effect(bench: Bench, example: Example) -> None:
    """A 5xx without effect leaves nothing to undo, and the undo sends nothing."""
    run = _with_fault(bench, example, "error")
    _assert_nothing_done(bench, run)


def knows_what_was_refused(bench: Bench, example: Example) -> None:
    """A connection that breaks before the effect leaves nothing to undo, and the undo sends nothing."""
    run = _with_fault(bench, example, "refuse")
    _assert_nothing_done(bench, run)


def knows_what_was_rejected(bench: Bench, example: Example) -> None:
    """A 4xx is an action that did not happen: the undo does not even look."""
    run = _with_fault(bench, example, "error", status=422)
    _assert_nothing_done(bench, run)
    assert [action.state for action in run.actions] == [State.REJECTED]


def _assert_nothing_done(bench: Bench, run: agentrein.Run) -> None:
    assert len(bench.sandbox.writes) == 1, [str(request) for request in bench.sandbox.writes]
    assert [action.state for action in run.actions if action.state not in NOTHING_STANDS] == []


def _times_sent(bench: Bench) -> int:
    first, *rest = bench.sandbox.writes
    return 1 + sum((r.method, r.path, r.body) == (first.method, first.path, first.body) for r in rest)


def meets_errors_while_undoing(bench: Bench, example: Example) -> None:
    """An undo whose call is refused, whose answer is lost, or that is asked to wait, ends like one without trouble."""
    for kind in ERRORS:
        _revert_with(bench, example, kind, writes=True)


def meets_errors_while_reading(bench: Bench, example: Example) -> None:
    """An undo whose reads fail for a while, each of them in turn, ends like one without trouble."""
    for kind in ("lost", "error", "rate_limited"):
        after = 0
        while _revert_with(bench, example, kind, writes=False, after=after):
            after += 1


def _revert_with(bench: Bench, example: Example, kind: str, *, writes: bool, after: int = 0) -> bool:
    """A revert in which one request meets a fault; whether there was such a request."""
    start = bench.ready(example)
    run = bench.run(example, fail=False)
    fault = bench.sandbox.faults.add(kind, writes=writes, after=after)
    with no_waiting():
        report = agentrein.revert(run.id)
    bench.assert_back(example, start, report, f"{kind} of request {after + 1}")
    assert fault.struck or example.nothing or not writes, "the undo sent no write"
    return fault.struck == 1


def survives_stops_of_a_run(bench: Bench, example: Example) -> None:
    """A run that fails, stopped at any instant from its first write to its end, is brought back by a recovery."""

    def work(run: agentrein.Run) -> None:
        example.act(bench.armed())
        bench.sandbox.order.undoing()
        raise Failed

    def stop(point: str, nth: int) -> agentrein.Run:
        return run_until_killed(work, point, nth=nth)

    _stopped_everywhere(bench, example, stop)


def survives_stops_of_a_revert(bench: Bench, example: Example) -> None:
    """The revert of a completed run, stopped at any instant, is finished by the next one."""

    def stop(point: str, nth: int) -> agentrein.Run:
        run = bench.run(example, fail=False)
        with suppress(Killed), killed_at(point, nth=nth):
            agentrein.revert(run.id)
        return run

    _stopped_everywhere(bench, example, stop)


def _stopped_everywhere(bench: Bench, example: Example, stop: Callable[[str, int], agentrein.Run]) -> None:
    with no_waiting():
        bench.ready(example)
        with watched() as passed:
            stop("undo_before_end", 1000)
        assert passed
        for point, nth in instants(passed):
            start = bench.ready(example)
            run = stop(point, nth)
            bench.sandbox.order.undoing()
            agentrein.recover()
            report = agentrein.revert(run.id)
            where = f"stopped at {point} {nth}"
            bench.assert_back(example, start, report, where)
            twice = _repeated(bench)
            assert not twice, f"{where}: sent twice: {twice}"


def _repeated(bench: Bench) -> list[str]:
    """Writes that were answered with success twice in the same words."""
    landed = [r for r in bench.sandbox.writes if r.status is not None and r.status < 300]
    said = [f"{r.method} {r.path} {r.body}" for r in landed]
    return [one for one in dict.fromkeys(said) if said.count(one) > 1]
