"""The columns of a connector's table; what stands in them is written with `words`. A row should read aloud."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from agentrein.batch import Batch
from agentrein.errors import TableError
from agentrein.holes import Join
from agentrein.inverse import Inverse, Probe, Read, Several, When
from agentrein.model import Actor, Call, Tier
from agentrein.sizes import Amount, Count, how_many
from agentrein.words_read import path, read

Names = Callable[[Mapping[str, Any]], Mapping[str, Any]]
TierFunction = Callable[[Call, Any, Actor | None], Tier]
Takes = Callable[[Any], Any]
Scopes = tuple[tuple[str, ...], ...]
"""What a credential must grant, in the vendor's own names: one of each group."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """An id that neither call nor answer holds: read before each call if `fresh`, else shared by a burst of them."""

    name: str
    read: Read | When
    path: str
    fresh: bool = False


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
    """One row of a connector's table.

    `address` and `sdk` name the call, `says` tells it in one sentence (`{fields}` are the names of what the body sets;
    `names` is a named function that reads further names out of what the call says), `why` what its undo rests on, with
    the vendor's page. `tier` is one or a function marked with `depends`.
    `object` is the identity of what it touches, `parents` those that its path cannot show; `lookups` are ids that are
    read for it. `before` reads the before-image, `inverse` undoes, `probe` finds out whether a call without an answer
    landed. `residue` is what stays visible, `if_stuck` what a person does when the undo cannot go on. `takes` brings
    the body that the SDK sends into the documented form; `faithful` says that an answer shows what was written;
    `ignores` names body fields that nothing has to bring back;
    `query` names the query parameters that the call may have: one with another is refused. `part` says that the call
    only prepares another one, and names the address that commits: it is recorded, and nothing undoes it by itself.
    `scopes` is what the undo and the probe, with their reads, need of the credential, in the vendor's own names: one of
    each group, where it depends on the kind of credential or of thing which one that is. `secret` are paths of what the
    call says that is a credential: it is sent, and never recorded, so that no inverse, probe or sentence can use it.
    `batch` says that the call is made of several, each of which is planned, and undone, by its own row. `triggers`
    says that where the call is irreversible, it is so only by what it sets off: once a policy has let it out, its undo
    is tried, and the inverse's own conflict check shows whether it has come to that. `fills` are body fields that the
    call does not say and that are put into it before it is planned, such as an id that the vendor gave out beforehand:
    what is recorded is sent so. A field that the call does say is left as it is, unless what fills it in is made of it.
    `count` is a named function that tells how much the call is about, a number of things or an amount of money, so that
    a policy can set a limit to it. `mitigation` is what a person can do in the place of an undo, where nothing undoes
    it: a sentence as `says`, such as where to make a correction; it is shown, and never done by itself.
    """

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
    tiers: tuple[Tier, ...] = ()
    ignores: tuple[str, ...] = ()
    query: tuple[str, ...] = ()
    part: str = ""
    names: Names | None = None
    scopes: Scopes = ()
    secret: tuple[str, ...] = ()
    batch: Batch | None = None
    triggers: bool = False
    fills: tuple[tuple[str, Any], ...] = ()
    count: Count | None = None
    mitigation: str = ""
    connector: str = ""

    def tier_of(self, call: Call, image: Any, actor: Actor | None) -> Tier:
        """The tier of this very call, as far as what is known tells; one that the row did not announce counts worst."""
        if not callable(self.tier):
            return self.tier
        tier = self.tier(call, image, actor)
        return tier if tier in self.tiers else Tier.IRREVERSIBLE

    @property
    def name(self) -> str:
        """How policies and people name the operation: `connector: ADDRESS`."""
        return f"{self.connector}: {self.address}"


_COUNTED = {"address", "tiers", "connector"}
COLUMNS = (*(one.name for one in fields(Operation) if one.name not in _COUNTED), "also")
"""What `op` takes by name."""


def op(
    address: str,
    *,
    sdk: str = "",
    tier: Tier | TierFunction | None = None,
    says: str = "",
    why: str = "",
    inverse: Inverse | None = None,
    also: Inverse | None = None,
    object: Join | None = None,
    parents: Iterable[Join] = (),
    lookups: Lookup | Iterable[Lookup] = (),
    before: str | Read | None = None,
    probe: Probe | None = None,
    residue: str = "",
    if_stuck: str = "",
    takes: Takes | None = None,
    faithful: bool = True,
    ignores: Iterable[str] = (),
    query: Iterable[str] = (),
    part: str = "",
    names: Names | None = None,
    scopes: Iterable[str | tuple[str, ...]] = (),
    secret: Iterable[str] = (),
    batch: Batch | None = None,
    triggers: bool = False,
    fills: Mapping[str, Any] | None = None,
    count: Count | None = None,
    mitigation: str = "",
    **unknown: Any,
) -> Operation:
    """One operation: see `Operation` for the columns.

    `also` undoes a further effect of the same call, and does so first. Raises TableError for a column that there is not
    or one that must be said; what the table itself can tell is checked when it loads.
    """
    for column in unknown:
        near = difflib.get_close_matches(column, COLUMNS, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"the columns are {', '.join(COLUMNS)}"
        raise TableError(f"{address}: {column}: there is no such column", now=hint)
    if tier is None and part:
        tier = Tier.REVERSIBLE  # as a part, it leaves nothing that could not be undone with what it prepares
    if tier is None:
        raise TableError(f"{address}: tier: is empty", now="say how far the operation can be undone")
    if also is not None and inverse is None:
        raise TableError(f"{address}: also: there is no inverse beside it", now="call it `inverse`")
    return Operation(
        address=address,
        sdk=sdk,
        tier=tier,
        says=says,
        why=why,
        inverse=inverse if also is None else Several((inverse, also)),
        object=object,
        parents=tuple(parents),
        lookups=(lookups,) if isinstance(lookups, Lookup) else tuple(lookups),
        before=read(before) if isinstance(before, str) else before,
        probe=probe,
        residue=residue,
        if_stuck=if_stuck,
        takes=takes,
        faithful=faithful,
        tiers=getattr(tier, "tiers", ()) if callable(tier) else (tier,),
        ignores=(ignores,) if isinstance(ignores, str) else tuple(ignores),
        query=(query,) if isinstance(query, str) else tuple(query),
        part=part,
        names=names,
        scopes=tuple((one,) if isinstance(one, str) else tuple(one) for one in _listed(scopes)),
        secret=(secret,) if isinstance(secret, str) else tuple(secret),
        batch=batch,
        triggers=triggers,
        fills=tuple((fills or {}).items()),
        count=count,
        mitigation=mitigation,
    )


def _listed(scopes: Iterable[str | tuple[str, ...]]) -> Iterable[str | tuple[str, ...]]:
    return (scopes,) if isinstance(scopes, str) else scopes


def in_words(scopes: Scopes) -> str:
    """Scopes as people read them, such as `chat:write, pins:read and one of channels:history, groups:history`."""
    single = ", ".join(group[0] for group in scopes if len(group) == 1)
    choices = [f"one of {', '.join(group)}" for group in scopes if len(group) > 1]
    return " and ".join([single, *choices] if single else choices)


def depends(*tiers: Tier) -> Callable[[TierFunction], TierFunction]:
    """Mark a tier function with the tiers it can give, for `rein ops`."""

    def mark(function: TierFunction) -> TierFunction:
        function.tiers = tiers  # type: ignore[attr-defined]
        return function

    return mark


def of_items(*tiers: Tier) -> TierFunction:
    """For a batch: its tier is the worst of its items', which can be these."""

    def worst(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - as every tier function
        return Tier.IRREVERSIBLE  # never asked: the passage of a batch asks the rows of its items

    return depends(*tiers)(worst)


def place(path: str, by_id: str, *, id: tuple[str, str], now: Mapping[str, str]) -> Place:
    """A part of many addresses, addressed by names that may change and by an id that stays."""
    return Place(path, by_id, id[0], id[1], tuple(now.items()))


def look(name: str, source: str | Read | When, path: str, *, fresh: bool = False, **params: Any) -> Lookup:
    """A lookup: the value at `path` of what a read answers; `fresh` reads it before each call, never shared.

    A `when` that gives None is not read, and tells nothing.
    """
    return Lookup(name, read(source, **params) if isinstance(source, str) else source, path, fresh)


__all__ = [
    "Amount",
    "Lookup",
    "Operation",
    "Place",
    "TierFunction",
    "depends",
    "how_many",
    "in_words",
    "look",
    "of_items",
    "op",
    "path",
    "place",
]
