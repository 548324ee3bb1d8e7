"""Inverses as data: the forms that a row writes, a ledger stores, and a revert interprets."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from agentrein.holes import Hole, Join, Source

DATA = {"data": True}
"""Marks the fields that hold vendor data and holes, as opposed to nested forms."""


@dataclass(frozen=True, slots=True)
class Read:
    """One declared read: `at` is where the object stands in the answer; `maybe` says that a 404 is an image too."""

    address: str
    params: Any = field(default_factory=dict, metadata=DATA)
    at: str = ""
    maybe: bool = False
    body: Any = field(default=None, metadata=DATA)


@dataclass(frozen=True, slots=True)
class Shows:
    """A goal: what a read shows once the inverse has been done; `want` None means gone (and `parent` still there)."""

    read: Read
    want: Any = field(default=None, metadata=DATA)
    parent: Read | None = None


@dataclass(frozen=True, slots=True)
class Do:
    """One inverse call.

    `still` is what the goal's read must show beforehand, or somebody changed it (None: nothing stands there); `ok` are answers that mean done,
    `alike` names, for a path of `still`, the connector's comparison that reads more before it calls two readings
    different, `changed` answers that mean conflict, `again` whether it may be repeated when its goal cannot be read, `ends`
    whether it ends the object, `within` the seconds after the landing in which it works.
    """

    address: str
    params: Any = field(default_factory=dict, metadata=DATA)
    body: Any = field(default=None, metadata=DATA)
    goal: Shows | None = None
    still: Any = field(default_factory=dict, metadata=DATA)
    alike: Any = field(default_factory=dict, metadata=DATA)
    ok: tuple[int | str, ...] = ()
    changed: tuple[int | str, ...] = ()
    again: str = ""
    ends: bool = False
    within: float | None = None


@dataclass(frozen=True, slots=True)
class Either:
    """Alternatives chosen by the forward answer's status, or by a value (`by`) that is known when planned or answered."""

    cases: tuple[tuple[Any, Inverse | None], ...]
    by: Any = field(default=None, metadata=DATA)


@dataclass(frozen=True, slots=True)
class First:
    """Preferences tried in order; the *undo's* answer moves on to the next when it is one of `after`."""

    options: tuple[Do, ...]
    after: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Items:
    """One inverse call for each item of a list, last first."""

    do: Do
    over: Any = field(metadata=DATA)


@dataclass(frozen=True, slots=True)
class Field:
    """One field that a restore puts back.

    `name` is how it is written, `read` where a read shows it, `clear` what is written for an empty reading, `same`
    readings that count as equal, `group` fields that a vendor only takes together, `lossy` that a read does not return
    what was written, so that it has no image and cannot be restored, `alike` the connector's
    comparison that reads more before it calls two readings different.
    """

    name: str
    read: str
    clear: Any = field(default=None, metadata=DATA)
    same: Any = field(default=(), metadata=DATA)
    group: str = ""
    lossy: bool = False
    after: str | None = None
    alike: str = ""

    def equal(self, left: Any, right: Any) -> bool:
        """Whether two readings are one to this field."""
        return left == right or (left in self.same and right in self.same)


@dataclass(frozen=True, slots=True)
class Members:
    """A set that a restore undoes by its difference, one call for each member.

    `change` is what the call does to it: replace, add or remove; `sent` are the members it names.
    """

    name: str
    read: str
    add: Do
    remove: Do
    change: str = "replace"
    sent: Any = field(default=None, metadata=DATA)
    folded: bool = False
    after: str | None = None

    def key(self, member: Any) -> Any:
        """The form in which two spellings of one member are equal."""
        return member.casefold() if self.folded and isinstance(member, str) else member


@dataclass(frozen=True, slots=True)
class Restore:
    """Puts fields and sets back to their before-image, each only if it is still as the action left it."""

    read: Read
    write: Do | None
    fields: tuple[Field, ...] = ()
    sets: tuple[Members, ...] = ()
    inside: str = ""
    before: Any = field(default_factory=dict, metadata=DATA)
    asked: Any = field(default_factory=dict, metadata=DATA)
    after: Any = field(default_factory=dict, metadata=DATA)


Inverse = Do | Either | First | Items | Restore


# --- probes


@dataclass(frozen=True, slots=True)
class Find:
    """A list read in which every match is an effect of the action.

    `same` pairs reading paths with values; `mine` is the path that must show the actor's account; `since` the path of
    the creation time. `effect` is what a match is in place of the answer (the match itself if None), `status` the
    answer's status.
    """

    read: Read
    same: Any = field(metadata=DATA)
    mine: str = ""
    since: str = ""
    pages: str = ""
    size: int = 100
    effect: Any = field(default=None, metadata=DATA)
    status: int | None = None


@dataclass(frozen=True, slots=True)
class Stands:
    """One read that shows whether the effect stands.

    `same` is what it shows then. `status` is the answer's status if the before-image was absent, and if it was there.
    """

    read: Read
    same: Any = field(metadata=DATA)
    effect: Any = field(default=None, metadata=DATA)
    status: tuple[int, int] | None = None


Probe = Find | Stands


@dataclass(frozen=True, slots=True)
class Identity:
    """What an effect stands on: an object's path and the parents that the path cannot show."""

    object: Any = field(default=None, metadata=DATA)
    parents: Any = field(default=(), metadata=DATA)


FORMS = (Read, Shows, Do, Either, First, Items, Field, Members, Restore, Find, Stands, Identity)
_NAMES = {form.__name__.lower(): form for form in FORMS}


# --- stored form


def store(form: Any) -> dict[str, Any]:
    """A form as JSON, with a null for each hole and the list of (pointer, source, path) beside it."""
    holes: list[list[str]] = []
    return {"form": _store(form, "", holes), "holes": holes}


def _store(node: Any, at: str, holes: list[list[str]]) -> Any:
    if dataclasses.is_dataclass(node) and not isinstance(node, type):
        stored: dict[str, Any] = {"is": type(node).__name__.lower()}
        for f in dataclasses.fields(node):
            value = getattr(node, f.name)
            here = f"{at}/{f.name}"
            stored[f.name] = _store_data(value, here, holes) if "data" in f.metadata else _store(value, here, holes)
        return stored
    if isinstance(node, tuple):
        return [_store(item, f"{at}/{i}", holes) for i, item in enumerate(node)]
    return node


def _store_data(node: Any, at: str, holes: list[list[str]]) -> Any:
    match node:
        case Hole():
            holes.append([at, node.source.value, node.path])
            return None
        case Join():
            holes.append([at, "join", ""])
            return _store_data(list(node.parts), at, holes)
        case dict():
            return {key: _store_data(value, f"{at}/{_escape(key)}", holes) for key, value in node.items()}
        case list() | tuple():
            return [_store_data(value, f"{at}/{i}", holes) for i, value in enumerate(node)]
    return node


def load(stored: dict[str, Any]) -> Any:
    """The form that `store` wrote."""
    holes = {at: (kind, path) for at, kind, path in stored["holes"]}
    return _load(stored["form"], "", holes)


def _load(node: Any, at: str, holes: dict[str, tuple[str, str]]) -> Any:
    if isinstance(node, dict):
        form = _NAMES[node["is"]]
        values = {}
        for f in dataclasses.fields(form):
            if f.name in node:
                take = _load_data if "data" in f.metadata else _load
                values[f.name] = take(node[f.name], f"{at}/{f.name}", holes)
        return form(**values)
    if isinstance(node, list):
        return tuple(_load(item, f"{at}/{i}", holes) for i, item in enumerate(node))
    return node


def _load_data(node: Any, at: str, holes: dict[str, tuple[str, str]]) -> Any:
    kind, path = holes.get(at, ("", ""))
    if kind and kind != "join":
        return Hole(Source(kind), path)
    if isinstance(node, dict):
        return {key: _load_data(value, f"{at}/{_escape(key)}", holes) for key, value in node.items()}
    if isinstance(node, list):
        items = [_load_data(value, f"{at}/{i}", holes) for i, value in enumerate(node)]
        return Join(tuple(items)) if kind == "join" else items
    return node


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def map_forms(form: Any, change: Callable[[Any], Any]) -> Any:
    """The form with `change` applied to every nested form, innermost first."""
    if dataclasses.is_dataclass(form) and not isinstance(form, type):
        values = {
            f.name: map_forms(getattr(form, f.name), change)
            for f in dataclasses.fields(form)
            if "data" not in f.metadata
        }
        return change(dataclasses.replace(form, **values))
    if isinstance(form, tuple):
        return tuple(map_forms(item, change) for item in form)
    return form
