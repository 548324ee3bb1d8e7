"""What a passage knows of one write, and what follows from it: its plan, its entry, how it stands once it landed.

Nothing here reads, writes or waits; `passage` does that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from agentrein.granting import Grant
from agentrein.holes import Hole, Source, bind, holes_in
from agentrein.inverse import Read, Restore
from agentrein.long_bytes import referred
from agentrein.measuring import size_of
from agentrein.model import Actor, Answer, Call, State, Tier
from agentrein.paths import ABSENT, pick
from agentrein.plan_known import CannotPlan, check_paths
from agentrein.planning import Effect, chosen, known_before, placed, plan, probe_of, settle, store_effect
from agentrein.policy import Said
from agentrein.policy_rules import ALLOW, ASK
from agentrein.readings import is_unchanged, unread
from agentrein.reads import SUCCESS, Handed
from agentrein.rows import Operation, in_words
from agentrein.says import sentence
from agentrein.secret import recorded
from agentrein.stored import store
from agentrein.where import warn_at

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.run import Run


_ALLOWED = Said(ALLOW)


@dataclass(slots=True, eq=False)
class Write:
    """What the passage knows so far of one write."""

    run: Run
    client: Client
    row: Operation
    call: Call
    where: str
    tier: Tier
    opaque: bool = False
    actor: Actor | None = None
    lookups: Mapping[str, Any] | None = None
    effect: Effect | None = None
    absent: bool = False
    image: Any = None
    fills: dict[str, Any] = field(default_factory=dict)
    unfilled: Call | None = None
    seq: int = 0
    interrupt: BaseException | None = None
    said: Said = _ALLOWED
    judged_as: Operation | None = None
    grant: Grant | None = None
    _said: tuple[object, str] | None = None

    @property
    def known(self) -> dict[Source, Any]:
        """What is known before the before-image is read."""
        return known_before(self.call, self.lookups, self.actor)

    @property
    def says(self) -> str:
        """The sentence of the row, put together anew once the lookups tell more."""
        if self._said is None or self._said[0] is not self.lookups:
            self._said = self.lookups, sentence(self.row, self.call, self.lookups)
        return self._said[1]


def plan_write(write: Write, image: Any) -> None:
    """Tier and effect, with all that is known before sending; what cannot be planned counts as irreversible."""
    write.absent, write.image = image is None, None if image is ABSENT else image
    write.tier = write.row.tier_of(write.call, write.image, write.actor)
    place, wish = write.client.connector.table.place_of, write.run.way_of(write.row)
    write.effect = plan(write.row, write.call, write.lookups or {}, image, place, write.actor, wish=wish)


def cannot_plan(write: Write, reason: CannotPlan) -> None:
    """Count the write as irreversible, and say why."""
    write.tier = Tier.IRREVERSIBLE
    write.effect = Effect(None, None)
    write.row = replace(write.row, why=f"{reason}. {write.row.why}", inverse=None)


def fill(write: Write) -> None:
    """Put into the call what its row fills in, and the call does not say itself, or not in full."""
    body = write.call.body if write.call.body is not None else {}
    if not write.row.fills or not isinstance(body, dict):
        return
    told = bind(dict(write.row.fills), write.known)
    write.fills = {
        name: told[name]
        for name, form in write.row.fills
        if told.get(name) not in (ABSENT, None, body.get(name)) and (body.get(name) is None or _completes(form, name))
    }
    if write.fills:
        write.unfilled, write.call = write.call, replace(write.call, body={**body, **write.fills})


def _completes(form: Any, name: str) -> bool:
    """Whether a field is filled in out of what the call says of it."""
    return any(isinstance(one, Hole) and one == Hole(Source.SENT, name) for one in holes_in(form))


def lack_of_scopes(write: Write) -> None:
    """Where the client knows what it was granted, say what the undo and the probe lack before anything is sent."""
    granted = getattr(write.client, "granted", None)
    lacking = tuple(group for group in write.row.scopes if granted is not None and granted.isdisjoint(group))
    if not lacking:
        return
    told = f"the credential lacks {in_words(lacking)}"
    if write.row.inverse is None:
        warn(write, f"{told}: if the answer is lost, nothing tells whether it happened")
    else:
        cannot_plan(write, CannotPlan(f"{told}, without which it could not be undone"))


def warn(write: Write, told: str) -> None:
    """Tell whoever called, at the line of their code."""
    warn_at(write.where, f"{write.says}: {told}")


def judged(write: Write) -> Said:
    """What the policy says of the write, now that all is known; raises Refused."""
    size = size_of(write.row, write.call, write.lookups)
    return write.run.judge(write.judged_as or write.row, write.tier, write.says, write.where, write.call, size)


def image_read(write: Write) -> Read | None:
    """The read of the before-image, None where the row needs none; raises CannotPlan."""
    source: Any = write.row.before
    if source is None:
        inverse = chosen(write.row.inverse, write.known)
        source = inverse.read if isinstance(inverse, Restore) else None
    if source is None:
        return None
    source = chosen(source, write.known)
    check_paths(source, write.known)
    read: Read = bind(source, write.known)
    return read


def image_in(write: Write, read: Read, answer: Answer) -> Any:
    """The before-image that an answer shows: None where nothing was there; Handed where the read failed."""
    status = write.client.connector.status(answer)
    if status == 404 and read.maybe:
        return None
    if status not in SUCCESS:
        return Handed(answer)
    image = pick(answer.body, read.at)
    return None if image is ABSENT and read.maybe else image


def planned_part(write: Write) -> dict[str, Any]:
    """What the planned entry says of one write, or of one item of a batch."""
    assert write.effect is not None  # noqa: S101 - it was planned
    return {
        "address": write.row.address,
        "sdk": write.row.sdk,
        "says": write.says,
        "tier": write.tier.value,
        "call": plain_call(recorded(write.row, write.call)),
        "effect": store_effect(write.effect),
        "absent": write.absent,
        "probe": _bound_probe(write),
        "residue": write.row.residue,
        "why": write.row.why,
        "if_stuck": write.row.if_stuck,
        **_before_undo(write),
        **_mitigation(write),
        **({"triggers": True} if write.row.triggers and write.effect.inverse is not None else {}),
        **_filled(write),
    }


def _filled(write: Write) -> dict[str, Any]:
    """What the call itself said of the fields that its row put into it, null for nothing: code repeats that."""
    if write.unfilled is None:
        return {}
    said = recorded(write.row, write.unfilled).body or {}
    return {"filled": {name: said.get(name) for name in sorted(write.fills)}}


def _mitigation(write: Write) -> dict[str, str]:
    """What a person can do in the place of an undo, as the row says it of this call."""
    if not write.row.mitigation:
        return {}
    return {"mitigation": sentence(replace(write.row, says=write.row.mitigation), write.call, write.lookups)}


def _before_undo(write: Write) -> dict[str, str]:
    """Where it is said that a person is asked before this is undone, if that is said anywhere."""
    asks = write.run.asks_before_undo(write.row, write.tier)
    return {"ask_before_undo": asks} if asks else {}


def planned_entry(write: Write) -> dict[str, Any]:
    """The planned entry of a write."""
    return {
        "connector": write.client.connector.name,
        **planned_part(write),
        **({"asks": True} if write.run.dry is not None and write.said.verdict == ASK else {}),
        "actor": None if write.actor is None else _plain_actor(write.actor),
        "clock_ahead": write.run.clocks.get(write.client.identity),
        "where": write.where,
    }


def settled_write(write: Write, answer: Answer, after: dict[str, Any] | None) -> tuple[Effect, State]:
    """The effect of a write that landed, `after` being how its fields read then; raises CannotPlan."""
    assert write.effect is not None  # noqa: S101 - it was planned
    form = write.effect.inverse
    if not isinstance(form, Restore):
        effect = settle(write.effect, answer.body, answer.status)
        nothing = effect.inverse is None and write.row.inverse is not None and write.tier is not Tier.IRREVERSIBLE
        return effect, State.UNCHANGED if nothing else State.LANDED
    settled = replace(form, after=unread(form) if after is None else after)
    changed_nothing = after is not None and is_unchanged(settled)
    return replace(write.effect, inverse=settled), State.UNCHANGED if changed_nothing else State.LANDED


def outcome_entry(
    state: State, reason: str, answer: Answer, resends: int, effects: tuple[Effect, ...], planned: Iterable[Effect]
) -> dict[str, Any]:
    """The entry that tells what became of a write; long bytes of the `planned` effects are not written again."""
    before = [store_effect(effect) for effect in planned]
    return {
        "outcome": state.value,
        "status": answer.status,
        "reason": reason,
        "error": None if answer.error is None else type(answer.error).__name__,
        "resends": resends,
        "effects": [referred(store_effect(effect), before) for effect in effects],
    }


def _bound_probe(write: Write) -> dict[str, Any] | None:
    """The probe as it is stored, None if there is none, or none for what this call says."""
    if write.row.probe is None:
        return None
    try:
        bound = probe_of(write.row, {**write.known, Source.BEFORE: write.image})
    except CannotPlan:  # said by now: it was why the call counts as irreversible, and a policy lets it out all the same
        return None
    return store(placed(bound, write.lookups or {}, write.client.connector.table.place_of))


def plain_call(call: Call) -> dict[str, Any]:
    """A call as the ledger holds it."""
    return {
        "address": call.address,
        "params": dict(call.params),
        "body": call.body,
        "headers": dict(call.headers),
        "endpoint": call.endpoint,
        **({"key": call.key} if call.key else {}),
    }


def _plain_actor(actor: Actor) -> dict[str, str]:
    return {"account": actor.account, "mode": actor.mode, "kind": actor.kind}
