"""`rein reject ID`: say no to a call that waits."""

from __future__ import annotations

import click

from agentrein.cli import complete
from agentrein.cli.approvals import page, to_json
from agentrein.cli.screen import words
from agentrein.cli.session import Session, pass_session, shared
from agentrein.deciding import deny, find


@click.command("reject", short_help="Say no to a call that waits for approval.")
@click.argument("id", shell_complete=complete.approvals)
@click.option("--why", metavar="TEXT", default="", help="The reason, which whoever called is told.")
@shared
@pass_session
def command(session: Session, /, id: str, why: str) -> int:
    """Say no to the call ID, for good: the run may not send it, however often it asks.

    What was approved and not used yet can be taken back this way.
    """
    ledger = session.ledger()
    done = deny(ledger, find(ledger, id), why)
    if session.as_json:
        session.json(to_json(done))
    else:
        session.out.print([words("Denied. Nothing was sent.", "bold"), *page(session.out, done)])
    return 0
