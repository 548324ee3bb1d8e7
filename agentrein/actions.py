"""`@rein.action`: a function of the user's own, with what undoes it, as a write of the run like any other."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, ParamSpec, TypeVar, cast, overload

from agentrein.binding import is_awaited
from agentrein.errors import UsageError
from agentrein.model import Tier
from agentrein.own import Registered, register
from agentrein.own_call import call_async, call_now

P = ParamSpec("P")
R = TypeVar("R")


@overload
def action(fn: Callable[P, R], /) -> Callable[P, R]: ...
@overload
def action(
    *,
    undo: Callable[..., Any] | None = None,
    tier: Tier | None = None,
    probe: Callable[..., Any] | None = None,
    durable: bool = True,
    says: str = "",
    secret: Iterable[str] = (),
    residue: str = "",
) -> Callable[[Callable[P, R]], Callable[P, R]]: ...


def action(
    fn: Callable[P, R] | None = None,
    /,
    *,
    undo: Callable[..., Any] | None = None,
    tier: Tier | None = None,
    probe: Callable[..., Any] | None = None,
    durable: bool = True,
    says: str = "",
    secret: Iterable[str] = (),
    residue: str = "",
) -> Any:
    """A function, sync or async, whose every call in a run is an action of it: recorded first, then called.

    `undo` is called with those arguments of the call that it takes, by name or by place, and with `result=`, what the
    function returned, and `key=`, the same text for each repetition of one undo, where it takes them; it may be called
    again after a crash, so it must be one that can be repeated, or stand beside a `probe`. `probe` is called with the
    arguments and tells whether what the function does is there: true or what it found, which stands for the result
    where the function did not return; false or None if not. Both are stored by their import path, the arguments as
    JSON: what another process could not import, or the ledger not hold, is refused before anything runs.
    `durable=False` keeps all of that in this process instead, and every report says so. Without `undo` the function is
    irreversible, which the policy refuses unless it is told otherwise. `tier` is reversible unless said otherwise,
    `says` a sentence with the parameters in braces, `secret` names parameters whose values are never stored,
    `residue` what stays visible after the undo.

    Calls through armed clients in the function are parts of its action. Where no run is open it is refused; the plain
    function is its `__wrapped__`. Raises UsageError for what could not work, where it is decorated or first called.
    """

    def decorate(given: Callable[P, R]) -> Callable[P, R]:
        made = _action_of(given, undo, tier, probe, durable=durable, says=says, secret=secret, residue=residue)
        return cast("Callable[P, R]", made)

    return decorate if fn is None else decorate(fn)


def _action_of(fn: Callable[..., Any], *parts: Any, **more: Any) -> Any:
    if isinstance(fn, staticmethod | classmethod):
        return type(fn)(_action_of(fn.__func__, *parts, **more))
    if not inspect.isfunction(inspect.unwrap(fn)):
        raise UsageError(f"rein.action on {fn!r}, which is no function", now="@rein.action(undo=…) on a def")
    if inspect.isgeneratorfunction(fn) or inspect.isasyncgenfunction(fn):
        raise UsageError(f"rein.action on the generator {fn!r}", now="put it on a function that does the work at once")
    registered: Registered = register(fn, *parts, **more)
    if is_awaited(fn):

        @functools.wraps(fn)
        async def called_async(*args: Any, **kwargs: Any) -> Any:
            return await call_async(registered, cast("Callable[..., Awaitable[Any]]", fn), args, kwargs)

        return called_async

    @functools.wraps(fn)
    def called(*args: Any, **kwargs: Any) -> Any:
        return call_now(registered, fn, args, kwargs)

    return called
