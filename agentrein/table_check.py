"""What a row must be: a bad table is refused when it loads, naming row and column."""

from __future__ import annotations

import string
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Any

from agentrein.address import NotCanonical, build, variables
from agentrein.errors import TableError
from agentrein.forms import forms_in
from agentrein.holes import Computed, Hole, Source, holes_in
from agentrein.inverse import Do, Either, Field, Find, Read, Stands
from agentrein.model import Tier
from agentrein.rows import Operation
from agentrein.table_forms import form_faults, known_lookups, lookup_fault, restoring
from agentrein.table_paths import path_fault
from agentrein.table_secret import secret_faults

if TYPE_CHECKING:
    from agentrein.table import Table

Reads = Callable[[str, str], bool]
Faults = Iterator[tuple[str, str]]

_UNDOABLE = {Tier.REVERSIBLE, Tier.COSTLY, Tier.COMPENSABLE}


def check_row(table: Table, row: Operation) -> None:
    """Raise TableError, naming the row and the column, if the row cannot work."""
    _raise_first(table, row, _faults(table, row))


def check_connector(table: Table, reads: Reads, comparisons: Collection[str], readings: Collection[str] = ()) -> None:
    """Raise TableError if a row needs what its connector does not declare: a read, a comparison, a reading."""
    for row in table.operations:
        _raise_first(table, row, _read_faults(table, row, reads))
        _raise_first(table, row, _comparison_faults(row, comparisons))
        _raise_first(table, row, _reading_faults(row, readings))
    for one in table.places:
        for read in (one.read, one.read_by_id):
            if not _is_read(table, read, reads):
                raise TableError(
                    f"{table.name}: {one.path}: place: {read.address} is no declared read", now="mend the place"
                )


def _raise_first(table: Table, row: Operation, faults: Faults) -> None:
    for column, wrong in faults:
        raise TableError(
            f"{table.name}: {row.address}: {column}: {wrong}",
            now=f"mend the row; `rein ops {table.name}` loads it again",
        )


def _faults(table: Table, row: Operation) -> Faults:
    yield from _words(row)
    yield from _scopes(row)
    yield from secret_faults(row)
    if row.part:
        yield from _part(table, row)
        return
    yield from _tier(row)
    if row.batch is not None:
        yield from _batch(table, row)
    yield from _object(table, row)
    yield from _query(table, row)
    for column in ("before", "inverse", "probe"):
        form = getattr(row, column)
        if form is not None:
            yield from ((column, wrong) for wrong in form_faults(table, row, column, form))
    for name, form in row.fills:
        yield from (("fills", f"{name}: {wrong}") for wrong in form_faults(table, row, "fills", form))
    for lookup in row.lookups:
        faults = [*form_faults(table, row, "lookups", lookup.read), *path_fault(lookup.path)]
        yield from (("lookups", wrong) for wrong in faults)
    yield from _unknowable(row)


def _words(row: Operation) -> Faults:
    for column in ("sdk", "says", "why"):
        if not getattr(row, column):
            yield column, "is empty"
    if "https://" not in row.why:
        yield "why", "cites no vendor page"
    try:
        parts = [part for part in string.Formatter().parse(row.says) if part[1] is not None]
    except ValueError as error:
        yield "says", str(error)
        return
    for _, name, spec, conversion in parts:
        if not str(name).isidentifier():
            yield "says", f"{{{name}}} is no plain name in braces"
        elif spec or conversion not in {None, "r"}:
            yield "says", f"{{{name}}} takes no other form than {{{name}!r}}"


def _scopes(row: Operation) -> Faults:
    if row.scopes and row.inverse is None and row.probe is None:
        yield "scopes", "there is neither an undo nor a probe that needs them"
    for group in row.scopes:
        if not group or not all(name.strip() for name in group):
            yield "scopes", "each is a name, or several of which one is enough"


def _tier(row: Operation) -> Faults:
    if not row.tiers:
        yield "tier", "a tier function is marked with `depends(...)`"
    if Tier.READ in row.tiers:
        yield "tier", "a read is declared in the connector's `reads`, not as a row"
    if set(row.tiers) & _UNDOABLE and row.inverse is None and row.batch is None:
        yield "inverse", f"a {row.tiers[0]} operation needs one"
    if set(row.tiers) == {Tier.IRREVERSIBLE} and row.inverse is not None and not row.triggers:
        yield "tier", "an operation with an inverse is not irreversible"
    if row.triggers and (row.inverse is None or Tier.IRREVERSIBLE not in row.tiers):
        yield "triggers", "is for an operation with an inverse that is irreversible by what it sets off"
    if (row.triggers or set(row.tiers) & {Tier.COMPENSABLE, Tier.COSTLY}) and not row.residue:
        yield "residue", "what stays behind is said"


def _batch(table: Table, row: Operation) -> Faults:
    for column in ("inverse", "before", "probe", "object", "part"):
        if getattr(row, column):
            yield column, "is said by the rows of the items"
    for address in row.batch.rows if row.batch is not None else ():
        if table.row(address) is None:
            yield "batch", f"{address} is no row of this table"


def _part(table: Table, row: Operation) -> Faults:
    whole = table.row(row.part)
    if not isinstance(whole, Operation) or whole.part:
        yield "part", f"{row.part} is no row that commits"
    for column in ("inverse", "before", "probe", "object"):
        if getattr(row, column) is not None:
            yield column, "is said by the row that commits"


def _object(table: Table, row: Operation) -> Faults:
    if row.inverse is not None and row.object is None:
        yield "object", "an operation with an inverse names what it touches"
    start = row.object.parts[0] if row.object is not None and row.object.parts else "a:"
    if not isinstance(start, str) or ":" not in start:
        yield "object", "begins with the vendor and the kind, such as `vendor:repo:`"
    for column in ("object", "parents"):
        for hole in holes_in(getattr(row, column)):
            yield from ((column, wrong) for wrong in _identity(table, row, hole))


def _query(table: Table, row: Operation) -> Faults:
    place = table.place_of(row.address)
    for name in row.query:
        if name in variables(row.address) or (place is not None and name == place.name):
            yield "query", f"{name} is a part of the path, which says alone what the vendor acts on"


def _identity(table: Table, row: Operation, hole: Hole | Computed) -> Iterator[str]:
    if isinstance(hole, Computed):
        return
    if hole.source not in {Source.SENT, Source.LOOKED, Source.ACTOR, Source.ANSWER}:
        yield f"{hole} is not known once the call has landed"
    elif hole.source is Source.LOOKED and hole.path not in known_lookups(table, row):
        yield lookup_fault(table, row, hole)
    elif hole.source is Source.ANSWER and restoring(row):
        yield f"{hole}: what a restore puts back is known before it is sent"


def _unknowable(row: Operation) -> Faults:
    """An answer can be lost: then the probe must tell what it would have told."""
    needs = [hole for hole in holes_in([row.object, row.parents, row.inverse]) if isinstance(hole, Hole)]
    if any(hole.source is Source.ANSWER for hole in needs) and row.probe is None:
        yield "probe", "the inverse needs the answer, so a lost one must be findable"
    for form in forms_in(row.inverse):
        if isinstance(form, Do) and form.again == "probe" and row.probe is None:
            yield "probe", "an inverse that is looked for before it is repeated needs to know that the call landed"
        if isinstance(form, Either) and form.by is None and any(one.status is None for one in _probes(row)):
            yield "probe", "the status chooses the inverse, so the probe says which one a match stands for"
    for probe in _probes(row):
        if isinstance(probe, Stands) and probe.status is not None and row.before is None:
            yield "probe", "a status by the before-image needs `before`"


def _probes(row: Operation) -> list[Find | Stands]:
    return [form for form in forms_in(row.probe) if isinstance(form, Find | Stands)]


# --- reads


def _read_faults(table: Table, row: Operation, reads: Reads) -> Faults:
    columns: list[tuple[str, Any]] = [(c, getattr(row, c)) for c in ("before", "inverse", "probe")]
    columns += [("lookups", lookup.read) for lookup in row.lookups]
    for column, form in columns:
        for one in forms_in(form):
            if isinstance(one, Read) and not _is_read(table, one, reads):
                yield column, f"{one.address} is no declared read of this connector"


def _comparison_faults(row: Operation, comparisons: Collection[str]) -> Faults:
    for form in forms_in(row.inverse):
        named = (
            {form.alike} - {""} if isinstance(form, Field) else set(form.alike.values()) if isinstance(form, Do) else ()
        )
        for name in sorted(set(named) - set(comparisons)):
            yield "inverse", f"alike={name!r} is no comparison of this connector"


def _reading_faults(row: Operation, readings: Collection[str]) -> Faults:
    for column in ("before", "inverse", "probe"):
        named = {form.completed for form in forms_in(getattr(row, column)) if isinstance(form, Read)} - {""}
        for name in sorted(named - set(readings)):
            yield column, f"completed={name!r} is no reading of this connector"


def _is_read(table: Table, read: Read, reads: Reads) -> bool:
    """Whether the connector lets the read out as one, told by an example of its path."""
    if read.address in table.divided:
        return next(holes_in(read.body), None) is not None or table.divided[read.address](read.body) is None
    if table.row(read.address) is not None:
        return False
    try:
        method, path, _ = build(read.address, dict.fromkeys(variables(read.address), "1"))
    except (KeyError, NotCanonical, ValueError):
        return False
    return reads(method, path)
