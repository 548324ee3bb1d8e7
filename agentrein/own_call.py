"""One call of a registered function: through the passage that every write goes through, sync or async."""

from __future__ import annotations

import warnings
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

from agentrein import context, doing
from agentrein.client import Check
from agentrein.drive import adrive, drive
from agentrein.errors import Refused
from agentrein.model import Answer, Call
from agentrein.own import Registered, planned, told_of
from agentrein.own_arguments import RESULT, Unstorable, exactly, given
from agentrein.own_client import UNCALLED, OwnClient, returned
from agentrein.own_done import done
from agentrein.own_held import Held, hold
from agentrein.passage import passage
from agentrein.rows import Operation
from agentrein.says import sentence
from agentrein.seam import led
from agentrein.where import caller

if TYPE_CHECKING:
    from agentrein.run import Run


def call_now(one: Registered, fn: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    """Record the call, then make it; raises what the function raises, and Refused if it may not be made."""
    bound = given(one.sig, args, kwargs, bound=one.bound)
    told = told_of(one, bound)
    row, call, held = planned(one, bound, told)
    where, client = caller(), OwnClient(hidden=told.hidden, whole=told.whole)
    with run_of(row.name, where) as run:

        def forward(check: Check) -> Answer:
            check()
            if not told.is_still(told_of(one, given(one.sig, args, kwargs, bound=one.bound))):
                return changed(row, call, where)
            with doing.body(run, run.number_of(client)):
                return _answer(one, done(fn(*args, **kwargs), row.sdk), held, where)

        sent = partial(passage, run, client, row, call, forward, where)
        return given_back(drive(led(run, client, row, call, where, sent, opaque=told.opaque)))


async def call_async(
    one: Registered, fn: Callable[..., Awaitable[Any]], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Any:
    """The same for an async function."""
    bound = given(one.sig, args, kwargs, bound=one.bound)
    told = told_of(one, bound)
    row, call, held = planned(one, bound, told)
    where, client = caller(), OwnClient(hidden=told.hidden, whole=told.whole)
    with run_of(row.name, where) as run:

        async def forward(check: Check) -> Answer:
            check()
            if not told.is_still(told_of(one, given(one.sig, args, kwargs, bound=one.bound))):
                return changed(row, call, where)
            with doing.body(run, run.number_of(client)):
                return _answer(one, done(await fn(*args, **kwargs), row.sdk), held, where)

        sent = partial(passage, run, client, row, call, forward, where)
        return given_back(await adrive(led(run, client, row, call, where, sent, opaque=told.opaque)))


@contextmanager
def run_of(operation: str, where: str) -> Iterator[Run]:
    """The run that the call belongs to, as that of a write is told."""
    run = context.current()
    with nullcontext(run) if run is not None else context.joined(operation, where, "refuse") as found:
        yield found


def changed(row: Operation, call: Call, where: str) -> Answer:
    """The answer of a function that was not called, for what it would be called with is not what was recorded."""
    says = sentence(row, call)
    refused = Refused(
        f"refused: {says} ({row.sdk})",
        why="its arguments were changed after it was judged and recorded. Nothing was called.",
        reason="policy",
        operation=row.name,
        says=says,
        where=where,
        now="call it with a copy that nothing else changes",
    )
    return Answer(error=refused, headers={UNCALLED: "its arguments were changed"}, sent=False)


def _answer(one: Registered, value: Any, held: Held, where: str) -> Answer:
    held.returned, held.result = True, value
    told = returned(value)
    if one.durable and one.takes_result and not told["returned"]:
        hold(held)
        file, _, line = where.rpartition(":")
        warnings.warn_explicit(
            f"{one.path} returned {_unheld(value)}: only this process can hand it to its undo",
            UserWarning,
            file or "?",
            int(line) if line.isdecimal() else 0,
        )
    same = told["returned"] and type(told["result"]) is type(value) and told["result"] == value
    return Answer(200, told, native=(value,), lacks="" if same else "what it returned, which is no JSON")


def _unheld(value: Any) -> str:
    """What no ledger holds, in words."""
    try:
        exactly(RESULT, value)
    except Unstorable as problem:
        said = str(problem)
        return said if said.startswith("what") else f"{said}, which no ledger holds"
    return "what no ledger holds"


def given_back(answer: Answer) -> Any:
    """What the function returned, or what a ledger kept of that; raises what it raised."""
    if answer.error is not None:
        raise answer.error
    return answer.native[0] if isinstance(answer.native, tuple) else answer.body["result"]
