"""`python -m benchmarks [PART ...]`: measure all parts, or those that are named, and print one table."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks import listing, reads, requests, starting, writes
from benchmarks.findings import Finding, shown
from benchmarks.machine import machine

PARTS: dict[str, Callable[[Path], Iterable[Finding]]] = {
    "starting": lambda _: starting.measure(),
    "reads": lambda _: reads.measure(),
    "writes": writes.measure,
    "listing": listing.measure,
    "requests": requests.measure,
}


def main(wanted: list[str]) -> int:
    """Measure and print; 2 for a part that there is not."""
    if not set(wanted) <= set(PARTS):
        sys.stderr.write(f"parts: {', '.join(PARTS)}\n")
        return 2
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        for spelling in (name, name.upper()):
            os.environ.pop(spelling, None)
    found: list[Finding] = []
    with tempfile.TemporaryDirectory(prefix="bench-", dir=os.environ.get("BENCH_DIR")) as folder:
        print(machine(Path(folder)), end="\n\n")
        for name, measure in PARTS.items():
            if not wanted or name in wanted:
                ledger = Path(folder) / name / "ledger.sqlite3"
                ledger.parent.mkdir()
                os.environ["AGENTREIN_LEDGER"] = str(ledger)
                sys.stderr.write(f"measuring {name} …\n")
                found += measure(ledger)
    print(shown(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
