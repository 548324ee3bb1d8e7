"""`rein thaw`: let writes out again."""

from __future__ import annotations

from collections.abc import Sequence

import click

from agentrein import freezing
from agentrein.cli import complete, frozen
from agentrein.cli.screen import Line, length, words
from agentrein.cli.session import Session, pass_session, shared
from agentrein.cli.visible import cut
from agentrein.ledger import Freeze


@click.command("thaw", short_help="Lift a freeze.")
@click.argument("what", metavar="[CONNECTOR[:ACCOUNT]]", required=False, default="", shell_complete=complete.frozen)
@shared
@pass_session
def command(session: Session, what: str) -> int:
    """Lift the freeze of this very name: of everything, of a connector, or of one of its accounts.

    Other freezes stay. Exits 1 while one of them still stops what was named.
    """
    ledger = session.ledger()
    ended = freezing.thaw(ledger, what)
    left = ledger.freezes()
    still = freezing.wider(left, what)
    if session.as_json:
        thawed = None if ended is None else freezing.to_json(ended)
        session.json({"thawed": thawed, "frozen": [freezing.to_json(one) for one in left]})
    else:
        session.out.print(_page(session, what, ended, left))
    return 1 if still else 0


def _page(session: Session, what: str, ended: Freeze | None, left: Sequence[Freeze]) -> list[Line]:
    columns = session.out.width
    if ended is None:
        head = words(f"Nothing to thaw: {cut(what, 60) or 'everything'} is not frozen by this name.", "bold")
    else:
        head = [("THAWED", "bold green"), (f"   {cut(ended.name or 'everything', 40)}   ", "bold")]
        head.append((cut(ended.why, columns - length(head)), ""))
    foot = [words(f"Next:  {frozen.thawing(left[0])}")] if left else [words("Next:  rein")]
    return [head, *frozen.lines(left, columns), *foot]
