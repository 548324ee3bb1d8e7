"""The hash chain of a run: each entry's digest covers the one before and a salted digest of its payload.

Because the chain covers the payload's digest and not the payload, a payload can be pruned (text and salt together) and
the chain still verifies; without the salt nobody can guess what the text was.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from agentrein.errors import ChainBroken

START = ""
"""What stands for the digest before the first entry, and for the head of a run without entries."""

_ENCODER = json.JSONEncoder(separators=(",", ":"))


def new_salt() -> str:
    """Sixteen random bytes in hexadecimal."""
    return secrets.token_hex(16)


def payload_digest(salt: str, text: str) -> str:
    """SHA-256, in hexadecimal, over the salt's hexadecimal form followed by the payload's text (both are ASCII)."""
    return hashlib.sha256((salt + text).encode("ascii")).hexdigest()


@dataclass(frozen=True, slots=True)
class Link:
    """What the chain covers of one entry; `payload` is the salted digest of its payload."""

    prev: str
    run: str
    n: int
    seq: int | None
    kind: str
    at: str
    epoch: int
    format: int
    payload: str

    def digest(self) -> str:
        """SHA-256 over the fields above, in this order, as one compact JSON array in ASCII."""
        parts = [self.prev, self.run, self.n, self.seq, self.kind, self.at, self.epoch, self.format, self.payload]
        return hashlib.sha256(_ENCODER.encode(parts).encode("ascii")).hexdigest()


@dataclass(frozen=True, slots=True)
class Stored:
    """One entry as it was found: its link, the digest beside it, and its payload unless that was pruned."""

    link: Link
    digest: str
    salt: str | None
    text: str | None


def verify(run: str, found: Iterable[Stored], *, entries: int, head: str, where: str) -> str:
    """The head of a chain that fits; `ChainBroken` names the first entry that does not.

    `entries` and `head` are what the run's summary says.
    """
    n, digest, gone = 0, START, 0
    for stored in found:
        n += 1
        fault = _fault(stored, n, digest)
        if fault:
            raise _broken(run, n, fault, where)
        digest = stored.digest
        if stored.link.kind == "pruned":
            gone = 0  # an entry of the chain answers for all before it
        if stored.text is None:
            gone = gone or n
    if n < entries:
        raise _broken(run, n + 1, "it is missing", where)
    if n > entries or digest != head:
        raise _broken(run, n, f"the run's summary speaks of {entries} entries and another head", where)
    if gone:
        raise _broken(run, gone, "its payload was deleted, and no entry says that the run was pruned", where)
    return digest


def _fault(stored: Stored, n: int, prev: str) -> str:
    link = stored.link
    if link.n != n:
        return "it is missing"
    if link.prev != prev:
        return "it does not follow the entry before it"
    if link.digest() != stored.digest:
        return "it was changed"
    if stored.text is not None and payload_digest(stored.salt or "", stored.text) != link.payload:
        return "its payload was changed"
    return ""


def _broken(run: str, n: int, fault: str, where: str) -> ChainBroken:
    return ChainBroken(
        f"entry {n} of run {run} does not fit: {fault}",
        where=where,
        now="treat the record of this run from that entry on as untrusted, and compare it with a backup",
    )
