"""Which actions an undo is about: all of a run, or those of a step, of a child run, or one."""

from __future__ import annotations

from dataclasses import dataclass

from agentrein.children import child_of, is_child, name_of
from agentrein.fold import Action


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the person who reverts asked for; `look` only finds out what happened, and undoes nothing.

    `step`, `action` and `child`, the id of a child run, each limit the undo to a part. `confirmed` says that a person
    has just said yes to all that is about to be undone.
    """

    force: frozenset[int] = frozenset()
    keep: frozenset[int] = frozenset()
    step: str | None = None
    action: int | None = None
    by: str = ""
    plan: bool = False
    look: bool = False
    child: str | None = None
    confirmed: bool = False

    @property
    def whole(self) -> bool:
        """Whether all of the run is to be undone."""
        return self.step is None and self.action is None and self.child is None


def asks_first(wishes: Wishes, action: Action) -> str:
    """Where it is said that a person is asked before an action is undone; empty where they were, or nobody says so.

    They were where they confirmed it all, or named this very action.
    """
    if wishes.confirmed or wishes.action == action.seq or action.final:
        return ""
    places = (str(one.planned.get("ask_before_undo") or "") for one in (action, *action.items))
    return next((place for place in places if place), "")


def is_wished(wishes: Wishes, action: Action) -> bool:
    """Whether an undo is about an action."""
    by_step = wishes.step is None or wishes.step in step_names(action)
    by_number = wishes.action is None or wishes.action == action.seq
    return by_step and by_number and is_within(wishes.child, action)


def step_names(action: Action) -> list[str]:
    """The names of the steps in which an action was done, outermost first."""
    return [name_of(key) for key in action.planned["steps"] if not is_child(key)]


def is_within(child: str | None, action: Action) -> bool:
    """Whether an action was done in a child run, or none is asked for."""
    return child is None or any(child_of(key) == child for key in action.planned["steps"])
