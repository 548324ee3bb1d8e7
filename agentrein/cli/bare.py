"""`rein` alone: what waits for a person, and the next command."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from agentrein.cli.look import Seen, look_at, plural, style_of, tally, to_json, verdict
from agentrein.cli.screen import Block, Line, beside, fold, words
from agentrein.cli.session import Session
from agentrein.cli.times import age
from agentrein.cli.visible import cut
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
    asking = {run for run, _ in ledger.unsettled()}
    rows = ledger.runs(statuses=(*_MAY_WAIT, *([RunStatus.COMPLETED] if asking else [])))
    may_wait = [row for row in rows if row.status != RunStatus.COMPLETED or row.id in asking]
    waiting = [one for row in may_wait if (one := look_at(ledger, row)).waits]
    if session.as_json:
        session.json({"waiting": [to_json(seen.row) for seen in waiting], "ledger": ledger.url})
        return 0
    session.out.print(_page(session, ledger, waiting))
    return 0


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


def _page(session: Session, ledger: Ledger, waiting: Sequence[Seen]) -> list[Line]:
    if not waiting:
        newest = ledger.runs(limit=1)
        tail = [words("Next:  rein runs")] if newest else [words("Next:  rein demo")]
        return [words("Nothing waits for you.", "bold green"), *tail]
    verb = "waits" if len(waiting) == 1 else "wait"
    head: list[Line] = [words(f"{plural(len(waiting), 'run')} {verb} for you", "bold")]
    rest = len(ledger.runs()) - len(waiting)
    foot: list[Line] = [words(f"Next:  {_next(waiting[0])}")]
    if rest:
        foot.append(words(f"       rein runs  ({rest} more)"))
    blocks = [Block([_line(session, seen)]) for seen in waiting]
    room = None if session.room is None else session.room - len(head) - len(foot) - 2
    body = fold(blocks, room, lambda count: words(f"  … {count} more: rein --all", "dim"))
    return [*head, [], *body, [], *foot]


def _line(session: Session, seen: Seen) -> Line:
    said = verdict(seen)
    name = cut(seen.row.name, 24)
    left: Line = [(f"  {seen.id}  ", ""), (f"{name}  ", "bold"), (f"{said}", style_of(said))]
    asks = seen.asks or seen.row.status == RunStatus.NEEDS_ATTENTION
    why = (tally(seen.left) if asks else "") or plural(seen.row.actions, "write")
    return beside(left, f"{why}  {age(seen.row.ended or seen.row.started)} ago", session.out.width)


def _next(seen: Seen) -> str:
    if seen.crashed or seen.asks:
        return f"rein recover {seen.id}"
    return f"rein show {seen.id}"
