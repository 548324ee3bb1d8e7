"""Sync and async clients of one vendor on one event loop."""

from __future__ import annotations

import asyncio

import pytest

import agentrein as rein
from board.agent import until, with_client, writes
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient, BoardClient


def test_a_sync_write_does_not_wait_for_its_own_loop(board: BoardSandbox, ada: BoardClient) -> None:
    """A task of the loop holds the thing, and could never let it go while the loop waits: that is said, not hung."""
    board.faults.add("slow", method="PATCH", times=1, seconds=0.3)

    async def work(client: AsyncBoardClient) -> None:
        async with rein.run("board"):
            task = asyncio.create_task(client.edit_card(board.first, card={"text": "Async"}))
            await until(lambda: writes(board))
            with pytest.raises(rein.UsageError, match="to_thread"):
                ada.edit_card(board.first, card={"text": "Sync"})
            await asyncio.to_thread(ada.edit_card, board.second, card={"text": "Other"})
            await task
            await asyncio.to_thread(ada.edit_card, board.first, card={"text": "Sync"})

    with_client(board, work)
    assert board.cards[board.first]["text"] == "Sync"
