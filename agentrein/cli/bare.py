"""`rein` alone: what waits for a person, and the next command."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from agentrein.cli.look import Seen, plural, to_json
from agentrein.cli.screen import Line, beside, words
from agentrein.cli.session import Session
from agentrein.cli.times import age
from agentrein.cli.verdict import style_of, tally, verdict
from agentrein.cli.visible import cut, padded, width
from agentrein.errors import LedgerUnusable
from agentrein.ledger import Ledger
from agentrein.model import RunStatus

_MAY_WAIT = (RunStatus.OPEN, RunStatus.FAILED, RunStatus.REVERTING, RunStatus.NEEDS_ATTENTION)


def show(session: Session) -> int:
    """Print what waits; a ledger that is not there yet is no error, and is not made."""
    try:
        ledger = session.ledger()
    except LedgerUnusable as error:
        if not _is_missing(error):
            raise
        return _nothing_yet(session, error.where)
    found = _found(ledger)
    waiting = [seen for seen in found if seen.waits]
    if session.as_json:
        session.json({"waiting": [to_json(seen.row) for seen in waiting], "ledger": ledger.url})
        return 0
    session.out.print(_page(session, waiting, _others(ledger, found, waiting)))
    return 0


def _found(ledger: Ledger) -> list[Seen]:
    """The runs that may wait for a person, newest first; of those that ended well, only what has an open question."""
    rows = {row.id: row for row in ledger.runs(statuses=_MAY_WAIT)}
    asking = dict.fromkeys(run for run, _ in ledger.unsettled() if run not in rows)
    rows.update((run, row) for run in asking if (row := ledger.run(run)).status == RunStatus.COMPLETED)
    newest = sorted(rows.values(), key=lambda row: row.started, reverse=True)
    return [Seen(row, ledger) for row in newest]


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


def _is_missing(error: LedgerUnusable) -> bool:
    path = Path(error.where)
    return bool(error.where) and (not path.exists() or (path.is_file() and path.stat().st_size == 0))


def _nothing_yet(session: Session, place: str) -> int:
    if session.as_json:
        session.json({"waiting": [], "ledger": None})
    else:
        text = f"No runs yet: the first rein.run(...) makes the ledger {place}. See it work:  rein demo"
        session.out.print([words(text)])
    return 0


def _page(session: Session, waiting: Sequence[Seen], others: str) -> list[Line]:
    rest = f"  ({others})"
    if not waiting:
        tail = [words(f"Next:  rein runs{rest}" if others else "Next:  rein demo")]
        return [words("Nothing waits for you.", "bold green"), *tail]
    verb = "waits" if len(waiting) == 1 else "wait"
    head: list[Line] = [words(f"{plural(len(waiting), 'run')} {verb} for you", "bold")]
    foot: list[Line] = [words(f"Next:  {_next(waiting[0])}")]
    if others:
        foot.append(words(f"       rein runs{rest}"))
    room = len(waiting) if session.room is None else session.room - len(head) - len(foot) - 2
    shown = waiting if len(waiting) <= room else waiting[: room - 1]
    more = len(waiting) - len(shown)
    folded = [words(f"  … {more} more: rein --all", "dim")] if more else []
    return [*head, [], *_lines(session, shown), *folded, [], *foot]


def _lines(session: Session, waiting: Sequence[Seen]) -> list[Line]:
    """One line for each run: id, name, verdict, what is left of it, how long it has waited."""
    names = [cut(seen.row.name, 24) for seen in waiting]
    verdicts = [verdict(seen) for seen in waiting]
    whys = [_why(seen) for seen in waiting]
    ages = [age(seen.row.ended or seen.row.started) for seen in waiting]
    named, said, why = (max(map(width, texts), default=0) for texts in (names, verdicts, whys))
    parts = zip(waiting, names, verdicts, whys, ages, strict=True)
    return [
        beside(
            [
                (f"  {seen.id}  ", ""),
                (padded(name, named) + "  ", "bold"),
                (padded(told, said) + "  ", style_of(told)),
                (padded(left, why), ""),
            ],
            f"{old} ago",
            session.out.width,
        )
        for seen, name, told, left, old in parts
    ]


def _why(seen: Seen) -> str:
    """What is left of it, or how much it wrote."""
    asks = seen.row.status == RunStatus.NEEDS_ATTENTION or seen.asks
    return (tally(seen) if asks else "") or plural(seen.row.actions, "write")


def _next(seen: Seen) -> str:
    if seen.crashed or seen.asks:
        return f"rein recover {seen.id}"
    return f"rein show {seen.id}"
