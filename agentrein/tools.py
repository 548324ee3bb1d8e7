"""`@rein.tool`: each call of a tool function is a step, so that a failed attempt is undone before it is repeated."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar, cast, overload

from agentrein import context
from agentrein.errors import Refused, UsageError
from agentrein.model import UNDONE
from agentrein.scope import Step

P = ParamSpec("P")
R = TypeVar("R")
REFUSALS = ("raise", "text")


@overload
def tool(fn: Callable[P, R], /) -> Callable[P, R]: ...
@overload
def tool(*, name: str | None = None, refusals: str = "raise") -> Callable[[Callable[P, R]], Callable[P, R]]: ...


def tool(fn: Callable[P, R] | None = None, /, *, name: str | None = None, refusals: str = "raise") -> Any:
    """A tool function, sync or async, whose every call is a step named after it: what fails is undone, then raised.

    Put it directly on the function, below the framework's own decorator. `name` names the step. `refusals="text"`
    returns a refused write as a sentence for the model, `Refused.for_model()`, once the step was undone; otherwise it
    is raised. Where no run is open the function is called as it is. Raises UsageError for what is no function.
    """
    if refusals not in REFUSALS:
        raise UsageError(f"refusals={refusals!r}", now=f"one of {', '.join(REFUSALS)}")
    if fn is None:
        return lambda given: _step_of(given, name, refusals)
    return _step_of(fn, name, refusals)


def _step_of(fn: Callable[P, R], name: str | None, refusals: str) -> Callable[P, R]:
    if not callable(fn):
        raise UsageError(f"rein.tool on {fn!r}, which is no function", now="@rein.tool, or @rein.tool(name=…)")
    if inspect.isgeneratorfunction(fn) or inspect.isasyncgenfunction(fn):
        raise UsageError(f"rein.tool on the generator {fn!r}", now="with run.step(name): …  around what it does")
    named = name or str(getattr(fn, "__name__", type(fn).__name__))
    if inspect.iscoroutinefunction(fn):

        @functools.wraps(fn)
        async def called_async(*args: P.args, **kwargs: P.kwargs) -> Any:
            try:
                with _run() as run:
                    if run is None:
                        return await fn(*args, **kwargs)
                    async with Step(run, named, call=_call_id(args, kwargs)):
                        return await fn(*args, **kwargs)
            except Refused as refused:
                return _told(refused, refusals)

        return cast("Callable[P, R]", called_async)

    @functools.wraps(fn)
    def called(*args: P.args, **kwargs: P.kwargs) -> Any:
        try:
            with _run() as run:
                if run is None:
                    return fn(*args, **kwargs)
                with Step(run, named, call=_call_id(args, kwargs)):
                    return fn(*args, **kwargs)
        except Refused as refused:
            return _told(refused, refusals)

    return called


@contextmanager
def _run() -> Iterator[Any]:
    """The open run that the call belongs to, as `context.joined` tells for a write; None if nobody can tell."""
    run = context.current()
    if run is not None:
        yield run if run.is_open else None
        return
    runs = context.open_runs()
    scopes = runs[0].innermost() if len(runs) == 1 else None
    if scopes is None:
        yield None
        return
    with context.within(runs[0], scopes, attributed=True):
        yield runs[0]


def _told(refused: Refused, refusals: str) -> str:
    """The refusal as text; raises it where it is to be raised."""
    if refusals != "text":
        raise refused
    report = getattr(refused, "__rein__", None)
    undone = report is not None and any(one.state in UNDONE for one in report.actions)
    return refused.for_model() + (" What the tool had done before that was undone." if undone else "")


def _call_id(args: Sequence[Any], kwargs: Mapping[str, Any]) -> str | None:
    """The framework's id of this call, where it hands one to the tool: as `tool_call_id`, or on a context object."""
    given = kwargs.get("tool_call_id")
    if isinstance(given, str):
        return given
    ids = (getattr(one, "tool_call_id", None) for one in (*args[:1], *kwargs.values()))
    return next((one for one in ids if isinstance(one, str)), None)
