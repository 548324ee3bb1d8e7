"""What a write costs more when it is recorded: its whole passage, against bare commits of the same payloads."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextvars import copy_context
from itertools import count
from pathlib import Path

import agentrein as rein
from agentrein.ledger.protocol import Summary
from agentrein.ledger.sqlite import SqliteLedger
from benchmarks.bare import Bare, texts_of
from benchmarks.bench import Bench
from benchmarks.findings import Finding, micros
from benchmarks.rounds import interleaved
from benchmarks.vendors import BENCHES, GITHUB, vendors

ROUNDS = 1000
MANY, FEW, LOOKS = 10_000, 100, 100


def measure(ledger: Path) -> Iterator[Finding]:
    """The passage of a create against bare commits for each SDK, and whether it stays as fast in a long run."""
    for bench in BENCHES:
        with vendors():
            yield from _passage(bench, ledger)
    with vendors():
        yield _long_run()


def _passage(bench: Bench, ledger: Path) -> Iterator[Finding]:
    """The difference between an armed write and a plain one is the passage: the SDK's own work is in both."""
    plain, armed, outside = bench.client(), bench.armed(), copy_context()
    bare = Bare(ledger.with_name(f"bare-{bench.sdk}.sqlite3"))
    with rein.run("writes", policy={"irreversible": "allow"}):
        inside = copy_context()
        inside.run(bench.write, armed)
        planned, outcome = texts_of(ledger)
        append = appending(ledger.with_name(f"only-{bench.sdk}.sqlite3"), planned, outcome)
        times = interleaved(
            {
                "plain": lambda: outside.run(bench.write, plain),
                "armed": lambda: inside.run(bench.write, armed),
                "appends": append,
                "two": lambda: bare.commit(planned, outcome),
                "one": lambda: bare.commit(planned),
            },
            ROUNDS,
            warm=50,
        )
    bare.close()
    more = times["armed"] - times["plain"]
    whose = f"the passage of a create through {bench.sdk} ({len(planned) + len(outcome)} bytes)"
    to_two, to_one = more / times["two"], more / times["one"]
    said = f"plain {micros(times['plain'])}, armed {micros(times['armed'])}"
    yield Finding(
        f"{whose} against two bare commits",
        f"{said}, two commits {micros(times['two'])}",
        f"{to_two:.2f}×",
        "at most 2×",
        to_two <= 2,
    )
    yield Finding(
        f"  of which the ledger's two entries, {bench.sdk}",
        f"{micros(times['appends'])} of {micros(more)}",
        f"{times['appends'] / times['two']:.2f}× two commits",
    )
    yield Finding(
        f"{whose} against one bare commit",
        f"{micros(more)} more, one commit {micros(times['one'])}",
        f"{to_one:.2f}×",
        "aim: 1.6×",
        to_one <= 1.6,
    )


def appending(path: Path, planned: str, outcome: str) -> Callable[[], None]:
    """Appends these payloads as a passage does, to a ledger of its own."""
    ledger, run, numbers = SqliteLedger(path), "r-abcdefgh", count(1)
    begins, ends = json.loads(planned), json.loads(outcome)
    ledger.open_run(run, "bench", because=None, by="ada", owner={})

    def append() -> None:
        begun = Summary(state="planned", connector="x", address="POST /x", tier="compensable")
        entry = ledger.append(run, "planned", begins, epoch=1, number=True, owned=True, sync=True, summary=begun)
        ended = Summary(state="landed", objects=(f"x:{next(numbers)}",), fields=(), landed=True)
        ledger.append(run, "outcome", ends, epoch=1, seq=entry.seq, summary=ended)

    return append


def _long_run() -> Finding:
    """Calls about number 100 of one run, interleaved with calls about number 10,000 of another one in one ledger."""
    armed, contexts = GITHUB.armed(), {}
    for name, calls in (("long", MANY), ("short", FEW)):
        context = contexts[name] = copy_context()
        run = rein.run(name)
        context.run(run.__enter__)
        for _ in range(calls - LOOKS // 2):
            context.run(GITHUB.write, armed)
    ways = {name: lambda context=context: context.run(GITHUB.write, armed) for name, context in contexts.items()}
    times = interleaved(ways, LOOKS, warm=0)
    ratio = times["long"] / times["short"]
    return Finding(
        "call 10,000 of a run against call 100",
        f"call 100 {micros(times['short'])}, call 10,000 {micros(times['long'])}",
        f"{ratio:.2f}×",
        "flat: at most 1.1×",
        ratio <= 1.1,
    )
