"""`rein show` of a run whose payloads were pruned: what was called and how it ended is still there, the rest is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agentrein.cli.look import BROKEN, SYMBOLS, Seen, plural
from agentrein.cli.screen import Block, Line, Screen, beside, fold, words
from agentrein.cli.session import Session
from agentrein.cli.times import age, clock, zone
from agentrein.cli.verdict import style_of, verdict
from agentrein.cli.visible import cut
from agentrein.errors import ChainBroken, UsageError
from agentrein.ledger import Act, Ledger
from agentrein.model import State

Objects = Mapping[int, Sequence[str]]
"""What the actions touched, by number: with it somebody can still look the things up by hand."""


def show(session: Session, ledger: Ledger, seen: Seen, number: int | None) -> int:
    """Print the run, or one of its actions; the chain still verifies, because it covers only digests of payloads."""
    acts = [one for one in ledger.acts(seen.id) if number in {None, one.seq}]
    if number is not None and not acts:
        raise UsageError(f"run {seen.id} has no write {number}", now=f"rein show {seen.id} lists them")
    objects = ledger.objects(seen.id)
    if session.as_json:
        ledger.verify(seen.id)
        alerts: dict[str, Any] = {"alerts": []} if number is None else {}
        session.json(_to_json(seen, acts, objects) | alerts)
        return 0
    try:
        ledger.verify(seen.id)
    except ChainBroken:
        session.out.print(_page(session, seen, acts, objects, trusted=False))
        raise
    session.out.print(_page(session, seen, acts, objects, trusted=True))
    return 0


def _to_json(seen: Seen, acts: Sequence[Act], objects: Objects) -> dict[str, Any]:
    """The shape of any other run, with nothing in what is gone."""
    shape = {"id": seen.id, "name": seen.row.name, "status": seen.row.status}
    return {**shape, "actions": [_action(seen, one, objects.get(one.seq, ())) for one in acts]}


def _action(seen: Seen, act: Act, objects: Sequence[str]) -> dict[str, Any]:
    gone = f"payload pruned {seen.row.pruned}"
    return {
        "seq": act.seq,
        "connector": act.connector,
        "address": act.address,
        "sdk": "",
        "says": f"{act.address} ({gone})",
        "tier": act.tier,
        "state": act.state,
        "object": " ".join(objects) or None,
        "inverse": [],
        "residue": "",
        "where": "",
        "by": seen.row.by,
        "conflicts": [],
        "message": gone,
        "approval": None,
        "mitigations": [],
    }


def _page(session: Session, seen: Seen, acts: Sequence[Act], objects: Objects, *, trusted: bool) -> list[Line]:
    said, row, screen = verdict(seen), seen.row, session.out
    pruned, ended = str(row.pruned), row.ended or row.started
    head: list[Line] = [
        [(said, style_of(said)), ("   ", ""), (cut(row.name, 30), "bold"), (f"   {seen.id}   ", "")],
        words(f"ended {clock(ended)} ({age(ended)} ago); payloads pruned {clock(pruned)} ({age(pruned)} ago)"),
        words("It cannot be undone any more: what an undo needs was deleted with the payloads.", "bold yellow"),
        [("who   ", "dim"), (cut(f"{row.by}@{row.owner.get('host', '?')}", screen.width - 6), "")],
        [],
        words("WHAT HAPPENED, newest first", "bold"),
    ]
    head[0].append((plural(row.actions, "write"), "dim"))
    told = words("Ledger  verified" if trusted else BROKEN, "dim" if trusted else "bold red")
    foot: list[Line] = [[], [*told, (f"     {zone()}", "dim")], words("Next:  rein runs")]
    room = None if session.room is None else session.room - len(head) - len(foot)
    again = f"rein show {seen.id} --all"
    alike = _alike(acts, whole=session.everything)
    rows = [Block([_row(screen, one), *_touched(screen, one, objects)], count=len(one)) for one in alike]
    body = fold(rows, room, lambda count: words(f"  … {count} more: {again}", "dim"))
    return [*head, *(body or [words("  nothing was written")]), *foot]


def _alike(acts: Sequence[Act], *, whole: bool) -> list[list[Act]]:
    """The actions, newest first; neighbours that tell the same stand together, unless the whole is asked for."""
    groups: list[list[Act]] = []
    for act in acts:
        last = groups[-1][-1] if groups and not whole else None
        if last is not None and act.seq == last.seq + 1 and replace(last, seq=act.seq, landed=act.landed) == act:
            groups[-1].append(act)
        else:
            groups.append([act])
    return groups[::-1]


def _row(screen: Screen, alike: Sequence[Act]) -> Line:
    act, count = alike[0], len(alike)
    number = str(act.seq) if count == 1 else f"{act.seq}-{alike[-1].seq}"
    left: Line = [
        ("  ", ""),
        screen.symbol(SYMBOLS[State(act.state)]),
        (f" #{number:<3} ", ""),
        (f"{act.state.replace('_', ' '):<12} ", ""),
        (f"{f'{count} × ' if count > 1 else ''}{act.connector}: {act.address}", ""),
    ]
    return beside(left, act.tier, screen.width)


def _touched(screen: Screen, alike: Sequence[Act], objects: Objects) -> list[Line]:
    """The things themselves, under what was called."""
    names = dict.fromkeys(name for act in alike for name in objects.get(act.seq, ()))
    return [words(" " * 8 + cut("  ".join(names), screen.width - 8), "dim")] if names else []
