"""One run as one JSON document for an audit: all of its chain, and what follows from it (see docs/retention.md).

A third party checks it with `agentrein.export_check`, or with any program that knows SHA-256: it needs no ledger.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any

from agentrein.children import children
from agentrein.fold import Action, fold
from agentrein.inverse_view import calls, plain
from agentrein.ledger import codec
from agentrein.ledger.chain import Stored
from agentrein.ledger.clock import now
from agentrein.ledger.encryption import Place, keyring, lacking, opened_with, sealed_with
from agentrein.ledger.protocol import Act, Entry, Record
from agentrein.long_bytes import digested
from agentrein.owner import user

FORMAT, VERSION = "agentrein.export", 1

_KINDS = {"approvals": "approval", "alerts": "alert"}
"""Parts of the document that are the payloads of entries, by how the kind of these begins."""


def document(record: Record, *, sealed: bool = False) -> dict[str, Any]:
    """The whole document; with `sealed`, payloads that are encrypted stay so, and no key is asked for.

    Otherwise raises EncryptionError without the key, and ChainBroken for a payload that does not open with it.
    """
    unsealed = {} if sealed else _unsealed(record.stored)
    found = decoded(record.stored, {n: plain for n, (_, plain) in unsealed.items()})
    return {
        "format": FORMAT,
        "version": VERSION,
        "made": {"at": now(), "by": user(), "agentrein": _version()},
        "run": _run(record),
        **derived(found, record),
        "entries": [_entry(stored, unsealed.get(stored.link.n)) for stored in record.stored],
    }


def decoded(stored: Sequence[Stored], unsealed: Mapping[int, str]) -> list[Entry]:
    """The entries as they read, `unsealed` being the plain texts of encrypted payloads, by number.

    What is pruned, and what stays encrypted, has no payload. An entry's place among all of the ledger is not told.
    """
    found = []
    for link, text in ((one.link, one.text) for one in stored):
        plain = unsealed.get(link.n) if text is None or sealed_with(text) else text
        payload = None if plain is None else codec.loads(plain)
        found.append(Entry(link.n, link.run, link.n, link.seq, link.kind, link.at, link.epoch, payload))
    return found


def place_of(stored: Stored) -> Place:
    """What the payload of an entry is sealed for."""
    return (stored.link.run, stored.link.n, stored.link.seq, stored.link.kind)


def _unsealed(stored: Sequence[Stored]) -> dict[int, tuple[bytes, str]]:
    """Of each entry whose payload is encrypted the key that opens this entry alone, and the plain text."""
    sealed = [one for one in stored if one.text is not None and sealed_with(one.text)]
    ring = keyring() if sealed else None
    found = {}
    for one in sealed:
        text = str(one.text)
        if ring is None:
            raise lacking([str(sealed_with(text))], None)
        key = ring.key_of(text, place_of(one))
        found[one.link.n] = (key, opened_with(key, text, place_of(one)))
    return found


def derived(found: Sequence[Entry], record: Record) -> dict[str, Any]:
    """What follows from the entries, so that whoever checks the document can put it together anew.

    Where payloads were pruned, or stay encrypted, the actions are those of the ledger's summary, which no chain covers.
    """
    if is_whole(found):
        actions = [_action(one) for one in fold(found)]
    else:
        actions = [_act(one, record.objects.get(one.seq, ())) for one in record.acts]
    parts: dict[str, Any] = {"children": [_child(one) for one in children(found)], "actions": actions}
    for part, kind in _KINDS.items():
        parts[part] = [
            {"n": one.n, "seq": one.seq, "kind": one.kind, "at": one.at, **(one.payload or {})}
            for one in found
            if one.kind.startswith(kind)
        ]
    return {name: as_json(value) for name, value in parts.items()}


def is_whole(found: Sequence[Entry]) -> bool:
    """Whether all payloads can be read."""
    return all(one.payload is not None for one in found)


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


def _entry(stored: Stored, unsealed: tuple[bytes, str] | None) -> dict[str, Any]:
    """One entry, with all that its digest covers, and its payload exactly as the digest of that covers it."""
    link = stored.link
    key, plain = unsealed or (None, None)
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
        "unsealed": None if key is None else {"key": b64encode(key).decode("ascii"), "text": plain},
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
        "approval": action.planned.get("approval"),
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
