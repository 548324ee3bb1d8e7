"""The legs of a run: a key re-opens the run that it named before, under a new epoch, also from another process."""

from __future__ import annotations

import asyncio
import inspect
import os
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from agentrein.errors import KeyTaken, RunOwned, RunPruned, UsageError
from agentrein.ledger import Ledger
from agentrein.ledger.ownership import in_words
from agentrein.model import Actor, RunStatus
from agentrein.owner import owner, user
from agentrein.stops import why_stopped

if TYPE_CHECKING:
    from agentrein.client import Client

REMEMBERED = 256
"""Runs with a key whose clients this process keeps between two legs, so that a later leg can undo the earlier ones."""

Clients = tuple[Mapping[int, "Client"], Mapping[str, Actor]]
_kept: OrderedDict[str, tuple[Clients, Callable[[], object]]] = OrderedDict()


_guard = threading.Lock()


class Leg(NamedTuple):
    """A run that was opened: its id, its epoch, and whether an earlier leg of it waits for a person."""

    run: str
    epoch: int
    asks: bool = False


def _after_fork_in_child() -> None:
    global _guard  # noqa: PLW0603 - another thread of the parent may have held it
    _guard = threading.Lock()


os.register_at_fork(after_in_child=_after_fork_in_child)


def begin_leg(ledger: Ledger, run: str, name: str, key: str | None, because: str | None) -> Leg:
    """Open a new run, or the one that the key names.

    Raises RunOwned while another leg is open, and UsageError while an undo that broke off waits to be finished.
    """
    for _ in range(2):
        known = None if key is None else ledger.keyed(name, key)
        try:
            if known is not None:
                return _reopened(ledger, known, key)
            return Leg(run, ledger.open_run(run, name, because=because, by=user(), owner=owner(), key=key))
        except (KeyTaken, RunPruned):  # by a process that opened it, or pruned it, between the two looks
            continue
    raise KeyTaken(f"run {name!r} with key {key!r} was opened and deleted meanwhile", where=ledger.url, now="try again")


def take(ledger: Ledger, run: str, *, force: bool = False) -> int:
    """Take a run over and give the new epoch; raises RunOwned, also where another part of this process holds it."""
    with _guard:  # a ledger does not tell the threads of a process apart
        if not force and ledger.owns(run):
            raise RunOwned(f"run {run} is held by another part of this process", where=ledger.url, now="let that end")
        return ledger.take_over(run, owner(), force=force)


def _reopened(ledger: Ledger, run: str, key: str | None) -> Leg:
    row = ledger.run(run)
    if ledger.is_owned(run):
        raise _still_open(ledger, run, key)
    asks = row.status == RunStatus.NEEDS_ATTENTION
    last = ledger.last(run, "status") if asks else None
    if row.status == RunStatus.REVERTING or (last is not None and why_stopped([last])):
        raise UsageError(
            f"run {run} with key {key!r} was being undone, and that did not come to its end",
            where=ledger.url,
            now=f"finish that first:  rein recover {run}",
        )
    try:
        return Leg(run, take(ledger, run), asks)
    except RunOwned as error:
        raise _still_open(ledger, run, key) from error


def _still_open(ledger: Ledger, run: str, key: str | None) -> RunOwned:
    return RunOwned(
        f"run {run} with key {key!r} is still open: it is held by {in_words(ledger.run(run).owner)}",
        where=ledger.url,
        now="let that leg end, or give this work a key of its own",
    )


def remember(run: str, clients: Clients) -> None:
    """Keep what wrote for a run, and for whom, for its next leg in this process."""
    loop = _loop()
    _kept[run] = clients, (lambda: None) if loop is None else weakref.ref(loop)
    while len(_kept) > REMEMBERED:
        _kept.popitem(last=False)


def recall(run: str) -> Clients:
    """What was kept of an earlier leg; empty in another process, and without the async clients of another loop."""
    (clients, actors), loop = _kept.pop(run, (({}, {}), _loop))
    here = _loop() is not None and loop() is _loop()
    mine = {seq: one for seq, one in clients.items() if here or not inspect.iscoroutinefunction(one.request)}
    return mine, actors


def _loop() -> asyncio.AbstractEventLoop | None:
    with suppress(RuntimeError):
        return asyncio.get_running_loop()
    return None
