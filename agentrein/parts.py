"""Parts: requests that only prepare, such as the bytes of an upload, let out as parts of the action that commits."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from agentrein import frozen
from agentrein.batch import Prepared
from agentrein.drive import Commit, Steps
from agentrein.errors import LedgerError
from agentrein.model import Answer, Call, State
from agentrein.rows import Operation
from agentrein.says import sentence
from agentrein.sending import Forward, Outgoing, not_recorded, send

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.run import Run


def prepared(run: Run, client: Client, row: Operation, call: Call, forward: Forward, where: str) -> Steps[Answer]:
    """Record a request that only prepares, and send it; refused where it, or what it prepares, would be.

    Nothing undoes it by itself: the vendor forgets what is prepared and never committed. Raises Refused.
    """
    says = sentence(row, call)
    run.admit(says, row.name, where)
    frozen.look(run, client, row, says, where)
    _judge(run, client, row, call, says, where)
    note = {"connector": row.connector, "address": row.address, "of": row.part, "says": says, "where": where}
    out = Outgoing(run, client, row, call, says, where)
    actor = yield from frozen.actor_if_asked(run, client, row)
    try:
        yield Commit(lambda: run.record_part(note, None if actor is None else actor.account))
    except LedgerError as error:
        raise not_recorded(out, error) from error
    arrived = yield from send(out, forward, time.monotonic())
    if _is_kept(client, row) and arrived.verdict.state is State.LANDED:
        run.prepared.append(Prepared(call, arrived.answer.body))
    return arrived.answer


def _is_kept(client: Client, row: Operation) -> bool:
    """Whether what it says is needed when the call that commits is taken apart."""
    whole = client.connector.table.row(row.part)
    return isinstance(whole, Operation) and whole.batch is not None and whole.batch.prepared


def _judge(run: Run, client: Client, row: Operation, call: Call, says: str, where: str) -> None:
    """Refuse a part by its own name, and where the policy refuses the whole whatever its tier turns out to be.

    Where a person is to be asked, that is done for the whole: what was prepared, and is not committed, is forgotten.
    """
    whole = client.connector.table.row(row.part)
    assert isinstance(whole, Operation)  # noqa: S101 - the table was checked
    if run.names(row):
        run.judge_early(row, row.tiers[0], says, where, call)
    mildest = next((tier for tier in whole.tiers if run.may_allow(whole, tier)), whole.tiers[-1])
    run.judge_early(whole, mildest, says, where, call)
