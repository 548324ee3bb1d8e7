"""`rein doctor`: whether an undo would work right now, and what to do where it would not."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

import click

from agentrein import doctor
from agentrein.cli import demo, frozen
from agentrein.cli.failure import pasted
from agentrein.cli.look import plural
from agentrein.cli.screen import Block, Line, Screen, fold, words, wrapped
from agentrein.cli.session import Session, foldable, pass_session, shared
from agentrein.cli.visible import cut
from agentrein.doctor import Checkup, Finding
from agentrein.doctor_clients import NOT_CONFIGURED, NOT_INSTALLED, READY, Seen
from agentrein.doctor_ledger import Found

_MANY = 500
"""Runs from which on the progress of their verification is told."""

_SHORT = 2
"""Lines of notes from which on one line stands for them, where there is little room."""

_INDENT = 16
"""Columns of a client's symbol and name."""

_UNITS = ((2**30, "GB"), (2**20, "MB"), (2**10, "kB"))


@click.command("doctor", short_help="Check clients, accounts, scopes, and the ledger.")
@shared
@foldable
@pass_session
def command(session: Session) -> int:
    """Check whether an undo would work right now.

    Each client, whom it acts for and whether it has the scopes that an undo needs; the ledger, who else can read it,
    and the hash chain of every run. It sends reads only. A client that is not configured is no problem unless a run may
    need it.
    """
    checkup = doctor.check(session.ledger_url, os.environ, lambda done, of: _progress(session, done, of))
    if session.as_json:
        session.json(doctor.to_json(checkup))
    else:
        session.out.print(_page(session, checkup))
    return checkup.exit


def _progress(session: Session, done: int, of: int) -> None:
    if of >= _MANY and done % _MANY == 0 and not session.as_json:
        session.err.print([words(f"{done} of {of} runs verified", "dim")])


def _page(session: Session, checkup: Checkup) -> list[Line]:
    screen = session.out
    head = [_head(checkup), *frozen.lines(checkup.ledger.freezes, screen.width)]
    problems = [_problem(screen, one) for one in checkup.problems]
    rest = [*_clients(screen, checkup), *_alerts(checkup), *_ledger(screen, checkup)]
    foot: list[Line] = [[], words(f"Next:  {_next(checkup)}")]
    room = None if session.room is None else session.room - len(head) - len(foot)
    body = fold([*problems, *rest], room, lambda count: words(f"  … {count} more: rein doctor --all", "dim"))
    return [*head, *body, *foot]


def _head(checkup: Checkup) -> Line:
    count = len(checkup.problems)
    if count:
        said = (plural(count, "problem"), "bold red")
    elif any(seen.state == READY for seen in checkup.clients):
        said = ("All well", "bold green")
    else:
        said = ("No problem found; no client is configured", "bold")
    return [said, (f"   AgentRein {_version()}, Python {platform.python_version()}", "dim")]


def _version() -> str:
    try:
        return version("agentrein")
    except PackageNotFoundError:  # run from its sources
        return "that is not installed"


def _next(checkup: Checkup) -> str:
    found = checkup.ledger
    if found.broken:
        return pasted("rein", "show", next(iter(found.broken)))
    if checkup.problems:
        return "do what stands above, then: rein doctor"
    return "rein runs" if found.runs else "rein demo" if demo.is_ready() else "rein ops"


def _problem(screen: Screen, one: Finding) -> Block:
    """One problem in full, and in the one line that stays of it where there are many."""
    mark: Line = [("  ", ""), screen.symbol("needs"), (" ", "")]
    told = wrapped(_sentence(one), screen.width - 4, "")
    first, *more = told
    full: list[Line] = [[*mark, *first], *([("    ", ""), *line] for line in more)]
    return Block(full, [[*mark, (cut(_sentence(one), screen.width - 4), "")]])


def _sentence(one: Finding) -> str:
    return f"{one.what.rstrip('.')}; {one.now}" if one.now else one.what


# --- clients


def _clients(screen: Screen, checkup: Checkup) -> list[Block]:
    if not checkup.clients:
        return [Block([words("Clients  no connector is installed", "bold")])]
    return [Block([words("Clients", "bold")]), *(_client(screen, checkup, seen) for seen in checkup.clients)]


def _client(screen: Screen, checkup: Checkup, seen: Seen) -> Block:
    """A client with its notes; in brief a line of each."""
    kind, told, style = _told(seen)
    mark: Line = [("  ", ""), screen.symbol(kind), (f" {seen.connector:<11} ", "bold")]
    brief: Line = [*mark, (cut(told, screen.width - _INDENT), style)]
    first, *more = wrapped(told, screen.width - _INDENT, "", style=style)
    full: list[Line] = [[*mark, *first], *([(" " * _INDENT, ""), *line] for line in more)]
    if kind == "needs":  # all of it stands among the problems
        full = [brief]
    notes = [line for one in checkup.notes if one.connector == seen.connector for line in _note(screen, one)]
    return Block([*full, *notes], [brief, *_in_short(screen, notes)])


def _told(seen: Seen) -> tuple[str, str, str]:
    """The kind of symbol, what is said of a client, and the style of that."""
    if seen.state == READY and seen.actor is not None:
        said = f"acts for {seen.actor.named}, {seen.actor.kind} at {seen.host}, {seen.sdk} {seen.installed}"
        return "done", said, ""
    if seen.state in {NOT_CONFIGURED, NOT_INSTALLED}:
        what = "not installed" if seen.state == NOT_INSTALLED else "not configured"
        return "nothing", f"{what}: {seen.now}", "dim"
    return "needs", seen.what, ""


def _note(screen: Screen, one: Finding) -> list[Line]:
    """What is good to know of a client, without its name, under its line."""
    text = _sentence(one).removeprefix(f"{one.connector}: ")
    sign, _ = screen.symbol("softened")
    return wrapped(text, screen.width - 2, " " * 8, f"      {sign} ", "dim")


def _in_short(screen: Screen, lines: Sequence[Line]) -> list[Line]:
    """One line for all the notes where there is no room for them."""
    if len(lines) < _SHORT:
        return list(lines)
    sign, _ = screen.symbol("softened")
    return [words(f"      {sign} what undos need of it: rein doctor --all", "dim")]


def _alerts(checkup: Checkup) -> list[Block]:
    """Who is told when an undo needs a person; nothing where nobody is."""
    if not checkup.sinks:
        return []
    told = ", ".join(f"{one.sink.name} ({one.sink.kind.partition('_')[0]})" for one in checkup.sinks)
    return [Block([[("Alerts   ", "bold"), (told, "")]])]


# --- the ledger


def _ledger(screen: Screen, checkup: Checkup) -> list[Block]:
    found = checkup.ledger
    notes = [line for one in checkup.notes if not one.connector for line in _note(screen, one)]
    head: Line = [("Ledger   ", "bold"), (found.where, "")]
    if found.error is not None:
        return [Block([head, words("         cannot be had", "bold red")])]
    if found.ledger is None:
        brief: Line = [("Ledger   ", "bold"), ("none yet: ", "dim"), (found.where, "")]
        return [Block([head, words("         none yet: the first rein.run(...) makes it", "dim")], [brief])]
    chain = Block([[("Chain    ", "bold"), *_chain(found)]])
    facts = wrapped(", ".join(_facts(found)), screen.width, " " * 9, style="dim")
    return [Block([head, *facts, *notes], [head, *facts]), chain]


def _facts(found: Found) -> Sequence[str]:
    health = found.health
    facts = [f"{plural(found.runs, 'run')} with {plural(found.actions, 'write')}"]
    if health.version is not None:
        facts.append(f"version {health.version}")
    if found.ledger is not None and found.ledger.read_only:
        facts.append("read-only")
    if health.size is not None and health.free is not None:
        facts += [_bytes(health.size), f"{_bytes(health.free)} free"]
    return facts


def _chain(found: Found) -> Line:
    if found.broken:
        return [(f"BROKEN in {len(found.broken)} of {plural(found.runs, 'run')}", "bold red")]
    return [(f"{plural(found.verified, 'run')} verified", "")]


def _bytes(count: int) -> str:
    for size, unit in _UNITS:
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"
