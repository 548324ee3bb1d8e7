"""`rein audit`: every write of the installed SDKs with its tier, and what no table covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import click

from agentrein import registry
from agentrein.audit import Audit, Written, audit
from agentrein.cli import complete
from agentrein.cli.screen import Block, Line, beside, fold, words, wrapped
from agentrein.cli.session import Session, foldable, pass_session, shared
from agentrein.errors import UntestedVersion, UsageError
from agentrein.own_paths import OWN


@click.command("audit", short_help="List every write of the installed SDKs, and what is not covered.")
@click.argument("connector", required=False, shell_complete=complete.connectors)
@shared
@foldable
@pass_session
def command(session: Session, connector: str | None) -> int:
    """List every write of the installed SDK of CONNECTOR, of all without one, with its tier, and what is not covered.

    It reads the SDK's own source; nothing is sent, and nothing of the SDK is run. What no table covers is refused by
    the gate, and may be what you need.
    """
    found, skipped = _audits(connector)
    for name, why in skipped:
        session.err.print([words(f"{name}: not audited: {why}", "dim")])
    if session.as_json:
        session.json({one.connector: _to_json(one) for one in found})
    else:
        session.out.print(_page(session, found, all_of=connector is None))
    return 1 if any(one.uncovered for one in found) else 0


def _audits(connector: str | None) -> tuple[list[Audit], list[tuple[str, str]]]:
    """The audits, and of all connectors those that cannot be had, each with the reason."""
    if connector is not None:
        return [audit(registry.connector(connector))], []
    found, skipped = list[Audit](), list[tuple[str, str]]()
    for name in registry.connectors():
        one = registry.connector(name)
        if name == OWN or not (one.table.operations or one.table.refused):
            continue  # its SDK is that of another connector, whose table has the writes
        try:
            found.append(audit(one))
        except (UntestedVersion, UsageError) as error:
            skipped.append((name, error.what))
    return found, skipped


def _to_json(one: Audit) -> dict[str, Any]:
    return {
        "writes": [{"sdk": row.sdk, "address": row.address, "tier": row.tier} for row in one.writes],
        "uncovered": [{"sdk": row.sdk, "address": row.address} for row in one.uncovered],
    }


def _page(session: Session, found: Sequence[Audit], *, all_of: bool) -> list[Line]:
    if not found:
        return [words("Nothing to audit: no connector's SDK is installed.")]
    blocks = [block for one in found for block in _blocks(session, one, whole=session.everything or not all_of)]
    room = None if session.room is None else session.room - 2
    again = f"rein audit{'' if all_of else f' {found[0].connector}'} --all"
    body = fold(blocks, room, lambda count: words(f"  … {count} more: {again}", "dim"))
    return [*body, [], words(_next(found))]


def _next(found: Sequence[Audit]) -> str:
    lacking = next((one for one in found if one.uncovered), None)
    if lacking is None:
        return f"Next:  rein ops {found[0].connector}"
    return f"What is not covered is refused by the gate. Next:  rein ops {lacking.connector}"


def _blocks(session: Session, one: Audit, *, whole: bool) -> list[Block]:
    """What is not covered stands first; of what is, the lines only where they were asked for."""
    counts = Counter(row.tier for row in one.writes)
    told = ", ".join(f"{count} {tier}" for tier, count in counts.most_common())
    symbol = session.out.symbol("needs" if one.uncovered else "done")
    said = f"{len(one.uncovered)} NOT COVERED" if one.uncovered else "all covered"
    head: Line = [symbol, (f" {one.connector:<11}", "bold"), (f" {said}", "bold red" if one.uncovered else "")]
    head.append((f"   {len(one.writes)} writes of {one.sdk} {one.version}", "dim"))
    tiers = wrapped(told, session.out.width, " " * 14, style="dim")
    rows = [*one.uncovered, *(one.writes if whole else ())]
    return [Block([head, *tiers]), *(Block([_row(session, row)]) for row in rows)]


def _row(session: Session, row: Written) -> Line:
    left: Line = [("    ", ""), (f"{row.sdk}  {row.address}", "" if row.tier else "red")]
    return beside(left, row.tier or "not covered", session.out.width, whole=True)
