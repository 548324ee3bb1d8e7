"""Asking before a revert, in proportion: a key for what harms nobody, three typed characters for the rest."""

from __future__ import annotations

import sys
import termios
from collections.abc import Mapping
from dataclasses import replace

from agentrein.cli import accounts, problems, told
from agentrein.cli.options import Chosen, named
from agentrein.cli.progress import waits
from agentrein.cli.screen import Line, Screen, listed, wrapped
from agentrein.cli.session import Session
from agentrein.cli.visible import cut
from agentrein.errors import ReinError, UsageError
from agentrein.fold import Action
from agentrein.model import State
from agentrein.report import ActionReport, Report
from agentrein.reverting import Undo, revert_now
from agentrein.wished import asks_first

NO = 4
"""Exit code when the person said no."""

FEW = 10
"""Up to so many writes are confirmed with one key, where nobody can be harmed."""


class SaidNo(ReinError):
    """The person did not confirm."""

    code = "REIN-S104"
    exit = NO


def confirm(session: Session, choice: Chosen, undo: Undo, actions: Mapping[int, Action]) -> None:
    """Return once the person has said yes; raises UsageError without a terminal, SaidNo otherwise.

    Nothing is asked where nothing would be sent.
    """
    if not (sys.stdin is not None and sys.stdin.isatty() and session.err.is_terminal):
        raise UsageError(
            "not a terminal, so nobody can be asked; nothing was sent. Use --yes.", now=f"rein plan {named(undo)}"
        )
    planned = choice.undo(undo.ledger, plan=True)
    wishes = replace(planned.wishes, confirmed=True)  # what this asks the person for
    report = revert_now(replace(planned, wishes=wishes, waiting=waits(session.err)))
    if not any(one.sent for one in report.actions):
        return
    session.err.print(_intent(session.err, undo, report, actions))
    if not _said_yes(session, undo, light=_is_light(undo, report, actions)):
        raise SaidNo("stopped: nothing was sent", now=f"rein plan {named(undo)} shows it call by call")


def holder(undo: Undo) -> str | None:
    """Who holds the run that is to be undone, in words; None if nobody else does."""
    if undo.ledger.owns(undo.run) or not undo.ledger.is_owned(undo.run):
        return None
    owner = undo.ledger.run(undo.run).owner
    return f"pid {owner.get('pid', '?')} on {owner.get('host', '?')}"


def stopping(undo: Undo) -> str:
    """What taking a run over does beyond the part that is undone; empty where the whole is undone."""
    if undo.wishes.whole:
        return ""
    return (
        f"That stops run {undo.run}, whose other writes the next rein recover undoes, "
        "unless it was opened to be kept or to be continued."
    )


def _is_light(undo: Undo, report: Report, actions: Mapping[int, Action]) -> bool:
    """Whether one key is enough: few writes, on trial accounts, taken back without a trace, from nobody."""
    sent = [one for one in report.actions if one.sent]
    asked = any(asks_first(undo.wishes, actions[one.seq]) for one in sent)
    grave = undo.wishes.force or undo.take_over or _visible(report) or asked
    return not grave and len(sent) <= FEW and not accounts.is_live(actions[one.seq] for one in sent)


def _visible(report: Report) -> list[ActionReport]:
    """The writes of whose undo people see something."""
    return [one for one in report.actions if one.state is State.COMPENSATED and one.sent]


def _said_yes(session: Session, undo: Undo, *, light: bool) -> bool:
    last = named(undo)[-3:]
    question = (
        "Go on? [y/N] " if light else f"Type the last three characters of the run ({last}) to go on, Enter to stop: "
    )
    return answer(session.err, question) in ({"y", "yes"} if light else {last})


def answer(screen: Screen, question: str) -> str:
    """What the person types once the question stands there, in small letters; empty for Enter, Ctrl-C and Ctrl-D.

    What was typed before, perhaps for something else, answers nothing: nobody had seen what it would confirm.
    """
    try:
        termios.tcflush(sys.stdin, termios.TCIFLUSH)
        screen.ask(question)
        typed = sys.stdin.readline()
    except (KeyboardInterrupt, termios.error):  # the latter where the terminal has just gone away
        typed = ""
    if not typed:  # Ctrl-C or Ctrl-D left the cursor behind the question
        screen.print([[]])
    return typed.strip().lower()


def _intent(screen: Screen, undo: Undo, report: Report, actions: Mapping[int, Action]) -> list[Line]:
    where = accounts.told(actions[one.seq] for one in report.actions)
    head = f"Revert {cut(report.name, 30)} {report.run}{accounts.on(where)}:"
    lines = listed(head, told.counts(report, actions), screen.width)
    held = holder(undo) if undo.take_over else None
    if held is not None:
        taken = f"It is taken from {held}, which still runs and may be writing."
        stops = stopping(undo)
        lines += wrapped(f"{taken} {stops}" if stops else taken, screen.width, "", style="bold red")
    return [
        *lines,
        *_seen_by_people(screen, _visible(report)),
        *_asked(screen, undo, report, actions),
        *_forced(screen, undo, report),
        *problems.cause(screen, report.problems),
    ]


def _seen_by_people(screen: Screen, visible: list[ActionReport]) -> list[Line]:
    if not visible:
        return []
    first = f"Visible to people ({len(visible)}): "
    names = "; ".join(f"#{one.seq} {one.connector}: {one.says}" for one in visible)
    return [[(first, "bold"), (cut(names, screen.width - len(first)), "")]]


def _asked(screen: Screen, undo: Undo, report: Report, actions: Mapping[int, Action]) -> list[Line]:
    """The writes of which a policy says that a person is asked before they are undone."""
    asked = [one for one in report.actions if one.sent and asks_first(undo.wishes, actions[one.seq])]
    if not asked:
        return []
    names = "; ".join(f"#{one.seq} {one.connector}: {one.says}" for one in asked)
    first = f"A policy asks you before these are undone ({len(asked)}): "
    return [[(first, "bold red"), (cut(names, screen.width - len(first)), "")]]


def _forced(screen: Screen, undo: Undo, report: Report) -> list[Line]:
    forced = [one for one in report.actions if one.seq in undo.wishes.force and one.sent]
    if not forced:
        return []
    names = "; ".join(f"#{one.seq} {one.connector}: {one.says}" for one in forced)
    first = "Overwrites what others changed: "
    return [[(first, "bold red"), (cut(names, screen.width - len(first)), "")]]
