"""Last in, first out, asserted by the stand-in itself: a stack of effects per object.

Snapshots are dicts of an object's meaningful fields, None where the object is absent. Objects are paths whose
prefixes are their parents (`repo:9/issue:7/comment:12`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

Snapshot = Mapping[str, Any]
State = Mapping[str, Snapshot]
Compensated = Callable[[Snapshot], bool]


@dataclass(frozen=True)
class Effect:
    """One change of one object that was not undone yet; `n` orders the effects of all objects."""

    n: int
    object: str
    before: Snapshot | None
    after: Snapshot | None
    by: str

    def __str__(self) -> str:
        return f"#{self.n} {self.by} on {self.object}"


class Order:
    """Stacks of effects; a change back to an earlier snapshot pops, out of turn it is a violation.

    A creation is also popped by the form that the vendor's stand-in calls compensated (a closed issue, say).
    Off until `watch()`.
    """

    def __init__(self, compensated: Compensated) -> None:
        self._compensated = compensated
        self._stacks: dict[str, list[Effect]] = {}
        self._n = 0
        self.watching = False
        self.violations: list[str] = []

    def watch(self) -> None:
        """Begin to record effects, with empty stacks and no violations."""
        self._stacks.clear()
        self.violations.clear()
        self._n = 0
        self.watching = True

    def stop(self) -> None:
        """Record no further effects; what was recorded stays readable."""
        self.watching = False

    def standing(self) -> list[str]:
        """The objects that carry effects which were not undone, sorted."""
        return sorted(path for path, stack in self._stacks.items() if stack)

    def effects(self, path: str) -> list[Effect]:
        """The effects that stand on one object, oldest first."""
        return list(self._stacks.get(path, ()))

    def note(self, by: str, before: State, after: State) -> None:
        """Record what one request changed: `by` names it, the states are those around it."""
        self._n += 1
        for path in _changed(before, after):
            self._one(by, path, before.get(path), after.get(path))

    def _one(self, by: str, path: str, before: Snapshot | None, after: Snapshot | None) -> None:
        stack = self._stacks.setdefault(path, [])
        depth = self._undone(stack, after)
        if depth is None:
            stack.append(Effect(self._n, path, before, after, by))
            return
        undone = stack[depth]
        newer = stack[depth + 1 :] + self._children_newer(undone)
        if newer:
            listed = ", ".join(str(effect) for effect in sorted(newer, key=lambda effect: effect.n))
            self.violations.append(f"{by} undid {undone} while newer effects stand on it: {listed}")
        del stack[depth:]

    def _undone(self, stack: list[Effect], after: Snapshot | None) -> int | None:
        """Where in the stack is the effect whose start this snapshot is."""
        for depth in range(len(stack) - 1, -1, -1):
            if stack[depth].before == after:
                return depth
        if stack and stack[0].before is None and after is not None and self._compensated(after):
            return 0
        return None

    def _children_newer(self, undone: Effect) -> list[Effect]:
        if undone.before is not None:
            return []
        inside = undone.object + "/"
        return [
            effect
            for path, stack in self._stacks.items()
            if path.startswith(inside)
            for effect in stack
            if effect.n > undone.n
        ]

    def __repr__(self) -> str:
        state = "watching" if self.watching else "off"
        return f"<Order {state}: {len(self.standing())} standing, {len(self.violations)} violations>"


def _changed(before: State, after: State) -> list[str]:
    """The objects that differ: those gone first (children before parents), then the changed and the new by path."""
    gone = sorted((path for path in before if path not in after), reverse=True)
    rest = sorted(path for path in after if before.get(path) != after[path])
    return gone + rest


def left(start: State, now: State, compensated: Compensated, ignore: Iterable[str] = ()) -> list[str]:
    """What differs between two states, a sentence each; new objects in their compensated form are left out.

    `ignore` holds shell-style patterns of object paths.
    """
    patterns = tuple(ignore)
    sentences: list[str] = []
    for path in sorted({*start, *now}):
        if not any(fnmatchcase(path, pattern) for pattern in patterns):
            sentences += _difference(path, start.get(path), now.get(path), compensated)
    return sentences


def _difference(path: str, was: Snapshot | None, now: Snapshot | None, compensated: Compensated) -> list[str]:
    if was is None and now is not None:
        return [] if compensated(now) else [f"{path} is new: {dict(now)!r}"]
    if was is not None and now is None:
        return [f"{path} is gone: it was {dict(was)!r}"]
    if was is None or now is None:
        return []
    fields = [name for name in sorted({*was, *now}) if was.get(name) != now.get(name)]
    return [f"{path} {name} is {now.get(name)!r}, was {was.get(name)!r}" for name in fields]
