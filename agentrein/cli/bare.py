"""`rein` alone: what waits for a person, and the next command."""

from __future__ import annotations

from collections.abc import Sequence

from agentrein import freezing
from agentrein.approvals import Approval
from agentrein.cli import demo
from agentrein.cli.approvals import lines_for_bare
from agentrein.cli.approvals import to_json as approval_json
from agentrein.cli.frozen import lines, thawing
from agentrein.cli.look import Seen, may_wait, plural, to_json
from agentrein.cli.screen import Line, words
from agentrein.cli.session import Session, is_missing
from agentrein.cli.times import age
from agentrein.cli.verdict import style_of, tally, verdict
from agentrein.cli.visible import cut, padded, width
from agentrein.deciding import waiting as approvals
from agentrein.errors import LedgerUnusable
from agentrein.ledger import Freeze, Ledger
from agentrein.model import RunStatus

_LONGEST = 24
"""Columns that a run's name may take."""

_NAMED = 16
"""Columns of a name that matter more than how long the run has waited."""

_SHORTEST = 8
"""Columns that a name has however narrow the screen is."""


def show(session: Session) -> int:
    """Print what waits; a ledger that is not there yet is no error, and is not made."""
    try:
        ledger = session.ledger()
    except LedgerUnusable as error:
        if not is_missing(error):
            raise
        return _nothing_yet(session, error.where)
    found = may_wait(ledger)
    waiting = [seen for seen in found if seen.waits]
    asked = approvals(ledger)
    if session.as_json:
        runs, told = [to_json(seen.row) for seen in waiting], [approval_json(one) for one in asked]
        frozen = [freezing.to_json(one) for one in ledger.freezes()]
        session.json({"waiting": runs, "approvals": told, "frozen": frozen, "ledger": ledger.url})
        return 0
    session.out.print(_page(session, waiting, _others(ledger, found, waiting), ledger.freezes(), asked))
    return 0


def _others(ledger: Ledger, found: Sequence[Seen], waiting: Sequence[Seen]) -> str:
    """How many runs do not wait for a person, and which of them will go on by themselves; empty if there are none."""
    counts = ledger.count()
    rest = sum(counts.values()) - len(waiting)
    going_on = {
        "paused": counts.get(RunStatus.PAUSED, 0),
        "to be continued": sum(seen.awaited for seen in found),
        "still running": sum(seen.row.status == RunStatus.OPEN and seen.alive for seen in found),
    }
    told = ", ".join(f"{n} {what}" for what, n in going_on.items() if n)
    return f"{rest} more{f': {told}' if told else ', all done'}" if rest else ""


def _nothing_yet(session: Session, place: str) -> int:
    if session.as_json:
        session.json({"waiting": [], "approvals": [], "frozen": [], "ledger": None})
    else:
        see = " See it work:  rein demo" if demo.is_ready() else ""
        session.out.print([words(f"No runs yet: the first rein.run(...) makes the ledger {place}.{see}")])
    return 0


def _page(
    session: Session, waiting: Sequence[Seen], others: str, freezes: Sequence[Freeze], asked: list[Approval]
) -> list[Line]:
    rest = f"  ({others})"
    stopped = lines(freezes, session.out.width)
    if not waiting and not asked:
        step = f"rein runs{rest}" if others else "rein demo" if demo.is_ready() else "rein doctor"
        thaw = [words(f"       {thawing(freezes[0])}")] if freezes else []
        return [*stopped, words("Nothing waits for you.", "bold green"), words(f"Next:  {step}"), *thaw]
    counts = [(len(asked), "approval"), (len(waiting), "run")]
    what = " and ".join(plural(count, noun) for count, noun in counts if count)
    verb = "waits" if len(waiting) + len(asked) == 1 else "wait"
    head: list[Line] = [*stopped, words(f"{what} {verb} for you", "bold")]
    steps = [*(["rein approvals"] if asked else []), *([_next(waiting[0])] if waiting else [])]
    foot: list[Line] = [words(f"Next:  {'      '.join(steps)}")]
    if others:
        foot.append(words(f"       rein runs{rest}"))
    entries = [*lines_for_bare(session.out, asked), *_lines(session, waiting)]
    room = len(entries) if session.room is None else session.room - len(head) - len(foot) - 2
    shown = entries if len(entries) <= room else entries[: room - 1]
    more = len(entries) - len(shown)
    folded = [words(f"  … {more} more: rein --all", "dim")] if more else []
    return [*head, [], *shown, *folded, [], *foot]


def _lines(session: Session, waiting: Sequence[Seen]) -> list[Line]:
    """One line for each run: id, name, verdict, what is left of it, how long it has waited."""
    verdicts = [verdict(seen) for seen in waiting]
    whys = [_why(seen) for seen in waiting]
    ages = [f"{age(seen.row.ended or seen.row.started)} ago" for seen in waiting]
    longest = max((width(cut(seen.row.name, _LONGEST)) for seen in waiting), default=0)
    said, why = (max(map(width, texts), default=0) for texts in (verdicts, whys))
    room = session.out.width - (2 + 10 + 2 + 2 + said + 2 + why)
    aged = 2 + max(map(width, ages), default=0)
    if room - aged >= min(longest, _NAMED):
        room -= aged
    else:
        ages = [""] * len(waiting)
    named = min(longest, max(room, _SHORTEST))
    said -= max(named - room, 0)
    return [
        [
            (f"  {seen.id}  ", ""),
            (padded(cut(seen.row.name, named), named) + "  ", "bold"),
            (padded(cut(told, said), said) + "  ", style_of(told)),
            (padded(left, why) + "  ", ""),
            (old, "dim"),
        ]
        for seen, told, left, old in zip(waiting, verdicts, whys, ages, strict=True)
    ]


def _why(seen: Seen) -> str:
    """What is left of it, or how much it wrote."""
    asks = seen.row.status == RunStatus.NEEDS_ATTENTION or seen.asks
    return (tally(seen) if asks else "") or plural(seen.row.actions, "write")


def _next(seen: Seen) -> str:
    if seen.crashed or seen.asks:
        return f"rein recover {seen.id}"
    return f"rein show {seen.id}"
