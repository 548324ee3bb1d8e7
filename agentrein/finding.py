"""Finding out what became of the writes of a run that ended with an open question; nothing is undone."""

from __future__ import annotations

from dataclasses import replace

from agentrein.drive import Steps
from agentrein.errors import LedgerError
from agentrein.fold import Action, fold
from agentrein.forms import forms_in
from agentrein.inverse import Do, Restore, Shows
from agentrein.model import UNDONE, RunStatus, State
from agentrein.planning import Effect
from agentrein.probe import NOTHING_TELLS, found_effects, record_found
from agentrein.probe_later import arrived_effects
from agentrein.report import ActionReport, Report
from agentrein.revert import client_for, in_short, is_state_based, report_of, undo_effect, whose
from agentrein.seen import Overlay
from agentrein.standing import hidden_by
from agentrein.stuck import ClientStuck, Stuck
from agentrein.undo_do import Result, combine, done_state
from agentrein.undoing import Undoing

OPEN_QUESTIONS = frozenset({State.PLANNED, State.UNKNOWN})
"""States of an action of which nobody knows whether it happened."""


def find_out(ctx: Undoing) -> Steps[Report]:
    """Probe each action without an answer and record what is found; the run's status stays as it is."""
    actions = fold(ctx.ledger.entries(ctx.run))
    ctx.know(actions)
    reports: list[ActionReport] = []
    for action in sorted(actions, key=lambda one: one.landed, reverse=True):
        if action.state in OPEN_QUESTIONS:
            report = yield from _found_out(ctx, action)
            ctx.states[action.seq] = report.state
            reports.append(report)
            ctx.progress(report)
    row = ctx.ledger.run(ctx.run)
    return Report(ctx.run, row.name, RunStatus(row.status), tuple(reports), tuple(ctx.stuck_clients.values()))


def _found_out(ctx: Undoing, action: Action) -> Steps[ActionReport]:
    """How one action stands now; where nothing tells, the question stays open, with the reason in the message."""
    try:
        effects = yield from effects_of(ctx, action)
    except Stuck as stuck:
        return report_of(ctx, action, Result(action.state, message=str(stuck)))
    except ClientStuck as stuck:
        ctx.stuck_clients.setdefault(whose(action), f"{action.connector}: {stuck}")
        return report_of(ctx, action, Result(action.state, message=f"left for the next recovery: {stuck}"))
    except LedgerError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever one question raises must not stop the others
        return report_of(ctx, action, Result(action.state, message=f"looking broke off: {in_short(error)}"))
    if action.later is None:  # what tells it later was recorded with it
        yield from record_found(ctx, action, effects)
    if not effects:
        return report_of(ctx, action, Result(State.REJECTED, message="not found: it did not happen"))
    found = report_of(ctx, action, Result(State.LANDED, message="found: it happened, and stays as the run left it"))
    return replace(found, stays=True)


def effects_of(ctx: Undoing, action: Action) -> Steps[tuple[Effect, ...]]:
    """What the vendor shows that an action without an answer did; raises Stuck or ClientStuck where nothing tells."""
    if is_state_based(action) and action.final:
        raise Stuck(NOTHING_TELLS)
    client = yield from client_for(ctx, action)
    ctx = ctx.on(action)
    if action.later is not None:
        return (yield from arrived_effects(ctx, client, action, action.later))
    effects = yield from found_effects(ctx, client, action)
    hidden = None if effects else hidden_by(ctx, action)
    if hidden is not None:
        raise Stuck(f"not found, but #{hidden}, which still stands, may have changed it")
    if not is_state_based(action):
        return effects
    forms = [form for effect in effects for form in forms_in(effect.inverse)]
    if any(isinstance(one, Do) for one in forms) and not any(isinstance(one, Shows | Restore) for one in forms):
        raise Stuck(NOTHING_TELLS)  # its undo reads nothing either: that it could be sent tells nothing
    looking = replace(ctx, wishes=replace(ctx.wishes, plan=True), overlay=Overlay())
    results: list[Result] = []
    for effect in effects:
        results += [(yield from undo_effect(looking, client, action.of(effect), effect))]
    result = combine(results, done_state(action))
    if result.state not in UNDONE | {State.UNCHANGED}:
        raise Stuck(f"nothing tells whether it happened: {result.message}")
    return effects if result.sent else ()
