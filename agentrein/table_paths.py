"""Every reading path of a row can be read: a typo is found when the table loads, not when something is undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from agentrein.forms import forms_in
from agentrein.inverse import Anew, Do, Field, Find, Members, Now, Read, Restore, Shows, Stands
from agentrein.paths import parse


def path_faults(form: Any) -> Iterator[str]:
    """One sentence for each path in a form, or in one nested in it, that cannot be read."""
    for one in forms_in(form):
        for path in _PATHS.get(type(one), lambda _: [])(one):
            yield from path_fault(path)


def path_fault(path: Any) -> Iterator[str]:
    """One sentence if a path cannot be read; the holes in one stand for what will fill them."""
    try:
        parse(str(path))
    except ValueError as error:
        yield str(error)


_PATHS: dict[type, Callable[[Any], list[Any]]] = {
    Read: lambda form: [form.at],
    Now: lambda form: [form.path],
    Anew: lambda form: [form.path],
    Shows: lambda form: [*(form.want or {})],
    Do: lambda form: [*(form.still or {}), *(form.alike or {})],
    Restore: lambda form: list(form.still),
    Field: lambda form: [form.read, form.after or ""],
    Members: lambda form: [form.read, form.after or ""],
    Find: lambda form: [*form.same, form.mine, form.since, form.key, form.next],
    Stands: lambda form: [*form.same],
}
