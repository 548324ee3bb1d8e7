"""`rein recover`: bring crashed runs to an end. Meant for start-up and cron, so it never asks."""

from __future__ import annotations

import click

from agentrein import alerts
from agentrein.cli import complete, failure, plan_only, problems, told
from agentrein.cli.look import look, plural
from agentrein.cli.revert import Stopped, done, result
from agentrein.cli.screen import Line, words, wrapped
from agentrein.cli.session import Session, foldable, is_missing, pass_session, shared
from agentrein.cli.verdict import style_of, verdict
from agentrein.cli.visible import cut
from agentrein.errors import LedgerUnusable, ReinError
from agentrein.recover import recoveries
from agentrein.report import Report
from agentrein.reverting import Undo


@click.command("recover", short_help="Undo crashed runs, without asking.")
@click.argument("run", required=False, shell_complete=complete.runs)
@click.option(
    "--take-over",
    is_flag=True,
    help="Undo what waits to be continued, too; take RUN from a process that still holds it.",
)
@click.option("--yes", is_flag=True, help="Accepted for symmetry with revert: this command never asks.")
@shared
@foldable
@pass_session
def command(session: Session, run: str | None, take_over: bool, yes: bool) -> int:  # noqa: ARG001, FBT001
    """Find out what became of crashed runs and undo them, or of RUN alone.

    It runs without asking, also without a terminal: it is meant for start-up scripts and cron.
    """
    try:
        ledger = session.ledger()
    except LedgerUnusable as error:
        if run is not None or not is_missing(error):
            raise
        return _no_ledger(session)  # a start-up script may come before the first run
    undos = recoveries(ledger, run, take_over=take_over)
    if not undos:
        if run is None:
            alerts.make_up(ledger)
        return _nothing(session, ledger.root(ledger.resolve(run)) if run else None)
    plan_only.tell(session, undos, f"rein recover {run}" if run else "rein recover")
    if not session.as_json:
        session.err.print([words(f"Recovering {plural(len(undos), 'run')}")])
    reports: list[Report] = []
    codes: list[int] = []
    for undo in undos:
        report, code = _one(session, undo)
        codes.append(code)
        if report is not None:
            reports.append(report)
    if run is None:
        alerts.make_up(ledger)
    if session.as_json:
        session.json([report.to_json() for report in reports])
    return max(codes)


def _no_ledger(session: Session) -> int:
    if session.as_json:
        session.json([])
    else:
        session.out.print([words("Nothing to recover: no ledger yet", "bold green")])
    return 0


def _nothing(session: Session, run: str | None) -> int:
    if session.as_json:
        session.json([])
    elif run is None:
        session.out.print([words("Nothing to recover.", "bold green")])
    else:
        said = verdict(look(session.ledger(), run))
        session.out.print([words(f"Nothing to recover: {run} is {said}."), words(f"Next:  rein show {run}")])
    return 0


def _page(session: Session, undo: Undo, report: Report) -> list[Line]:
    if undo.waits:
        return _awaited(session, report)
    return _found(session, report) if undo.wishes.look else result(session, undo, report)


def _awaited(session: Session, report: Report) -> list[Line]:
    """What is said of a run that is left to whoever continues it."""
    seen = look(session.ledger(), report.run)
    head: Line = [(verdict(seen), "bold cyan"), (f"   {cut(report.name, 30)}   {report.run}", "")]
    told = f"left as it is: it waits for whoever continues it with its key {seen.row.key}"
    lines = wrapped(told, session.out.width, "")
    return [head, *lines, words(f"Next:  rein show {report.run}     rein recover {report.run} --take-over")]


def _found(session: Session, report: Report) -> list[Line]:
    """What was found out about a run that is not undone."""
    said = verdict(look(session.ledger(), report.run))
    left = len(report.left)
    what = f"{plural(left, 'write')} of unknown outcome" if left else "every write has an outcome now"
    head: Line = [(said, style_of(said)), (f"   {cut(report.name, 30)}   {report.run}    {what}", "")]
    lines: list[Line] = [head, *problems.cause(session.out, report.problems)]
    for one in report.actions:
        row = told.line(session.out, one, "", read=not problems.unread(report, one))
        lines += [row, *wrapped(told.reason(report, one), session.out.width - 2, " " * 8)]
    foot = words("Nothing was undone: the run had ended as it should.", "dim")
    step = (
        problems.step(report.problems, f"rein recover {report.run}") if report.problems else f"rein show {report.run}"
    )
    return [*lines, foot, words(f"Next:  {step}")]


def _one(session: Session, undo: Undo) -> tuple[Report | None, int]:
    """Recover one run; one that cannot be had does not stop the others."""
    name = undo.ledger.run(undo.run).name
    head: list[Line] = [[("Recover ", "bold"), (cut(name, 30), "bold"), (f" {undo.run}", "")]]
    session.err.print(head)
    try:
        undo.ledger.verify(undo.run)  # before anything is read out of it
        report = done(session, undo, quiet=undo.waits)
    except Stopped:
        raise
    except ReinError as error:
        session.err.print(failure.lines(error))
        return None, error.exit
    if not session.as_json:
        session.out.print(_page(session, undo, report))
    return report, report.exit
