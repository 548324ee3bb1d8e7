"""A run: the unit that a person undoes. Opened by `rein.run()`, closed by its block, written to the ledger."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from agentrein import context, tripwire
from agentrein.closing import aclose, close
from agentrein.errors import LedgerError, UsageError
from agentrein.fold import Action, fold
from agentrein.ledger import Ledger, open_ledger
from agentrein.model import RunStatus
from agentrein.owner import owner, user
from agentrein.policy import Policy
from agentrein.recording import Recording
from agentrein.report import Report
from agentrein.step import Step
from agentrein.unhurried import needs_asyncio
from agentrein.visible import visible
from agentrein.where import caller

ON_FAILURE = ("revert", "keep")


@dataclass(frozen=True, slots=True)
class Settings:
    """How a run behaves: see `rein.run`."""

    policy: Policy = field(default_factory=Policy)
    on_failure: str = "revert"
    revert_timeout: float = 600.0


class Run(Recording):
    """A run that is open in this process, or was.

    `id`, `name`, `status`, `actions` and `report` are plain, printable records.
    """

    def __init__(self, name: str, *, because: str | None, settings: Settings, ledger: Ledger | None = None) -> None:
        super().__init__(name, settings.policy, ledger)
        self.because, self.settings = because, settings
        self.report: Report | None = None
        self._outer: Run | None = None

    # --- opening and closing

    def __enter__(self) -> Self:
        """Open the run: from here on, writes of armed clients in this context belong to it."""
        self._open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Complete the run, or revert it; the exception leaves unchanged, with the report attached."""
        close(self, error)

    async def __aenter__(self) -> Self:
        """Open the run; raises UsageError on an event loop that is not asyncio's."""
        needs_asyncio()
        self._open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Complete the run, or revert it; cancellation waits until the revert is done."""
        await aclose(self, error)

    def _open(self) -> None:
        if self._state != "new":
            raise UsageError(f"run {self.id} was opened before", now="call rein.run() once more for another run")
        outer = context.current()
        if outer is not None and outer.is_open:
            raise UsageError(
                f"a run inside a run ({outer.id} {outer.name!r}) is not built yet", now="use run.step(name) for a part"
            )
        self._ledger = self._ledger or open_ledger(None)
        self.epoch = self.ledger.open_run(self.id, self.name, because=self.because, by=user(), owner=owner())
        opened = {
            "name": self.name,
            "because": self.because,
            "by": user(),
            "where": caller(),
            "owner": owner(),
            "on_failure": self.settings.on_failure,
        }
        self.ledger.append(self.id, "opened", opened, epoch=self.epoch)
        self._state, self._outer, self._pid = "open", outer, os.getpid()
        tripwire.install()
        context.set_current(self)
        context.add_open(self)

    def leave(self) -> None:
        """Close the gate: writes that come later are refused."""
        with self._guard:
            self._state = "closing"
        self.drop()

    def drop(self) -> None:
        """Forget the run, as in a forked child that leaves its block: it goes on in the process that opened it.

        Restored by value, for this may be another context than the one that entered, and have a run of its own.
        """
        context.drop_open(self)
        if context.current() is self:
            context.set_current(self._outer)

    def finish(self, report: Report | None) -> None:
        """The run is over for this process."""
        self.report, self._state = report, "closed"
        with suppress(LedgerError):
            self.ledger.release(self.id)

    # --- what people read

    @property
    def failed(self) -> str | None:
        """Why `fail` was called, or None."""
        return self._failed

    @property
    def status(self) -> RunStatus:
        """Where the run stands, as the ledger says."""
        return RunStatus(self.ledger.run(self.id).status)

    @property
    def actions(self) -> list[Action]:
        """Its recorded writes, oldest first, folded from the ledger."""
        return fold(self.ledger.entries(self.id))

    def __repr__(self) -> str:
        if self._ledger is None:
            return visible(f'<Run {self.id} "{self.name}" new>')
        states = [action.state.value for action in self.actions]
        counts = ", ".join(f"{states.count(s)} {s}" for s in dict.fromkeys(states)) or "no writes"
        return visible(f'<Run {self.id} "{self.name}" {self.status}: {counts}>')

    # --- what people say

    def step(self, name: str) -> Step:
        """A named savepoint: when an exception leaves it, only its actions are reverted, then it is raised again."""
        return Step(self, name)

    def note(self, text: str) -> None:
        """Keep reasoning beside the actions."""
        self.ledger.append(self.id, "note", {"text": text}, epoch=self.epoch)

    def fail(self, reason: str = "") -> None:
        """Mark the run failed: it refuses further writes and is reverted at the block's end."""
        if not self.is_open:
            raise UsageError(f"run {self.id} is not open", now=f"rein.revert({self.id!r}) undoes it")
        self._failed = reason
        self.ledger.append(self.id, "note", {"text": reason, "failed": True}, epoch=self.epoch)
