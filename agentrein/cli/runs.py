"""`rein runs`: all runs, newest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from agentrein.cli.look import Seen, plural, to_json, waiting
from agentrein.cli.screen import Line, Screen, length, words, wrapped
from agentrein.cli.session import Session, foldable, pass_session, shared
from agentrein.cli.times import age, clock, time_span, zone
from agentrein.cli.verdict import style_of, verdict
from agentrein.cli.visible import cut, padded, width
from agentrein.ledger import Ledger
from agentrein.model import RunStatus

_NAMED = 16
"""Columns of a name that matter more than the time at the end of its line."""

_SHORTEST = 8
"""Columns that a name has however narrow the screen is."""


@click.command("runs", short_help="List the runs, newest first.")
@click.option("--attention", is_flag=True, help="Only those that wait for a person.")
@click.option(
    "--expiring", metavar="TIME", help="Writes that can be undone no longer than so long from now: 12h, 30d, 4w."
)
@shared
@foldable
@pass_session
def command(session: Session, attention: bool, expiring: str | None) -> int:  # noqa: FBT001 - Click's flag
    """List the runs, newest first: how each stands, its writes, when it began, and the key that re-opens it."""
    if expiring is not None:
        from agentrein.cli import runs_expiring

        return runs_expiring.show(session, time_span("--expiring", expiring), attention=attention)
    ledger = session.ledger()
    if session.as_json:
        rows = [seen.row for seen in waiting(ledger)] if attention else ledger.runs()
        session.json([to_json(row) for row in rows])
        return 0
    session.out.print(_waiting(session, waiting(ledger)) if attention else _page(session, ledger))
    return 0


def _waiting(session: Session, runs: Sequence[Seen]) -> list[Line]:
    """Only what waits for a person."""
    if not runs:
        return [words("Nothing waits for you.", "bold green"), words("Next:  rein runs")]
    verb = "waits" if len(runs) == 1 else "wait"
    room = len(runs) if session.room is None else session.room - 4
    shown = runs if len(runs) <= room else runs[: room - 1]
    more = [words(f"  … {len(runs) - len(shown)} more: rein runs --attention --all", "dim")] * (len(shown) < len(runs))
    head = [words(f"{plural(len(runs), 'run')} {verb} for you", "bold")]
    return [
        *head,
        *table(shown, session.out),
        *more,
        [],
        [(f"Next:  rein show {runs[0].id}", ""), (f"     {zone()}", "dim")],
    ]


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
    return [
        *_head(counts, session.out.width),
        *lines,
        *more,
        [],
        [(f"Next:  rein show {rows[0].id}", ""), (f"     {zone()}", "dim")],
    ]


def _head(counts: Mapping[str, int], columns: int) -> list[Line]:
    """How many runs there are, by status."""
    known = [f"{counts[status]} {status.value.replace('_', ' ')}" for status in RunStatus if status in counts]
    head: Line = [(plural(sum(counts.values()), "run"), "bold"), (f":  {', '.join(known)}", "")]
    return [head] if length(head) <= columns else wrapped("".join(text for text, _ in head), columns, "  ", "")


def table(runs: Sequence[Seen], screen: Screen) -> list[Line]:
    """One line for each run: id, name and key, verdict, writes, and as much of when as there is room for."""
    names, verdicts = [_name(seen) for seen in runs], [verdict(seen) for seen in runs]
    counts = [plural(seen.row.actions, "write") + (", pruned" if seen.row.pruned else "") for seen in runs]
    named, states, writes = (max(map(width, texts), default=0) for texts in (names, verdicts, counts))
    fixed = 2 + 10 + 2 + 2 + states + 2 + writes
    tails = _tails(runs, screen.width - fixed - min(named, _NAMED))
    fixed += 2 + max(map(width, tails), default=0)
    room = min(named, max(screen.width - fixed, _SHORTEST))
    states -= max(fixed + room - screen.width, 0)
    return [
        [
            (f"  {seen.id}  ", ""),
            (padded(cut(name, room), room) + "  ", "bold"),
            (padded(cut(said, states), states) + "  ", style_of(said)),
            (padded(count, writes) + "  ", ""),
            (tail, "dim"),
        ]
        for seen, name, said, count, tail in zip(runs, names, verdicts, counts, tails, strict=True)
    ]


def _tails(runs: Sequence[Seen], room: int) -> list[str]:
    """When each run began, as much of it as there is room for: clock and age, the age, nothing."""
    ages = [f"{age(seen.row.started)} ago" for seen in runs]
    both = [f"{clock(seen.row.started)}  {old}" for seen, old in zip(runs, ages, strict=True)]
    fitting = (tails for tails in (both, ages) if max(map(width, tails), default=0) + 2 <= room)
    return next(fitting, [""] * len(runs))


def _name(seen: Seen) -> str:
    """The run's name, with the key by which it goes on."""
    return cut(seen.row.name, 30) + (f" (key {cut(seen.row.key, 30)})" if seen.row.key is not None else "")
