"""Planning to put a before-image back: which fields and sets a call is about, and what they read before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agentrein.holes import Hole, Source, bind, holes_in
from agentrein.inverse import Field, Restore
from agentrein.model import Call
from agentrein.paths import ABSENT, Step, parse, pick
from agentrein.plan_known import CannotPlan, Known
from agentrein.readings import reading
from agentrein.rows import Operation
from agentrein.secret_paths import covers, field_steps, overlap, shows_at, stands_at

UNTOLD = {"": "not told"}
"""In the place of what a call asked for where nothing tells it."""

WHOLE = "all"
"""The group of fields that are put back as a whole."""


def plan_restore(row: Operation, form: Restore, call: Call, known: Known, image: Any) -> Restore:
    """The restore with its fields, sets and before-image; raises CannotPlan for what no reading is declared for."""
    if call.body is not None and not isinstance(call.body, dict) and not form.whole:
        raise CannotPlan("its body names no fields, so none could be put back")
    body = call.body or {}
    _check_secret(row, body)
    declared = form.fields if form.more is None else (*form.fields, *form.more(body, image))
    if len({one.name for one in declared}) < len(declared):
        raise CannotPlan("two fields have one name, so their readings could not be told apart")
    asked = _wanted(form, declared, known) if form.whole else _asked(row, form, declared, body)
    fields = _together(declared) if form.whole else _fields_in_question(declared, asked)
    _check_secret(row, body, fields, image)
    early: Known = {source: value for source, value in known.items() if source != Source.BEFORE}
    sets = tuple(one for one in bind(form.sets, early) if isinstance(one.sent, list))
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
        moot=bind(form.moot, known),
        wants=None,
        still=bind(form.still, known),
    )
    return replace(bound, before=reading(image, bound), asked=asked | {one.name: one.sent for one in sets})


def _check_secret(row: Operation, body: Mapping[str, Any], fields: tuple[Field, ...] = (), image: Any = None) -> None:
    """What is not recorded before a call cannot be put back after it, and what a read shows instead must not be.

    A field that is a secret, or a part of one, is never written back, though the call does not name it; one that holds
    a secret among other things only if a read shows that there is none.
    """
    for path in row.secret:
        secret = parse(path)
        if stands_at(body, secret) or any(_writes_secret(one, secret, image) for one in fields):
            raise CannotPlan(f"{path} is a secret, which is not recorded, so it could not be put back")


def _writes_secret(one: Field, secret: tuple[Step, ...], image: Any) -> bool:
    for steps in field_steps(one):
        if covers(steps, secret):
            shown = pick(image, one.read)
            if shown is not ABSENT and shows_at(shown, secret[len(steps) :]):
                return True
        elif overlap(steps, secret):
            return True
    return False


def _asked(row: Operation, form: Restore, declared: tuple[Field, ...], body: Mapping[str, Any]) -> dict[str, Any]:
    """What the call sets, by field; raises CannotPlan for anything that no reading is declared for."""
    asked: dict[str, Any] = {}
    for name, value in body.items():
        if any(one.inside == name for one in declared):
            asked |= _declared(declared, name, value if isinstance(value, dict) else {"": value}, ())
    spared = {one.inside for one in declared} | _spared(row, form)
    return asked | _declared(declared, "", body, spared - {""})


def _wanted(form: Restore, declared: tuple[Field, ...], known: Known) -> dict[str, Any]:
    """What the call asks for, by field; what nothing tells equals no reading."""
    wants = bind(form.wants, known)
    told = wants if isinstance(wants, Mapping) else {}
    return {one.name: told.get(one.name, dict(UNTOLD)) for one in declared}


def _together(declared: tuple[Field, ...]) -> tuple[Field, ...]:
    """The fields of what is put back as a whole: all of them, or none."""
    return tuple(replace(one, group=WHOLE) for one in declared)


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
