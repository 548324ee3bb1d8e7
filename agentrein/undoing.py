"""What the undo of a run shares: its ledger and clients, reads with their overlay in a plan, patience, recording."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from agentrein import telemetry
from agentrein.actor import read_actor
from agentrein.address import variables
from agentrein.client import Client
from agentrein.drive import Ask, Commit, Held, Sleep, Steps
from agentrein.errors import LedgerError
from agentrein.faults import point
from agentrein.fold import Action, fold
from agentrein.holes import holes_in
from agentrein.inverse import Do, Read, Shows
from agentrein.keys import Keyring
from agentrein.ledger.protocol import Ledger, Summary, Touch
from agentrein.long_bytes import digested
from agentrein.model import LIVE, UNDONE, Actor, Answer, Call, Own, State, Verdict
from agentrein.paths import ABSENT, pick
from agentrein.planning import Effect
from agentrein.policy import Policy
from agentrein.reads import SUCCESS, Asking, Kept, asked, call_of, completed
from agentrein.renewed import Renewal
from agentrein.report import ActionReport, Sent
from agentrein.seen import Overlay, Seen, thing
from agentrein.servers import same_server
from agentrein.stuck import ClientStuck, NoClient, Stuck
from agentrein.wished import Wishes

TRIES = 4
"""How often a transient answer is met before the action needs attention."""

LONGEST_WAIT = 120.0
"""Seconds that an undo waits at a time for a vendor that asks for it; beyond, the rest is left for the next revert."""

GONE = (404, 410)


@dataclass
class Undoing:
    """One undo of one run.

    `headers` are those of the action that is undone now, which every call about it repeats; `action` is its number,
    `object` what the effect stands on that is undone now, `beside` whether others of the same call are undone with it.
    `pending` are the actions that the undo still comes to, `found` what its probes found, `sent` what left, by action,
    `renewed` what was made again. `refused_clients` are those of the stuck ones that lack credentials. `progress` hears
    of each action that is done, `waiting` of each wait before it begins: for which action (0 before the first), why,
    how many seconds. `policy` holds for what functions of the user's own write while they undo; None is
    that of the run's newest leg, as the ledger tells it.
    """

    ledger: Ledger
    run: str
    epoch: int
    client_of: Callable[[Action], Client]
    wishes: Wishes
    policy: Policy | None = None
    progress: Callable[[ActionReport], None] = lambda report: None  # noqa: ARG005
    waiting: Callable[[int, str, float], None] = lambda seq, why, seconds: None  # noqa: ARG005
    stuck_clients: dict[str, str] = field(default_factory=dict)
    refused_clients: set[str] = field(default_factory=set)
    actors: dict[str, Actor] = field(default_factory=dict)
    names: dict[str, dict[str, Any]] = field(default_factory=dict)
    overlay: Overlay = field(default_factory=Overlay)
    states: dict[int, State] = field(default_factory=dict)
    actions: dict[int, Action] = field(default_factory=dict)
    pending: set[int] = field(default_factory=set)
    found: dict[int, tuple[Effect, ...]] = field(default_factory=dict)
    sent: dict[int, tuple[Sent, ...]] = field(default_factory=dict)
    renewed: list[Renewal] = field(default_factory=list)
    keyring: Keyring = field(default_factory=Keyring)
    kept: Kept = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    action: int = 0
    object: str | None = None
    beside: bool = False

    def on(self, action: Action) -> Undoing:
        """The same undo, about one action: what its headers meant holds for every call about it."""
        return replace(self, headers=action.planned["call"]["headers"], action=action.seq)

    def of(self, effect: Effect) -> Undoing:
        """The same undo, about one effect of the action."""
        return replace(self, object=effect.object if isinstance(effect.object, str) else None)

    def know(self, actions: Iterable[Action]) -> None:
        """Note the run's actions and where they stand; `states` follows what becomes of them."""
        for action in actions:
            self.states[action.seq], self.actions[action.seq] = action.state, action
            self.renewed += action.renewals
            self.keyring.know(action)

    def renew(self, action: Action, form: Do, seen: Seen) -> None:
        """Note what a call has made again, or in a plan would; the goal's read shows its new name."""
        for one in form.anew:
            now = None if self.wishes.plan else seen.at(one.path)
            if self.wishes.plan or now not in (None, "", one.was):
                self.renewed.append(Renewal(action.seq, one.names, one.was, now))

    def renewed_since(self, action: Action) -> list[Renewal]:
        """What was made again of the things that an action could still know by their old names."""
        return [one for one in self.renewed if self.actions[one.seq].landed > action.landed]

    def actions_of(self, run: str) -> Mapping[int, Action]:
        """The actions of another run, as its entries tell now."""
        return {action.seq: action for action in fold(self.ledger.entries(run))}

    # --- reading

    def ask(self, client: Client, call: Call, *, gathered: bool = False) -> Steps[Answer]:
        """A read, with patience for transient answers; raises Stuck or ClientStuck when it stays without answer."""
        for attempt in range(TRIES):
            answer: Answer = yield Ask(client, call, gathered=gathered)
            verdict = client.connector.classify(call, answer)
            if answer.error is None and not verdict.transient and not verdict.client_wide:
                return answer
            yield from self.be_patient(verdict, attempt, call, answer)
        raise Stuck(f"{call.address} stayed without an answer")

    def actor(self, client: Client) -> Steps[Actor]:
        """Who the client acts for, read once per undo; raises ClientStuck when the vendor does not answer."""
        if client.identity not in self.actors:
            try:
                self.actors[client.identity] = yield from read_actor(client, self.ask)
            except Stuck as stuck:
                raise ClientStuck(str(stuck)) from stuck
        return self.actors[client.identity]

    def be_patient(self, verdict: Verdict, attempt: int, call: Call, answer: Answer) -> Steps[None]:
        """Wait as the vendor asks, or as long as doubling tells; raises ClientStuck or Stuck where that is no use."""
        _raise_interrupts(answer)
        if verdict.client_wide:
            raise NoClient(verdict.reason)
        wait = 0.5 * 2**attempt if verdict.retry_after is None else verdict.retry_after
        if wait > LONGEST_WAIT:
            raise ClientStuck(f"{verdict.reason}; it asks for {wait:.0f} s")
        if not verdict.transient or attempt == TRIES - 1:
            raise Stuck(f"{call.address}: {verdict.reason or type(answer.error).__name__}")
        self.waiting(self.action, f"{call.connector}: {verdict.reason or type(answer.error).__name__}", wait)
        yield Sleep(wait)

    def see(self, client: Client, read: Read) -> Steps[Seen]:
        """What a read shows now; in a plan, with what the newer undos would have changed."""
        call = yield from self.call(client, read)
        key = thing(call, read, self.action, self.object)
        changed = self.overlay.of(key)
        if changed is None:
            return Seen(key, GONE[0], None, {})
        first, further = (yield from asked(client, read, call, self.kept, self._asking(read))), list[Answer]()

        def go_on(one: Read) -> Steps[Answer]:
            further.append((yield from self._further(client, one, call)))
            return further[-1]

        answer = yield from completed(client, read, first, go_on)
        status, code = client.connector.status(answer) or 0, client.connector.code(answer)
        if status in GONE and any(answer is one for one in further):
            raise Stuck(f"{read.address}: it is there, and what completes the reading answered {answer.status}")
        if status not in SUCCESS:
            return Seen(key, status, None, changed, code)
        body = pick(answer.body, read.at)
        if body is ABSENT and read.maybe:
            return Seen(key, GONE[0], None, changed, code)
        return Seen(key, status, body, changed, code)

    def _further(self, client: Client, read: Read, of: Call | Read | Do) -> Steps[Answer]:
        """One of the reads that complete another one; it lies where that lies."""
        table = client.connector.table
        place = table.place_of(read.address)
        wanted = {*variables(read.address), *((place.name,) if place else ())}
        given = {key: value for key, value in of.params.items() if key in wanted}
        call = yield from self.call(client, replace(read, params={**given, **read.params}))
        return (yield from asked(client, read, call, self.kept, self._asking(read)))

    def _asking(self, read: Read) -> Asking:
        return partial(self.ask, gathered=read.gathered)

    def call(self, client: Client, form: Read | Do) -> Steps[Call]:
        """The call of a bound read or inverse, by the place's names as they are now; never with a hole left."""
        own = form.headers if isinstance(form, Do) else {}
        for hole in holes_in([form.params, form.body, own]):
            raise Stuck(f"{form.address}: {hole} is not known")
        names = yield from self.names_now(client, form)
        address, params = client.connector.table.addressed(form.address, {**form.params, **names})
        headers = {**self.headers, **{name: str(one) for name, one in own.items() if one not in (ABSENT, None)}}
        return Call(client.connector.name, address, params, form.body, headers, client.endpoint)

    def names_now(self, client: Client, form: Read | Do) -> Steps[dict[str, Any]]:
        """The place's names, read again by its id once per undo; raises Stuck if it cannot be had."""
        place = client.connector.table.place_of(form.address)
        if place is None or place.name not in form.params:
            return {}
        key = f"{client.identity}:{place.by_id}:{form.params[place.name]}"
        if key not in self.names:
            by_id = replace(place.read_by_id, params={place.name: form.params[place.name]})
            answer = yield from self.ask(client, replace(call_of(client, by_id), headers=self.headers))
            if client.connector.status(answer) not in SUCCESS:
                raise Stuck(f"{by_id.address}: answered {answer.status}: gone, or no access")
            self.names[key] = {name: pick(answer.body, at) for name, at in place.now}
        return self.names[key]

    def is_alike(
        self,
        client: Client,
        name: str,
        form: Read | Do,
        ours: Any,
        now: Any,
        *,
        planned: bool = False,
        left: Any = None,
    ) -> Steps[bool]:
        """What the connector's comparison says, whose reads lie in the same place as the form."""
        own = Own((yield from self.actor(client)), self._sent(client), planned, self.wishes.plan, left)
        steps = (client.connector.comparisons or {})[name](ours, now, own)
        if not isinstance(steps, Generator):
            return bool(steps)
        try:
            read = next(steps)
            while True:
                read = steps.send((yield from self._further(client, read, form)))
        except StopIteration as end:
            return bool(end.value)

    def reached(self, client: Client, goal: Shows, seen: Seen) -> Steps[bool]:
        """Whether a goal is reached; gone counts only while the parent can still be read."""
        if goal.want is not None:
            return seen.status in SUCCESS and all(loosely(seen.at(path), want) for path, want in goal.want.items())
        if seen.status not in GONE:
            return False
        yield from self.check_parent(client, goal, seen)
        return True

    def check_parent(self, client: Client, goal: Shows, seen: Seen) -> Steps[None]:
        """Raise Stuck where what cannot be read may be hidden or switched off with its parent, rather than gone."""
        if goal.parent is None:
            return
        read = goal.parent.read if isinstance(goal.parent, Shows) else goal.parent
        parent = yield from self.see(client, read)
        if parent.status not in SUCCESS:
            raise Stuck(f"{goal.read.address} answers {seen.status}, and so does its parent: gone, or no access")
        want = (goal.parent.want or {}) if isinstance(goal.parent, Shows) else {}
        for path, value in want.items():
            if not loosely(parent.at(path), value):
                raise Stuck(
                    f"{goal.read.address} answers {seen.status}, and {path} of its parent is {parent.at(path)!r}: "
                    "that does not say that it is gone"
                )

    def _sent(self, client: Client) -> tuple[Call, ...]:
        """The run's calls at the client's vendor and place, as they were recorded before they were sent."""
        calls = [Call(one.connector, **call) for one in self.actions.values() for call in one.calls]
        mine = client.connector.name
        return tuple(one for one in calls if one.connector == mine and same_server(one.endpoint, client.endpoint))

    def foreseen(self, name: str) -> bool:
        """Whether this plan has undone what the run did to children of the object, all of it.

        A child is told by its path, or by what its action names as a parent.
        """
        found = self.ledger.touching([name])
        mine = [self.states.get(t.seq) for t in found if t.run == self.run and self._is_child(t, name)]
        return any(state in UNDONE for state in mine) and not any(state in LIVE for state in mine)

    def _is_child(self, touch: Touch, name: str) -> bool:
        effects = self.actions[touch.seq].effects if touch.seq in self.actions else ()
        return touch.object != name or any(one.object not in (None, name) for one in effects)

    # --- sending

    def send(self, client: Client, action: Action, call: Call, attempt: int) -> Steps[Answer]:
        """Commit the intent, send one inverse call, and give its answer; side by side, it waits for those of others."""
        if self.beside:
            held: Answer = yield Held(client, action, call, attempt)
            return held
        point("undo_before_intent")
        told = digested(shown(call).to_json())
        call = replace(
            call, key=self.keyring.key_for(client.connector, f"{self.run}-{action.seq}", action.seq, call, told)
        )
        intent = {
            "attempt": attempt,
            "call": told,
            "by": self.wishes.by,
            "forced": self.forced(action),
            **({"key": call.key} if call.key else {}),
        }
        yield Commit(
            lambda: self.ledger.append(
                self.run, "undo_intent", intent, epoch=self.epoch, seq=action.seq, owned=True, sync=True
            )
        )
        point("undo_after_intent")
        with telemetry.attempt(self.run, action, call, attempt, forced=self.forced(action)) as tried:
            answer: Answer = yield Ask(client, call, lambda: self.ledger.check_epoch(self.run, self.epoch))
            tried.answer = answer
        point("undo_after_send")
        if call.key:
            self.keyring.answered(action.seq, client.connector.classify(call, answer), answer)
        place = client.connector.table.place_of(call.address)
        if place is not None and call.address.partition(" ")[2] in {place.path, place.by_id}:
            self.names.clear()  # the place itself may have another name by now
        if answer.sent and not isinstance(answer.error, LedgerError):
            self.sent[action.seq] = (*self.sent.get(action.seq, ()), shown(call))
        if isinstance(answer.error, LedgerError):  # the run was taken over: the call was stopped in front of the wire
            raise answer.error
        _raise_interrupts(answer)
        return answer

    def forced(self, action: Action) -> bool:
        """Whether the person asked to overwrite what others changed."""
        return action.seq in self.wishes.force

    # --- recording

    def record(self, action: Action, report: ActionReport) -> Steps[None]:
        """Write how the undo of one action ended."""
        if self.wishes.plan:
            return
        payload = {
            "state": report.state.value,
            "message": report.message,
            "conflicts": digested([one.to_json() for one in report.conflicts]),
            "sent": digested([one.to_json() for one in report.sent]),
            "by": self.wishes.by,
        }
        renewed = [one.to_json() for one in self.renewed if one.seq == action.seq]
        payload |= {"renewed": renewed} if renewed else {}
        summary = Summary(state=report.state.value)
        yield Commit(
            lambda: self.ledger.append(
                self.run, "undo_outcome", payload, epoch=self.epoch, seq=action.seq, owned=True, summary=summary
            )
        )
        telemetry.undone(self.run, action, report)
        point("undo_after_outcome")


def loosely(left: Any, right: Any) -> bool:
    """Equality in which an empty text and nothing are one, as they are in every vendor's readings."""
    return left == right or (left in (None, "") and right in (None, ""))


def _raise_interrupts(answer: Answer) -> None:
    if answer.error is not None and not isinstance(answer.error, Exception):
        raise answer.error


def shown(call: Call) -> Sent:
    """The call as a report shows it."""
    return Sent(call.address, call.params, call.body)
