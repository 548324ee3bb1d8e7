"""The row language: what a connector's table is written in. A row should read aloud."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from agentrein.address import variables
from agentrein.holes import Computed, Hole, Join
from agentrein.holes import sent as sent_hole
from agentrein.inverse import (
    Do,
    Either,
    Field,
    Find,
    First,
    Inverse,
    Items,
    Members,
    Probe,
    Read,
    Restore,
    Shows,
    Stands,
)
from agentrein.model import Actor, Call, Tier

UNSAID: Mapping[str, Any] = MappingProxyType({})
TierFunction = Callable[[Call, Any, Actor | None], Tier]
Takes = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Lookup:
    """An id that neither call nor answer holds, read once per run and client."""

    name: str
    read: Read
    path: str


@dataclass(frozen=True, slots=True)
class Place:
    """A part of many addresses whose names change while its id stays.

    `path` is the documented form, `by_id` the form that a vendor also takes. `name` is the id's name, read with `read`
    at `id_path`; before an undo the names in `now` are read again by the id, so that a renamed place is found and a new
    one of the old name is never written to.
    """

    path: str
    by_id: str
    name: str
    id_path: str
    now: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return self.path

    @property
    def read(self) -> Read:
        """The read that tells the id by the names."""
        return Read(f"GET {self.path}")

    @property
    def read_by_id(self) -> Read:
        """The read that tells the names by the id."""
        return Read(f"GET {self.by_id}")


@dataclass(frozen=True, slots=True)
class Operation:
    """One row of a connector's table."""

    address: str
    sdk: str
    tier: Tier | TierFunction
    says: str
    why: str
    inverse: Inverse | None = None
    object: Join | None = None
    parents: tuple[Join, ...] = ()
    lookups: tuple[Lookup, ...] = ()
    before: Read | None = None
    probe: Probe | None = None
    residue: str = ""
    if_stuck: str = ""
    takes: Takes | None = None
    faithful: bool = True
    repeatable: bool = False
    tiers: tuple[Tier, ...] = ()
    ignores: tuple[str, ...] = ()
    connector: str = ""

    def tier_of(self, call: Call, image: Any, actor: Actor | None) -> Tier:
        """The tier of this very call, as far as what is known tells."""
        return self.tier(call, image, actor) if callable(self.tier) else self.tier

    @property
    def name(self) -> str:
        """How policies and people name the operation: `connector: ADDRESS`."""
        return f"{self.connector}: {self.address}"


def op(address: str, *, sdk: str, tier: Tier | TierFunction, says: str, why: str, **columns: Any) -> Operation:
    """One operation: see `Operation` for the columns; `lookups` takes one lookup or several."""
    lookups = columns.pop("lookups", ())
    return Operation(
        address=address,
        sdk=sdk,
        tier=tier,
        says=says,
        why=why,
        lookups=(lookups,) if isinstance(lookups, Lookup) else tuple(lookups),
        tiers=getattr(tier, "tiers", (tier,) if isinstance(tier, Tier) else ()),
        **columns,
    )


def depends(*tiers: Tier) -> Callable[[TierFunction], TierFunction]:
    """Mark a tier function with the tiers it can give, for `rein ops`."""

    def mark(function: TierFunction) -> TierFunction:
        function.tiers = tiers  # type: ignore[attr-defined]
        return function

    return mark


def place(path: str, by_id: str, *, id: tuple[str, str], now: Mapping[str, str]) -> Place:  # noqa: A002 - reads aloud
    """A part of many addresses, addressed by names that may change and by an id that stays."""
    return Place(path, by_id, id[0], id[1], tuple(now.items()))


def look(name: str, address: str, path: str, **params: Any) -> Lookup:
    """A lookup: the value at `path` of what `address` answers."""
    return Lookup(name, Read(address, _named(address, params)), path)


def path(*parts: str | Hole | Computed) -> Join:
    """The identity of an object: constants and holes; each prefix that ends before a slash is a parent."""
    return Join(parts)


def read(address: str, at: str = "", *, maybe: bool = False, body: Any = None, **params: Any) -> Read:
    """A read of the vendor's; path variables that are not given are those of the call."""
    return Read(address, _named(address, params), at=at, maybe=maybe, body=body)


def maybe(address: str, at: str = "", **params: Any) -> Read:
    """A read whose 404 is an image too: the thing was not there."""
    return read(address, at, maybe=True, **params)


def shows(source: str | Read, at: str = "", *, want: Mapping[str, Any] | None = None, **fields: Any) -> Shows:
    """A goal: the read shows these fields; `want` takes names that are no Python names."""
    asked = source if isinstance(source, Read) else Read(source, _named(source, {}), at=at)
    return Shows(asked, want={**(want or {}), **fields})


def gone(address: str, at: str = "", *, parent: str, **params: Any) -> Shows:
    """A goal: the read answers that nothing is there, while `parent` can still be read."""
    there = Read(parent, _named(parent, {}))
    return Shows(Read(address, _named(address, params), at=at, maybe=True), want=None, parent=there)


def do(  # noqa: PLR0913 - each is one word of the language
    address: str,
    body: Any = None,
    *,
    goal: Shows | None = None,
    still: Mapping[str, Any] | None = UNSAID,
    alike: Mapping[str, str] = UNSAID,
    ok: Sequence[int | str] = (),
    changed: Sequence[int | str] = (),
    again: str = "",
    ends: bool | None = None,
    within: float | None = None,
    **params: Any,
) -> Do:
    """One inverse call; path variables that are not given are those of the forward call.

    `still=None` says that nothing may stand where the goal is read; `alike` names a comparison of the connector for a
    path of it.
    """
    ends = (goal is not None and goal.want is None) if ends is None else ends
    given = _named(address, params)
    return Do(
        address,
        given,
        body,
        goal=_along(goal, given),
        still=None if still is None else dict(still),
        alike=dict(alike),
        ok=tuple(ok),
        changed=tuple(changed),
        again=again,
        ends=ends,
        within=within,
    )


def _along(goal: Shows | None, given: Mapping[str, Any]) -> Shows | None:
    """A goal is read where its inverse writes: it takes the path variables that the inverse names."""
    if goal is None:
        return None
    unsaid = {n for n in variables(goal.read.address) if goal.read.params.get(n) == sent_hole(n)}
    return replace(goal, read=replace(goal.read, params={**goal.read.params, **{n: given[n] for n in unsaid & set(given)}}))


def either(cases: Mapping[Any, Inverse | None], *, by: Hole | None = None) -> Either:
    """Alternatives chosen by the forward answer's status, or by the value of `by`."""
    return Either(tuple(cases.items()), by)


def first(*options: Do, after: Sequence[int | str]) -> First:
    """Preferences, tried in order; the undo's answer moves on when it is one of `after`."""
    return First(options, tuple(after))


def items(inverse: Do, *, over: Hole) -> Items:
    """One inverse call per item of the list at `over`, last first."""
    return Items(inverse, over)


def field(  # noqa: PLR0913 - each is one word of the language
    name: str,
    *,
    read: str | None = None,
    clear: Any = None,
    same: Sequence[Any] = (),
    lossy: bool = False,
    after: str | None = None,
    alike: str = "",
) -> Field:
    """A field that a restore puts back, read where it is written unless `read` says otherwise."""
    return Field(name, name if read is None else read, clear, tuple(same), "", lossy, after, alike)


def together(*fields: Field) -> tuple[Field, ...]:
    """Fields that the vendor only takes together."""
    group = "+".join(f.name for f in fields)
    return tuple(replace(f, group=group) for f in fields)


def members(name: str, *, read: str, add: Do, remove: Do, folded: bool = False) -> Members:
    """A set, undone by its difference; `folded` means that the vendor ignores case."""
    return Members(name, read, add, remove, sent=sent_hole(name), folded=folded)


def adding(of: Members, sent: Any = None, *, after: str | None = None) -> Members:
    """The set, for a call that only adds to it."""
    return replace(of, change="add", sent=of.sent if sent is None else sent, after=after)


def removing(of: Members, sent: Any = None, *, after: str | None = None) -> Members:
    """The set, for a call that only removes from it."""
    return replace(of, change="remove", sent=of.sent if sent is None else sent, after=after)


def replacing(of: Members, sent: Any = None, *, after: str | None = None) -> Members:
    """The set, for a call that replaces it as a whole."""
    return replace(of, change="replace", sent=of.sent if sent is None else sent, after=after)


def restore(  # noqa: PLR0913 - each is one word of the language
    read: str | Read,
    write: str | None,
    *parts: Field | Members | tuple[Field, ...],
    at: str = "",
    keep: Sequence[str] = (),
    plus: Mapping[str, Any] | None = None,
    inside: str = "",
    **params: Any,
) -> Restore:
    """Fields and sets put back to their before-image, each only if it is still as the action left it.

    `keep` are body keys that the inverse repeats, `plus` constants, `inside` the key that holds the written fields.
    """
    source = Read(read, _named(read, {}), at=at) if isinstance(read, str) else read
    flat = [p for part in parts for p in (part if isinstance(part, tuple) else (part,))]
    body = {**{key: sent_hole(key) for key in keep}, **(plus or {})}
    return Restore(
        read=source,
        write=None if write is None else Do(write, _named(write, params), body),
        fields=tuple(p for p in flat if isinstance(p, Field)),
        sets=tuple(p for p in flat if isinstance(p, Members)),
        inside=inside,
    )


def find(  # noqa: PLR0913 - each is one word of the language
    address: str,
    *,
    same: Sequence[str] | Mapping[str, Any],
    mine: str = "",
    since: str = "",
    at: str = "",
    pages: str = "",
    size: int = 100,
    effect: Any = None,
    status: int | None = None,
    params: Mapping[str, Any] | None = None,
) -> Find:
    """A probe: every entry of the list that shows what was sent, is ours, and is not older than the action."""
    wanted = dict(same) if isinstance(same, Mapping) else {name: sent_hole(name) for name in same}
    listed = Read(address, _named(address, params or {}), at=at)
    return Find(listed, wanted, mine, since, pages, size, effect, status)


def stands(
    address: str, same: Mapping[str, Any], *, effect: Any = None, status: tuple[int, int] | None = None, **params: Any
) -> Stands:
    """A probe: one read that shows whether the effect stands."""
    return Stands(Read(address, _named(address, params), maybe=True), dict(same), effect, status)


def _named(address: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every path variable of the address, given or taken from the call, and the query parameters given."""
    return {**{name: sent_hole(name) for name in variables(address) if name not in given}, **given}
