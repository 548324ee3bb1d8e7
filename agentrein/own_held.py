"""What only this process can call again: the undos of `durable=False`, with the very objects that they take."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agentrein.errors import ClientError

ONLY_HERE = "undo lives in this process only"
"""What every report says of such an action."""


@dataclass(slots=True, eq=False)
class Held:
    """One call of a function whose undo and probe are called with these very objects.

    `pass_on` gives what each of them is called with, once it is known whether the function returned. `owner` is the
    object whose method the function is.
    """

    functions: Mapping[str, Callable[..., Any]]
    pass_on: Mapping[str, Callable[[Held], dict[str, Any]]]
    owner: Any = None
    returned: bool = False
    result: Any = None
    token: str = field(default_factory=lambda: f"pid {os.getpid()} on {socket.gethostname()} {secrets.token_hex(4)}")

    def function(self, path: str) -> Callable[..., Any]:
        """The function of a path."""
        return self.functions[path]

    def passed(self, path: str) -> dict[str, Any]:
        """What it is called with; raises ClientError where it needs a result that nobody knows."""
        return self.pass_on[path](self)


_HELD: dict[str, Held] = {}


def hold(one: Held) -> None:
    """Keep it as long as the process lives: a run may be undone at any time."""
    _HELD[one.token] = one


def is_held(token: str) -> bool:
    """Whether this process holds it."""
    return token in _HELD


def held(token: str, path: str) -> Held:
    """What is held under a token; raises ClientError in any process but the one that held it."""
    if token not in _HELD:
        raise ClientError(
            f"{path} needs what only the process {token.rpartition(' ')[0]} held, and this one does not",
            now="undo it by hand, then keep it: rein revert RUN --keep N; or undo it where that process still runs",
        )
    return _HELD[token]
