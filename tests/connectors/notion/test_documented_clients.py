"""What notion-client's public examples say of the client itself: options, logs, retries of a DELETE."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from notion_client import RetryOptions
from notion_client.errors import APIResponseError

import agentrein as rein
from connectors.notion.documented.guide import AT_ONCE, HELLO, limited
from connectors.notion.documented.things import CLIENTS, README, Still, bench, reads
from connectors.notion.examples.things import TODO
from documented_kit import Bench, Documented, Steps, assert_same
from likeness_kit import besides, still
from notion_kit import settings_for


@pytest.fixture
def server() -> Iterator[Still]:
    """Notion in one minute."""
    with Still() as sandbox:
        yield sandbox


def hello(client: Any, at: None) -> Steps:
    """A list and a comment."""
    people = yield client.users.list()
    answer = yield client.comments.create(**HELLO)
    return len(people["results"]), answer["object"]


@pytest.mark.parametrize("kind", CLIENTS)
def test_options_may_come_in_one_dictionary(server: Still, kind: str) -> None:
    """The client that is made with a dictionary of options is armed like any other.

    https://github.com/ramnes/notion-sdk-py#client-options
    """
    here = Bench(server, lambda _: None, lambda url: CLIENTS[kind](settings_for(url)))
    assert assert_same(here, Documented(f"{README}client-options", hello), {}, reads).states == ["compensated"]


@pytest.mark.parametrize("kind", CLIENTS)
def test_an_httpx_client_of_the_app_s_own_sends_all(server: Still, kind: str) -> None:
    """What the app hung at its httpx client sees the requests of the armed one too, the gate's reads among them.

    https://github.com/ramnes/notion-sdk-py#custom-requests
    """
    seen: list[str] = []

    def note(request: httpx.Request) -> None:
        seen.append(f"{request.method} {request.url.path}")

    async def anote(request: httpx.Request) -> None:
        note(request)

    def http() -> Any:
        own = httpx.AsyncClient if kind == "AsyncClient" else httpx.Client
        return own(event_hooks={"request": [anote if kind == "AsyncClient" else note]})

    example = Documented(f"{README}custom-requests", hello, settings={"client": http})
    bench(server, kind).told(example)
    bare = seen.copy()
    seen.clear()
    assert assert_same(bench(server, kind), example, {}, reads).states == ["compensated"]
    own = seen[len(bare) :]  # the bare client once more, then the armed one
    assert own[besides(bare, own)[0]] == "GET /v1/users/me"


@pytest.mark.parametrize("kind", CLIENTS)
def test_the_log_of_an_app_has_what_it_had(server: Still, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    """At DEBUG the SDK says the same of each request to the app's own logger, and one line of a read of the gate's own.

    https://github.com/ramnes/notion-sdk-py#logging
    https://ramnes.github.io/notion-sdk-py/user_guides/structured_logging/
    """
    logger = logging.getLogger(f"app.{kind}")
    settings = {"logger": logger, "log_level": logging.DEBUG, **AT_ONCE}
    faults = (*limited("/v1/comments", "error", status=503), *limited("/v1/users"))
    example = Documented(f"{README}logging", refused, settings=settings, faults=faults)
    caplog.set_level(logging.DEBUG)
    bench(server, kind).told(example)
    bare = _said(caplog, logger)
    caplog.clear()
    bench(server, kind).told(example, policy={})
    own = _said(caplog, logger)
    assert "request fail" in "".join(bare)
    more = [own[place] for place in besides(bare, own)]
    assert [line for line in more if not line.startswith("request success: method=GET")] == []


def refused(client: Any, at: None) -> Steps:
    """A list that is limited first, and a comment that fails."""
    yield client.users.list()
    try:
        yield client.comments.create(**HELLO)
    except APIResponseError as error:
        return error
    return None


def _said(caplog: pytest.LogCaptureFixture, logger: logging.Logger) -> list[str]:
    return [still(line.getMessage()) for line in caplog.records if line.name == logger.name]


@pytest.mark.parametrize("kind", CLIENTS)
def test_a_delete_is_not_sent_again_after_an_error(server: Still, kind: str) -> None:
    """The one difference on that page: the SDK sends a DELETE again after a 500; through the gate it leaves once.

    https://github.com/ramnes/notion-sdk-py#automatic-retries
    """

    def delete(client: Any, at: None) -> Steps:
        answer = yield client.blocks.delete(TODO)
        return answer["in_trash"]

    faults = limited(f"/v1/blocks/{TODO}", "error_after", status=500, method="DELETE")
    settings = {"retry": RetryOptions(initial_retry_delay_ms=0)}
    example = Documented(f"{README}automatic-retries", delete, settings=settings, faults=faults)
    bare, own = bench(server, kind).told(example), bench(server, kind).told(example, policy={})
    assert [one.method for one in bare.requests] == ["DELETE", "DELETE"]
    assert [one.method for one in own.requests].count("DELETE") == 1
    assert isinstance(own.raised, APIResponseError)
    assert (own.states, own.left) == (["reverted"], [])


def test_a_client_closed_by_its_block_still_undoes(server: Still) -> None:
    """A client that is used as a context manager opens another connection pool, which is armed like the first."""
    with rein.wrap(CLIENTS["Client"](**settings_for(server.url))) as client:
        with rein.run("documented") as run:
            client.comments.create(**HELLO)
            run.fail("to see it undone")
    assert [action.state for action in run.actions] == ["compensated"]
