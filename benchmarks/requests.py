"""How many requests AgentRein adds to a write, of every operation of every connector that has an example."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from agentrein.registry import connector
from benchmarks.counting import Counted, count
from benchmarks.findings import Finding
from benchmarks.purposes import CREATION, UPDATE

BOUNDS = {CREATION: 0, UPDATE: 1}
"""What a write of a kind may add by its kind alone; where a row needs more, docs/extra-requests.md says why."""


def measure(ledger: Path) -> Iterator[Finding]:
    """One line for each connector and kind of write, of the dearest example of each operation."""
    sys.stderr.write("  trying every example of every connector …\n")
    found = count(folder=ledger.parent / "pytest")
    for name, kind in sorted({(one.connector, one.kind) for one in found}):
        yield _finding(name, kind, [one for one in found if (one.connector, one.kind) == (name, kind)])


def _finding(name: str, kind: str, found: Sequence[Counted]) -> Finding:
    """How many of the operations stay within what is expected of their kind."""
    dearest = dict[str, int]()
    for one in found:
        dearest[one.address] = max(dearest.get(one.address, 0), len(one.asked))
    spread = ", ".join(f"{times} add {added}" for added, times in sorted(Counter(dearest.values()).items()))
    what = f"requests besides {kind} through {connector(name).sdk}"
    bound = BOUNDS.get(kind)
    if bound is None:
        return Finding(what, spread, f"at most {max(dearest.values())}")
    within = sum(added <= bound for added in dearest.values())
    target = f"at most {bound}" if bound else "none"
    return Finding(what, spread, f"{within} of {len(dearest)}", target, within == len(dearest))
