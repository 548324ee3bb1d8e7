"""Counts the requests of each example of the connectors' conformance tests, with an armed client and with a plain one.

The examples are found and set up by pytest, each on the bench of its own conformance test; in place of the test its
requests are counted.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import agentrein
from agentrein import drive, recording
from agentrein.rows import Operation
from agentrein.testing import Sandbox
from agentrein.testing.conformance import Bench, Example
from benchmarks.purposes import Asked, Purposes, kind

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests" / "connectors"
OPTIONS = (
    f"--rootdir={ROOT}",
    *("-p", "no:terminal", "-p", "no:cacheprovider"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # what is counted is loaded by now
)


class Miscounted(RuntimeError):
    """The server saw other requests than AgentRein says to have added, or an example could not be tried."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What AgentRein added to the one write of an example; `who` are the reads of whom the credential belongs to."""

    connector: str
    address: str
    sdk: str
    name: str
    kind: str
    items: int
    who: tuple[str, ...]
    before: tuple[Asked, ...]
    after: tuple[Asked, ...]

    @property
    def asked(self) -> tuple[Asked, ...]:
        """All that was added."""
        return (*self.before, *self.after)

    @property
    def own(self) -> int:
        """How many of them come again with the next write of the same burst."""
        return sum(not one.shared for one in self.asked)


@dataclass(slots=True)
class Passages:
    """What the passages of a run asked: the addresses before a write and after it, and who acts apart."""

    sandbox: Sandbox
    who: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    _asks_who: bool = False
    _sent: bool = False

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Each step of a passage is noted in the block."""
        do, read_actor = drive._do, recording.read_actor  # noqa: SLF001 - where every step of a passage comes by

        def step(one: Any, held: Any) -> Any:
            if isinstance(one, drive.Send):
                self._sent, self.after = True, []
                return do(one, held)
            arrived = len(self.sandbox.requests)
            try:
                return do(one, held)
            finally:
                if isinstance(one, drive.Ask):
                    self._note(one.call.address, len(self.sandbox.requests) - arrived)

        def who(client: Any) -> Any:
            self._asks_who = True
            actor = yield from read_actor(client)
            self._asks_who = False
            return actor

        with mock.patch.object(drive, "_do", step), mock.patch.object(recording, "read_actor", who):
            yield

    def _note(self, address: str, times: int) -> None:
        noted = self.who if self._asks_who else self.after if self._sent else self.before
        noted += [address] * times


def counted(bench: Bench, example: Example) -> Counted:
    """The requests of an example with an armed client, less those that the same act sends with a plain one."""
    row = bench.connector.table.row(example.address)
    assert isinstance(row, Operation)  # noqa: S101 - the conformance test says so first
    plain, passages = _plain(bench, example), Passages(bench.sandbox)
    bench.ready(example)
    with passages.watched():
        run = bench.run(example, fail=False)
    more = len(bench.sandbox.requests) - plain
    if more != len(passages.who) + len(passages.before) + len(passages.after):
        raise Miscounted(f"{example.title}: {more} more at the server, asked were {passages}")
    items = [bench.connector.table.row(one["address"]) for one in run.actions[0].planned.get("items", ())]
    rows = [row, *(one for one in items if isinstance(one, Operation))]
    purposes = Purposes(bench.connector.table, rows, frozenset(key[1] for key in run.kept_reads))
    return Counted(
        bench.connector.name,
        row.address,
        row.sdk,
        example.name,
        kind(row),
        len(items),
        tuple(passages.who),
        tuple(purposes.before(one) for one in passages.before),
        tuple(purposes.after(one) for one in passages.after),
    )


def _plain(bench: Bench, example: Example) -> int:
    """How many requests the act alone sends, from the same start, with a client of the same account."""
    bench.ready(example)
    with mock.patch.object(agentrein, "wrap", side_effect=lambda client, **_: client) as wrap:
        client = bench.armed()
    if not wrap.called:
        raise Miscounted(f"{example.title}: the bench's client is armed by something else than rein.wrap")
    example.act(client)
    return len(bench.sandbox.requests)


class Counting:
    """A plugin of pytest: of the tests it leaves one for each example, and counts in its place."""

    def __init__(self) -> None:
        self.found: list[Counted] = []
        self.failed: list[str] = []

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave the first test of each example."""
        once = {id(example): item for item in reversed(items) if (example := _example(item)) is not None}
        items[:] = [item for item in items if once.get(id(_example(item))) is item]

    @pytest.hookimpl(tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: Any) -> bool:
        """Count instead of testing."""
        bench = next(one for one in pyfuncitem.funcargs.values() if isinstance(one, Bench))
        self.found.append(counted(bench, _example(pyfuncitem)))
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what went wrong."""
        if report.failed:
            self.failed.append(f"{report.nodeid} ({report.when})\n{report.longreprtext}")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """The same, of a file that cannot be read."""
        if report.failed:
            self.failed.append(f"{report.nodeid}\n{report.longreprtext}")


def _example(item: Any) -> Any:
    params = item.callspec.params if hasattr(item, "callspec") else {}
    return next((one for one in params.values() if isinstance(one, Example)), None)


def count(connectors: Sequence[str] = (), folder: Path | None = None) -> list[Counted]:
    """Count the examples of these connectors, or of all; raises Miscounted where one could not be counted.

    The ledgers are written to `folder`, which is emptied first, or where pytest puts temporary files.
    """
    own = [path for name in connectors for path in sorted(TESTS.glob(f"{name}/test_conformance*.py"))]
    paths = own if connectors and len({path.parent for path in own}) == len(connectors) else _all()
    counting = Counting()
    place = [] if folder is None else [f"--basetemp={folder}"]
    pytest.main([*OPTIONS, *place, *map(str, paths)], plugins=[counting])
    if counting.failed:
        raise Miscounted("\n".join(counting.failed))
    return [one for one in counting.found if not connectors or one.connector in connectors]


def _all() -> list[Path]:
    return sorted(TESTS.glob("*/test_conformance*.py"))


if __name__ == "__main__":
    print(json.dumps([asdict(one) for one in count(sys.argv[1:])]))
