"""What a function writes while it undoes: attempts of that undo, recorded before they leave, never actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from agentrein import configuration, context, tripwire
from agentrein.approving import Approving
from agentrein.client import Client
from agentrein.errors import LedgerError, Refused
from agentrein.granting import Grant
from agentrein.ledger.protocol import Ledger, Summary
from agentrein.model import State
from agentrein.planning import Effect
from agentrein.policy import Policy
from agentrein.recording import Recording

if TYPE_CHECKING:
    from agentrein.run import Run

_OVER = "let it end before the undo returns"


class Attempt(Recording):
    """Stands for the run while one of its actions is undone by a function: armed clients write for it.

    Each write is judged by the run's rules, recorded in front of the wire and sent. None becomes an action, and nothing
    undoes it: the undo that made it is to be one that may be repeated.
    """

    is_undo = True

    def __init__(self, ledger: Ledger, run: str, name: str, epoch: int, seq: int, policy: Policy) -> None:
        super().__init__(name, policy, ledger)
        self.id, self.epoch, self._seq = run, epoch, seq
        self.undo_of = seq
        self.judge_by(configuration.read(), Approving(), None)
        self._state, self._reads = "closing", False

    @contextmanager
    def during(self, *, reads: bool) -> Iterator[None]:
        """Let this context's writes be attempts; with `reads`, which is for a probe, there may be none."""
        one = Attempt(self.ledger, self.id, self.name, self.epoch, self._seq, self.policy)
        one._reads = reads
        with context.within(cast("Run", one), ()), tripwire.no_ticket():
            try:
                yield
            finally:
                one._state = "closed"

    def admit(self, says: str, operation: str, where: str) -> None:
        """Raise Refused unless the undo that writes is under way; a run cannot be opened within one."""
        if not operation:
            raise Refused(
                f"refused: {says}",
                why=f"run {self.id} is being undone, and this is the undo of #{self._seq}. Nothing was sent.",
                reason="run closed",
                says=says,
                where=self.place(where),
                now="open no run there: what an undo writes belongs to it",
            )
        super().admit(says, operation, where)

    def _over_because(self) -> tuple[str, str]:
        if self._state == "closed":
            return f"the undo of #{self._seq} of run {self.id} is over", _OVER
        return (
            (f"it is the probe of #{self._seq}, which only looks", "write nothing in a probe")
            if self._reads
            else ("", "")
        )

    def plan(
        self,
        write: object,
        payload: Mapping[str, Any],
        effects: tuple[Effect, ...],  # noqa: ARG002 - nothing undoes it
        client: Client,  # noqa: ARG002 - as above
        grant: Grant | None = None,
    ) -> int:
        """Commit, synced to disk, what is about to be sent; raises Refused, Spent or a LedgerError."""
        told = (str(payload["says"]), f"{payload['connector']}: {payload['address']}", str(payload["where"]))
        self._pass(write, told)
        if grant is None:
            self._note("undo_part", payload, sync=True)
            return self._seq
        spent = Summary(approval=grant.spent)
        self._note("undo_part", {**payload, "approval": grant.told}, sync=True, summary=spent, guard=grant.guard)
        grant.use()
        return self._seq

    def record_part(self, note: Mapping[str, Any], account: str | None) -> None:  # noqa: ARG002 - no freeze stops it
        """Commit that a request which only prepares is about to be sent."""
        self._note("undo_part", note, sync=True)

    def record_outcome(self, seq: int, state: State, payload: Mapping[str, Any], effects: tuple[Effect, ...]) -> None:  # noqa: ARG002 - as of an action
        """Record what became of it; where that cannot be, the undo takes no further write."""
        try:
            self._note("undo_part_outcome", payload)
        except LedgerError as error:
            self._broken = error

    def clear_to_send(self, says: str, operation: str, where: str, committed: float, client: Client) -> None:  # noqa: ARG002 - as of a run
        """Raise if the undo ended, or the run was taken over, since the commit; a freeze does not stop an undo."""
        self.admit(says, operation, where)
        self.ledger.check_epoch(self.id, self.epoch)

    def _note(self, kind: str, payload: Mapping[str, Any], *, sync: bool = False, **guarded: Any) -> None:
        self.ledger.append(self.id, kind, payload, epoch=self.epoch, seq=self._seq, owned=True, sync=sync, **guarded)
