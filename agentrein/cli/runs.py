"""`rein runs`: all runs, newest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from agentrein.cli.look import Seen, plural, to_json
from agentrein.cli.screen import Line, Screen, words
from agentrein.cli.session import Session, foldable, pass_session, shared
from agentrein.cli.times import age, clock, zone
from agentrein.cli.verdict import style_of, verdict
from agentrein.cli.visible import cut, padded, width
from agentrein.ledger import Ledger
from agentrein.model import RunStatus


@click.command("runs", short_help="List the runs, newest first.")
@shared
@foldable
@pass_session
def command(session: Session) -> int:
    """List the runs, newest first: how each stands, its writes, when it began, and the key that re-opens it."""
    ledger = session.ledger()
    if session.as_json:
        session.json([to_json(row) for row in ledger.runs()])
        return 0
    session.out.print(_page(session, ledger))
    return 0


def _page(session: Session, ledger: Ledger) -> list[Line]:
    counts = ledger.count()
    total = sum(counts.values())
    if not total:
        return [words('No runs yet. A run begins with:  with rein.run("name"): ...')]
    room = total if session.room is None else session.room - 4
    rows = ledger.runs(limit=total if total <= room else room - 1)  # what is folded away is not read
    rest = total - len(rows)
    more = [words(f"  … {plural(rest, 'older run')}: rein runs --all", "dim")] if rest else []
    lines = table([Seen(row, ledger) for row in rows], session.out)
    return [_head(counts), *lines, *more, [], [(f"Next:  rein show {rows[0].id}", ""), (f"     {zone()}", "dim")]]


def _head(counts: Mapping[str, int]) -> Line:
    """How many runs there are, by status."""
    known = [f"{counts[status]} {status.value.replace('_', ' ')}" for status in RunStatus if status in counts]
    return [(plural(sum(counts.values()), "run"), "bold"), (f":  {', '.join(known)}", "")]


def table(runs: Sequence[Seen], screen: Screen) -> list[Line]:
    """One line for each run: id, name and key, verdict, writes, when."""
    names, verdicts = [_name(seen) for seen in runs], [verdict(seen) for seen in runs]
    counts = [plural(seen.row.actions, "write") + (", pruned" if seen.row.pruned else "") for seen in runs]
    tails = [f"{clock(seen.row.started)}  {age(seen.row.started)} ago" for seen in runs]
    states, writes, ends = (max(map(width, texts), default=0) for texts in (verdicts, counts, tails))
    fixed = 2 + 10 + 2 + 2 + states + 2 + writes + 2 + ends
    room = max(min(max(map(width, names), default=0), screen.width - fixed), 8)
    return [
        [
            (f"  {seen.id}  ", ""),
            (padded(cut(name, room), room) + "  ", "bold"),
            (padded(said, states) + "  ", style_of(said)),
            (padded(count, writes) + "  ", ""),
            (tail, "dim"),
        ]
        for seen, name, said, count, tail in zip(runs, names, verdicts, counts, tails, strict=True)
    ]


def _name(seen: Seen) -> str:
    """The run's name, with the key by which it goes on."""
    return cut(seen.row.name, 30) + (f" (key {cut(seen.row.key, 30)})" if seen.row.key is not None else "")
