"""Turns a row and a call into what the ledger holds before the call is sent, and after it landed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from agentrein.address import NotCanonical, build, variables
from agentrein.holes import LATER, Computed, Hole, Source, bind, holes_in
from agentrein.inverse import (
    Do,
    Either,
    Field,
    Find,
    First,
    Identity,
    Inverse,
    Items,
    Probe,
    Read,
    Restore,
    Several,
    Stands,
    When,
    forms_in,
    map_forms,
)
from agentrein.model import Actor, Call
from agentrein.paths import ABSENT, parse, pick
from agentrein.readings import reading, touched
from agentrein.rows import Operation, Place
from agentrein.stored import store


class CannotPlan(Exception):
    """The call cannot be undone as it stands; the text says why."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of an action: the object it stands on and what undoes it."""

    object: Any
    inverse: Inverse | None
    parents: tuple[Any, ...] = ()


def view(call: Call) -> dict[str, Any]:
    """What `sent(...)` reads: path variables before the body's fields before query parameters of the same name.

    The path says what the vendor acts on, whatever else a body says under that name; a variable that the path did not
    give (because it named the place by its id) is not known.
    """
    said = {**call.params, **(call.body if isinstance(call.body, dict) else {})}
    for name in variables(call.address):
        said.pop(name, None)
        if name in call.params:
            said[name] = call.params[name]
    return said


PlaceOf = Callable[[str], Place | None]
Known = Mapping[Source, Any]


def known_before(call: Call, lookups: Mapping[str, Any] | None, actor: Actor | None) -> dict[Source, Any]:
    """What holes can be filled with before anything of the thing itself was read."""
    return {Source.SENT: view(call), Source.LOOKED: lookups or {}, Source.ACTOR: actor_values(actor)}


def actor_values(actor: Actor | None) -> dict[str, str]:
    """What a hole for the actor can say."""
    return {} if actor is None else {"account": actor.account, "mode": actor.mode, "kind": actor.kind}


def chosen(form: Any, known: Known) -> Any:
    """The form with each `when` in it decided by what the call says."""

    def decide(one: Any) -> Any:
        if not isinstance(one, When):
            return one
        given = bind(one.given, known)
        return one.otherwise if given in (ABSENT, None, "", False) else one.then

    return map_forms(form, decide)


def plan(
    row: Operation,
    call: Call,
    lookups: Mapping[str, Any],
    image: Any,
    place_of: PlaceOf,
    actor: Actor | None = None,
    *,
    wish: str = "",
) -> Effect:
    """The effect as far as it is known before sending; `wish` names the way of undoing that the run asks for.

    Raises CannotPlan.
    """
    if image is ABSENT:
        raise CannotPlan("its before-image is not where the row reads it")
    before = known_before(call, lookups, actor)
    known = {**before, Source.BEFORE: image}
    inverse = map_forms(chosen(row.inverse, before), lambda form: _wished(form, wish))
    if isinstance(inverse, Restore):
        inverse = _plan_restore(row, inverse, call, known, image)
    else:
        inverse = _each_part(inverse, lambda part: _plan_part(part, known, image))
    inverse = placed(map_forms(inverse, _without_absent), lookups, place_of)
    probe_of(row, known)
    effect = Effect(bind(row.object, known), inverse, bind(row.parents, known))
    _check_known(effect, place_of)
    return effect


def _wished(form: Any, wish: str) -> Any:
    """The preferences with the named way in front of them; what is only offered is left out."""
    if not isinstance(form, First):
        return form
    named = tuple(one for name, one in form.offers if name == wish)
    return replace(form, options=(*named, *form.options), offers=())


def _plan_part(form: Any, known: Known, image: Any) -> Any:
    bound = bind(_possible(form, image), known)
    if isinstance(bound, Items):
        bound = replace(bound, unless=_listed(bound.unless, image))
    return _picked(bound, bound.by) if isinstance(bound, Either) and _is_known(bound.by) else bound


def _is_known(by: Any) -> bool:
    return by is not None and next(holes_in(by), None) is None


def _each_part(form: Any, change: Callable[[Any], Any]) -> Any:
    """The form changed, or each of its parts where it has several; a part that becomes None is left out."""
    if not isinstance(form, Several):
        return None if form is None else change(form)
    parts = tuple(part for part in map(change, form.parts) if part is not None)
    return replace(form, parts=parts) if parts else None


def _without_absent(form: Any) -> Any:
    """A call whose whole body turned out absent has none."""
    if isinstance(form, Do | Read) and form.body is ABSENT:
        return replace(form, body=None)
    return form


def _check_known(effect: Effect, place_of: PlaceOf) -> None:
    """Raise CannotPlan unless only what the answer, an item or a read at undo time says is open."""
    if effect.object is ABSENT:
        raise CannotPlan("what it touches cannot be told")
    for hole in holes_in(effect):
        if isinstance(hole, Computed) or hole.source not in LATER:
            raise CannotPlan(f"{hole} is not known, so the inverse would be incomplete")
    for form in forms_in(effect.inverse):
        if isinstance(form, Do | Read):
            _check_addressed(form, place_of(form.address))
        if isinstance(form, Read) and isinstance(form.at, str):
            _check_path(form.at)


def _check_path(path: str) -> None:
    """Raise CannotPlan for a reading path that what the call says made unreadable."""
    try:
        parse(path)
    except ValueError as problem:
        raise CannotPlan(str(problem)) from problem


def _check_addressed(form: Do | Read, place: Place | None) -> None:
    by_id = place is not None and place.name in form.params
    spared = {name for name, _ in place.now} if place is not None and by_id else set()
    known = {name: value for name, value in form.params.items() if next(holes_in(value), None) is None}
    open_ones = spared | (set(form.params) - set(known))
    try:
        build(form.address, {**known, **dict.fromkeys(open_ones, "later")})
    except KeyError as missing:
        raise CannotPlan(f"nothing fills {{{missing.args[0]}}} of {form.address}") from missing
    except NotCanonical as problem:
        raise CannotPlan(f"{form.address}: {problem}") from problem


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


def probe_of(row: Operation, known: Known) -> Find | Stands | None:
    """The row's probe for what is known of a call: the one that fits, with its holes filled."""
    probe: Probe | None = chosen(row.probe, known)
    bound: Find | Stands | None = bind(probe, known)
    if isinstance(bound, Find) and Source.BEFORE in known:
        return replace(bound, unless=_listed(bound.unless, known[Source.BEFORE]))
    return bound


def _listed(unless: Any, image: Any) -> Any:
    """What was there before; where nothing was there at all, it is nothing."""
    if unless is not ABSENT:
        return unless
    if image is not None:
        raise CannotPlan("the before-image does not list what was there")
    return None


def _plan_restore(row: Operation, form: Restore, call: Call, known: Known, image: Any) -> Restore:
    if call.body is not None and not isinstance(call.body, dict):
        raise CannotPlan("its body names no fields, so none could be put back")
    body = call.body or {}
    declared = form.fields if form.more is None else (*form.fields, *form.more(body, image))
    if len({one.name for one in declared}) < len(declared):
        raise CannotPlan("two fields have one name, so their readings could not be told apart")
    asked = _asked(row, form, declared, body)
    fields = _fields_in_question(declared, asked)
    early: Known = {source: value for source, value in known.items() if source != Source.BEFORE}
    sets = tuple(one for one in bind(form.sets, early) if isinstance(one.sent, list))
    for one in sets:
        _check_path(one.read)
    for one in fields:
        if one.lossy:
            raise CannotPlan(f"{one.name} does not read as it was written, so it could not be put back")
    bound = replace(
        form,
        read=bind(form.read, known),
        write=bind(form.write, known),
        fields=fields,
        sets=tuple(replace(one, add=bind(one.add, known), remove=bind(one.remove, known)) for one in sets),
        more=None,
    )
    return replace(bound, before=reading(image, bound), asked=asked | {one.name: one.sent for one in sets})


def _asked(row: Operation, form: Restore, declared: tuple[Field, ...], body: Mapping[str, Any]) -> dict[str, Any]:
    """What the call sets, by field; raises CannotPlan for anything that no reading is declared for."""
    asked: dict[str, Any] = {}
    for name, value in body.items():
        if any(one.inside == name for one in declared):
            asked |= _declared(declared, name, value if isinstance(value, dict) else {"": value}, ())
    spared = {one.inside for one in declared} | _spared(row, form)
    return asked | _declared(declared, "", body, spared - {""})


def _declared(declared: tuple[Field, ...], inside: str, asked: Mapping[str, Any], spared: Any) -> dict[str, Any]:
    known = {one.sent or one.name: one.name for one in declared if one.inside == inside}
    unknown = sorted(name for name in asked if name not in known and name not in spared)
    if unknown:
        names = ", ".join(f"{inside}.{name}".strip(".") for name in unknown)
        raise CannotPlan(f"{names}: no reading is declared, so it could not be put back")
    return {known[name]: value for name, value in asked.items() if name in known}


def _spared(row: Operation, form: Restore) -> set[str]:
    """Keys of the body that no field has to bring back: sets, what the inverse repeats, what the row ignores."""
    kept = form.write.body if form.write is not None and isinstance(form.write.body, dict) else {}
    of_sets = {
        hole.path.partition(".")[0] for one in form.sets for hole in holes_in(one.sent) if isinstance(hole, Hole)
    }
    return {*kept, *row.ignores, *(one.name for one in form.sets), *of_sets}


def _fields_in_question(declared: tuple[Field, ...], asked: Mapping[str, Any]) -> tuple[Field, ...]:
    groups = {one.group for one in declared if one.name in asked and one.group}
    return tuple(one for one in declared if one.name in asked or one.group in groups - {""})


def settle(effect: Effect, body: Any, status: int | None) -> Effect:
    """The effect once the answer is known: the alternative picked, its holes filled; raises CannotPlan."""
    known = {Source.ANSWER: body}
    inverse = _each_part(effect.inverse, lambda part: _settle_part(part, known, status))
    name = bind(effect.object, known)
    if name is ABSENT and inverse is not None:
        raise CannotPlan("the answer lacks what the inverse needs")
    return Effect(None if name is ABSENT else name, inverse, bind(effect.parents, known))


def _settle_part(form: Any, known: Known, status: int | None) -> Any:
    if isinstance(form, Either):
        form = _picked(form, status if form.by is None else bind(form.by, known))
    if _lacks(form, known[Source.ANSWER]):
        raise CannotPlan("the answer lacks what the inverse needs")
    settled = map_forms(bind(form, known), _without_absent)
    if not isinstance(settled, Items):
        return settled
    if not isinstance(settled.over, list):
        raise CannotPlan("the answer does not list what it made")
    over = [item for item in settled.over if item not in (settled.unless or [])]
    return replace(settled, over=over, unless=None) if over else None


def _lacks(form: Any, body: Any) -> bool:
    """Whether the answer leaves a hole open; a null fills one anywhere but in an address.

    What `still` takes from an answer that does not show it is not compared.
    """
    needed = map_forms(form, lambda one: replace(one, still={}) if isinstance(one, Do) and one.still else one)
    addressed = [form.params for form in forms_in(form) if isinstance(form, Do | Read)]
    return ABSENT in _answers(needed, body) or None in _answers(addressed, body)


def _answers(tree: Any, body: Any) -> list[Any]:
    holes = [hole for hole in holes_in(tree) if isinstance(hole, Hole) and hole.source is Source.ANSWER]
    return [pick(body, hole.path) for hole in holes]


def _picked(form: Either, key: Any) -> Inverse | None:
    for case, inverse in form.cases:
        if case == key and isinstance(case, bool) == isinstance(key, bool):
            return inverse
    raise CannotPlan(f"no alternative for {key!r}")


def store_effect(effect: Effect) -> dict[str, Any]:
    """An effect as JSON: the object's path (null while the answer is open) and the inverse."""
    return {
        "object": effect.object if isinstance(effect.object, str) else None,
        "identity": store(Identity(effect.object, effect.parents)),
        "inverse": None if effect.inverse is None else store(effect.inverse),
        "fields": list(touched(effect.inverse)),
    }
