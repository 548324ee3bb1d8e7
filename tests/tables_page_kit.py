"""The tables of docs/cannot-be-undone.md, made of the connectors' own: what `rein ops` lists, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from agentrein.cli.ops import is_undone, to_json
from agentrein.model import Tier
from markdown_kit import head, line, linked

Row = dict[str, Any]

_TABLE = re.compile(r"(<!-- table: (\w+) (\w+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
_UNBUILT = "No inverse is built for this yet"


def filled(page: str) -> str:
    """The page with each of its tables as the connectors have it now."""
    return _TABLE.sub(lambda found: f"{found[1]}{table(found[2], found[3])}{found[5]}", page)


def marks(page: str) -> list[tuple[str, str]]:
    """Which tables stand on the page: connector and kind."""
    return [(connector, kind) for _, connector, kind, _, _ in _TABLE.findall(page)]


def table(connector: str, kind: str) -> str:
    """One table, or the line that counts what no undo is built for."""
    return "".join(f"{one}\n" for one in KINDS[kind](to_json(connector), connector))


def _never(rows: Sequence[Row], _: str) -> Iterator[str]:
    """What nothing undoes."""
    yield from head("call", "why nothing undoes it")
    for row in rows:
        if _is_never(row):
            yield line(_call(row), linked(row["why"]))


def _depends(rows: Sequence[Row], _: str) -> Iterator[str]:
    """What can be undone at some times only."""
    yield from head("call", "it is", "because")
    for row in rows:
        if "tiers" in row and "part" not in row:
            yield line(_call(row), " or ".join(f"`{one}`" for one in row["tiers"]), linked(row["why"]))


def _leaves(rows: Sequence[Row], _: str) -> Iterator[str]:
    """What stays visible after an undo, from what only softens to what restores."""
    yield from head("call", "it is", "what stays behind")
    order = [tier.value for tier in (Tier.COMPENSABLE, Tier.COSTLY, Tier.REVERSIBLE)]
    undone = [row for row in rows if is_undone(row) and row["residue"] and "part" not in row]
    for row in sorted(undone, key=lambda row: order.index(_mildest(row))):
        yield line(_call(row), f"`{_mildest(row)}`", row["residue"])


def _unbuilt(rows: Sequence[Row], connector: str) -> Iterator[str]:
    """How many there are for which no undo is built."""
    count = sum(not is_undone(row) and not _is_never(row) for row in rows)
    listed = f"`rein ops {connector} --all` lists them"
    yield f"For {count} more operations no undo is built yet. They are refused, too; {listed}."


KINDS = {"never": _never, "depends": _depends, "leaves": _leaves, "unbuilt": _unbuilt}


def _is_never(row: Row) -> bool:
    return not is_undone(row) and row["tier"] == Tier.IRREVERSIBLE and not row["why"].startswith(_UNBUILT)


def _mildest(row: Row) -> str:
    """The tier, or of several the one in which an undo works that promises least."""
    told = [one for one in row.get("tiers", [row["tier"]]) if one != Tier.IRREVERSIBLE]
    return str(told[-1])


def _call(row: Row) -> str:
    return f"`{row['sdk']}`<br>`{row['address']}`"
