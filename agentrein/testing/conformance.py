"""The conformance test for connectors: what every row must do, against the connector's own sandbox and the real SDK.

A connector brings one `Example` for each row that it undoes. `checks` says what is checked; each is one function, so
that a failure names the operation and the rule that it breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import agentrein
from agentrein import faults
from agentrein.connector import Connector
from agentrein.model import State
from agentrein.report import Report
from agentrein.rows import Operation
from agentrein.table import READ, Match
from agentrein.testing.crash import Killed, killed_at, run_until_killed
from agentrein.testing.sandbox import Sandbox

Act = Callable[[Any], object]


class Failed(RuntimeError):
    """What an agent's own code raises in the conformance test."""


@dataclass(frozen=True)
class Example:
    """One row in use: `act` sends its write through an armed client.

    `prepare` brings the vendor into the state that it needs, through a plain client; `foreign` is what another person
    does to the same thing afterwards, and must survive the undo (None where nobody can: say why in `alone`).
    """

    address: str
    act: Act
    prepare: Act | None = None
    foreign: Act | None = None
    alone: str = ""
    name: str = ""

    @property
    def title(self) -> str:
        """How a test names it."""
        return f"{self.address}{' ' + self.name if self.name else ''}"


@dataclass
class Bench:
    """A sandbox with the clients that an example needs: armed for the agent, plain for a person and to prepare."""

    connector: Connector
    sandbox: Sandbox
    armed: Callable[[], Any]
    person: Callable[[], Any]
    environment: Mapping[str, str] = field(default_factory=dict)

    def ready(self, example: Example) -> dict[str, dict[str, Any]]:
        """Bring the sandbox to the example's start and give its state."""
        self.sandbox.reset()
        if example.prepare is not None:
            example.prepare(self.person())
        self.sandbox.clear_requests()
        return self.sandbox.state()

    def run(self, example: Example, *, fail: bool) -> agentrein.Run:
        """The example inside a run that completes or fails."""
        run = agentrein.run("conformance")
        with suppress(Failed), run:
            example.act(self.armed())
            if fail:
                raise Failed
        return run


def uncovered(connector: Connector, examples: list[Example]) -> list[str]:
    """Rows with an inverse that no example uses."""
    used = {example.address for example in examples}
    return [row.address for row in connector.table.operations if row.inverse is not None and row.address not in used]


# --- the checks


def restores(bench: Bench, example: Example) -> None:
    """A failed run leaves the sandbox as it was, and says that nothing is left."""
    start = bench.ready(example)
    run = bench.run(example, fail=True)
    _back(bench, start, run.report)
    assert any(request.is_write for request in bench.sandbox.requests), "the example sent no write"
    assert _sent_by(bench, run, example), f"no action of the run is {example.address}"


def later(bench: Bench, example: Example) -> None:
    """A completed run is reverted by another client from the environment; a plan says the same and sends no write."""
    start = bench.ready(example)
    run = bench.run(example, fail=False)
    before = len(bench.sandbox.writes)
    plan = agentrein.revert(run.id, plan=True)
    assert len(bench.sandbox.writes) == before, "the plan sent a write"
    report = agentrein.revert(run.id)
    _back(bench, start, report)
    assert [a.state for a in plan.actions] == [a.state for a in report.actions], (plan, report)
    assert [a.sent for a in plan.actions] == [a.sent for a in report.actions], (plan, report)


def once(bench: Bench, example: Example) -> None:
    """A second revert sends nothing at all."""
    bench.ready(example)
    run = bench.run(example, fail=True)
    before = len(bench.sandbox.requests)
    report = agentrein.revert(run.id)
    assert report.exit == 0, report
    assert len(bench.sandbox.requests) == before, "the second revert sent requests"


def conflicts(bench: Bench, example: Example) -> None:
    """What a person changed since stays, and the action is a conflict; `force` then puts it back."""
    if example.foreign is None:
        assert example.alone, f"{example.title} says neither what a person could change nor why nobody can"
        return
    bench.ready(example)
    run = bench.run(example, fail=False)
    example.foreign(bench.person())
    theirs = bench.sandbox.state()
    report = agentrein.revert(run.id)
    assert report.exit == 1, report
    assert State.CONFLICT in {a.state for a in report.actions}, report
    lost = _overwritten(theirs, bench.sandbox.state(), report)
    assert not lost, f"the undo overwrote what a person changed: {lost}"


def lost_answer(bench: Bench, example: Example) -> None:
    """The answer is lost after the effect: the undo finds the effect and takes it back."""
    start = bench.ready(example)
    bench.sandbox.faults.add("lost", method=_method(example))
    run = bench.run(Example(example.address, _quiet(example.act)), fail=True)
    _back(bench, start, run.report)


def error_after(bench: Bench, example: Example) -> None:
    """A 5xx after the effect is unknown, and found."""
    start = bench.ready(example)
    bench.sandbox.faults.add("error_after", method=_method(example))
    run = bench.run(Example(example.address, _quiet(example.act)), fail=True)
    _back(bench, start, run.report)


def never_landed(bench: Bench, example: Example) -> None:
    """A connection that breaks before the effect leaves nothing to undo."""
    start = bench.ready(example)
    bench.sandbox.faults.add("refuse", method=_method(example))
    run = bench.run(Example(example.address, _quiet(example.act)), fail=True)
    _back(bench, start, run.report)
    assert len(bench.sandbox.writes) == 1, [str(request) for request in bench.sandbox.writes]


def undo_meets_errors(bench: Bench, example: Example) -> None:
    """An undo whose answers are lost, or that is asked to wait, ends like one without trouble."""
    for kind in ("lost", "error", "error_after", "rate_limited"):
        start = bench.ready(example)
        run = bench.run(example, fail=False)
        bench.sandbox.faults.add(kind, method="[!G]*", retry_after=0)
        _back(bench, start, agentrein.revert(run.id))


def in_its_table(bench: Bench, example: Example) -> None:
    """Every request of a run and of its undo is a declared read or a row of the connector's own table."""
    bench.ready(example)
    bench.run(example, fail=True)
    table = bench.connector.table
    for request in bench.sandbox.requests:
        found = table.match(request.method, request.path, request.body)
        known = found is READ or bench.connector.reads(request.method, request.path)
        assert known or (isinstance(found, Match) and isinstance(found.row, Operation)), f"{request.method} {request.path}"


def survives_stops(bench: Bench, example: Example) -> None:
    """Stopped at any fault point, forward or in the undo, a recovery brings the sandbox back, and nothing is sent twice."""
    for point in faults.POINTS:
        start = bench.ready(example)
        if point.startswith("undo"):
            run = bench.run(example, fail=False)
            with suppress(Killed), killed_at(point):
                agentrein.revert(run.id)
            report = agentrein.revert(run.id)
        else:
            run = run_until_killed(lambda _: example.act(bench.armed()), point)
            agentrein.recover()
            report = agentrein.revert(run.id)
        _back(bench, start, report, point)
        twice = _repeated(bench)
        assert not twice, f"{point}: sent twice: {twice}"


CHECKS = (
    restores,
    later,
    once,
    conflicts,
    lost_answer,
    error_after,
    never_landed,
    undo_meets_errors,
    in_its_table,
    survives_stops,
)
"""Every check, in the order in which one reads them."""


# --- how the checks look


def _back(bench: Bench, start: Mapping[str, Any], report: Report | None, where: str = "") -> None:
    assert report is not None, f"{where}: no report"
    left = bench.sandbox.left(start)
    assert not left, f"{where}: {left}\n{report}"
    assert report.exit == 0, f"{where}: {report}"


def _sent_by(bench: Bench, run: agentrein.Run, example: Example) -> list[agentrein.Action]:
    return [action for action in run.actions if action.planned["address"] == example.address]


def _method(example: Example) -> str:
    return example.address.split(" ", 1)[0]


def _quiet(act: Act) -> Act:
    def tried(client: Any) -> None:
        with suppress(Exception):
            act(client)

    return tried


def _repeated(bench: Bench) -> list[str]:
    """Writes that were answered with success twice in the same words."""
    landed = [r for r in bench.sandbox.writes if r.status is not None and r.status < 300]  # noqa: PLR2004 - HTTP
    said = [f"{r.method} {r.path} {r.body}" for r in landed]
    return [one for one in dict.fromkeys(said) if said.count(one) > 1]


def _overwritten(theirs: Mapping[str, Any], now: Mapping[str, Any], report: Report) -> list[str]:
    """Fields that a conflict names and that do not read as the person left them."""
    fields = {conflict.field for action in report.actions for conflict in action.conflicts}
    return [
        f"{path}.{name}"
        for path, values in theirs.items()
        for name in fields & set(values)
        if now.get(path, {}).get(name) != values[name]
    ]
