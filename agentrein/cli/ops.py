"""`rein ops`: the tables of the installed connectors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import groupby, takewhile
from typing import Any

import click

from agentrein import registry
from agentrein.cli import complete
from agentrein.cli.look import plural
from agentrein.cli.screen import Line, length, words, wrapped
from agentrein.cli.session import Session, foldable, pass_session, shared
from agentrein.cli.visible import cut
from agentrein.errors import UsageError
from agentrein.inverse import Inverse
from agentrein.inverse_view import addresses, left, limits, offers
from agentrein.model import Tier
from agentrein.own_paths import OWN
from agentrein.rows import Operation, in_words
from agentrein.table import Refusal, Table

DEPENDS = "depends"
_ORDER = (*(tier.value for tier in Tier), DEPENDS)


@click.command("ops", short_help="List what can be undone, and how.")
@click.argument("connector", required=False, shell_complete=complete.connectors)
@click.argument("operation", nargs=-1, shell_complete=complete.operations)
@shared
@foldable
@pass_session
def command(session: Session, connector: str | None, operation: tuple[str, ...]) -> int:
    """List every operation that the connectors know: how far each can be undone, by what, and why.

    OPERATION, an address or what the SDK calls it, shows that one alone. What no inverse is built for is listed too:
    such a call is refused. A pipe gets all lines.
    """
    name, _, rest = (connector or "").partition(":")  # `slack: chat.delete`, as a policy names it
    wanted = " ".join(" ".join([rest, *operation]).split())
    names = [name] if name else registry.connectors()
    rows = [row for one in names for row in to_json(one)]
    if wanted:
        rows = _found(name, rows, wanted)
    if session.as_json:
        session.json(rows)
        return 0
    everything = session.everything or bool(wanted) or not session.out.is_terminal
    if name and not rows:
        session.out.print(_without(session, name))
        return 0
    session.out.print(_page(session, name, rows, everything=everything))
    return 0


def _found(connector: str, rows: Sequence[dict[str, Any]], wanted: str) -> list[dict[str, Any]]:
    """The rows of one operation; raises UsageError naming the nearest."""
    found = [row for row in rows if wanted.casefold() in _names(row)]
    if found:
        return found
    known = {name: row for row in rows for name in sorted(_names(row))}
    near = dict.fromkeys(known[name]["address"] for name in get_close_matches(wanted.casefold(), known, 3, 0.5))
    now = f"the nearest: {', '.join(near)}" if near else f"rein ops {connector} lists them"
    raise UsageError(f"{connector} has no operation {wanted!r}", now=now)


def _names(row: dict[str, Any]) -> set[str]:
    """What a person may call an operation, in lower case."""
    return {row["address"].casefold(), row["sdk"].casefold(), *row["sdk"].casefold().split(", ")}


def to_json(name: str) -> list[dict[str, Any]]:
    """The rows of one connector in the contract's shape."""
    table = registry.connector(name).table
    rows = (_operation(name, row, table.row(row.part), _inverses(table, row)) for row in table.operations)
    return [*rows, *(_refusal(name, row) for row in table.refused)]


def _inverses(table: Table, row: Operation) -> list[Inverse]:
    """What undoes the items of a batch."""
    whole = table.row(row.part) if row.part else row
    batch = whole.batch if isinstance(whole, Operation) else None
    found = [table.row(one) for one in batch.rows] if batch is not None else []
    return [one.inverse for one in found if isinstance(one, Operation) and one.inverse is not None]


def _operation(
    name: str, row: Operation, whole: Operation | Refusal | None, of_items: Sequence[Inverse]
) -> dict[str, Any]:
    """A row; one that only prepares another is undone with that, and a batch item by item, and says so."""
    of = whole if isinstance(whole, Operation) else row
    fixed = isinstance(of.tier, Tier)
    found: dict[str, Any] = {
        "connector": name,
        "address": row.address,
        "sdk": row.sdk,
        "tier": str(of.tier) if fixed else DEPENDS,
        "inverse": list(addresses(of.inverse)),
        "residue": of.residue,
        "limits": list(limits(of.inverse)),
        "if_stuck": of.if_stuck,
        "why": row.why,
        "scopes": [list(group) for group in of.scopes],
    }
    if row.part:
        found["part"] = row.part
    if of.batch is not None:
        found["items"] = list(of.batch.rows)
        found["inverse"] = list(dict.fromkeys(one for each in of_items for one in addresses(each)))
    if because := left(of.inverse):
        found["leave"] = list(because)
    if ways := offers(row.inverse):
        found["offers"] = ways
    return found if fixed else {**found, "tiers": [tier.value for tier in of.tiers]}


def _refusal(name: str, row: Refusal) -> dict[str, Any]:
    return {
        "connector": name,
        "address": row.address,
        "sdk": row.sdk,
        "tier": row.tier.value,
        "inverse": [],
        "residue": "",
        "limits": [],
        "if_stuck": "",
        "why": row.why,
        "scopes": [],
    }


def is_undone(row: dict[str, Any]) -> bool:
    """Whether an undo is built for an operation, be it that it sends nothing.

    One that is irreversible by what it sets off has an inverse only for as long as that has not happened.
    """
    built = bool(row["inverse"]) or "leave" in row or "items" in row
    return built and row["tier"] != Tier.IRREVERSIBLE


def _without(session: Session, name: str) -> list[Line]:
    """What is said of a connector that has no table."""
    title = registry.connector(name).title
    if name == OWN:
        told = f"{title}: functions of yours under @rein.action, which are known where their modules are imported"
        return wrapped(told, session.out.width, "  ", "", "bold")
    told = f"{title}: no operation is listed: what reads passes, and every write is refused as unknown"
    return wrapped(told, session.out.width, "  ", "", "bold")


def _page(session: Session, connector: str, rows: Sequence[dict[str, Any]], *, everything: bool) -> list[Line]:
    columns = session.out.width
    groups = [(wrapped(title, columns, " " * 4, "  ", "bold"), members) for title, members in _groups(rows)]
    lines = wrapped(f"{plural(len(rows), 'operation')} of {_named(rows)}", columns, "  ", "", "bold")
    room = None if everything else (session.room or 24) - 3 - sum(len(title) for title, _ in groups)
    share = None if room is None else max(room // max(len(groups), 1), 2)
    for title, members in groups:
        lines += title
        shown = members if share is None else members[: share - (len(members) > share)]
        lines += [line for row in shown for line in _row(columns, row, full=everything)]
        if len(shown) < len(members):
            lines.append(words(f"    … {len(members) - len(shown)} more", "dim"))
    again = f"rein ops {connector}".rstrip()
    foot = [] if everything else [words(f"Next:  {again} --all     {again} --json")]
    return [*lines, *foot]


def _groups(rows: Sequence[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The rows by connector, whether an inverse is built, and tier."""

    def key(row: dict[str, Any]) -> tuple[str, bool, int]:
        return row["connector"], not is_undone(row), _ORDER.index(row["tier"])

    for (name, bare, place), members in groupby(sorted(rows, key=key), key):
        found = list(members)
        built = ", but no undo is built" if _ORDER[place] != Tier.IRREVERSIBLE else ""
        how = f"{built}: refused unless a policy allows it" if bare else ""
        yield f"{name}  {_ORDER[place]}{how}  ({len(found)})", found


def _row(columns: int, row: dict[str, Any], *, full: bool) -> list[Line]:
    tiers = f"  [{', '.join(row['tiers'])}]" if "tiers" in row else ""
    first: Line = [(f"    {row['address']}", ""), (f"  {row['sdk']}{tiers}", "dim")]
    if not full:
        return [[(cut("".join(text for text, _ in first), columns), "")]]
    told = (
        ("needs", in_words(row["scopes"])),
        ("leaves", row["residue"]),
        ("limits", "; ".join(row["limits"])),
        ("stuck", row["if_stuck"]),
        ("why", row["why"]),
    )
    heads = [first]
    if length(first) > columns:
        heads = [first[:1], *wrapped(f"{row['sdk']}{tiers}", columns, " " * 8, " " * 6, "dim")]
    return [*heads, *_undo(columns, row), *(line for title, text in told for line in _told(columns, title, text))]


def _told(columns: int, title: str, text: str) -> list[Line]:
    return wrapped(text, columns, " " * 14, f"      {title:<6}  ", "dim") if text else []


def _undo(columns: int, row: dict[str, Any]) -> list[Line]:
    if not is_undone(row):
        return []
    sent = dict.fromkeys(_shortened(one, row["address"]) for one in row["inverse"])
    undos = [*sent, *(f"nothing, for {because}" for because in row.get("leave", ()))]
    undo = f"with {row['part']}, of which it is a part" if "part" in row else " or ".join(undos)
    if "items" in row:
        undo = f"each by itself, as {' or '.join(row['items']) or 'if it had been sent alone'}"
    ways = ", ".join(f"{way}: {address}" for way, address in row.get("offers", {}).items())
    return _told(columns, "undo", f"{undo}{f'; where a run asks for it, {ways}' if ways else ''}")


def _shortened(inverse: str, address: str) -> str:
    """The inverse with `…` for the segments that it shares with the operation's own address."""
    method, _, path = inverse.partition(" ")
    mine, theirs = path.split("/"), address.partition("#")[0].partition(" ")[2].split("/")
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(mine, theirs, strict=False)))
    return f"{method} …{'/' if shared < len(mine) else ''}{'/'.join(mine[shared:])}" if shared > 1 else inverse


def _named(rows: Sequence[dict[str, Any]]) -> str:
    return ", ".join(dict.fromkeys(row["connector"] for row in rows)) or "no connector"
