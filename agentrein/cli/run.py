"""`rein run --dry-run`: a whole script whose runs are all dry, and then what it would have sent."""

from __future__ import annotations

import os
import runpy
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout
from pathlib import Path

import click

from agentrein import dry
from agentrein.cli.look import plural
from agentrein.cli.screen import Line, Screen, beside, words, wrapped
from agentrein.cli.session import Session, pass_session, shared
from agentrein.cli.visible import cut
from agentrein.dry_report import DryReport, Planned
from agentrein.errors import DryRunEnd, UsageError
from agentrein.ledger import ENVIRONMENT as LEDGER

INDENT = 20
"""Columns before what belongs to a call."""


@click.command(
    "run",
    short_help="Run a script without sending its writes.",
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@click.option("--dry-run", "dry_run", is_flag=True, help="Send no write: plan each, and list them at the end.")
@click.argument("script", type=click.Path(dir_okay=False))
@click.argument("arguments", metavar="[ARGS]...", nargs=-1, type=click.UNPROCESSED)
@shared
@pass_session
def command(session: Session, script: str, arguments: tuple[str, ...], *, dry_run: bool) -> int:
    """Run SCRIPT with ARGS, every run in it dry: reads pass, no write leaves, each is planned and recorded.

    Options of this command stand before SCRIPT. Exits 1 when a call would be refused, when a run came to its end before
    its code did, or when the script failed.
    """
    if not dry_run:
        raise UsageError("rein run is for dry runs", now=f"rein run --dry-run {script}   or:  python {script}")
    if not Path(script).is_file():
        raise UsageError(f"there is no script {script!r}", now="rein run --dry-run SCRIPT [ARGS]")
    reports: list[DryReport] = []
    with _dry(session, reports), redirect_stdout(sys.stderr) if session.as_json else nullcontext():
        failed = _played(script, arguments)
    code = 1 if failed or any(one.exit for one in reports) else 0
    if session.as_json:
        told = {"script": script, "runs": [one.to_json() for one in reports], "failed": failed or None, "exit": code}
        session.json(told)
    else:
        session.out.print(_page(session.out, reports, failed))
    return code


@contextmanager
def _dry(session: Session, reports: list[DryReport]) -> Iterator[None]:
    """From here on every run of the process is dry, also in processes that it starts; those that end here are noted.

    It stays so behind the block: threads of the script may go on, and it may have left work for the process's end.
    """
    dry.forced = True
    os.environ.update({dry.ENVIRONMENT: "1", **({LEDGER: session.ledger_url} if session.ledger_url else {})})
    dry.ended = reports.append
    try:
        yield
    finally:
        dry.ended = None


def _played(script: str, arguments: tuple[str, ...]) -> str:
    """Run the script as Python would; gives what it failed with, empty if it did not."""
    argv, path = sys.argv, list(sys.path)
    sys.argv = [script, *arguments]
    sys.path.insert(0, str(Path(script).resolve().parent))
    try:
        runpy.run_path(script, run_name="__main__")
    except DryRunEnd:
        return ""
    except SystemExit as stop:
        return "" if stop.code in {None, 0} else f"SystemExit({stop.code!r})"
    except Exception as error:  # noqa: BLE001 - the script's own, told as Python tells it
        traceback.print_exc()
        return type(error).__name__
    finally:
        sys.argv, sys.path[:] = argv, path
    return ""


def _page(screen: Screen, reports: list[DryReport], failed: str) -> list[Line]:
    lines: list[Line] = []
    for report in reports:
        lines += [*_run(screen, report), []]
    if not reports:
        lines += [words("DRY RUN: the script opened no run, so it wrote nothing", "bold cyan"), []]
    if failed:
        lines += [words(f"The script failed: {failed}", "bold red"), []]
    return lines[:-1] if lines else lines


def _run(screen: Screen, report: DryReport) -> Iterator[Line]:
    yield [("DRY RUN, nothing sent", "bold cyan"), (f"   {cut(report.name, 30)}   ", "bold"), (report.run, "dim")]
    tiers = ", ".join(f"{count} {tier}" for tier, count in Counter(one.tier for one in report.calls).items())
    yield words(f"{plural(len(report.calls), 'write')}{f': {tiers}' if tiers else ''}")
    for one in report.calls:
        yield from _call(screen, one)
    for refused in report.refused:
        yield from wrapped(f"refused: {refused['says']} ({refused['tier']})", screen.width, "  ", style="yellow")
    for read, seq in report.stale:
        yield from wrapped(f"stale: {read} shows how it was before #{seq}", screen.width, "  ", style="yellow")
    if any(one.invented for one in report.calls):
        yield from wrapped("Answers were invented by the connectors' stand-ins.", screen.width, "  ", style="dim")
    if report.ended is not None:
        seq, why = report.ended
        yield from wrapped(
            f"It ended at #{seq}: {why}. What comes after it is not known.", screen.width, "", style="bold"
        )


def _call(screen: Screen, one: Planned) -> Iterator[Line]:
    style = "bold red" if one.tier == "irreversible" else "dim"
    line: Line = [(f"  {one.seq:<3}  ", ""), (f"{one.tier:<13}", style), (f"{one.connector}: {one.says}", "")]
    yield beside(line, "", screen.width)
    undone = "; ".join(one.undone_by)
    told = f"undone by {undone}" if undone else "nothing undoes it"
    told += "; asks for an approval first" if one.asks else ""
    yield from wrapped(told, screen.width, " " * INDENT, style="dim")
