"""A run: the unit that a person undoes. Opened by `rein.run()`, closed by its block, written to the ledger."""

from __future__ import annotations

import threading
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
from agentrein.model import Actor, Answer, Call, RunStatus, State, Tier
from agentrein.owner import owner, user
from agentrein.planning import Effect
from agentrein.policy import REFUSE, Policy
from agentrein.probe import fields_of, objects_of
from agentrein.report import Report
from agentrein.rows import Operation
from agentrein.step import Step
from agentrein.where import caller

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
        self.epoch = 0
        self._ledger = ledger
        self._state = "new"
        self._failed: str | None = None
        self._broken = ""
        self._outer: Run | None = None
        self._clients: dict[int, Client] = {}
        self._actors: dict[str, Actor] = {}
        self._lookups: dict[Any, Answer] = {}
        self._in_flight = 0
        self._guard = threading.Condition()

    # --- opening and closing

    def __enter__(self) -> Self:
        """Open the run: from here on, writes of armed clients in this context belong to it."""
        self._open()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
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
    def in_flight(self) -> int:
        """Writes that are planned and whose outcome is not recorded yet."""
        return self._in_flight

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
            return f'<Run {self.id} "{self.name}" new>'
        states = [action.state.value for action in self.actions]
        counts = ", ".join(f"{states.count(s)} {s}" for s in dict.fromkeys(states)) or "no writes"
        return f'<Run {self.id} "{self.name}" {self.status}: {counts}>'

    # --- what people say

    def step(self, name: str) -> Step:
        """A named savepoint: when an exception leaves it, only its actions are reverted, then it is raised again."""
        return Step(self, name, _steps)

    def note(self, text: str) -> None:
        """Keep reasoning beside the actions."""
        self.ledger.append(self.id, "note", {"text": text}, epoch=self.epoch)

    def fail(self, reason: str = "") -> None:
        """Mark the run failed: it refuses further writes and is reverted at the block's end."""
        self._failed = reason
        self.ledger.append(self.id, "note", {"text": reason, "failed": True}, epoch=self.epoch)

    # --- what a passage needs

    def admit(self, says: str, operation: str, where: str) -> None:
        """Raise Refused unless the run takes writes."""
        why, now = self._closed_because()
        if why:
            raise Refused(
                f"refused: {says}: {why}. Nothing was sent.",
                reason="run closed",
                operation=operation,
                says=says,
                where=where,
                now=now,
            )

    def _closed_because(self) -> tuple[str, str]:
        if self._state == "closing":
            return f"run {self.id} is being undone", "let the work end"
        if self._state != "open":
            return f"run {self.id} is over", 'open another one:  with rein.run("name"): …'
        if self._failed is not None:
            return f"run {self.id} was marked failed", "leave its block; it is reverted then"
        if self._broken:
            return f"the ledger of run {self.id} cannot be written ({self._broken})", "mend the ledger, then open a new run"
        return "", ""

    def judge(self, row: Operation, tier: Tier, says: str, where: str, call: Call) -> None:
        """Raise Refused, and note it, unless the policy lets the operation out."""
        policy = self.settings.policy
        if policy.verdict(row, tier) == REFUSE:
            note = {"connector": row.connector, "address": call.address, "says": says, "tier": tier.value, "where": where}
            self.ledger.append(self.id, "refused", note, epoch=self.epoch)
        policy.judge(row, tier, says, where)

    def actor_of(self, client: Client) -> Steps[Actor]:
        """Who the client acts for, read before its first write."""
        if client.identity not in self._actors:
            self._actors[client.identity] = yield from read_actor(client)
        return self._actors[client.identity]

    def lookups_of(self, client: Client) -> dict[Any, Answer]:
        """The answers of lookups, kept for the run; their keys name the client."""
        return self._lookups

    def plan(self, payload: Mapping[str, Any], effect: Effect, client: Client) -> int:
        """Commit a planned action, synced to disk, and give its number; raises Refused or a LedgerError."""
        with self._guard:
            self.admit(str(payload["says"]), str(payload["address"]), str(payload["where"]))
            self._in_flight += 1
        steps = _steps.get()
        within = {"step": steps[-1].name if steps else None, "steps": [step.key for step in steps]}
        summary = Summary(state=State.PLANNED.value, objects=objects_of((effect,)), fields=fields_of((effect,)))
        try:
            entry = self.ledger.append(
                self.id,
                "planned",
                {**payload, **within},
                epoch=self.epoch,
                number=True,
                owned=True,
                sync=True,
                summary=summary,
            )
        except BaseException:
            self.passed()
            raise
        assert entry.seq is not None  # noqa: S101 - `number` gives one
        self._clients[entry.seq] = client
        return entry.seq

    def record_outcome(self, seq: int, state: State, payload: Mapping[str, Any], effects: tuple[Effect, ...]) -> None:
        """Record what became of an action. The caller gets the answer whatever happens here; the run takes no more."""
        summary = Summary(
            state=state.value,
            objects=objects_of(effects),
            fields=fields_of(effects) if effects else None,
            landed=state is State.LANDED,
        )
        try:
            self.ledger.append(self.id, "outcome", payload, epoch=self.epoch, seq=seq, summary=summary)
            self._report_late(state)
        except LedgerError as error:
            self._broken = error.what

    def _report_late(self, state: State) -> None:
        """A landing under an old epoch is evidence: whoever took the run over has to undo it."""
        try:
            self.assert_epoch()
        except EpochError as error:
            self._broken = error.what
            if state not in {State.REJECTED, State.UNCHANGED}:
                summary = Summary(status=RunStatus.NEEDS_ATTENTION.value)
                self.ledger.append(self.id, "status", {"status": "needs_attention"}, epoch=self.epoch, summary=summary)

    def assert_epoch(self) -> None:
        """Raise EpochError if the run was taken over."""
        self.ledger.check_epoch(self.id, self.epoch)

    def client_of(self, action: Action, other: Callable[[Action], Client]) -> Client:
        """The client that sent an action, or what `other` finds."""
        return self._clients[action.seq] if action.seq in self._clients else other(action)

    def passed(self) -> None:
        """A planned write is through its passage, whatever became of it."""
        with self._guard:
            self._in_flight -= 1
            self._guard.notify_all()
