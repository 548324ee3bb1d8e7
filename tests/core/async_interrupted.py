"""An async agent in a process of its own, which fails (`async_interrupted.py fails`) or waits for Ctrl-C in its run."""

from __future__ import annotations

import asyncio
import os
import sys

import agentrein as rein
from board.sdk import AsyncBoardClient


class Boom(RuntimeError):
    """What the agent's own code raises."""


async def main() -> None:
    """One write, then the end."""
    client = rein.wrap(AsyncBoardClient(os.environ["BOARD_URL"], os.environ["BOARD_TOKEN"]))
    try:
        async with rein.run("interrupted"):
            await client.create_card("ideas", "Mine")
            if "fails" in sys.argv:
                raise Boom
            sys.stdout.write("waits\n")
            sys.stdout.flush()
            await asyncio.sleep(60)
    finally:
        await client.aclose()


if __name__ == "__main__":
    asyncio.run(main())
