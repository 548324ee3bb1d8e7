"""Probes that read a list: which entries an action made, told from those of people and of other actions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from agentrein.address import build
from agentrein.client import Client
from agentrein.drive import Steps
from agentrein.fold import Action
from agentrein.inverse import Find, Read
from agentrein.inverse_view import lasting
from agentrein.paths import pick
from agentrein.planning import Effect
from agentrein.probe_match import (
    EXACT,
    effect_of,
    is_alike,
    is_by,
    is_in_time,
    is_ours,
    made_at,
    name_of,
    newest_first,
    plain,
    planned_at,
    planned_since,
)
from agentrein.probe_rivals import Rival, is_claimed, may_own, rivals_of, share, unanswered
from agentrein.reads import SUCCESS
from agentrein.stuck import Stuck
from agentrein.undoing import Undoing

MOST_PAGES = 20


def find_effects(ctx: Undoing, client: Client, action: Action, probe: Find, *, last: bool) -> Steps[tuple[Effect, ...]]:
    """The entries of the list that this action made; raises Stuck where nothing tells whose they are.

    The `last` look also raises where nothing matches but an entry stands there that may be the action's, changed since.
    """
    _check_kept(action, probe)
    items = yield from listed(ctx, client, action, probe)
    found = []
    for item in newest_first(probe, [item for item in items if is_ours(action, probe, item)]):
        effect = effect_of(action, probe, item)
        if not is_claimed(ctx, action, effect):
            found.append((item, effect))
    _check_age(action, probe, found)
    rivals = rivals_of(ctx, client, action, probe, [item for item, _ in found])
    _check_alone(action, probe, found, rivals)
    effects = share(ctx, action, [effect for _, effect in found], rivals)
    if not effects and last:
        _check_rewritten(ctx, client, action, probe, items)
        yield from _check_near(ctx, client, action, probe, items)
        _check_lag(action, probe)
    return effects


def is_listed(ctx: Undoing, client: Client, action: Action, probe: Find) -> Steps[bool]:
    """Whether the list holds an entry as the probe describes it, made since the action."""
    items = yield from listed(ctx, client, action, probe)
    return any(is_ours(action, probe, item, timedelta.max) for item in items)


def listed(ctx: Undoing, client: Client, action: Action, probe: Find) -> Steps[list[Any]]:
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
        if page is None or _reaches_back(items, probe, planned_since(action)):
            return listed
    where = yield from _request_line(ctx, client, probe.read)
    raise Stuck(f"{where}: {MOST_PAGES} pages did not reach back to the write")


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
        return plain(pick(body, probe.next)) or None
    return page + 1 if probe.pages and len(items) >= probe.size else None


def _reaches_back(items: list[Any], probe: Find, since: datetime) -> bool:
    """Whether a page of a list that is newest first ends before the action; one that is not is read to its end."""
    newest, oldest = (made_at(items[at], probe) if items else None for at in (0, -1))
    return newest is not None and oldest is not None and oldest < since and newest > oldest


def _check_lag(action: Action, probe: Find) -> None:
    """Raise Stuck where nothing is listed, and the list may still come to show what was made."""
    left = seconds_behind(action, probe)
    if left > 0:
        raise Stuck(
            f"{probe.read.address} may not show yet what was made at {action.at[11:16]}, so nothing tells whether it "
            f"happened: look again in {math.ceil(left / 60)} min"
        )


def seconds_behind(action: Action, probe: Find) -> float:
    """For how many seconds the list may still lag behind the action."""
    return probe.lags - (datetime.now(UTC) - planned_at(action)).total_seconds()


def _check_age(action: Action, probe: Find, found: list[tuple[Any, Effect]]) -> None:
    """Raise Stuck for an entry from before the plan, where nothing told how the vendor's clock goes."""
    if action.clock_ahead is not None:
        return
    for item, effect in found:
        made = made_at(item, probe)
        if made is not None and made < planned_at(action) - EXACT:
            raise Stuck(
                f"{name_of(effect)} reads like it, but was made before the call by the vendor's clock, of which "
                "nothing tells whether it is behind ours; look whose it is"
            )


def _check_alone(action: Action, probe: Find, found: list[tuple[Any, Effect]], rivals: list[Rival]) -> None:
    """Raise Stuck where there are more entries than actions and one may be another's, or from before the plan."""
    if len(found) <= len(rivals) + 1:
        return
    if not probe.mine and not _is_by_key(action, probe):
        raise Stuck(
            f"{', '.join(name_of(effect) for _, effect in found)} read like it, and nothing shows who made them; look "
            "whose they are"
        )
    if not probe.within:
        return
    coarse = timedelta(seconds=probe.within)
    made = [(item, effect, made_at(item, probe)) for item, effect in found]
    old = [name_of(effect) for _, effect, at in made if at is not None and at - coarse < planned_at(action)]
    if old:
        raise Stuck(
            f"{', '.join(old)} read like it, and the vendor does not show times so exactly that they would tell which "
            "of them it made; look whose they are"
        )


def _is_by_key(action: Action, probe: Find) -> bool:
    """Whether an entry is known by the idempotency key of the call, which nobody else has."""
    key = action.planned["call"].get("key")
    return bool(key) and key in probe.same.values()


def _check_kept(action: Action, probe: Find) -> None:
    """Raise Stuck where the list no longer goes back to the action: that it is not there tells nothing then."""
    age = (datetime.now(UTC) - datetime.fromisoformat(action.at)).total_seconds()
    if probe.kept and age > probe.kept:
        reach = f"{probe.read.address} goes back {lasting(probe.kept)} only"
        raise Stuck(f"{reach}, so nothing tells whether it happened; look for it")


def _check_rewritten(ctx: Undoing, client: Client, action: Action, probe: Find, items: list[Any]) -> None:
    """Raise Stuck where the vendor may list what was made otherwise than it was sent, and a new entry stands there."""
    new = [item for item in items if probe.rewrites and is_in_time(action, probe, item)]
    for effect in _unclaimed(ctx, client, action, probe, new):
        raise Stuck(
            f"nothing reads as it was sent, but {name_of(effect)} was not there before, no other write made it, "
            "and the vendor may keep what it is sent otherwise; look whether it is this one"
        )


def _unclaimed(ctx: Undoing, client: Client, action: Action, probe: Find, items: list[Any]) -> Iterator[Effect]:
    """What the actor made of the entries that read otherwise than they were sent, and that no other write made."""
    others = unanswered(ctx, client, action, probe) if items else []
    account = None if action.actor is None else action.actor.account
    for item in items:
        if not is_by(probe, item, account) or is_ours(action, probe, item):
            continue
        effect = effect_of(action, probe, item)
        if not is_claimed(ctx, action, effect) and not any(may_own(o.action, form, [item]) for o, form in others):
            yield effect


def _check_near(ctx: Undoing, client: Client, action: Action, probe: Find, items: list[Any]) -> Steps[None]:
    """Raise Stuck where an entry that matches nothing may be the action's all the same."""
    if not (probe.mine and probe.since) or action.actor is None:
        return
    account = action.actor.account
    near = [item for item in items if is_in_time(action, probe, item) and is_alike(probe, item)]
    for effect in _unclaimed(ctx, client, action, probe, near):
        raise Stuck(
            f"nothing reads as it was sent, but {name_of(effect)} was made by {account} in that time and no other "
            "write made it: somebody may have changed it since; look whether it is this one"
        )
    if near and client.options.account is not None and not any(is_by(probe, item, account) for item in items):
        where = yield from _request_line(ctx, client, probe.read)
        raise Stuck(
            f"nothing in {where} is by {account}, as whom wrap was told that the client acts, though "
            "others made something there in that time; look whether one of those is this"
        )
