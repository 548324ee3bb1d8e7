"""An armed read against a plain one, through the whole SDK."""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import copy_context

import agentrein as rein
from benchmarks.bench import Bench
from benchmarks.findings import Finding, micros
from benchmarks.rounds import interleaved
from benchmarks.vendors import BENCHES, vendors

ROUNDS = 4000
MOST = 20e-6


def measure() -> Iterator[Finding]:
    """One finding for each SDK."""
    for bench in BENCHES:
        with vendors():
            yield _measured(bench)


def _measured(bench: Bench) -> Finding:
    plain, armed, outside = bench.client(), bench.armed(), copy_context()
    with rein.run("reads"):
        inside = copy_context()
        times = interleaved(
            {
                "plain": lambda: outside.run(bench.read, plain),
                "armed": lambda: inside.run(bench.read, armed),
            },
            ROUNDS,
            warm=100,
        )
    more = times["armed"] - times["plain"]
    return Finding(
        f"an armed read of {bench.sdk}, in a run",
        f"plain {micros(times['plain'])}, armed {micros(times['armed'])}",
        f"{more * 1e6:+.1f} µs",
        "under 20 µs more",
        more < MOST,
    )
