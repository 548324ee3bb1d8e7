"""`rein.bind`: a callable that carries the run of its maker into another thread."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar, cast

from agentrein import context, doing
from agentrein.errors import UsageError
from agentrein.scope import entered
from agentrein.where import caller

P = ParamSpec("P")
R = TypeVar("R")


def bind(fn: Callable[P, R]) -> Callable[P, R]:
    """The same callable, whose writes belong to the run and the steps of here, in whatever thread or task it is called.

    For threads that start without the context, such as those of a `ThreadPoolExecutor`: `pool.map(rein.bind(work), …)`.
    It may be called by several threads at once, and async functions stay async. Called after the run was left, its
    writes are refused. Raises UsageError where no run is open.
    """
    run, scopes, own = context.current(), entered.get(), doing.current()
    if run is None or not run.is_open:
        raise UsageError("rein.bind outside of a run", where=caller(), now='call it inside:  with rein.run("name"): …')
    if inspect.isgeneratorfunction(fn) or inspect.isasyncgenfunction(fn):
        raise UsageError(f"{fn!r} is a generator: its body runs where it is iterated", now="bind that code")

    async def later(work: Coroutine[Any, Any, Any]) -> Any:
        with context.within(run, scopes), doing.within(own):
            return await work

    if is_awaited(fn):

        @functools.wraps(fn)
        async def bound_async(*args: P.args, **kwargs: P.kwargs) -> Any:
            return await later(cast("Coroutine[Any, Any, Any]", fn(*args, **kwargs)))

        return cast("Callable[P, R]", bound_async)

    @functools.wraps(fn)
    def bound(*args: P.args, **kwargs: P.kwargs) -> R:
        with context.within(run, scopes), doing.within(own):
            given = fn(*args, **kwargs)
        return cast("R", later(given)) if inspect.iscoroutine(given) else given  # which has done nothing yet

    return bound


def is_awaited(fn: Callable[..., Any]) -> bool:
    """Whether calling it gives something to await: an async function, or an object whose call is one."""
    return inspect.iscoroutinefunction(fn) or inspect.iscoroutinefunction(getattr(type(fn), "__call__", None))  # noqa: B004
