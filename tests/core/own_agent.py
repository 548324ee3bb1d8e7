"""An agent whose functions are its own, in a process: `own_agent.py sync|async [POINT]` dies at that point."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import suppress

import agentrein as rein
from agentrein import faults
from own_kit import aplace, place


class Boom(RuntimeError):
    """What the agent's own code raises."""


async def later() -> None:
    """The story on an event loop."""
    with suppress(Boom):
        async with rein.run("order"):
            await aplace("B1")
            raise Boom


def now() -> None:
    """One order in a run that fails."""
    with suppress(Boom):
        with rein.run("order"):
            place("A1", 2)
            raise Boom


if __name__ == "__main__":

    def at(name: str) -> None:
        """Kill this process at the point that the command line names."""
        if sys.argv[2:] == [name]:
            os.kill(os.getpid(), signal.SIGKILL)

    faults.listener = at
    asyncio.run(later()) if sys.argv[1] == "async" else now()
