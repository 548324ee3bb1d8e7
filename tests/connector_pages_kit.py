"""docs/connectors/*.md and docs/gaps.md, made of the connectors' tables: what `rein ops` lists, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from agentrein.cli.ops import is_undone, to_json
from agentrein.model import Tier
from agentrein.registry import connector, connectors
from agentrein.rows import in_words
from markdown_kit import head, line, linked

Row = dict[str, Any]
DOCS = Path(__file__).parents[1] / "docs"
UNDOABLE = (Tier.REVERSIBLE.value, Tier.COSTLY.value, Tier.COMPENSABLE.value, "depends")
"""The tiers of what an undo can take back, or soften."""


def with_rows() -> list[str]:
    """The connectors with a table; one that only tells reads from writes has nothing to list."""
    return [name for name in connectors() if to_json(name)]


def pages() -> dict[Path, str]:
    """Every generated page, by its place."""
    made = {DOCS / "connectors" / f"{name}.md": connector_page(name) for name in with_rows()}
    return {**made, DOCS / "gaps.md": gaps_page()}


def connector_page(name: str) -> str:
    """One connector: what is undone, operation by operation, then what is refused."""
    found, rows = connector(name), to_json(name)
    undone = [row for row in rows if is_undone(row)]
    refused = [row for row in rows if not is_undone(row)]
    lines = [
        f"# {found.title}",
        "",
        f"`{found.sdk}{found.versions}`: {len(undone)} operations are undone, {len(refused)} are refused unless a",
        f"policy allows them. This page is made of the connector's table; `rein ops {name}` prints the same. What each",
        "tier means is told in [the concepts](../concepts.md), why something stays undone in [the gaps](../gaps.md).",
        "",
        *_undone(undone),
        "## Refused",
        "",
        "Nothing of this is sent unless a policy allows it, and then nothing takes it back.",
        "",
        *head("call", "address", "why"),
        *(line(f"`{row['sdk']}`", f"`{row['address']}`", linked(row["why"])) for row in refused),
    ]
    return _joined(lines)


def _undone(rows: Sequence[Row]) -> Iterator[str]:
    """The operations by what the SDK calls their owner, each with all that its row says."""
    ordered = sorted(rows, key=lambda row: _owner(row).casefold())
    for owner, members in groupby(ordered, _owner):
        yield from (f"## {owner}", "")
        for row in members:
            yield from _operation(row)


def _owner(row: Row) -> str:
    """`Issue` of `Issue.create_comment`; a flat SDK's prefix, such as `chat`, where the client owns all."""
    owner, _, method = str(row["sdk"]).partition(", ")[0].rpartition(".")
    if not owner.endswith("Client"):
        return owner or method
    return str(row["address"]).partition(".")[0]


def _operation(row: Row) -> Iterator[str]:
    tiers = " or ".join(row.get("tiers", [row["tier"]]))
    undo = f"with `{row['part']}`, of which it is a part" if "part" in row else _undo(row)
    ways = ", ".join(f"`{address}` where a run asks to {way} it" for way, address in row.get("offers", {}).items())
    yield from (f"### {row['sdk']}", "", f"`{row['address']}`: {tiers}", "")
    yield f"- undo: {undo}{f'; {ways}' if ways else ''}"
    if row["scopes"]:
        yield f"- needs: {in_words(row['scopes'])}"
    if row["residue"]:
        yield f"- leaves: {row['residue']}"
    if row["limits"]:
        yield f"- limits: {'; '.join(row['limits'])}"
    if row["if_stuck"]:
        yield f"- if stuck: {row['if_stuck']}"
    yield from (f"- why: {linked(row['why'])}", "")


def _undo(row: Row) -> str:
    if "items" in row:
        return f"each by itself, as {' or '.join(f'`{one}`' for one in row['items']) or 'if it had been sent alone'}"
    sent = [f"`{one}`" for one in row["inverse"]]
    return " or ".join([*sent, *(f"nothing, for {because}" for because in row.get("leave", ()))])


def gaps_page() -> str:
    """What could be undone at the vendor and is not, with the reason."""
    lines = [
        "# Gaps",
        "",
        "What a vendor's API could take back, and AgentRein does not: such a call is refused, with the reason that",
        "stands here. What nothing can undo is listed in [what cannot be undone](cannot-be-undone.md). This page is",
        "made of the connectors' tables.",
        "",
    ]
    for name in with_rows():
        lines += _gaps(name)
    return _joined(lines)


def share(name: str) -> str:
    """Of the operations that could be taken back those that are, in a hundred."""
    rows = _undoable(name)
    return f"{100 * sum(is_undone(row) for row in rows) / max(len(rows), 1):.0f} %"


def _undoable(name: str) -> list[Row]:
    return [row for row in to_json(name) if row["tier"] in UNDOABLE]


def _gaps(name: str) -> Iterator[str]:
    rows = _undoable(name)
    missing = [row for row in rows if not is_undone(row)]
    yield from (f"## {connector(name).title}", "")
    yield f"{len(rows) - len(missing)} of {len(rows)} operations that can be taken back are ({share(name)})."
    yield ""
    if missing:
        yield from head("call", "address", "tier", "why not")
        yield from (line(f"`{r['sdk']}`", f"`{r['address']}`", r["tier"], linked(r["why"])) for r in missing)
        yield ""


def _joined(lines: Sequence[str]) -> str:
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip("\n") + "\n"
