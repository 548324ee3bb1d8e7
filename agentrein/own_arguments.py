"""What a function was called with, as data: what a ledger can hold of it, and what its undo is called with."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter
from typing import Any

from agentrein.errors import UsageError
from agentrein.secret import MASK, scrubbed
from agentrein.secret_texts import WORDS

RESULT, KEY = "result", "key"
"""Parameters of an undo that are no argument of the function: what it returned, and the key of this undo."""

_NAMED = re.compile(rf"(?i)(?:{WORDS})")
_TELLING = re.compile(r"(?i)[_-](?:name|id|type|prefix|count|limit)s?$")
_SELF = ("self", "cls")
_BY_PLACE = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


class Unstorable(Exception):
    """A value that a ledger cannot hold; the text says what it is, never what it holds."""


def stored(value: Any) -> Any:
    """A value as the ledger holds it, exactly; raises Unstorable for what it cannot give back as it was.

    Tuples become lists. A credential in it, by its key or by its looks, is never stored: a mask stands for it.
    """
    match value:
        case None | bool():
            return value
        case bytes():
            return value
        case str():
            return scrubbed(str(value))
        case int() | float():
            return value
        case list() | tuple():
            return [stored(one) for one in value]
        case Mapping():
            return {_key(key): MASK if _hides(str(key), one) else stored(one) for key, one in value.items()}
    raise Unstorable(f"a {type(value).__qualname__}")


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise Unstorable(f"a mapping with a key of type {type(key).__qualname__}")
    return key


def _hides(key: str, value: Any) -> bool:
    return isinstance(value, str | bytes) and bool(_NAMED.search(key)) and not _TELLING.search(key)


def exactly(name: str, value: Any) -> Any:
    """An argument as the ledger holds it; raises Unstorable where that would not be all of it."""
    held = {name: value}
    kept = stored(held)
    if _plain(kept) != _plain(held):
        raise Unstorable("what looks like a credential, which is never stored")
    return kept[name]


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def shown(name: str, value: Any) -> Any:
    """An argument as people may see it: as the ledger would hold it, or only its type."""
    try:
        return stored({name: value})[name]
    except Unstorable:
        return f"<{type(value).__qualname__}>"


def signature(fn: Callable[..., Any]) -> inspect.Signature:
    """The signature of a function; raises UsageError where it has none to be read."""
    try:
        return inspect.signature(fn)
    except (TypeError, ValueError) as error:
        raise UsageError(f"{fn!r} has no signature that can be read", now="wrap it in a def of your own") from error


def takes_self(fn: Callable[..., Any]) -> bool:
    """Whether a function of a class takes its object, as its first parameter's name tells."""
    parts = getattr(fn, "__qualname__", "").split(".")
    first = next(iter(signature(fn).parameters), "")
    return len(parts) > 1 and parts[-2] != "<locals>" and first in _SELF


@dataclass(frozen=True, slots=True)
class Given:
    """One call's arguments: by the function's own names, defaults filled in, and as they were passed."""

    named: Mapping[str, Any]
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    owner: Any = None


def given(sig: inspect.Signature, args: tuple[Any, ...], kwargs: Mapping[str, Any], *, bound: bool) -> Given:
    """What a function is called with, without its own object if it is `bound`; raises TypeError as the call would."""
    call = sig.bind(*args, **kwargs)
    passed = list(call.arguments)
    call.apply_defaults()
    named = dict(call.arguments)
    owner = None
    if bound:
        owner = named.pop(next(iter(sig.parameters)))
        args = args[1:]
    variadic = {p.name for p in sig.parameters.values() if p.kind in {Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD}}
    named = {name: value for name, value in named.items() if name in passed or name not in variadic}
    return Given(named, args, dict(kwargs), owner)


@dataclass(frozen=True, slots=True)
class Passed:
    """What an undo or a probe is called with; `result` says that it takes that, too, and `needs` that it must."""

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    result: bool = False
    needs: bool = False


def passed_on(taker: inspect.Signature, call: Given, *, result: bool) -> Passed:
    """What of a call its undo, or without `result` its probe, takes: by name, else by place; the rest is left out.

    One with `*args` takes the arguments as they were passed.
    """
    params = taker.parameters
    anything = any(p.kind is Parameter.VAR_KEYWORD for p in params.values())
    takes = result and RESULT not in call.named and (RESULT in params or anything)
    needs = takes and RESULT in params and params[RESULT].default is Parameter.empty
    if any(p.kind is Parameter.VAR_POSITIONAL for p in params.values()):
        kwargs = {name: one for name, one in call.kwargs.items() if anything or name in params}
        return Passed(call.args, kwargs, takes, needs)
    order, by_name = list(call.named), {name for name in params if name in call.named and _by_name(params[name])}
    args: list[Any] = []
    kwargs = {name: call.named[name] for name in by_name}
    for at, p in enumerate(one for one in params.values() if one.kind in _BY_PLACE):
        left = at < len(order) and order[at] not in by_name and not (_by_name(p) and p.name in {RESULT, KEY})
        if p.kind is Parameter.POSITIONAL_ONLY and at < len(order):
            args.append(call.named[order[at]])
        elif left and p.name not in by_name:
            kwargs[p.name] = call.named[order[at]]
    if anything:
        kwargs |= {name: one for name, one in call.kwargs.items() if name not in kwargs and name not in params}
    return Passed(tuple(args), kwargs, takes, needs)


def _by_name(param: Parameter) -> bool:
    return param.kind in {Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY}


def unfilled(fn: inspect.Signature, taker: inspect.Signature, *, result: bool, bound: bool) -> str:
    """Why an undo or a probe could never be called with what its function gets; empty if it can."""
    variadic = {Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD}
    if any(p.kind in variadic for p in (*fn.parameters.values(), *taker.parameters.values())):
        return ""
    named = dict.fromkeys(list(fn.parameters)[1 if bound else 0 :])
    passed = passed_on(taker, Given(named, tuple(named), {}), result=result)
    extra = {KEY: "", **({RESULT: None} if passed.result else {})}
    more = {name: one for name, one in extra.items() if name in taker.parameters and name not in passed.kwargs}
    try:
        taker.bind(*passed.args, **passed.kwargs, **more)
    except TypeError as error:
        return str(error)
    return ""
