"""Child runs, tools, keys and threads with an async client: the same promises on an event loop."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from notion_client import AsyncClient, Client
from slack_sdk.web.async_client import AsyncWebClient

import agentrein as rein
from acceptance_kit import Boom, states
from agentrein_notion.sandbox import NotionSandbox
from board.installed import installed
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient
from notion_sandbox_kit import paragraph

Work = Callable[[AsyncBoardClient], Awaitable[Any]]


@pytest.fixture
def board(rein_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BoardSandbox]:
    """A toy vendor whose client is async."""
    with installed(tmp_path), BoardSandbox() as box:
        monkeypatch.setenv("BOARD_URL", box.url)
        monkeypatch.setenv("BOARD_TOKEN", "token-ada")
        yield box


def with_client(board: BoardSandbox, work: Work) -> Any:
    """Run a coroutine function with an armed async client of ada's."""

    async def main() -> Any:
        client = rein.wrap(AsyncBoardClient(board.url, "token-ada"))
        try:
            return await work(client)
        finally:
            await client.aclose()

    return asyncio.run(main())


def texts(board: BoardSandbox) -> list[str]:
    """What the cards say that are not archived."""
    return sorted(str(one["text"]) for one in board.cards.values() if not one["archived"])


def test_twenty_children_at_once(board: BoardSandbox) -> None:
    """Every third fails, in its own task: what the others did stays, and every number is there once."""
    before = texts(board)

    async def work(client: AsyncBoardClient) -> tuple[rein.Run, list[rein.Run]]:
        async def one(number: int) -> rein.Run:
            child = rein.run(f"child {number}")
            with suppress(Boom):
                async with child:
                    await client.create_card("ideas", f"A{number}")
                    async with child.step("part"):
                        await client.create_card("ideas", f"B{number}")
                    if number % 3 == 0:
                        raise Boom
            return child

        async with rein.run("outer") as run:
            inner = await asyncio.gather(*(one(number) for number in range(20)))
        return run, inner

    run, inner = with_client(board, work)
    assert [child.status for child in inner] == ["reverted" if n % 3 == 0 else "completed" for n in range(20)]
    assert sorted(states(run)) == list(range(1, 41))
    assert run.status == "completed"
    assert texts(board) == sorted([*before, *(f"{x}{n}" for x in "AB" for n in range(20) if n % 3)])
    run.ledger.verify(run.id)


def test_children_of_one_card_at_once_end_truthfully(board: BoardSandbox) -> None:
    """Two children change one card, the first of them fails: the second one's change stays, and a person is asked."""

    async def work(client: AsyncBoardClient) -> rein.Run:
        async with rein.run("outer") as run:
            card = (await client.create_card("ideas", "Start"))["id"]
            first, second = rein.run("first"), rein.run("second")
            wrote, go_on = asyncio.Event(), asyncio.Event()

            async def fail() -> None:
                async with first:
                    await client.edit_card(card, card={"text": "By the first"})
                    wrote.set()
                    await go_on.wait()
                    raise Boom

            async def stay() -> None:
                async with second:
                    await wrote.wait()
                    await client.edit_card(card, card={"text": "By the second"})
                    go_on.set()

            results = await asyncio.gather(fail(), stay(), return_exceptions=True)
        assert [type(one) for one in results] == [Boom, type(None)]
        assert (await client.card(card))["text"] == "By the second"
        return run

    run = with_client(board, work)
    assert states(run)[2] in {"conflict", "held"}
    assert run.status == "needs_attention"
    start = [one for one in texts(board) if one == "By the second"]
    assert start
    assert rein.revert(run.id).exit == 0


def test_a_child_in_a_time_limit_is_undone_alone(board: BoardSandbox) -> None:
    """Cancelled by `asyncio.timeout`, the child is undone before the TimeoutError is caught; the run goes on."""
    before = texts(board)

    async def work(client: AsyncBoardClient) -> tuple[rein.Run, rein.Run]:
        async with rein.run("outer") as run:
            await client.create_card("ideas", "Outer")
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.2), rein.run("inner") as child:
                    await client.create_card("ideas", "Inner")
                    await asyncio.sleep(10)
            assert child.status == "reverted"
            await client.create_card("ideas", "Outer again")
        return run, child

    run, child = with_client(board, work)
    assert (run.status, states(child)) == ("completed", {2: "compensated"})
    assert texts(board) == sorted([*before, "Outer", "Outer again"])


def test_a_child_that_is_cancelled_while_it_is_undone(board: BoardSandbox) -> None:
    """Cancelled twice and in its undo: the undo comes to its end, and the task ends cancelled."""
    before = texts(board)

    async def work(client: AsyncBoardClient) -> tuple[rein.Run, rein.Run]:
        child = rein.run("inner")

        async def one() -> None:
            async with child:
                await client.create_card("ideas", "Inner")
                board.faults.add("slow", writes=True, seconds=0.2)
                child.fail("no use")

        async with rein.run("outer") as run:
            task = asyncio.ensure_future(one())
            while "Inner" not in texts(board):  # noqa: ASYNC110 - it is told by the server's thread
                await asyncio.sleep(0.005)
            await asyncio.sleep(0.1)
            task.cancel()
            await asyncio.sleep(0.02)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        return run, child

    run, child = with_client(board, work)
    assert (run.status, child.status) == ("completed", "reverted")
    assert texts(board) == before


@pytest.mark.parametrize("open_in", ["task", "context"])
def test_an_async_child_is_left_in_another_task(board: BoardSandbox, open_in: str) -> None:
    """Scenario 54 with a child: entered by one task and left by another, without an exception of ours."""
    before = texts(board)

    async def work(client: AsyncBoardClient) -> tuple[rein.Run, rein.Run]:
        async with rein.run("outer") as run:
            child = rein.run("inner")
            loop = asyncio.get_running_loop()

            async def enter() -> None:
                await child.__aenter__()
                await client.create_card("ideas", "Inner")

            await loop.create_task(enter())
            error = Boom()
            if open_in == "task":
                await loop.create_task(child.__aexit__(Boom, error, None))
            else:
                await loop.create_task(child.__aexit__(Boom, error, None), context=contextvars.Context())
            await client.create_card("ideas", "Outer")
        return run, child

    run, child = with_client(board, work)
    assert (run.status, child.status) == ("completed", "reverted")
    assert texts(board) == sorted([*before, "Outer"])


def test_an_async_generator_that_two_tasks_drive(board: BoardSandbox) -> None:
    """Scenario 54: the block spans the yields of a generator, and another task ends it."""
    before = texts(board)

    async def work(client: AsyncBoardClient) -> list[rein.Run]:
        runs: list[rein.Run] = []

        async def events() -> Any:
            async with rein.run("outer") as run, rein.run("inner") as child:
                runs.extend([run, child])
                await client.create_card("ideas", "One")
                yield 1
                await client.create_card("ideas", "Two")
                yield 2
                raise Boom

        stream = events()
        loop = asyncio.get_running_loop()

        async def step() -> None:
            with suppress(Boom):
                await anext(stream)

        for _ in range(3):
            await loop.create_task(step())
        return runs

    run, child = with_client(board, work)
    assert (run.status, child.status) == ("reverted", "reverted")
    assert texts(board) == before


def test_an_async_key(board: BoardSandbox) -> None:
    """Legs on different loops are one run; the failure of the last undoes all, though the other loops are gone."""
    before = texts(board)
    runs: list[rein.Run] = []

    def leg(number: int, *, fails: bool) -> None:
        async def work(client: AsyncBoardClient) -> None:
            async with rein.run("chat", key="thread-1") as run:
                runs.append(run)
                await client.create_card("ideas", f"Leg {number}")
                if fails:
                    raise Boom

        with_client(board, work)

    leg(1, fails=False)
    leg(2, fails=False)
    with pytest.raises(Boom):
        leg(3, fails=True)
    assert len({run.id for run in runs}) == 1
    assert (runs[-1].status, states(runs[-1])) == ("reverted", dict.fromkeys((1, 2, 3), "compensated")), runs[-1].report
    assert texts(board) == before


def test_an_async_leg_is_undone_by_a_sync_one(board: BoardSandbox) -> None:
    """The client of the first leg is async, and its loop is gone: the environment has a client for the second."""
    before = texts(board)

    async def work(client: AsyncBoardClient) -> None:
        async with rein.run("chat", key="thread-1"):
            await client.create_card("ideas", "Leg 1")

    with_client(board, work)
    with pytest.raises(Boom), rein.run("chat", key="thread-1") as run:
        raise Boom
    assert (run.status, states(run)) == ("reverted", {1: "compensated"}), run.report
    assert texts(board) == before


def test_async_tools_in_parallel(board: BoardSandbox) -> None:
    """Calls in tasks of one run: each that fails is undone alone, also where the context was lost."""
    before = texts(board)

    async def work(client: AsyncBoardClient) -> rein.Run:
        @rein.tool(refusals="text")
        async def add(text: str) -> str:
            await client.create_card("ideas", text)
            if text.startswith("Bad"):
                raise Boom
            if text.startswith("Refused"):
                await client.delete_card(1)
            return "added"

        loop = asyncio.get_running_loop()
        async with rein.run("outer") as run:
            names = [f"{kind} {number}" for kind in ("Good", "Bad", "Refused") for number in range(4)]
            bare = [loop.create_task(add(name), context=contextvars.Context()) for name in names[::2]]
            mine = [loop.create_task(add(name)) for name in names[1::2]]
            results = await asyncio.gather(*bare, *mine, return_exceptions=True)
        assert sum(isinstance(one, Boom) for one in results) == 4, [str(one) for one in results]
        assert sum("was undone" in str(one) for one in results) == 4, [str(one) for one in results]
        return run

    run = with_client(board, work)
    assert texts(board) == sorted([*before, *(f"Good {number}" for number in range(4))])
    assert run.status == "completed"


def test_async_parts_that_fail_at_once_are_undone_once(board: BoardSandbox) -> None:
    """Two nested children in two tasks fail together, and so does the run: each inverse is sent once."""
    before = texts(board)

    async def work(client: AsyncBoardClient) -> rein.Run:
        wrote, fail = asyncio.Event(), asyncio.Event()

        async def inner() -> None:
            async with rein.run("inner"):
                await client.post("c1", "Inner")
                wrote.set()
                await fail.wait()
                raise Boom

        run = rein.run("root")
        tasks: list[asyncio.Task[None]] = []
        with suppress(Boom):
            async with run, rein.run("outer"):
                tasks.append(asyncio.ensure_future(inner()))
                await wrote.wait()
                await client.post("c1", "Outer")
                board.faults.add("slow", writes=True, seconds=0.1, times=None)
                asyncio.get_running_loop().call_later(0.15, fail.set)
                raise Boom
        await asyncio.gather(*tasks, return_exceptions=True)
        board.faults.clear()
        return run

    board.clear_requests()
    run = with_client(board, work)
    assert (run.status, set(states(run).values())) == ("reverted", {"compensated"})
    undone = [f"{one.method} {one.path}" for one in board.writes][2:]
    assert len(undone) == len(set(undone)), undone
    assert texts(board) == before


# --- the async clients of real SDKs


@pytest.fixture
def chat(rein_sandbox: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Slack's stand-in; a revert finds it through the environment."""
    box = rein_sandbox("slack")
    monkeypatch.setenv("SLACK_API_URL", f"{box.url}/api/")
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-agent")
    return box


@pytest.fixture
def wiki(rein_sandbox: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Notion's stand-in; a revert finds it through the environment."""
    box = rein_sandbox("notion")
    monkeypatch.setenv("NOTION_BASE_URL", box.url)
    monkeypatch.setenv("NOTION_TOKEN", "ntn-agent")
    return box


def test_children_over_two_vendors_fail_alone(chat: Any, wiki: Any) -> None:
    """Slack's and Notion's async clients in one run: of two children at once one fails, and only its writes go."""

    async def work() -> tuple[rein.Run, list[rein.Run]]:
        slack = rein.wrap(AsyncWebClient("xoxb-agent", base_url=f"{chat.url}/api/"))
        async with AsyncClient(auth="ntn-agent", base_url=wiki.url) as plain:
            notion = rein.wrap(plain)

            @rein.tool
            async def announce(text: str) -> None:
                await slack.chat_postMessage(channel="C0AAA", text=text)
                await notion.blocks.children.append(NotionSandbox.NOTES, children=[paragraph(text)])

            async def child(name: str, *, fails: bool) -> rein.Run:
                made = rein.run(name)
                with suppress(Boom):
                    async with made:
                        await announce(name)
                        if fails:
                            raise Boom
                return made

            async with rein.run("outer") as run:
                inner = await asyncio.gather(child("stays", fails=False), child("goes", fails=True))
            return run, inner

    run, (stays, goes) = asyncio.run(work())
    assert run.status == "completed", run
    assert set(states(stays).values()) == {"landed"}
    assert set(states(goes).values()) <= {"reverted", "compensated"}
    assert (len(stays.actions), len(goes.actions), goes.status) == (2, 2, "reverted")
    run.ledger.verify(run.id)


@pytest.mark.parametrize("writes_again", [False, True])
def test_a_leg_whose_client_was_closed_is_undone(wiki: Any, writes_again: bool) -> None:  # noqa: FBT001
    """Each leg has a client of its own, closed at its end, as the SDK is documented: the last one undoes all."""
    start = wiki.state()
    with Client(auth="ntn-agent", base_url=wiki.url) as first, rein.run("chat", key="thread-1"):
        rein.wrap(first).pages.create(
            parent={"page_id": NotionSandbox.NOTES}, properties={"title": [{"text": {"content": "Leg 1"}}]}
        )
    with Client(auth="ntn-agent", base_url=wiki.url) as second:
        with suppress(Boom), rein.run("chat", key="thread-1") as run:
            if writes_again:
                rein.wrap(second).pages.create(
                    parent={"page_id": NotionSandbox.NOTES}, properties={"title": [{"text": {"content": "Leg 2"}}]}
                )
            raise Boom
    assert run.status == "reverted", run.report
    assert wiki.left(start) == []
