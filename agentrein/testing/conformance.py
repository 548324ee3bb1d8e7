"""The conformance test for connectors: what every row must do, against the connector's own sandbox and the real SDK.

A connector brings one `Example` or more for each row that it undoes. Each check is one function of a bench and an
example, so that a failure names the operation and the rule that it breaks:

    @pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
    @pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
    def test_conformance(bench, example, check):
        check(bench, example)

A ledger of the test's own must be set, and the environment must name the agent's credential and the sandbox.
"""

from __future__ import annotations

from collections.abc import Iterable

import agentrein
from agentrein.connector import Connector
from agentrein.model import State
from agentrein.rows import Operation
from agentrein.table import READ, Match
from agentrein.testing.conformance_faults import (
    answers_an_error_without_effect,
    asks_when_it_cannot_tell,
    finds_an_effect_behind_an_error,
    finds_an_effect_without_answer,
    knows_what_was_refused,
    knows_what_was_rejected,
    meets_errors_while_reading,
    meets_errors_while_undoing,
    survives_stops_of_a_revert,
    survives_stops_of_a_run,
    written_before_sent,
)
from agentrein.testing.example import Bench, Example


def uncovered(connector: Connector, examples: Iterable[Example]) -> list[str]:
    """Rows with an inverse that no example uses."""
    used = {example.address for example in examples}
    undone = [row.address for row in connector.table.operations if row.inverse is not None or row.batch is not None]
    return [address for address in undone if address not in used]


def restores(bench: Bench, example: Example) -> None:
    """A failed run leaves the sandbox as it was, undone newest first, and says that nothing is left."""
    start = bench.ready(example)
    run = bench.run(example, fail=True)
    bench.assert_back(example, start, run.report)
    undone = len(bench.sandbox.writes) > 1
    assert undone != example.nothing, f"nothing={example.nothing}, and the vendor received {bench.sandbox.writes}"


def reverts_later(bench: Bench, example: Example) -> None:
    """A completed run is reverted by a client from the environment; a plan says the same before and sends no write."""
    start = bench.ready(example)
    run = bench.run(example, fail=False)
    sent = len(bench.sandbox.writes)
    plan = agentrein.revert(run.id, plan=True)
    assert len(bench.sandbox.writes) == sent, "the plan sent a write"
    report = agentrein.revert(run.id)
    bench.assert_back(example, start, report)
    assert [(a.state, a.sent) for a in plan.actions] == [(a.state, a.sent) for a in report.actions], (plan, report)
    assert len(bench.sandbox.writes) == sent + sum(len(a.sent) for a in report.actions), "the report hides a write"


def reverts_once(bench: Bench, example: Example) -> None:
    """A second revert sends nothing at all and says the same."""
    bench.ready(example)
    run = bench.run(example, fail=True)
    asked = len(bench.sandbox.requests)
    report = agentrein.revert(run.id)
    assert (report.exit, len(bench.sandbox.requests)) == (0, asked), "the second revert sent requests"
    assert run.report is not None
    assert [a.state for a in report.actions] == [a.state for a in run.report.actions]


def leaves_what_others_changed(bench: Bench, example: Example) -> None:
    """What a person changed since is a conflict and stays, also under a second revert, until it is forced."""
    if example.foreign is None:
        assert example.alone or example.nothing, f"{example.title}: who could get in the way? (foreign=, or alone=)"
        return
    start = bench.ready(example)
    run = bench.run(example, fail=False)
    ours = bench.sandbox.state()
    example.foreign(bench.person())
    theirs = bench.sandbox.state()
    assert theirs != ours, "`foreign` changes nothing"
    plan = agentrein.revert(run.id, plan=True)
    for where in ("first revert", "second revert"):
        report = agentrein.revert(run.id)
        assert [a.state for a in report.actions] == [State.CONFLICT], f"{where}: {report}"
        assert [a.conflicts for a in report.actions] == [a.conflicts for a in plan.actions], (where, plan, report)
        assert report.actions[0].conflicts, f"{where}: the conflict does not show the values"
        bench.assert_theirs(ours, theirs, where)
    forced = agentrein.revert(run.id, force=[1])
    if example.unforced:
        assert forced.exit == 1, f"it can be forced, so `unforced` is wrong: {forced}"
        bench.assert_theirs(ours, theirs, "forced, in vain")
    else:
        left = bench.sandbox.left(start, ignore=example.leaves)
        assert (forced.exit, left) == (0, []), f"forced: {left}\n{forced}"


def goes_round_what_others_added(bench: Bench, example: Example) -> None:
    """What a person changed beside the action hinders nothing and stays."""
    if example.beside is None:
        return
    start = bench.ready(example)
    run = bench.run(example, fail=False)
    ours = bench.sandbox.state()
    example.beside(bench.person())
    theirs = bench.sandbox.state()
    assert theirs != ours, "`beside` changes nothing"
    report = agentrein.revert(run.id)
    assert report.exit == 0, report
    bench.assert_theirs(ours, theirs)
    bench.assert_rest_back(example, start, ours, theirs)


def stays_in_its_table(bench: Bench, example: Example) -> None:
    """Every request of a run and of its undo is a declared read or a row of the connector's own table."""
    bench.ready(example)
    bench.run(example, fail=True)
    for request in bench.sandbox.requests:
        method, path = bench.called(request)
        found = bench.connector.table.match(method, path, request.body)
        known = found is READ or bench.connector.reads(method, path)
        assert known or (isinstance(found, Match) and isinstance(found.row, Operation)), (
            f"{request.method} {request.path}"
        )


CHECKS = (
    restores,
    reverts_later,
    reverts_once,
    leaves_what_others_changed,
    goes_round_what_others_added,
    stays_in_its_table,
    written_before_sent,
    finds_an_effect_without_answer,
    finds_an_effect_behind_an_error,
    asks_when_it_cannot_tell,
    answers_an_error_without_effect,
    knows_what_was_refused,
    knows_what_was_rejected,
    meets_errors_while_undoing,
    meets_errors_while_reading,
    survives_stops_of_a_run,
    survives_stops_of_a_revert,
)
"""Every check, in the order in which one reads them."""

__all__ = ["CHECKS", "Bench", "Example", "uncovered"]
