"""What the rows share that put several people into several things at once: each pair is undone by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agentrein.connector import REVERSIBLE, before, computed, do, each, items, op, sent, shows, stands
from agentrein_slack.operations.places import METHODS
from agentrein_slack.readings_of_people import names

Pairs = list[dict[str, str]]


def pairs(body: Any, there: Any, users: str, entities: str) -> Pairs:
    """Everybody in everything that a call names under these names, without those that are there."""
    asked = body if isinstance(body, dict) else {}
    wanted = [
        {"user": user, "entity": entity} for user in names(asked.get(users)) for entity in names(asked.get(entities))
    ]
    return [one for one in wanted if one not in (there or ())]


def paired(
    address: str,
    back: str,
    asked: Callable[[Any, Any], Pairs],
    now: Callable[..., Any],
    one: dict[str, Any],
    *,
    gives: bool,
    **columns: Any,
) -> Any:
    """The row that puts people into things, or takes them out.

    `asked` are the pairs that a call names, without those that are there; `now` reads which are there; `one` are the
    arguments that put in or take out one pair.
    """
    new = computed(asked, sent(), before("pairs"))
    changed = new if gives else computed(asked, sent(), new)
    return op(
        address,
        sdk=f"WebClient.{address.replace('.', '_')}",
        tier=REVERSIBLE,
        before=now(),
        inverse=items(do(back, one, goal=shows(now("one", pair=each), there=not gives)), over=changed),
        probe=stands(now(wanted=changed), {"there": gives}),
        why=f"Each who came in by this call goes out again, one by one, or the other way round. {METHODS}/{back}",
        **columns,
    )
