"""What a type checker sees of own actions: the function keeps its own type."""

from typing import assert_type

import agentrein as rein


def remove(order: str) -> None:
    """An undo."""


@rein.action(undo=remove)
def make(order: str, pieces: int = 1) -> list[str]:
    """An action."""
    return [order] * pieces


@rein.action(undo=remove, tier=rein.COMPENSABLE, durable=False)
async def make_later(order: str) -> int:
    """An async action."""
    return len(order)


@rein.action
def send(order: str) -> bool:
    """What nothing undoes."""
    return bool(order)


async def use() -> rein.Step:
    """Hold the types of calls; checked, never run."""
    assert_type(make("A1", pieces=2), list[str])
    assert_type(await make_later("A1"), int)
    assert_type(send("A1"), bool)
    return rein.Step("make", lambda ctx: make(ctx["order"]), None)


def test_decorated_functions_keep_their_names() -> None:
    """Tools that read a function's signature and docstring see its own."""
    assert (make.__name__, make.__doc__) == ("make", "An action.")
