"""A connector's table: which operation a request is, and what it cannot be."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, Final

from agentrein.address import Addresses, params, parse
from agentrein.errors import TableError
from agentrein.model import Tier
from agentrein.rows import Operation, Place
from agentrein.table_check import check_row


@dataclass(frozen=True, slots=True)
class Refusal:
    """One line of the long tail: a known write that has no row yet, with its tier and the reason."""

    address: str
    tier: Tier
    why: str
    sdk: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """What a request is: its row (or refusal), the canonical address and the decoded path variables."""

    row: Operation | Refusal
    address: str
    params: Mapping[str, str]


class _Read:
    def __repr__(self) -> str:
        return "READ"


READ: Final = _Read()
"""What `match` gives for a body that only reads, such as a query."""


COLUMNS = ["address", "tier", "sdk", "why"]
"""The columns of a `refused.tsv`."""


def load_refused(path: Path) -> tuple[Refusal, ...]:
    """The lines of a `refused.tsv` (address, tier, sdk, why); raises TableError naming line and column."""
    lines: dict[str, Refusal] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for number, cells in enumerate(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE), start=1):
            try:
                if number == 1:
                    _check_head(cells)
                elif cells:
                    line = _refusal(cells, lines)
                    lines[line.address] = line
            except ValueError as error:
                raise TableError(
                    f"{path.name} line {number}: {error}", now="mend the line, then load it again"
                ) from error
    return tuple(lines.values())


def _check_head(cells: list[str]) -> None:
    if cells != COLUMNS:
        raise ValueError(f"the first line names the columns {', '.join(COLUMNS)}")


def _refusal(cells: list[str], known: Mapping[str, Refusal]) -> Refusal:
    if len(cells) != len(COLUMNS):
        raise ValueError(f"{len(cells)} columns instead of {len(COLUMNS)}: {', '.join(COLUMNS)}")
    address, tier, sdk, why = cells
    if address in known:
        raise ValueError(f"address: {address} stands there twice")
    parse(address)
    if tier not in set(Tier) - {Tier.READ}:
        raise ValueError(f"tier: {tier!r} is none of {', '.join(one for one in Tier if one is not Tier.READ)}")
    if not why.strip():
        raise ValueError("why: is empty")
    return Refusal(address, Tier(tier), why, sdk)


class Table:
    """The rows of one connector, checked when it loads."""

    def __init__(
        self,
        name: str,
        operations: Sequence[Operation],
        refused: Sequence[Refusal],
        places: Sequence[Place] = (),
        divided: Mapping[str, Callable[[Any], str | None]] | None = None,
    ) -> None:
        self.name, self.places, self.divided = name, tuple(places), dict(divided or {})
        self.operations = tuple(replace(row, connector=name) for row in operations)
        self.refused = tuple(refused)
        self._by_address: dict[str, Operation | Refusal] = {}
        self._places_of: dict[str, Place | None] = {}
        self._addresses: Addresses[tuple[str, str]] = Addresses()
        for row in self.operations:
            self._add(row)
        for line in self.refused:
            self._add(line)
        for address in self.divided:
            if address not in self._by_address:
                self._route(address)
        for row in self.operations:
            check_row(self, row)

    def _add(self, row: Operation | Refusal) -> None:
        if row.address in self._by_address:
            raise TableError(f"{self.name}: {row.address}: address: there are two rows of it", now="remove one")
        self._by_address[row.address] = row
        if "#" not in row.address:
            self._route(row.address)

    def _route(self, address: str) -> None:
        try:
            for form in self._forms(address):
                self._addresses.add(form, (address, form))
        except ValueError as error:
            raise TableError(f"{self.name}: {address}: address: {error}", now="mend the row") from error

    def _forms(self, address: str) -> Iterator[str]:
        parse(address)
        yield address
        method, _, path = address.partition(" ")
        for place in self.places:
            if path == place.path or path.startswith(place.path + "/"):
                yield f"{method} {place.by_id}{path[len(place.path) :]}"

    def row(self, address: str) -> Operation | Refusal | None:
        """The row of a canonical address."""
        return self._by_address.get(address)

    def match(self, method: str, path: str, body: Any = None) -> Match | _Read | None:
        """The row that a request is, READ, or None if no row knows it; raises NotCanonical."""
        found = self._addresses.match(method, path)
        if found is None:
            return None
        address, form = found
        values = params(form, path)
        if address in self.divided:
            part = self.divided[address](body)
            if part is None:
                return READ
            address = f"{address}#{part}" if part else address
        row = self._by_address.get(address)
        return None if row is None else Match(row, address, values)

    def place_of(self, address: str) -> Place | None:
        """The place that an address lies in."""
        if address not in self._by_address:
            return self._placed(address)
        if address not in self._places_of:
            self._places_of[address] = self._placed(address)
        return self._places_of[address]

    def _placed(self, address: str) -> Place | None:
        path = address.partition(" ")[2]
        return next((p for p in self.places if path == p.path or path.startswith(p.path + "/")), None)

    def addressed(self, address: str, given: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """Address and parameters as they are sent: by a place's names if they are given, else by its id."""
        place = self.place_of(address)
        if place is None or place.name not in given:
            return address, dict(given)
        if all(name in given for name, _ in place.now):
            return address, {key: value for key, value in given.items() if key != place.name}
        method, _, path = address.partition(" ")
        return f"{method} {place.by_id}{path[len(place.path) :]}", dict(given)

    def nearest(self, method: str, path: str, count: int = 3) -> list[str]:
        """Known addresses that resemble a path, or a name that has none, for the message about an unknown one."""
        known = [a for a in self._by_address if "#" not in a]
        if not path or not any(" " in a for a in known):
            wanted = f"{method} {path}".strip()
            return sorted(known, key=lambda a: SequenceMatcher(None, a, wanted).ratio(), reverse=True)[:count]
        words = set(path.strip("/").split("/"))

        def distance(address: str) -> tuple[int, int]:
            verb, segments = parse(address)
            literals = {s for s in segments if isinstance(s, str)}
            return (len(literals ^ words) - 2 * len(literals & words), int(verb != method))

        return sorted(known, key=distance)[:count]
