"""Functions of the user's own with what undoes them: checked when they are registered, made a row for each call."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from agentrein.errors import UsageError
from agentrein.holes import answer, found
from agentrein.inverse import Do, Either, Inverse, Read, Shows, Stands
from agentrein.model import Call, Tier
from agentrein.own_arguments import (
    RESULT,
    Given,
    Passed,
    Unstorable,
    exactly,
    passed_on,
    signature,
    takes_self,
    unfilled,
)
from agentrein.own_client import FOUND, connector
from agentrein.own_held import ONLY_HERE, Held, hold
from agentrein.own_paths import OWN, check_findable, check_found, path_of, root_of
from agentrein.own_told import Told, tell
from agentrein.rows import Operation

_UNDOABLE = (Tier.REVERSIBLE, Tier.COSTLY, Tier.COMPENSABLE)


@dataclass(slots=True, eq=False)
class Registered:
    """A function, its undo and its probe; `bound` says that it takes its object, which is never stored."""

    fn: Callable[..., Any]
    undo: Callable[..., Any] | None
    probe: Callable[..., Any] | None
    tier: Tier
    durable: bool
    says: str
    secret: tuple[str, ...]
    residue: str
    bound: bool = field(init=False)
    sig: inspect.Signature = field(init=False)
    checked: bool = False

    def __post_init__(self) -> None:
        """Read the signature once."""
        self.bound, self.sig = takes_self(self.fn), signature(self.fn)

    @property
    def path(self) -> str:
        """Its address."""
        return path_of(self.fn)

    @property
    def parts(self) -> dict[str, Callable[..., Any]]:
        """What is called to undo it, by what it is."""
        return {name: one for name, one in (("undo", self.undo), ("probe", self.probe)) if one is not None}

    @property
    def takes_result(self) -> bool:
        """Whether its undo is to be given what it returned."""
        return self.undo is not None and passed_on(signature(self.undo), Given({}, (), {}), result=True).result

    def check_found(self) -> None:
        """Raise UsageError, the first time it is called, where a path does not lead back to its function."""
        if self.durable and not self.checked:
            for name, one in self.parts.items():
                check_found(one, name)
        self.checked = True


def register(
    fn: Callable[..., Any],
    undo: Callable[..., Any] | None,
    tier: Tier | None,
    probe: Callable[..., Any] | None,
    *,
    durable: bool,
    says: str = "",
    secret: Iterable[str] = (),
    residue: str = "",
) -> Registered:
    """Pair a function with what undoes it; raises UsageError for what could not work at three in the morning."""
    names = (secret,) if isinstance(secret, str) else tuple(secret)
    one = Registered(fn, undo, probe, _tier(fn, undo, tier), durable, says, names, residue)
    params = list(one.sig.parameters)[1 if one.bound else 0 :]
    for name in names:
        if name not in params:
            raise UsageError(f"secret={name!r}: {one.path} has no such parameter", now=f"it has {', '.join(params)}")
    for what, part in one.parts.items():
        _check_part(one, what, part)
    connector.table.add(_row(one, _template(one, dict.fromkeys(params)), None, None))
    return one


def _tier(fn: Callable[..., Any], undo: object, tier: Tier | None) -> Tier:
    given = Tier(tier) if tier is not None else None
    if undo is None:
        if given not in {None, Tier.IRREVERSIBLE}:
            raise UsageError(f"{path_of(fn)} is said to be {given}, and has no undo", now="give it undo=, or no tier")
        return Tier.IRREVERSIBLE
    if given is not None and given not in _UNDOABLE:
        raise UsageError(f"{path_of(fn)} has an undo, so it is not {given}", now=f"one of {', '.join(_UNDOABLE)}")
    return given or Tier.REVERSIBLE


def _check_part(one: Registered, what: str, part: Callable[..., Any]) -> None:
    if not callable(part):
        raise UsageError(f"{what}={part!r} of {one.path} cannot be called", now=f"give it a function: {what}=…")
    if one.durable:
        check_findable(part, what)
        if takes_self(getattr(part, "__func__", part)):
            raise UsageError(
                f"{what}={path_of(part)} takes its object, which no other process has",
                now="give it a function that makes what it needs, or say durable=False",
            )
    if one.durable or not one.bound:
        why = unfilled(one.sig, signature(part), result=what == "undo", bound=one.bound)
        if why:
            raise UsageError(
                f"{what}={path_of(part)} could not be called with what {one.path} is called with: {why}",
                now="it gets the arguments by name or by place, and an undo result= and key= if it takes them",
            )
    if what == "undo" and RESULT in one.sig.parameters and RESULT in signature(part).parameters:
        raise UsageError(
            f"{what}={path_of(part)} takes result, which is an argument of {one.path} as well as what that returns",
            now="give the parameter of one of them another name",
        )
    for name in one.secret:
        if one.durable and name in signature(part).parameters:
            raise UsageError(
                f"{what}={path_of(part)} takes {name}, which is secret and so never stored",
                now="let it get that where it gets its other settings, or say durable=False",
            )


def _template(one: Registered, body: Mapping[str, Any]) -> str:
    """The sentence: the one that was given, or the call as it reads in code."""
    if one.says:
        return one.says
    quoted = {name: "!r" if isinstance(value, str) else "" for name, value in body.items()}
    return f"{one.fn.__qualname__}({', '.join(f'{name}={{{name}{how}}}' for name, how in quoted.items())})"


def _row(one: Registered, says: str, inverse: Inverse | None, probe: Stands | None) -> Operation:
    undone = "" if one.undo is None else path_of(one.undo)
    why = f"undone by {undone}, as it was registered" if undone else "it was registered without an undo"
    name = one.fn.__qualname__
    by_hand = f"undo {name} by hand ({undone})" if undone else f"look at what {name} did"
    return Operation(
        address=one.path,
        sdk=name,
        tier=one.tier,
        says=says if one.durable or not undone else f"({ONLY_HERE}) {says}",
        why=why,
        inverse=inverse,
        probe=probe,
        residue=one.residue,
        if_stuck=f"If it stays so, {by_hand}, then keep it",
        tiers=(one.tier,),
        connector=OWN,
    )


def told_of(one: Registered, call: Given) -> Told:
    """What is recorded of a call; one of a method is never whole, for its object is left out."""
    return tell(call.named, one.secret, whole=not one.bound or _is_own_class(one.fn, call.owner))


def _is_own_class(fn: Callable[..., Any], owner: object) -> bool:
    """Whether what a method is bound to is the very class that its path names."""
    where = fn.__module__, fn.__qualname__.rpartition(".")[0]
    return isinstance(owner, type) and (owner.__module__, owner.__qualname__) == where


def planned(one: Registered, call: Given, told: Told) -> tuple[Operation, Call, Held]:
    """The row and the call of one call of the function; raises UsageError for what the ledger cannot hold.

    The third is what this process can call the undo with, for where the ledger cannot hold what the function returns.
    """
    one.check_found()
    made = Call(OWN, one.path, {}, told.body)
    held, says = _held(one, call), _template(one, told.body)
    if not one.durable:
        inverse, probe = _only_here(one, held)
        return _row(one, says, inverse, probe), made, held
    return _row(one, says, _inverse(one, call, held), _probe(one, call)), made, held


# --- what another process can do


def _stored(one: Registered, what: str, part: Callable[..., Any], call: Given) -> tuple[dict[str, Any], Passed]:
    passed = passed_on(signature(part), call, result=what == "undo")
    kwargs = {name: _exactly(one, what, part, name, value) for name, value in passed.kwargs.items()}
    args = [_exactly(one, what, part, f"argument {at}", value) for at, value in enumerate(passed.args, 1)]
    return {"args": args, "kwargs": kwargs}, passed


def _exactly(one: Registered, what: str, part: Callable[..., Any], name: str, value: Any) -> Any:
    try:
        return exactly(name, value)
    except Unstorable as problem:
        raise UsageError(
            f"{one.path} was not called: {what} {path_of(part)} takes {name}, which is {problem}",
            now="hand on what names it (an id, a text, a number), or say durable=False; nothing was done",
        ) from problem


def _inverse(one: Registered, call: Given, spare: Held) -> Inverse | None:
    """The undo by what its function returned: with that, or with what this process holds of it, or without it."""
    if one.undo is None:
        return None
    body, passed = _stored(one, "undo", one.undo, call)
    params, goal = _params(one.undo), _goal(one, call)
    plain = Do(path_of(one.undo), params, body, goal=goal, again="safe")
    if not passed.result:
        return plain
    with_result = {**body, "kwargs": {**body["kwargs"], RESULT: answer("result")}}
    full = Do(path_of(one.undo), params, with_result, goal=goal, again="safe")
    if passed.needs:
        return Either(((True, full), (False, replace(plain, params={"process": spare.token}))), by=answer("returned"))
    here = replace(plain, params={**params, "process": spare.token})
    return Either(((True, full), (False, here), (None, plain)), by=answer("returned"))


def _params(part: Callable[..., Any]) -> dict[str, Any]:
    root = root_of(part)
    return {"root": root} if root else {}


def _read(one: Registered, call: Given) -> Read | None:
    if one.probe is None:
        return None
    body, _ = _stored(one, "probe", one.probe, call)
    return Read(path_of(one.probe), _params(one.probe), body=body)


def _goal(one: Registered, call: Given) -> Shows | None:
    read = _read(one, call)
    return None if read is None else Shows(read)


def _probe(one: Registered, call: Given) -> Stands | None:
    read = _read(one, call)
    return None if read is None else _stands(read)


def _stands(read: Read) -> Stands:
    return Stands(read, FOUND, {"returned": found("returned"), "result": found("result")})


# --- what only this process can do


def _held(one: Registered, call: Given) -> Held:
    def passing(what: str, part: Callable[..., Any]) -> Callable[[Held], dict[str, Any]]:
        return lambda held: _with_objects(one, what, part, call, held)

    paths = {path_of(part): (what, part) for what, part in one.parts.items()}
    return Held(
        {path: part for path, (_, part) in paths.items()},
        {path: passing(what, part) for path, (what, part) in paths.items()},
        call.owner,
    )


def _with_objects(one: Registered, what: str, part: Callable[..., Any], call: Given, held: Held) -> dict[str, Any]:
    if one.bound and takes_self(part):  # a method beside it: the object comes first, as it does there
        call = Given({next(iter(one.sig.parameters)): held.owner, **call.named}, (held.owner, *call.args), call.kwargs)
    passed = passed_on(signature(part), call, result=what == "undo")
    kwargs = dict(passed.kwargs)
    if passed.result and held.returned:
        kwargs[RESULT] = held.result
    return {"args": list(passed.args), "kwargs": kwargs}


def _only_here(one: Registered, held: Held) -> tuple[Inverse | None, Stands | None]:
    hold(held)
    params: dict[str, Any] = {"process": held.token}
    read = None if one.probe is None else Read(path_of(one.probe), params)
    goal = None if read is None else Shows(read)
    inverse = None if one.undo is None else Do(path_of(one.undo), params, goal=goal, again="safe")
    return inverse, None if read is None else _stands(read)
