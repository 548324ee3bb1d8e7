"""Whether a run takes a write: it is open and ours, no part around the write is being undone, its rules allow it."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from dataclasses import replace

from agentrein.approving import Approving, approving_of
from agentrein.configuration import Configuration
from agentrein.errors import EpochError, LedgerError, Refused, UsageError
from agentrein.ledger import Ledger, new_run_id
from agentrein.model import Call, Tier
from agentrein.policy import Policy, Said
from agentrein.policy_layers import REFUSE, Rules, refusal, rules_of
from agentrein.rows import Operation
from agentrein.scope import Child, Scope, Step, entered, path_of
from agentrein.sizes import Size


class Admission:
    """The part of a run that decides, before anything is sent; `agentrein.recording.Recording` writes down.

    Its state goes new → open → closing (passages are waited for, then the undo begins if one is due) → closed.
    """

    is_undo = False
    """Whether what is written is an attempt of an undo, and no action."""

    def __init__(self, name: str, policy: Policy, ledger: Ledger | None) -> None:
        self.id, self.name, self.policy = new_run_id(), name, policy
        self._rules, self._approving = Rules(policy), Approving()
        self.undo_of: int | None = None
        self.epoch = 0
        self._ledger = ledger
        self._state, self._pid = "new", os.getpid()
        self._undo_began, self._undo_begun = False, set[Scope]()
        self._failed: str | None = None
        self._broken: LedgerError | None = None
        self._passing: dict[object, list[Scope]] = {}
        self._undone: set[Scope] = set()
        self._turns: list[Scope | None] = []
        self._open_scopes: list[Scope] = []
        self._guard = threading.Lock()

    @property
    def ledger(self) -> Ledger:
        """The ledger that holds the run; raises UsageError before the run was opened."""
        if self._ledger is None:
            raise UsageError(f"run {self.name!r} is not open yet", now="use it in a with statement")
        return self._ledger

    @property
    def is_open(self) -> bool:
        """Whether writes of this process still belong to it."""
        return self._state == "open" and self.is_ours

    @property
    def is_closing(self) -> bool:
        """Whether its block was left, and what is still under way, or its undo, is waited for."""
        return self._state == "closing" and self.is_ours

    @property
    def is_ours(self) -> bool:
        """Whether this very process opened it: a forked child inherits the object, not the run."""
        return self._pid == os.getpid()

    @property
    def is_over(self) -> bool:
        """Whether its block was left, and its undo, if one was due, has ended."""
        return self._state in {"new", "closed"}

    # --- before a write is sent

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

    @property
    def takes_writes(self) -> bool:
        """Whether a write that comes now would be admitted."""
        return not self._closed_because()

    def _closed_because(self) -> tuple[str, str, str] | tuple[()]:
        """Why no write is admitted, with the reason's name and what to do; empty if it is."""
        if not self.is_ours:
            why = f"run {self.id} belongs to pid {self._pid}, and this is a forked child (pid {os.getpid()})"
            return why, "run closed", 'open a run of its own in the child:  with rein.run("name"): …'
        if isinstance(self._broken, EpochError):
            return self._broken.what, "taken over", self._broken.now
        if self._broken is not None:
            now = "mend the ledger, then open a new run"
            return f"the ledger of run {self.id} cannot be written ({self._broken.what})", "ledger", now
        why, now = self._over_because()
        return (why, "run closed", now) if why else ()

    def _over_because(self) -> tuple[str, str]:
        if self._state == "closing":
            return f"run {self.id} is being {'undone' if self._undo_began else 'closed'}", "let the work end"
        if self._state != "open":
            return f"run {self.id} is over", 'open another one:  with rein.run("name"): …'
        if self._failed is not None:
            return f"run {self.id} was marked failed", "leave its block; it is reverted then"
        why = next((why for scope in self._scopes() if (why := scope.refuses())), "")
        return (why, "let the work of this part end") if why else ("", "")

    def place(self, where: str) -> str:
        """Where in the run and in the user's code, for a message."""
        parts = [f'{"run" if isinstance(one, Child) else "step"} "{one.name}"' for one in self._scopes()[-1:]]
        return ", ".join([f"run {self.name} {self.id}", *parts, *([where] if where else [])])

    # --- its scopes

    def _scopes(self) -> list[Scope]:
        """The steps and child runs of this context, outermost first."""
        return [scope for scope in entered.get() if scope.root is self]

    def path(self) -> tuple[str, ...]:
        """The names of the steps and child runs of this context, outermost first."""
        return tuple(path_of(self._scopes()))

    def began(self, scope: Scope) -> None:
        """A step or child run was entered, in whatever context."""
        if self.is_ours:  # in a forked child nothing is open, and the guard may be held for ever
            with self._guard:
                self._open_scopes.append(scope)

    def left(self, scope: Scope) -> None:
        """It was left."""
        if self.is_ours:
            with self._guard, suppress(ValueError):
                self._open_scopes.remove(scope)

    def open_children(self) -> list[Child]:
        """The child runs that are open, in the order in which they were opened."""
        with self._guard:
            return [scope for scope in self._open_scopes if isinstance(scope, Child)]

    def innermost(self) -> tuple[Scope, ...] | None:
        """The open scopes that a context without one belongs to: what all that are open have in common.

        None where child runs are open side by side, so that nobody can tell.
        """
        with self._guard:
            chains = [scope.chain for scope in self._open_scopes]
        common = max(chains, key=len, default=())
        for chain in chains:
            if common[: len(chain)] != chain:  # a sibling, rather than something around it
                common = tuple(one for one in common if one in chain)
        inside = all(isinstance(one, Step) or one in common for chain in chains for one in chain)
        return common if inside else None

    # --- judging

    def judge_early(self, row: Operation, tier: Tier, says: str, where: str, call: Call) -> None:
        """Raise Refused, and note it, where the policy refuses the operation whatever its size turns out to be."""
        rules = self._rules_here()
        self._hold_back(row, tier, says, where, call, rules.may_hold(row, tier), rules, None)

    def judge(self, row: Operation, tier: Tier, says: str, where: str, call: Call, size: Size | None) -> Said:
        """What the policy says of a call, which is to allow it or to ask; raises Refused, and notes it, otherwise."""
        rules = self._rules_here()
        said = rules.verdict(row, tier, size)
        self._hold_back(row, tier, says, where, call, said, rules, size)
        return said

    def _hold_back(
        self,
        row: Operation,
        tier: Tier,
        says: str,
        where: str,
        call: Call,
        said: Said,
        rules: Rules,
        size: Size | None,
    ) -> None:
        if said.verdict != REFUSE:
            return
        note = {"connector": row.connector, "address": call.address, "says": says, "tier": tier.value, "where": where}
        with suppress(LedgerError):  # a refusal needs no record to be safe
            self.ledger.append(self.id, "refused", note, epoch=self.epoch)
        raise refusal(row, tier, says, self.place(where), said, rules, size)

    def _rules_here(self) -> Rules:
        """The rules of the run, and of the child runs around, which can only be stricter than the run's own."""
        return self._rules.and_also([policy for scope in self._scopes() if (policy := scope.policy) is not None])

    def names(self, row: Operation) -> bool:
        """Whether a rule is about this very operation, whatever its tier."""
        return self._rules_here().names(row)

    def may_allow(self, row: Operation, tier: Tier) -> bool:
        """Whether the operation may come to be sent at this tier, perhaps after it was asked for."""
        return self._rules_here().may_hold(row, tier).verdict != REFUSE

    def way_of(self, row: Operation) -> str:
        """The name of the way in which the operation is to be undone, empty for the row's own."""
        return self._rules_here().way_of(row)

    def asks_before_undo(self, row: Operation, tier: Tier) -> str:
        """Where it is said that a person is asked before the operation is undone; empty if it is not."""
        return self._rules_here().asks_before_undo(row, tier)

    def judge_by(self, found: Configuration, approvals: Approving, wait: float | None) -> None:
        """Take up what was passed and what the files say, once: neither changes while the run is open."""
        self._rules, approving = rules_of(self.policy, found), approving_of(approvals, found)
        self._approving = approving if wait is None else replace(approving, wait=wait)

    # --- asking

    @property
    def approving(self) -> Approving:
        """How approvals of the run are given."""
        return self._approving

    @property
    def approval_wait(self) -> float:
        """Seconds that a call of this context waits for an approval."""
        waits = [wait for scope in self._scopes() if (wait := scope.approval_wait) is not None]
        return waits[-1] if waits else self._approving.wait

    def step_names(self) -> list[str]:
        """The names of the steps and child runs of this context, outermost first."""
        return [scope.name for scope in self._scopes()]

    # --- what is under way

    def _pass(self, write: object, told: tuple[str, str, str]) -> list[Scope]:
        """Count a write as in flight, and give the scopes that it belongs to; raises Refused if the run takes none."""
        scopes = self._scopes()
        self.admit(*told)  # before the guard, which another thread may have held when a child was forked
        with self._guard:
            self.admit(*told)
            self._passing[write] = scopes
        return scopes

    def passed(self, write: object) -> None:
        """A write is through its passage, whatever became of it."""
        with self._guard:
            self._passing.pop(write, None)

    def in_flight(self, scope: Scope | None = None) -> int:
        """Writes, of one scope or all, that are planned and whose outcome is not recorded yet."""
        with self._guard:
            return sum(scope is None or scope in scopes for scopes in self._passing.values())

    def close_scope(self, scope: Scope) -> None:
        """Writes that still come from within the scope are refused from here on."""
        with self._guard:
            self._undone.add(scope)

    def is_undone(self, scope: Scope) -> bool:
        """Whether a scope of it was closed to be undone."""
        return scope in self._undone

    def takes_turn(self, scope: Scope | None) -> bool:
        """Begin the undo of a scope, or of all, unless what is undone now has actions in common with it."""
        with self._guard:
            if any(overlap(scope, other) for other in self._turns):
                return False
            self._turns.append(scope)
            return True

    def ends_turn(self, scope: Scope | None) -> None:
        """The undo of a scope, or of all, has ended."""
        with self._guard, suppress(ValueError):
            self._turns.remove(scope)

    def begin_undo(self, scope: Scope | None = None) -> None:
        """From here on nothing that was planned, in all or in one scope, may leave any more."""
        if scope is None:
            self._undo_began = True
        else:
            self._undo_begun.add(scope)


def overlap(one: Scope | None, other: Scope | None) -> bool:
    """Whether two scopes of a run, each None for all of it, have actions in common: one lies in the other."""
    return one is None or other is None or one in other.chain or other in one.chain
