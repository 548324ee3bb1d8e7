"""Walking through the forms of `inverse`: whatever a form nests, found or changed, without knowing its kind."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import cache
from operator import is_
from typing import Any

from agentrein.holes import LEAVES
from agentrein.inverse import When


@cache
def _fields(kind: type) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    """The fields of a form, and which of them may hold forms; none for what is no form."""
    if not dataclasses.is_dataclass(kind):
        return (), ()
    fields = dataclasses.fields(kind)
    return tuple(field.name for field in fields), tuple("data" not in field.metadata for field in fields)


def map_forms(form: Any, change: Callable[[Any], Any], decide: Callable[[When], Any] | None = None) -> Any:
    """The form with `change` applied to every nested form, innermost first; what nothing changes is not copied.

    `decide` puts something else in the place of each `when`, before what is in it is looked at.
    """
    kind: Any = type(form)
    if kind in LEAVES:
        return form
    if kind is When and decide is not None:
        return map_forms(decide(form), change, decide)
    if kind is tuple:
        items = [item if type(item) in LEAVES else map_forms(item, change, decide) for item in form]
        return form if all(map(is_, items, form)) else tuple(items)
    names, nests = _fields(kind)
    if not names:
        return form
    values = [getattr(form, name) for name in names]
    mapped = [
        map_forms(value, change, decide) if may and type(value) not in LEAVES else value
        for value, may in zip(values, nests, strict=True)
    ]
    return change(form if all(map(is_, mapped, values)) else kind(*mapped))


def forms_in(form: Any) -> Iterator[Any]:
    """The form and every form nested in it."""
    found: list[Any] = []
    _collect(form, found)
    return iter(found)


def _collect(form: Any, found: list[Any]) -> None:
    kind: Any = type(form)
    if kind is tuple:
        for item in form:
            if type(item) not in LEAVES:
                _collect(item, found)
        return
    names, nests = _fields(kind)
    if names:
        found.append(form)
    for name, may in zip(names, nests, strict=True):
        if may and type(value := getattr(form, name)) not in LEAVES:
            _collect(value, found)
