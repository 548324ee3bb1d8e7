"""What a person is told who undoes, on the command line, where code may only plan."""

from __future__ import annotations

from collections.abc import Iterable

from agentrein import dry
from agentrein.cli.screen import wrapped
from agentrein.cli.session import Session
from agentrein.errors import UsageError
from agentrein.reverting import Undo


def tell(session: Session, undos: Iterable[Undo], command: str) -> None:
    """Say that a person's undo is sent all the same; raises UsageError in a process that a dry run has started.

    Silent where nothing would be sent.
    """
    by = dry.whole_process()
    if not by or all(one.waits or dry.is_dry_run(one.ledger, one.run) for one in undos):
        return
    if by == dry.ENVIRONMENT:
        raise UsageError(
            f"{by} is set: a dry run started this, and nothing was sent",
            now=f"rein plan RUN shows what would be sent; to undo it all the same:  env -u {by} {command}",
        )
    told = f"PLAN ONLY ({by}) keeps agents from sending; this undo is yours, and is sent."
    session.err.print(list(wrapped(told, session.err.width, "", style="yellow")))
