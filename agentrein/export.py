"""One run as one JSON document for an audit: all of its chain, and what follows from it (see docs/retention.md).

A third party checks it with `agentrein.export_check`, or with any program that knows SHA-256: it needs no ledger.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from agentrein.children import children
from agentrein.fold import Action, fold
from agentrein.inverse_view import calls, plain
from agentrein.ledger import codec
from agentrein.ledger.chain import Stored
from agentrein.ledger.clock import now
from agentrein.ledger.protocol import Act, Entry, Record
from agentrein.long_bytes import digested
from agentrein.owner import user

FORMAT, VERSION = "agentrein.export", 1

_KINDS = {"approvals": "approval", "alerts": "alert"}
"""Parts of the document that are the payloads of entries, by how the kind of these begins."""


def document(record: Record, found: Sequence[Entry]) -> dict[str, Any]:
    """The whole document; `found` are the record's entries, decoded."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "made": {"at": now(), "by": user(), "agentrein": _version()},
        "run": _run(record),
        **derived(found, record),
        "entries": [_entry(stored) for stored in record.stored],
    }


def derived(found: Sequence[Entry], record: Record) -> dict[str, Any]:
    """What follows from the entries, so that whoever checks the document can put it together anew.

    Of a run whose payloads were pruned the actions are those of the ledger's summary, which no chain covers.
    """
    actions = [_action(one) for one in fold(found)]
    if not actions:
        actions = [_act(one, record.objects.get(one.seq, ())) for one in record.acts]
    parts: dict[str, Any] = {"children": [_child(one) for one in children(found)], "actions": actions}
    for part, kind in _KINDS.items():
        parts[part] = [
            {"n": one.n, "seq": one.seq, "kind": one.kind, "at": one.at, **(one.payload or {})}
            for one in found
            if one.kind.startswith(kind)
        ]
    return {name: as_json(value) for name, value in parts.items()}


def as_json(value: Any) -> Any:
    """The value in the encoding of payloads, long bytes as their digests."""
    return json.loads(codec.dumps(digested(value)))


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("agentrein")
    except PackageNotFoundError:  # run from its sources
        return ""


def _run(record: Record) -> dict[str, Any]:
    row = record.row
    return {
        "id": row.id,
        "name": row.name,
        "status": row.status,
        "because": row.because,
        "by": row.by,
        "key": row.key,
        "started": row.started,
        "ended": row.ended,
        "pruned": row.pruned,
        "epoch": row.epoch,
        "owner": as_json(row.owner),
        "actions": row.actions,
        "entries": record.entries,
        "head": row.head,
    }


def _entry(stored: Stored) -> dict[str, Any]:
    """One entry, with all that its digest covers, and its payload exactly as the digest of that covers it."""
    link = stored.link
    return {
        "n": link.n,
        "seq": link.seq,
        "kind": link.kind,
        "at": link.at,
        "epoch": link.epoch,
        "format": link.format,
        "payload": link.payload,
        "prev": link.prev,
        "digest": stored.digest,
        "salt": stored.salt,
        "text": stored.text,
    }


def _action(action: Action) -> dict[str, Any]:
    return {
        "seq": action.seq,
        "connector": action.connector,
        "address": action.address,
        "sdk": action.sdk,
        "says": action.says,
        "tier": action.tier.value,
        "state": action.state.value,
        "object": action.object,
        "actor": action.planned["actor"],
        "planned": action.at,
        "status": action.status,
        "message": action.reason,
        "attempts": action.attempts,
        "conflicts": list(action.conflicts),
        "by": action.by,
        "residue": action.residue,
        "where": action.where,
        "steps": action.planned["steps"],
        "inverse": [
            {"address": one.address, "params": plain(one.params), "body": plain(one.body)}
            for effect in action.effects
            for one in calls(effect.inverse)
        ],
    }


def _act(act: Act, objects: Sequence[str]) -> dict[str, Any]:
    """An action of which only the summary is left."""
    return {
        "seq": act.seq,
        "connector": act.connector,
        "address": act.address,
        "tier": act.tier,
        "state": act.state,
        "object": " ".join(objects) or None,
    }


def _child(child: Any) -> Mapping[str, Any]:
    return {
        "id": child.id,
        "name": child.name,
        "because": child.because,
        "by": child.by,
        "where": child.where,
        "within": list(child.within),
        "started": child.started,
        "ended": child.ended,
        "status": None if child.end is None else child.end.value,
    }
