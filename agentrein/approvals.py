"""Approvals: what a person was asked, what they said, and what exactly that holds for. Folded from entries. Pure.

An entry `approval` asks, approves or denies, as its `event` says; the entry of a write that names an approval uses it.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agentrein.ledger import codec
from agentrein.ledger.protocol import Entry
from agentrein.long_bytes import digested
from agentrein.model import Actor, Call, Tier
from agentrein.visible import visible

ASKED, APPROVED, DENIED, USED = "asked", "approved", "denied", "used"


@dataclass(frozen=True, slots=True)
class Approval:
    """One approval of one call, as the entries of its run tell it. Times are ISO 8601 in UTC.

    `by` decided `at`, for the reason `why`; `key` and `signature` are empty where it was not signed. `seq` is the
    action that used it.
    """

    id: str
    run: str
    asked: Mapping[str, Any]
    asked_at: str
    state: str = ASKED
    by: str = ""
    at: str = ""
    why: str = ""
    key: str = ""
    signature: str = ""
    seq: int | None = None

    @property
    def says(self) -> str:
        """One sentence with the amounts and names."""
        return str(self.asked["says"])

    @property
    def operation(self) -> str:
        """The operation, as a policy names it."""
        return str(self.asked["operation"])

    @property
    def tier(self) -> Tier:
        """How far the call can be undone, as it was when it was asked for."""
        return Tier(self.asked["tier"])

    @property
    def actor(self) -> Actor | None:
        """Who would act."""
        stored = self.asked["actor"]
        return None if stored is None else Actor(**stored)

    @property
    def digest(self) -> str:
        """The hash of all that it is bound to."""
        return str(self.asked["digest"])

    @property
    def expires(self) -> str:
        """Until when it holds."""
        return str(self.asked["expires"])

    @property
    def accepts(self) -> str:
        """How the run takes an answer: `signed`, `unsigned`, or empty where it takes none."""
        return str(self.asked["accepts"])

    def is_expired(self, now: str) -> bool:
        """Whether its time is over; times are written alike, so that they compare as texts."""
        return self.expires <= now

    def __repr__(self) -> str:
        return visible(f"<{self.id} {self.state}: {self.says}>")


def number_of(text: str) -> int | None:
    """The number of `A-7`, also written `a-7` or `7`; None for anything else."""
    digits = text.strip().upper().removeprefix("A-")
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 16 else None


def fold_approvals(run: str, entries: Sequence[Entry]) -> dict[str, Approval]:
    """The approvals of a run by their ids, oldest first. What was decided is only changed from approved to denied."""
    found: dict[str, Approval] = {}
    for entry in entries:
        payload = entry.payload or {}
        if entry.kind != "approval" and (used := found.get((payload.get("approval") or {}).get("id", ""))) is not None:
            found[used.id] = dataclasses.replace(used, state=USED, seq=entry.seq)
        elif entry.kind == "approval" and payload.get("event") == ASKED:
            found.setdefault(payload["id"], Approval(payload["id"], run, payload, entry.at))
        elif entry.kind == "approval" and (one := found.get(payload.get("id", ""))) is not None:
            found[one.id] = _decided(one, entry, payload)
    return found


def _decided(one: Approval, entry: Entry, payload: Mapping[str, Any]) -> Approval:
    event = payload.get("event")
    if not (one.state == ASKED or (one.state == APPROVED and event == DENIED)):
        return one
    by, why, key, signature = (str(payload.get(name) or "") for name in ("by", "why", "key", "signature"))
    return dataclasses.replace(one, state=str(event), at=entry.at, by=by, why=why, key=key, signature=signature)


def bound(
    run: str,
    operation: str,
    call: Call,
    actor: Actor | None,
    items: Sequence[Call] = (),
    secrets: str = "",
    *,
    told: bool = False,
) -> dict[str, Any]:
    """All that an approval is bound to, `call` and `items` being as they may be written down.

    `secrets` stands for what may not be, `told` says that the actor is whom the program named, and was not read. The
    idempotency key is no part of it: it does not change what is done.
    """
    return {
        "run": run,
        "operation": operation,
        "call": _plain(call),
        "actor": None if actor is None else {"account": actor.account, "mode": actor.mode, "kind": actor.kind},
        **({"items": [_plain(one) for one in items]} if items else {}),
        **({"secrets": secrets} if secrets else {}),
        **({"told": True} if told else {}),
    }


def _plain(call: Call) -> dict[str, Any]:
    plain: dict[str, Any] = digested(
        {
            "connector": call.connector,
            "address": call.address,
            "params": dict(call.params),
            "body": call.body,
            "headers": dict(call.headers),
            "endpoint": call.endpoint,
        }
    )
    return plain


def digest_of(what: Mapping[str, Any]) -> str:
    """SHA-256, in hexadecimal, of what an approval is bound to, as the canonical JSON of the ledger."""
    return hashlib.sha256(codec.dumps(what).encode("ascii")).hexdigest()


def secrets_hash(secrets: Sequence[Any], salt: str) -> str:
    """A hash that tells one set of secrets from another, slow enough that a card number cannot be found by trying."""
    if not secrets:
        return ""
    text = codec.dumps(list(secrets)).encode("ascii")
    return hashlib.scrypt(text, salt=salt.encode(), n=2**14, r=8, p=1, dklen=32).hex()


_BOUND = ("run", "operation", "call", "actor", "items", "secrets", "told")


def what_is_asked(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What a recorded request says that it is bound to; its digest must be the recorded one."""
    return {name: asked[name] for name in _BOUND if name in asked}


_CALL = {"connector": str, "address": str, "params": dict, "body": object, "headers": dict, "endpoint": str}


def is_bound(what: object) -> bool:
    """Whether something that came from elsewhere is what an approval may be bound to, and holds nothing besides."""
    if not isinstance(what, Mapping) or not {"run", "operation", "call", "actor"} <= set(what) <= set(_BOUND):
        return False
    actor, items = what["actor"], what.get("items", [])
    named = actor is None or _is_of(actor, {"account": str, "mode": str, "kind": str})
    calls = isinstance(items, list) and all(_is_of(one, _CALL) for one in (what["call"], *items))
    return named and calls and isinstance(what["run"], str) and isinstance(what["operation"], str)


def _is_of(given: object, kinds: Mapping[str, type]) -> bool:
    """Whether a table has exactly these names, with values of these kinds."""
    return (
        isinstance(given, Mapping)
        and set(given) == set(kinds)
        and all(isinstance(given[n], k) for n, k in kinds.items())
    )


def fits_itself(one: Approval) -> bool:
    """Whether a recorded request is bound to the very call that it shows; a changed record shows another one."""
    return digest_of(what_is_asked(one.asked)) == one.digest and one.asked["run"] == one.run


def statement(id: str, what: Mapping[str, Any], expires: str) -> bytes:
    """What an approver signs: the approval, the run, the operation, the actor, the hash of it all, until when."""
    told = {name: what[name] for name in ("run", "operation", "actor")}
    signed = {**told, "approval": id, "verdict": APPROVED, "digest": digest_of(what), "expires": expires}
    return b"agentrein approval 1\n" + codec.dumps(signed).encode("ascii")
