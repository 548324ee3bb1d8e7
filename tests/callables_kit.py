"""How many of an SDK's methods that write were called, and what became of each."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from agentrein.connector import Refused

COMMITTED = "FROM entries JOIN payloads ON entry = id WHERE kind IN ('planned', 'part')"
"""What is written of calls before they are sent; a part belongs to the action whose call comes last."""

REFUSED = "refused"


@dataclass
class Count:
    """What became of the methods of one SDK that write.

    A server notes each write that reaches it with `arrive()`, and in `declared` what is known to be none: reads, and
    what only gets a credential. `leaks` are writes without a committed entry of their own. `sent` are the methods with
    a write on the wire, `refused` those without one, `reads` those with declared requests only; of the `missed` ones
    nothing arrived for any other reason. `committed` is how many entries there were when the last write arrived.
    """

    sdk: str
    arrived: list[str] = field(default_factory=list)
    declared: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    reads: list[str] = field(default_factory=list)
    missed: dict[str, str] = field(default_factory=dict)
    committed: int = 0

    def arrive(self, request: str, address: str | None, ledger: Path) -> None:
        """Note a write that arrived: it leaked unless the newest entry is of its address, and came since the last."""
        self.arrived.append(request)
        with closing(sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)) as db:
            [(count,)] = db.execute(f"SELECT count(*) {COMMITTED}")
            [text] = db.execute(f"SELECT text {COMMITTED} ORDER BY id DESC LIMIT 1").fetchone() or ["{}"]
        said = json.loads(text)
        if count <= self.committed or said.get("call", said).get("address") != address:
            self.leaks.append(request)
        self.committed = count

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Note what the call in this block came to."""
        arrived, declared, why = len(self.arrived), len(self.declared), ""
        try:
            yield
        except Refused:
            why = REFUSED
        except Exception as error:  # noqa: BLE001 - what an SDK makes of a server without sense is not looked at
            why = f"{type(error).__name__}: {error}"
        if len(self.arrived) > arrived:
            self.sent.append(name)
        elif why == REFUSED:
            self.refused.append(name)
        elif not why and len(self.declared) > declared:
            self.reads.append(name)
        else:
            self.missed[name] = why or "it sent nothing"

    @property
    def done(self) -> int:
        """How many methods were exercised, or refused before the wire."""
        return len(self.sent) + len(self.refused)

    @property
    def share(self) -> float:
        """Which part of the methods that write these are."""
        return self.done / (self.done + len(self.missed))

    @property
    def told(self) -> str:
        """One line for the end of the test run."""
        return (
            f"{self.sdk}: {self.done} of {self.done + len(self.missed)} callables that write ({self.share:.1%}) were "
            f"exercised, or refused before the wire ({len(self.refused)}); {len(self.leaks)} requests unseen"
        )
