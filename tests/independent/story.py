"""What a story is: one area of a vendor's, what was there before, what the agent does, what a person sees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Story:
    """`prepare` and `state` take a bare client, `act` an armed one, in a process of its own; it sends `writes` writes.

    What `state` gives before the agent came and after the undo must be equal, so it leaves out what rows declare as
    residue.
    """

    prepare: Callable[[Any], object]
    act: Callable[[Any], object]
    state: Callable[[Any], object]
    writes: int
