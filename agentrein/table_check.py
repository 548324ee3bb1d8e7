"""What a row must be: a bad table is refused when it loads, naming row and column."""

from __future__ import annotations

import string
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from agentrein.address import variables
from agentrein.errors import TableError
from agentrein.holes import Computed, Hole, Source, holes_in
from agentrein.inverse import Do, Either, Find, First, Items, Read, Restore, Shows, Stands
from agentrein.model import Tier
from agentrein.rows import Operation

if TYPE_CHECKING:
    from agentrein.table import Table

_UNDOABLE = {Tier.REVERSIBLE, Tier.COSTLY, Tier.COMPENSABLE}


def check_row(table: Table, row: Operation) -> None:
    """Raise TableError, naming the row and the column, if the row cannot work."""
    for column, wrong in _faults(table, row):
        raise TableError(f"{table.name}: {row.address}: {column}: {wrong}", now="mend the row, then load it again")


def _faults(table: Table, row: Operation) -> Iterator[tuple[str, str]]:
    yield from _words(row)
    yield from _tier(row)
    yield from _object(table, row)
    for column in ("inverse", "before", "probe"):
        form = getattr(row, column)
        if form is not None:
            yield from ((column, wrong) for wrong in _form(table, row, form))
    yield from _unknowable(row)


def _words(row: Operation) -> Iterator[tuple[str, str]]:
    for column in ("sdk", "says", "why"):
        if not getattr(row, column):
            yield column, "is empty"
    if "https://" not in row.why:
        yield "why", "cites no vendor page"
    try:
        names = [name for _, name, _, _ in string.Formatter().parse(row.says) if name is not None]
    except ValueError as error:
        yield "says", str(error)
    else:
        if not all(name.isidentifier() for name in names):
            yield "says", "holds something that is no plain name in braces"


def _tier(row: Operation) -> Iterator[tuple[str, str]]:
    if not row.tiers:
        yield "tier", "a tier function is marked with `depends(...)`"
    if row.tier in _UNDOABLE and row.inverse is None:
        yield "inverse", f"a {row.tier} operation needs one"
    if set(row.tiers) & {Tier.COMPENSABLE, Tier.COSTLY} and not row.residue:
        yield "residue", "what stays behind is said"


def _object(table: Table, row: Operation) -> Iterator[tuple[str, str]]:
    if row.inverse is not None and row.object is None:
        yield "object", "an operation with an inverse names what it touches"
    for hole in holes_in([row.object, row.parents]):
        if isinstance(hole, Computed):
            continue
        if hole.source not in {Source.SENT, Source.LOOKED, Source.ANSWER}:
            yield "object", f"{hole} is not known once the call has landed"
        elif hole.source is Source.LOOKED and hole.path not in _lookups(table, row):
            yield "object", f"{hole} is no declared lookup"


def _lookups(table: Table, row: Operation) -> set[str]:
    place = table.place_of(row.address)
    return {lookup.name for lookup in row.lookups} | ({place.name} if place else set())


def _form(table: Table, row: Operation, form: Any) -> Iterator[str]:
    for hole in holes_in(form):
        yield from _hole(table, row, hole)
    for call in _calls(form):
        yield from _call(table, row, call)
    for inverse in _dos(form):
        if inverse.goal is None and inverse.again not in {"safe", "probe"}:
            yield f"{inverse.address} has no goal and does not say whether it may be repeated (again=)"
        if inverse.still and inverse.goal is None:
            yield f"{inverse.address} says `still` but has no goal whose read could show it"
    if isinstance(form, Restore):
        yield from _restore(form)
    if isinstance(form, Either) and not form.cases:
        yield "either without a case"


def _hole(table: Table, row: Operation, hole: Hole | Computed) -> Iterator[str]:
    if isinstance(hole, Computed):
        for inner in holes_in(hole.arguments):
            if isinstance(inner, Hole) and inner.source in {Source.ANSWER, Source.EACH, Source.FOUND}:
                yield f"{hole} needs {inner}, which is not known when the action is planned"
        return
    if hole.source is Source.LOOKED and hole.path not in _lookups(table, row):
        yield f"{hole} is no declared lookup"
    if hole.source is Source.BEFORE and row.before is None:
        yield f"{hole} needs a before-image, and `before` is empty"
    if hole.source is Source.EACH and not isinstance(row.inverse, Items | Restore):
        yield f"{hole} stands outside of a list"


def _call(table: Table, row: Operation, call: Do | Read) -> Iterator[str]:
    try:
        named = variables(call.address)
    except ValueError as error:
        yield str(error)
        return
    known = {*variables(row.address), *_lookups(table, row)}
    for name in named:
        if call.params.get(name) == Hole(Source.SENT, name) and name not in known:
            yield f"nothing fills {{{name}}} of {call.address}"
    if isinstance(call, Do) and table.row(call.address) is None:
        yield f"{call.address} is sent by an undo and is no row of this table"


def _restore(form: Restore) -> Iterator[str]:
    names = [*(one.name for one in form.fields), *(one.name for one in form.sets)]
    yield from (f"{name} is named twice" for name in {n for n in names if names.count(n) > 1})
    if not names:
        yield "a restore without fields"
    if form.fields and form.write is None:
        yield "a restore with fields needs a call that writes them"
    for group in {f.group for f in form.fields if f.group}:
        if group.split("+") != [f.name for f in form.fields if f.group == group]:
            yield f"{group} are taken together and must stand together"
    for one in form.sets:
        for change in (one.add, one.remove):
            if not any(isinstance(h, Hole) and h.source is Source.EACH for h in holes_in(change)):
                yield f"{one.name}: {change.address} does not say which member (each)"
        if one.change not in {"replace", "add", "remove"}:
            yield f"{one.name}: change is replace, add or remove"


def _unknowable(row: Operation) -> Iterator[tuple[str, str]]:
    needs = any(isinstance(h, Hole) and h.source is Source.ANSWER for h in holes_in(row.inverse))
    if needs and row.probe is None:
        yield "probe", "the inverse needs the answer, so a lost one must be findable"
    if isinstance(row.probe, Stands) and row.probe.status is not None and row.before is None:
        yield "probe", "a status by the before-image needs `before`"


def _dos(form: Any) -> Iterator[Do]:
    match form:
        case Do():
            yield form
        case First():
            yield from form.options
        case Either():
            for _, case in form.cases:
                yield from _dos(case)
        case Items():
            yield form.do


def _calls(form: Any) -> Iterator[Do | Read]:
    match form:
        case Do():
            yield form
            yield from _calls(form.goal)
        case Read():
            yield form
        case Shows():
            yield form.read
            yield from _calls(form.parent)
        case First():
            for option in form.options:
                yield from _calls(option)
        case Either():
            for _, case in form.cases:
                yield from _calls(case)
        case Items():
            yield from _calls(form.do)
        case Find() | Stands():
            yield form.read
        case Restore():
            yield form.read
            yield from _calls(form.write)
            for one in form.sets:
                yield from (one.add, one.remove)
