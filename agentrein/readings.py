"""Readings of a restore's fields and sets: before a call, as it asked, and after it. Pure."""

from __future__ import annotations

from typing import Any

from agentrein.inverse import Field, Inverse, Members, Restore
from agentrein.paths import ABSENT, pick


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


def unread(form: Restore) -> dict[str, Any]:
    """What stands for an after-image that could not be read: what was asked for; a set of one's own reads as None.

    Its members may be named otherwise than the call named them, and all that came is ours: it is read at undo time.
    """
    return expected(form) | {one.name: None for one in form.sets if one.own}


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


def ours(form: Restore, one: Members, now: list[Any] | None = None) -> tuple[list[Any], list[Any]]:
    """The members that the call brought and took: of what came and went, only what such a call can have done.

    What somebody else changed between the before-image and the call is in the difference too, and is theirs: an adding
    call brought what it names, a removing one took what it names, a replacing one took what it does not name. Of a set
    of one's own that was not read after the call, `now` tells.
    """
    had, has = form.before.get(one.name) or [], form.after.get(one.name)
    if has is None and one.own:
        has = had if now is None else now
    came, went = difference(one, had, has or [])
    if one.own:
        return ([] if one.change == "remove" else came), ([] if one.change == "add" else went)
    named = {one.key(member) for member in form.asked.get(one.name) or []}
    brought = [m for m in came if one.key(m) in named and one.change != "remove"]
    if one.change == "replace":
        return brought, [m for m in went if one.key(m) not in named]
    return brought, [m for m in went if one.key(m) in named and one.change == "remove"]


def is_unchanged(form: Restore) -> bool:
    """Whether the after-image shows that the call changed nothing."""
    same_fields = all(f.equal(form.before.get(f.name), form.after.get(f.name)) for f in form.fields)
    return same_fields and not any(any(ours(form, one)) for one in form.sets)


def touched(form: Inverse | None) -> tuple[str, ...]:
    """The names of what an effect set, for other runs to see: fields, and members as `labels[bug]`."""
    if not isinstance(form, Restore):
        return ()
    names = [f.name for f in form.fields if not f.equal(form.before.get(f.name), form.after.get(f.name))]
    for one in form.sets:
        came, went = ours(form, one)
        names += [f"{one.name}[{one.key(member)}]" for member in (*came, *went)]
    return tuple(names)
