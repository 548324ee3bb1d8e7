"""What a revert may send, as plain calls, for people and JSON to see before it does. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from agentrein.holes import Computed, Hole, Join, Source, bind, holes_in
from agentrein.inverse import Do, Either, First, Inverse, Items, Members, Restore
from agentrein.planning import difference, expected


def calls(form: Inverse | None) -> tuple[Do, ...]:
    """The calls that an inverse may send, in order; holes that only the vendor's answer fills are still in them."""
    return tuple(_calls(form))


def _calls(form: Inverse | None) -> Iterator[Do]:
    match form:
        case Do():
            yield form
        case First():
            yield from form.options
        case Either():
            for _, case in form.cases:
                yield from _calls(case)
        case Items():
            members = reversed(form.over) if isinstance(form.over, list) else ()
            yield from [bind(form.do, {Source.EACH: member}) for member in members] or [form.do]
        case Restore():
            yield from _restoring(form)


def _restoring(form: Restore) -> Iterator[Do]:
    after = form.after or expected(form)
    changed = [f for f in form.fields if not f.equal(form.before.get(f.name), after.get(f.name))]
    groups = {f.group for f in changed if f.group}
    values = {f.name: _written(form, f.name, f.clear) for f in form.fields if f in changed or f.group in groups}
    if values and form.write is not None:
        constants = form.write.body if isinstance(form.write.body, dict) else {}
        yield replace(form.write, body={**constants, **({form.inside: values} if form.inside else values)})
    for one in form.sets:
        yield from _regrouping(one, form.before.get(one.name) or [], after.get(one.name) or [])


def _written(form: Restore, name: str, clear: Any) -> Any:
    before = form.before.get(name)
    return clear if before is None else before


def _regrouping(one: Members, had: list[Any], has: list[Any]) -> Iterator[Do]:
    came, went = difference(one, had, has)
    for member in went:
        yield bind(one.add, {Source.EACH: member})
    for member in came:
        yield bind(one.remove, {Source.EACH: member})


def addresses(form: Inverse | None) -> tuple[str, ...]:
    """The addresses that the inverse of a row may write to, whatever the call says."""
    if not isinstance(form, Restore):
        found = [one.address for one in _of_row(form)]
    else:
        found = [] if form.write is None else [form.write.address]
        found += [one.address for group in form.sets for one in (group.add, group.remove)]
    return tuple(dict.fromkeys(found))


def _of_row(form: Inverse | None) -> Iterator[Do]:
    match form:
        case Either():
            for _, case in form.cases:
                yield from _of_row(case)
        case Items():
            yield form.do
        case Do() | First():
            yield from _calls(form)


def plain(value: Any, *, named: bool = False) -> Any:
    """A value of a call as JSON: a hole is null, or its name such as `<answer number>` when `named`."""
    match value:
        case Hole() | Computed() | Join():
            return _open(value, named=named)
        case dict():
            return {key: plain(item, named=named) for key, item in value.items()}
        case list() | tuple():
            return [plain(item, named=named) for item in value]
    return value


def _open(value: Hole | Computed | Join, *, named: bool) -> str | None:
    """A text that was joined from constants only is known; anything else waits for its hole."""
    if named or (isinstance(value, Join) and next(holes_in(value), None) is None):
        return str(value)
    return None
