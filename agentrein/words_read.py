"""The words of a row for what is read: reads, goals, probes and times. They make the forms of `inverse`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from agentrein.address import variables
from agentrein.holes import Computed, Hole, Join
from agentrein.holes import sent as sent_hole
from agentrein.inverse import Find, Moment, Read, Shows, Stands, When

UNSAID: Mapping[str, Any] = MappingProxyType({})


def path(*parts: str | Hole | Computed) -> Join:
    """The identity of an object: constants and holes; each prefix that ends before a slash is a parent."""
    return Join(parts)


def days(count: float) -> float:
    """So many days, in seconds: `until=days(30)`."""
    return count * 86_400.0


def moment(at: Hole | Computed, *, less: float = 0.0) -> Moment:
    """A point in time, in seconds since the epoch, `less` so many: `until=moment(sent("post_at"), less=60)`."""
    return Moment(at, less)


def read(
    address: str,
    at: str | Join = "",
    *,
    maybe: bool = False,
    body: Any = None,
    completed: str = "",
    given: Mapping[str, Any] = UNSAID,
    once: bool = False,
    gathered: bool = False,
    **params: Any,
) -> Read:
    """A read of the vendor's; path variables that are not given are those of the call.

    `completed` names a reading of the connector that goes on from the answer, with what it is `given`. `once` says that
    what it tells does not change while a run goes on, so that it is asked once per run and client. `gathered` says that
    the answer to one read with the lists of several serves each of them.
    """
    return Read(address, named(address, params), at, maybe, body, completed, dict(given), once, gathered)


def maybe(address: str, at: str | Join = "", **params: Any) -> Read:
    """A read whose 404 is an image too: the thing was not there."""
    return read(address, at, maybe=True, **params)


def shows(
    source: str | Read,
    at: str | Join = "",
    *,
    want: Mapping[str, Any] | None = None,
    parent: str | Read | Shows | None = None,
    unreadable: Sequence[int | str] = (),
    stays: Mapping[str, str] = UNSAID,
    **fields: Any,
) -> Shows:
    """A goal: the read shows these fields; `want` takes names that are no Python names.

    `parent` is for an `ok` that says that the thing is gone: it counts as it does for `gone`. `unreadable` are answers
    that say that the client may not read it, so that the inverse goes out all the same and is not called read back.
    `stays` tells of what people added, which the undo leaves: `{"reply_users[]": "replies of"}`.
    """
    asked = read(source, at) if isinstance(source, str) else source
    return Shows(asked, {**(want or {}), **fields}, _parent(parent), tuple(unreadable), dict(stays))


def gone(
    source: str | Read,
    at: str | Join = "",
    *,
    parent: str | Read | Shows,
    unreadable: Sequence[int | str] = (),
    **params: Any,
) -> Shows:
    """A goal: the read answers that nothing is there, while `parent` can still be read, or shows what it is to show."""
    asked = read(source, at, maybe=True, **params) if isinstance(source, str) else source
    return Shows(asked, None, _parent(parent), tuple(unreadable))


def _parent(said: str | Read | Shows | None) -> Read | Shows | None:
    return read(said) if isinstance(said, str) else said


def find(
    source: str | Read,
    *,
    same: Sequence[str] | Mapping[str, Any],
    mine: str = "",
    since: str = "",
    newest: bool = False,
    key: str = "",
    unless: Hole | Computed | None = None,
    at: str = "",
    pages: str = "",
    next: str = "",  # noqa: A002 - reads aloud
    size: int = 100,
    effect: Any = None,
    status: int | None = None,
    params: Mapping[str, Any] | None = None,
    body: Any = None,
    within: float = 0.0,
    kept: float = 0.0,
    lags: float = 0.0,
    rewrites: bool = False,
) -> Find:
    """A probe: every entry of the list that shows what was sent, is ours, and was not there before.

    `since` reads when an entry was made, at the latest where the vendor shows less than seconds, and then `within` so
    many seconds before; `newest` says that the list begins with the newest. Where a list shows no such
    time, `key` reads an entry's own id and `unless` the ids that were there before. `pages` is the parameter that turns
    the page, in the body where there is one: a number, `size` entries each, or what the answer shows at `next`. `kept`
    is for how many seconds an entry is listed at all, where that is not for good, `lags` for how many the list may not
    show it yet. `rewrites` says that the vendor may list an entry otherwise than it was sent: a new one that reads as
    nothing that was sent is asked about.
    """
    wanted = dict(same) if isinstance(same, Mapping) else {name: sent_hole(name) for name in same}
    listed = Read(source, named(source, params or {}), at, body=body) if isinstance(source, str) else source
    turning, clocks = (pages, next, size), (within, kept, lags)
    return Find(listed, wanted, mine, since, newest, key, unless, *turning, effect, status, *clocks, rewrites)


def stands(
    source: str | Read,
    same: Mapping[str, Any],
    *,
    effect: Any = None,
    status: tuple[int, int] | None = None,
    **params: Any,
) -> Stands:
    """A probe: one read that shows whether the effect stands."""
    asked = Read(source, named(source, params), maybe=True) if isinstance(source, str) else source
    return Stands(asked, dict(same), effect, status)


def when(given: Hole | Computed, then: Any, otherwise: Any) -> Any:
    """One probe, read or inverse where the call says something at `given`, another where it does not.

    It stands wherever one of them does, and is decided when the action is planned.
    """
    return When(given, then, otherwise)


def named(address: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every path variable of the address, given or taken from the call, and the query parameters given."""
    return {**{name: sent_hole(name) for name in variables(address) if name not in given}, **given}
