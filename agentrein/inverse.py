"""Inverses as data: the forms that a row writes, a ledger stores, and a revert interprets."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agentrein.holes import Computed, Hole

DATA = {"data": True}
"""Marks the fields that hold vendor data and holes, as opposed to nested forms."""


@dataclass(frozen=True, slots=True)
class Read:
    """One declared read: `at` is where the object stands in the answer; `maybe` says that a 404 is an image too.

    `completed` names the connector's reading that goes on from the answer with further reads, knowing what is `given`.
    `once` says that what it tells does not change: it is asked once per run and client, and once per undo. `gathered`
    says that where an undo asks several that differ only in the lists of their bodies, the answer to one that holds all
    of these serves each.
    """

    address: str
    params: Any = field(default_factory=dict, metadata=DATA)
    at: Any = field(default="", metadata=DATA)
    maybe: bool = False
    body: Any = field(default=None, metadata=DATA)
    completed: str = ""
    given: Any = field(default_factory=dict, metadata=DATA)
    once: bool = False
    gathered: bool = False


@dataclass(frozen=True, slots=True)
class Shows:
    """A goal: what a read shows once the inverse has been done; `want` None means gone.

    Gone counts, and so does an answer of `ok` that says so, only while `parent` can still be read, or shows what it is
    to show. `unreadable` are answers that say that this client may not read it: then there is no goal, and the report
    says that nothing was read back. (In a row, a `when` may stand for the read; it is decided when the action is
    planned.) `stays` pairs paths of the read with words: what people added, and the undo leaves.
    """

    read: Read
    want: Any = field(default=None, metadata=DATA)
    parent: Read | Shows | None = None
    unreadable: tuple[int | str, ...] = ()
    stays: Any = field(default_factory=dict, metadata=DATA)


@dataclass(frozen=True, slots=True)
class Now:
    """A value that is read when the undo begins: what `read` shows at `path`; its holes are `now <name>`."""

    name: str
    read: Read
    path: str


@dataclass(frozen=True, slots=True)
class Anew:
    """That a call makes a thing again, which other calls name by one of `names`: `was` once, now as `path` reads."""

    path: str
    names: tuple[str, ...]
    was: Any = field(metadata=DATA)


@dataclass(frozen=True, slots=True)
class Moment:
    """The end of a time, `less` so many seconds: `at` is in seconds since the epoch."""

    at: Any = field(metadata=DATA)
    less: float = 0.0


@dataclass(frozen=True, slots=True)
class Do:
    """One inverse call.

    `still` is what the goal's read must show beforehand, or somebody changed it (None: nothing stands there); `ok` are
    answers that mean done, `changed` answers that mean conflict. `again` says how it is repeated when its goal cannot
    be read: `safe`, or `probe` (looked for first, with the probe of the called row). `ends` says that it ends the
    object, `until` in how many seconds after the action, or when, it stops working, `now` what is read before it is
    built, `alike` the connector's comparison for a path of `still` whose other reading may be no change by others,
    `anew` what it makes again under another name, which the goal's read shows. `compensates` says that the thing stays
    seen, whatever its row's tier says of the other ways. `headers` go with it beside those of the action.
    """

    address: str
    params: Any = field(default_factory=dict, metadata=DATA)
    body: Any = field(default=None, metadata=DATA)
    goal: Shows | None = None
    still: Any = field(default_factory=dict, metadata=DATA)
    ok: tuple[int | str, ...] = ()
    changed: tuple[int | str, ...] = ()
    again: str = ""
    ends: bool = False
    until: float | Moment | None = None
    now: tuple[Now, ...] = ()
    alike: Any = field(default_factory=dict, metadata=DATA)
    anew: tuple[Anew, ...] = ()
    compensates: bool = False
    headers: Any = field(default_factory=dict, metadata=DATA)


@dataclass(frozen=True, slots=True)
class Either:
    """Alternatives chosen by the forward answer's status, or by a value (`by`) known when planned or answered."""

    cases: tuple[tuple[Any, Inverse | None], ...]
    by: Any = field(default=None, metadata=DATA)


@dataclass(frozen=True, slots=True)
class First:
    """Preferences tried in order; the *undo's* answer moves on to the next when it is one of `after`.

    `offers` are named ways that a run may ask for instead, tried before the others; they are never stored.
    """

    options: tuple[Do, ...]
    after: tuple[int | str, ...]
    offers: tuple[tuple[str, Do], ...] = ()


@dataclass(frozen=True, slots=True)
class Items:
    """One inverse call for each item of the list `over`, last first, except those that `unless` lists."""

    do: Do
    over: Any = field(metadata=DATA)
    unless: Any = field(default=None, metadata=DATA)


@dataclass(frozen=True, slots=True)
class Several:
    """The inverses of several effects of one call, each with its own end; the last is undone first."""

    parts: tuple[Inverse | None, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """One field that a restore puts back.

    `name` is how it is written (in the object at `inside`, if that is said), `read` where a read shows it, `clear` what
    is written for an empty reading, `same` readings that count as equal, `group` fields that a vendor only takes
    together, `lossy` that a read does not return what was written, so that it has no image and cannot be restored,
    `after` where the answer to the call shows it, if not at `read`, `alike` the connector's comparison that looks
    closer at a reading which differs from what the action left, `sent` the key under which the call sets it where the
    inverse writes it under another.
    """

    name: str
    read: str
    clear: Any = field(default=None, metadata=DATA)
    same: Any = field(default=(), metadata=DATA)
    group: str = ""
    lossy: bool = False
    after: str | None = None
    inside: str = ""
    alike: str = ""
    sent: str = ""

    def equal(self, left: Any, right: Any) -> bool:
        """Whether two readings are one to this field."""
        return left == right or (left in self.same and right in self.same)

    def written(self, reading: Any) -> Any:
        """What is written to bring a reading back."""
        return self.clear if reading is None else reading


@dataclass(frozen=True, slots=True)
class Members:
    """A set that a restore undoes by its difference, one call for each member.

    `change` is what the call does to it: replace, add or remove; `sent` are the members it names. `own` says that
    nobody but the actor changes what it reads, so that every difference is the call's. `gathered` says that the calls
    for its members are sent as one, whose lists hold them all.
    """

    name: str
    read: Any = field(metadata=DATA)
    add: Do
    remove: Do
    change: str = "replace"
    sent: Any = field(default=None, metadata=DATA)
    folded: bool = False
    after: str | None = None
    own: bool = False
    gathered: bool = False

    def key(self, member: Any) -> Any:
        """The form in which two spellings of one member are equal."""
        return member.casefold() if self.folded and isinstance(member, str) else member


@dataclass(frozen=True, slots=True)
class Leave:
    """No call: `because` says why nothing has to be undone. `goal` is how the thing must read for that to be true."""

    because: str
    goal: Shows | None = None


FieldsOf = Callable[[Any, Any], "tuple[Field, ...]"]
"""A named function from the body of a call and the before-image to the fields in question."""


@dataclass(frozen=True, slots=True)
class Restore:
    """Puts fields and sets back to their before-image, each only if it is still as the action left it.

    `more` names further fields from the call and the image, while the row is planned; it is never stored. `apart` says
    that a vendor which refuses them together, because of one of them, is asked for each alone. `moot` is how it reads
    that the thing is gone for good, so that nothing is left to put back. `whole` says that the write itself holds all
    that is put back: the fields are only compared, and what others changed of any of them keeps the whole as it is.
    `wants` is then what the call asks for, by field. `still` is what the read must show besides.
    """

    read: Read
    write: Do | None
    fields: tuple[Field, ...] = ()
    sets: tuple[Members, ...] = ()
    more: FieldsOf | None = None
    before: Any = field(default_factory=dict, metadata=DATA)
    asked: Any = field(default_factory=dict, metadata=DATA)
    after: Any = field(default_factory=dict, metadata=DATA)
    apart: bool = False
    moot: Shows | None = None
    whole: bool = False
    wants: Any = field(default=None, metadata=DATA)
    still: Any = field(default_factory=dict, metadata=DATA)

    def writes(self, chosen: tuple[Field, ...]) -> Do | None:
        """The call that puts these fields back; None if there is none to put back."""
        if self.write is None or not chosen:
            return None
        if self.whole:
            return self.write
        body = dict(self.write.body) if isinstance(self.write.body, Mapping) else {}
        for one in chosen:
            at = body.setdefault(one.inside, {}) if one.inside else body
            at[one.name] = one.written(self.before.get(one.name))
        return dataclasses.replace(self.write, body=body)


@dataclass(frozen=True, slots=True)
class When:
    """One inverse, probe or read where the call says something at `given`, another where not; decided when planned."""

    given: Hole | Computed
    then: Any
    otherwise: Any


Inverse = Do | Either | First | Items | Several | Leave | Restore | When


# --- probes


@dataclass(frozen=True, slots=True)
class Find:
    """A list read in which every match is an effect of the action.

    `same` pairs reading paths with values; `mine` is the path that must show the actor's account; `since` the path of
    the creation time, `newest` that the list begins with the newest; `key` the path of an entry's own id, `unless` the
    ids that were there before. `pages` is the parameter that turns the page: a number, or what the answer shows at
    `next`. `effect` is what a match is in place of the answer (the match itself if None), `status` the answer's status.
    The time at `since` may be `within` so many seconds too late, where the vendor shows less than seconds. What was
    made more than `kept` seconds ago is no longer listed, where that is not 0. For `lags` seconds the list may not show
    what was made. `rewrites` says that the vendor may list what was made otherwise than it was sent.
    """

    read: Read
    same: Any = field(metadata=DATA)
    mine: str = ""
    since: str = ""
    newest: bool = False
    key: str = ""
    unless: Any = field(default=None, metadata=DATA)
    pages: str = ""
    next: str = ""
    size: int = 100
    effect: Any = field(default=None, metadata=DATA)
    status: int | None = None
    within: float = 0.0
    kept: float = 0.0
    lags: float = 0.0
    rewrites: bool = False


@dataclass(frozen=True, slots=True)
class Stands:
    """One read that shows whether the effect stands.

    `same` is what it shows then. `status` is the answer's status if the before-image was absent, and if it was there.
    """

    read: Read
    same: Any = field(metadata=DATA)
    effect: Any = field(default=None, metadata=DATA)
    status: tuple[int, int] | None = None


Probe = Find | Stands | When


@dataclass(frozen=True, slots=True)
class Identity:
    """What an effect stands on: an object's path and the parents that the path cannot show."""

    object: Any = field(default=None, metadata=DATA)
    parents: Any = field(default=(), metadata=DATA)


_OF_INVERSES = (Shows, Now, Anew, Moment, Do, Either, First, Items, Several, Leave, Field, Members, Restore)
FORMS = (Read, *_OF_INVERSES, Find, Stands, Identity)
"""The forms that a ledger may hold."""
