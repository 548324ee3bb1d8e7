"""`rein revert`: undo a run, newest write first, once a person has said yes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from agentrein.cli import plan_only, problems, told
from agentrein.cli.confirm import confirm, holder, stopping
from agentrein.cli.options import Chosen, choosing, named, options_of
from agentrein.cli.progress import Progress, waits
from agentrein.cli.screen import Block, Line, fold, words, wrapped
from agentrein.cli.session import Session, foldable, pass_session, shared
from agentrein.cli.visible import cut
from agentrein.errors import LedgerUnusable, ReinError, RunOwned
from agentrein.fold import fold as fold_actions
from agentrein.model import SETTLED, UNDONE, RunStatus, State
from agentrein.report import Report
from agentrein.reverting import Undo, revert_now
from agentrein.wished import is_wished

_WRITABLE = "make it and its folder writable (an undo is recorded before it is sent): chmod u+w"


class Stopped(ReinError):
    """Ctrl-C stopped an undo; what was done is recorded."""

    code = "REIN-S130"
    exit = 1


@click.command("revert", short_help="Undo a run.")
@choosing
@click.option("--take-over", is_flag=True, help="Take the run from a process that still holds it.")
@click.option("--yes", is_flag=True, help="Do not ask; needed where there is no terminal.")
@shared
@foldable
@pass_session
def command(session: Session, /, take_over: bool, yes: bool, **chosen: Any) -> int:  # noqa: FBT001 - Click's flags
    """Undo RUN, newest write first, each write only if it is still as the run left it.

    On a terminal it shows what it is about to do and asks. Running it again sends nothing twice. A write of which a
    policy says that a person is asked before it is undone is left with --yes, unless --action names it.
    """
    choice = Chosen(**chosen)
    undo = choice.undo(session.ledger(), take_over=take_over)
    actions = {one.seq: one for one in fold_actions(undo.ledger.entries(undo.run))}
    _refuse_if_held(undo)
    settled = all(
        one.state in SETTLED
        for one in actions.values()
        if is_wished(undo.wishes, one) and one.seq not in undo.wishes.keep
    )
    asks_nothing = settled and not undo.wishes.force
    if undo.ledger.read_only and not asks_nothing:
        raise LedgerUnusable("the ledger is read-only; nothing was sent", where=undo.ledger.url, now=_WRITABLE)
    if not asks_nothing:
        plan_only.tell(session, [undo], f"rein revert {named(undo)}")
    if not (yes or asks_nothing):
        confirm(session, choice, undo, actions)
        undo = replace(undo, wishes=replace(undo.wishes, confirmed=True))
    notes = list(told.moot(undo.wishes, actions, "changed"))
    if undo.take_over and not asks_nothing and (held := holder(undo)) is not None and (stops := stopping(undo)):
        notes.append(f"It was taken from {held}. {stops}")
    return carry_out(session, undo, quiet=asks_nothing, notes=notes)


def _refuse_if_held(undo: Undo) -> None:
    held = None if undo.take_over else holder(undo)
    if held is not None:
        raise RunOwned(
            f"run {undo.run} is held by a live process: {held}",
            where=undo.ledger.url,
            now=f"wait until it ends; if it is stuck: rein revert {named(undo)} --take-over",
        )


def carry_out(session: Session, undo: Undo, *, quiet: bool = False, notes: Sequence[str] = ()) -> int:
    """Revert with progress on stderr and the result on stdout; gives the exit code."""
    report = done(session, undo, quiet=quiet)
    if session.as_json:
        session.json(report.to_json())
    else:
        session.out.print(result(session, undo, report, again=quiet, notes=notes))
    return report.exit


def done(session: Session, undo: Undo, *, quiet: bool = False) -> Report:
    """The report of an undo that was carried out; raises Stopped on Ctrl-C."""
    if not quiet:
        total = sum(is_wished(undo.wishes, one) for one in fold_actions(undo.ledger.entries(undo.run)))
        progress = Progress(session.err, total)
        undo = replace(undo, progress=progress.done, waiting=waits(session.err))
    try:
        return revert_now(undo)
    except KeyboardInterrupt:
        raise Stopped(
            f"stopped; nothing is lost, run it again to go on:  rein revert {named(undo)}",
            now=f"rein show {named(undo)}",
        ) from None


def result(
    session: Session, undo: Undo, report: Report, *, again: bool = False, notes: Sequence[str] = ()
) -> list[Line]:
    """The verdict, why something was not read, what is left with its commands, what running it again does."""
    screen = session.out
    actions = {one.seq: one for one in fold_actions(undo.ledger.entries(undo.run))}
    left = [one for one in report.actions if one.left]
    names = f"   {cut(report.name, 30)}   {report.run}    {told.summary(report)}"
    head: list[Line] = [
        [_verdict(undo, report), (names, "")],
        *problems.cause(screen, report.problems),
        *(line for note in notes for line in wrapped(note, screen.width, "")),
    ]
    if again:
        kept = ", ".join(f"#{seq}" for seq in sorted(undo.wishes.keep) if actions[seq].state is State.KEPT)
        what = f"Kept {kept}" if kept else "Nothing was left to undo"
        head.append(words(f"{what}; nothing was sent.", "dim"))
    foot = [words(_last(report), "dim"), words(f"Next:  {_next(undo, report)}")]
    whole = session.everything
    blocks = [told.question(screen, report, one, actions.get(one.seq), entire=whole) for one in left]
    if again:
        blocks += [Block([told.line(screen, one, one.message)]) for one in report.actions if not one.left]
    room = None if session.room is None else session.room - len(head) - len(foot)
    return [*head, *fold(blocks, room, lambda n: words(f"  … {n} more: rein show {report.run} --all", "dim")), *foot]


def _verdict(undo: Undo, report: Report) -> tuple[str, str]:
    if report.status == RunStatus.REVERTED:
        return "REVERTED", "bold green"
    if not any(one.state in UNDONE for one in report.actions):
        return "NOT REVERTED", "bold yellow"
    if report.left or undo.wishes.whole:
        return "PARTLY REVERTED", "bold yellow"
    return "PARTLY REVERTED, AS ASKED", "bold green"


def _next(undo: Undo, report: Report) -> str:
    """The one thing to do: mend what kept us from reading and go on, or look at what became of it."""
    if not report.problems:
        return f"rein show {report.run}"
    return problems.step(report.problems, " ".join(["rein revert", report.run, *options_of(undo.wishes)]))


def _last(report: Report) -> str:
    tail = f"   exit {report.exit}" if report.exit else ""
    undone = [one for one in report.actions if one.state in UNDONE]
    unread = [f"#{one.seq}" for one in reversed(undone) if "not read back" in one.message]
    told = "What was undone was read back" if len(undone) > len(unread) else "What was undone was not read back"
    told += f", except {', '.join(unread)}. " if unread and len(undone) > len(unread) else ". "
    told = told if undone else ""
    return f"{told}Running this again sends nothing twice.{tail}"
