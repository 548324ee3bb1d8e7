"""`rein.bind`: a callable that carries the run of its maker into another thread."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

from agentrein import context
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
    run, scopes = context.current(), entered.get()
    if run is None or not run.is_open:
        raise UsageError("rein.bind outside of a run", where=caller(), now='call it inside:  with rein.run("name"): …')
    if inspect.isgeneratorfunction(fn) or inspect.isasyncgenfunction(fn):
        raise UsageError(f"{fn.__qualname__} is a generator: its body runs where it is iterated", now="bind that code")
    if inspect.iscoroutinefunction(fn):

        @functools.wraps(fn)
        async def bound_async(*args: P.args, **kwargs: P.kwargs) -> Any:
            with context.within(run, scopes):
                return await fn(*args, **kwargs)

        return cast("Callable[P, R]", bound_async)

    @functools.wraps(fn)
    def bound(*args: P.args, **kwargs: P.kwargs) -> R:
        with context.within(run, scopes):
            return fn(*args, **kwargs)

    return bound
