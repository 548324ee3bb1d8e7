"""Probes that read a list: which entries an action made, told from those of people and of other actions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from agentrein.address import build, variables
from agentrein.client import Client
from agentrein.drive import Steps
from agentrein.fold import Action, fold
from agentrein.holes import Hole, Source, bind, holes_in
from agentrein.inverse import Find, Read
from agentrein.paths import ABSENT, pick
from agentrein.plan_known import CannotPlan
from agentrein.planning import Effect, settle
from agentrein.reads import SUCCESS
from agentrein.servers import same_place, same_server
from agentrein.stored import load
from agentrein.undoing import Stuck, Undoing, loosely

CLOCKS = timedelta(seconds=60)
"""How far the vendor's clock may be behind ours where none of its answers told."""

EXACT = timedelta(seconds=2)
"""How exactly a vendor's clock is known by the header of an answer, which shows whole seconds."""

LATEST = timedelta(hours=1)
"""How long after its plan a call can still have landed; no request of ours waits that long."""

MOST_PAGES = 20


@dataclass(frozen=True, slots=True)
class _Rival:
    """Another action whose outcome nobody knows and which may have made the same entry."""

    run: str
    action: Action


def find_effects(ctx: Undoing, client: Client, action: Action, probe: Find, *, last: bool) -> Steps[tuple[Effect, ...]]:
    """The entries of the list that this action made; raises Stuck where nothing tells whose they are.

    The `last` look also raises where nothing matches but an entry stands there that may be the action's, changed since.
    """
    items = yield from _listed(ctx, client, action, probe)
    found = []
    for item in _newest_first(probe, [item for item in items if _is_ours(action, probe, item)]):
        effect = _effect(action, probe, item)
        if not _is_claimed(ctx, action, effect):
            found.append((item, effect))
    _check_age(action, probe, found)
    rivals = _rivals(ctx, client, action, probe, [item for item, _ in found])
    _check_alone(action, probe, found, rivals)
    effects = _share(ctx, action, [effect for _, effect in found], rivals)
    if not effects and last:
        yield from _check_near(ctx, client, action, probe, items)
    return effects


def is_listed(ctx: Undoing, client: Client, action: Action, probe: Find) -> Steps[bool]:
    """Whether the list holds an entry as the probe describes it, made since the action."""
    items = yield from _listed(ctx, client, action, probe)
    return any(_is_ours(action, probe, item, timedelta.max) for item in items)


# --- reading


def _listed(ctx: Undoing, client: Client, action: Action, probe: Find) -> Steps[list[Any]]:
    """The entries of the list, page by page, as far back as the action."""
    if not probe.same:
        raise Stuck(f"the call says nothing by which an entry of {probe.read.address} could be known")
    listed: list[Any] = []
    page: Any = None if probe.next or not probe.pages else 1
    for _ in range(MOST_PAGES):
        seen = yield from ctx.see(client, replace(_turned(probe, page), at="", maybe=False))
        items = pick(seen.body, probe.read.at)
        if seen.status not in SUCCESS or not isinstance(items, list):
            where = yield from _request_line(ctx, client, probe.read)
            raise Stuck(f"{where} {seen.said}, so nothing tells whether it happened")
        listed += items
        page = _page_after(probe, page, seen.body, items)
        if page is None or _reaches_back(items, probe, _since(action)):
            return listed
    where = yield from _request_line(ctx, client, probe.read)
    raise Stuck(f"{where}: {MOST_PAGES} pages did not reach back to the action")


def _request_line(ctx: Undoing, client: Client, read: Read) -> Steps[str]:
    """A read as it was sent, with its ids, so that a person can look there; of an address without a path its name."""
    call = yield from ctx.call(client, read)
    method, path, _ = build(call.address, call.params)
    return f"{method} {path}" if " " in call.address else call.address


def _turned(probe: Find, page: Any) -> Read:
    """The read of one page; a read that has a body turns it there."""
    read = probe.read
    if page is None:
        return read
    if isinstance(read.body, dict):
        return replace(read, body={**read.body, probe.pages: page})
    return replace(read, params={**read.params, probe.pages: page})


def _page_after(probe: Find, page: Any, body: Any, items: list[Any]) -> Any:
    """The value that turns to the next page, None after the last."""
    if probe.next:
        return _plain(pick(body, probe.next)) or None
    return page + 1 if probe.pages and len(items) >= probe.size else None


def _reaches_back(items: list[Any], probe: Find, since: datetime) -> bool:
    """Whether a page of a list that is newest first ends before the action; one that is not is read to its end."""
    newest, oldest = (_made(items[at], probe) if items else None for at in (0, -1))
    return newest is not None and oldest is not None and oldest < since and newest > oldest


# --- whose an entry may be


def _is_ours(action: Action, probe: Find, item: Any, latest: timedelta = LATEST) -> bool:
    return (
        all(loosely(_plain(pick(item, path)), want) for path, want in probe.same.items())
        and _is_by(probe, item, None if action.actor is None else action.actor.account)
        and _is_in_time(action, probe, item, latest)
    )


def _is_by(probe: Find, item: Any, account: str | None) -> bool:
    """Whether the account made it; accounts are compared as vendors do, without regard to case."""
    if not probe.mine or account is None:
        return True
    return str(pick(item, probe.mine)).casefold() == account.casefold()


def _is_in_time(action: Action, probe: Find, item: Any, latest: timedelta = LATEST) -> bool:
    """Whether it was not there before, and was made while the action can have landed."""
    if probe.unless and pick(item, probe.key) in probe.unless:
        return False
    made = _made(item, probe)
    return made is None or (_since(action) <= made and made - _planned_at(action) <= latest)


def _planned_at(action: Action) -> datetime:
    """When the action was planned, by the vendor's clock as far as it is known."""
    return datetime.fromisoformat(action.at) + timedelta(seconds=action.clock_ahead or 0)


def _since(action: Action) -> datetime:
    return _planned_at(action) - (CLOCKS if action.clock_ahead is None else EXACT)


def _check_age(action: Action, probe: Find, found: list[tuple[Any, Effect]]) -> None:
    """Raise Stuck for an entry from before the plan, where nothing told how the vendor's clock goes."""
    if action.clock_ahead is not None:
        return
    for item, effect in found:
        made = _made(item, probe)
        if made is not None and made < _planned_at(action) - EXACT:
            raise Stuck(
                f"{_name(effect)} reads like it, but was made before the call by the vendor's clock, of which nothing "
                "tells whether it is behind ours; look whose it is"
            )


def _check_alone(action: Action, probe: Find, found: list[tuple[Any, Effect]], rivals: list[_Rival]) -> None:
    """Raise Stuck where there are more entries than actions and one may be from before, by a coarse time."""
    if not probe.within or len(found) <= len(rivals) + 1:
        return
    coarse = timedelta(seconds=probe.within)
    made = [(item, effect, _made(item, probe)) for item, effect in found]
    old = [_name(effect) for _, effect, at in made if at is not None and at - coarse < _planned_at(action)]
    if old:
        raise Stuck(
            f"{', '.join(old)} read like it, and the vendor does not show times so exactly that they would tell which "
            "of them it made; look whose they are"
        )


def _made(item: Any, probe: Find) -> datetime | None:
    value = _plain(pick(item, probe.since)) if probe.since else None
    if value is None:
        return None
    try:
        return datetime.fromtimestamp(float(value), UTC)
    except ValueError:
        return datetime.fromisoformat(value)


def _plain(value: Any) -> Any:
    return None if value is ABSENT else value


def _newest_first(probe: Find, items: list[Any]) -> list[Any]:
    """The entries, those made last first; where two were made in one second the list's own order says it."""
    dated = [(made, item) for item in items if (made := _made(item, probe)) is not None]
    if len(dated) < len(items):
        return items if probe.newest else items[::-1]
    rising = len(dated) > 1 and dated[0][0] < dated[-1][0]
    return [item for _, item in sorted(dated[::-1] if rising else dated, key=lambda one: one[0], reverse=True)]


def _effect(action: Action, probe: Find, item: Any) -> Effect:
    body = item if probe.effect is None else bind(probe.effect, {Source.FOUND: item})
    return settled(action, body, probe.status)


def settled(action: Action, body: Any, status: int | None) -> Effect:
    """The effect that what a probe found stands for; raises Stuck if that is not enough."""
    try:
        return settle(action.planned_effect, body, status)
    except CannotPlan as problem:
        raise Stuck(f"what the probe found is not enough: {problem}") from problem


def _name(effect: Effect) -> str:
    return effect.object if isinstance(effect.object, str) else "an entry"


# --- who claims it


def _is_claimed(ctx: Undoing, action: Action, effect: Effect) -> bool:
    """Whether another action made this very object: then it is not an effect of this one."""
    if not isinstance(effect.object, str):
        return False
    if any(one.object == effect.object for seq, found in ctx.found.items() if seq != action.seq for one in found):
        return True
    touches = [t for t in ctx.ledger.touching([effect.object]) if t.object == effect.object]
    others = [t for t in touches if (t.run, t.seq) != (ctx.run, action.seq) and same_place(ctx, action, t)]
    return any(_made_it(ctx, t.run, t.seq, t.object) for t in others)


def _made_it(ctx: Undoing, run: str, seq: int, name: str) -> bool:
    """Whether the action made the object, rather than something that stands on it."""
    other = next((one for one in fold(ctx.ledger.entries(run)) if one.seq == seq), None)
    if other is None or not makes(other):
        return False
    return any(effect.object == name for effect in other.effects)


def makes(action: Action) -> bool:
    """Whether only the answer tells what the action touches: it makes something."""
    holes = [hole for hole in holes_in(action.planned_effect.object) if isinstance(hole, Hole)]
    return any(hole.source is Source.ANSWER for hole in holes)


def _rivals(ctx: Undoing, client: Client, action: Action, probe: Find, items: list[Any]) -> list[_Rival]:
    """Actions of any run whose outcome nobody knows, and which may have made one of the entries."""
    return [one for one, other in _unanswered(ctx, client, action, probe) if _may_own(one.action, other, items)]


def _may_own(action: Action, probe: Find, items: Iterable[Any]) -> bool:
    return any(_is_ours(action, probe, item) for item in items)


def _unanswered(ctx: Undoing, client: Client, action: Action, probe: Find) -> list[tuple[_Rival, Find]]:
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
            found.append((_Rival(run, other), form))
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


def _share(ctx: Undoing, action: Action, found: list[Effect], rivals: list[_Rival]) -> tuple[Effect, ...]:
    """What of the entries, newest first, is this action's: the newest action made the newest.

    Where entries and actions do not come out even, that is only right if all of the actions are undone now.
    """
    if not rivals:
        return tuple(found)
    undone = all(one.run == ctx.run and one.action.seq in ctx.pending for one in rivals)
    if not undone and len(found) != len(rivals) + 1:
        names = ", ".join(_called(ctx, one) for one in rivals)
        entries = ", ".join(map(_name, found))
        raise Stuck(f"{entries} may be its effect or that of {names}, whose answer was lost, too; look whose it is")
    newer = sum(one.action.landed > action.landed for one in rivals)
    return tuple(found[newer : newer + 1])


def _called(ctx: Undoing, rival: _Rival) -> str:
    return f"#{rival.action.seq}" + ("" if rival.run == ctx.run else f" of run {rival.run}")


def _check_near(ctx: Undoing, client: Client, action: Action, probe: Find, items: list[Any]) -> Steps[None]:
    """Raise Stuck where an entry that matches nothing may be the action's all the same."""
    if not (probe.mine and probe.since) or action.actor is None:
        return
    account, others = action.actor.account, _unanswered(ctx, client, action, probe)
    near = [item for item in items if _is_in_time(action, probe, item) and _is_alike(probe, item)]
    for item in near:
        if not _is_by(probe, item, account) or _is_ours(action, probe, item):
            continue
        effect = _effect(action, probe, item)
        if not _is_claimed(ctx, action, effect) and not any(_may_own(o.action, form, [item]) for o, form in others):
            raise Stuck(
                f"nothing reads as it was sent, but {_name(effect)} was made by {account} in that time and no other "
                "action made it: somebody may have changed it since; look whether it is this one"
            )
    if near and client.options.account is not None and not any(_is_by(probe, item, account) for item in items):
        where = yield from _request_line(ctx, client, probe.read)
        raise Stuck(
            f"nothing in {where} is by {account}, as whom wrap was told that the client acts, though "
            "others made something there in that time; look whether one of those is this"
        )


def _is_alike(probe: Find, item: Any) -> bool:
    """Whether it is a thing of the kind: what reads as an object where there would be none is something else."""
    return not any(want is None and isinstance(pick(item, path), dict) for path, want in probe.same.items())
