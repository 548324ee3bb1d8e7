"""`rein show`: what happened in a run, what needs a person, what stays behind."""

from __future__ import annotations

from typing import Any

import click

from agentrein import alerts
from agentrein.cli import accounts, complete, problems, show_action, show_pruned
from agentrein.cli.happened import happened
from agentrein.cli.inner import Inner
from agentrein.cli.look import BROKEN, ENDS, Seen, look, plural
from agentrein.cli.needs import needs
from agentrein.cli.residue import left_behind
from agentrein.cli.screen import Line, Screen, fold, words
from agentrein.cli.session import Session, foldable, pass_session, shared
from agentrein.cli.times import age, between, clock, zone
from agentrein.cli.verdict import style_of, verdict
from agentrein.cli.visible import cut, width
from agentrein.errors import ChainBroken
from agentrein.fold import Action
from agentrein.inverse_view import calls, plain
from agentrein.ledger import Entry, Ledger
from agentrein.model import SETTLED, RunStatus

RESIDUES = 3
"""Lines that what stays behind may take."""


@click.command("show", short_help="Show what happened in a run.")
@click.argument("run", shell_complete=complete.runs)
@click.argument("n", metavar="[N]", type=int, required=False, shell_complete=complete.numbers)
@shared
@foldable
@pass_session
def command(session: Session, run: str, n: int | None) -> int:
    """Show what happened in RUN: each write, how it stands, what needs you. With N, everything about write N.

    RUN is an id, the beginning of one, or `last`.
    """
    ledger = session.ledger()
    seen = look(ledger, ledger.resolve(run))
    if seen.row.pruned is not None:
        return show_pruned.show(session, ledger, seen, n)
    if n is not None:
        return show_action.show(session, ledger, seen, n)
    return show(session, ledger, seen)


def show(session: Session, ledger: Ledger, seen: Seen) -> int:
    """Print a run; a chain that does not verify is said at its end and decides the exit code."""
    if session.as_json:
        ledger.verify(seen.root)
        session.json(to_json(seen))
        return 0
    try:
        head = ledger.verify(seen.root)
    except ChainBroken as broken:
        session.out.print(_page(session, seen, None))
        raise broken from None
    session.out.print(_page(session, seen, head))
    return 0


def to_json(seen: Seen) -> dict[str, Any]:
    """The JSON shape of the contract."""
    return {
        "id": seen.id,
        "name": seen.row.name,
        "status": seen.row.status,
        "actions": [action_json(seen, action) for action in seen.actions],
        "alerts": [alert_json(entry) for entry in seen.entries if entry.kind == "alert" and entry.payload],
    }


def alert_json(entry: Entry) -> dict[str, Any]:
    """One alert of a run: whom it was to reach, and whether it did."""
    told = entry.payload or {}
    return {"sink": told.get("sink"), "at": entry.at, "ok": told.get("ok"), "why": told.get("why")}


def action_json(seen: Seen, action: Action) -> dict[str, Any]:
    """One action of the contract's shape."""
    planned = action.planned
    return {
        "seq": action.seq,
        "connector": action.connector,
        "address": planned["address"],
        "sdk": planned["sdk"],
        "says": action.says,
        "tier": planned["tier"],
        "state": action.state.value,
        "object": action.object,
        "inverse": inverse_json(action),
        "residue": planned["residue"],
        "where": planned["where"],
        "by": action.by or seen.row.by,
        "conflicts": [dict(one) for one in action.conflicts],
        "message": action.reason,
        "approval": action.planned.get("approval"),
        "mitigations": list(action.mitigations),
    }


def inverse_json(action: Action) -> list[dict[str, Any]]:
    """What a revert may send for an action; null where only the vendor's answer tells."""
    return [
        {"address": one.address, "params": plain(one.params), "body": plain(one.body)}
        for effect in action.effects
        for one in calls(effect.inverse)
    ]


def _page(session: Session, seen: Seen, chain: str | None) -> list[Line]:
    """The page; without the head of a chain that verified, it proposes nothing."""
    screen, whole = session.out, session.everything
    head = [*_head(screen, seen), []]
    stays = left_behind(screen, seen, None if whole else 1 if seen.left else RESIDUES)
    told = words(BROKEN, "bold red") if chain is None else words(f"Ledger head  {_short(chain)}  verified", "dim")
    foot = [[], *stays, [*told, (f"     {zone()}", "dim")], *(_next(seen) if chain is not None else [])]
    trusted = chain is not None
    asking = [needs(screen, seen, action, whole=whole, trusted=trusted) for action in reversed(seen.left)]
    rows = happened(screen, seen, whole=whole)
    titles = 1 + (2 if asking else 0)
    room = None if session.room is None else session.room - len(head) - len(foot) - titles
    lines = head
    if asking:
        part = fold(asking, None if room is None else room - min(len(rows), 2), _more(seen, "that need you"))
        lines += [words("NEEDS YOU", "bold red"), *part, []]
        room = None if room is None else room - len(part)
    listed = fold(rows, room, _more(seen, "")) or [words(f"  {'nothing else' if asking else 'nothing was written'}")]
    return [*lines, _title(screen, "WHAT HAPPENED", "newest first"), *listed, *foot]


def _more(seen: Seen, what: str) -> Any:
    return lambda count: words(f"  … {count} more {what}".rstrip() + f": rein show {seen.id} --all", "dim")


def _title(screen: Screen, left: str, right: str) -> Line:
    room = min(screen.width, 100) - len(left) - len(right)
    return [(left, "bold"), (" " * max(room, 2), ""), (right, "dim")]


def _head(screen: Screen, seen: Seen) -> list[Line]:
    said, row = verdict(seen), seen.row
    first: Line = [(said, style_of(said)), ("   ", ""), (cut(row.name, 30), "bold"), ("   ", ""), (seen.id, "")]
    if seen.left:
        first += [("   ", ""), (f"needs you: {len(seen.left)} of {plural(row.actions, 'write')}", "bold red")]
    elif seen.waits:
        standing = sum(one.state not in SETTLED for one in seen.actions)
        first += [("   ", ""), (f"{standing} of {plural(row.actions, 'write')} may stand", "bold red")]
    else:
        first += [("   ", ""), (plural(row.actions, "write"), "dim")]
    lines = [first, *_around(screen, seen), words(cut(_when(seen), screen.width))]
    who = f"{row.by}@{row.owner.get('host', '?')}"
    lines.append(_pairs(screen, ("why", row.because or "not said"), ("who", who)))
    if actors := _actors(seen):
        lines.append(_pairs(screen, ("on", actors)))
    for one in alerts.failed(seen.entries):
        said = f"alert to {one.sink} failed {clock(one.at)} ({age(one.at)} ago): {one.why}"
        lines.append(words(cut(said, screen.width), "bold yellow"))
    if seen.stopped.get("stopped"):
        lines.append(words("The undo was stopped before its end; nothing is lost, the next one goes on."))
    return [*lines, *problems.cause(screen, seen.stuck)]


def _around(screen: Screen, seen: Seen) -> list[Line]:
    """Of what run it is a child, or by what key it goes on."""
    if isinstance(seen, Inner):
        return [words(cut(f"child of {seen.root} {seen.outer.name}, with which it is undone", screen.width))]
    if seen.row.key is None:
        return []
    return [[("key   ", "dim"), (cut(seen.row.key, screen.width - 6), "")]]


def _when(seen: Seen) -> str:
    row = seen.row
    began = f"began {clock(row.started)} ({age(row.started)} ago)"
    if seen.awaited:
        return f"{began}; its process is gone, and it waits for its next leg"
    if seen.crashed:
        return f"{began}; the process that held it is gone ({_owner(seen)})"
    if seen.alive or row.ended is None:
        return f"{began}; held by {_owner(seen)}"
    how, at = _end(seen)
    cause = f": {seen.cause}" if seen.cause else ""
    return f"{how} {clock(at)} ({age(at)} ago) after {between(row.started, at)}{cause}"


def _end(seen: Seen) -> tuple[str, str]:
    """How and when the run's block was left; a run that crashed, or was taken over, ended then."""
    for entry in filter(seen.is_own, reversed(seen.entries)):
        payload = entry.payload or {}
        if entry.kind in ENDS and ("failed" in payload or payload.get("status") == RunStatus.COMPLETED):
            return "failed" if payload.get("failed") else str(payload.get("status", "completed")), entry.at
    forced = any(entry.kind == "owner" and (entry.payload or {}).get("forced") for entry in seen.entries)
    return "taken over" if forced else "crashed, taken over", str(seen.row.ended)


def _owner(seen: Seen) -> str:
    return f"pid {seen.row.owner.get('pid', '?')} on {seen.row.owner.get('host', '?')}"


def _actors(seen: Seen) -> str:
    known = [(one.connector, one.actor) for one in seen.actions]
    found = [f"{name}: {actor.named}" for name, actor in known if actor is not None]
    return " · ".join([accounts.told(seen.actions), *dict.fromkeys(found)]) if found else ""


def _pairs(screen: Screen, *pairs: tuple[str, str]) -> Line:
    share = max((screen.width - 10 * len(pairs)) // len(pairs), 16)
    line: Line = []
    for name, text in pairs:
        line += [(f"{name:<5} ", "dim"), (cut(text, share), ""), ("   ", "")]
    return line[:-1]


def _next(seen: Seen) -> list[Line]:
    if seen.stopped:
        return [words(f"Next:  {problems.step(seen.stuck, f'rein revert {seen.id}')}")]
    if seen.crashed:
        first = f"rein recover {seen.root}{' --take-over' if seen.awaited else ''}"
    elif seen.alive or seen.row.status in {RunStatus.REVERTED, RunStatus.PAUSED} or not seen.actions:
        first = ""
    elif seen.row.status == RunStatus.NEEDS_ATTENTION:
        first = f"rein plan {seen.id}"
    else:
        first = f"rein plan {seen.id}   rein revert {seen.id}"
    newest = [*seen.actions, *seen.left][-1:]
    detail = [f"rein show {seen.id} {one.seq}" for one in newest]
    parts = [part for part in (first, *detail) if part]
    return [words("Next:  " + "   ".join(parts))] if parts else []


def _short(head: str) -> str:
    return head if width(head) <= 12 else f"{head[:4]}…{head[-4:]}"
