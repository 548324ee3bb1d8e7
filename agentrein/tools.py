"""`@rein.tool`: each call of a tool function is a step, so that a failed attempt is undone before it is repeated."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import takewhile
from typing import Any, ParamSpec, TypeVar, cast, get_type_hints, overload

from agentrein import context
from agentrein.binding import is_awaited
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
    if isinstance(fn, staticmethod | classmethod):
        return cast("Callable[P, R]", type(fn)(_step_of(fn.__func__, name, refusals)))
    if not callable(fn):
        raise UsageError(f"rein.tool on {fn!r}, which is no function", now="@rein.tool, or @rein.tool(name=…)")
    if inspect.isgeneratorfunction(fn) or inspect.isasyncgenfunction(fn):
        raise UsageError(f"rein.tool on the generator {fn!r}", now="with run.step(name): …  around what it does")
    named = name or str(getattr(fn, "__name__", type(fn).__name__))
    if is_awaited(fn):

        @functools.wraps(fn)
        async def called_async(*args: P.args, **kwargs: P.kwargs) -> Any:
            work = cast("Callable[[], Awaitable[Any]]", functools.partial(fn, *args, **kwargs))
            return await _awaited(work, named, _call_id(args, kwargs), refusals)

        return cast("Callable[P, R]", _like(called_async, fn, named))

    @functools.wraps(fn)
    def called(*args: P.args, **kwargs: P.kwargs) -> Any:
        call = _call_id(args, kwargs)
        given = _called(functools.partial(fn, *args, **kwargs), named, call, refusals)
        # a coroutine has done nothing yet: what it will do is the step
        return _awaited(lambda: given, named, call, refusals) if inspect.iscoroutine(given) else given

    return _like(called, fn, named)


def _called(work: Callable[[], Any], name: str, call: str | None, refusals: str) -> Any:
    """What the work gives as a step of the run; a refusal, where it is to be one, as text."""
    try:
        with _run() as run:
            if run is None:
                return work()
            with Step(run, name, is_tool=True, call=call):
                return work()
    except (Refused, BaseExceptionGroup) as error:
        text = _text(error, refusals)
        if text is None:
            raise
        return text


async def _awaited(work: Callable[[], Awaitable[Any]], name: str, call: str | None, refusals: str) -> Any:
    """The same for what is awaited."""
    try:
        with _run() as run:
            if run is None:
                return await work()
            async with Step(run, name, is_tool=True, call=call):
                return await work()
    except (Refused, BaseExceptionGroup) as error:
        text = _text(error, refusals)
        if text is None:
            raise
        return text


def _like(made: Callable[..., Any], fn: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The step's function with the name and the type hints that a partial or an object has elsewhere."""
    if not hasattr(fn, "__name__"):
        made.__name__ = made.__qualname__ = name
        made.__annotations__ = {}
        with suppress(Exception):  # names that cannot be resolved are nobody's error before somebody asks
            source = fn.func if isinstance(fn, functools.partial) else type(fn).__call__
            made.__annotations__ = get_type_hints(source)
    return made


@contextmanager
def _run() -> Iterator[Any]:
    """The open run that the call belongs to, as `context.joined` tells for a write; None if nobody can tell.

    Where only the one open run tells, tools that are called meanwhile are its siblings, and not around it.
    """
    run = context.current()
    if run is not None:
        yield run if run.is_open else None
        return
    runs = context.open_runs()
    scopes = runs[0].innermost() if len(runs) == 1 and runs[0].is_open else None
    if scopes is None:
        yield None
        return
    around = tuple(takewhile(lambda one: not (isinstance(one, Step) and one.is_tool), scopes))
    with context.within(runs[0], around, attributed=True):
        yield runs[0]


def _text(error: BaseException, refusals: str) -> str | None:
    """A refusal, or several of a group, as text; None for what is to be raised."""
    refused = _refusal(error) if refusals == "text" else None
    if refused is None:
        return None
    report = getattr(error, "__rein__", None)
    said = refused.for_model()
    if report is not None and report.left:
        return f"{said} Not all of what the tool had done before that could be undone."
    undone = report is not None and any(one.state in UNDONE for one in report.actions)
    return f"{said} What the tool had done before that was undone." if undone else said


def _refusal(error: BaseException) -> Refused | None:
    """The first refusal, where it is nothing else that was raised."""
    while isinstance(error, BaseExceptionGroup):
        if error.split(Refused)[1] is not None:
            return None
        error = error.exceptions[0]
    return error if isinstance(error, Refused) else None


def _call_id(args: Sequence[Any], kwargs: Mapping[str, Any]) -> str | None:
    """The framework's id of this call, where it hands one to the tool: as `tool_call_id`, or on a context object."""
    given = [kwargs.get("tool_call_id")]
    for one in (*args, *kwargs.values()):
        with suppress(Exception):  # whatever an argument does when it is asked is no failure of the tool
            given.append(getattr(one, "tool_call_id", None))
    return next((one for one in given if isinstance(one, str)), None)
