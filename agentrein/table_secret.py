"""What a row must be whose call holds a secret: nothing that is recorded or done later may rest on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agentrein.address import variables
from agentrein.holes import Computed, Hole, Source, holes_in
from agentrein.inverse import Field, forms_in
from agentrein.rows import Operation
from agentrein.secret import BY_NAME
from agentrein.table_paths import path_fault

_COLUMNS = ("object", "parents", "before", "inverse", "probe")


def secret_faults(row: Operation) -> Iterator[tuple[str, str]]:
    """Everything that is wrong with a row for the sake of its `secret`: pairs of column and fault."""
    paths = [path for path in row.secret if path != BY_NAME]
    for path in paths:
        yield from (("secret", wrong) for wrong in path_fault(path))
        if not path:
            yield "secret", "is empty"
        forms = [(column, getattr(row, column)) for column in _COLUMNS]
        for column, form in [*forms, *(("lookups", lookup.read) for lookup in row.lookups)]:
            yield from ((column, wrong) for wrong in _resting(row, form, path))


def _resting(row: Operation, form: object, path: str) -> Iterator[str]:
    for hole in holes_in(form):
        if not isinstance(hole, Computed) and hole.source is Source.SENT and _holds(row, hole, path):
            yield f"{hole} holds {path}, which is secret and not recorded"
    for one in forms_in(form):
        if isinstance(one, Field) and not one.lossy and _name(one) == path:
            yield f"{path} is secret and not recorded, so that field is lossy"


def _name(one: Field) -> str:
    name = one.sent or one.name
    return f"{one.inside}.{name}" if one.inside else name


def _holds(row: Operation, hole: Hole, path: str) -> bool:
    """Whether a hole may give the secret: one of the two paths leads through the other.

    A variable of the address hides what a body says under its name.
    """
    if hole.path in _variables(row):
        return hole.path == path
    short, long = sorted((hole.path, path), key=len)
    return not short or long == short or long.startswith((f"{short}.", f"{short}["))


def _variables(row: Operation) -> Sequence[str]:
    try:
        return variables(row.address)
    except ValueError:  # of an address that is refused on its own
        return ()
