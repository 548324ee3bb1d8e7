"""Turns a row and a call into what the ledger holds before the call is sent, and after it landed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from agentrein.address import variables
from agentrein.forms import forms_in, map_forms
from agentrein.holes import Hole, Source, bind, holes_in, is_open
from agentrein.inverse import (
    Do,
    Either,
    Find,
    First,
    Identity,
    Inverse,
    Items,
    Moment,
    Probe,
    Read,
    Restore,
    Several,
    Stands,
    When,
)
from agentrein.model import Actor, Call
from agentrein.paths import ABSENT, pick
from agentrein.plan_known import CannotPlan, Known, PlaceOf, check_known, check_paths
from agentrein.plan_restore import plan_restore
from agentrein.readings import touched
from agentrein.rows import Operation
from agentrein.stored import store


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of an action: the object it stands on and what undoes it; `item` is which one of a batch had it."""

    object: Any
    inverse: Inverse | None
    parents: tuple[Any, ...] = ()
    item: int | None = None


def view(call: Call) -> dict[str, Any]:
    """What `sent(...)` reads: path variables before the body's fields before query parameters of the same name.

    The path says what the vendor acts on, whatever else a body says under that name; a variable that the path did not
    give (because it named the place by its id) is not known. Where the address is a name, and shows no path, every
    parameter may be of one.
    """
    body = call.body if isinstance(call.body, dict) else {}
    if " " not in call.address:
        return {**body, **call.params}
    said = {**call.params, **body}
    for name in variables(call.address):
        said.pop(name, None)
        if name in call.params:
            said[name] = call.params[name]
    return said


def known_before(call: Call, lookups: Mapping[str, Any] | None, actor: Actor | None) -> dict[Source, Any]:
    """What holes can be filled with before anything of the thing itself was read."""
    said = {Source.SENT: view(call), Source.LOOKED: lookups or {}, Source.ACTOR: actor_values(actor)}
    said[Source.HEADERS] = call.headers
    return {**said, Source.KEY: call.key} if call.key else said


def actor_values(actor: Actor | None) -> dict[str, str]:
    """What a hole for the actor can say."""
    return {} if actor is None else {"account": actor.account, "mode": actor.mode, "kind": actor.kind}


def chosen(form: Any, known: Known, change: Callable[[Any], Any] | None = None) -> Any:
    """A form of a row with each `when` in it decided by what the call says, and `change` applied to every form."""

    def decide(one: When) -> Any:
        given = bind(one.given, known)
        return one.otherwise if given in (ABSENT, None, "", False) else one.then

    if change is None and When not in _kinds_in(_Itself(form)):
        return form
    return map_forms(form, change or _as_it_is, decide)


def _as_it_is(form: Any) -> Any:
    return form


class _Itself:
    """A form of a row as the key of a cache: by identity, for what a form holds has no hash."""

    __slots__ = ("form",)

    def __init__(self, form: Any) -> None:
        self.form = form

    def __hash__(self) -> int:
        return id(self.form)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.form is other.form


@lru_cache(maxsize=8192)
def _kinds_in(one: _Itself) -> frozenset[type]:
    """Which kinds of forms a form of a row has in it: rows never change, and every write asks."""
    return frozenset(map(type, forms_in(one.form)))


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
    prefers = First in _kinds_in(_Itself(row.inverse))
    inverse = chosen(row.inverse, before, (lambda form: _wished(form, wish)) if prefers else None)
    if isinstance(inverse, Restore):
        check_paths(inverse, known)
        inverse = plan_restore(row, inverse, call, known, image)
    else:
        writes = _may_write_image(_Itself(row.inverse))
        inverse = _each_part(inverse, lambda part: _plan_part(_possible(part, image) if writes else part, known, image))
    inverse = placed(inverse, lookups, place_of)
    probe_of(row, known)
    effect = Effect(bind(row.object, known), inverse, bind(row.parents, known))
    check_known(effect.object, effect.parents, inverse, place_of)
    return effect


def _wished(form: Any, wish: str) -> Any:
    """The preferences with the named way in front of them; what is only offered is left out."""
    if not isinstance(form, First):
        return form
    named = tuple(one for name, one in form.offers if name == wish)
    return replace(form, options=(*named, *form.options), offers=())


def _plan_part(form: Any, known: Known, image: Any) -> Any:
    check_paths(form, known)
    bound = bind(form, known)
    if isinstance(bound, Items):
        bound = replace(bound, unless=_listed(bound.unless, image))
    return _picked(bound, bound.by) if isinstance(bound, Either) and _is_known(bound.by) else bound


def _is_known(by: Any) -> bool:
    return by is not None and not is_open(by)


def _each_part(form: Any, change: Callable[[Any], Any]) -> Any:
    """The form changed, or each of its parts where it has several; a part that becomes None is left out."""
    if not isinstance(form, Several):
        return None if form is None else change(form)
    parts = tuple(part for part in map(change, form.parts) if part is not None)
    return replace(form, parts=parts) if parts else None


def _without_absent(form: Any) -> Any:
    """A call whose whole body turned out absent has none, and a time that nobody said is none."""
    if isinstance(form, Do | Read) and form.body is ABSENT:
        return replace(form, body=None)
    return replace(form, at=None) if isinstance(form, Moment) and form.at is ABSENT else form


def placed(form: Any, lookups: Mapping[str, Any], place_of: PlaceOf) -> Any:
    """The form with the place's id in each of its calls, by which the place is found again when its names changed."""

    def with_id(one: Any) -> Any:
        one = _without_absent(one)
        place = place_of(one.address) if isinstance(one, Do | Read) else None
        if place is None or place.name not in lookups or place.name in one.params:  # it names another place itself
            return one
        return replace(one, params={**one.params, place.name: lookups[place.name]})

    return map_forms(form, with_id)


def _possible(form: Inverse, image: Any) -> Inverse:
    """Without an image, alternatives that would write it back are none."""
    if not isinstance(form, Either) or image is not None:
        return form
    return replace(form, cases=tuple(case for case in form.cases if not _writes_image(case[1])))


@lru_cache(maxsize=8192)
def _may_write_image(one: _Itself) -> bool:
    return _writes_image(one.form)


def _writes_image(form: Inverse | None) -> bool:
    return any(isinstance(hole, Hole) and hole.source is Source.BEFORE for hole in holes_in(form))


def probe_of(row: Operation, known: Known) -> Find | Stands | None:
    """The row's probe for what is known of a call: the one that fits, with its holes filled."""
    probe: Probe | None = chosen(row.probe, known)
    check_paths(probe, known)
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


def settle(effect: Effect, body: Any, status: int | None) -> Effect:
    """The effect once the answer is known: the alternative picked, its holes filled; raises CannotPlan."""
    known = {Source.ANSWER: body}
    inverse = _each_part(effect.inverse, lambda part: _settle_part(part, known, status))
    name = bind(effect.object, known)
    if name is ABSENT and inverse is not None:
        raise CannotPlan("the answer lacks what the inverse needs")
    return Effect(None if name is ABSENT else name, inverse, bind(effect.parents, known), effect.item)


def _settle_part(form: Any, known: Known, status: int | None) -> Any:
    if isinstance(form, Either):
        form = _picked(form, status if form.by is None else bind(form.by, known))
    if _lacks(form, known[Source.ANSWER]):
        raise CannotPlan("the answer lacks what the inverse needs")
    check_paths(form, known)
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
        **({} if effect.item is None else {"item": effect.item}),
    }
