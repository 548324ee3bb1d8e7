"""What importing costs: the package itself, and the standard library's `copy` with it loaded."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Iterator

from benchmarks.findings import Finding, micros
from benchmarks.rounds import interleaved

STARTS, COPIES = 30, 15
HEAVY = ("github", "slack_sdk", "notion_client", "click", "rich", "sqlite3", "asyncio")
_LOADED = f"import sys, agentrein; print(*(name for name in {HEAVY!r} if name in sys.modules))"
_COPY = """
import copy, timeit
tree = {"items": [{"name": str(n), "labels": ["bug", "ui"], "at": (n, None)} for n in range(50)]}
print(min(timeit.repeat(lambda: copy.deepcopy(tree), number=10, repeat=40)) / 10)
"""
_WITH_US = "import agentrein as rein; rein.wrap, rein.run\n"


def measure() -> Iterator[Finding]:
    """The import, and copying."""
    yield _importing()
    yield _copying()


def _importing() -> Finding:
    """The difference between an interpreter that imports us and one that imports nothing."""
    times = interleaved({"nothing": lambda: _said("pass"), "agentrein": lambda: _said("import agentrein")}, STARTS)
    more, loaded = times["agentrein"] - times["nothing"], _said(_LOADED)
    return Finding(
        "import agentrein",
        f"python {times['nothing'] * 1e3:.1f} ms, with it {times['agentrein'] * 1e3:.1f} ms",
        f"{more * 1e3:.1f} ms; heavy modules loaded: {loaded or 'none'}",
        "under 50 ms, no SDK",
        more < 0.05 and not loaded,
    )


def _copying() -> Finding:
    """Interpreters with and without us take turns; each tells its best time."""
    without, within = list[float](), list[float]()
    for _ in range(COPIES):
        without.append(float(_said(_COPY)))
        within.append(float(_said(_WITH_US + _COPY)))
    ratio = statistics.median(within) / statistics.median(without)
    return Finding(
        "copy.deepcopy of plain data, with agentrein loaded",
        f"without {micros(statistics.median(without))}, with {micros(statistics.median(within))}",
        f"{ratio:.2f}×",
        "unchanged: within 5 %",
        abs(ratio - 1) <= 0.05,
    )


def _said(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()
