"""Freezes: rows by which a person stops writes, read in the very transaction that would commit one."""

from __future__ import annotations

import shlex
import sqlite3
from collections.abc import Iterable

from agentrein.errors import Frozen
from agentrein.ledger.clock import now
from agentrein.ledger.protocol import Freeze

_COLUMNS = "connector, account, why, by, at"


def in_force(db: sqlite3.Connection) -> list[Freeze]:
    """Those that nobody has thawed, oldest first."""
    found = db.execute(f"SELECT {_COLUMNS} FROM freezes WHERE thawed IS NULL ORDER BY place")
    return [Freeze(*row) for row in found]


def check(found: Iterable[Freeze], connector: str, account: str | None, *, where: str) -> None:
    """Raise `Frozen` if one of them stops a write of this account."""
    for one in found:
        if one.stops(connector, account):
            raise Frozen(because(one), where=where, now=until(one))


def because(one: Freeze) -> str:
    """Who stopped what, when and why."""
    return f"{one.name or 'everything'} was frozen by {one.by} at {one.at[:16].replace('T', ' ')} UTC: {one.why}"


def until(one: Freeze) -> str:
    """What to do about it."""
    thaw = f"rein thaw {shlex.quote(one.name)}" if one.name else "rein thaw"
    return f"stop the work until a person lifts it:  {thaw}   (reverts and recoveries go on meanwhile)"


def begin(db: sqlite3.Connection, wanted: Freeze) -> Freeze:
    """Write a freeze, unless one of the same is in force, which is given then."""
    known = _of(db, wanted.connector, wanted.account)
    if known is not None:
        return known
    values = (wanted.connector, wanted.account, wanted.why, wanted.by, wanted.at)
    db.execute(f"INSERT INTO freezes ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)", values)
    return wanted


def end(db: sqlite3.Connection, connector: str, account: str, *, by: str) -> Freeze | None:
    """Note that the freeze of exactly this was lifted, and give it; None if there is none."""
    known = _of(db, connector, account)
    if known is not None:
        db.execute(
            "UPDATE freezes SET thawed = ?, thawed_by = ? WHERE thawed IS NULL AND connector = ? AND account = ?",
            (now(), by, known.connector, known.account),
        )
    return known


def _of(db: sqlite3.Connection, connector: str, account: str) -> Freeze | None:
    mine = (one for one in in_force(db) if one.connector == connector)
    return next((one for one in mine if one.account.casefold() == account.casefold()), None)
