"""An agent that repeats itself: `resume_agent.py sync|async POINT NTH` dies at that passing of a fault point."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from typing import Any

import agentrein as rein
from agentrein import faults
from board.sdk import AsyncBoardClient, BoardClient


def story(client: Any) -> list[Any]:
    """Four writes, two of them equal, in two steps; gives what the code was told."""
    told = []
    with rein.run("onboard", key="onboard-42", resume=True) as run:
        with run.step("cards"):
            told += [client.create_card("ideas", "Welcome"), client.create_card("ideas", "Welcome")]
        with run.step("rest"):
            told.append(client.edit_card(told[0]["id"], card={"note": "new"}))
            told.append(client.edit_card(told[1]["id"], card={"text": "Welcome, second"}))
    return told


async def astory(client: AsyncBoardClient) -> list[Any]:
    """The same with the async client."""
    told = []
    async with rein.run("onboard", key="onboard-42", resume=True) as run:
        async with run.step("cards"):
            told += [await client.create_card("ideas", "Welcome"), await client.create_card("ideas", "Welcome")]
        async with run.step("rest"):
            told.append(await client.edit_card(told[0]["id"], card={"note": "new"}))
            told.append(await client.edit_card(told[1]["id"], card={"text": "Welcome, second"}))
    await client.aclose()
    return told


if __name__ == "__main__":
    mode, *stop = sys.argv[1:]
    passed: list[str] = []

    def at(name: str) -> None:
        """Kill this process at the point that the command line names."""
        passed.append(name)
        if stop == [name, str(passed.count(name))]:
            os.kill(os.getpid(), signal.SIGKILL)

    faults.listener = at
    where = os.environ["BOARD_URL"], os.environ["BOARD_TOKEN"]
    if mode == "sync":
        said = story(rein.wrap(BoardClient(*where)))
    else:
        said = asyncio.run(astory(rein.wrap(AsyncBoardClient(*where))))
    sys.stdout.write(json.dumps({"passed": passed, "told": said}) + "\n")
