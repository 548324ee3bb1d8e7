"""`rein show`: what happened in a run, what needs a person, what stays behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from agentrein.cli import show_action
from agentrein.cli.look import SETTLED, SYMBOLS, Seen, look, plural, state_word, style_of, verdict
from agentrein.cli.needs import needs
from agentrein.cli.screen import Block, Line, Screen, beside, fold, words, wrapped
from agentrein.cli.session import Session, foldable, pass_session, shared
from agentrein.cli.times import age, between, clock
from agentrein.cli.visible import cut, width
from agentrein.errors import ChainBroken
from agentrein.fold import Action
from agentrein.inverse_view import calls, plain
from agentrein.ledger import Entry, Ledger
from agentrein.model import NOTHING_STANDS, RunStatus

RESIDUES = 3
"""Lines that what stays behind may take."""


@click.command("show", short_help="Show what happened in a run.")
@click.argument("run")
@click.argument("number", metavar="[N]", type=int, required=False)
@shared
@foldable
@pass_session
def command(session: Session, run: str, number: int | None) -> int:
    """Show what happened in RUN: each write, how it stands, what needs you. With N, everything about write N.

    RUN is an id, the beginning of one, or `last`.
    """
    ledger = session.ledger()
    seen = look(ledger, ledger.resolve(run))
    if number is not None:
        return show_action.show(session, seen, number)
    return show(session, ledger, seen)


def show(session: Session, ledger: Ledger, seen: Seen) -> int:
    """Print a run; a chain that does not verify is said at its end and decides the exit code."""
    if session.as_json:
        ledger.verify(seen.id)
        session.json(to_json(seen))
        return 0
    try:
        session.out.print(_page(session, seen, f"Ledger head  {_short(ledger.verify(seen.id))}  verified"))
    except ChainBroken as broken:
        session.out.print(_page(session, seen, "Ledger  BROKEN: do not trust what is printed here"))
        raise broken from None
    return 0


def to_json(seen: Seen) -> dict[str, Any]:
    """The JSON shape of the contract."""
    return {
        "id": seen.id,
        "name": seen.row.name,
        "status": seen.row.status,
        "actions": [action_json(seen, action) for action in seen.actions],
    }


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
    }


def inverse_json(action: Action) -> list[dict[str, Any]]:
    """What a revert may send for an action; null where only the vendor's answer tells."""
    return [
        {"address": one.address, "params": plain(one.params), "body": plain(one.body)}
        for effect in action.effects
        for one in calls(effect.inverse)
    ]


def _page(session: Session, seen: Seen, chain: str) -> list[Line]:
    screen = session.out
    head = [*_head(screen, seen), []]
    stays = _stays(screen, seen, None if session.everything else 1 if seen.left else RESIDUES)
    foot = [[], *stays, words(chain, "dim"), *_next(seen)]
    asking = [needs(screen, seen, action) for action in reversed(seen.left)]
    happened = [Block([line]) for line in _happened(screen, seen)]
    titles = 1 + (2 if asking else 0)
    room = None if session.room is None else session.room - len(head) - len(foot) - titles
    lines = head
    if asking:
        part = fold(asking, None if room is None else room - min(len(happened), 2), _more(seen, "that need you"))
        lines += [words("NEEDS YOU", "bold red"), *part, []]
        room = None if room is None else room - len(part)
    listed = fold(happened, room, _more(seen, "")) or [
        words(f"  {'nothing else' if asking else 'nothing was written'}")
    ]
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
    lines = [first, words(cut(_when(seen), screen.width))]
    who = f"{row.by}@{row.owner.get('host', '?')}"
    lines.append(_pairs(screen, ("why", row.because or "not said"), ("who", who)))
    accounts = _accounts(seen)
    if accounts:
        lines.append(_pairs(screen, ("as", accounts)))
    return lines


def _when(seen: Seen) -> str:
    row = seen.row
    began = f"began {clock(row.started)} ({age(row.started)} ago)"
    if seen.crashed:
        return f"{began}; the process that held it is gone ({_owner(seen)})"
    if seen.alive or row.ended is None:
        return f"{began}; held by {_owner(seen)}"
    how, at = _end(seen)
    cause = f": {seen.cause}" if seen.cause else ""
    return f"{how} {clock(at)} ({age(at)} ago) after {between(row.started, at)}{cause}"


def _end(seen: Seen) -> tuple[str, str]:
    """How and when the run's block was left; a run that crashed ended when it was recovered."""
    for entry in seen.entries:
        payload = entry.payload or {}
        if entry.kind == "status" and ("failed" in payload or payload.get("status") == RunStatus.COMPLETED):
            return "failed" if payload.get("failed") else "completed", entry.at
    return "crashed, taken over", str(seen.row.ended)


def _owner(seen: Seen) -> str:
    return f"pid {seen.row.owner.get('pid', '?')} on {seen.row.owner.get('host', '?')}"


def _accounts(seen: Seen) -> str:
    known = [(one.connector, one.actor) for one in seen.actions]
    found = [f"{name}: {actor.named}" for name, actor in known if actor is not None]
    return " · ".join(dict.fromkeys(found))


def _pairs(screen: Screen, *pairs: tuple[str, str]) -> Line:
    share = max((screen.width - 10 * len(pairs)) // len(pairs), 16)
    line: Line = []
    for name, text in pairs:
        line += [(f"{name:<5} ", "dim"), (cut(text, share), ""), ("   ", "")]
    return line[:-1]


def _happened(screen: Screen, seen: Seen) -> list[Line]:
    """Each refusal, opening and vain preparation, and each write that is not under NEEDS YOU, newest first."""
    actions = {action.seq: action for action in seen.actions if action not in seen.left}
    entries = seen.entries
    done = {n for n, one in enumerate(entries) if one.kind == "part" and _is_committed(one, entries[n:])}
    lines: list[Line] = []
    for n, entry in enumerate(entries):
        if entry.kind == "planned" and entry.seq in actions:
            lines.append(_action(screen, actions[entry.seq]))
        elif entry.kind in _BESIDE and entry.payload is not None and n not in done:
            lines.append(_unnumbered(screen, entry.kind, entry.payload))
    return lines[::-1]


def _is_committed(part: Entry, later: Sequence[Entry]) -> bool:
    """Whether what a part prepares was committed by a later action, which stands there itself."""
    whole = (part.payload or {}).get("of")
    return any(entry.kind == "planned" and (entry.payload or {}).get("address") == whole for entry in later)


def _action(screen: Screen, action: Action) -> Line:
    left: Line = [
        ("  ", ""),
        screen.symbol(SYMBOLS[action.state]),
        (f" #{action.seq:<3}", ""),
        (f"{state_word(action):<12} ", "dim" if action.state in NOTHING_STANDS else ""),
        (f"{action.connector}: {action.says}", ""),
    ]
    return beside(left, action.reason, screen.width)


_BESIDE = {
    "refused": "nothing was sent",
    "outside": "past the gate, not recorded",
    "part": "only prepares; nothing to undo",
}
"""What is told of an entry that has no number."""


def _unnumbered(screen: Screen, kind: str, told: Mapping[str, Any]) -> Line:
    says = str(told["why"]) if kind == "outside" else f"{told.get('connector', '?')}: {told.get('says', '?')}"
    left: Line = [("  ", ""), screen.symbol("stays"), (" -   ", ""), (f"{kind:<12} ", ""), (says, "")]
    return beside(left, _BESIDE[kind], screen.width)


def _stays(screen: Screen, seen: Seen, most: int | None) -> list[Line]:
    """The residue of each write that an undo left, or would leave: at most so many, in full if `most` is None."""
    found = [one for one in reversed(seen.actions) if one.state not in NOTHING_STANDS and one.planned["residue"]]
    if not found or not (seen.undone or seen.waits):
        return []
    told = [(f"#{one.seq:<3} ", str(one.planned["residue"])) for one in found]
    title = "STAYS BEHIND" if seen.undone else "A REVERT LEAVES BEHIND"
    if most is None:
        full = [line for name, text in told for line in wrapped(text, screen.width, " " * 9, f"    {name}")]
        return [words(title, "bold"), *full]
    if most == 1:
        more = f"  and {len(told) - 1} more" if len(told) > 1 else ""
        name, text = told[0]
        room = screen.width - len(title) - 2 - len(more)
        return [[(title, "bold"), ("  ", ""), (cut(f"{name}{text}", room), ""), (more, "dim")]]
    shown = told[: most - (len(told) > most)]
    rest = [words(f"    … {len(told) - len(shown)} more: rein show {seen.id} --all", "dim")]
    lines = [words(cut(f"    {name}{text}", screen.width)) for name, text in shown]
    return [words(title, "bold"), *lines, *(rest if len(shown) < len(told) else [])]


def _next(seen: Seen) -> list[Line]:
    if seen.crashed:
        first = f"rein recover {seen.id}"
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
