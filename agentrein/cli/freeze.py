"""`rein freeze`: stop writes, at once and for every process that uses the ledger."""

from __future__ import annotations

from collections.abc import Iterator

import click

from agentrein import freezing
from agentrein.cli import complete, frozen
from agentrein.cli.look import plural
from agentrein.cli.screen import Line, words, wrapped
from agentrein.cli.session import Session, pass_session, shared
from agentrein.cli.visible import cut
from agentrein.errors import LedgerError
from agentrein.ledger import Freeze, Ledger

_SHOWN = 3


@click.command("freeze", short_help="Stop writes, of everything or of one account.")
@click.argument("what", metavar="[CONNECTOR[:ACCOUNT]]", required=False, default="", shell_complete=complete.freezable)
@click.option("--why", metavar="TEXT", required=True, help="What the agents, and whoever comes next, are told.")
@shared
@pass_session
def command(session: Session, what: str, why: str) -> int:
    """Stop all writes, those of a connector, or of one of its accounts, until `rein thaw`.

    Every process that uses the ledger refuses them from its next write on, before anything is sent. What is under way
    already is not called back. Reverts and recoveries go on.
    """
    ledger = session.ledger()
    one, is_new = freezing.freeze(ledger, what, why)
    if session.as_json:
        at_work = [run for run, _ in freezing.at_work(ledger)]
        session.json({"frozen": [freezing.to_json(one) for one in ledger.freezes()], "at_work": at_work})
    else:
        session.out.print(_page(session, ledger, one, is_new=is_new))
    return 0


def _page(session: Session, ledger: Ledger, one: Freeze, *, is_new: bool) -> list[Line]:
    screen = session.out
    said = "Every write is" if not one.connector else f"Writes of {cut(one.name, 60)} are"
    told = f"{said} refused from now on, before anything is sent. Reverts and recoveries go on."
    lines = [*frozen.lines([one], screen.width), *wrapped(told, screen.width, "")]
    if not is_new:
        lines += wrapped("It was frozen before: who and why stay as they are on record.", screen.width, "")
    for warning in _doubts(ledger, one):
        lines += wrapped(warning, screen.width, "", style="bold yellow")
    return [*lines, *_at_work(session, ledger), words(f"Next:  {frozen.thawing(one)}")]


def _doubts(ledger: Ledger, one: Freeze) -> Iterator[str]:
    """Why the name may be wrong; the freeze is in force, so nothing that cannot be read here is an error."""
    try:
        if freezing.unknown_connector(ledger, one):
            name = cut(one.connector, 40)
            yield f"No connector {name} is installed here, and none wrote in the newest runs. Is the name right?"
        known = freezing.unknown_account(ledger, one)
    except LedgerError as error:
        yield f"Whether {cut(one.name, 60)} ever wrote cannot be told here: {cut(error.what, 120)}."
        return
    if known is not None:
        others = f"; on record: {', '.join(cut(name, 40) for name in known)}" if known else ""
        yield f"No account {cut(one.account, 40)} wrote in the newest runs{others}. Is the name right?"


def _at_work(session: Session, ledger: Ledger) -> list[Line]:
    runs = freezing.at_work(ledger)
    if not runs:
        return []
    named = ", ".join(f"{run} {cut(name, 20)}" for run, name in runs[:_SHOWN])
    more = f" and {len(runs) - _SHOWN} more" if len(runs) > _SHOWN else ""
    return wrapped(f"{plural(len(runs), 'run')} at work now: {named}{more}.", session.out.width, "")
