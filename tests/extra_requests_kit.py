"""docs/extra-requests.md, made of what `benchmarks.counting` counts: the requests that AgentRein adds to a write."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from agentrein.model import Tier
from agentrein.registry import connector, connectors
from agentrein.rows import Operation
from docs_kit import DOCS, ROOT
from markdown_kit import head, line

PAGE = DOCS / "extra-requests.md"
BOUNDS = {"creations": 0, "updates": 1}
"""What a write of a kind may add by its kind alone."""

KINDS = (*BOUNDS, "deletions and others", "batches")
Example = dict[str, Any]
Asked = dict[str, Any]

INTRO = """\
# Extra requests

What AgentRein adds to a write: reads before it and after it, counted for every operation that has an example. A write
itself is sent once, as without AgentRein, and a declared read adds nothing. This page is generated:
`python scripts/pages.py requests` counts anew, which takes some minutes.

**How it is counted.** Each example of a connector's conformance test is carried out twice from the same start, by the
vendor's SDK against the connector's sandbox: with a plain client, and with an armed one of the same account, in a run.
What the sandbox receives more is what AgentRein added. The read of who acts is left out: it comes once per credential
and run, before the first write. Of an operation with several examples the dearest counts. Nothing was counted at the
vendors themselves. What an undo asks is not on this page.

**In a burst.** A lookup that the row does not want anew each time serves further writes for two seconds, and what does
not change (a description of fields, say) is asked once per run. They are counted where they fall, with the first write;
the lines *in a burst* are those of the next write of the same kind.

**Why there is any.** An undo must not write over what others changed since, so it must know how a thing read before the
write and how it read once that had landed. The first is one read, for what the call replaces or adds to: an update, or
a creation that may meet a thing that is there. The second is free where the vendor's answer shows what was written, and
one more read where it does not. A lookup is read where neither the call nor the answer says an id that the undo needs.
What was there before is also read *in case the answer is lost*, where nothing else would tell the new thing from those
that were there: no maker, no time, no key of the call's own.
Such a read is the price of that promise, and no setting turns it off. So a creation is expected to add nothing and an
update one read; each table *beyond that* names every operation that adds more.
"""


def counted(*names: str) -> list[Example]:
    """Count in a process of its own, so that nothing that is loaded here is in the way."""
    command = [sys.executable, "-m", "benchmarks.counting", *names]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    found: list[Example] = json.loads(done.stdout)
    return found


def page(found: Sequence[Example]) -> str:
    """The whole page, of the examples of all connectors."""
    names = sorted({one["connector"] for one in found}, key=lambda name: connector(name).title)
    without = [connector(name).title for name in connectors() if name not in names and connector(name).table.operations]
    parts = [INTRO, _joined(_summary(names, found))]
    if without:
        parts.append(f"Not counted, because they have no conformance test yet: {', '.join(sorted(without))}.\n")
    return "\n".join([*parts, *(section(name, found) for name in names)])


def section(name: str, found: Iterable[Example]) -> str:
    """What stands on the page about one connector."""
    own, made = [one for one in found if one["connector"] == name], connector(name)
    rows = [*_dearest(own)]
    return _joined([f"## {made.title}", "", *_told(name, own, rows), "", *_counts(rows), "", *_beyond(rows, own)])


def _summary(names: Sequence[str], found: Sequence[Example]) -> Iterator[str]:
    """One line for each connector: how many of its operations stay within what is expected."""
    yield from head("", "operations", *(f"{kind} that add {_most(bound)}" for kind, bound in BOUNDS.items()))
    for name in names:
        rows = list(_dearest([one for one in found if one["connector"] == name]))
        cells = [_within([row for row in rows if row["kind"] == kind], bound) for kind, bound in BOUNDS.items()]
        yield line(connector(name).title, str(len(rows)), *cells)
    yield ""


def _most(bound: int) -> str:
    return f"at most {bound}" if bound else "nothing"


def _within(rows: Sequence[Example], bound: int) -> str:
    within, later = (sum(how(row) <= bound for row in rows) for how in (_added, _own))
    return f"{within} of {len(rows)}" + (f" ({later} in a burst)" if later != within else "")


def _added(example: Example) -> int:
    return len(example["before"]) + len(example["after"])


def _own(example: Example) -> int:
    return sum(not one["shared"] for one in (*example["before"], *example["after"]))


def _dearest(found: Iterable[Example]) -> Iterator[Example]:
    """For each operation the example that adds most, the first of several."""
    for _, examples in groupby(sorted(found, key=lambda one: one["address"]), lambda one: one["address"]):
        yield max(examples, key=lambda one: (_own(one), _added(one)))


def _told(name: str, own: Sequence[Example], rows: Sequence[Example]) -> Iterator[str]:
    """Of what the figures are."""
    made, who = connector(name), sorted({address for one in own for address in one["who"]})
    yield f"`{made.sdk}{made.versions}`: {len(rows)} operations in {len(own)} examples. Who acts is told by"
    yield f"{' and '.join(f'`{one}`' for one in who) or 'no read'}, once per credential."
    counted_here = {row["address"] for row in rows}
    if left := [row for row in made.table.operations if _is_undone(row) and row.address not in counted_here]:
        yield ""
        yield "Not counted, because it takes several writes to send them: "
        yield f"{', '.join(f'`{row.address}`' for row in left)}."


def _is_undone(row: Operation) -> bool:
    return (row.inverse is not None or row.batch is not None) and row.tier is not Tier.IRREVERSIBLE


def _counts(rows: Sequence[Example]) -> Iterator[str]:
    """How many operations of each kind add how much."""
    yield from head("operations", "of them", "add nothing", "1", "2", "more")
    for kind in KINDS:
        of_kind = [row for row in rows if row["kind"] == kind]
        if not of_kind:
            continue
        first, later = [_spread(map(how, of_kind)) for how in (_added, _own)]
        yield line(kind, str(len(of_kind)), *first)
        if first != later:
            yield line(f"{kind}, in a burst", "", *later)


def _spread(added: Iterable[int]) -> list[str]:
    counts = Counter(min(one, 3) for one in added)
    return [str(counts[one] or "") for one in range(4)]


def _beyond(rows: Sequence[Example], own: Sequence[Example]) -> Iterator[str]:
    """The operations that add more than is expected, and all batches."""
    bounded = [row for row in rows if row["kind"] in BOUNDS]
    for kind, bound in BOUNDS.items():
        of_kind = [row for row in bounded if row["kind"] == kind and _own(row) > bound]
        if of_kind:
            yield from (f"{kind.capitalize()} beyond that:", "", *head("call", "adds", "before it", "after it"))
            for row in of_kind:
                yield line(_call(row), _range(row, own), _reads(row["before"]), _reads(row["after"]))
            yield ""
    yield from _shared([row for row in bounded if _own(row) <= BOUNDS[row["kind"]] < _added(row)])
    batches = [row for row in rows if row["kind"] == "batches"]
    if batches:
        yield from ("Batches, each as its example sends it:", "")
        yield from head("call", "items", "adds", "before it", "after it")
        for row in batches:
            cells = (str(row["items"]), str(_added(row)), _reads(row["before"]), _reads(row["after"]))
            yield line(_call(row), *cells)
        yield ""


def _shared(rows: Sequence[Example]) -> Iterator[str]:
    """The operations that are beyond it only with the first write of a burst, by what that asks."""
    if not rows:
        return
    yield from ("Beyond that with the first write of a burst only:", "")
    yield from head("what the first one asks besides", "operations", "calls")
    for reads, several in groupby(sorted(rows, key=_asked_once), _asked_once):
        calls = [f"`{row['sdk']}`" for row in several]
        yield line(reads, str(len(calls)), ", ".join(dict.fromkeys(calls)))
    yield ""


def _asked_once(row: Example) -> str:
    return _reads([one for one in (*row["before"], *row["after"]) if one["shared"]])


def _reads(asked: Sequence[Asked]) -> str:
    """The addresses, each with why, and how often if it is more than once."""
    times = Counter((one["address"], one["why"]) for one in asked)
    return "<br>".join(f"`{a}`: {why}{f' ({n}×)' if n > 1 else ''}" for (a, why), n in times.items())


def _range(row: Example, own: Sequence[Example]) -> str:
    """How much the examples of an operation add, and which adds most."""
    alike = [one for one in own if one["address"] == row["address"]]
    least, most = min(map(_added, alike)), _added(row)
    which = f", {row['name']}" if row["name"] else ""
    return str(most) if least == most else f"{least} to {most}{which}"


def _call(row: Example) -> str:
    return f"`{row['sdk']}`<br>`{row['address']}`"


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines).rstrip("\n") + "\n"
