"""What a row must be whose call holds a secret: nothing that is recorded or done later may rest on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agentrein.address import variables
from agentrein.forms import forms_in
from agentrein.holes import Computed, Hole, Source, holes_in
from agentrein.inverse import Field
from agentrein.model import Tier
from agentrein.paths import Step, parse
from agentrein.rows import Operation
from agentrein.secret import BY_NAME
from agentrein.secret_paths import covers, field_steps, overlap
from agentrein.table_paths import path_fault

_COLUMNS = ("object", "parents", "before", "inverse", "probe")


def secret_faults(row: Operation) -> Iterator[tuple[str, str]]:
    """Everything that is wrong with a row for the sake of its `secret`: pairs of column and fault."""
    for path in row.secret:
        faults = [*path_fault(path), *_path_faults(row, path)]
        yield from (("secret", wrong) for wrong in faults)
        if faults or path == BY_NAME:
            continue
        forms = [(column, getattr(row, column)) for column in _COLUMNS]
        for column, form in [*forms, *(("lookups", lookup.read) for lookup in row.lookups)]:
            yield from ((column, wrong) for wrong in _resting(row, form, path))


def _path_faults(row: Operation, path: str) -> Iterator[str]:
    """A path that can be read, and still says nothing that can be kept secret."""
    if not path:
        yield "is empty"
    elif path == BY_NAME:
        if row.inverse is not None or row.probe is not None:
            yield f"{BY_NAME} is for a call that nothing undoes or looks for: name the paths"
    elif not any(path_fault(path)) and {step.kind for step in parse(path)} & {"which", "those"}:
        yield f"{path} chooses among the entries of a list: name all of them, as in `entries[].key`"


def _resting(row: Operation, form: object, path: str) -> Iterator[str]:
    for hole in holes_in(form):
        if not isinstance(hole, Computed) and hole.source is Source.SENT and _holds(row, hole, path):
            yield f"{hole} holds {path}, which is secret and not recorded"
    for one in forms_in(form):
        if isinstance(one, Field) and not one.lossy:
            yield from _in_field(row, one, parse(path), path)


def _in_field(row: Operation, one: Field, secret: tuple[Step, ...], path: str) -> Iterator[str]:
    """A field that holds more than the secret may stand in a row whose tier says when it is irreversible."""
    for steps in field_steps(one):
        if covers(steps, secret):
            if Tier.IRREVERSIBLE not in row.tiers:
                yield (
                    f"{steps[-1].name} holds {path}, which is secret and not recorded, so that field is lossy, "
                    "or the tier depends on whether there is one"
                )
        elif overlap(steps, secret):
            yield f"{path} is secret and not recorded, so that field is lossy"


def _holds(row: Operation, hole: Hole, path: str) -> bool:
    """Whether a hole may give the secret: one of the two paths leads through the other.

    A variable of the address hides what a body says under its name.
    """
    if hole.path in _variables(row):
        return hole.path == path
    return overlap(parse(hole.path), parse(path))


def _variables(row: Operation) -> Sequence[str]:
    try:
        return variables(row.address)
    except ValueError:  # of an address that is refused on its own
        return ()
