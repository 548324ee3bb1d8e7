"""A run: the unit that a person undoes. Opened by `rein.run()`, closed by its block, written to the ledger."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from agentrein import context
from agentrein.actor import read_actor
from agentrein.client import Client
from agentrein.closing import aclose, close
from agentrein.drive import Steps
from agentrein.errors import EpochError, LedgerError, Refused, UsageError
from agentrein.fold import Action, fold
from agentrein.holds import Holds
from agentrein.ledger import Ledger, new_run_id, open_ledger
from agentrein.ledger.protocol import Summary
from agentrein.model import NOTHING_STANDS, Actor, Answer, Call, RunStatus, State, Tier
from agentrein.owner import owner, user
from agentrein.planning import Effect
from agentrein.policy import REFUSE, Policy
from agentrein.probe import fields_of, objects_of
from agentrein.report import Report
from agentrein.rows import Operation
from agentrein.step import Step
from agentrein.visible import visible
from agentrein.where import caller

STALE = 0.5
"""Seconds between commit and send after which the epoch is asserted once more."""

_steps: ContextVar[tuple[Step, ...]] = ContextVar("agentrein_steps", default=())
ON_FAILURE = ("revert", "keep")


@dataclass(frozen=True, slots=True)
class Settings:
    """How a run behaves: see `rein.run`."""

    policy: Policy = field(default_factory=Policy)
    on_failure: str = "revert"
    revert_timeout: float = 600.0


class Run:
    """A run that is open in this process, or was.

    `id`, `name`, `status`, `actions` and `report` are plain, printable records.
    """

    def __init__(self, name: str, *, because: str | None, settings: Settings, ledger: Ledger | None = None) -> None:
        self.name, self.because, self.settings = name, because, settings
        self.id = new_run_id()
        self.report: Report | None = None
        self.holds = Holds()
        self.landed_late = False
        self.epoch = 0
        self._ledger = ledger
        self._state = "new"
        self._failed: str | None = None
        self._broken: LedgerError | None = None
        self._unwritten: list[Callable[[], object]] = []
        self._outer: Run | None = None
        self._clients: dict[int, Client] = {}
        self._actors: dict[str, Actor] = {}
        self._lookups: dict[Any, Answer] = {}
        self._passing: dict[object, list[Step]] = {}
        self._undone_steps: set[Step] = set()
        self._guard = threading.Lock()

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
        """Open the run."""
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
        opened = {"name": self.name, "because": self.because, "by": user(), "where": caller(), "owner": owner()}
        self.ledger.append(self.id, "opened", opened, epoch=self.epoch)
        self._state, self._outer = "open", outer
        context.set_current(self)
        context.add_open(self)

    def leave(self) -> None:
        """Close the gate: writes that come later are refused. Restored by value, for it may be another context."""
        with self._guard:
            self._state = "closing"
        context.drop_open(self)
        context.set_current(self._outer)

    def finish(self, report: Report | None) -> None:
        """The run is over for this process."""
        self.report, self._state = report, "closed"
        with suppress(LedgerError):
            self.ledger.release(self.id)

    # --- what people read

    @property
    def ledger(self) -> Ledger:
        """The ledger that holds the run; raises UsageError before the run was opened."""
        if self._ledger is None:
            raise UsageError(f"run {self.name!r} is not open yet", now="use it in a with statement")
        return self._ledger

    @property
    def is_open(self) -> bool:
        """Whether writes still belong to it."""
        return self._state == "open"

    @property
    def takes_writes(self) -> bool:
        """Whether a write that comes now would be admitted."""
        return not self._closed_because()

    def in_flight(self, step: Step | None = None) -> int:
        """Writes, of one step or all, that are planned and whose outcome is not recorded yet."""
        with self._guard:
            return sum(step is None or step in steps for steps in self._passing.values())

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
        return Step(self, name, _steps)

    def note(self, text: str) -> None:
        """Keep reasoning beside the actions."""
        self.ledger.append(self.id, "note", {"text": text}, epoch=self.epoch)

    def fail(self, reason: str = "") -> None:
        """Mark the run failed: it refuses further writes and is reverted at the block's end."""
        if not self.is_open:
            raise UsageError(f"run {self.id} is not open", now=f"rein.revert({self.id!r}) undoes it")
        self._failed = reason
        self.ledger.append(self.id, "note", {"text": reason, "failed": True}, epoch=self.epoch)

    # --- what a passage needs

    def admit(self, says: str, operation: str, where: str) -> None:
        """Raise Refused unless the run takes writes."""
        closed = self._closed_because()
        if closed:
            why, reason, now = closed
            raise Refused(
                f"refused: {says}",
                why=f"{why}. Nothing was sent.",
                reason=reason,
                operation=operation,
                says=says,
                where=self.place(where),
                now=now,
            )

    def _closed_because(self) -> tuple[str, str, str] | tuple[()]:
        """Why no write is admitted, with the reason's name and what to do; empty if it is."""
        if self._state in {"closing", "undoing"}:
            return f"run {self.id} is being undone", "run closed", "let the work end"
        if self._state != "open":
            return f"run {self.id} is over", "run closed", 'open another one:  with rein.run("name"): …'
        if self._failed is not None:
            return f"run {self.id} was marked failed", "run closed", "leave its block; it is reverted then"
        if isinstance(self._broken, EpochError):
            return self._broken.what, "taken over", self._broken.now
        if self._broken is not None:
            now = "mend the ledger, then open a new run"
            return f"the ledger of run {self.id} cannot be written ({self._broken.what})", "ledger", now
        undone = [step for step in self._steps() if step in self._undone_steps]
        if undone:
            return f"step {undone[0].name!r} of run {self.id} was undone", "run closed", "let the work of the step end"
        return ()

    def _steps(self) -> list[Step]:
        """The steps of this context, outermost first."""
        return [step for step in _steps.get() if step.run is self]

    def place(self, where: str) -> str:
        """Where in the run and in the user's code, for a message."""
        steps = self._steps()
        step = f', step "{steps[-1].name}"' if steps else ""
        return f"run {self.name} {self.id}{step}{', ' + where if where else ''}"

    def judge(self, row: Operation, tier: Tier, says: str, where: str, call: Call) -> None:
        """Raise Refused, and note it, unless the policy lets the operation out."""
        policy = self.settings.policy
        if policy.verdict(row, tier) == REFUSE:
            note = {
                "connector": row.connector,
                "address": call.address,
                "says": says,
                "tier": tier.value,
                "where": where,
            }
            with suppress(LedgerError):  # a refusal needs no record to be safe
                self.ledger.append(self.id, "refused", note, epoch=self.epoch)
        policy.judge(row, tier, says, self.place(where))

    def actor_of(self, client: Client) -> Steps[Actor]:
        """Who the client acts for, read before its first write."""
        if client.identity not in self._actors:
            self._actors[client.identity] = yield from read_actor(client)
        return self._actors[client.identity]

    def lookups_of(self, client: Client) -> dict[Any, Answer]:
        """The answers of lookups, kept for the run; their keys name the client."""
        return self._lookups

    def plan(self, write: object, payload: Mapping[str, Any], effect: Effect, client: Client) -> int:
        """Commit a planned action, synced to disk, and give its number; raises Refused or a LedgerError.

        From here until `passed` the write is in flight, and a closing run waits for it.
        """
        steps = self._steps()
        with self._guard:
            self.admit(str(payload["says"]), str(payload["address"]), str(payload["where"]))
            self._passing[write] = steps
        within = {"step": steps[-1].name if steps else None, "steps": [step.key for step in steps]}
        entry = self.ledger.append(
            self.id,
            "planned",
            {**payload, **within},
            epoch=self.epoch,
            number=True,
            owned=True,
            sync=True,
            summary=Summary(state=State.PLANNED.value, objects=objects_of((effect,)), fields=fields_of((effect,))),
        )
        assert entry.seq is not None  # noqa: S101 - `number` gives one
        self._clients[entry.seq] = client
        return entry.seq

    def clear_to_send(self, says: str, operation: str, where: str, committed: float) -> None:
        """Raise immediately before the bytes leave if the run was undone, or taken over, since the commit."""
        if self._state in {"undoing", "closed"}:
            self.admit(says, operation, where)
        if time.monotonic() - committed > STALE:
            self.ledger.check_epoch(self.id, self.epoch)

    def record_outcome(self, seq: int, state: State, payload: Mapping[str, Any], effects: tuple[Effect, ...]) -> None:
        """Record what became of an action. The caller gets the answer whatever happens here; the run takes no more."""
        summary = Summary(
            state=state.value,
            objects=objects_of(effects),
            fields=fields_of(effects) if effects else None,
            landed=state is State.LANDED,
        )

        def write() -> None:
            self.ledger.append(self.id, "outcome", payload, epoch=self.epoch, seq=seq, summary=summary)

        try:
            write()
        except LedgerError as error:
            self._broken = error
            self._unwritten.append(write)
        else:
            self._report_late(state)

    def write_outcomes(self) -> None:
        """Try once more to record the outcomes that could not be; raises a LedgerError."""
        while self._unwritten:
            self._unwritten[0]()
            self._unwritten.pop(0)

    def _report_late(self, state: State) -> None:
        """What lands after the run was undone, or taken over, is evidence: it has to be undone by the next revert."""
        late = self._state in {"undoing", "closed"}
        try:
            self.ledger.check_epoch(self.id, self.epoch)
        except LedgerError as error:
            self._broken, late = error, late or isinstance(error, EpochError)
        if late and state not in NOTHING_STANDS:
            self.landed_late = True
            summary = Summary(status=RunStatus.NEEDS_ATTENTION.value)
            with suppress(LedgerError):
                self.ledger.append(self.id, "status", {"status": "needs_attention"}, epoch=self.epoch, summary=summary)

    def client_of(self, action: Action, other: Callable[[Action], Client]) -> Client:
        """The client that sent an action, or what `other` finds."""
        return self._clients[action.seq] if action.seq in self._clients else other(action)

    def passed(self, write: object) -> None:
        """A write is through its passage, whatever became of it."""
        with self._guard:
            self._passing.pop(write, None)

    # --- what closing needs

    def close_step(self, step: Step) -> None:
        """Writes that still come from within the step are refused from here on."""
        with self._guard:
            self._undone_steps.add(step)

    def begin_undo(self) -> None:
        """From here on nothing that was planned may leave any more."""
        with self._guard:
            self._state = "undoing"
