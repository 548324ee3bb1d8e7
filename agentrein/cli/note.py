"""`rein note RUN N TEXT`: keep beside a write what a person did, or knows, about it."""

from __future__ import annotations

import click

from agentrein.cli import complete
from agentrein.cli.screen import words
from agentrein.cli.session import Session, pass_session, shared
from agentrein.cli.visible import cut
from agentrein.errors import UsageError
from agentrein.fold import fold
from agentrein.owner import user
from agentrein.reverting import check_whole


@click.command("note", short_help="Note what makes up for a write, such as a correction.")
@click.argument("run", shell_complete=complete.runs)
@click.argument("n", metavar="N", type=int, shell_complete=complete.numbers)
@click.argument("text")
@shared
@pass_session
def command(session: Session, run: str, n: int, text: str) -> int:
    """Keep TEXT beside write N of RUN: the correction that was sent, the link of the commit that takes it back.

    Shown wherever the write is. It changes nothing about the write: an irreversible one is left until it is kept.
    """
    ledger = session.ledger()
    full = ledger.resolve(run)
    root = ledger.root(full)
    check_whole(ledger, root)
    if n not in {one.seq for one in fold(ledger.entries(root))}:
        raise UsageError(f"run {full} has no write {n}", now=f"rein show {full} lists them")
    if not text.strip():
        raise UsageError("the note is empty", now=f'rein note {full} {n} "sent a correction"')
    ledger.append(root, "note", {"text": text, "by": user()}, epoch=ledger.run(root).epoch, seq=n)
    if session.as_json:
        session.json({"run": full, "action": n, "text": text, "by": user()})
        return 0
    told = words(cut(f"Noted beside #{n}: {text}", session.out.width))
    session.out.print([told, words(f"Next:  rein show {full} {n}")])
    return 0
