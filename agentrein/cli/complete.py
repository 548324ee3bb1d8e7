"""What a shell offers on Tab: runs, steps, numbers of writes, connectors. Never an error: then it offers nothing."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import islice
from typing import Any

import click
from click.shell_completion import CompletionItem

from agentrein.children import is_child, name_of
from agentrein.cli.session import Session
from agentrein.ledger import Ledger

MOST = 100
"""So many values are offered at most: beyond, typing more is faster than reading."""

LARGEST = 2000
"""Writes of a run up to which its steps are looked for, which takes reading all of it."""

Offer = Callable[[click.Context, click.Parameter, str], list[CompletionItem[Any]]]
_Found = Callable[[click.Context, str], Iterator[tuple[str, str]]]


def _offering(find: _Found) -> Offer:
    """What Click asks for, made of pairs of a value and its explanation."""

    @wraps(find)
    def offer(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:  # noqa: ARG001
        try:
            found = (pair for pair in find(ctx, incomplete) if pair[0].startswith(incomplete))
            return [CompletionItem(_typed(value), help=told or None) for value, told in islice(found, MOST)]
        except Exception:  # noqa: BLE001 - whoever presses Tab asked for no error message
            return []

    return offer


def _typed(value: str) -> str:
    """The value as it stands on a command line: bash takes it literally, the other shells quote it themselves."""
    return shlex.quote(value) if os.environ.get("_REIN_COMPLETE", "").startswith("bash") else value


def _ledger(ctx: click.Context) -> Ledger:
    return ctx.ensure_object(Session).ledger()


def _run(ctx: click.Context, ledger: Ledger) -> str:
    """The root of the run that was typed; while an option still lacks its value, Click has not assigned it."""
    typed = ctx.params.get("run") or next(one for one in ctx.args if not one.startswith("-"))
    return ledger.root(ledger.resolve(typed))


@_offering
def runs(ctx: click.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """`last`, and the ids of runs, newest first."""
    rows = _ledger(ctx).runs(limit=MOST if incomplete in {"", "r", "r-"} else None)
    if rows:
        yield "last", f"the newest run: {rows[0].name}"
    for row in rows:
        yield row.id, f"{row.name}, {row.status.replace('_', ' ')}, {row.actions} writes"


@_offering
def numbers(ctx: click.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001 - as the others
    """The numbers of the run's writes, newest first."""
    ledger = _ledger(ctx)
    for act in reversed(ledger.acts(_run(ctx, ledger))):
        yield str(act.seq), f"{act.state.replace('_', ' ')}, {act.connector}: {act.address}"


@_offering
def steps(ctx: click.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    """The names of the run's steps, in the order of their first writes."""
    ledger = _ledger(ctx)
    row = ledger.run(_run(ctx, ledger))
    payloads = (
        [one.payload for one in ledger.entries(row.id) if one.kind == "planned"] if row.actions <= LARGEST else []
    )
    keys = [key for payload in payloads if payload is not None for key in payload["steps"] if not is_child(key)]
    for name in dict.fromkeys(map(name_of, keys)):
        yield name, ""


@_offering
def approvals(ctx: click.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    """The ids of what waits for an approval, newest first."""
    from agentrein.deciding import waiting

    for one in reversed(waiting(_ledger(ctx))):
        yield one.id, f"{one.asked['connector']}: {one.operation.partition(': ')[2]}"


@_offering
def connectors(ctx: click.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    """The installed connectors."""
    from agentrein import registry

    for name in registry.connectors():
        yield name, ""


@_offering
def freezable(ctx: click.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """The installed connectors, and once one is typed its accounts that wrote."""
    from agentrein import freezing, registry

    if ":" not in incomplete:
        for name in registry.connectors():
            yield name, ""
    for name, known in freezing.accounts(_ledger(ctx)).items():
        for account in known:
            yield f"{name}:{account}", ""


@_offering
def frozen(ctx: click.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001 - as the others
    """What is frozen."""
    for one in _ledger(ctx).freezes():
        if one.name:
            yield one.name, one.why


@_offering
def operations(ctx: click.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    """What the operations of the connector that was typed are called: of one word, then addresses of several."""
    from agentrein import registry

    if ctx.params.get("operation"):
        return
    table = registry.connector(str(ctx.params["connector"])).table
    addresses = {row.address: row.sdk for row in table.operations} | {row.address: row.sdk for row in table.refused}
    named = {name: one for one, sdk in addresses.items() for name in re.split(" / |, ", sdk) if len(name) > 1}
    yield from sorted((named | addresses).items(), key=lambda pair: (" " in pair[0], pair[0]))


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[Any]]:  # noqa: ARG001
    """Whatever files the shell itself finds."""
    return [CompletionItem(incomplete, type="file")]
