"""`rein verify`: check the hash chains of runs in the ledger, or of a run that was exported."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from agentrein.cli import complete, failure
from agentrein.cli.screen import Block, Line, fold, words, wrapped
from agentrein.cli.session import Session, foldable, pass_session, shared
from agentrein.cli.visible import cut
from agentrein.errors import ChainBroken, UsageError
from agentrein.export_check import Checked, check_file, check_head, check_record
from agentrein.ledger import Ledger

_HEAD = 64
"""Hexadecimal digits of a head; of fewer somebody could make one that fits."""

_MANY = 500
"""Runs from which on progress is told."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one check came to: the chain as it verified, or how it is broken; `since` is the entry of the given head."""

    target: str
    file: str | None = None
    run: str = ""
    checked: Checked | None = None
    broken: ChainBroken | None = None
    since: int | None = None


def _targets(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:
    """Runs, and files where a path is being typed."""
    return (complete.files if _is_file(incomplete) else complete.runs)(ctx, param, incomplete)


@click.command("verify", short_help="Check the hash chains of runs, or an exported run.")
@click.argument("target", nargs=-1, shell_complete=_targets)
@click.option("--head", metavar="HASH", help="The head that was printed earlier; only for one target.")
@shared
@foldable
@pass_session
def command(session: Session, target: tuple[str, ...], head: str | None) -> int:
    """Check the hash chain of each TARGET, of every run if none is given, and print the heads.

    A TARGET is a run, or a file that `rein export` wrote: what holds a slash or ends in .json. A changed, missing or
    swapped entry is found by itself; one that was cut off at the end by comparing with a head that was kept: --head.
    """
    _check_head(head, target)
    found = list(_checks(session, target, head))
    if session.as_json:
        session.json([_to_json(one) for one in found])
    else:
        session.out.print(_page(session, found))
    return ChainBroken.exit if any(one.broken for one in found) else 0


def _check_head(head: str | None, targets: Sequence[str]) -> None:
    if head is None:
        return
    if len(targets) != 1:
        raise UsageError("--head is of one run", now="rein verify RUN --head HASH")
    if len(head) != _HEAD or not set(head) <= set("0123456789abcdef"):
        raise UsageError(f"--head takes all {_HEAD} digits of a head", now="rein verify prints them")


def _is_file(target: str) -> bool:
    return os.sep in target or target.endswith(".json")


def _checks(session: Session, targets: Sequence[str], head: str | None) -> Iterator[Found]:
    files = [one for one in targets if _is_file(one)]
    ledger = session.ledger() if len(files) < len(targets) or not targets else None
    if ledger is not None and not targets:
        yield from _all(session, ledger)
    for target in targets:
        if _is_file(target):
            yield _of_file(target, head)
        elif ledger is not None:
            yield _of_run(ledger, target, ledger.root(ledger.resolve(target)), head)


def _all(session: Session, ledger: Ledger) -> Iterator[Found]:
    rows = ledger.runs()
    for done, row in enumerate(rows, 1):
        yield _of_run(ledger, row.id, row.id, None)
        if len(rows) >= _MANY and done % _MANY == 0 and not session.as_json:
            session.err.print([words(f"{done} of {len(rows)} runs verified", "dim")])


def _of_run(ledger: Ledger, target: str, run: str, head: str | None) -> Found:
    try:
        checked = check_record(ledger.record(run), ledger.url)
        since = None if head is None else check_head(checked, head, ledger.url)
    except ChainBroken as broken:
        return Found(target, None, run, broken=broken)
    return Found(target, None, run, checked, since=since)


def _of_file(target: str, head: str | None) -> Found:
    try:
        checked = check_file(Path(target))
        since = None if head is None else check_head(checked, head, target)
    except ChainBroken as broken:
        return Found(target, target, broken=broken)
    return Found(target, target, checked.run, checked, since=since)


def _to_json(one: Found) -> dict[str, Any]:
    checked, broken = one.checked, one.broken
    return {
        "run": one.run or None,
        "file": one.file,
        "verified": checked is not None,
        "entries": None if checked is None else checked.entries,
        "pruned": None if checked is None else checked.pruned,
        "head": None if checked is None else checked.head,
        "head_of": one.since,
        "error": None if broken is None else failure.as_json(broken, broken.exit)["error"],
    }


def _page(session: Session, found: Sequence[Found]) -> list[Line]:
    if not found:
        return [words("No runs yet, so there is no chain to verify.")]
    broken = [one for one in found if one.broken is not None]
    head = [_said(len(found), len(broken))]
    foot: list[Line] = [[], words(_next(broken))]
    room = None if session.room is None else session.room - len(head) - len(foot)
    blocks = [_block(session, one) for one in (*broken, *(one for one in found if one.broken is None))]
    return [*head, *fold(blocks, room, lambda count: words(f"  … {count} more: rein verify --all", "dim")), *foot]


def _said(count: int, broken: int) -> Line:
    chains = f"{count} {'chain' if count == 1 else 'chains'}"
    return words(f"{broken} of {chains} BROKEN", "bold red") if broken else words(f"{chains} verified", "bold green")


def _next(broken: Sequence[Found]) -> str:
    if not broken:
        return "Keep the heads where nobody who writes the ledger can; compare:  rein verify RUN --head HASH"
    first = broken[0]
    return "Next:  rein doctor" if first.file is not None else f"Next:  rein show {first.run}"


def _block(session: Session, one: Found) -> Block:
    screen = session.out
    kind = "needs" if one.broken else "done"
    mark: Line = [("  ", ""), screen.symbol(kind), (" ", "")]
    if one.broken is not None:
        first, *more = wrapped(f"{one.broken.what}; {one.broken.now}", screen.width - 4, "")
        where: Line = [("    ", ""), (f"in {one.broken.where}", "dim")]
        return Block([[*mark, *first], *([("    ", ""), *line] for line in more), where])
    assert one.checked is not None  # noqa: S101 - it is one or the other
    checked = one.checked
    told = f"{checked.entries} {'entry' if checked.entries == 1 else 'entries'}"
    told += f", {checked.pruned} pruned" if checked.pruned else ""
    name = cut(checked.name if one.file is None else f"{checked.name}, {one.file}", max(screen.width - 40, 16))
    lines: list[Line] = [[*mark, (f"{checked.run}  ", ""), (name, "bold"), (f"  {told}", "dim")]]
    lines.append([("    head  ", "dim"), (checked.head, "")])
    if one.since is not None:
        lines.append(words(f"    {_grown(checked, one.since)}"))
    return Block(lines)


def _grown(checked: Checked, since: int) -> str:
    if since == checked.entries:
        return "the given head is this head: nothing was added, changed or cut off"
    return f"the given head is that of entry {since}: nothing before was changed, {checked.entries - since} were added"
