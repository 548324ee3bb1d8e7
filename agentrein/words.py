"""The words of a row for what undoes: calls, alternatives, fields and sets. They make the forms of `inverse`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from agentrein.address import variables
from agentrein.holes import Computed, Hole, Join, Source
from agentrein.holes import sent as sent_hole
from agentrein.inverse import (
    Anew,
    Do,
    Either,
    Field,
    FieldsOf,
    First,
    Inverse,
    Items,
    Leave,
    Members,
    Moment,
    Now,
    Read,
    Restore,
    Shows,
    When,
)
from agentrein.words_read import UNSAID, named, read


@dataclass(frozen=True, slots=True)
class Later:
    """A value that `do` has read at undo time: written with `now`."""

    read: Read
    path: str


def now(source: str | Read, path: str, *, at: str | Join = "", **params: Any) -> Later:
    """In the words of a `do`: what a read shows at `path` when the undo begins."""
    return Later(read(source, at, **params) if isinstance(source, str) else source, path)


def anew(path: str, *names: str, was: Hole | Computed | None = None) -> Anew:
    """In a `do` that makes a thing again: what names it in calls, and where the goal's read shows the new name.

    What the run did to the thing before is undone under that. `was` is the old name, unless the call said it at the
    first of `names`.
    """
    return Anew(path, names, sent_hole(names[0]) if was is None else was)


def do(
    address: str,
    body: Any = None,
    *,
    goal: Shows | None = None,
    still: Mapping[str, Any] | None = UNSAID,
    ok: Sequence[int | str] = (),
    changed: Sequence[int | str] = (),
    again: str = "",
    ends: bool | None = None,
    until: float | Moment | None = None,
    alike: Mapping[str, str] = UNSAID,
    anew: Sequence[Anew] = (),
    compensates: bool = False,
    headers: Mapping[str, Any] = UNSAID,
    **params: Any,
) -> Do:
    """One inverse call; path variables that are not given are those of the forward call.

    `goal` is how the thing reads once it is done, `still` what it must read beforehand (None: nothing may stand where
    the goal is read), `ok` answers that mean done, `changed` answers that mean that somebody changed it. `again="safe"`
    may be repeated unseen, `again="probe"` after its own row's probe found nothing. `until` is for how many seconds
    after the action, or until which `moment`, it works. `ends` says that it ends the object, as one whose goal is
    `gone` does. `alike` names, for a path of `still`, the connector's comparison that looks closer before it is called
    a conflict. `anew` are the names under which it makes a thing again. `compensates` says that the
    thing stays seen, so that its undo by this call is called compensated whatever the row's tier. `headers` go with it
    beside those of the action; one that turns out absent is left out.
    """
    given, asked = named(address, params), list[Now]()
    given, content, still = (_taken_later(tree, asked) for tree in (given, body, still))
    return Do(
        address,
        given,
        content,
        goal=_along(goal, given),
        still=None if still is None else dict(still),
        ok=tuple(ok),
        changed=tuple(changed),
        again=again,
        ends=(goal is not None and goal.want is None) if ends is None else ends,
        until=until,
        now=tuple(asked),
        alike=dict(alike),
        anew=tuple(anew),
        compensates=compensates,
        headers=dict(headers),
    )


def _taken_later(tree: Any, asked: list[Now]) -> Any:
    """The tree with a hole for each value that is read at undo time; what is read is added to `asked`."""
    match tree:
        case Later():
            asked.append(Now(str(len(asked)), tree.read, tree.path))
            return Hole(Source.NOW, asked[-1].name)
        case Join():
            return Join(tuple(_taken_later(part, asked) for part in tree.parts))
        case dict() | MappingProxyType():
            return {key: _taken_later(value, asked) for key, value in tree.items()}
        case list() | tuple():
            return [_taken_later(value, asked) for value in tree]
    return tree


def _along(goal: Shows | None, given: Mapping[str, Any]) -> Shows | None:
    """A goal is read where its inverse writes: it takes the path variables that the inverse names."""
    if goal is None:
        return None
    return replace(goal, read=_read_along(goal.read, given))


def _read_along(source: Any, given: Mapping[str, Any]) -> Any:
    if isinstance(source, When):
        then, otherwise = (_read_along(one, given) for one in (source.then, source.otherwise))
        return replace(source, then=then, otherwise=otherwise)
    unsaid = {n for n in variables(source.address) if source.params.get(n) == sent_hole(n)}
    return replace(source, params={**source.params, **{name: given[name] for name in unsaid & set(given)}})


def either(cases: Mapping[Any, Inverse | None], *, by: Hole | Computed | None = None) -> Either:
    """Alternatives chosen by the forward answer's status, or by the value of `by`."""
    return Either(tuple(cases.items()), by)


def first(*options: Do, after: Sequence[int | str] = (), offers: Mapping[str, Do] = UNSAID) -> First:
    """Preferences, tried in order; the undo's answer moves on when it is one of `after`, and so does a past `until`.

    `offers` are ways with a name that are only tried, and tried first, where a run asks for them:
    `rein.run(undo={operation: name})`.
    """
    return First(options, tuple(after), tuple(offers.items()))


def items(inverse: Do, *, over: Hole | Computed, unless: Hole | Computed | None = None) -> Items:
    """One inverse call per item of the list at `over`, last first, except for items that `unless` lists."""
    return Items(inverse, over, unless)


def leave(because: str, *, goal: Shows | None = None) -> Leave:
    """No call: what was made ends by itself, or nobody sees it; `because` is what a person is told.

    With a `goal`, that is read first, and a person is asked where it does not read so any more.
    """
    return Leave(because, goal)


def field(
    name: str,
    *,
    read: str | None = None,
    clear: Any = None,
    same: Sequence[Any] = (),
    lossy: bool = False,
    after: str | None = None,
    inside: str = "",
    alike: str = "",
    sent: str = "",
) -> Field:
    """A field that a restore puts back, read where it is written unless `read` says otherwise.

    `clear` is what is written for an empty reading, `same` lists readings that count as equal, `lossy` says that a read
    does not return what was written, `after` where the answer to the call shows it, `inside` the key of the body that
    holds it, `alike` the connector's comparison that looks closer at another reading, `sent` the key under which the
    call sets it where that is another: a column that the call names and the inverse writes by its id.
    """
    place = f"{inside}.{name}" if inside else name
    return Field(name, place if read is None else read, clear, tuple(same), "", lossy, after, inside, alike, sent)


def together(*fields: Field) -> tuple[Field, ...]:
    """Fields that the vendor only takes together."""
    group = "+".join(f.name for f in fields)
    return tuple(replace(f, group=group) for f in fields)


def members(
    name: str,
    *,
    read: str | Join,
    add: Do,
    remove: Do,
    folded: bool = False,
    own: bool = False,
    sent: Any = None,
    gathered: bool = False,
) -> Members:
    """A set, undone by its difference; `folded` means that the vendor ignores case.

    `own` says that nobody but the actor changes what is read, such as its own reactions; `sent` are the members that a
    call names, if they do not stand at the set's name. `gathered` sends the calls that differ only in the lists of
    their bodies as one.
    """
    named = sent_hole(name) if sent is None else sent
    return Members(name, read, add, remove, sent=named, folded=folded, own=own, gathered=gathered)


def adding(of: Members, sent: Any = None, *, after: str | None = None) -> Members:
    """The set, for a call that only adds to it."""
    return _changing(of, "add", sent, after)


def removing(of: Members, sent: Any = None, *, after: str | None = None) -> Members:
    """The set, for a call that only removes from it."""
    return _changing(of, "remove", sent, after)


def replacing(of: Members, sent: Any = None, *, after: str | None = None) -> Members:
    """The set, for a call that replaces it as a whole."""
    return _changing(of, "replace", sent, after)


def _changing(of: Members, change: str, sent: Any, after: str | None) -> Members:
    return replace(of, change=change, sent=of.sent if sent is None else sent, after=after)


def restore(
    source: str | Read,
    write: str | Do | None,
    *parts: Field | Members | tuple[Field, ...] | FieldsOf,
    at: str | Join = "",
    keep: Sequence[str] = (),
    plus: Mapping[str, Any] | None = None,
    until: float | Moment | None = None,
    apart: bool = False,
    moot: Shows | None = None,
    wants: Any = None,
    still: Mapping[str, Any] = UNSAID,
    headers: Mapping[str, Any] = UNSAID,
    **params: Any,
) -> Restore:
    """Fields and sets put back to their before-image, each only if it is still as the action left it.

    A part may be a named function from the call's body and the before-image to fields. `keep` are body keys that the
    inverse repeats, `plus` constants, `until` for how many seconds after the action it works. `apart` says that fields
    which the vendor refuses together are put back one by one, so that one that cannot be keeps none of the others.
    `moot` is the goal that says that the thing is gone for good, so that nothing is left to put back. `still` is what
    the read must show besides for anything to be put back: else somebody, or the vendor, went on from it. `headers` go
    with the call; `seen(...)` in them is what the read showed right before, such as when the thing was changed last.

    Where `write` is a whole `do`, its own body, made of `before(...)`, puts everything back at once: the fields are
    only compared, and if others changed any of them, nothing is sent. `wants` is a mapping then, from the names of
    fields to what the call asks for, for a call whose answer is lost; a field that it does not name is asked about.
    """
    flat = [p for part in parts for p in (part if isinstance(part, tuple) else (part,))]
    body = {**{key: sent_hole(key) for key in keep}, **(plus or {})}
    return Restore(
        read=read(source, at) if isinstance(source, str) else source,
        write=Do(write, named(write, params), body, until=until, headers=dict(headers))
        if isinstance(write, str)
        else write,
        fields=tuple(p for p in flat if isinstance(p, Field)),
        sets=tuple(p for p in flat if isinstance(p, Members)),
        more=_more([p for p in flat if callable(p)]),
        apart=apart,
        moot=moot,
        whole=isinstance(write, Do),
        wants=wants,
        still=dict(still),
    )


def _more(functions: list[Callable[[Any, Any], Any]]) -> FieldsOf | None:
    if not functions:
        return None
    return lambda body, image: tuple(one for f in functions for one in f(body, image))
