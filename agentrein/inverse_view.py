"""What a revert may send, as plain calls, for people and JSON to see before it does. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from agentrein.forms import forms_in
from agentrein.holes import Computed, Hole, Join, Source, bind, holes_in
from agentrein.inverse import Do, Either, First, Inverse, Items, Leave, Members, Moment, Restore, Several, When
from agentrein.readings import expected, ours

_OF = {Source.SENT: "of the call", Source.BEFORE: "as it was before", Source.ANSWER: "of the answer"}


def calls(form: Inverse | None) -> tuple[Do, ...]:
    """The calls that an inverse may send, in order; holes that are only filled later are still in them."""
    return tuple(_calls(form))


def _calls(form: Inverse | None) -> Iterator[Do]:
    match form:
        case Do():
            yield form
        case First(options):
            yield from options
        case Either(cases):
            yield from (one for _, case in cases for one in _calls(case))
        case Several(parts):
            yield from (one for part in reversed(parts) for one in _calls(part))
        case Items(do, over, unless):
            spared = unless if isinstance(unless, list) else []
            members = [one for one in reversed(over) if one not in spared] if isinstance(over, list) else None
            yield from (do,) if members is None else (bind(do, {Source.EACH: member}) for member in members)
        case Restore():
            yield from _restoring(form)
        case When(_, then, otherwise):  # of a row that nobody called yet
            yield from (one for part in (then, otherwise) for one in _calls(part))


def _restoring(form: Restore) -> Iterator[Do]:
    after = form.after or expected(form)
    changed = [f for f in form.fields if not f.equal(form.before.get(f.name), after.get(f.name))]
    groups = {f.group for f in changed if f.group}
    write = form.writes(tuple(f for f in form.fields if f in changed or f.group in groups))
    if write is not None:
        yield write
    together: list[Do] = []
    for one in form.sets:
        has = after.get(one.name)
        has = expected(form)[one.name] if has is None else has
        steps = _regrouping(one, *ours(replace(form, after={one.name: has}), one))
        if one.gathered:
            together += steps
        else:
            yield from steps
    yield from gathered(together)


def gathered(calls: Iterable[Do]) -> list[Do]:
    """Calls that differ only in the lists of their bodies, as one that holds them all."""
    found: list[Do] = []
    for one in calls:
        at = next((n for n, other in enumerate(found) if replace(other, body=one.body) == one), None)
        body = None if at is None else in_one(found[at].body, one.body)
        if at is None or body is None:
            found.append(one)
        else:
            found[at] = replace(one, body=body)
    return found


def in_one(body: Any, other: Any) -> dict[str, Any] | None:
    """Two bodies that differ only in their lists as one that holds both; None for others."""
    if not isinstance(body, dict) or not isinstance(other, dict):
        return None
    names = {*body, *other}
    listed = {name for name in names if all(isinstance(one[name], list) for one in (body, other) if name in one)}
    if not listed or any(body.get(name) != other.get(name) for name in names - listed):
        return None
    return {**other, **body, **{name: [*body.get(name, []), *other.get(name, [])] for name in sorted(listed)}}


def _regrouping(one: Members, came: list[Any], went: list[Any]) -> Iterator[Do]:
    yield from (bind(one.add, {Source.EACH: member}) for member in went)
    yield from (bind(one.remove, {Source.EACH: member}) for member in came)


def restores(form: Inverse | None) -> tuple[Restore, ...]:
    """The parts of an inverse that put a before-image back."""
    match form:
        case Restore():
            return (form,)
        case Several(parts):
            return tuple(one for part in reversed(parts) for one in restores(part))
    return ()


def addresses(form: Inverse | None) -> tuple[str, ...]:
    """The addresses that the inverse of a row may write to, whatever the call says."""
    return tuple(dict.fromkeys(one.address for one in _of_row(form)))


def left(form: Inverse | None) -> tuple[str, ...]:
    """Why no call is sent, where none has to be."""
    return tuple(dict.fromkeys(one.because for one in forms_in(form) if isinstance(one, Leave)))


def limits(form: Inverse | None) -> tuple[str, ...]:
    """Until when which of its calls work, in words."""
    timed = [one for one in forms_in(form) if isinstance(one, Do) and one.until is not None]
    return tuple(dict.fromkeys(f"{one.address} works {_until(one.until)}" for one in timed))


def _until(until: Any) -> str:
    if not isinstance(until, Moment):
        return f"for {lasting(until)} after the write"
    sooner = f"{lasting(until.less)} before " if until.less else ""
    of = _OF.get(until.at.source) if isinstance(until.at, Hole) else None
    return f"until {sooner}{f'{until.at.path} {of}' if of else until.at}"


def lasting(seconds: float) -> str:
    """A time span in the largest unit that it fills."""
    for size, name in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= size:
            return f"{seconds / size:g} {name if seconds != size else name.removesuffix('s')}"
    return f"{seconds:g} seconds"


def offers(form: Inverse | None) -> dict[str, str]:
    """The ways of undoing that a row offers by name, each with the address that it writes to."""
    return {name: one.address for part in forms_in(form) if isinstance(part, First) for name, one in part.offers}


def _of_row(form: Inverse | None) -> Iterator[Do]:
    match form:
        case Either(cases):
            yield from (one for _, case in cases for one in _of_row(case))
        case Several(parts):
            yield from (one for part in parts for one in _of_row(part))
        case Restore(write=write, sets=sets):
            yield from () if write is None else (write,)
            yield from (one for group in sets for one in (group.add, group.remove))
        case _:
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
