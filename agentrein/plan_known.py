"""What must be known of an effect before its call is sent: what is not refuses the call, for its undo would fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from agentrein.address import NotCanonical, build
from agentrein.forms import forms_in
from agentrein.holes import LATER, Computed, Join, Source, bind, holes_in, is_open
from agentrein.inverse import Do, Members, Read
from agentrein.paths import ABSENT
from agentrein.rows import Place

PlaceOf = Callable[[str], Place | None]
Known = Mapping[Source, Any]


class CannotPlan(Exception):
    """The call cannot be undone as it stands; the text says why."""


ODD = (AttributeError, LookupError, TypeError, ValueError)
"""What a function of a row raises at something that is not of the form that it expects."""


def not_as_expected(problem: Exception) -> CannotPlan:
    """The reason why a call cannot be planned of which a function of its row could make nothing."""
    return CannotPlan(f"what the call or the vendor says is not of the form that is known ({type(problem).__name__})")


def check_known(name: Any, parents: Any, inverse: Any, place_of: PlaceOf) -> None:
    """Raise CannotPlan unless only what the answer, an item or a read at undo time says is open."""
    if name is ABSENT:
        raise CannotPlan("what it touches cannot be told")
    if _has_absent(inverse):
        raise CannotPlan("the before-image lacks what the inverse would write back")
    for hole in holes_in([name, parents, inverse]):
        if isinstance(hole, Computed) or hole.source not in LATER:
            raise CannotPlan(f"{hole} is not known, so the inverse would be incomplete")
    for form in forms_in(inverse):
        if isinstance(form, Do | Read):
            _check_addressed(form, place_of(form.address))


def _has_absent(inverse: Any) -> bool:
    """Whether nothing stands where a form needs a value; what lacks in the body of a call is left out of that."""
    return any(getattr(one, name) is ABSENT for one in forms_in(inverse) for name in one.__slots__)


def _check_addressed(form: Do | Read, place: Place | None) -> None:
    by_id = place is not None and place.name in form.params
    spared = {name for name, _ in place.now} if place is not None and by_id else set()
    known = {name: value for name, value in form.params.items() if not is_open(value)}
    open_ones = spared | (set(form.params) - set(known))
    try:
        build(form.address, {**known, **dict.fromkeys(open_ones, "later")})
    except KeyError as missing:
        raise CannotPlan(f"nothing fills {{{missing.args[0]}}} of {form.address}") from missing
    except NotCanonical as problem:
        raise CannotPlan(f"{form.address}: {problem}") from problem


def check_paths(form: Any, known: Known) -> None:
    """Raise CannotPlan where a reading path would be another one by what fills its holes, or could not be read."""
    for one in forms_in(form):
        path = one.at if isinstance(one, Read) else one.read if isinstance(one, Members) else ""
        if not isinstance(path, Join):
            continue
        if bind(path, known) is ABSENT:
            raise CannotPlan(f"{path} is not known")
        for value in (bind(hole, known) for hole in holes_in(path)):
            if isinstance(value, str) and not {"[", "]"}.isdisjoint(value):
                raise CannotPlan(f"{value!r} has brackets, so nothing could be found by it")
