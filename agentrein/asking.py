"""Asking a person before a write is sent: the request in the ledger, the wait for an answer, the exceptions.

a usable approval → the write goes on with it      none → asked, and NeedsApproval, or a wait first
approved while it waited → all is read and judged anew: what was true before the wait may not be now
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from agentrein.approvals import APPROVED, ASKED, DENIED, USED, Approval, digest_of, number_of
from agentrein.drive import Commit, Consult, Release, Sleep, Steps
from agentrein.errors import NeedsApproval, Refused
from agentrein.frozen import note_refused
from agentrein.granting import Grant, holds, is_denied, is_waiting, newest, what_of
from agentrein.ledger.clock import ago
from agentrein.ledger.protocol import Decided, Summary
from agentrein.model import Tier
from agentrein.owner import user
from agentrein.policy_rules import ASK

if TYPE_CHECKING:
    from agentrein.approving import Approving
    from agentrein.run import Run
    from agentrein.writing import Write

GLANCE = 0.25
"""Seconds between two looks at the ledger while a call waits."""


class Again(Exception):
    """The write was answered while it waited, or its approval used by an equal one: it is prepared anew."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.id = id


def granted(write: Write, items: Sequence[Write] = (), *, answered: str = "") -> Steps[Grant | None]:
    """The approval that a prepared write may use, None where none is needed; `answered` is what Again named.

    Raises NeedsApproval or Refused where there is none, and Again where it came while the call waited.
    """
    if write.said.verdict != ASK:
        return None
    if write.opaque:
        raise _unreadable(write)
    if write.run.dry is not None:  # nobody is asked about what is not sent
        return None
    run, what = write.run, what_of(write, items)
    if not getattr(write.client, "whole", True):
        yield Commit(lambda: note_refused(run, write.row, write.says, write.where))
        raise _unsayable(write)
    approving = run.approving
    one = _newest(run, what)
    if one is not None and holds(one, what, write.tier, approving):
        return Grant(one, what, write.tier, approving)
    if one is not None and is_denied(one):
        raise _denied(write, one)
    if one is not None and one.id == answered and one.state == APPROVED and _is_over(one):
        raise _late(write, one)  # and not asked anew: whoever takes as long again would be asked for ever
    reason = "expired" if one is not None and one.state in {ASKED, APPROVED} and _is_over(one) else "policy"
    if one is None or not is_waiting(one, write.tier):
        one = yield from _asked(write, what, approving)
    yield from _consulted(write, one, approving)
    yield from _wait(write, one, what, approving)
    raise _waiting(write, one, approving, reason)


def _newest(run: Run, what: Mapping[str, Any]) -> Approval | None:
    if run.ledger.last(run.id, "approval") is None:  # most runs ask for nothing
        return None
    return newest(run.id, run.ledger.entries(run.id), digest_of(what))


def _is_over(one: Approval) -> bool:
    return one.is_expired(ago(timedelta()))


def _asked(write: Write, what: Mapping[str, Any], approving: Approving) -> Steps[Approval]:
    """Record the request."""
    row, run = write.judged_as or write.row, write.run
    expires = ago(timedelta(seconds=-approving.expires))
    payload = {
        "event": ASKED,
        **what,
        "connector": row.connector,
        "sdk": row.sdk,
        "says": write.says,
        "tier": write.tier.value,
        "why": row.why,
        "rule": write.said.origin,
        "where": write.where,
        "steps": run.step_names(),
        "digest": digest_of(what),
        "expires": expires,
        "accepts": approving.require,
        **({} if run.undo_of is None else {"undo_of": run.undo_of}),
        "keys": list(approving.keys),
    }
    summary = Summary(approval=Decided(0, ASKED, expires))
    entry = yield Commit(
        lambda: run.ledger.append(run.id, "approval", payload, epoch=run.epoch, owned=True, summary=summary)
    )
    return Approval(entry.payload["id"], run.id, entry.payload, entry.at)


def _consulted(write: Write, one: Approval, approving: Approving) -> Steps[None]:
    """Ask the run's own function, where it has one; raises Again or Refused as it says."""
    if approving.callback is None:
        return
    ask = approving.callback
    said = yield Consult(lambda: ask(one))
    if said is None:
        return
    event = APPROVED if said is True else DENIED
    payload = {"event": event, "id": one.id, "by": f"{user()} (a function of the run)", "why": ""}
    run, summary = write.run, Summary(approval=Decided(number_of(one.id) or 0, event))
    yield Commit(lambda: run.ledger.append(run.id, "approval", payload, epoch=run.epoch, owned=True, summary=summary))
    if event == DENIED:
        raise _denied(write, replace(one, by=payload["by"]))
    if _is_over(one):
        raise _late(write, one)
    raise Again(one.id)


def _wait(write: Write, one: Approval, what: Mapping[str, Any], approving: Approving) -> Steps[None]:
    """Look at the ledger as long as the run waits; raises Again once approved, Refused once denied, or over.

    Nothing is held meanwhile: others write to the thing, and what they write is what the before-image will show.
    """
    until = time.monotonic() + write.run.approval_wait
    yield Release()
    while time.monotonic() < until:
        yield Sleep(min(GLANCE, max(until - time.monotonic(), 0.0)))
        write.run.admit(write.says, write.row.name, write.where)
        row = write.run.ledger.question(number_of(one.id) or 0)
        if row is not None and row.state != ASKED:
            found = _newest(write.run, what)
            if found is not None and is_denied(found):
                raise _denied(write, found)
            if found is not None and (
                found.id != one.id or found.state == USED or holds(found, what, write.tier, approving)
            ):
                raise Again(found.id)
        if _is_over(one):
            raise _refused(write, one, "expired", f"nobody approved {one.id} in time")


def _late(write: Write, one: Approval) -> Refused:
    return _refused(write, one, "expired", f"{one.id} was over when it was approved, or before it could be used")


def _denied(write: Write, one: Approval) -> Refused:
    who = f" by {one.by}" if one.by else ""
    return _refused(write, one, "denied", f"it was denied{who} ({one.id}){f': {one.why}' if one.why else ''}")


def _unreadable(write: Write) -> Refused:
    """Where what would be sent is not known in full, a person would approve another body just as well."""
    rule = write.said.origin or "the default"
    return Refused(
        f"refused: {write.says} ({write.row.sdk})",
        why=f"{rule} asks before it, and its body cannot be read (an upload), so nobody can approve exactly this call. "
        "Nothing was sent.",
        reason="policy",
        operation=write.row.name,
        says=write.says,
        where=write.run.place(write.where),
        now=f'do it yourself, or allow every call of it: "{write.row.name}" = "allow" in the policy',
    )


def _refused(write: Write, one: Approval, reason: str, why: str) -> Refused:
    return Refused(
        f"refused: {write.says} ({write.row.sdk})",
        why=f"{why.rstrip('.')}. Nothing was sent.",
        reason=reason,
        operation=write.row.name,
        says=write.says,
        where=write.run.place(write.where),
        now="go on without it" if reason == "denied" else f"send it again, which asks anew; {one.id} is over",
    )


def _unsayable(write: Write) -> Refused:
    return Refused(
        f"refused: {write.says} ({write.row.sdk})",
        why="its arguments cannot be written down, so nobody can approve exactly this call. Nothing was sent.",
        reason="policy",
        operation=write.row.name,
        says=write.says,
        where=write.run.place(write.where),
        now="make it a function of texts, numbers, lists and dicts that takes no object",
    )


def _waiting(write: Write, one: Approval, approving: Approving, reason: str) -> NeedsApproval:
    row = write.judged_as or write.row
    rule = write.said.origin or "the default"
    final = write.tier is Tier.IRREVERSIBLE
    why = f"irreversible: {row.why}" if final else f"{rule} asks before it ({write.tier.value})"
    return NeedsApproval(
        f"waiting for approval {one.id}: {write.says} ({row.sdk})",
        reason=reason,
        why=f"{why.rstrip('.')}. Nothing was sent.",
        operation=row.name,
        says=write.says,
        where=write.run.place(write.where),
        now=how(one.id, one.expires, approving.require),
        id=one.id,
    )


def how(id: str, expires: str, accepts: str) -> str:
    """What a person does to approve."""
    if not accepts:
        return (
            f"nobody can approve {id} yet: name public keys, [approvals] keys of a pinned agentrein.toml or "
            'rein.run(approvals=["ed25519:…"]); or let whoever can write the ledger: rein.run(approvals="unsigned")'
        )
    key = " --key PATH" if accepts == "signed" else ""
    until = datetime.fromisoformat(expires).astimezone().strftime("%H:%M")
    return f"rein approve {id}{key}   (expires {until}), then the same call goes through once"
