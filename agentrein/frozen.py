"""Freezes as a passage meets them: an early look, so that nothing is read in vain, and the refusal.

What counts is the look of the ledger itself, in the transaction of `planned`; see `Ledger.append`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from agentrein.errors import Frozen, LedgerError, Refused
from agentrein.ledger.freezes import check

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.drive import Steps
    from agentrein.model import Actor
    from agentrein.rows import Operation
    from agentrein.run import Run


def look(run: Run, client: Client, row: Operation, says: str, where: str) -> None:
    """Raise Refused if the connector is frozen, or the client's account where that is known by now."""
    if run.is_undo or run.dry is not None:  # no freeze stops an undo, nor what sends nothing
        return
    known = run.actor_known(client)
    try:
        check(run.ledger.freezes(), row.connector, "" if known is None else known.account, where=run.ledger.url)
    except Frozen as frozen:
        raise refusal(run, frozen, row, says, where) from None


def actor_of(run: Run, client: Client, row: Operation, says: str, where: str) -> Steps[Actor]:
    """Who the client acts for; raises Refused where that had to be read and is frozen."""
    known = run.actor_known(client)
    if known is not None:
        return known
    actor = yield from run.actor_of(client)
    look(run, client, row, says, where)
    return actor


def actor_if_asked(run: Run, client: Client, row: Operation) -> Steps[Actor | None]:
    """Who the client acts for, as far as that is known; read where an account of the connector is frozen."""
    known = run.actor_known(client)
    if (
        known is None
        and not run.is_undo
        and any(one.account and one.connector == row.connector for one in run.ledger.freezes())
    ):
        known = yield from run.actor_of(client)
    return known


def refusal(run: Run, frozen: Frozen, row: Operation, says: str, where: str) -> Refused:
    """The refusal of a frozen write, which the run keeps on record."""
    note_refused(run, row, says, where)
    return Refused(
        f"refused: {says}",
        why=f"{frozen.what}. Nothing was sent.",
        reason="frozen",
        operation=row.name,
        says=says,
        where=run.place(where),
        now=frozen.now,
    )


def note_refused(run: Run, row: Operation, says: str, where: str) -> None:
    """Keep on record that a write was refused."""
    note = {
        "connector": row.connector,
        "address": row.address,
        "says": says,
        "tier": row.tiers[-1].value,
        "where": where,
    }
    with suppress(LedgerError):  # a refusal needs no record to be safe
        run.ledger.append(run.id, "refused", note, epoch=run.epoch)
