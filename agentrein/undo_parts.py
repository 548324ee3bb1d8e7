"""The undo of one effect by several calls: preferences, items, and the further effects of one call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agentrein.client import Client
from agentrein.drive import Steps
from agentrein.fold import Action
from agentrein.holes import Source, bind
from agentrein.inverse import First, Inverse, Items, Leave, Several
from agentrein.model import State
from agentrein.planning import Effect
from agentrein.reads import SUCCESS
from agentrein.report import Sent
from agentrein.stuck import Stuck
from agentrein.undo_aids import until_its_moment
from agentrein.undo_do import NOTHING_THERE, MoveOn, Result, combine, done_state, undo_do
from agentrein.undoing import GONE, Undoing


def undo_first(ctx: Undoing, client: Client, action: Action, effect: Effect, form: First) -> Steps[Result]:
    """The first preference that neither the vendor's answer nor the clock asks to move on from."""
    sent: tuple[Sent, ...] = ()
    said = ""
    for option in form.options:
        after = form.after if option is not form.options[-1] else ()
        try:
            result = yield from undo_do(ctx, client, action, effect, option, after)
        except MoveOn as moved:
            sent += moved.sent
            said = moved.said or said
            yield from until_its_moment(ctx, action, option)
        else:
            other = said and option.address != form.options[0].address
            instead = f"{said}, so {option.address} instead" if other else ""
            return combine([Result(result.state, sent, message=instead), result], result.state)
    raise Stuck("no preference was taken")


def undo_leave(ctx: Undoing, client: Client, action: Action, form: Leave) -> Steps[Result]:
    """Nothing is sent, if what must be so for that still reads so; else a person is asked."""
    goal = form.goal
    seen = None if goal is None else (yield from ctx.see(client, goal.read))
    if goal is None or seen is None or seen.status in GONE or (yield from ctx.reached(client, goal, seen)):
        return Result(done_state(action), message=f"nothing has to be undone: {form.because}")
    told = ", ".join(f"{path} is {seen.at(path)!r}" for path in goal.want or {})
    shows = told if seen.status in SUCCESS else seen.said
    raise Stuck(f"{goal.read.address}: {shows}, so it is not sure that {form.because}")


def undo_items(ctx: Undoing, client: Client, action: Action, effect: Effect, form: Items) -> Steps[Result]:
    """One inverse call for each item, last first; one that cannot be undone does not stop the others."""
    results = []
    for item in reversed(form.over):
        one = bind(form.do, {Source.EACH: item})
        results.append((yield from or_stuck(undo_do(ctx, client, action, effect, one))))
    return _together(results, action)


def undo_several(form: Several, undo: Callable[[Inverse | None], Steps[Result]], action: Action) -> Steps[Result]:
    """Each effect of the call, the last first; one that cannot be undone does not stop the others."""
    results: list[Result] = []
    for part in reversed(form.parts):
        results += [(yield from or_stuck(undo(part)))]
    return _together(results, action)


def _together(results: list[Result], action: Action) -> Result:
    """One result for several parts; one that is no longer there is silent beside those for which something was sent."""
    sent = any(one.sent for one in results)
    told = [replace(one, message="") if sent and one.message == NOTHING_THERE else one for one in results]
    return combine(told, done_state(action))


def or_stuck(steps: Steps[Result]) -> Steps[Result]:
    """One undo among several: where it needs a person, that is its result."""
    try:
        return (yield from steps)
    except Stuck as stuck:
        return Result(State.NEEDS_ATTENTION, message=str(stuck))
