"""What was made again is named otherwise: the undos of what the run did to it before go by its new name."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from agentrein.forms import map_forms


@dataclass(frozen=True, slots=True)
class Renewal:
    """That the undo of an action made a thing again: what calls name it by, as it was, and as it is now.

    `now` is None in a plan, in which nothing is made.
    """

    seq: int
    names: tuple[str, ...]
    was: Any
    now: Any

    def to_json(self) -> dict[str, Any]:
        """As an undo's outcome holds it."""
        return {"names": list(self.names), "was": self.was, "now": self.now}


def renewals(seq: int, stored: Iterable[Mapping[str, Any]]) -> tuple[Renewal, ...]:
    """What `Renewal.to_json` wrote of an action."""
    return tuple(Renewal(seq, tuple(one["names"]), one["was"], one["now"]) for one in stored)


def renamed(form: Any, known: Iterable[Renewal]) -> Any:
    """A form that names everything as it is named now; the same object where it names nothing that was made again."""
    for one in known:
        form = map_forms(form, partial(_with_names, one=one))
    return form


def _with_names(form: Any, *, one: Renewal) -> Any:
    """One form with its data renamed; the forms in it have been."""
    changed = {}
    for field in dataclasses.fields(form) if dataclasses.is_dataclass(form) else ():
        if "data" in field.metadata:
            value = getattr(form, field.name)
            told = _told(value, "", one)
            if told != value:
                changed[field.name] = told
    return dataclasses.replace(form, **changed) if changed else form


def _told(node: Any, name: str, one: Renewal) -> Any:
    if isinstance(node, dict):
        return {key: _told(value, str(key).rpartition(".")[2], one) for key, value in node.items()}
    if isinstance(node, list):
        return [_told(value, name, one) for value in node]
    if name not in one.names or not isinstance(node, int | str) or isinstance(node, bool) or str(node) != str(one.was):
        return node
    return str(one.now) if isinstance(node, str) else one.now
