"""What the reads of a passage are for, and what its row does, as far as the row's own columns tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from agentrein.forms import forms_in
from agentrein.holes import Hole, Source, holes_in
from agentrein.inverse import Do, Items, Leave, Read, Restore
from agentrein.rows import Operation
from agentrein.table import Table

CREATION, UPDATE, OTHER, BATCH = "creations", "updates", "deletions and others", "batches"


@dataclass(frozen=True, slots=True)
class Asked:
    """One request that AgentRein added: why, and whether other writes of the same run are spared it."""

    address: str
    why: str
    shared: bool = False


def kind(row: Operation) -> str:
    """What a row does: a batch by its column, the rest by what undoes it.

    What puts fields and sets back undoes an update, also where the same call makes the thing if it is not there. What
    makes a thing go, or names it as the answer did, undoes a creation; what is left because it ends by itself was one.
    """
    if row.batch is not None:
        return BATCH
    forms = list(forms_in(row.inverse))
    if any(isinstance(form, Restore) for form in forms):
        return UPDATE
    if row.address.startswith("DELETE "):
        return OTHER
    made = any(isinstance(form, Leave) or _ends_what_was_made(form) for form in forms)
    return CREATION if made else OTHER


def _ends_what_was_made(form: object) -> bool:
    if isinstance(form, Items):
        return _of_the_answer(form.over)
    if not isinstance(form, Do) or form.anew:
        return False
    goes = form.ends and (form.goal is None or form.goal.want is None)
    return goes or _of_the_answer(form.params) or _of_the_answer(form.body)


def _of_the_answer(tree: object) -> bool:
    return _names(tree, Source.ANSWER)


def _asks_in_case_it_is_lost(row: Operation) -> bool:
    """Whether neither the undo nor the tier depends on what was there before: then the probe alone does."""
    undone = any(_names(form, Source.BEFORE) for form in forms_in(row.inverse))
    return not undone and not callable(row.tier)


def _names(tree: object, source: Source) -> bool:
    return any(isinstance(hole, Hole) and hole.source is source for hole in holes_in(tree))


@dataclass(slots=True)
class Purposes:
    """What the rows of one action read, to tell each of its requests from the others.

    `rows` is the row of the call, of a batch those of its items too; `kept` are the addresses that the run asks once.
    """

    table: Table
    rows: Sequence[Operation]
    kept: frozenset[str]
    _sought: dict[str, tuple[str, bool]] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Note what the rows look up."""
        for row in self.rows:
            self._sought |= self._lookups(row)

    def before(self, address: str) -> Asked:
        """Why the address was read before the write; what is also an image is a lookup the first time only."""
        if address in self.kept:
            return Asked(address, "what does not change, once per run", shared=True)
        again = address in self._seen and self._form(address) in self._images() | self._restored()
        self._seen.add(address)
        if address in self._sought and not again:
            why, shared = self._sought[address]
            return Asked(address, why, shared)
        return Asked(address, self._of_image(address))

    def after(self, address: str) -> Asked:
        """Why the address was read after the write."""
        if address in self.kept:
            return Asked(address, "what does not change, once per run", shared=True)
        if self._form(address) in self._restored() | self._images():
            return Asked(address, "after-image, which the answer does not show")
        return Asked(address, "completes the after-image")

    def _of_image(self, address: str) -> str:
        form = self._form(address)
        if form in self._restored():
            return "before-image"
        if form not in self._images():
            return "completes the before-image"
        only_lost = all(_asks_in_case_it_is_lost(row) for row in self.rows if row.before is not None)
        return "what was there before" + (", in case the answer is lost" if only_lost else "")

    def _restored(self) -> set[str]:
        forms = [form for row in self.rows for form in forms_in(row.inverse)]
        reads = [form.read for form in forms if isinstance(form, Restore)]
        return {self._form(address) for read in reads for address in _addresses(read)}

    def _images(self) -> set[str]:
        columns = [column for row in self.rows for column in (row.before, row.batch and row.batch.before) if column]
        return {self._form(address) for column in columns for address in _addresses(column)}

    def _lookups(self, row: Operation) -> dict[str, tuple[str, bool]]:
        found = dict[str, tuple[str, bool]]()
        for one in row.lookups:
            for address in _addresses(one.read):
                names = [*found.get(address, ("",))[0].split(", "), f"`{one.name}`"]
                found[address] = ", ".join(filter(None, names)), not one.fresh
        place = self.table.place_of(row.address)
        if place is not None:
            found |= {read.address: (f"`{place.name}`", True) for read in (place.read, place.read_by_id)}
        told = {True: ", shared by a burst", False: ", read anew each time"}
        return {address: (f"lookup of {names}{told[shared]}", shared) for address, (names, shared) in found.items()}

    def _form(self, address: str) -> str:
        """An address by the names of its place, in whichever form it was sent."""
        method, _, path = address.partition(" ")
        for place in self.table.places:
            if path == place.by_id or path.startswith(f"{place.by_id}/"):
                return f"{method} {place.path}{path[len(place.by_id) :]}"
        return address


def _addresses(form: object) -> Iterator[str]:
    yield from (one.address for one in forms_in(form) if isinstance(one, Read))
