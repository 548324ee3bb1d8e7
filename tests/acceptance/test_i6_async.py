"""I6 on an event loop: cancelled, timed out, left elsewhere or killed, a run comes to its end."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import anyio
import pytest
from github import Github
from github.Repository import Repository

import agentrein as rein
from acceptance_kit import Boom, python, sent, states
from agentrein_github.sandbox import GitHubSandbox

DIES = """
import asyncio, os, signal, sys
import agentrein as rein
from agentrein import faults
from acceptance_kit import AGENT
from github import Auth, Github

def at(point):
    if point == sys.argv[1]:
        os.kill(os.getpid(), signal.SIGKILL)

async def main():
    github = Github(auth=Auth.Token(AGENT), base_url=os.environ["GITHUB_API_URL"], retry=None)
    repo = rein.wrap(github).get_repo("acme/app")
    async with rein.run("triage"):
        await asyncio.to_thread(repo.create_issue, "a")
        faults.listener = at
        await asyncio.to_thread(repo.create_issue, "b")
        raise RuntimeError("the agent fails")

asyncio.run(main())
"""


@pytest.fixture
def repo(gh: Github) -> Repository:
    """The armed client's repository."""
    return gh.get_repo("acme/app")


async def write(repo: Repository, *titles: str) -> None:
    """Open issues as a tool of an async framework does: the SDK is sync, so in threads."""
    for title in titles:
        await asyncio.to_thread(repo.create_issue, title)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is true."""
    while not condition():  # noqa: ASYNC110 - it becomes true in the server's thread
        await asyncio.sleep(0.005)


def test_a_task_cancelled_twice_is_undone_to_its_end(sb: GitHubSandbox, repo: Repository) -> None:
    """Scenario 40: the second cancellation waits for the revert, and the first is what leaves."""
    start, run = sb.state(), rein.run("triage")
    sb.faults.add("slow", method="PATCH", seconds=0.2, times=None)

    async def agent() -> None:
        async with run:
            await write(repo, "a", "b")
            await asyncio.sleep(60)

    async def main() -> None:
        task = asyncio.create_task(agent())
        await until(lambda: len(sent(sb)) == 2 and not run.in_flight())
        task.cancel("first")
        await until(lambda: any(one.startswith("PATCH") for one in sent(sb)))
        task.cancel("second")
        with pytest.raises(asyncio.CancelledError, match="first") as left:
            await task
        assert "2 undone, 0 left" in "".join(left.value.__notes__)

    asyncio.run(main())
    assert (run.status, states(run)) == ("reverted", {1: "compensated", 2: "compensated"})
    assert sb.left(start) == []


@pytest.mark.parametrize("around", [anyio.move_on_after, asyncio.timeout])
def test_a_time_limit_around_the_run_waits_for_the_revert(
    sb: GitHubSandbox, repo: Repository, around: Callable[[float], object]
) -> None:
    """Scenario 40: the limit ends the agent's work, the revert completes, then the limit ends as it always does."""
    start, run = sb.state(), rein.run("triage")
    sb.faults.add("slow", method="PATCH", seconds=0.3, times=None)

    async def agent() -> None:
        async with run:
            await write(repo, "a", "b")
            await asyncio.sleep(60)

    async def main() -> None:
        if around is anyio.move_on_after:
            with anyio.move_on_after(0.5) as scope:
                await agent()
            assert scope.cancelled_caught
        else:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.5):
                    await agent()

    asyncio.run(main())
    assert run.status == "reverted"
    assert sb.left(start) == []


def test_a_revert_never_takes_longer_than_its_time(sb: GitHubSandbox, repo: Repository) -> None:
    """What `revert_timeout` cuts off is said on the exception and finished by a recovery."""
    start = sb.state()
    run = rein.run("triage", revert_timeout=0.3)
    sb.faults.add("slow", method="PATCH", seconds=0.5)

    async def main() -> None:
        async with run:
            await write(repo, "a", "b")
            raise Boom

    with pytest.raises(Boom) as left:
        asyncio.run(main())
    notes = "\n".join(left.value.__notes__)
    assert "revert_timeout=0.3 seconds" in notes
    assert f"rein revert {run.id}" in notes
    assert left.value.__rein__.left  # type: ignore[attr-defined]
    assert asyncio.run(rein.arecover())[0].exit == 0
    assert sb.left(start) == []


def test_a_generator_driven_by_two_tasks(sb: GitHubSandbox, repo: Repository) -> None:
    """Scenario 54: entered in one task, left in another: no exception of ours, the revert done."""
    start = sb.state()

    @asynccontextmanager
    async def dependency() -> AsyncIterator[rein.Run]:
        async with rein.run("triage") as run:
            yield run

    async def main() -> rein.Run:
        held, error = dependency(), Boom()
        run = await asyncio.create_task(held.__aenter__())
        await write(repo, "a")
        swallowed = await asyncio.create_task(held.__aexit__(Boom, error, None))
        assert not swallowed
        assert "1 undone" in error.__notes__[0]
        return run

    run = asyncio.run(main())
    assert (run.status, states(run)) == ("reverted", {1: "compensated"})
    assert sb.left(start) == []


def test_a_stack_closed_by_another_task(sb: GitHubSandbox, repo: Repository) -> None:
    """Scenario 54: an `AsyncExitStack` that a framework closes elsewhere completes the run."""

    async def main() -> rein.Run:
        stack = AsyncExitStack()
        run = await stack.enter_async_context(rein.run("triage"))
        await write(repo, "a")
        await asyncio.create_task(stack.aclose())
        return run

    run = asyncio.run(main())
    assert (run.status, states(run)) == ("completed", {1: "landed"})


@pytest.mark.parametrize("point", ["after_plan", "after_send", "after_outcome", "undo_after_intent", "undo_after_send"])
def test_a_killed_async_agent_is_recovered_by_arecover(sb: GitHubSandbox, ledger: Path, point: str) -> None:
    """Whether its last write had landed or its undo had begun: both issues are closed once."""
    start = sb.state()
    died = python(DIES, point, GITHUB_API_URL=sb.url, PYTHONPATH=str(Path(__file__).parents[1]))
    _, said = died.communicate(timeout=60)
    assert died.returncode == -signal.SIGKILL, said
    assert [one.exit for one in asyncio.run(rein.arecover())] == [0]
    assert sb.left(start) == []
    patches = [one for one in sent(sb) if one.startswith("PATCH")]
    assert len(patches) == len(set(patches))
    assert asyncio.run(rein.arecover()) == []
