"""One row of a connector's table in use, and the bench on which the conformance test tries it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any
from uuid import uuid4

import agentrein
from agentrein.connector import Connector
from agentrein.ledger import ENVIRONMENT, open_ledger
from agentrein.report import Report
from agentrein.rows import Operation
from agentrein.testing.sandbox import Sandbox
from agentrein.testing.wire import Request

Act = Callable[[Any], object]
"""What somebody does with a client of the vendor's SDK."""

Snapshot = Mapping[str, Mapping[str, Any]]
"""What `Sandbox.state()` gives."""


class Failed(RuntimeError):
    """What an agent's own code raises in the conformance test."""


@dataclass(frozen=True)
class Example:
    """One row in use: `act` sends its write, and no other, through an armed client.

    `prepare` brings the vendor into the state that the write needs, through a plain client. Two people may come after:

    - `foreign` changes the very thing that the undo would touch. The undo must leave that as it is and report a
      conflict. Where nobody can get in the way, `alone` says why.
    - `beside` changes something else about the same thing. The undo must be done, and leave that too.

    `unforced` says why `force` cannot put the thing back over `foreign`, `untold` why `foreign` cannot be told from the
    write itself when the answer was lost. `leaves` are patterns of object paths
    (`repo:*/label:*`) that stay behind as the row's residue says. `nothing` marks a write that changes nothing, so that
    the undo sends nothing. `name` tells several examples of one row apart.
    """

    address: str
    act: Act
    prepare: Act | None = None
    foreign: Act | None = None
    alone: str = ""
    beside: Act | None = None
    unforced: str = ""
    untold: str = ""
    leaves: tuple[str, ...] = ()
    nothing: bool = False
    name: str = ""

    @property
    def title(self) -> str:
        """How a test names it."""
        return f"{self.address}{f' ({self.name})' if self.name else ''}"


def as_sent(request: Request) -> tuple[str, str]:
    """Method and path of a request on the wire."""
    return request.method, request.path


@dataclass
class Bench:
    """A sandbox with the clients that an example needs.

    `armed` makes an armed client for the agent, `person` a plain one of another account, for `prepare` and for what
    people do meanwhile. A later revert takes its client from the environment, which must name the agent's account.
    `ledgers` is an empty folder: a sandbox that was reset gives its ids anew, so each start gets a ledger of its own.
    `called` tells the method and path of a request in the words of the table, where those on the wire are others.
    """

    connector: Connector
    sandbox: Sandbox
    ledgers: Path
    armed: Callable[[], Any]
    person: Callable[[], Any]
    called: Callable[[Request], tuple[str, str]] = as_sent

    def ready(self, example: Example) -> dict[str, dict[str, Any]]:
        """Bring the sandbox to the example's start, ready to assert the order of undo, and give its state."""
        self._assert_row(example)
        self.close()
        os.environ[ENVIRONMENT] = str(self.ledgers / f"{uuid4().hex}.sqlite3")
        self.sandbox.reset()
        if example.prepare is not None:
            example.prepare(self.person())
        self.sandbox.clear_requests()
        self.sandbox.order.watch()
        self.sandbox.order.acting()
        return self.sandbox.state()

    def close(self) -> None:
        """Close the ledger of the last start."""
        if Path(os.environ.get(ENVIRONMENT, "")).parent == self.ledgers:
            open_ledger().close()

    def run(self, example: Example, *, fail: bool, quiet: bool = False) -> agentrein.Run:
        """The example inside a run that completes or fails; `quiet` drops what the vendor makes the SDK raise."""
        run = agentrein.run("conformance", policy=self.policy(example))
        with suppress(Failed), run:
            with suppress(*((Exception,) if quiet else ())):
                example.act(self.armed())
            self._assert_alone(example, run)
            self.sandbox.order.undoing()
            if fail:
                raise Failed
        return run

    def policy(self, example: Example) -> dict[str, str]:
        """What lets the example out, where it is irreversible, but only by what it triggers."""
        row = self.connector.table.row(example.address)
        return {row.name: "allow"} if isinstance(row, Operation) and row.triggers else {}

    def _assert_row(self, example: Example) -> None:
        """The example is one of a row that the table has, by its very address."""
        row, method, path = self.connector.table.row(example.address), *example.address.partition(" ")[::2]
        near = ", ".join(self.connector.table.nearest(method, path))
        assert isinstance(row, Operation), f"{example.address} is no row of {self.connector.name}; nearest: {near}"

    def _assert_alone(self, example: Example, run: agentrein.Run) -> None:
        """The example sent its write and no other."""
        wrote = [action.planned["address"] for action in run.actions]
        assert wrote == [example.address], (
            f"{example.title}: `act` sends this write once and no other; it sent {', '.join(wrote) or 'none'}"
        )

    def assert_back(self, example: Example, start: Snapshot, report: Report | None, where: str = "") -> None:
        """The sandbox is as it was, but for what the example says it leaves, undone in order, and the report agrees."""
        assert report is not None, f"{where}: no report"
        left = self.sandbox.left(start, ignore=example.leaves)
        assert not left, f"{where}: {left}\n{report}"
        assert report.exit == 0, f"{where}: something is left for a person\n{report}"
        assert not self.sandbox.order.violations, f"{where}: {self.sandbox.order.violations}\n{report}"

    def assert_theirs(self, before: Snapshot, theirs: Snapshot, where: str = "") -> None:
        """What a person made of `before` still stands, whatever became of the rest."""
        now = self.sandbox.state()
        lost = sorted(set(parts_changed(before, theirs)) - set(parts_changed(before, now)))
        assert not lost, f"{where}: the undo overwrote what a person changed: {lost}"

    def assert_rest_back(self, example: Example, start: Snapshot, ours: Snapshot, theirs: Snapshot) -> None:
        """All is as it was at the start, except what a person made of `ours`."""
        now, free = self.sandbox.state(), set(parts_changed(ours, theirs))
        done = {path for path, fields in now.items() if path not in start and self.sandbox.compensated(fields)}
        spared = {path for path in {*start, *now} for pattern in example.leaves if fnmatchcase(path, pattern)}
        left = [part for part in parts_changed(start, now) if part not in free and part[0] not in done | spared]
        assert not left, f"not undone: {left}"


Part = tuple[str, str, str]
"""An object's path, one of its fields or a member of it, and how it reads."""


def parts_changed(was: Snapshot, now: Snapshot) -> list[Part]:
    """Every part that reads differently in the second state, as it reads there; of lists, single members."""
    return [part for path in sorted({*was, *now}) for part in _changed(path, was.get(path), now.get(path))]


def _changed(path: str, was: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> Iterator[Part]:
    if was is None or now is None:
        if was != now:
            yield path, "", "gone" if now is None else "there"
        return
    for name in sorted({*was, *now}):
        before, after = was.get(name), now.get(name)
        if isinstance(before, list) and isinstance(after, list):
            yield from ((path, f"{name}[{one}]", str(one in after)) for one in sorted({*before} ^ {*after}))
        elif before != after:
            yield path, name, repr(after)
