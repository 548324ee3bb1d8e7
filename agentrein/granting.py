"""An approval at work: which one a call may use, and what is checked in the transaction that uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agentrein.approvals import (
    APPROVED,
    ASKED,
    DENIED,
    USED,
    Approval,
    bound,
    digest_of,
    fold_approvals,
    number_of,
    secrets_hash,
)
from agentrein.approving import Approving
from agentrein.ledger.clock import now
from agentrein.ledger.protocol import Decided, Entry
from agentrein.model import Tier
from agentrein.secret import hidden_in, recorded

if TYPE_CHECKING:
    from agentrein.writing import Write

_used: set[tuple[str, str, str]] = set()
"""Approvals that this process has used, whatever their record says later."""


class Spent(Exception):
    """The approval is not there to be used any more, or is not what was looked up; the call has to look again."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.id = id


@dataclass(frozen=True, slots=True)
class Grant:
    """An approval that a call is about to use, for exactly `what`, at a tier."""

    approval: Approval
    what: Mapping[str, Any]
    tier: Tier
    approving: Approving

    def guard(self, entries: Sequence[Entry]) -> None:
        """Raise Spent unless it still holds, by the entries of the run as they are in this very transaction."""
        one = fold_approvals(self.approval.run, entries).get(self.approval.id)
        if one is None or not holds(one, self.what, self.tier, self.approving):
            raise Spent(self.approval.id)

    @property
    def spent(self) -> Decided:
        """What the entry that uses it says of it in the summary."""
        return Decided(number_of(self.approval.id) or 0, USED)

    def use(self) -> None:
        """Note that it was used, also for when its record would say something else."""
        _used.add(_name(self.approval, self.what))

    @property
    def told(self) -> dict[str, Any]:
        """What the entry of the write says about it."""
        one = self.approval
        signed = one.key in self.approving.keys and self.approving.is_signed(one, dict(self.what))
        return {"id": one.id, "by": one.by, "at": one.at, "signed": signed, **({"key": one.key} if signed else {})}


def holds(one: Approval, what: Mapping[str, Any], tier: Tier, approving: Approving) -> bool:
    """Whether an approval was given as it must be, for exactly this, is not over, and was not used."""
    return (
        one.state == APPROVED
        and one.digest == digest_of(what)
        and not one.is_expired(now())
        and not _is_worse(tier, one.tier)
        and _name(one, what) not in _used
        and approving.accepts(one, dict(what))
    )


def _name(one: Approval, what: Mapping[str, Any]) -> tuple[str, str, str]:
    return one.run, one.id, digest_of(what)


def _is_worse(now_: Tier, then: Tier) -> bool:
    """Whether a call can be undone less far than it could when a person was asked."""
    order = list(Tier)
    return order.index(now_) > order.index(then)


def what_of(write: Write, items: Sequence[Write] = ()) -> dict[str, Any]:
    """All that an approval of a write is bound to: what the program says, and not what its row fills in.

    Those of a batch that were sent before are a part of it; others stand in the call itself. What a client took out of
    the call before that was recorded counts as its secrets do.
    """
    batch = write.row.batch
    parts = [one for one in items if batch is not None and batch.prepared]
    call, *calls = [one.unfilled or one.call for one in (write, *parts)]
    rows = [write.row, *(one.row for one in parts)]
    hidden = [secret for row, one in zip(rows, (call, *calls), strict=True) for secret in hidden_in(row, one)]
    hidden += getattr(write.client, "hidden", ())
    shown = [recorded(row, one) for row, one in zip(rows[1:], calls, strict=True)]
    told = write.client.options.account is not None
    what = bound(write.run.id, write.row.name, recorded(write.row, call), write.actor, shown, told=told)
    secrets = secrets_hash(hidden, digest_of(what))
    return {**what, **({"secrets": secrets} if secrets else {})}


def newest(run: str, entries: Sequence[Entry], digest: str) -> Approval | None:
    """The approval of a call that was asked for last, None if it never was."""
    mine = [one for one in fold_approvals(run, entries).values() if one.digest == digest]
    return mine[-1] if mine else None


def is_waiting(one: Approval, tier: Tier) -> bool:
    """Whether a person may still answer what was asked, and what was asked is no milder than what it came to be."""
    return one.state == ASKED and not one.is_expired(now()) and not _is_worse(tier, one.tier)


def is_denied(one: Approval) -> bool:
    """Whether a person said no."""
    return one.state == DENIED
