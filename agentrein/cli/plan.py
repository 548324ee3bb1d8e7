"""`rein plan`: what a revert would send, and what it cannot undo. Sends no write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from agentrein.cli import told
from agentrein.cli.calls import sentence
from agentrein.cli.look import plural, symbol_of
from agentrein.cli.needs import conflict
from agentrein.cli.options import Chosen, choosing
from agentrein.cli.screen import Block, Line, Screen, beside, fold, words, wrapped
from agentrein.cli.session import Session, foldable, pass_session, shared
from agentrein.cli.visible import cut
from agentrein.fold import Action
from agentrein.fold import fold as fold_actions
from agentrein.model import NOTHING_STANDS, UNDONE, State
from agentrein.report import ActionReport, Report
from agentrein.reverting import revert_now

INDENT = 17
"""Columns before what belongs to a write."""

CALL_LINES = 3
"""Lines that one call may take."""


@click.command("plan", short_help="Show what a revert would send.")
@choosing
@shared
@foldable
@pass_session
def command(session: Session, /, **chosen: Any) -> int:
    """Show what `rein revert RUN` would send, call by call, and what it cannot undo. Only reads.

    Exits 1 when something would be left for a person, so that CI can gate on it.
    """
    choice = Chosen(**chosen)
    undo = choice.undo(session.ledger(), plan=True)
    report = revert_now(undo)
    if session.as_json:
        session.json(report.to_json())
        return report.exit
    actions = {one.seq: one for one in fold_actions(undo.ledger.entries(undo.run))}
    session.out.print(_page(session, report, actions, choice))
    return report.exit


def _page(session: Session, report: Report, actions: Mapping[int, Action], choice: Chosen) -> list[Line]:
    screen = session.out
    head: list[Line] = [
        [("PLAN, nothing sent", "bold cyan"), ("   revert ", ""), (cut(report.name, 30), "bold"), *told.id_of(report)],
        words(f"{plural(len(report.actions), 'write')}:  {told.counts(report, actions)}"),
        [],
        words("  #    now       what will be sent, newest first", "dim"),
    ]
    foot = [[], *told.problems(screen, report), *_clients(screen, report), *_next(report, choice)]
    blocks = [_block(screen, report, one, actions.get(one.seq)) for one in report.actions]
    room = None if session.room is None else session.room - len(head) - len(foot)
    again = " ".join(["rein plan", report.run, *choice.options(), "--all"])
    return [*head, *fold(blocks, room, lambda count: words(f"  … {count} more: {again}", "dim")), *foot]


def _block(screen: Screen, whole: Report, report: ActionReport, action: Action | None) -> Block:
    stays = told.cannot(action) and report.left
    left: Line = [
        (f"  {report.seq:<3}  ", ""),
        (f"{_now(report, action):<8}  ", "bold red" if report.conflicts else "dim"),
        screen.symbol("stays" if stays else symbol_of(report.state, left=report.left)),
        (f" {_word(report, action):<11} ", ""),
        (f"{report.connector}: {report.says}", ""),
    ]
    first = beside(left, "", screen.width)
    indent = " " * INDENT
    sent = [line for one in report.sent for line in _sent(screen, one.address, one.params, one.body)]
    message = wrapped(told.reason(whole, report), screen.width, indent)
    values = [line for one in report.conflicts for line in conflict(screen, one.to_json(), INDENT)]
    residue = report.residue if report.sent else ""
    leaves = wrapped(residue, screen.width, indent + " " * 8, indent + "leaves  ", "dim")
    return Block([first, *sent, *message, *values, *leaves], [first, *sent[:1]])


def _sent(screen: Screen, address: str, params: Mapping[str, Any], body: Any) -> list[Line]:
    room = max(screen.width - INDENT, 40)
    text = sentence(address, params, body, CALL_LINES * room - 20)
    return wrapped(text, screen.width, " " * (INDENT + 2), " " * INDENT)


def _now(report: ActionReport, action: Action | None) -> str:
    if report.state in NOTHING_STANDS:
        return "-"
    if report.state is State.CONFLICT:
        return "CHANGED"
    if report.state in UNDONE:
        if not report.sent:
            return "undone"
        return "found" if action is not None and action.state in {State.PLANNED, State.UNKNOWN} else "as left"
    return "-"


def _word(report: ActionReport, action: Action | None) -> str:
    if told.cannot(action) and report.left:
        return "stays"
    if report.state in {State.CONFLICT, State.NEEDS_ATTENTION}:
        return "needs you"
    done = {State.REVERTED: "revert", State.COMPENSATED: "compensate", State.KEPT: "keep", State.HELD: "held"}
    if report.state in UNDONE and not report.sent:
        return "nothing"
    return "nothing" if report.state in NOTHING_STANDS else done.get(report.state, report.state.value)


def _clients(screen: Screen, report: Report) -> list[Line]:
    per: dict[str, int] = {}
    for one in report.actions:
        per[one.connector] = per.get(one.connector, 0) + len(one.sent)
    total = sum(per.values())
    if not total:
        return [words("A revert would send nothing.")]
    calls = " · ".join(f"{name} {count}" for name, count in per.items())
    return [words(cut(f"{plural(total, 'call')}: {calls}", screen.width), "dim")]


def _next(report: Report, choice: Chosen) -> list[Line]:
    left = f"{len(report.left)} of {plural(len(report.actions), 'write')} would be left for you (exit {report.exit})."
    lines = [words(left, "bold")] if report.left else []
    if any(one.sent for one in report.actions):
        lines.append(words("Next:  " + " ".join(["rein revert", report.run, *choice.options()])))
    elif report.left:
        lines.append(words(f"Next:  rein show {report.run}"))
    return lines
