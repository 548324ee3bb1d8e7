"""The undos of a batch's items side by side: what they ask alike is asked once, what they send goes out as one call.

Each item is undone by its own steps, as if it were alone. They run until each waits for an answer; then what they wait
for is gathered and asked, or sent, together. An item that sends nothing while a newer one does is looked at again once
the newer ones are done: what it saw may have been theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from agentrein.drive import Ask, Held, Sleep, Steps
from agentrein.inverse_view import in_one
from agentrein.model import Answer, Call
from agentrein.report import Sent
from agentrein.rows import Operation
from agentrein.undo_do import Result

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.undoing import Undoing

MOST_GATHERED = 100
"""How many reads go out as one."""


@dataclass(slots=True, eq=False)
class _Lane:
    """The undo of one item: what it waits for, and how it ended; rounds tell what was there when it looked."""

    begin: Callable[[], Steps[Result]]
    steps: Steps[Result] | None = None
    at: Ask | Held | Sleep | None = None
    answer: Any = None
    result: Result | None = None
    looked: int = 0
    sent: int = field(default=-1)

    def close(self) -> None:
        if self.steps is not None:
            self.steps.close()


def side_by_side(ctx: Undoing, client: Client, begins: Sequence[Callable[[], Steps[Result]]]) -> Steps[list[Result]]:
    """The results of undos that belong to one call, the newest first; `begins` begin them, again where need be.

    Whatever else than a result comes of one ends them all, as it would if they ran one after the other.
    """
    lanes = [_Lane(begin) for begin in begins]
    now = 0
    try:
        while any(lane.result is None for lane in lanes):
            now += 1
            for lane in lanes:
                if lane.result is None and lane.at is None:
                    yield from _advance(lane, now)
            yield from _meet(ctx, lanes, now)
            _look_again(lanes)
    finally:
        for lane in lanes:
            lane.close()
    results = [lane.result for lane in lanes if lane.result is not None]
    return _gathered(results, lambda address: gathers(client, address)) if ctx.wishes.plan else results


def _advance(lane: _Lane, now: int) -> Steps[None]:
    """Run one until it waits for an answer, or ends; what is only written down is written at once."""
    if lane.steps is None:
        lane.steps, lane.looked = lane.begin(), now
    send, value = lane.steps.send, lane.answer
    lane.answer = None
    try:
        while True:
            step = send(value)
            if isinstance(step, Ask | Sleep | Held):
                lane.at = step
                return
            try:
                value, send = (yield step), lane.steps.send
            except BaseException as error:  # noqa: BLE001 - thrown into the steps, which decide
                value, send = error, lane.steps.throw
    except StopIteration as end:
        lane.result = end.value
        if lane.result is not None and lane.result.sent and lane.sent < 0:
            lane.sent = now  # of a plan, which foresees what it would send


def _meet(ctx: Undoing, lanes: list[_Lane], now: int) -> Steps[None]:
    """Answer those that wait: reads first, then what is to be sent, and where all only wait, the longest of waits."""
    asking = [lane for lane in lanes if isinstance(lane.at, Ask)]
    holding = [lane for lane in lanes if isinstance(lane.at, Held)]
    sleeping = [lane for lane in lanes if isinstance(lane.at, Sleep)]
    if asking:
        for group in _groups(asking):
            yield from _ask(group)
    elif holding:
        for group in _groups(holding):
            yield from _send(ctx, group, now)
    elif sleeping:
        yield Sleep(max(lane.at.seconds for lane in sleeping if isinstance(lane.at, Sleep)))
        _told(sleeping, None)


@dataclass(slots=True, eq=False)
class _Group:
    """What goes out as one call, and for which undos."""

    step: Ask | Held
    lanes: list[_Lane]
    calls: int = 1

    def takes(self, lane: _Lane) -> bool:
        """Take one more in, if its call can be one with this."""
        mine, other = self.step, lane.at
        if not isinstance(other, Ask | Held) or other.client.identity != mine.client.identity:
            return False
        call = _one_of(mine, other)
        if call is None or (call != mine.call and isinstance(mine, Ask) and self.calls == MOST_GATHERED):
            return False
        self.calls += call != mine.call
        self.step = replace(mine, call=call)
        self.lanes.append(lane)
        return True


def _one_of(mine: Ask | Held, other: Ask | Held) -> Call | None:
    """The one call for two steps; None where they must be two."""
    if isinstance(mine, Ask) and mine.call == other.call:
        return mine.call
    if not (_may_join(mine) and _may_join(other)) or replace(mine.call, body=None) != replace(other.call, body=None):
        return None
    body = in_one(mine.call.body, other.call.body)
    return None if body is None else replace(mine.call, body=body)


def _may_join(step: Ask | Held) -> bool:
    return step.gathered if isinstance(step, Ask) else gathers(step.client, step.call.address)


def _groups(lanes: Iterable[_Lane]) -> list[_Group]:
    """Who asks, or sends, with whom; nothing is sent before what a newer one sends."""
    found: list[_Group] = []
    for lane in lanes:
        near = found[-1:] if isinstance(lane.at, Held) else found
        if not any(group.takes(lane) for group in near) and isinstance(lane.at, Ask | Held):
            found.append(_Group(lane.at, [lane]))
    return found


def gathers(client: Client, address: str) -> bool:
    """Whether the vendor takes the undo calls of several items at this address as one call."""
    row = client.connector.table.row(address)
    return isinstance(row, Operation) and row.batch is not None and row.batch.gathered


def _ask(group: _Group) -> Steps[None]:
    """Ask as one, and where that is refused one by one, for only one of them may be what cannot be read."""
    answer: Answer = yield group.step
    if group.calls > 1 and group.step.client.connector.classify(group.step.call, answer).is_final:
        for lane in group.lanes:
            if isinstance(lane.at, Ask):
                yield from _ask(_Group(lane.at, [lane]))
    else:
        _told(group.lanes, answer)


def _send(ctx: Undoing, group: _Group, now: int) -> Steps[None]:
    """Send the calls as one; what is refused so goes out one by one, for only one of them may be what was refused."""
    held = group.step
    assert isinstance(held, Held)  # noqa: S101 - the caller looked
    attempt = max(lane.at.attempt for lane in group.lanes if isinstance(lane.at, Held))
    for lane in group.lanes:
        lane.sent = now
    answer = yield from ctx.send(held.client, held.action, held.call, attempt)
    if len(group.lanes) > 1 and held.client.connector.classify(held.call, answer).is_final:
        for lane in group.lanes:
            if isinstance(lane.at, Held):
                yield from _send(ctx, _Group(lane.at, [lane]), now)
    else:
        _told(group.lanes, answer)


def _told(lanes: Iterable[_Lane], answer: Any) -> None:
    for lane in lanes:
        lane.at, lane.answer = None, answer


def _look_again(lanes: list[_Lane]) -> None:
    """Begin anew what sent nothing and saw the thing before a newer one, which is done now, changed it."""
    for at, lane in enumerate(lanes):
        newer = lanes[:at]
        if any(one.result is None for one in newer):
            return
        if lane.result is not None and lane.sent < 0 and any(one.sent >= lane.looked for one in newer):
            lane.steps = lane.result = None


def _gathered(results: list[Result], joins: Callable[[str], bool]) -> list[Result]:
    """The results of a plan, with what would go out as one call told once."""
    told: list[Sent] = []
    for sent in (one for result in results for one in result.sent):
        alike = told and joins(sent.address) and replace(told[-1], body=sent.body) == sent
        body = in_one(told[-1].body, sent.body) if alike else None
        told = [*told, sent] if body is None else [*told[:-1], replace(sent, body=body)]
    first = next((result for result in results if result.sent), None)
    return [replace(one, sent=tuple(told) if one is first else ()) for one in results]
