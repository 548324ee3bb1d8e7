"""Where the secret paths of a row lead: in what a call says, and in what a restore would write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agentrein.paths import Step

if TYPE_CHECKING:
    from agentrein.inverse import Field

Steps = tuple[Step, ...]


def places(tree: Any, step: Step) -> dict[Any, Any]:
    """What one step of a secret path leads to; in a list it is every place, whichever of them the step names."""
    if isinstance(tree, dict):
        return tree if step.kind == "any" else {key: value for key, value in tree.items() if key == step.name}
    if isinstance(tree, list) and (step.kind in {"each", "any"} or _is_place(step)):
        return dict(enumerate(tree))
    return {}


def stands_at(tree: Any, steps: Steps) -> bool:
    """Whether anything stands where a secret path leads, a null included."""
    if not steps:
        return True
    return any(stands_at(value, steps[1:]) for value in places(tree, steps[0]).values())


def shows_at(tree: Any, steps: Steps) -> bool:
    """Whether anything but a null stands where a secret path leads, such as the stars that many vendors show."""
    if not steps:
        return tree is not None
    return any(shows_at(value, steps[1:]) for value in places(tree, steps[0]).values())


def field_steps(one: Field) -> list[Steps]:
    """Where a call may say a field: under its own name, and under the key by which the call sets it."""
    inside = (Step("name", one.inside),) if one.inside else ()
    return [(*inside, Step("name", name)) for name in dict.fromkeys((one.name, one.sent or one.name))]


def overlap(one: Steps, other: Steps) -> bool:
    """Whether one of two paths may lead through the other."""
    return all(_may_be_one(this, that) for this, that in zip(one, other, strict=False))


def covers(one: Steps, secret: Steps) -> bool:
    """Whether what stands at one path holds a secret among other things, and is neither it nor all of its entries."""
    whole = list(secret)
    while whole and whole[-1].kind in {"each", "any"}:
        whole.pop()
    return len(one) < len(whole) and overlap(one, secret)


def _may_be_one(this: Step, that: Step) -> bool:
    if "any" in {this.kind, that.kind}:
        return True
    if this.kind == that.kind == "name":
        return this.name == that.name
    named = [step for step in (this, that) if step.kind == "name"]
    return all(map(_is_place, named))


def _is_place(step: Step) -> bool:
    """Whether a name may be a place in a list."""
    return step.kind == "name" and step.name.removeprefix("-").isdecimal()
