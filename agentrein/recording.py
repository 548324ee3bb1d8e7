"""What a run is to its passages: it tells the ledger what is about to be sent, and what became of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from agentrein import alerts, context, doing, telemetry
from agentrein.actor import read_actor
from agentrein.admission import Admission
from agentrein.batch import Prepared
from agentrein.client import Client
from agentrein.drive import Steps
from agentrein.dry import Dry
from agentrein.errors import EpochError, LedgerError
from agentrein.fold import Action
from agentrein.granting import Grant
from agentrein.ledger import Ledger
from agentrein.ledger.freezes import check
from agentrein.ledger.protocol import Summary
from agentrein.legs import Clients
from agentrein.model import NOTHING_STANDS, Actor, Answer, RunStatus, State
from agentrein.planning import Effect
from agentrein.policy import Policy
from agentrein.probe import fields_of, objects_of
from agentrein.reads import Kept
from agentrein.resume import Earlier
from agentrein.scope import Scope, Step, path_of

STALE = 0.5
"""Seconds between commit and send after which the epoch is asserted once more."""


class Recording(Admission):
    """The inner half of a run; `agentrein.run.Run` is the half that people use."""

    def __init__(self, name: str, policy: Policy, ledger: Ledger | None) -> None:
        super().__init__(name, policy, ledger)
        self.lookups: dict[Any, tuple[float, Answer]] = {}
        self.kept_reads: Kept = {}
        self.prepared: list[Prepared] = []
        self.clocks: dict[str, float] = {}
        self.landed_late = False
        self.keeps_answers = False
        self.earlier: Earlier | None = None
        self.dry: Dry | None = None
        self.stopped_by: BaseException | None = None
        self._unwritten: list[Callable[[], object]] = []
        self._within: dict[int, list[Scope]] = {}
        self._clients: dict[int, Client] = {}
        self._earlier: Mapping[int, Client] = {}
        self._actors: dict[str, Actor] = {}

    def _recall(self, earlier: Clients) -> None:
        """Take over the clients that wrote in an earlier leg of this process."""
        self._earlier, actors = earlier
        self._actors.update(actors)

    def _clients_used(self) -> Clients:
        """What wrote for the run in this process, by number, and for whom."""
        return {**self._earlier, **self._clients}, self._actors

    def actor_known(self, client: Client) -> Actor | None:
        """Who the client acts for, None if that was not read yet."""
        return self._actors.get(client.identity)

    def actor_of(self, client: Client) -> Steps[Actor]:
        """Who the client acts for, read before its first write."""
        if client.identity not in self._actors:
            self._actors[client.identity] = yield from read_actor(client)
        return self._actors[client.identity]

    def plan(
        self,
        write: object,
        payload: Mapping[str, Any],
        effects: tuple[Effect, ...],
        client: Client,
        grant: Grant | None = None,
    ) -> int:
        """Commit a planned action, synced to disk, and give its number; raises Refused, Spent or a LedgerError.

        `grant` is the approval that it uses, which is checked in the same transaction.
        From here until `passed` the write is in flight, and a closing run waits for it.
        """
        told = (str(payload["says"]), f"{payload['connector']}: {payload['address']}", str(payload["where"]))
        scopes = self._pass(write, told)
        own = doing.inside(self)
        if grant is not None:
            payload = {**payload, "approval": grant.told}
        if own is not None:
            return self._plan_part(own, payload, effects, grant)
        step = next((scope for scope in reversed(scopes) if isinstance(scope, Step)), None)
        within = {
            "step": None if step is None else step.name,
            "tool_call": None if step is None else step.call,
            "steps": [scope.key for scope in scopes],
            "attributed": context.is_attributed(),
            **({"path": path_of(scopes)} if self.keeps_answers else {}),
        }
        entry = self.ledger.append(
            self.id,
            "planned",
            {**payload, **within, **({} if self.dry is None else {"dry": True})},
            epoch=self.epoch,
            number=True,
            owned=True,
            sync=True,
            sends=_sender(payload) if self.dry is None else None,
            summary=Summary(
                state=(State.PLANNED if self.dry is None else State.REJECTED).value,  # nothing of it will stand
                objects=objects_of(effects) if self.dry is None else (),
                fields=fields_of(effects) if self.dry is None else (),
                connector=str(payload["connector"]),
                address=str(payload["address"]),
                tier=str(payload["tier"]),
                approval=None if grant is None else grant.spent,
            ),
            guard=None if grant is None else grant.guard,
        )
        if grant is not None:
            grant.use()
        assert entry.seq is not None  # noqa: S101 - `number` gives one
        self._clients[entry.seq], self._within[entry.seq] = client, scopes
        telemetry.planned(entry.seq, {**payload, **within})
        return entry.seq

    def _plan_part(
        self, own: doing.Doing, payload: Mapping[str, Any], effects: tuple[Effect, ...], grant: Grant | None
    ) -> int:
        """Commit a write of an own action's body, which is no action of its own: what undoes it is that action's."""
        touched = Summary(objects=objects_of(effects), approval=None if grant is None else grant.spent)
        part = {**payload, "attributed": context.is_attributed()}
        self.ledger.append(
            self.id,
            "action_part",
            part,
            epoch=self.epoch,
            seq=own.seq,
            owned=True,
            sync=True,
            sends=_sender(payload),
            summary=touched,
            guard=None if grant is None else grant.guard,
        )
        if grant is not None:
            grant.use()
        telemetry.planned(own.seq, part)
        return doing.PartOf(own.seq)

    def number_of(self, client: Client) -> int | None:
        """The number of the action that this very client was made for; None for one that is only a part."""
        return next((seq for seq, one in reversed(self._clients.items()) if one is client), None)

    def record_part(self, note: Mapping[str, Any], account: str | None) -> None:
        """Commit, synced to disk, that a request which only prepares is about to be sent; raises a LedgerError."""
        sends = str(note["connector"]), account
        self.ledger.append(self.id, "part", note, epoch=self.epoch, owned=True, sync=True, sends=sends)

    def clear_to_send(self, says: str, operation: str, where: str, committed: float, client: Client) -> None:
        """Raise immediately before the bytes leave if the run was undone, taken over or frozen since the commit."""
        if self._undo_began or not self.is_ours or not self._undo_begun.isdisjoint(self._scopes()):
            self.admit(says, operation, where)
        if time.monotonic() - committed > STALE:
            self.ledger.check_epoch(self.id, self.epoch)
            actor = self.actor_known(client)
            account = None if actor is None else actor.account
            check(self.ledger.freezes(), client.connector.name, account, where=self.ledger.url)

    # --- after it was answered

    def record_outcome(self, seq: int, state: State, payload: Mapping[str, Any], effects: tuple[Effect, ...]) -> None:
        """Record what became of an action. The caller gets the answer whatever happens here; the run takes no more."""
        telemetry.outcome(state)
        summary = Summary(
            state=state.value,
            objects=objects_of(effects),
            fields=fields_of(effects) if effects else None,
            landed=state is State.LANDED,
        )

        if isinstance(seq, doing.PartOf):
            kind, summary = "action_part_outcome", Summary(objects=objects_of(effects))
            doing.note(self, seq, landed=state not in NOTHING_STANDS)
        else:
            kind = "outcome"

        def write() -> None:
            self.ledger.append(self.id, kind, payload, epoch=self.epoch, seq=int(seq), summary=summary)

        try:
            write()
        except LedgerError as error:
            self._broken = error
            self._unwritten.append(write)
        else:
            self._report_late(seq, state)

    def write_outcomes(self) -> None:
        """Try once more to record the outcomes that could not be; raises a LedgerError."""
        while self._unwritten:
            self._unwritten[0]()
            self._unwritten.pop(0)

    def _report_late(self, seq: int, state: State) -> None:
        """What lands after the run, or its step, was undone or taken over is evidence: the next revert undoes it.

        While the run is open and ours its status stays, so that a recovery takes it up after a crash; its end tells.
        """
        taken = False
        late = self._undo_began or not self._undo_begun.isdisjoint(self._within.get(seq, ()))
        try:
            self.ledger.check_epoch(self.id, self.epoch)
        except LedgerError as error:
            self._broken, taken = error, isinstance(error, EpochError)
        if (late or taken) and state not in NOTHING_STANDS:
            self.landed_late = True
            if self.is_open and not taken:
                return
            summary = Summary(status=RunStatus.NEEDS_ATTENTION.value)
            with suppress(LedgerError):
                self.ledger.append(self.id, "status", {"status": "needs_attention"}, epoch=self.epoch, summary=summary)
                alerts.tell_later(self.ledger, self.id)

    def client_of(self, action: Action, other: Callable[[Action], Client]) -> Client:
        """The client that sent an action, one that wrote here for the same account, or what `other` finds."""
        endpoint = str(action.planned["call"]["endpoint"])
        for clients in (self._clients, self._earlier):  # one that was kept of an earlier leg may be closed by now
            if action.seq in clients:
                return clients[action.seq]
            for client in reversed(list(clients.values())):
                like = client.connector.name == action.connector and client.endpoint == endpoint
                if like and self._actors.get(client.identity) == action.actor:
                    return client
        return other(action)


def _sender(payload: Mapping[str, Any]) -> tuple[str, str | None]:
    """Whose write a planned entry is, by connector and account, as freezes name it."""
    actor = payload["actor"]
    return str(payload["connector"]), None if actor is None else str(actor["account"])
