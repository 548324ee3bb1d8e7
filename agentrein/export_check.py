"""Checking a document that `agentrein.export` made, with nothing at hand but the document."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentrein.errors import ChainBroken, LedgerUnusable
from agentrein.export import FORMAT, VERSION, decoded, derived, is_whole, place_of
from agentrein.ledger import chain
from agentrein.ledger.chain import Link, Stored
from agentrein.ledger.encryption import opened_with
from agentrein.ledger.protocol import Entry, Record, RunRow


@dataclass(frozen=True, slots=True)
class Checked:
    """A chain that verifies: of which run, how many entries, how many of their payloads are gone, all its digests."""

    run: str
    name: str
    head: str
    digests: tuple[str, ...]
    pruned: int

    @property
    def entries(self) -> int:
        """How many entries the chain has."""
        return len(self.digests)


def check_record(record: Record, where: str) -> Checked:
    """Check the chain of a run as it is stored; raises ChainBroken, naming the first entry that does not fit."""
    row = record.row
    head = chain.verify(row.id, record.stored, entries=record.entries, head=row.head, where=where)
    gone = sum(one.text is None for one in record.stored)
    return Checked(row.id, row.name, head, tuple(one.digest for one in record.stored), gone)


def check_head(checked: Checked, head: str, where: str) -> int:
    """After which entry the chain had this head; raises ChainBroken where it never had."""
    if head in checked.digests:
        return checked.digests.index(head) + 1
    raise ChainBroken(
        f"run {checked.run} never had the head {head[:8]}…: entries were cut off at its end, or it was rewritten",
        where=where,
        now="treat the record of this run as untrusted, and compare it with a backup or an export",
    )


def check_file(path: Path) -> Checked:
    """Check an exported document: its chain, and that the rest of it says what the chain does.

    Raises LedgerUnusable for what is no such document, ChainBroken for one that was changed.
    """
    said = _read(path)
    try:
        record = _record(said)
        checked = check_record(record, str(path))
        found = decoded(record.stored, _unsealed(said, record))
        _check_parts(said, found, record, str(path))
    except ChainBroken as broken:
        broken.where = broken.where or str(path)
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as problem:
        raise _no_export(path, f"{type(problem).__name__} in its parts") from problem
    return checked


def _read(path: Path) -> dict[str, Any]:
    try:
        said = json.loads(path.read_bytes())
    except OSError as error:
        raise LedgerUnusable(f"the export cannot be read: {error.strerror}", where=str(path)) from error
    except (ValueError, RecursionError) as error:
        raise _no_export(path, "it is no JSON") from error
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise _no_export(path, f"its format is not {FORMAT!r}")
    if said.get("version") != VERSION:
        raise LedgerUnusable(
            f"this export has version {said.get('version')!r}, this AgentRein knows {VERSION}",
            where=str(path),
            now="upgrade agentrein in this environment: pip install --upgrade agentrein",
        )
    return said


def _no_export(path: Path, why: str) -> LedgerUnusable:
    return LedgerUnusable(f"this is no export of a run: {why}", where=str(path), now="rein export RUN makes one")


def _unsealed(said: Mapping[str, Any], record: Record) -> dict[int, str]:
    """The plain texts that the document gives for encrypted payloads, each opened once more with its own key."""
    found = {}
    for one, stored in zip(said["entries"], record.stored, strict=True):
        told, n = one["unsealed"], stored.link.n
        if told is None:
            continue
        plain = opened_with(b64decode(told["key"]), str(stored.text), place_of(stored))
        if plain != told["text"]:
            raise ChainBroken(
                f"entry {n} of run {record.row.id} does not fit: its encrypted payload says something else",
                now="treat what the document says in plain of that entry as untrusted",
            )
        found[n] = plain
    return found


def _record(said: Mapping[str, Any]) -> Record:
    """The record that the document was made of, as far as it tells."""
    run = said["run"]
    row = RunRow(
        run["id"],
        run["name"],
        run["status"],
        run["epoch"],
        run["owner"],
        run["actions"],
        run["started"],
        run["ended"],
        run["because"],
        run["by"],
        run["head"],
        run["key"],
        run["pruned"],
    )
    stored = tuple(_stored(run["id"], one) for one in said["entries"])
    return Record(row, run["entries"], stored, (), {})


def _stored(run: str, one: Mapping[str, Any]) -> Stored:
    link = Link(
        one["prev"], run, one["n"], one["seq"], one["kind"], one["at"], one["epoch"], one["format"], one["payload"]
    )
    return Stored(link, one["digest"], one["salt"], one["text"])


def _check_parts(said: Mapping[str, Any], found: list[Entry], record: Record, where: str) -> None:
    """Raise ChainBroken where what is told beside the entries is not what they say."""
    parts = derived(found, record)
    if not isinstance(said["actions"], list):
        raise TypeError
    wrong = [name for name, value in parts.items() if said[name] != value]
    if not is_whole(found):
        wrong = [name for name in wrong if name != "actions"]
    wrong += _untrue(record.row, found)
    if wrong:
        raise ChainBroken(
            f"the entries of run {record.row.id} verify, but the document says something else under {', '.join(wrong)}",
            where=where,
            now="treat everything in the document but its entries as untrusted",
        )


def _untrue(row: RunRow, found: list[Entry]) -> list[str]:
    """What the document says of the run itself and its entries do not."""
    wrong = []
    opened = next((one.payload for one in found if one.kind == "opened" and one.payload is not None), None)
    if opened is not None:
        wrong += [f"run.{name}" for name in ("name", "because", "by") if getattr(row, name) != opened[name]]
    if row.actions != max((one.seq or 0 for one in found), default=0):
        wrong.append("run.actions")
    if (row.pruned is not None) != any(one.kind == "pruned" for one in found):
        wrong.append("run.pruned")
    return wrong
