"""Turns a row and a call into what the ledger holds before the call is sent, and after it landed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from agentrein.holes import LATER, Computed, Hole, Join, Source, bind, holes_in
from agentrein.inverse import Do, Either, Field, First, Inverse, Items, Members, Read, Restore, map_forms
from agentrein.model import Call
from agentrein.paths import ABSENT, pick
from agentrein.rows import Operation, Place


class CannotPlan(Exception):
    """The call cannot be undone as it stands; the text says why."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of an action: the object it stands on and what undoes it."""

    object: Any
    inverse: Inverse | None
    parents: tuple[Any, ...] = ()


def view(call: Call) -> dict[str, Any]:
    """What `sent(...)` reads: the body's fields before the parameters of the same name."""
    return {**call.params, **(call.body if isinstance(call.body, dict) else {})}


PlaceOf = Callable[[str], Place | None]


def plan(row: Operation, call: Call, lookups: Mapping[str, Any], image: Any, place_of: PlaceOf) -> Effect:
    """The effect as far as it is known before sending; raises CannotPlan."""
    known = {Source.SENT: view(call), Source.LOOKED: lookups, Source.BEFORE: image}
    inverse = row.inverse
    if isinstance(inverse, Restore):
        inverse = _plan_restore(row, inverse, call, known, image)
    elif inverse is not None:
        inverse = _chosen(bind(_possible(inverse, image), known), None, by_status=False)
    inverse = placed(inverse, lookups, place_of)
    effect = Effect(bind(row.object, known), inverse, bind(row.parents, known))
    for hole in holes_in(effect):
        if isinstance(hole, Computed) or hole.source not in LATER:
            raise CannotPlan(f"{hole} is not known, so the inverse would be incomplete")
    return effect


def placed(form: Any, lookups: Mapping[str, Any], place_of: PlaceOf) -> Any:
    """The form with the place's id in each of its calls, by which the place is found again when its names changed."""

    def with_id(one: Any) -> Any:
        place = place_of(one.address) if isinstance(one, Do | Read) else None
        if place is None or place.name not in lookups:
            return one
        return replace(one, params={**one.params, place.name: lookups[place.name]})

    return map_forms(form, with_id)


def _possible(form: Inverse, image: Any) -> Inverse:
    """Without an image, alternatives that would write it back are none."""
    if not isinstance(form, Either) or image is not None:
        return form
    return replace(form, cases=tuple(case for case in form.cases if not _writes_image(case[1])))


def _writes_image(form: Inverse | None) -> bool:
    return any(isinstance(hole, Hole) and hole.source is Source.BEFORE for hole in holes_in(form))


def _plan_restore(row: Operation, form: Restore, call: Call, known: dict[Source, Any], image: Any) -> Restore:
    asked = pick(call.body, form.inside) if form.inside else call.body
    asked = asked if isinstance(asked, dict) else {}
    _check_declared(row, form, asked)
    fields = _fields_in_question(form, asked)
    sets = tuple(bind(one, {Source.SENT: known[Source.SENT]}) for one in form.sets)
    sets = tuple(one for one in sets if isinstance(one.sent, list))
    for one in fields:
        if one.lossy:
            raise CannotPlan(f"{one.name} does not read as it was written, so it could not be put back")
    bound = replace(
        form,
        read=bind(form.read, known),
        write=bind(form.write, known),
        fields=fields,
        sets=tuple(replace(one, add=bind(one.add, known), remove=bind(one.remove, known)) for one in sets),
    )
    return replace(
        bound,
        before=reading(image, bound),
        asked={one.name: asked[one.name] for one in fields if one.name in asked} | {o.name: o.sent for o in sets},
    )


def _check_declared(row: Operation, form: Restore, asked: Mapping[str, Any]) -> None:
    if form.inside or form.write is None:
        return
    kept = form.write.body if isinstance(form.write.body, dict) else {}
    known = {one.name for one in form.fields} | {one.name for one in form.sets} | set(kept) | set(row.ignores)
    unknown = sorted(set(asked) - known)
    if unknown:
        raise CannotPlan(f"{', '.join(unknown)}: no reading is declared, so it could not be put back")


def _fields_in_question(form: Restore, asked: Mapping[str, Any]) -> tuple[Field, ...]:
    groups = {one.group for one in form.fields if one.name in asked and one.group}
    return tuple(one for one in form.fields if one.name in asked or one.group in groups - {""})


def reading(data: Any, form: Restore) -> dict[str, Any]:
    """What a read shows of a restore's fields and sets; an absent field reads as None."""
    values = {one.name: _value(data, one.read) for one in form.fields}
    return values | {one.name: _value(data, one.read) or [] for one in form.sets}


def _value(data: Any, path: str) -> Any:
    value = pick(data, path)
    return None if value is ABSENT else value


def answered_reading(body: Any, form: Restore) -> dict[str, Any] | None:
    """What the forward answer itself shows of them, or None if it does not show all."""
    parts: tuple[Field | Members, ...] = (*form.fields, *form.sets)
    values = {one.name: pick(body, one.read if one.after is None else one.after) for one in parts}
    return None if ABSENT in values.values() else values


def expected(form: Restore) -> dict[str, Any]:
    """What the call asked for, as the fields and sets would read afterwards."""
    values = dict(form.asked)
    for one in form.sets:
        values[one.name] = _expected_set(one, form.before.get(one.name, []), form.asked.get(one.name, []))
    return values


def _expected_set(one: Members, had: list[Any], named: list[Any]) -> list[Any]:
    keys = {one.key(m) for m in named}
    if one.change == "replace":
        return list(named)
    if one.change == "remove":
        return [m for m in had if one.key(m) not in keys]
    return [*had, *(m for m in named if one.key(m) not in {one.key(h) for h in had})]


def difference(one: Members, had: list[Any], has: list[Any]) -> tuple[list[Any], list[Any]]:
    """The members that came and those that went between two readings of a set."""
    before, after = {one.key(m) for m in had}, {one.key(m) for m in has}
    return [m for m in has if one.key(m) not in before], [m for m in had if one.key(m) not in after]


def is_unchanged(form: Restore) -> bool:
    """Whether the after-image shows that the call changed nothing."""
    return all(f.equal(form.before.get(f.name), form.after.get(f.name)) for f in form.fields) and not any(
        any(difference(one, form.before.get(one.name, []), form.after.get(one.name, []))) for one in form.sets
    )


def touched(form: Inverse | None) -> tuple[str, ...]:
    """The names of what an effect set, for other runs to see: fields, and members as `labels[bug]`."""
    if not isinstance(form, Restore):
        return ()
    names = [f.name for f in form.fields if not f.equal(form.before.get(f.name), form.after.get(f.name))]
    for one in form.sets:
        came, went = difference(one, form.before.get(one.name, []), form.after.get(one.name, []))
        names += [f"{one.name}[{one.key(member)}]" for member in (*came, *went)]
    return tuple(names)


def settle(effect: Effect, body: Any, status: int | None) -> Effect:
    """The effect once the answer is known: the alternative picked, its holes filled; raises CannotPlan."""
    known = {Source.ANSWER: body}
    inverse = _chosen(bind(effect.inverse, known), status, by_status=True)
    if isinstance(inverse, Items) and not isinstance(inverse.over, list):
        raise CannotPlan("the answer does not list what it made")
    settled = Effect(bind(effect.object, known), inverse, bind(effect.parents, known))
    if settled.object is ABSENT or _lacks(effect.inverse, inverse, body):
        raise CannotPlan("the answer lacks what the inverse needs")
    return settled


def _lacks(planned: Any, settled: Any, body: Any) -> bool:
    needed = [h for h in holes_in(_same_case(planned, settled)) if isinstance(h, Hole) and h.source is Source.ANSWER]
    return any(pick(body, hole.path) in (ABSENT, None) for hole in needed)


def _same_case(planned: Any, settled: Any) -> Any:
    """The part of the planned inverse that was picked, so that the other alternatives' holes do not count."""
    if not isinstance(planned, Either):
        return planned
    address = getattr(settled, "address", None)
    return [case for _, case in planned.cases if getattr(case, "address", None) == address]


def _chosen(form: Any, status: int | None, *, by_status: bool) -> Any:
    if not isinstance(form, Either):
        return form
    if form.by is None:
        if not by_status:
            return form
        key: Any = status
    elif isinstance(form.by, Hole | Join):
        return form
    else:
        key = form.by
    for case, inverse in form.cases:
        if case == key and isinstance(case, bool) == isinstance(key, bool):
            return inverse
    raise CannotPlan(f"no alternative for {key!r}")


def dos(form: Inverse | None) -> tuple[Do, ...]:
    """The calls that an inverse may send, for people to see before it does."""
    match form:
        case Do():
            return (form,)
        case First():
            return form.options
        case Either():
            return tuple(one for _, case in form.cases for one in dos(case))
        case Items():
            return (form.do,)
    return ()
