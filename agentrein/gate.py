"""The gate: what a proxy calls with every request that its SDK is about to send."""

from __future__ import annotations

import posixpath
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote

from agentrein import context, telemetry, tripwire
from agentrein.address import NotCanonical, variables
from agentrein.batch_items import writes_in
from agentrein.client import Check, Client, Request
from agentrein.drive import Steps, adrive, drive
from agentrein.dry import read_here
from agentrein.errors import Refused
from agentrein.model import Answer, Call, Json, Tier
from agentrein.parts import prepared
from agentrein.passage import passage
from agentrein.passage_batch import batched
from agentrein.plan_known import ODD
from agentrein.rows import Operation
from agentrein.seam import led
from agentrein.secret import BY_NAME
from agentrein.sending import Forward
from agentrein.table import READ, Match, Refusal
from agentrein.where import caller

if TYPE_CHECKING:
    from agentrein.run import Run


@dataclass(frozen=True, slots=True)
class _NoCheck:
    """What a declared read is given: nothing to look at, no key to carry, nothing to fill in."""

    key: str = ""
    fills: Mapping[str, Json] = field(default_factory=dict)

    def __call__(self) -> None:
        """Let it out."""


_NO_CHECK = _NoCheck()


def enter(client: Client, request: Request, send: Callable[[Check], Answer]) -> Answer:
    """Let a declared read out, or carry a write through its passage.

    `send` sends the SDK's own request once and calls its argument immediately before the bytes leave. Raises Refused,
    or the very exception that sending raised.
    """
    found = _found(client, request)
    if found is None:
        given = read_here(client, request)
        if given is not None:
            return given
        with tripwire.ticket():
            return _answer(send(_NO_CHECK))
    where = caller()
    with _run(client, found[0], where) as run:
        forward: Forward = lambda check: tripwire.once(client, request, lambda: send(check))  # noqa: E731
        return _answer(drive(_steps(run, client, *found, forward, where, opaque=request.opaque)))


async def enter_async(client: Client, request: Request, send: Callable[[Check], Awaitable[Answer]]) -> Answer:
    """The same for an async SDK."""
    found = _found(client, request)
    if found is None:
        given = read_here(client, request)
        if given is not None:
            return given
        with tripwire.ticket():
            return _answer(await send(_NO_CHECK))
    where = caller()
    with _run(client, found[0], where) as run:
        forward: Forward = lambda check: tripwire.once_async(client, request, lambda: send(check))  # noqa: E731
        return _answer(await adrive(_steps(run, client, *found, forward, where, opaque=request.opaque)))


def _answer(answer: Answer) -> Answer:
    if answer.error is not None:
        raise answer.error
    return answer


def _found(client: Client, request: Request) -> tuple[Operation, Call] | None:
    tripwire.armed(client.connector, client.endpoint)
    found = recognise(client, request)
    only_asks = found is not None and found[0].batch is not None and not writes_in(client, *found, recognise)
    return None if only_asks else found


def _run(client: Client, row: Operation, where: str) -> AbstractContextManager[Run]:
    """The run that a write of this context belongs to; a context without one joins the only one that is open."""
    run = context.current()
    return context.joined(row.name, where, client.options.outside_run) if run is None else nullcontext(run)


def _steps(
    run: Run, client: Client, row: Operation, call: Call, forward: Forward, where: str, *, opaque: bool
) -> Steps[Answer]:
    def sent() -> Steps[Answer]:
        if row.batch is not None:
            return batched(run, client, row, call, forward, where, recognise)
        if row.part:
            return prepared(run, client, row, call, forward, where)
        return passage(run, client, row, call, forward, where, opaque=opaque)

    return led(run, client, row, call, where, sent, opaque=opaque)


def recognise(client: Client, request: Request) -> tuple[Operation, Call] | None:
    """The row and the decoded call of a write, None for a declared read; raises Refused for anything else."""
    connector = client.connector
    try:
        found = connector.table.match(request.method, request.path, request.body)
    except NotCanonical as problem:
        raise _not_canonical(client, request, problem) from problem
    if found is READ:
        return None
    if not isinstance(found, Match):
        if connector.reads(request.method, request.path):
            return None
        raise _unknown(client, request)
    row = _refused_row(connector.name, found.row) if isinstance(found.row, Refusal) else found.row
    if request.opaque and not isinstance(found.row, Refusal):
        raise _unknown(client, request)
    _check_query(client, request, row, declares=not isinstance(found.row, Refusal))
    try:
        body = row.takes(request.body) if row.takes is not None else request.body
    except ODD as problem:
        raise _unknown(client, request, "its body is not of the form that its row expects") from problem
    params = {**request.params, **found.params}
    return row, Call(connector.name, found.address, params, body, dict(request.headers), client.endpoint, request.key)


def _check_query(client: Client, request: Request, row: Operation, *, declares: bool) -> None:
    """Raise Refused for a query parameter that the row does not declare, or that is named like a part of the path.

    What nobody declared could change what the call does, unrecorded. A line of the long tail declares none and is
    recorded as it is, for nothing undoes it.
    """
    place = client.connector.table.place_of(row.address)
    of_the_path = {*variables(row.address), *((place.name,) if place else ())}
    for name in request.params:
        if name in of_the_path or (declares and name not in row.query):
            raise _unknown(client, request, f"its row declares no query parameter {name!r}")


def _refused_row(connector: str, line: Refusal) -> Operation:
    """A line of the long tail as a row: nothing undoes it here, so it is irreversible whatever the vendor could do."""
    return Operation(
        address=line.address,
        sdk=line.sdk or line.address,
        tier=Tier.IRREVERSIBLE,
        says=line.address.replace("{", "").replace("}", ""),
        why=line.why,
        tiers=(Tier.IRREVERSIBLE,),
        secret=(BY_NAME,),
        connector=connector,
    )


def _line(request: Request) -> str:
    """The request as an address; some vendors' have no path."""
    return f"{request.method} {request.path}".strip()


def _not_canonical(client: Client, request: Request, problem: Exception) -> Refused:
    telemetry.refused(client.connector.name, "address")
    arrives = posixpath.normpath(unquote(request.path))
    return Refused(
        f"refused: {_line(request)}",
        why=f"{problem}; it would arrive as {request.method} {arrives}. Nothing was sent.",
        reason="address",
        operation=f"{client.connector.name}: {_line(request)}",
        where=caller(),
        now="pass names without path segments in them",
    )


def _unknown(client: Client, request: Request, problem: str = "") -> Refused:
    connector = client.connector
    telemetry.refused(connector.name, "unknown")
    nearest = ", ".join(connector.table.nearest(request.method, request.path))
    kind = "its body cannot be read (an upload)" if request.opaque else "no row and no declared read of the table"
    kind = problem or kind
    return Refused(
        f"refused: {_line(request)}",
        why=f"it is not known to the {connector.title} connector: {kind}. Nothing was sent.",
        reason="unknown",
        operation=f"{connector.name}: {_line(request)}",
        where=caller(),
        now=f"nearest known: {nearest}; `rein ops {connector.name}` lists all",
    )
