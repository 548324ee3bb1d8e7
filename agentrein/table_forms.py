"""What the forms of a row must be: its reads, inverses and probes. Each fault is one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from agentrein.address import variables
from agentrein.forms import forms_in
from agentrein.holes import Computed, Hole, Source, holes_in
from agentrein.inverse import (
    Do,
    Either,
    Field,
    Find,
    First,
    Items,
    Leave,
    Members,
    Read,
    Restore,
    Several,
    Stands,
    When,
)
from agentrein.rows import Operation
from agentrein.table_paths import path_faults

if TYPE_CHECKING:
    from agentrein.table import Table

_KNOWN_IN = {
    "before": {Source.SENT, Source.LOOKED, Source.ACTOR},
    "fills": {Source.SENT, Source.LOOKED, Source.ACTOR},
    "inverse": set(Source) - {Source.FOUND},
    "lookups": {Source.SENT, Source.LOOKED},
    "probe": {Source.SENT, Source.LOOKED, Source.ACTOR, Source.BEFORE, Source.FOUND, Source.KEY},
}
_PLANNED = {Source.SENT, Source.LOOKED, Source.ACTOR, Source.BEFORE, Source.KEY}
"""What is known when the action is planned."""

_LISTS = {Source.ANSWER, Source.SENT, Source.BEFORE}
"""What items may go over."""

_CHANGES = {"replace", "add", "remove"}
_AGAIN = {"", "safe", "probe"}


def restoring(row: Operation) -> bool:
    """Whether it puts a before-image back, which brings its own read."""
    return any(isinstance(form, Restore) for form in forms_in(row.inverse))


def known_lookups(table: Table, row: Operation) -> set[str]:
    """The names that `looked(...)` may give in a row: its lookups and the id of its place."""
    place = table.place_of(row.address)
    return {lookup.name for lookup in row.lookups} | ({place.name} if place else set())


def lookup_fault(table: Table, row: Operation, hole: Hole) -> str:
    """That a row looks up no such name, and which it does."""
    return f"{hole} is no declared lookup; there are: {_list(known_lookups(table, row)) or 'none (lookups=look(…))'}"


def form_faults(table: Table, row: Operation, column: str, form: Any) -> Iterator[str]:
    """Everything that is wrong with what stands in one column."""
    for hole in holes_in(form):
        yield from _hole(table, row, column, hole)
    for one in forms_in(form):
        if isinstance(one, Do | Read):
            yield from _call(table, row, one)
        yield from _of_kind(table, one)
    if column == "inverse":
        yield from _nesting(form)
    yield from path_faults(form)


def _hole(table: Table, row: Operation, column: str, hole: Hole | Computed) -> Iterator[str]:
    if isinstance(hole, Computed):
        for inner in holes_in(hole.arguments):
            if isinstance(inner, Hole) and inner.source not in _PLANNED:
                yield f"{hole} needs {inner}, which is not known when the action is planned"
        return
    if hole.source not in _KNOWN_IN[column]:
        yield f"{hole} is not known there: {column} may use {_list(_KNOWN_IN[column])}"
    if hole.source is Source.LOOKED and hole.path not in known_lookups(table, row):
        yield lookup_fault(table, row, hole)
    if hole.source is Source.BEFORE and row.before is None and not restoring(row):
        yield f"{hole} needs a before-image, and `before` is empty"


def _call(table: Table, row: Operation, call: Do | Read) -> Iterator[str]:
    try:
        named = variables(call.address)
    except ValueError as error:
        yield str(error)
        return
    known = {*variables(row.address), *known_lookups(table, row)}
    for name in named:
        if call.params.get(name) == Hole(Source.SENT, name) and name not in known:
            yield f"nothing fills {{{name}}} of {call.address}"
    if isinstance(call, Do) and table.row(call.address) is None:
        yield f"{call.address} is sent by an undo and is no row of this table: add one, irreversible if need be"


def _of_kind(table: Table, form: Any) -> Iterator[str]:
    rules = _RULES.get(type(form))
    if rules is not None:
        yield from rules(form)
    if isinstance(form, Do) and form.again == "probe" and (form.goal is None or form.goal.unreadable):
        yield from _probe_again(table, form)


def _do(form: Do) -> Iterator[str]:
    if form.again not in _AGAIN:
        yield f"{form.address}: again is `safe` or `probe`, not {form.again!r}"
    if isinstance(form.until, int | float) and form.until <= 0:
        yield f"{form.address}: until is a number of seconds after the action"
    if form.still and form.goal is None:
        yield f"{form.address} says `still` but has no goal whose read could show it"
    if form.anew and (form.goal is None or form.goal.want is None):
        yield f"{form.address} makes something anew, but has no goal that shows it"
    both = set(form.ok) & set(form.changed)
    if both:
        yield f"{form.address}: {_list(both)} cannot mean done and changed"
    outside = [form.params, form.goal, form.still, *([form.body] if form.goal is None else [])]
    if any(isinstance(hole, Hole) and hole.source is Source.SEEN for hole in holes_in(outside)):
        yield f"{form.address}: <seen> stands in the body of a call that has a goal"
    if form.goal is not None and form.goal.want == {}:
        yield f"{form.address}: its goal shows nothing"


def _probe_again(table: Table, form: Do) -> Iterator[str]:
    row = table.row(form.address)
    probe = row.probe if isinstance(row, Operation) else None
    if probe is None:
        yield f"{form.address} is to be looked for before it is repeated, and its row has no probe"
    for hole in holes_in(probe):
        if isinstance(hole, Hole) and hole.source in {Source.LOOKED, Source.BEFORE} and hole.path not in form.params:
            yield f"{form.address}: the probe of its row needs {hole}, which an undo does not have"


def _either(form: Either) -> Iterator[str]:
    keys = [key for key, _ in form.cases if key is not None]
    if not form.cases:
        yield "either without a case"
    if form.by is None and not all(isinstance(key, int) and not isinstance(key, bool) for key in keys):
        yield "either chooses by the status of the answer, so its cases are numbers; or say `by`"
    if len({type(key) for key in keys}) > 1:
        yield f"the cases of either are of several kinds: {_list(keys)}"


def _first(form: First) -> Iterator[str]:
    if len(form.options) + len(form.offers) < 2 or not form.options:
        yield "first needs two preferences or more"
    if not form.after and len(form.options) > 1:
        yield "first does not say after which answers it moves on (after=)"
    for option in form.options:
        both = {*option.ok, *option.changed} & set(form.after)
        if both and option is not form.options[-1]:
            yield f"{option.address}: {_list(both)} cannot end it and move on"


def _is_list(over: Any) -> bool:
    """Whether items may go over it; what is computed is known when the action is planned, or refused elsewhere."""
    return isinstance(over, Computed) or (isinstance(over, Hole) and over.source in _LISTS)


def _items(form: Items) -> Iterator[str]:
    if not _names_each(form.do):
        yield f"{form.do.address} does not say which item (each)"
    if not _is_list(form.over):
        yield "items go over a list of the call, its answer or the before-image"


def _restore(form: Restore) -> Iterator[str]:
    names = [*(one.name for one in form.fields), *(one.name for one in form.sets)]
    yield from (f"{name} is named twice" for name in sorted({n for n in names if names.count(n) > 1}))
    if not names and form.more is None:
        yield "a restore without fields"
    if names and not form.sets and form.more is None and all(one.lossy for one in form.fields):
        yield f"every field of it is lossy ({_list(names)}), so it could put nothing back"
    if (form.fields or form.more) and form.write is None:
        yield "a restore with fields needs a call that writes them"
    if form.whole and (form.sets or form.apart or form.write is None or form.write.goal is not None):
        yield "a restore by a whole call has fields only, none apart, and its reading is the goal"
    if form.wants is not None and not form.whole:
        yield "wants is for a restore by a whole call"
    for group in sorted({f.group for f in form.fields if f.group}):
        if group.split("+") != [f.name for f in form.fields if f.group == group]:
            yield f"{group} are taken together and must stand together"
    for hole in holes_in(form):
        if isinstance(hole, Hole) and hole.source is Source.ANSWER:
            yield f"{hole}: a restore is planned in full before the call is sent"


def _leave(form: Leave) -> Iterator[str]:
    if not form.because.strip():
        yield "leave does not say why nothing has to be undone"
    if form.goal is not None and not form.goal.want:
        yield f"{form.goal.read.address}: the goal of leave says how the thing reads (what is gone needs no undo)"


def _field(form: Field) -> Iterator[str]:
    if form.lossy and (form.clear is not None or form.same or form.group):
        yield f"{form.name} is lossy, so nothing else is said of it"
    if "." in form.inside:
        yield f"{form.name}: inside is one key of the body"


def _members(form: Members) -> Iterator[str]:
    for change in (form.add, form.remove):
        if not _names_each(change):
            yield f"{form.name}: {change.address} does not say which member (each)"
    if form.gathered and not (_holds_lists(form.add.body) and _holds_lists(form.remove.body)):
        yield f"{form.name}: gathered calls have lists only in their bodies"
    if form.change not in _CHANGES:
        yield f"{form.name}: change is replace, add or remove"
    if "[]" not in str(form.read) and "~" not in str(form.read):
        yield f"{form.name}: {form.read!r} reads no list of members"


def _holds_lists(body: Any) -> bool:
    return isinstance(body, Mapping) and all(isinstance(one, list | tuple) for one in body.values())


def _find(form: Find) -> Iterator[str]:
    if not form.same:
        yield f"{form.read.address}: nothing says how an entry is known (same)"
    if not form.since and form.unless is None:
        yield f"{form.read.address}: nothing tells a new entry from an old one (since, or key and unless)"
    if (form.unless is None) != (not form.key):
        yield f"{form.read.address}: key and unless go together"
    if form.next and not form.pages:
        yield f"{form.read.address}: next needs the parameter that turns the page (pages)"
    for hole in holes_in([form.read, form.same, form.unless]):
        if isinstance(hole, Hole) and hole.source is Source.FOUND:
            yield f"{hole} stands in `effect` only"


def _stands(form: Stands) -> Iterator[str]:
    if not form.same:
        yield f"{form.read.address}: nothing says how the effect is known"


_RULES: dict[type, Callable[[Any], Iterator[str]]] = {
    Do: _do,
    Either: _either,
    First: _first,
    Items: _items,
    Leave: _leave,
    Restore: _restore,
    Field: _field,
    Members: _members,
    Find: _find,
    Stands: _stands,
}


def _nesting(form: Any) -> Iterator[str]:
    """What may stand in what: a restore alone, alternatives one deep, each in its place."""
    if isinstance(form, When):  # decided before anything else is: each of the two is an inverse of its own
        for one in (form.then, form.otherwise):
            yield from _nesting(one) if one is not None else ()
        return
    if isinstance(form, Several):
        for part in form.parts:
            if isinstance(part, Several | Restore):
                yield "a restore stands alone, and `also` is said once"
            yield from _nesting(part)
    if isinstance(form, Either) and any(isinstance(case, Either | Several | Restore) for _, case in form.cases):
        yield "the cases of either are single inverses: do, first or items"
    for one in _repeated(form):
        if one.again == "" and (one.goal is None or one.goal.unreadable):
            lacks = "has no goal" if one.goal is None else "has a goal that may be unreadable"
            yield f"{one.address} {lacks} and does not say whether it may be repeated (again=)"
    outside = _outside(form)
    if any(isinstance(hole, Hole) and hole.source is Source.EACH for hole in holes_in(outside)):
        yield "<each> stands outside of a list"


def _repeated(form: Any) -> Iterator[Do]:
    """The calls whose own goal tells that they are done: all but those of a restore."""
    if isinstance(form, Restore):
        return
    yield from (one for one in forms_in(form) if isinstance(one, Do))


def _outside(form: Any) -> list[Any]:
    """What of an inverse stands neither in items nor in a set."""
    match form:
        case Items():
            return [form.over, form.unless]
        case Restore():
            return [form.read, form.write, form.fields]
        case Either():
            return [form.by, *(part for _, case in form.cases for part in _outside(case))]
        case Several():
            return [part for one in form.parts for part in _outside(one)]
    return [form]


def _names_each(form: Do) -> bool:
    return any(isinstance(hole, Hole) and hole.source is Source.EACH for hole in holes_in(form))


def _list(values: Iterable[Any]) -> str:
    return ", ".join(sorted(map(str, values)))
