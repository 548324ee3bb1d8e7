"""`rein runs`: all runs, newest first."""

from __future__ import annotations

from collections.abc import Sequence

import click

from agentrein.cli.look import Seen, look_at, plural, style_of, to_json, verdict
from agentrein.cli.screen import Block, Line, Screen, fold, words
from agentrein.cli.session import Session, foldable, pass_session, shared
from agentrein.cli.times import age, clock, zone
from agentrein.cli.visible import cut, width
from agentrein.ledger import Ledger, RunRow


@click.command("runs", short_help="List the runs, newest first.")
@shared
@foldable
@pass_session
def command(session: Session) -> int:
    """List the runs, newest first: how each stands, its writes, when it began."""
    ledger = session.ledger()
    rows = ledger.runs()
    if session.as_json:
        session.json([to_json(row) for row in rows])
        return 0
    session.out.print(_page(session, ledger, rows))
    return 0


def _page(session: Session, ledger: Ledger, rows: Sequence[RunRow]) -> list[Line]:
    if not rows:
        return [words('No runs yet. A run begins with:  with rein.run("name"): ...')]
    room = None if session.room is None else session.room - 3
    shown = rows if room is None else rows[:room]  # what is folded away need not be read
    lines = table([look_at(ledger, row) for row in shown], session.out)
    blocks = [Block([line]) for line in lines] + [Block([[]])] * (len(rows) - len(shown))
    body = fold(blocks, room, lambda count: words(f"  … {plural(count, 'older run')}: rein runs --all", "dim"))
    return [*body, [], [(f"Next:  rein show {rows[0].id}", ""), (f"     {zone()}", "dim")]]


def table(runs: Sequence[Seen], screen: Screen) -> list[Line]:
    """One line for each run: id, name, verdict, writes, when."""
    names = [cut(seen.row.name, 30) for seen in runs]
    verdicts = [verdict(seen) for seen in runs]
    states, counts = max(map(width, verdicts), default=0), [plural(seen.row.actions, "write") for seen in runs]
    tails = [f"{clock(seen.row.started)}  {age(seen.row.started)} ago" for seen in runs]
    fixed = 2 + 10 + 2 + 2 + states + 2 + max(map(len, counts), default=0) + 2 + max(map(len, tails), default=0)
    room = max(min(max(map(width, names), default=0), screen.width - fixed), 8)
    return [
        [
            (f"  {seen.id}  ", ""),
            (_padded(cut(name, room), room) + "  ", "bold"),
            (_padded(said, states) + "  ", style_of(said)),
            (f"{count:<{max(map(len, counts))}}  ", ""),
            (tail, "dim"),
        ]
        for seen, name, said, count, tail in zip(runs, names, verdicts, counts, tails, strict=True)
    ]


def _padded(text: str, cells: int) -> str:
    return text + " " * (cells - width(text))
