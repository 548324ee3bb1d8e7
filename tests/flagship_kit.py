"""What the tests of the flagship share: three stand-ins, clients of the three SDKs, and looks at what is there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from slack_sdk import WebClient

import agentrein as rein
from agentrein.testing import Request, Sandbox
from faults.agents.stories import aflagship, flagship
from faults.agents.vendors import FLAGSHIP

TOKENS = tuple(vendor.agent for vendor in FLAGSHIP.values())
CHANNEL = "C0AAA"


class World:
    """The three vendors, and what is at them."""

    def __init__(self, sandboxes: Mapping[str, Any]) -> None:
        self.sandboxes: Mapping[str, Sandbox] = sandboxes
        self.github, self.slack, self.notion = sandboxes["github"], sandboxes["slack"], sandboxes["notion"]
        self.begin()

    def begin(self) -> None:
        """Take what is there now for the start, and watch that what comes is undone newest first."""
        for one in self.sandboxes.values():
            one.clear_requests()
            one.order.watch()
            one.order.acting()
        self.start = {name: one.state() for name, one in self.sandboxes.items()}

    def reset(self) -> None:
        """All as in the beginning."""
        for one in self.sandboxes.values():
            one.reset()
        self.begin()

    def undoing(self) -> None:
        """From now on nothing may come that takes nothing back."""
        for one in self.sandboxes.values():
            one.order.undoing()

    @property
    def environ(self) -> dict[str, str]:
        """What names the stand-ins and the agent's accounts."""
        return {k: v for name, one in self.sandboxes.items() for k, v in FLAGSHIP[name].environ(one.url).items()}

    @property
    def left(self) -> list[str]:
        """What differs from the start, and what was undone out of turn."""
        differs = [f"{name}: {one}" for name, box in self.sandboxes.items() for one in box.left(self.start[name])]
        return differs + [said for box in self.sandboxes.values() for said in box.order.violations]

    @property
    def sent(self) -> list[str]:
        """The writes of all three in the order of their arrival; Slack's by the name of the method."""
        writes = sorted((one for box in self.sandboxes.values() for one in box.writes), key=lambda one: one.at)
        return [_named(one) for one in writes]

    @property
    def asked(self) -> int:
        """How many requests came, reads too."""
        return sum(len(box.requests) for box in self.sandboxes.values())

    def issue(self) -> Any:
        """The newest issue, as anybody reads it."""
        with FLAGSHIP["github"].theirs(self.github.url) as client:
            return next(iter(client.get_repo("acme/app").get_issues(state="all")))

    def message(self) -> dict[str, Any]:
        """The newest message of the channel, as its members read it."""
        client = WebClient(token="xoxp-ada", base_url=self.slack.api_url)
        shown: dict[str, Any] = client.conversations_history(channel=CHANNEL)["messages"][0]
        return shown

    def edit(self) -> dict[str, Any]:
        """The body of the only `chat.update` that reached Slack."""
        [one] = [request.body for request in self.slack.writes if _named(request) == "chat.update"]
        assert isinstance(one, dict)
        return one

    def pages(self) -> list[dict[str, Any]]:
        """The pages that are there now and were not at the start, as the sandbox keeps them."""
        return [it for path, it in self.notion.state().items() if path not in self.start["notion"] and "page:" in path]

    def assert_undone(self) -> None:
        """Issue and message read as the vendors let an undo make them, and nothing else is left."""
        issue, message = self.issue(), self.message()
        assert (issue.title, issue.state, issue.state_reason) == ("Flaky test", "closed", "not_planned")
        assert message["text"].startswith("Reverted by AgentRein")
        assert (message.get("blocks"), message.get("attachments")) == (None, None)
        edit = self.edit()
        assert (edit["text"], edit["blocks"], edit["attachments"]) == (message["text"], [], [])
        assert self.left == []


def _named(request: Request) -> str:
    return str(getattr(request, "call", "")) or f"{request.method} {request.decoded}"


@contextmanager
def playing(patch: pytest.MonkeyPatch) -> Iterator[World]:
    """The three vendors, in the environment too."""
    with ExitStack() as running:
        world = World({name: running.enter_context(one.sandbox()) for name, one in FLAGSHIP.items()})
        for name, value in world.environ.items():
            patch.setenv(name, value)
        yield world


@contextmanager
def clients(*, arm: bool = True) -> Iterator[SimpleNamespace]:
    """The agent's clients from the environment."""
    with ExitStack() as held:
        made = {name: held.enter_context(one.ours()) for name, one in FLAGSHIP.items()}
        yield SimpleNamespace(**{name: rein.wrap(one) if arm else one for name, one in made.items()})


@asynccontextmanager
async def aclients(*, arm: bool = True) -> AsyncIterator[SimpleNamespace]:
    """The same for async code; GitHub's SDK is sync."""
    async with AsyncExitStack() as held:
        made: dict[str, Any] = {"github": held.enter_context(FLAGSHIP["github"].ours())}
        for name in ("slack", "notion"):
            made[name] = await held.enter_async_context(FLAGSHIP[name].aours())
        yield SimpleNamespace(**{name: rein.wrap(one) if arm else one for name, one in made.items()})


def sync(run: rein.Run, database: str, raised: list[BaseException], act: Any = flagship) -> None:
    """The story, or another act, with sync clients; what comes out of the act is noted, and goes on."""
    with clients() as made, run:
        try:
            act(made, database)
        except BaseException as error:
            raised.append(error)
            raise


def on_a_loop(run: rein.Run, database: str, raised: list[BaseException], act: Any = aflagship) -> None:
    """The same with async clients on an event loop."""
    asyncio.run(_on_a_loop(run, database, raised, act))


async def _on_a_loop(run: rein.Run, database: str, raised: list[BaseException], act: Any) -> None:
    async with aclients() as made, run:
        try:
            await act(made, database)
        except BaseException as error:
            raised.append(error)
            raise


Form = Callable[..., None]
FORMS: dict[str, Form] = {"sync": sync, "async": on_a_loop}
"""How the story can be told."""
