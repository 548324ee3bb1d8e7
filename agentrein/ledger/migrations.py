"""The tables of a SQLite ledger: numbered steps, each applied in one transaction together with its version row."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from agentrein.ledger.clock import now

APPLICATION_ID = 0x5265696E
"""`Rein` in ASCII, in the file's header: this SQLite file is a ledger."""


def _first(db: sqlite3.Connection) -> None:
    """Runs, entries, payloads, actions and their objects."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute("CREATE TABLE migrations (version INTEGER PRIMARY KEY, at TEXT NOT NULL)")
    for statement in (_RUNS, _BY_STATUS, _ENTRIES, _PAYLOADS, *_FINAL, _ACTIONS, _OPEN, _OBJECTS):
        db.execute(statement)


def _second(db: sqlite3.Connection) -> None:
    """Keys of runs, child runs, what was called beside each action's state, and when payloads were pruned."""
    for column in ("key TEXT", "pruned TEXT"):
        db.execute(f"ALTER TABLE runs ADD COLUMN {column}")
    for column in ("connector", "address", "tier"):
        db.execute(f"ALTER TABLE actions ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
    for statement in (_BY_KEY, _CHILDREN, _CHILDREN_OF, _CALLED):
        db.execute(statement)


def _third(db: sqlite3.Connection) -> None:
    """Freezes: which writes a person has stopped."""
    for statement in (_FREEZES, _FROZEN, _FREEZES_STAY):
        db.execute(statement)


def _fourth(db: sqlite3.Connection) -> None:
    """With which key a payload is encrypted."""
    db.execute("ALTER TABLE payloads ADD COLUMN key TEXT")
    db.execute("CREATE INDEX payloads_by_key ON payloads (key) WHERE key IS NOT NULL")


def _fifth(db: sqlite3.Connection) -> None:
    """What was asked of a person before it is sent, by the number that people type."""
    for statement in (_APPROVALS, _WAITING):
        db.execute(statement)


_RUNS = """
CREATE TABLE runs (
    place    INTEGER PRIMARY KEY,
    id       TEXT NOT NULL UNIQUE,
    name     TEXT NOT NULL,
    status   TEXT NOT NULL,
    epoch    INTEGER NOT NULL,
    owner    TEXT NOT NULL,
    actions  INTEGER NOT NULL DEFAULT 0,
    entries  INTEGER NOT NULL DEFAULT 0,
    head     TEXT NOT NULL DEFAULT '',
    started  TEXT NOT NULL,
    ended    TEXT,
    because  TEXT,
    by       TEXT NOT NULL
)"""

_ENTRIES = """
CREATE TABLE entries (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    run      TEXT NOT NULL,
    n        INTEGER NOT NULL,
    seq      INTEGER,
    kind     TEXT NOT NULL,
    at       TEXT NOT NULL,
    epoch    INTEGER NOT NULL,
    format   INTEGER NOT NULL,
    payload  TEXT NOT NULL,
    prev     TEXT NOT NULL,
    digest   TEXT NOT NULL,
    UNIQUE (run, n)
)"""

_PAYLOADS = """
CREATE TABLE payloads (
    entry    INTEGER PRIMARY KEY REFERENCES entries (id),
    salt     TEXT NOT NULL,
    text     TEXT NOT NULL
)"""

_ACTIONS = """
CREATE TABLE actions (
    run      TEXT NOT NULL,
    seq      INTEGER NOT NULL,
    state    TEXT NOT NULL DEFAULT 'planned',
    fields   TEXT NOT NULL DEFAULT '[]',
    landed   INTEGER,
    PRIMARY KEY (run, seq)
) WITHOUT ROWID"""

_OBJECTS = """
CREATE TABLE objects (
    object   TEXT NOT NULL,
    run      TEXT NOT NULL,
    seq      INTEGER NOT NULL,
    PRIMARY KEY (object, run, seq)
) WITHOUT ROWID"""

_APPROVALS = """
CREATE TABLE approvals (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    run      TEXT NOT NULL,
    entry    INTEGER NOT NULL,
    state    TEXT NOT NULL,
    expires  TEXT NOT NULL
)"""

_WAITING = "CREATE INDEX approvals_waiting ON approvals (number) WHERE state = 'asked'"

_BY_STATUS = "CREATE INDEX runs_by_status ON runs (status, place)"

UNSETTLED = "landed IS NULL AND state NOT IN ('rejected', 'unchanged', 'reverted', 'compensated')"
"""What is true of an action as long as nobody knows whether it landed, and it may stand."""

_OPEN = f"CREATE INDEX actions_unsettled ON actions (run, seq) WHERE {UNSETTLED}"

_BY_KEY = "CREATE UNIQUE INDEX runs_by_key ON runs (name, key) WHERE key IS NOT NULL"

_CHILDREN = """
CREATE TABLE children (
    id       TEXT PRIMARY KEY,
    root     TEXT NOT NULL
) WITHOUT ROWID"""

_CHILDREN_OF = "CREATE INDEX children_by_root ON children (root)"

_CALLED = """
UPDATE actions SET (connector, address, tier) = (
    SELECT json_extract(text, '$.connector'), json_extract(text, '$.address'), json_extract(text, '$.tier')
    FROM entries JOIN payloads ON entry = id
    WHERE entries.run = actions.run AND entries.seq = actions.seq AND kind = 'planned'
) WHERE EXISTS (
    SELECT 1 FROM entries JOIN payloads ON entry = id
    WHERE entries.run = actions.run AND entries.seq = actions.seq AND kind = 'planned'
      AND json_extract(text, '$.connector') IS NOT NULL AND json_extract(text, '$.address') IS NOT NULL
      AND json_extract(text, '$.tier') IS NOT NULL
)"""

_FINAL = tuple(
    f"CREATE TRIGGER {table}_{change.lower()} BEFORE {change} ON {table} "
    f"BEGIN SELECT RAISE(ABORT, '{table} are never changed'); END"
    for table, change in (("entries", "UPDATE"), ("entries", "DELETE"), ("payloads", "UPDATE"))
)

_FREEZES = """
CREATE TABLE freezes (
    place     INTEGER PRIMARY KEY,
    connector TEXT NOT NULL,
    account   TEXT NOT NULL,
    why       TEXT NOT NULL,
    by        TEXT NOT NULL,
    at        TEXT NOT NULL,
    thawed    TEXT,
    thawed_by TEXT
)"""

_FROZEN = "CREATE UNIQUE INDEX freezes_in_force ON freezes (connector, account COLLATE NOCASE) WHERE thawed IS NULL"

_FREEZES_STAY = (
    "CREATE TRIGGER freezes_delete BEFORE DELETE ON freezes "
    "BEGIN SELECT RAISE(ABORT, 'freezes are thawed, never deleted'); END"
)

MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_first, _second, _third, _fourth, _fifth)
VERSION = len(MIGRATIONS)


def version(db: sqlite3.Connection) -> int | None:
    """The file's version: 0 for an empty file, None for a SQLite file of something else.

    Another process may be making the tables right now: the order of these questions is one that this cannot mislead.
    """
    names = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    if not names:
        return 0
    if "migrations" not in names or db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        return None
    return int(db.execute("SELECT max(version) FROM migrations").fetchone()[0])


def step(db: sqlite3.Connection) -> int | None:
    """Apply the next migration, if there is one, inside the caller's transaction; returns the version then."""
    have = version(db)
    if have is None or have >= VERSION:
        return have
    MIGRATIONS[have](db)
    db.execute("INSERT INTO migrations (version, at) VALUES (?, ?)", (have + 1, now()))
    return have + 1
