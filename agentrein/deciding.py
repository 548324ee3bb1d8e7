"""Answering a request: what a person may still say to it, and how that is written down, signed or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agentrein.approvals import (
    APPROVED,
    ASKED,
    DENIED,
    USED,
    Approval,
    fits_itself,
    fold_approvals,
    number_of,
    statement,
    what_is_asked,
)
from agentrein.approving import SIGNED
from agentrein.asking import how
from agentrein.errors import ChainBroken, UnknownApproval, UsageError
from agentrein.ledger import Entry, Ledger
from agentrein.ledger.clock import now
from agentrein.ledger.protocol import Decided, Question, Summary
from agentrein.model import RunStatus
from agentrein.owner import user
from agentrein.signing import sign, verifies


def find(ledger: Ledger, text: str) -> Approval:
    """An approval by its id; raises UnknownApproval, or ChainBroken where its record was changed."""
    number = number_of(text)
    row = None if number is None else ledger.question(number)
    if row is None or row.asked.payload is None:
        raise UnknownApproval(f"there is no approval {text!r} in this ledger", where=ledger.url, now="rein approvals")
    ledger.verify(row.run)
    one = fold_approvals(row.run, ledger.entries(row.run)).get(f"A-{number}")
    if one is None or not fits_itself(one):
        raise ChainBroken(
            f"the record of A-{number} does not fit the call that it shows",
            where=ledger.url,
            now=f"do not approve it: somebody changed it, or made it up. Look at the run: rein show {row.run}",
        )
    return one


def waiting(ledger: Ledger) -> list[Approval]:
    """What a person may answer now, oldest first: neither over nor of a run that cannot use it any more."""
    at, found = now(), list[Approval]()
    for row in ledger.questions():
        if row.asked.payload is not None and row.expires > at and _may_go_on(ledger, row.run, row.asked.payload):
            found.append(_of(row))
    return found


def _of(row: Question) -> Approval:
    return Approval(f"A-{row.number}", row.run, row.asked.payload or {}, row.asked.at, row.state)


def _may_go_on(ledger: Ledger, run: str, asked: Mapping[str, Any]) -> bool:
    """Whether a run may still send the call: it is open, or whoever has its key may open it again.

    What the undo of an action asked for is sent by the next revert.
    """
    row = ledger.run(run)
    if "undo_of" in asked:
        return row.status != RunStatus.REVERTED
    if row.status == RunStatus.OPEN:
        return ledger.is_owned(run) or row.key is not None
    return row.key is not None and row.status in {RunStatus.PAUSED, RunStatus.COMPLETED}


def approve(
    ledger: Ledger, one: Approval, *, key: Path | None = None, signature: str = "", by_key: str = ""
) -> Approval:
    """Approve a call, once; `key` is the file of a private key, or `signature` one that `by_key` made elsewhere.

    Raises UsageError where that is not how the run takes approvals, or it is too late.
    """
    _check_open(ledger, one)
    if not one.accepts:
        raise UsageError(f"the run takes no approvals: {how(one.id, one.expires, '')}", where=_where(one), now=_SAY)
    signed = statement(one.id, what_is_asked(one.asked), one.expires)
    if key is not None:
        by_key, signature = sign(key, signed)
    if one.accepts == SIGNED and not signature:
        raise UsageError(
            f"{one.id} has to be signed",
            where=_where(one),
            now=f"rein approve {one.id} --key PATH (rein keys new PATH)",
        )
    if signature and by_key not in one.asked["keys"] and one.accepts == SIGNED:
        raise UsageError(
            f"the run takes no approval by the key {by_key}", where=_where(one), now=f"its keys: {_listed(one)}"
        )
    if signature and not verifies(by_key, signature, signed):
        raise UsageError("the signature is not one of this key under this very request", where=_where(one), now=_AGAIN)
    return _write(ledger, one, APPROVED, key=by_key, signature=signature)


_SAY = "whoever starts the run says how; docs/approvals.md"
_AGAIN = "rein approvals ID --json, signed with: rein keys sign PATH"


def deny(ledger: Ledger, one: Approval, why: str) -> Approval:
    """Say no, also to what was approved and not used yet; raises UsageError where it is too late."""
    if one.state != APPROVED or one.is_expired(now()):
        _check_open(ledger, one)
    return _write(ledger, one, DENIED, why=why)


def _check_open(ledger: Ledger, one: Approval) -> None:
    told = {
        APPROVED: f"was approved by {one.by}",
        DENIED: f"was denied by {one.by}",
        USED: f"was used by write {one.seq}",
    }
    if one.state != ASKED:
        raise UsageError(f"{one.id} {told[one.state]}", where=_where(one), now=f"rein show {one.run}")
    if one.is_expired(now()):
        raise UsageError(f"{one.id} is over since {one.expires[:19]}Z", where=_where(one), now="the call asks anew")
    if not _may_go_on(ledger, one.run, one.asked):
        raise UsageError(
            f"run {one.run} is over, so nothing could use {one.id}", where=_where(one), now=f"rein show {one.run}"
        )


def _where(one: Approval) -> str:
    return f"run {one.run}, {one.says}"


def _listed(one: Approval) -> str:
    return ", ".join(map(str, one.asked["keys"])) or "none"


def _write(ledger: Ledger, one: Approval, event: str, *, why: str = "", key: str = "", signature: str = "") -> Approval:
    """Write the answer, unless somebody else gave one meanwhile."""

    def still_open(entries: Sequence[Entry]) -> None:
        there = fold_approvals(one.run, entries)[one.id]
        if there.state != one.state:
            raise UsageError(f"{one.id} was {there.state} by {there.by} meanwhile", now=f"rein show {one.run}")

    payload = {"event": event, "id": one.id, "by": user(), "why": why}
    payload |= {"key": key, "signature": signature} if signature else {}
    ledger.append(
        one.run,
        "approval",
        payload,
        epoch=ledger.run(one.run).epoch,
        sync=True,
        summary=Summary(approval=Decided(number_of(one.id) or 0, event)),
        guard=still_open,
    )
    return fold_approvals(one.run, ledger.entries(one.run))[one.id]
