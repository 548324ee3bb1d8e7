"""An async agent in a process of its own whose block fails; the undo of its one write takes long."""

from __future__ import annotations

import asyncio
import os

import agentrein as rein
from board.sdk import AsyncBoardClient


class Boom(RuntimeError):
    """What the agent's own code raises."""


async def main() -> None:
    """One write, then a failure."""
    client = rein.wrap(AsyncBoardClient(os.environ["BOARD_URL"], os.environ["BOARD_TOKEN"]))
    try:
        async with rein.run("interrupted"):
            await client.create_card("ideas", "Mine")
            raise Boom
    finally:
        await client.aclose()


if __name__ == "__main__":
    asyncio.run(main())
