"""What the undo of an own action needs besides a client: the attempt that it writes for, and its functions at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentrein.errors import ReinError
from agentrein.fold import Action
from agentrein.forms import forms_in
from agentrein.inverse import Do, Either, Inverse, Read
from agentrein.policy import Policy
from agentrein.stuck import Stuck

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.undoing import Undoing


def in_undo(ctx: Undoing, action: Action, client: Client) -> Client:
    """The client for the undo of one action; raises Stuck where a function of it cannot be had in this process."""
    from agentrein.own_client import OwnClient

    if not isinstance(client, OwnClient):
        return client
    _check(action, plan=ctx.wishes.plan)
    from agentrein.attempts import Attempt

    name = ctx.ledger.run(ctx.run).name
    policy = _passed(ctx) if ctx.policy is None else ctx.policy
    attempt = Attempt(ctx.ledger, ctx.run, name, ctx.epoch, action.seq, policy)
    return client.within(attempt, plan=ctx.wishes.plan)


def _passed(ctx: Undoing) -> Policy:
    """The rules that were passed to the run; a pinned file decides before them, in this process as in that one."""
    opened = ctx.ledger.last(ctx.run, "opened")
    return Policy(dict(((opened and opened.payload) or {}).get("policy", {})))


def _first(inverse: Inverse | None) -> Inverse | None:
    """Of an inverse that no answer has decided yet, what is called where the function returned."""
    return inverse.cases[0][1] if isinstance(inverse, Either) else inverse


def _check(action: Action, *, plan: bool) -> None:
    from agentrein.own_held import held, is_held
    from agentrein.own_paths import check_named, find

    inverses = (_first(effect.inverse) for effect in action.effects)
    for form in (one for inverse in inverses for one in forms_in(inverse)):
        if not isinstance(form, Do | Read):
            continue
        try:
            if "process" in form.params and ("root" not in form.params or is_held(str(form.params["process"]))):
                held(str(form.params["process"]), form.address)
            else:
                check = check_named if plan else find
                check(form.address, str(form.params.get("root", "")))
        except ReinError as error:
            raise Stuck(f"{error.what}; {error.now}") from error
