"""The toy vendor's stand-in for dry runs: its own service in this process, with numbers that it never gives."""

from __future__ import annotations

import itertools

from agentrein.rehearsal import INVENTED
from agentrein.testing.stand_in import SandboxStandIn
from board.sandbox import BoardSandbox


class BoardStandIn(SandboxStandIn):
    """The board without any card: what it is asked for is there if the dry run made it."""


def stand_in(endpoint: str) -> BoardStandIn:
    """A stand-in for an endpoint."""
    box = BoardSandbox()
    box.stand_at(endpoint)
    box.cards.clear()
    box.numbers = itertools.count(INVENTED)
    return BoardStandIn(box, {"authorization": "Bearer token-ada"})
