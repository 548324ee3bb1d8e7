"""The legs of a run: a key re-opens the run that it named before, under a new epoch, also from another process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from agentrein.errors import KeyTaken, RunOwned, UsageError
from agentrein.ledger import Ledger
from agentrein.ledger.ownership import in_words
from agentrein.model import Actor, RunStatus
from agentrein.owner import owner, user

if TYPE_CHECKING:
    from agentrein.client import Client

REMEMBERED = 256
"""Runs with a key whose clients this process keeps between two legs, so that a later leg can undo the earlier ones."""

Clients = tuple[Mapping[int, "Client"], Mapping[str, Actor]]
_clients: OrderedDict[str, Clients] = OrderedDict()


def begin_leg(ledger: Ledger, run: str, name: str, key: str | None, because: str | None) -> tuple[str, int]:
    """Open a new run, or the one that the key names; gives its id and epoch.

    Raises RunOwned while another leg is open, and UsageError while an undo that broke off waits to be finished.
    """
    for _ in range(2):
        known = None if key is None else ledger.keyed(name, key)
        if known is not None:
            return known, _reopened(ledger, known, key)
        try:
            return run, ledger.open_run(run, name, because=because, by=user(), owner=owner(), key=key)
        except KeyTaken:  # by a process that opened it between the two looks
            continue
    raise KeyTaken(f"run {name!r} with key {key!r} was opened and deleted meanwhile", where=ledger.url, now="try again")


def _reopened(ledger: Ledger, run: str, key: str | None) -> int:
    row = ledger.run(run)
    if ledger.is_owned(run):
        raise RunOwned(
            f"run {run} with key {key!r} is still open: it is held by {in_words(row.owner)}",
            where=ledger.url,
            now="let that leg end, or give this work a key of its own",
        )
    if row.status == RunStatus.REVERTING:
        raise UsageError(
            f"run {run} with key {key!r} was being undone when its process ended",
            where=ledger.url,
            now=f"finish that first:  rein recover {run}",
        )
    return ledger.take_over(run, owner())


def remember(run: str, clients: Clients) -> None:
    """Keep what wrote for a run, and for whom, for its next leg in this process."""
    _clients[run] = clients
    while len(_clients) > REMEMBERED:
        _clients.popitem(last=False)


def recall(run: str) -> Clients:
    """What was kept of an earlier leg; empty in another process."""
    return _clients.pop(run, ({}, {}))
