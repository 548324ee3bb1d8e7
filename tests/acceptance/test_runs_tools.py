"""Tools: each call is a step, so that a failed attempt is undone before the framework repeats it."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import inspect
import threading
import typing
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from github import Github
from github.Issue import Issue
from github.Repository import Repository

import agentrein as rein
from acceptance_kit import Boom, states
from agentrein.cli import main
from agentrein_github.sandbox import GitHubSandbox

pytestmark = pytest.mark.usefixtures("ledger")  # runs without a write are on record, too


@pytest.fixture
def repo(gh: Github) -> Repository:
    """The armed client's repository."""
    return gh.get_repo("acme/app")


def in_thread(work: Callable[[], Any]) -> Any:
    """What the work gives, or raises, in a thread without this context."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def file_it(repo: Repository, title: str, *, fails: bool = False) -> int:
    """What a tool does."""
    number = repo.create_issue(title).number
    if fails:
        raise Boom
    return number


class Tools:
    """Tools as methods."""

    def __init__(self, repo: Repository) -> None:
        self.repo = repo

    @rein.tool
    def method(self, title: str, *, fails: bool = False) -> int:
        """A method."""
        return file_it(self.repo, title, fails=fails)

    @rein.tool
    @staticmethod
    def static(repo: Repository, title: str, *, fails: bool = False) -> int:
        """A static method."""
        return file_it(repo, title, fails=fails)

    @rein.tool
    @classmethod
    def on_class(cls, repo: Repository, title: str, *, fails: bool = False) -> int:
        """A class method."""
        return file_it(repo, title, fails=fails)

    @rein.tool
    async def coroutine(self, title: str, *, fails: bool = False) -> int:
        """An async method."""
        await asyncio.sleep(0)
        return file_it(self.repo, title, fails=fails)


class Filer:
    """An object that is called."""

    def __init__(self, repo: Repository) -> None:
        self.repo = repo

    def __call__(self, title: str, *, fails: bool = False) -> int:
        """File it."""
        return file_it(self.repo, title, fails=fails)


class AsyncCallable:
    """An object whose call is awaited."""

    def __init__(self, repo: Repository) -> None:
        self.repo = repo

    async def __call__(self, title: str, *, fails: bool = False) -> int:
        """File it."""
        await asyncio.sleep(0)
        return file_it(self.repo, title, fails=fails)


def kinds(repo: Repository) -> dict[str, Callable[..., Any]]:
    """The kinds of callables that a tool can be."""
    tools = Tools(repo)

    async def coroutine(title: str, *, fails: bool = False) -> int:
        await asyncio.sleep(0)
        return file_it(repo, title, fails=fails)

    def plainly(title: str, *, fails: bool = False) -> Any:
        return coroutine(title, fails=fails)

    return {
        "partial": rein.tool(functools.partial(file_it, repo), name="partial"),
        "method": tools.method,
        "static": functools.partial(tools.static, repo),
        "on_class": functools.partial(tools.on_class, repo),
        "object": rein.tool(Filer(repo)),
        "lambda": rein.tool(lambda title, fails=False: file_it(repo, title, fails=fails)),
        "coroutine": rein.tool(coroutine),
        "coroutine method": tools.coroutine,
        "partial coroutine": rein.tool(functools.partial(coroutine), name="partial coroutine"),
        "async object": rein.tool(AsyncCallable(repo)),
        "gives a coroutine": rein.tool(plainly),
    }


async def called(tool: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """What a tool gives, awaited where it has to be."""
    given = tool(*arguments, **named)
    return await given if inspect.isawaitable(given) else given


@pytest.mark.parametrize(
    "kind",
    [
        "partial",
        "method",
        "static",
        "on_class",
        "object",
        "lambda",
        "coroutine",
        "coroutine method",
        "partial coroutine",
        "async object",
        "gives a coroutine",
    ],
)
def test_failed_call_of_a_tool_is_undone(sb: GitHubSandbox, repo: Repository, kind: str) -> None:
    """Whatever kind of callable it is: one call lands, one fails and is undone, the exception is the tool's own."""
    tool = kinds(repo)[kind]

    async def agent() -> rein.Run:
        async with rein.run("agent") as run:
            assert await called(tool, "Good") == 2
            with pytest.raises(Boom):
                await called(tool, "Bad", fails=True)
        return run

    run = asyncio.run(agent())
    assert (run.status, states(run)) == ("completed", {1: "landed", 2: "compensated"})
    assert all(action.step for action in run.actions)


def test_framework_repeats_a_tool_that_failed_half_way(
    sb: GitHubSandbox, repo: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    """Scenario 51: at most one live effect after each attempt; `rein show` tells the attempts apart."""
    attempts = 0

    @rein.tool
    def file_issue() -> None:
        nonlocal attempts
        attempts += 1
        repo.create_issue("Flaky test")
        if attempts < 3:
            raise Boom

    live = []
    with rein.run("agent") as run:
        for _ in range(3):
            with suppress(Boom):
                file_issue()
            live.append(sum(state == "landed" for state in states(run).values()))
    assert live == [0, 0, 1]
    assert states(run) == {1: "compensated", 2: "compensated", 3: "landed"}
    assert main(["show", run.id]) == 0
    shown = capsys.readouterr().out
    assert "#1-2" in shown, shown
    assert "2 × github" in shown, shown


def test_tool_keeps_what_frameworks_read() -> None:
    """Name, docstring, signature and type hints, from which a framework makes the schema that a model sees."""

    @rein.tool(name="other", refusals="text")
    def file_issue(title: str, labels: list[str] | None = None) -> Issue | None:
        """File an issue."""

    def plain(title: str, labels: list[str] | None = None) -> Issue | None:
        """File an issue."""

    assert (file_issue.__name__, file_issue.__doc__) == ("file_issue", "File an issue.")
    assert inspect.signature(file_issue) == inspect.signature(plain)
    assert typing.get_type_hints(file_issue) == typing.get_type_hints(plain)
    assert inspect.iscoroutinefunction(rein.tool(called))
    assert inspect.iscoroutinefunction(rein.tool(AsyncCallable(typing.cast("Any", None))))
    assert not inspect.iscoroutinefunction(file_issue)
    partly = rein.tool(functools.partial(plain, "T"))
    assert list(inspect.signature(partly).parameters) == ["labels"]
    assert inspect.signature(rein.tool(Filer(typing.cast("Any", None)))) == inspect.signature(
        Filer(typing.cast("Any", None))
    )


def test_exception_of_a_tool_is_the_same_object(sb: GitHubSandbox, repo: Repository) -> None:
    """With its own cause and context, and the report of the undo as a note."""
    error, cause = Boom(), KeyError("why")

    @rein.tool
    def tool() -> None:
        repo.create_issue("T")
        raise error from cause

    with rein.run("agent"), pytest.raises(Boom) as caught:
        tool()
    assert caught.value is error
    assert error.__cause__ is cause
    assert states(error.__rein__) == {1: "compensated"}  # type: ignore[attr-defined]


@pytest.mark.parametrize("is_async", [False, True])
def test_refused_tool_returns_a_sentence_for_the_model(sb: GitHubSandbox, repo: Repository, is_async: bool) -> None:  # noqa: FBT001
    """`refusals="text"`: what it did before is undone, said, and the run goes on."""

    def work() -> None:
        repo.get_issue(1).add_to_labels("customer")
        repo.create_issue("Refused")

    async def awork() -> None:
        work()

    tool = rein.tool(name="work", refusals="text")(awork if is_async else work)

    async def agent() -> tuple[str, rein.Run]:
        async with rein.run("agent", policy={"compensable": "refuse"}) as run:
            return await called(tool), run

    text, run = asyncio.run(agent())
    assert "do not retry" in text.lower()
    assert "rein " not in text.replace("AgentRein", "")
    assert text.endswith("What the tool had done before that was undone.")
    assert (run.status, states(run)) == ("completed", {1: "reverted"})


def test_refused_tool_does_not_claim_an_undo_that_was_not_complete(
    sb: GitHubSandbox, repo: Repository, person: Github
) -> None:
    """Somebody changed what the tool had changed: the model is told that not all of it could be undone."""

    @rein.tool(refusals="text")
    def work() -> None:
        repo.get_issue(1).add_to_labels("customer")
        repo.get_issue(1).edit(title="Ours")
        person.get_repo("acme/app").get_issue(1).edit(title="Theirs")
        repo.create_issue("Refused")

    with rein.run("agent", policy={"compensable": "refuse"}) as run:
        text = str(work())
    assert states(run) == {1: "reverted", 2: "conflict"}
    assert "was undone" not in text
    assert text.endswith("Not all of what the tool had done before that could be undone.")
    assert run.status == "needs_attention"


def test_refused_tool_without_a_write_before_says_nothing_of_an_undo(sb: GitHubSandbox, repo: Repository) -> None:
    """There was nothing to undo."""
    tool = rein.tool(refusals="text")(repo.create_issue)
    with rein.run("agent", policy={"compensable": "refuse"}):
        text = str(tool("T"))
    assert "undone" not in text
    assert sb.writes == []


def test_refusals_of_parallel_calls_are_text_too(sb: GitHubSandbox, repo: Repository) -> None:
    """A tool that writes in a task group raises a group: of refusals alone it is text, else it is raised."""

    @rein.tool(refusals="text")
    async def work(*, fails: bool) -> None:
        async def fail() -> None:
            if fails:
                raise Boom

        async with asyncio.TaskGroup() as group:
            group.create_task(asyncio.to_thread(repo.create_issue, "One"))
            group.create_task(fail())

    async def agent() -> None:
        async with rein.run("agent", policy={"compensable": "refuse"}):
            assert "do not retry" in str(await work(fails=False)).lower()
            with pytest.raises(ExceptionGroup):
                await work(fails=True)

    asyncio.run(agent())


def test_refusal_is_raised_where_nothing_else_was_asked_for(sb: GitHubSandbox, repo: Repository) -> None:
    """The default; the exception is the refusal itself."""
    tool = rein.tool(repo.create_issue)
    with rein.run("agent", policy={"compensable": "refuse"}), pytest.raises(rein.Refused):
        tool("T")
    with pytest.raises(rein.UsageError, match="refusals"):
        rein.tool(refusals="txt")


def test_refusal_text_of_a_tool_without_a_run_and_after_it(sb: GitHubSandbox, repo: Repository) -> None:
    """No run is open, or the run of its context is over: the model is told, and nothing is sent."""
    tool = rein.tool(refusals="text")(repo.create_issue)
    assert "do not retry" in str(tool("T")).lower()
    with rein.run("agent"):
        carried = contextvars.copy_context()
    assert "do not retry" in str(carried.run(tool, "T")).lower()
    assert sb.writes == []


def test_tool_without_a_run_is_called_as_it_is() -> None:
    """Also where several are open and none is this thread's."""
    assert rein.tool(lambda: 7)() == 7
    with rein.run("one"), rein.run("two", detached=True):
        assert in_thread(rein.tool(lambda: 7)) == 7


def test_tool_in_a_bare_thread_is_a_step_of_the_only_run(sb: GitHubSandbox, repo: Repository) -> None:
    """As a write is: the tool's failure is undone alone, and its writes are marked as attributed."""
    tool = rein.tool(file_it)
    with rein.run("agent") as run:
        in_thread(lambda: tool(repo, "Good"))
        with pytest.raises(Boom):
            in_thread(lambda: tool(repo, "Bad", fails=True))
    assert (run.status, states(run)) == ("completed", {1: "landed", 2: "compensated"})
    assert [action.planned["attributed"] for action in run.actions] == [True, True]


def test_tools_in_bare_threads_are_not_inside_each_other(sb: GitHubSandbox, repo: Repository) -> None:
    """A framework that loses the context calls two tools at once: the one that fails costs nothing of the other."""
    began, go_on = threading.Event(), threading.Event()

    @rein.tool
    def slow() -> None:
        repo.create_issue("Slow")
        began.set()
        go_on.wait(10)
        raise Boom

    quick = rein.tool(repo.create_issue)
    with rein.run("agent") as run, run.step("turn"), ThreadPoolExecutor(2) as pool:
        failing = pool.submit(slow)
        assert began.wait(10)
        pool.submit(quick, "Quick").result()
        go_on.set()
        assert isinstance(failing.exception(), Boom)
    assert (run.status, states(run)) == ("completed", {1: "compensated", 2: "landed"})
    assert [[key.partition(":")[2] for key in one.planned["steps"]] for one in run.actions] == [
        ["turn", "slow"],
        ["turn", "create_issue"],
    ]


def test_parallel_tools_fail_alone(sb: GitHubSandbox, repo: Repository) -> None:
    """Eight calls in threads with the context of the run, half of which fail: each undoes its own."""
    tool = rein.tool(file_it)
    with rein.run("agent") as run, ThreadPoolExecutor(8) as pool:
        futures = [
            pool.submit(contextvars.copy_context().run, lambda n=n: tool(repo, f"T{n}", fails=n % 2 == 0))  # type: ignore[misc]
            for n in range(8)
        ]
        failed = [future.exception() is not None for future in futures]
    assert failed == [True, False] * 4
    assert sorted(states(run).values()) == ["compensated"] * 4 + ["landed"] * 4
    run.ledger.verify(run.id)


@dataclass
class Context:
    """What a framework hands to a tool."""

    tool_call_id: str


class Local:
    """An object that answers no attribute outside of a request, as web frameworks have it."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError("working outside of request context")


def test_framework_call_id_is_recorded(sb: GitHubSandbox, repo: Repository) -> None:
    """As an argument, or on a context object, also behind `self`; an argument that raises when asked does no harm."""

    class Agent:
        @rein.tool
        def by_context(self, context: Context) -> None:
            repo.create_issue("T")

    @rein.tool
    def by_name(tool_call_id: str) -> None:
        repo.create_issue("T")

    @rein.tool
    def by_object(context: Any, other: Any = None) -> None:
        repo.create_issue("T")

    with rein.run("agent") as run:
        by_name(tool_call_id="call-1")
        by_object(Context("call-2"))
        by_object(Local(), other=Context("call-3"))
        Agent().by_context(Context("call-4"))
    assert [action.planned["tool_call"] for action in run.actions] == ["call-1", "call-2", "call-3", "call-4"]


def test_tool_that_is_a_generator_is_an_error() -> None:
    """Its body runs later, where no step would be around it."""

    def words() -> Iterator[str]:
        yield "a"

    async def awords() -> AsyncIterator[str]:
        yield "a"

    for generator in (words, awords, functools.partial(words)):
        with pytest.raises(rein.UsageError, match="generator"):
            rein.tool(generator)
        with rein.run("agent"), pytest.raises(rein.UsageError, match="generator"):
            rein.bind(generator)
    with pytest.raises(rein.UsageError, match="no function"):
        rein.tool(7)  # type: ignore[call-overload]


def test_bound_object_whose_call_is_awaited_carries_the_run(sb: GitHubSandbox, repo: Repository) -> None:
    """So does a plain function that gives a coroutine: what is awaited later belongs to the run as well."""

    async def agent() -> rein.Run:
        with rein.run("agent") as run, rein.run("beside", detached=True):
            work = AsyncCallable(repo)
            with run.step("part"):
                for bound in (contextvars.copy_context().run(rein.bind, work), rein.bind(lambda: work("By lambda"))):
                    given = bound() if bound.__name__ == "<lambda>" else bound("By object")  # type: ignore[call-arg]
                    await asyncio.get_running_loop().create_task(given, context=contextvars.Context())
        return run

    run = asyncio.run(agent())
    beside = [one for one in run.ledger.runs() if one.name == "beside"]
    assert beside[0].actions + len(run.actions) == 2


def test_tool_step_ends_with_its_call_although_a_thread_goes_on(sb: GitHubSandbox, repo: Repository) -> None:
    """A thread that a failed tool left behind writes no more."""
    go_on, told = threading.Event(), []

    def late() -> None:
        go_on.wait(10)
        try:
            repo.create_issue("Late")
        except rein.Refused as refused:
            told.append(str(refused))

    @rein.tool
    def spawn() -> None:
        thread = threading.Thread(target=rein.bind(late))
        threads.append(thread)
        thread.start()
        raise Boom

    threads: list[threading.Thread] = []
    with rein.run("agent") as run:
        with pytest.raises(Boom):
            spawn()
        go_on.set()
        threads[0].join()
    assert "step 'spawn'" in told[0]
    assert run.actions == []
