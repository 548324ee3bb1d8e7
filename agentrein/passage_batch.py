"""The passage of a batch: one call that is made of several goes out once, as one action with items.

    row → split, each item recognised → lookups and queue of each → before-images, in one read where the row has one
    → tier of each, the worst counts → planned with all items, committed → send → an outcome for each item

Each item is planned by its own row, as if it were sent alone; see `passage` for the way of a single write.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from agentrein import frozen
from agentrein.asking import Again, granted
from agentrein.batch import tier_of_items
from agentrein.batch_items import Batched, Item, Recognise, kept_reads, read_all, taken_apart
from agentrein.batch_outcome import commit_outcome
from agentrein.clocks import watched
from agentrein.drive import Hold, Release, Steps
from agentrein.faults import point
from agentrein.granting import Spent
from agentrein.holds import HOLDS
from agentrein.holes import Source, bind, holes_in
from agentrein.inverse import Read
from agentrein.keys import with_key
from agentrein.model import Answer, Call
from agentrein.passage import commit_planned
from agentrein.plan_known import ODD, CannotPlan, not_as_expected
from agentrein.planning import Effect, view
from agentrein.policy_rules import VERDICTS
from agentrein.reads import Handed, ask_for, complete_for, look_up, patiently
from agentrein.rows import Operation
from agentrein.sending import Forward, Outgoing, send
from agentrein.stored import store
from agentrein.writing import (
    Write,
    cannot_plan,
    fill,
    image_in,
    image_read,
    judged,
    plan_write,
    planned_entry,
    planned_part,
)

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.run import Run

GONE = (404, 410)


def batched(
    run: Run, client: Client, row: Operation, call: Call, forward: Forward, where: str, recognise: Recognise
) -> Steps[Answer]:
    """Carry a call of several from its address to its outcome; raises Refused when nothing was sent."""
    call, answered = with_key(client.connector, run.id, call), ""
    while True:
        whole = Write(run, client, row, call, where, row.tiers[-1])
        whole.lookups = {}
        fill(whole)
        work = taken_apart(whole, recognise)
        whole.lookups = {"count": len(work.items)}
        run.admit(whole.says, row.name, where)
        frozen.look(run, client, row, whole.says, where)
        failed = yield from watched(_prepare(work), run.clocks)
        if failed is not None:
            return failed.answer
        try:
            whole.grant = yield from granted(whole, [item.write for item in work.items], answered=answered)
            return (yield from _carried(work, forward))
        except (Again, Spent) as why:  # approved while it waited, or used by another call: all may be different by now
            answered = why.id
            yield Release()


def _carried(work: Batched, forward: Forward) -> Steps[Answer]:
    """Commit what was prepared, and send it."""
    whole = work.whole
    point("before_plan")
    out = Outgoing(whole.run, whole.client, whole.row, whole.call, whole.says, whole.where, whole.fills)
    try:
        committed = yield from _commit_plan(work, out)
        point("after_plan")
        arrived = yield from send(out, forward, committed)
        point("after_answer")
        yield from commit_outcome(work, arrived)
        point("after_outcome")
    finally:
        whole.run.passed(whole)
    if whole.interrupt is not None:
        raise whole.interrupt
    return arrived.answer


def _prepare(work: Batched) -> Steps[Handed | None]:
    """Actor, lookups, queues, before-images, tiers and inverses of all items; a read that fails ends the passage."""
    whole = work.whole
    whole.actor = yield from frozen.actor_of(whole.run, whole.client, whole.row, whole.says, whole.where)
    for item in work.items:
        item.write.actor = whole.actor
        try:
            found = yield from look_up(whole.run.lookups, whole.client, item.write.row, item.write.call)
        except CannotPlan as reason:
            cannot_plan(item.write, reason)
            continue
        if isinstance(found, Handed) and _is_gone(item, found):
            item.miss()
            continue
        if isinstance(found, Handed):
            return found
        item.write.lookups = found
    for name in sorted({name for item in work.items if isinstance(name := _object(item), str)}):
        yield Hold(HOLDS, f"{whole.client.endpoint} {name}")  # in one order everywhere, so that none waits for another
    failed = yield from _plan_items(work)
    if failed is not None:
        return failed
    whole.tier = tier_of_items([item.write.tier for item in work.items])
    said = [judged(item.write) for item in work.items if whole.run.names(item.write.row)]
    reasons = [item.write.row.why for item in work.items if item.write.tier is whole.tier]
    whole.judged_as = replace(whole.row, why=f"{reasons[0]} {whole.row.why}") if reasons else None
    said.append(judged(whole))
    whole.said = max(said, key=lambda one: VERDICTS.index(one.verdict))
    return None


def _object(item: Item) -> Any:
    return bind(item.write.row.object, item.write.known)


def _plan_items(work: Batched) -> Steps[Handed | None]:
    """Plan each item by its own row; one that is not there is left to the vendor's answer."""
    images: list[Answer | None] | Handed | None = None
    for at, item in enumerate(work.items):
        write = item.write
        if write.effect is not None:  # it is not there, or cannot be planned
            continue
        try:
            read, image = image_read(write), None
            if read is not None:
                images = (yield from read_all(work)) if images is None else images
                if isinstance(images, Handed):
                    return images
                answer = yield from _shown(work, item, read, images[at] if images else None)
                image = image_in(write, read, answer)
                if isinstance(image, Handed) and _is_gone(item, image):
                    item.miss()
                    continue
                if isinstance(image, Handed):
                    return image
            plan_write(write, image)
        except CannotPlan as reason:
            cannot_plan(write, reason)
        except ODD as problem:
            cannot_plan(write, not_as_expected(problem))
    return None


def _is_gone(item: Item, read: Handed) -> bool:
    return item.write.client.connector.status(read.answer) in GONE


def _shown(work: Batched, item: Item, read: Read, image: Answer | None) -> Steps[Answer]:
    """What an item's own read would be answered: a part of the one read, or read alone."""
    client, call = item.write.client, item.write.call
    if image is None:
        return (yield from ask_for(client, read, call, kept_reads(work)))
    return (yield from complete_for(client, read, call, image, kept_reads(work), patiently))


def _later(work: Batched) -> dict[str, Any]:
    """The read that tells what became of the items, where it can be asked even if the answer is lost."""
    later = bind(work.batch.later, {Source.SENT: view(work.whole.call)})
    return {} if later is None or any(holes_in(later)) else {"later": store(later)}


def _commit_plan(work: Batched, out: Outgoing) -> Steps[float]:
    whole = work.whole
    whole.effect = Effect(None, None)
    items = [planned_part(item.write) for item in work.items]
    payload = {**planned_entry(whole), "items": items, **_later(work)}
    effects = tuple(item.write.effect for item in work.items if item.write.effect is not None)
    return (yield from commit_planned(whole, out, payload, effects))
