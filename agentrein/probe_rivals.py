"""Who else may have made an entry: actions that made it for sure, and actions of which nobody knows the outcome."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from agentrein.address import variables
from agentrein.client import Client
from agentrein.fold import Action, fold
from agentrein.holes import Hole, Source, holes_in
from agentrein.inverse import Find
from agentrein.planning import Effect
from agentrein.probe_match import is_ours, name_of
from agentrein.servers import same_place, same_server
from agentrein.stored import load
from agentrein.stuck import Stuck
from agentrein.undoing import Undoing


@dataclass(frozen=True, slots=True)
class Rival:
    """Another action whose outcome nobody knows and which may have made the same entry."""

    run: str
    action: Action


def is_claimed(ctx: Undoing, action: Action, effect: Effect) -> bool:
    """Whether another action made this very object: then it is not an effect of this one."""
    if not isinstance(effect.object, str):
        return False
    if any(one.object == effect.object for seq, found in ctx.found.items() if seq != action.seq for one in found):
        return True
    touches = [t for t in ctx.ledger.touching([effect.object]) if t.object == effect.object]
    others = [t for t in touches if (t.run, t.seq) != (ctx.run, action.seq) and same_place(ctx, action, t)]
    return any(_made_it(ctx, t.run, t.seq, t.object) for t in others)


def _made_it(ctx: Undoing, run: str, seq: int, name: str) -> bool:
    """Whether the action made the object, rather than something that stands on it; raises Stuck where that is gone."""
    other = next((one for one in fold(ctx.ledger.entries(run)) if one.seq == seq), None)
    if other is None and ctx.ledger.run(run).pruned is not None:
        raise Stuck(f"{name} may have been made by #{seq} of run {run}, which was pruned; look whose it is")
    if other is None or not _makes(other):
        return False
    return any(effect.object == name for effect in other.effects)


def _makes(action: Action) -> bool:
    """Whether only the answer tells what the action touches: it makes something."""
    holes = [hole for hole in holes_in(action.planned_effect.object) if isinstance(hole, Hole)]
    return any(hole.source is Source.ANSWER for hole in holes)


def rivals_of(ctx: Undoing, client: Client, action: Action, probe: Find, items: list[Any]) -> list[Rival]:
    """Actions of any run whose outcome nobody knows, and which may have made one of the entries."""
    return [one for one, other in unanswered(ctx, client, action, probe) if may_own(one.action, other, items)]


def may_own(action: Action, probe: Find, items: Iterable[Any]) -> bool:
    """Whether one of the entries may be the action's."""
    return any(is_ours(action, probe, item) for item in items)


def unanswered(ctx: Undoing, client: Client, action: Action, probe: Find) -> list[tuple[Rival, Find]]:
    """The other actions of unknown outcome whose effect would stand in the same list, with their probes."""
    found, runs = [], dict[str, dict[int, Action]]()
    for run, seq in ctx.ledger.unsettled():
        if (run, seq) == (ctx.run, action.seq) or (run == ctx.run and seq in ctx.found):
            continue
        if run not in runs:
            runs[run] = {one.seq: one for one in fold(ctx.ledger.entries(run))}
        other = runs[run].get(seq)
        theirs = None if other is None or other.answered else other.planned["probe"]
        if other is None or theirs is None:
            continue
        form = load(theirs)
        if isinstance(form, Find) and form.same and _same_list(client, (action, probe), (other, form)):
            found.append((Rival(run, other), form))
    return found


def _same_list(client: Client, one: tuple[Action, Find], other: tuple[Action, Find]) -> bool:
    """Whether two probes read one list, whatever its place is called by now."""
    ours, theirs = (str(action.planned["call"]["endpoint"]) for action, _ in (one, other))
    same = one[0].connector == other[0].connector and same_server(ours, theirs)
    return same and _list(client, one[1]) == _list(client, other[1])


def _list(client: Client, probe: Find) -> tuple[Any, ...]:
    place = client.connector.table.place_of(probe.read.address)
    names = set(variables(probe.read.address))
    if place is not None and place.name in probe.read.params:
        names = (names - {name for name, _ in place.now}) | {place.name}
    if not variables(probe.read.address):  # only its parameters tell which list it is
        names |= set(probe.read.params)
    values = sorted((name, str(probe.read.params.get(name)).casefold()) for name in names)
    return (probe.read.address, *values)


def share(ctx: Undoing, action: Action, found: list[Effect], rivals: list[Rival]) -> tuple[Effect, ...]:
    """What of the entries, newest first, is this action's: the newest action made the newest.

    Where entries and actions do not come out even, that is only right if all of the actions are undone now.
    """
    if not rivals:
        return tuple(found)
    undone = all(one.run == ctx.run and one.action.seq in ctx.pending for one in rivals)
    if not undone and len(found) != len(rivals) + 1:
        names = ", ".join(_called(ctx, one) for one in rivals)
        entries = ", ".join(map(name_of, found))
        raise Stuck(f"{entries} may be its effect or that of {names}, whose answer was lost, too; look whose it is")
    newer = sum(one.action.landed > action.landed for one in rivals)
    return tuple(found[newer : newer + 1])


def _called(ctx: Undoing, rival: Rival) -> str:
    return f"#{rival.action.seq}" + ("" if rival.run == ctx.run else f" of run {rival.run}")
