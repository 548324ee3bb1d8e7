"""`rein plan`: what a revert would send, and what it cannot undo. Sends no write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from agentrein.cli import accounts, problems, told
from agentrein.cli.calls import ENDLESS, sentence
from agentrein.cli.look import plural, symbol_of
from agentrein.cli.needs import conflict, distinct, in_short
from agentrein.cli.options import Chosen, choosing
from agentrein.cli.progress import waits
from agentrein.cli.screen import Block, Line, Screen, beside, fold, listed, words, wrapped
from agentrein.cli.session import Session, foldable, pass_session, shared
from agentrein.cli.visible import cut
from agentrein.fold import Action
from agentrein.fold import fold as fold_actions
from agentrein.model import NOTHING_STANDS, UNDONE, State
from agentrein.report import ActionReport, Report, Sent
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
    report = revert_now(replace(undo, waiting=waits(session.err)))
    if session.as_json:
        session.json(report.to_json())
        return report.exit
    actions = {one.seq: one for one in fold_actions(undo.ledger.entries(undo.run))}
    session.out.print(_page(session, report, actions, choice, told.moot(undo.wishes, actions, "changes")))
    return report.exit


def _page(
    session: Session, report: Report, actions: Mapping[int, Action], choice: Chosen, moot: list[str]
) -> list[Line]:
    screen = session.out
    where = accounts.told(actions[one.seq] for one in report.actions if one.seq in actions)
    count = f"{plural(len(report.actions), 'write')}{accounts.on(where)}:"
    head: list[Line] = [
        [("PLAN, nothing sent", "bold cyan"), ("   revert ", ""), (cut(report.name, 30), "bold"), *told.id_of(report)],
        *listed(count, told.counts(report, actions), screen.width),
        *problems.cause(screen, report.problems),
        *map(words, moot),
        [],
        words("  #    now       what will be sent, newest first", "dim"),
    ]
    advice = [line for one in report.advice for line in wrapped(one.text, screen.width, "  ", "", "yellow")]
    foot = [[], *advice, *_clients(screen, report), *_next(report, choice)]
    whole = session.everything
    groups = [[one] for one in report.actions] if whole else _alike(report.actions)
    blocks = [_block(screen, report, one, actions.get(one[0].seq), whole=whole) for one in groups]
    room = None if session.room is None else session.room - len(head) - len(foot)
    again = " ".join(["rein plan", report.run, *choice.options(), "--all"])

    def more(count: int) -> Line:
        asking = sum(one.left for one in report.actions[-count:])
        return words(f"  … {count} more{f', {asking} for you' if asking else ''}: {again}", "dim")

    return [*head, *fold(blocks, room, more), *foot]


def _alike(reports: Sequence[ActionReport]) -> list[list[ActionReport]]:
    """The writes, neighbours together that tell the same and whose undos differ in nothing but ids."""
    groups: list[list[ActionReport]] = []
    for one in reports:
        last = groups[-1][-1] if groups else None
        if last is not None and last.seq == one.seq + 1 and _tells(last) == _tells(one) and not one.conflicts:
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _tells(one: ActionReport) -> tuple[object, ...]:
    return one.connector, one.says, one.state, one.message, [call.address for call in one.sent]


def _block(screen: Screen, plan: Report, alike: Sequence[ActionReport], action: Action | None, *, whole: bool) -> Block:
    report, count = alike[0], len(alike)
    number = str(report.seq) if count == 1 else f"{alike[-1].seq}-{report.seq}"
    says = f"{f'{count} × ' if count > 1 else ''}{report.connector}: {report.says}"
    if problems.unread(plan, report):
        line: Line = [(f"  {number:<3}  ", ""), (f"{'-':<8}  ", "dim"), screen.symbol("unknown")]
        return Block([beside([*line, (f" {'not read':<11} ", ""), (says, "")], "", screen.width)], count=count)
    stays = told.cannot(action) and report.left
    left: Line = [
        (f"  {number:<3}  ", ""),
        (f"{_now(report, action):<8}  ", "bold red" if report.conflicts else "dim"),
        screen.symbol("stays" if stays else symbol_of(report.state, left=report.left)),
        (f" {_word(report, action):<11} ", ""),
        (says, ""),
    ]
    first = beside(left, "", screen.width)
    indent = " " * INDENT
    sent = [line for one in report.sent for line in _sent(screen, one, whole=whole)]
    if count > 1 and sent:
        sent.append(words(f"{indent}and {count - 1} more like it: --all shows each", "dim"))
    message = wrapped(told.reason(plan, report), screen.width, indent)
    fields = distinct([one.to_json() for one in report.conflicts])
    values = [line for one in fields for line in conflict(screen, one, INDENT, whole=whole)]
    residue = report.residue if report.sent else ""
    leaves = wrapped(residue, screen.width, indent + " " * 8, indent + "leaves  ", "dim")
    brief = [first, *_brief(screen, report, told.reason(plan, report))]
    return Block([first, *sent, *message, *values, *leaves], brief, count)


def _brief(screen: Screen, report: ActionReport, reason: str) -> list[Line]:
    """What is sent first, or what others changed, or why it is left, in one line."""
    calls = [sentence(one.address, one.params, one.body) for one in report.sent[:1]]
    if report.conflicts and not calls:
        return in_short(screen, [one.to_json() for one in report.conflicts], INDENT)
    told_of = calls or [reason] * (report.left and bool(reason))
    return [words(" " * INDENT + cut(one, screen.width - INDENT)) for one in told_of]


def _sent(screen: Screen, one: Sent, *, whole: bool) -> list[Line]:
    room = max(screen.width - INDENT, 40)
    text = sentence(one.address, one.params, one.body, ENDLESS if whole else CALL_LINES * room - 20)
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
    """How much would be sent where, and that the clients for it were found."""
    sent, changed = Counter[str](), Counter[str]()
    for one in report.actions:
        sent[one.connector] += len(one.sent)
        changed[one.connector] += one.state is State.CONFLICT
    if not sent.total():
        return [] if report.problems else [words("A revert would send nothing.")]
    each = [f"{name} {n}{_in_brackets(changed[name])}" for name, n in sent.items() if n or changed[name]]
    total = f"{plural(sent.total(), 'call')}: {' · '.join(each)}"
    refused = {problem.partition(": ")[0] for problem in report.problems}
    found = [name for name, n in sent.items() if n and name not in refused]
    clients = f"Clients found, for the same accounts as the run: {', '.join(found)}" if found else ""
    return [words(cut(text, screen.width), "dim") for text in (total, clients) if text]


def _in_brackets(conflicts: int) -> str:
    return f" ({plural(conflicts, 'conflict')})" if conflicts else ""


def _next(report: Report, choice: Chosen) -> list[Line]:
    left = f"{len(report.left)} of {plural(len(report.actions), 'write')} would be left for you (exit {report.exit})."
    lines = [words(left, "bold")] if report.left else []
    if report.problems or any(one.sent for one in report.actions):
        command = " ".join(["rein revert", report.run, *choice.options()])
        lines.append(words(f"Next:  {problems.step(report.problems, command)}"))
    elif report.left:
        lines.append(words(f"Next:  rein show {report.run}"))
    return lines
