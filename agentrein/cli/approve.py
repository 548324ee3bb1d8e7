"""`rein approve ID`: let one call out, once."""

from __future__ import annotations

from pathlib import Path

import click

from agentrein.cli import complete
from agentrein.cli.approvals import page, to_json
from agentrein.cli.screen import words
from agentrein.cli.session import Session, pass_session, shared
from agentrein.deciding import approve, find


@click.command("approve", short_help="Approve a call that waits for it, once.")
@click.argument("id", shell_complete=complete.approvals)
@click.option("--key", metavar="PATH", envvar="AGENTREIN_APPROVER_KEY", help="Sign with this private key.")
@click.option("--signature", metavar="TEXT", default="", help="A signature that was made elsewhere, with --by-key.")
@click.option("--by-key", metavar="KEY", default="", help="The public key of that signature.")
@shared
@pass_session
def command(session: Session, /, id: str, key: str | None, signature: str, by_key: str) -> int:
    """Approve the call ID: sent again in the same run, exactly as it was asked for, it goes through once.

    Look at it first: rein approvals ID.
    """
    ledger = session.ledger()
    path = None if key is None or signature else Path(key)
    done = approve(ledger, find(ledger, id), key=path, signature=signature, by_key=by_key)
    if session.as_json:
        session.json(to_json(done))
    else:
        head = words("Approved, once. Nothing was sent by this: the run sends it.", "bold green")
        session.out.print([head, *page(session.out, done)])
    return 0
