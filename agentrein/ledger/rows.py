"""The statements of the SQLite ledger: what one append writes, and how rows become the protocol's records."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agentrein.ledger import codec, encryption
from agentrein.ledger.chain import Link, Stored
from agentrein.ledger.encryption import Opener, Place
from agentrein.ledger.migrations import UNSETTLED
from agentrein.ledger.protocol import Act, Decided, Entry, Question, RunRow, Summary, Touch

_RUN = "SELECT id, name, status, epoch, owner, actions, started, ended, because, by, head, key, pruned FROM runs"
_TOUCH = "SELECT run, seq, object, state, fields, landed FROM objects JOIN actions USING (run, seq)"


@dataclass(frozen=True, slots=True)
class Head:
    """Where a run's chain ends, and the version of the ledger's tables at this moment."""

    epoch: int
    owner: str
    actions: int
    entries: int
    digest: str
    version: int
    pruned: str | None


def head(db: sqlite3.Connection, run: str) -> Head | None:
    """The run's head, None if there is no such run."""
    found = db.execute(
        "SELECT epoch, owner, actions, entries, head, (SELECT max(version) FROM migrations), pruned"
        " FROM runs WHERE id = ?",
        (run,),
    ).fetchone()
    return Head(*found) if found else None


def insert_run(db: sqlite3.Connection, row: RunRow) -> None:
    """Insert the summary row of a new run."""
    db.execute(
        "INSERT INTO runs (id, name, status, epoch, owner, started, because, by, key)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (row.id, row.name, row.status, row.epoch, codec.dumps(row.owner), row.started, row.because, row.by, row.key),
    )


def set_owner(db: sqlite3.Connection, run: str, epoch: int, owner: Mapping[str, Any]) -> None:
    """Give a run its next epoch and owner."""
    db.execute("UPDATE runs SET epoch = ?, owner = ? WHERE id = ?", (epoch, codec.dumps(owner), run))


def insert_entry(db: sqlite3.Connection, link: Link, digest: str, salt: str, text: str) -> int:
    """Insert an entry and its payload; returns the entry's id."""
    added = db.execute(
        "INSERT INTO entries (run, n, seq, kind, at, epoch, format, payload, prev, digest)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            link.run,
            link.n,
            link.seq,
            link.kind,
            link.at,
            link.epoch,
            link.format,
            link.payload,
            link.prev,
            digest,
        ),
    ).lastrowid
    key = encryption.sealed_with(text)
    db.execute("INSERT INTO payloads (entry, salt, text, key) VALUES (?, ?, ?, ?)", (added, salt, text, key))
    return int(added or 0)


def advance(db: sqlite3.Connection, link: Link, digest: str, actions: int, summary: Summary) -> None:
    """Move the run's summary on to its new last entry."""
    changes: dict[str, object] = {"head": digest, "entries": link.n, "actions": actions}
    if summary.status is not None:  # named only when it changes: naming it rewrites its index
        changes["status"] = summary.status
    if summary.ended:
        changes["ended"] = link.at
    elif summary.status == "open":
        changes["ended"] = None
    assignments = ", ".join(f"{column} = ?" for column in changes)
    db.execute(f"UPDATE runs SET {assignments} WHERE id = ?", (*changes.values(), link.run))


def fold(db: sqlite3.Connection, run: str, seq: int, entry: int, summary: Summary) -> None:
    """Write what an entry says about its action into the action's summary."""
    said: dict[str, object] = {
        "state": summary.state,
        "fields": None if summary.fields is None else codec.dumps(summary.fields),
        "landed": entry if summary.landed else None,
        "connector": summary.connector,
        "address": summary.address,
        "tier": summary.tier,
    }
    known = {column: value for column, value in said.items() if value is not None}
    columns = "".join(f", {column}" for column in known)
    places = ", ?" * len(known)
    changes = ", ".join(f"{column} = excluded.{column}" for column in known)
    clash = f"UPDATE SET {changes}" if known else "NOTHING"
    db.execute(
        f"INSERT INTO actions (run, seq{columns}) VALUES (?, ?{places}) ON CONFLICT (run, seq) DO {clash}",
        (run, seq, *known.values()),
    )
    if summary.objects:
        rows = ", ".join(["(?, ?, ?)"] * len(summary.objects))
        values = [part for item in summary.objects for part in (item, run, seq)]
        db.execute(f"INSERT OR IGNORE INTO objects (object, run, seq) VALUES {rows}", values)


def next_question(db: sqlite3.Connection) -> int:
    """The number that the next approval gets; one that was given is never given again."""
    found = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'approvals'").fetchone()
    return 1 + (int(found[0]) if found else 0)


def decide(db: sqlite3.Connection, run: str, entry: int, said: Decided) -> None:
    """Write what an entry says of an approval: a new one, or the next state of one of the same run."""
    if said.number:
        db.execute("UPDATE approvals SET state = ? WHERE number = ? AND run = ?", (said.state, said.number, run))
        return
    values = (run, entry, said.state, said.expires)
    db.execute("INSERT INTO approvals (run, entry, state, expires) VALUES (?, ?, ?, ?)", values)


_QUESTION = (
    "SELECT number, approvals.run, state, expires, id, entries.run, n, seq, kind, at, epoch, text"
    " FROM approvals JOIN entries ON id = approvals.entry LEFT JOIN payloads ON payloads.entry = id"
)


def questions(db: sqlite3.Connection, states: Iterable[str]) -> list[Question]:
    """The approvals that stand so, oldest first."""
    wanted = tuple(states)
    places = ", ".join("?" * len(wanted))
    found = db.execute(f"{_QUESTION} WHERE state IN ({places}) ORDER BY number", wanted)
    return [_question(row) for row in found]


def question(db: sqlite3.Connection, number: int) -> Question | None:
    """One approval by its number."""
    found = db.execute(f"{_QUESTION} WHERE number = ?", (number,)).fetchone()
    return None if found is None else _question(found)


def _question(row: Sequence[Any]) -> Question:
    number, run, state, expires, *asked = row
    return Question(number, run, state, expires, _entry(asked, Opener()))


def entries(db: sqlite3.Connection, run: str) -> list[Entry]:
    """All entries of a run in order, with the payloads that are still there."""
    found = db.execute(
        "SELECT id, run, n, seq, kind, at, epoch, text FROM entries LEFT JOIN payloads ON entry = id"
        " WHERE run = ? ORDER BY n",
        (run,),
    )
    opener = Opener()
    return [_entry(row, opener) for row in found]


def _entry(row: Sequence[Any], opener: Opener) -> Entry:
    id_, run, n, seq, kind, at, epoch, text = row
    payload = None if text is None else codec.loads(opener.opened(text, (run, n, seq, kind)))
    return Entry(id_, run, n, seq, kind, at, epoch, payload)


def keys_in_use(db: sqlite3.Connection) -> list[str]:
    """The ids of all encryption keys that payloads which are still there need, one step of the index for each."""
    found: list[str] = []
    while True:
        (key,) = db.execute("SELECT min(key) FROM payloads WHERE key > ?", (found[-1] if found else "",)).fetchone()
        if key is None:
            return found
        found.append(key)


def last_entry(db: sqlite3.Connection, run: str, kind: str) -> Entry | None:
    """The newest entry of a kind in a run."""
    found = db.execute(
        "SELECT id, run, n, seq, kind, at, epoch, text FROM entries LEFT JOIN payloads ON entry = id"
        " WHERE run = ? AND kind = ? ORDER BY n DESC LIMIT 1",
        (run, kind),
    ).fetchone()
    return None if found is None else _entry(found, Opener())


def acts(db: sqlite3.Connection, run: str) -> list[Act]:
    """The summaries of a run's actions, by number."""
    found = db.execute(
        "SELECT seq, state, connector, address, tier, landed FROM actions WHERE run = ? ORDER BY seq", (run,)
    )
    return [Act(*row) for row in found]


def objects(db: sqlite3.Connection, run: str) -> dict[int, list[str]]:
    """What each action of a run touched; reads the whole table, which is sorted by object."""
    found: dict[int, list[str]] = {}
    for seq, name in db.execute("SELECT seq, object FROM objects WHERE run = ? ORDER BY seq, object", (run,)):
        found.setdefault(seq, []).append(name)
    return found


def states(db: sqlite3.Connection, run: str) -> dict[str, int]:
    """How many actions of a run are in which state."""
    return dict(db.execute("SELECT state, count(*) FROM actions WHERE run = ? GROUP BY state", (run,)).fetchall())


def stored(db: sqlite3.Connection, run: str) -> Iterator[Stored]:
    """All entries of a run in order, as their chain needs them."""
    found = db.execute(
        "SELECT prev, run, n, seq, kind, at, epoch, format, payload, digest, salt, text"
        " FROM entries LEFT JOIN payloads ON entry = id WHERE run = ? ORDER BY n",
        (run,),
    )
    return (Stored(Link(*row[:9]), *row[9:]) for row in found)


def run_row(db: sqlite3.Connection, run: str) -> RunRow | None:
    """One run's summary, None if there is no such run."""
    found = db.execute(f"{_RUN} WHERE id = ?", (run,)).fetchone()
    return _run_row(found, Opener()) if found else None


def run_rows(db: sqlite3.Connection, statuses: Iterable[str], limit: int | None) -> list[RunRow]:
    """Summaries of runs, newest first."""
    wanted = tuple(statuses)
    where = f" WHERE status IN ({', '.join('?' * len(wanted))})" if wanted else ""
    found = db.execute(f"{_RUN}{where} ORDER BY place DESC LIMIT ?", (*wanted, -1 if limit is None else limit))
    opener = Opener()
    return [_run_row(row, opener) for row in found]


def run_counts(db: sqlite3.Connection) -> dict[str, int]:
    """How many runs there are, by status."""
    return dict(db.execute("SELECT status, count(*) FROM runs GROUP BY status").fetchall())


def run_with_key(db: sqlite3.Connection, name: str, key: str) -> str | None:
    """The run of a name that has a key."""
    found = db.execute("SELECT id FROM runs WHERE name = ? AND key = ?", (name, key)).fetchone()
    return None if found is None else str(found[0])


def insert_child(db: sqlite3.Connection, child: str, root: str) -> None:
    """Note whose child a run is."""
    db.execute("INSERT INTO children (id, root) VALUES (?, ?)", (child, root))


def root_of(db: sqlite3.Connection, run: str) -> str | None:
    """The root of a child run; None for what is none."""
    found = db.execute("SELECT root FROM children WHERE id = ?", (run,)).fetchone()
    return None if found is None else str(found[0])


def last_runs(db: sqlite3.Connection, limit: int) -> list[str]:
    """Ids of the newest runs, newest first."""
    return [row[0] for row in db.execute("SELECT id FROM runs ORDER BY place DESC LIMIT ?", (limit,))]


def runs_beginning(db: sqlite3.Connection, beginnings: Sequence[str], limit: int) -> list[str]:
    """Ids of runs, children among them, that begin with one of these texts, literally."""
    found: set[str] = set()
    for text in beginnings:
        for table in ("runs", "children"):
            rows = db.execute(
                f"SELECT id FROM {table} WHERE id >= ? AND substr(id, 1, ?) = ? ORDER BY id LIMIT ?",
                (text, len(text), text, limit),
            )
            found.update(row[0] for row in rows)
    return sorted(found)


def touching(db: sqlite3.Connection, objects: Iterable[str]) -> list[Touch]:
    """Actions on these objects and on their children, in the order in which they landed; not landed ones last."""
    found: set[Touch] = set()
    for item in objects:
        rows = db.execute(
            f"{_TOUCH} WHERE object = ? UNION ALL {_TOUCH} WHERE object >= ? AND object < ?",
            (item, item + "/", item + "0"),  # `0` is the character after `/`: a range is literal where LIKE is not
        )
        for run, seq, name, state, fields, landed in rows:
            found.add(Touch(run, seq, name, state, tuple(json.loads(fields)), landed))
    return sorted(found, key=lambda one: (one.landed is None, one.landed or 0, one.run, one.seq, one.object))


def unsettled(db: sqlite3.Connection) -> list[tuple[str, int]]:
    """Actions that are not known to have landed, nor not to stand; the words are those of the index."""
    return list(db.execute(f"SELECT run, seq FROM actions WHERE {UNSETTLED} ORDER BY run, seq"))


def _run_row(row: Sequence[Any], opener: Opener) -> RunRow:
    run, name, status, epoch, owner, actions, started, ended, because, *rest = row
    because = opener.readable(because, because_of(run))
    return RunRow(run, name, status, epoch, codec.loads(owner), actions, started, ended, because, *rest)


def because_of(run: str) -> Place:
    """What a run's `because` is sealed for."""
    return (run, 0, None, "because")
