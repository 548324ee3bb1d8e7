"""What the property tests of connectors share: how a run is cut short, and that it is reverted to its start."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, example, settings
from hypothesis import strategies as st

import agentrein as rein
from agentrein import faults
from agentrein.ledger import open_ledger
from agentrein.testing import Sandbox
from agentrein.testing.crash import Killed, killed_at, listening, no_waiting, run_until_killed

NEVER = ("before_plan", 1000)
Instant = tuple[str, int]
Trouble = tuple[str, bool | None, int]

ANYWHERE = st.tuples(st.sampled_from(faults.POINTS), st.integers(1, 6))
IN_AN_UNDO = st.tuples(
    st.sampled_from([point for point in faults.POINTS if point.startswith("undo")]), st.integers(1, 6)
)
TROUBLE = st.tuples(
    st.sampled_from(["refuse", "lost", "error", "error_after", "rate_limited"]),
    st.sampled_from([True, None]),
    st.integers(0, 20),
)


@dataclass(frozen=True)
class Write:
    """One call of an agent, with its arguments."""

    call: Callable[..., object]
    arguments: tuple[Any, ...]

    def __repr__(self) -> str:
        return f"Write({self.call.__name__}, {self.arguments})"


@dataclass(frozen=True)
class Cut:
    """What befalls a run: its agent fails, its process dies, so does its undo, and the vendor has troubles."""

    fails: bool = False
    crash: Instant | None = None
    crash_again: Instant | None = None
    troubles: tuple[Trouble, ...] = ()


CUTS = st.builds(
    Cut,
    fails=st.booleans(),
    crash=st.none() | ANYWHERE,
    crash_again=st.none() | IN_AN_UNDO,
    troubles=st.lists(TROUBLE, max_size=3).map(tuple),
)

# The same examples each time; `AGENTREIN_EXAMPLES=5000` draws that many others.
MORE = os.environ.get("AGENTREIN_EXAMPLES")
ci = settings(
    derandomize=MORE is None,
    max_examples=int(MORE or 100),
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def drawn(*kinds: tuple[Callable[..., object], tuple[st.SearchStrategy[Any], ...]]) -> st.SearchStrategy[list[Write]]:
    """Up to ten calls of these kinds; one that is named twice is drawn more often."""
    one = st.one_of(*(st.builds(Write, st.just(call), st.tuples(*arguments)) for call, arguments in kinds))
    return st.lists(one, min_size=1, max_size=10)


def found_before(*writes: Write, cut: Cut = Cut()) -> Callable[[Any], Any]:
    """An example by which a property test once found something wrong."""
    return example(writes=list(writes), cut=cut)


@contextmanager
def ledger_of_its_own(folder: Path) -> Iterator[None]:
    """A new ledger, since a sandbox that was reset gives its numbers anew."""
    place = folder / "ledger.sqlite3"
    os.environ["AGENTREIN_LEDGER"] = str(place)
    try:
        yield
    finally:
        open_ledger().close()
        for file in folder.glob("ledger.sqlite3*"):
            if file.is_file():
                file.unlink()


def begin(sandbox: Sandbox) -> dict[str, dict[str, Any]]:
    """What is in the sandbox now is the start, ready to assert the order of undo; gives its state."""
    sandbox.clear_requests()
    sandbox.order.watch()
    sandbox.order.acting()
    return sandbox.state()


def assert_reverts(
    sandbox: Sandbox, work: Callable[[], object], cut: Cut, folder: Path, *, leaves: tuple[str, ...] = ()
) -> None:
    """What the work does in a run is undone in order, completely and once, whatever befalls it."""
    start = begin(sandbox)

    def begin_undo(point: str) -> None:
        if point.startswith("undo"):
            sandbox.order.undoing()

    def agent(run: rein.Run) -> None:
        for kind, only_writes, after in cut.troubles:
            sandbox.faults.add(kind, writes=only_writes, after=after, retry_after=0)
        work()
        if cut.fails:
            run.fail("drawn so")

    with ledger_of_its_own(folder), no_waiting(), listening(begin_undo):
        point, nth = cut.crash or NEVER
        run = run_until_killed(agent, point, nth=nth)
        point, nth = cut.crash_again or NEVER
        with suppress(Killed), killed_at(point, nth=nth):
            rein.revert(run.id)
        rein.recover()
        report = rein.revert(run.id)
        assert not sandbox.left(start, ignore=leaves), f"{sandbox.left(start, ignore=leaves)}\n{report}"
        assert report.exit == 0, f"{report}"
        assert not sandbox.order.violations, f"{sandbox.order.violations}\n{report}"
        asked = len(sandbox.requests)
        assert rein.revert(run.id).exit == 0
        assert len(sandbox.requests) == asked, "the second revert sent requests"
