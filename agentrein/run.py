"""A run: the unit that a person undoes. Opened by `rein.run()`, closed by its block, written to the ledger."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from agentrein import configuration, context, telemetry, tripwire
from agentrein.approving import Approving
from agentrein.children import children
from agentrein.closing import aclose, close
from agentrein.closing_part import aclose_child, close_child
from agentrein.dry import dry_for, is_dry
from agentrein.errors import DryRunEnd, LedgerError, NeedsApproval, UsageError
from agentrein.fold import Action, fold
from agentrein.ledger import Ledger, open_ledger
from agentrein.ledger.protocol import Summary
from agentrein.legs import begin_leg, recall, remember
from agentrein.model import RunStatus
from agentrein.owner import owner, user
from agentrein.pausing import Classes, pauses
from agentrein.policy import Policy
from agentrein.recording import Recording
from agentrein.report import Report
from agentrein.resume import earlier_of
from agentrein.scope import Child, Step
from agentrein.sinks import configured
from agentrein.unhurried import needs_asyncio
from agentrein.visible import visible
from agentrein.where import caller


@dataclass(frozen=True, slots=True)
class Settings:
    """How a run behaves: see `rein.run`."""

    policy: Policy = field(default_factory=Policy)
    on_failure: str = "revert"
    revert_timeout: float = 600.0
    key: str | None = None
    on_crash: str = "revert"
    on_attention: Callable[[Report], Any] | None = None
    pauses_on: Classes = ()
    detached: bool = False
    resume: bool = False
    approvals: Approving = field(default_factory=Approving)
    approval_wait: float | None = None
    dry_run: bool = False


class Run(Recording):
    """A run that is open in this process, or was; inside another one it is a child of it.

    `id`, `name`, `status`, `actions` and `report` are plain, printable records. A child has an id, a policy and an end
    of its own, and shares the numbers, the lock and the record of its `root`; a root's `root` is itself.
    """

    def __init__(self, name: str, *, because: str | None, settings: Settings, ledger: Ledger | None = None) -> None:
        super().__init__(name, settings.policy, ledger)
        self.because, self.settings = because, settings
        self.report: Report | None = None
        self.root: Run = self
        self._outer: Run | None = None
        self._scope: Child | None = None

    # --- opening and closing

    def __enter__(self) -> Self:
        """Open the run: from here on, writes of armed clients in this context belong to it."""
        self._open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        """Complete the run, or revert it; the exception leaves unchanged, with the report attached.

        Only the end of its own dry run stays inside, because that is no error.
        """
        if self._scope is None:
            close(self, error)
        else:
            close_child(self, self._scope, error)
        return self._ended_dry(error)

    async def __aenter__(self) -> Self:
        """Open the run; raises UsageError on an event loop that is not asyncio's."""
        needs_asyncio()
        self._open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        """Complete the run, or revert it; cancellation waits until the revert is done."""
        if self._scope is None:
            await aclose(self, error)
        else:
            await aclose_child(self, self._scope, error)
        return self._ended_dry(error)

    def _ended_dry(self, error: BaseException | None) -> bool:
        return isinstance(error, DryRunEnd) and error.run == self.id and self.dry is not None

    def _open(self) -> None:
        if self._state != "new":
            raise UsageError(f"run {self.id} was opened before", now="call rein.run() once more for another run")
        outer = context.current()
        if outer is not None and outer.is_closing and not self.settings.detached:
            outer.admit(f"open run {self.name!r}", "", caller())
        if outer is not None and outer.is_open and not self._is_apart(outer):
            self._begin_child(outer)
            return
        self._begin(caller(), outer)
        context.set_current(self)
        context.add_open(self)
        telemetry.run_opened(self, current=True)

    def _is_apart(self, outer: Run) -> bool:
        """Whether it is a run of its own inside another one: a dry one is no part of a run that sends."""
        dry = self.settings.dry_run or (is_dry(asked=False, outer=outer) and not outer.is_undo)
        return self.settings.detached or (dry and outer.dry is None)

    def open_alone(self, where: str) -> None:
        """Open a root run that no other write of the process joins."""
        self._begin(where, None)
        telemetry.run_opened(self, current=False)

    def _begin(self, where: str, outer: Run | None) -> None:
        configured()  # a mistake among the sinks of alerts is told now, and not when one is needed
        self.judge_by(configuration.read(), self.settings.approvals, self.settings.approval_wait)
        self._ledger = self._ledger or open_ledger(None)
        self.dry = dry_for(self, outer, where)
        key = self.settings.key if self.dry is None else None  # it is no leg of the run that the key names
        leg = begin_leg(self.ledger, self.id, self.name, key, self.because)
        self.id, self.epoch, self.landed_late = leg.run, leg.epoch, leg.asks
        opened = {
            "name": self.name,
            "because": self.because,
            "by": user(),
            "where": where,
            "owner": owner(),
            "on_failure": self.settings.on_failure,
            "on_crash": self.settings.on_crash,
            "key": self.settings.key,
            "detached_from": None if outer is None or not outer.is_open else outer.id,
            **({"resume": True} if self.settings.resume else {}),
            **({"policy": dict(self.policy.rules)} if self.policy.rules else {}),
            **({} if self.dry is None else {"dry": True}),
        }
        summary = Summary(status=RunStatus.OPEN.value)
        try:
            if self.settings.resume and self.dry is None:
                self.keeps_answers = True
                self.earlier = earlier_of(self.ledger, self.id)
            self.ledger.append(self.id, "opened", opened, epoch=self.epoch, owned=True, summary=summary)
        except BaseException:
            self.ledger.release(self.id)
            raise
        self._state, self._outer, self._pid = "open", outer, os.getpid()
        self._recall(recall(self.id))
        tripwire.install()

    def _begin_child(self, outer: Run) -> None:
        if self.settings.key is not None:
            raise UsageError(
                f"run {self.name!r} with a key cannot be a child of run {outer.id} {outer.name!r}",
                now="open it outside, or as a run of its own:  rein.run(name, key=…, detached=True)",
            )
        if self.settings.approvals.origin:
            raise UsageError(
                f"approvals= of run {self.name!r} counts for nothing: it is a child of run {outer.id} {outer.name!r}",
                now="pass approvals= to the outermost run, whose approvals are those of its children",
            )
        self.root, self._ledger, self.epoch = outer, outer.ledger, outer.epoch
        scope = Child(outer, self)
        scope.begin()
        try:
            opened = {
                "name": self.name,
                "key": scope.key,
                "because": self.because,
                "by": user(),
                "where": caller(),
                "within": [one.key for one in scope.path],
                "on_failure": self.settings.on_failure,
            }
            self.record("child", opened, Summary(child=self.id))
        except BaseException:
            scope.leave()
            raise
        self._scope, self._state, self._pid = scope, "open", os.getpid()
        telemetry.run_opened(self, current=True)

    def leave(self) -> None:
        """Close the gate: writes that come later are refused, also those of threads that only know of open runs."""
        with self._guard:
            self._state = "closing"
        self._step_out()

    def drop(self) -> None:
        """Forget the run, as in a forked child that leaves its block: it goes on in the process that opened it.

        Restored by value, for this may be another context than the one that entered, and have a run of its own.
        """
        context.drop_open(self)
        self._step_out()

    def _step_out(self) -> None:
        if context.current() is self:
            context.set_current(self._outer)

    def finish(self, report: Report | None) -> None:
        """The run is over for this process."""
        self.report, self._state = report, "closed"
        context.drop_open(self)
        if self.settings.key is not None and self.dry is None:
            remember(self.id, self._clients_used())
        with suppress(LedgerError):
            self.ledger.release(self.id)

    def over(self) -> None:
        """A child run's block was left, and its undo, if one was due, has ended."""
        self._state = "closed"

    # --- what people read

    @property
    def is_open(self) -> bool:
        """Whether writes of this process still belong to it."""
        return super().is_open and (self.root is self or self.root.is_open)

    def pauses(self, error: BaseException | None) -> bool:
        """Whether an exception that leaves its block means to come back, to it or to a run around it."""
        return pauses(error, self.pauses_on) if self._scope is None else self._scope.pauses(error)

    @property
    def pauses_on(self) -> Classes:
        """Exceptions that mean to come back; what waits for an approval does where a key re-opens the run."""
        waits = () if self.settings.key is None else (NeedsApproval,)
        return (*self.settings.pauses_on, *waits)

    @property
    def failed(self) -> str | None:
        """Why `fail` was called, or None."""
        return self._failed

    @property
    def status(self) -> RunStatus:
        """Where the run stands, as the ledger says."""
        root = RunStatus(self.ledger.run(self.root.id).status)
        if self._scope is None:
            return root
        entries = self.ledger.entries(self.root.id)
        child = next((one for one in children(entries) if one.id == self.id), None)
        return root if child is None else child.status(root, fold(entries))  # none is left of what was pruned

    @property
    def actions(self) -> list[Action]:
        """Its recorded writes, those of its child runs among them, oldest first, folded from the ledger."""
        actions = fold(self.ledger.entries(self.root.id))
        scope = self._scope
        return actions if scope is None else [one for one in actions if scope.key in one.planned["steps"]]

    def kept_children(self) -> list[str]:
        """The ids of child runs that failed and were left to a person, with something that still stands."""
        entries = self.ledger.entries(self.root.id)
        found = children(entries)
        actions = fold(entries) if found else []
        return [one.id for one in found if one.is_left(actions)]

    def __repr__(self) -> str:
        if self._ledger is None:
            return visible(f'<Run {self.id} "{self.name}" new>')
        states = [action.state.value for action in self.actions]
        counts = ", ".join(f"{states.count(s)} {s}" for s in dict.fromkeys(states)) or "no writes"
        inside = "" if self.root is self else f" in {self.root.id}"
        return visible(f'<Run {self.id} "{self.name}"{inside} {self.status}: {counts}>')

    # --- what people say

    def step(self, name: str) -> Step:
        """A named savepoint: when an exception leaves it, only its actions are reverted, then it is raised again."""
        return Step(self.root, name, () if self._scope is None else self._scope.chain)

    def note(self, text: str) -> None:
        """Keep reasoning beside the actions."""
        self.record("note", {"text": text})

    def fail(self, reason: str = "") -> None:
        """Mark the run failed: it refuses further writes and is reverted at the block's end."""
        if not self.is_open:
            raise UsageError(f"run {self.id} is not open", now=f"rein.revert({self.id!r}) undoes it")
        self._failed = reason
        self.record("note", {"text": reason, "failed": True})

    def record(self, kind: str, payload: Mapping[str, Any], summary: Summary | None = None) -> None:
        """Append an entry that is about the run and none of its actions; a child's names the child."""
        whose = {} if self._is_root() else {"run": self.id}
        self.ledger.append(self.root.id, kind, {**payload, **whose}, epoch=self.root.epoch, summary=summary)

    def _is_root(self) -> bool:
        return self.root is self
