"""`rein export`: one run as one JSON file for an audit, which anybody can check without the ledger."""

from __future__ import annotations

import json
from pathlib import Path

import click

from agentrein.cli import complete, failure
from agentrein.cli.failure import pasted
from agentrein.cli.look import plural
from agentrein.cli.screen import Line, words
from agentrein.cli.session import Session, pass_session, shared
from agentrein.errors import ChainBroken
from agentrein.export import document
from agentrein.export_check import Checked, check_record
from agentrein.ledger import Ledger
from agentrein.ledger.protocol import Record
from agentrein.private_file import write_private


@click.command("export", short_help="Write one run as one JSON file, for an audit.")
@click.argument("run", shell_complete=complete.runs)
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    shell_complete=complete.files,
    help="Write to FILE, readable for you only; else to stdout.",
)
@click.option("--sealed", is_flag=True, help="Leave encrypted payloads encrypted; needs no key.")
@click.option("--replace", is_flag=True, help="Overwrite FILE if it is there.")
@shared
@pass_session
def command(session: Session, run: str, output: Path | None, sealed: bool, replace: bool) -> int:  # noqa: FBT001 - Click's flags
    """Write RUN as one JSON document: its entries with the hash chain, its actions, approvals and alerts.

    It holds what the run sent, and nothing else of the ledger. `rein verify FILE` checks it, on any machine.
    """
    ledger = session.ledger()
    record = ledger.record(ledger.root(ledger.resolve(run)))
    broken, checked = _checked(record, ledger)
    text = json.dumps(document(record, sealed=sealed), indent=1) + "\n"
    if output is None:
        session.out.raw(text.rstrip("\n"))
    else:
        write_private(output, text.encode("ascii"), replace=replace)
        _tell(session, record, checked, output)
    if broken is None:
        return 0
    session.err.print(failure.lines(broken))
    return broken.exit


def _checked(record: Record, ledger: Ledger) -> tuple[ChainBroken | None, Checked | None]:
    """What the record's chain says of it; what is left of one that is broken is exported as the evidence that it is."""
    try:
        return None, check_record(record, ledger.url)
    except ChainBroken as broken:
        return broken, None


def _tell(session: Session, record: Record, checked: Checked | None, output: Path) -> None:
    row = record.row
    if session.as_json:
        session.json(
            {
                "run": row.id,
                "file": str(output),
                "entries": len(record.stored),
                "pruned": sum(one.text is None for one in record.stored),
                "head": row.head,
                "verified": checked is not None,
            }
        )
        return
    lines: list[Line] = [
        [("Exported ", "bold"), (f"{row.id} {row.name}: {_counts(record)}, to {output}", "")],
        words(f"Ledger head  {row.head}{'' if checked else '  DOES NOT VERIFY'}", "dim" if checked else "bold red"),
        words("It holds what the run sent, and is readable for you only. Keep the head elsewhere, to compare it."),
        words(f"Next:  {pasted('rein', 'verify', _named(output))}"),
    ]
    session.out.print(lines)


def _named(output: Path) -> str:
    """The file as `rein verify` tells it from a run."""
    return str(output) if output.suffix == ".json" or output.parent != Path() else f"./{output}"


def _counts(record: Record) -> str:
    entries, pruned = len(record.stored), sum(one.text is None for one in record.stored)
    told = f"{plural(record.row.actions, 'write')}, {entries} {'entry' if entries == 1 else 'entries'}"
    return f"{told}, {plural(pruned, 'payload')} pruned" if pruned else told
