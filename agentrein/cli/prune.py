"""`rein prune`: delete what old runs sent, once a person has said yes; that they ran stays on record."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta

import click

from agentrein.cli import failure
from agentrein.cli.confirm import SaidNo, answer
from agentrein.cli.look import plural
from agentrein.cli.screen import Line, Screen, words, wrapped
from agentrein.cli.session import Session, pass_session, shared
from agentrein.cli.times import clock, no_span, time_span
from agentrein.errors import UsageError
from agentrein.ledger import RunRow
from agentrein.ledger.clock import ago, now
from agentrein.ledger.protocol import Retention
from agentrein.ledger.trouble import NotCleaned
from agentrein.owner import user

_REASONS = {
    "waiting": ("waits for a person or an answer", "wait for a person or an answer"),
    "open": ("is open", "are open"),
    "younger": ("is younger", "are younger"),
    "broken": ("does not verify (rein doctor)", "do not verify (rein doctor)"),
}
"""Why runs are kept, said of one and of several."""


@click.command("prune", short_help="Delete what old runs sent; they can no longer be undone.")
@click.option("--older-than", required=True, metavar="AGE", help="Runs that ended so long ago: 12h, 30d, 4w.")
@click.option("--yes", is_flag=True, help="Do not ask; needed where there is no terminal.")
@shared
@pass_session
def command(session: Session, older_than: str, yes: bool) -> int:  # noqa: FBT001 - Click's flag
    """Delete for good what runs sent that are over and old.

    Completed and reverted runs of which nobody waits for anything. It still shows that they ran, what was called and
    how it ended, and the ledger still verifies; they can no longer be undone.
    """
    before, ledger = _before(older_than), session.ledger()
    foreseen = ledger.retention(before)
    if foreseen.pruned and not yes:
        _confirm(session.err, foreseen, before)
    elif foreseen.pruned:
        session.err.print(_idle(session.err, foreseen))
    try:
        done = ledger.prune(before, by=user(), progress=_progress(session.err, len(foreseen.pruned)))
    except NotCleaned as error:
        _tell(session, error.done, before)
        session.err.print(failure.lines(error))
        return 1
    _tell(session, done, before)
    return 0


def _before(age: str) -> str:
    """The time so long ago, as the ledger writes it; raises UsageError."""
    with suppress(OverflowError):
        return ago(time_span("--older-than", age))
    raise no_span("--older-than", age)


# --- asking


def _confirm(screen: Screen, foreseen: Retention, before: str) -> None:
    """Return once the person has said yes; raises UsageError without a terminal, SaidNo otherwise."""
    if not (sys.stdin is not None and sys.stdin.isatty() and screen.is_terminal):
        raise UsageError(
            "not a terminal, so nobody can be asked; nothing was deleted. Use --yes.",
            now="rein runs lists what there is",
        )
    screen.print(_intent(screen, foreseen, before))
    if answer(screen, "Type prune to go on, Enter to stop: ") != "prune":
        raise SaidNo("stopped: nothing was deleted", now="rein runs lists what there is")


def _intent(screen: Screen, foreseen: Retention, before: str) -> list[Line]:
    runs = foreseen.pruned
    oldest, newest = (clock(one.ended or one.started) for one in (runs[0], runs[-1]))
    span = f"it ended {oldest}" if len(runs) == 1 else f"the oldest ended {oldest}, the newest {newest}"
    lost = (
        "What they sent, and what would undo it, is deleted for good: they cannot be reverted any more. "
        "That they ran, what was called and how it ended stays."
    )
    return [
        [("Prune ", "bold"), (f"{plural(len(runs), 'run')} that ended before {clock(before)}: {span}.", "")],
        *wrapped(lost, screen.width, ""),
        *([words(_kept(foreseen.kept), "dim")] if foreseen.kept else []),
        *_idle(screen, foreseen),
    ]


def _idle(screen: Screen, foreseen: Retention) -> list[Line]:
    """What the clock says, where nothing was recorded for a day or more: a ledger at rest, or a clock that is ahead.

    Nothing here can tell which, since entries, files and this question all have the same machine's time.
    """
    newest = foreseen.newest
    if newest is None or newest >= ago(timedelta(days=1)):
        return []
    told = (
        f"This machine's clock says {now()[:10]}, and nothing was recorded here since {newest[:10]}: "
        "if the clock is wrong, so is every age."
    )
    return wrapped(told, screen.width, "", style="bold yellow")


# --- telling


def _progress(screen: Screen, total: int) -> Callable[[RunRow], None]:
    count = 0

    def tell(run: RunRow) -> None:
        nonlocal count
        count += 1
        screen.print([[(f"  {run.id}  pruned", ""), (f"   {count} of {total}", "dim")]])

    return tell


def _tell(session: Session, done: Retention, before: str) -> None:
    if session.as_json:
        session.json({"pruned": len(done.pruned), "kept": sum(done.kept.values())})
    else:
        session.out.print(_result(done, before))


def _result(done: Retention, before: str) -> list[Line]:
    count = len(done.pruned)
    lines = [words(f"Pruned {plural(count, 'run')} that ended before {clock(before)}.", "bold")]
    if not count:
        lines = [words(f"Nothing to prune: no finished run ended before {clock(before)}.", "bold")]
    return [*lines, *([words(_kept(done.kept))] if done.kept else []), words("Next:  rein runs")]


def _kept(kept: Mapping[str, int]) -> str:
    told = [f"{kept[why]} {words[kept[why] != 1]}" for why, words in _REASONS.items() if kept.get(why)]
    return f"Kept {sum(kept.values())}: {', '.join(told)}."
