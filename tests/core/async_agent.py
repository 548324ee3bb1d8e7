"""An async agent in a process of its own: `async_agent.py POINT NTH` dies at that passing of a fault point, if any."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress

import agentrein as rein
from agentrein import faults
from board.sdk import AsyncBoardClient


class Boom(RuntimeError):
    """What the agent's own code raises."""


async def story(client: AsyncBoardClient) -> None:
    """Three writes in a run that fails: two at once, then one that stands on what the first made."""
    with suppress(Boom):
        async with rein.run("async") as run:
            made, _ = await asyncio.gather(client.create_card("ideas", "Mine"), client.post("c1", "Hello"))
            await client.set_tags(made["id"], "new")
            sys.stdout.write(json.dumps({"run": run.id}) + "\n")
            raise Boom


async def main() -> None:
    """The story with a client of the environment."""
    client = rein.wrap(AsyncBoardClient(os.environ["BOARD_URL"], os.environ["BOARD_TOKEN"]))
    try:
        await story(client)
    finally:
        await client.aclose()


if __name__ == "__main__":
    passed: list[str] = []

    def at(name: str) -> None:
        """Kill this process at the point that the command line names."""
        passed.append(name)
        if sys.argv[1:] == [name, str(passed.count(name))]:
            os.kill(os.getpid(), signal.SIGKILL)

    faults.listener = at
    asyncio.run(main())
    sys.stdout.write(json.dumps({"passed": passed}) + "\n")
