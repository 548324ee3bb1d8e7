"""One area of the stand-in: the requests it answers, what is there at the start, and what an undo is to bring back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from agentrein.testing import Routes
from agentrein_hubspot.sandbox.world import World

State = dict[str, dict[str, Any]]
"""Paths of objects with their meaningful fields."""


def nothing_seeded(world: World) -> None:
    """For an area that starts empty."""


def nothing_kept(world: World) -> State:  # noqa: ARG001 - what an area gives takes the world
    """For an area that keeps no state."""
    return {}


@dataclass(frozen=True)
class Area:
    """What one module of the stand-in gives: each module of an area ends with its `AREA`.

    A field `archived` that is true makes an object of the state count as undone.
    """

    routes: Routes
    seed: Callable[[World], None] = nothing_seeded
    state: Callable[[World], State] = nothing_kept
