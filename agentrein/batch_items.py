"""What a batch is made of: its items, each with the request that it would be alone, and how one read shows them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from agentrein.batch import Batch, Prepared
from agentrein.drive import Steps
from agentrein.errors import Refused
from agentrein.holes import Source, bind
from agentrein.model import Answer, Call, Tier
from agentrein.paths import pick
from agentrein.plan_known import ODD
from agentrein.planning import Effect, view
from agentrein.reads import SUCCESS, Handed, ask_for
from agentrein.rows import Operation
from agentrein.writing import Write

if TYPE_CHECKING:
    from agentrein.client import Client, Request

Recognise = Callable[["Client", "Request"], tuple[Operation, Call] | None]


@dataclass(slots=True)
class Item:
    """One of the calls that a batch is made of."""

    request: Request
    write: Write
    answer: Answer | None = None
    after: Answer | None = None
    missing: bool = False
    """Whether it was not there before, so that the vendor should refuse it."""

    def miss(self) -> None:
        """Plan nothing for it: there is nothing that it could change."""
        self.missing, self.write.lookups = True, self.write.lookups or {}
        self.write.effect, self.write.tier = Effect(None, None), Tier.REVERSIBLE


@dataclass(slots=True)
class Batched:
    """The whole, and its items that write."""

    whole: Write
    batch: Batch
    requests: Sequence[Request]
    items: list[Item]


def writes_in(client: Client, row: Operation, call: Call, recognise: Recognise) -> bool:
    """Whether anything that a call is made of writes; raises Refused for an item that is not known."""
    assert row.batch is not None  # noqa: S101 - the caller looked
    if row.batch.prepared:
        return True
    return any(recognise(client, one) is not None for one in _split(row.batch, row, call))


def _split(batch: Batch, row: Operation, call: Call, prepared: Sequence[Prepared] = ()) -> Sequence[Request]:
    try:
        requests = batch.split(call, prepared) if batch.prepared else batch.split(call)
    except ODD as error:
        raise Refused(
            f"refused: {row.name}",
            why=f"what it is made of cannot be read ({type(error).__name__}). Nothing was sent.",
            reason="unknown",
            operation=row.name,
            now="send the calls one by one",
        ) from error
    if batch.most and len(requests) > batch.most:
        raise Refused(
            f"refused: {row.name} with {len(requests)} items",
            why=f"the before-image of each would stand in the ledger, and at most {batch.most} are taken at once",
            reason="unknown",
            operation=row.name,
            now=f"send it in parts of {batch.most}",
        )
    return requests


def taken_apart(whole: Write, recognise: Recognise) -> Batched:
    """The items of a call that write, each with its row; raises Refused for one that is not known, or for too many."""
    assert whole.row.batch is not None  # noqa: S101 - the gate looked
    requests = _split(whole.row.batch, whole.row, whole.call, whole.run.prepared)
    items = []
    for request in requests:
        found = recognise(whole.client, request)
        if found is not None:
            row, call = found
            call = replace(call, headers={**whole.call.headers, **call.headers})
            items.append(Item(request, Write(whole.run, whole.client, row, call, whole.where, row.tiers[-1])))
    return Batched(whole, whole.row.batch, requests, items)


def kept_reads(work: Batched) -> dict[Any, Answer]:
    """What reads that are asked only once have told the run."""
    return work.whole.run.kept_reads


def read_all(work: Batched) -> Steps[list[Answer | None] | Handed]:
    """What one read shows of every item, as its own would be answered; nothing where the row has no such read."""
    whole, batch = work.whole, work.batch
    if batch.before is None or batch.cut is None:
        return []
    read = bind(batch.before, {Source.SENT: view(whole.call), Source.ACTOR: {}, Source.LOOKED: {}})
    answer = yield from ask_for(whole.client, read, whole.call, kept_reads(work))
    if whole.client.connector.status(answer) not in SUCCESS:
        return Handed(answer)
    body = pick(answer.body, read.at)
    return [batch.cut(body, item.request) for item in work.items]
