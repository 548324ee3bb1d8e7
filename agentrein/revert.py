"""Reverting: newest landing first; actor, goal, conflict, inverse, read back, record. Nothing is done twice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from agentrein import telemetry
from agentrein.choices import advice, choices
from agentrein.client import Client
from agentrein.drive import Commit, Steps
from agentrein.errors import ClientError, LedgerError, ReinError
from agentrein.faults import point
from agentrein.fold import Action, fold
from agentrein.inverse import Do, Either, Find, First, Inverse, Items, Leave, Restore, Several
from agentrein.inverse_view import calls, plain
from agentrein.ledger.protocol import Summary
from agentrein.model import NOTHING_STANDS, SETTLED, UNDONE, RunStatus, State
from agentrein.ordering import order_advice
from agentrein.own_undo import in_undo
from agentrein.planning import Effect
from agentrein.probe import found_effects, record_found
from agentrein.probe_later import arrived_effects
from agentrein.renewed import renamed
from agentrein.report import ActionReport, Report, Sent
from agentrein.run_status import of_child, set_status, status_after
from agentrein.servers import check_actor
from agentrein.side_by_side import gathers, side_by_side
from agentrein.standing import held_by, hidden_by
from agentrein.stored import load
from agentrein.stuck import ClientStuck, NoClient, Stuck
from agentrein.undo_do import Result, combine, done_state, undo_do
from agentrein.undo_parts import or_stuck, undo_first, undo_items, undo_leave, undo_several
from agentrein.undo_restore import undo_restore
from agentrein.undoing import Undoing
from agentrein.wished import asks_first, is_wished


def revert(ctx: Undoing) -> Steps[Report]:
    """Undo what the wishes select of a run and give the report; the run's status is written at the end."""
    actions = fold(ctx.ledger.entries(ctx.run))
    ctx.know(actions)
    chosen = [action for action in actions if is_wished(ctx.wishes, action)]
    yield from _keep(ctx, chosen)
    reports = yield from undo_all(ctx, chosen)
    row = ctx.ledger.run(ctx.run)
    status = status_after(ctx, RunStatus(row.status), reports)
    if not ctx.wishes.plan:
        point("undo_before_end")
        yield Commit(lambda: set_status(ctx, status))
    run, name, status = of_child(ctx, status, reports) if ctx.wishes.child else (ctx.run, row.name, status)
    problems = tuple(ctx.stuck_clients.values())
    return Report(run, name, status, tuple(reports), problems, ctx.wishes.plan, order_advice(chosen))


def undo_all(ctx: Undoing, actions: Iterable[Action]) -> Steps[list[ActionReport]]:
    """Undo these actions, newest landing first; what fails holds only what it stands on."""
    reports: list[ActionReport] = []
    failed: list[tuple[int, Effect]] = []
    actions = sorted(actions, key=lambda one: one.landed, reverse=True)
    ctx.pending = {one.seq for one in actions if _is_undone(ctx, one)}
    with telemetry.revert(ctx.run, reports, plan=ctx.wishes.plan):
        for action in actions:
            ctx.pending.discard(action.seq)
            report = yield from _undo(ctx, action, failed)
            ctx.states[action.seq] = report.state
            if report.state is State.NEEDS_ATTENTION:
                failed += [(action.seq, effect) for effect in action.effects]
            reports.append(report)
            ctx.progress(report)
    return reports


def _undo(ctx: Undoing, action: Action, failed: list[tuple[int, Effect]]) -> Steps[ActionReport]:
    if _is_kept(ctx, action):
        return report_of(ctx, action, Result(State.KEPT, message=f"kept by {ctx.wishes.by}"))
    if not _is_undone(ctx, action):
        return report_of(ctx, action, Result(action.state, message=action.reason))
    asks = asks_first(ctx.wishes, action)
    if asks and not ctx.wishes.plan:
        report = report_of(ctx, action, Result(State.NEEDS_ATTENTION, message=_asking(asks)))
        yield from ctx.record(action, report)
        return report
    try:
        report = yield from _try(ctx, action, failed)
    except ClientStuck as reason:
        if isinstance(reason, NoClient) and whose(action) not in ctx.stuck_clients:
            ctx.refused_clients.add(whose(action))
        ctx.stuck_clients.setdefault(whose(action), f"{action.connector}: {reason}")
        return report_of(ctx, action, Result(action.state, message=f"left for the next revert: {reason}"))
    if asks and report.sent:
        return replace(report, state=State.NEEDS_ATTENTION, message=_asking(asks), choices=choices(ctx.run, action))
    yield from ctx.record(action, report)
    return report


def _asking(place: str) -> str:
    return f"a person is asked before this is undone ({place}); nothing was sent"


def _is_kept(ctx: Undoing, action: Action) -> bool:
    return action.seq in ctx.wishes.keep and action.state not in NOTHING_STANDS | UNDONE


def _is_undone(ctx: Undoing, action: Action) -> bool:
    """Whether there may be anything to undo of an action; what was kept is only undone by force."""
    forced_again = ctx.forced(action) and action.state is State.KEPT
    return not _is_kept(ctx, action) and (action.state not in SETTLED or forced_again)


def _try(ctx: Undoing, action: Action, failed: list[tuple[int, Effect]]) -> Steps[ActionReport]:
    try:
        result = yield from _effects(ctx, action, failed)
    except Stuck as reason:
        result = Result(State.NEEDS_ATTENTION, message=str(reason))
    except (LedgerError, ClientStuck):
        raise
    except Exception as error:  # noqa: BLE001 - whatever one undo raises must not stop the others
        result = Result(State.NEEDS_ATTENTION, message=f"the undo broke off: {in_short(error)}")
    return report_of(ctx, action, _advised(action, result))


def in_short(error: Exception) -> str:
    """What one undo raised, for its message; the text of another's exception may hold anything."""
    return error.what if isinstance(error, ReinError) else type(error).__name__


def _advised(action: Action, result: Result) -> Result:
    """The result, with what the row says that a person can do."""
    advice = action.planned["if_stuck"]
    came_to_it = result.state is State.CONFLICT and action.planned.get("triggers")
    if not advice or not (came_to_it or result.state is State.NEEDS_ATTENTION):
        return result
    return replace(result, message=f"{result.message.rstrip('.')}. {advice}")


def _effects(ctx: Undoing, action: Action, failed: list[tuple[int, Effect]]) -> Steps[Result]:
    if action.final and not action.is_batch and (action.answered or is_state_based(action)):
        return _no_undo(action)
    client = yield from client_for(ctx, action)
    ctx = ctx.on(action)
    effects: tuple[Effect, ...] | Result
    if action.later is not None:
        effects = yield from arrived_effects(ctx, client, action, action.later)
        if not effects and not action.answered:
            return Result(State.REJECTED, message="not found: it did not happen")
        action = replace(action, accepted=False)
    else:
        effects = action.effects if action.answered else (yield from _probed(ctx, client, action))
    if isinstance(effects, Result):
        return effects
    for effect in effects:
        holder = held_by(failed, effect)
        if holder is not None:
            return Result(State.HELD, message=f"held by #{holder}")
    results = yield from _each(ctx, client, action, effects)
    result = combine([*_counted(action, effects), *results], done_state(action))
    untouched = not action.answered and not action.attempts and not result.sent
    leaves = any(isinstance(effect.inverse, Leave) for effect in effects) and not is_state_based(action)
    listed = any(_is_listed(action.of(effect)) for effect in effects)
    if untouched and not leaves and not listed and result.state in UNDONE:
        return Result(State.REJECTED, message="nothing of it is there: it did not happen")
    return result


def _each(ctx: Undoing, client: Client, action: Action, effects: tuple[Effect, ...]) -> Steps[list[Result]]:
    """The undo of each effect, a batch's the last first; where the vendor takes them as one call, side by side."""
    ordered = effects[::-1] if action.is_batch else effects
    beside = len(ordered) > 1 and action.is_batch and gathers(client, action.address)
    begins = [partial(_one_of, replace(ctx, beside=beside), client, action, effect) for effect in ordered]
    if beside:
        return (yield from side_by_side(ctx, client, begins))
    results: list[Result] = []
    for begin in begins:
        results += [(yield from begin())]
    return results


def _one_of(ctx: Undoing, client: Client, action: Action, effect: Effect) -> Steps[Result]:
    one = action.of(effect)
    if one is not action and one.final:
        return _no_undo(one)
    return (yield from or_stuck(undo_effect(ctx, client, one, effect)))


def _counted(action: Action, effects: tuple[Effect, ...]) -> list[Result]:
    """What is said of a batch, and of a call that the vendor carried out more than once: each time is undone."""
    if action.is_batch:
        landed = len({effect.item for effect in effects})
        return [Result(State.UNCHANGED, message=f"{landed} of {len(action.calls)} items landed")]
    return [Result(State.UNCHANGED, message=f"found {len(effects)} times")] if len(effects) > 1 else []


def _probed(ctx: Undoing, client: Client, action: Action) -> Steps[tuple[Effect, ...] | Result]:
    """What the vendor shows of an action without an answer, recorded; or the result where there is nothing to undo."""
    hidden = hidden_by(ctx, action)
    effects: tuple[Effect, ...] = ()
    try:
        effects = yield from found_effects(ctx, client, action)
    except Stuck:  # a question that may answer itself once the newer write is undone
        if hidden is None:
            raise
    if not effects and hidden is not None:
        return Result(State.HELD, message=f"not found, but #{hidden}, which still stands, may have changed it")
    if not is_state_based(action):
        yield from record_found(ctx, action, effects)
        ctx.found[action.seq] = effects
        point("undo_after_probe")
    if not effects:
        return Result(State.REJECTED, message="not found: it did not happen")
    return _no_undo(action) if action.final and not action.is_batch else effects


def _is_listed(action: Action) -> bool:
    """Whether its probe finds the very thing that it made; what reads one thing cannot say who left it so."""
    return not is_state_based(action) and isinstance(load(action.planned["probe"]), Find)


def _no_undo(action: Action) -> Result:
    """What cannot be undone needs a person, and so does the question whether it happened at all."""
    unknown = "" if action.answered or not is_state_based(action) else "nothing tells whether it happened; if it did, "
    return Result(State.NEEDS_ATTENTION, message=f"{unknown}nothing can undo it: {action.planned['why']}")


def is_state_based(action: Action) -> bool:
    """Whether the state that an undo reads tells by itself if there is anything to undo."""
    if action.is_batch:
        return all(map(is_state_based, action.items))
    return action.planned["probe"] is None


def whose(action: Action) -> str:
    """Which client an action needs: its vendor's, for the account that it acted for."""
    return f"{action.connector} {action.actor}"


def client_for(ctx: Undoing, action: Action) -> Steps[Client]:
    """The client that undoes an action, acting for the same account; raises ClientStuck if there is none."""
    if whose(action) in ctx.stuck_clients:
        raise ClientStuck(ctx.stuck_clients[whose(action)].partition(": ")[2])
    try:
        client = ctx.client_of(action)
        check_actor(action, client, (yield from ctx.actor(client)))
    except ClientError as error:
        raise NoClient(f"{error.what}. {error.now}") from error
    except Stuck as reason:
        raise ClientStuck(f"it does not tell whom it acts for: {reason}") from reason
    return in_undo(ctx, action, client)


def undo_effect(ctx: Undoing, client: Client, action: Action, effect: Effect) -> Steps[Result]:
    """Undo one effect by the form of its inverse."""
    ctx = ctx.of(effect)
    since = ctx.renewed_since(action)
    inverse = renamed(effect.inverse, (known for known in since if known.now is not None))
    if renamed(inverse, (planned for planned in since if planned.now is None)) is not inverse:
        return Result(done_state(action), _foreseen(inverse), message="what it changed is made again first")
    effect = replace(effect, inverse=inverse)

    def one(part: Inverse | None) -> Steps[Result]:
        return undo_effect(ctx, client, action, replace(effect, inverse=part))

    match effect.inverse:
        case Restore() as form:
            steps = undo_restore(ctx, client, action, effect, form)
        case Do() as form:
            steps = undo_do(ctx, client, action, effect, form)
        case First() as form:
            steps = undo_first(ctx, client, action, effect, form)
        case Items() as form:
            steps = undo_items(ctx, client, action, effect, form)
        case Leave() as form:
            steps = undo_leave(ctx, client, action, form)
        case Either():
            raise Stuck("its answer did not tell which of its inverses is the right one")
        case Several() as form:
            steps = undo_several(form, one, action)
        case _:
            return Result(State.UNCHANGED, message="it had changed nothing")
    return (yield from steps)


def _foreseen(form: Inverse | None) -> tuple[Sent, ...]:
    """What would be sent of what cannot be looked at before it is made again."""
    return tuple(Sent(one.address, plain(one.params), plain(one.body)) for one in calls(form))


def _keep(ctx: Undoing, actions: Iterable[Action]) -> Steps[None]:
    """Write what is kept before anything is undone: whoever goes on after a crash must not undo it."""
    for seq in [] if ctx.wishes.plan else [action.seq for action in actions if _is_kept(ctx, action)]:
        yield Commit(partial(_write_kept, ctx, seq))


def _write_kept(ctx: Undoing, seq: int) -> None:
    summary, payload = Summary(state=State.KEPT.value), {"by": ctx.wishes.by}
    ctx.ledger.append(ctx.run, "kept", payload, epoch=ctx.epoch, seq=seq, owned=True, sync=True, summary=summary)


def report_of(ctx: Undoing, action: Action, result: Result) -> ActionReport:
    """How an action stands, with all that was sent for it, also where the undo broke off."""
    return ActionReport(
        action.seq,
        action.connector,
        action.says,
        result.state,
        result.sent if ctx.wishes.plan else ctx.sent.get(action.seq, ()),
        result.conflicts,
        result.message,
        str(action.planned["residue"]),
        if_stuck=advice(action),
        mitigations=action.mitigations,
        choices=choices(ctx.run, action, state=result.state, reason=result.message, open_run=ctx.wishes.look),
    )
