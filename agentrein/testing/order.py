"""Last in, first out, asserted by the stand-in itself: a stack of effects per object.

Snapshots are dicts of an object's meaningful fields, None where the object is absent. Objects are paths whose
prefixes are their parents (`repo:9/issue:7/comment:12`). An effect stands on the parts that it changed: the object's
being there, a field, a member of a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

Snapshot = Mapping[str, Any]
State = Mapping[str, Snapshot]
Compensated = Callable[[Snapshot], bool]
_ITSELF = ""


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


@dataclass(frozen=True)
class _Layer:
    """What one effect did to one part."""

    effect: Effect
    before: Any


class Order:
    """Stacks of effects; a change back to an earlier value pops, out of turn it is a violation.

    A creation is also popped by the form that the vendor's stand-in calls compensated (a closed issue, say). Off until
    `watch()`. Who knows when the undo begins says so: after `acting()` nothing pops, whatever value it leads to; after
    `undoing()` what stands may only be taken back, newest first.
    """

    def __init__(self, compensated: Compensated) -> None:
        self._compensated = compensated
        self._stacks: dict[str, dict[str, list[_Layer]]] = {}
        self._n = 0
        self._pops, self._pushes = True, True
        self.watching = False
        self.violations: list[str] = []

    def watch(self) -> None:
        """Begin to record effects, with empty stacks and no violations."""
        self._stacks.clear()
        self.violations.clear()
        self._n = 0
        self._pops, self._pushes = True, True
        self.watching = True

    def acting(self) -> None:
        """From now on every change is an effect of its own, even one back to an earlier value."""
        self._pops, self._pushes = False, True

    def undoing(self) -> None:
        """From now on every change of what carries effects must take back the newest of them."""
        self._pops, self._pushes = True, False

    def stop(self) -> None:
        """Record no further effects; what was recorded stays readable."""
        self.watching = False

    def standing(self) -> list[str]:
        """The objects that carry effects which were not undone, sorted."""
        return sorted(path for path in self._stacks if self.effects(path))

    def effects(self, path: str) -> list[Effect]:
        """The effects that stand on one object, oldest first."""
        found = {layer.effect.n: layer.effect for stack in self._stacks.get(path, {}).values() for layer in stack}
        return [found[n] for n in sorted(found)]

    def note(self, by: str, before: State, after: State) -> None:
        """Record what one request changed: `by` names it, the states are those around it."""
        self._n += 1
        for path in _changed(before, after):
            self._one(Effect(self._n, path, before.get(path), after.get(path), by))

    def _one(self, change: Effect) -> None:
        creation = self._creation(change.object) if self._pops else None
        if creation is not None and self._ends(change):
            newer = [e for e in self._on_and_in(change.object) if e.n > creation.n]
            self._judge(change, creation, newer)
            for stack in self._stacks[change.object].values():
                stack[:] = [layer for layer in stack if layer.effect.n < creation.n]
            return
        judged: dict[int, tuple[Effect, list[Effect]]] = {}
        for part, was, now in _parts(change):
            stack = self._stacks.setdefault(change.object, {}).setdefault(part, [])
            depth = self._undone(stack, now) if self._pops else None
            if depth is None:
                if not stack and not self._pushes and creation is not None:
                    continue  # the undo prepares the end of what was made, such as a name that is given free
                if stack and not self._pushes:
                    self.violations.append(f"{change.by} changed {part or 'what'} {stack[-1].effect} left")
                stack.append(_Layer(change, was))
                continue
            undone = stack[depth].effect
            _, newer = judged.setdefault(undone.n, (undone, []))
            newer += [layer.effect for layer in stack[depth + 1 :] if layer.effect not in newer]
            del stack[depth:]
        for undone, newer in judged.values():
            self._judge(change, undone, newer)

    def _is_next(self, change: Effect) -> bool:
        """Whether each part that changed goes back to where its newest effect began."""
        stacks = self._stacks.get(change.object, {})
        tops = [(stacks.get(part, [])[-1:], now) for part, _, now in _parts(change)]
        return all(top and top[0].before == now for top, now in tops)

    def _ends(self, change: Effect) -> bool:
        """Whether the object is gone now, or compensated as it was not before."""
        if change.after is None or change.before is None:
            return change.after is None
        comes = self._compensated(change.after) and not self._compensated(change.before)
        return comes and not self._is_next(change)

    def _creation(self, path: str) -> Effect | None:
        """The effect that made the object, the last time if it was made again; None if that does not stand."""
        layers = self._stacks.get(path, {}).get(_ITSELF, [])
        return next((layer.effect for layer in reversed(layers) if layer.before is None), None)

    def _undone(self, stack: list[_Layer], now: Any) -> int | None:
        """Where in the stack is the effect whose start this value is."""
        return next((depth for depth in range(len(stack) - 1, -1, -1) if stack[depth].before == now), None)

    def _judge(self, change: Effect, undone: Effect, newer: list[Effect]) -> None:
        if newer:
            listed = ", ".join(str(effect) for effect in sorted(newer, key=lambda effect: effect.n))
            self.violations.append(f"{change.by} undid {undone} while newer effects stand on it: {listed}")

    def _on_and_in(self, path: str) -> list[Effect]:
        """The effects that stand on an object and on its children."""
        inside = [other for other in self._stacks if other == path or other.startswith(path + "/")]
        return [effect for other in inside for effect in self.effects(other)]

    def __repr__(self) -> str:
        state = "watching" if self.watching else "off"
        return f"<Order {state}: {len(self.standing())} standing, {len(self.violations)} violations>"


def _parts(change: Effect) -> Iterator[tuple[str, Any, Any]]:
    """The parts that a change touches, each with its values around it."""
    if change.before is None or change.after is None:
        yield _ITSELF, change.before, change.after
        return
    for name in sorted({*change.before, *change.after}):
        was, now = change.before.get(name), change.after.get(name)
        if isinstance(was, list) and isinstance(now, list):
            yield from ((f"{name}[{member}]", member in was, member in now) for member in set(was) ^ set(now))
        elif was != now:
            yield name, was, now


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
