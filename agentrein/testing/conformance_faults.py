"""The checks of the conformance test in which something goes wrong: lost answers, errors, and stops at any instant."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import agentrein
from agentrein.fold import Action
from agentrein.inverse import Find, When
from agentrein.model import NOTHING_STANDS, State
from agentrein.rows import Operation
from agentrein.testing.crash import Killed, instants, killed_at, no_waiting, run_until_killed, watched
from agentrein.testing.example import Bench, Example, Failed
from agentrein.testing.wire import Request

WITHOUT_EFFECT = ("refuse", "error", "rate_limited")
"""Faults after which the vendor has done nothing."""

MOST_REQUESTS = 50
"""More than one undo sends of one kind."""


def written_before_sent(bench: Bench, example: Example) -> None:
    """When a write arrives at the vendor, the ledger holds it: an action with its inverse, an undo's call as intent."""
    bench.ready(example)
    run = agentrein.run("conformance", policy=bench.policy(example))
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
    assert example.nothing or any(one.inverse is not None for one in action.effects), (
        "the planned entry lacks the inverse"
    )
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


def asks_when_it_cannot_tell(bench: Bench, example: Example) -> None:
    """What a person changed after an answer was lost stays, and nothing is claimed about it.

    Not where the effect is looked for in a list: one that was changed since cannot be told from what others made.
    """
    if example.foreign is None or example.untold or _in_a_list(bench.connector.table.row(example.address)):
        return
    bench.ready(example)
    bench.sandbox.faults.add("lost", writes=True)
    with no_waiting():
        run = bench.run(example, fail=False, quiet=True)
        ours = bench.sandbox.state()
        example.foreign(bench.person())
        theirs = bench.sandbox.state()
        report = agentrein.revert(run.id)
    assert [a.state in {State.CONFLICT, State.NEEDS_ATTENTION} for a in report.actions] == [True], report
    bench.assert_theirs(ours, theirs)


def _in_a_list(row: object) -> bool:
    """Whether the effect of a row is looked for in a list."""
    probe = row.probe if isinstance(row, Operation) else None
    forms = (probe.then, probe.otherwise) if isinstance(probe, When) else (probe,)
    return any(isinstance(one, Find) for one in forms)


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
    said = (first.method, first.path, first.pairs, first.body, first.raw)
    return 1 + sum((r.method, r.path, r.pairs, r.body, r.raw) == said for r in rest)


def meets_errors_while_undoing(bench: Bench, example: Example) -> None:
    """An undo whose calls are refused, asked to wait, or left without answer, each at first, ends like any other."""
    for kinds in WITHOUT_EFFECT, ("lost",), ("error_after",):
        _revert_with(bench, example, kinds, writes=True)


def meets_errors_while_reading(bench: Bench, example: Example) -> None:
    """An undo whose reads all fail at first ends like any other."""
    for kind in "lost", "rate_limited":
        _revert_with(bench, example, (kind,), writes=False)


def _revert_with(bench: Bench, example: Example, kinds: tuple[str, ...], *, writes: bool) -> None:
    """A revert in which every request meets these faults, one after the other, before it gets through."""
    start = bench.ready(example)
    run = bench.run(example, fail=False)
    faults = [
        bench.sandbox.faults.add(kind, writes=writes, after=turn * (len(kinds) + 1) + place)
        for turn in range(MOST_REQUESTS)
        for place, kind in enumerate(kinds)
    ]
    with no_waiting():
        report = agentrein.revert(run.id)
    bench.assert_back(example, start, report, " and ".join(kinds))
    assert all(fault.struck for fault in faults[: len(kinds)]) or example.nothing, "the undo sent no such request"


def survives_stops_of_a_run(bench: Bench, example: Example) -> None:
    """A run stopped at any instant of its write is brought back by a recovery."""

    def work(_run: agentrein.Run) -> None:
        example.act(bench.armed())
        bench.sandbox.order.undoing()
        raise Failed

    def stop(point: str, nth: int) -> agentrein.Run:
        return run_until_killed(work, point, nth=nth, policy=bench.policy(example))

    _stopped_everywhere(bench, example, stop, undoing=False)


def survives_stops_of_a_revert(bench: Bench, example: Example) -> None:
    """The revert of a completed run, stopped at any instant, is finished by the next one."""

    def stop(point: str, nth: int) -> agentrein.Run:
        run = bench.run(example, fail=False)
        with suppress(Killed), killed_at(point, nth=nth):
            agentrein.revert(run.id)
        return run

    _stopped_everywhere(bench, example, stop, undoing=True)


def _stopped_everywhere(
    bench: Bench, example: Example, stop: Callable[[str, int], agentrein.Run], *, undoing: bool
) -> None:
    with no_waiting():
        bench.ready(example)
        with watched() as passed:
            stop("undo_before_end", 1000)
        found = [one for one in instants(passed) if one[0].startswith("undo") == undoing]
        assert found
        for point, nth in found:
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
    said = [f"{r.method} {r.path} {dict(r.pairs) or ''} {r.body}" for r in landed]
    return [one for one in dict.fromkeys(said) if said.count(one) > 1]
