from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from notion_client import APIErrorCode, APIResponseError, Client
from notion_client.client import RetryOptions
from notion_client.errors import HTTPResponseError, RequestTimeoutError, UnknownHTTPResponseError

import agentrein as rein
from agentrein.connector import Call, State
from agentrein.testing import Answer
from agentrein_notion.proxy import client_of
from notion_kit import ALLOW, PAGE, Echo, aarmed, armed, plain, states

WRITES: list[tuple[str, Callable[[Any], Any]]] = [
    ("POST", lambda notion: notion.views.create(name="V")),
    ("PATCH", lambda notion: notion.views.update(PAGE, name="V")),
    ("DELETE", lambda notion: notion.comments.delete(PAGE)),
]


@pytest.mark.parametrize("kind", ["refuse", "lost"])
@pytest.mark.parametrize(("method", "write"), WRITES)
def test_a_dropped_write_leaves_once(echo: Echo, kind: str, method: str, write: Callable[[Any], Any]) -> None:
    """Where the connection drops, one request was on the wire, httpx's own exception arrives and nothing is guessed."""
    with armed(echo.url) as client, rein.run("t", policy=ALLOW, on_failure="keep") as run:
        echo.faults.add(kind, method=method)
        with pytest.raises(httpx.RemoteProtocolError):
            write(client)
    assert [w.method for w in echo.writes] == [method]
    assert states(run) == [State.UNKNOWN]


@pytest.mark.parametrize(("method", "write"), WRITES)
def test_a_dropped_write_of_the_async_client_leaves_once(echo: Echo, method: str, write: Callable[[Any], Any]) -> None:
    """The same for the async client."""

    async def main() -> rein.Run:
        async with aarmed(echo.url) as client, rein.run("t", policy=ALLOW, on_failure="keep") as run:
            echo.faults.add("lost", method=method)
            with pytest.raises(httpx.RemoteProtocolError):
                await write(client)
        return run

    assert states(asyncio.run(main())) == [State.UNKNOWN]
    assert len(echo.writes) == 1


def test_a_write_that_is_cancelled_is_unknown(echo: Echo) -> None:
    """A task that is cancelled while its write is under way ends as cancelled, and the record guesses nothing."""
    runs: list[rein.Run] = []

    async def agent() -> None:
        async with aarmed(echo.url) as client, rein.run("t", policy=ALLOW, on_failure="keep") as run:
            runs.append(run)
            await client.views.create(name="V")

    async def main() -> None:
        echo.faults.add("slow_after", method="POST", seconds=2)
        task = asyncio.ensure_future(agent())
        while not echo.writes:  # noqa: ASYNC110 - the server's thread sets no event
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert states(runs[0]) == [State.UNKNOWN]


@pytest.mark.parametrize(("status", "sends"), [(500, 3), (503, 3)])
def test_a_delete_that_is_answered_an_error_is_not_repeated(echo: Echo, status: int, sends: int) -> None:
    """The SDK alone sends a DELETE three times after a 500; through the gate it goes once, and nothing is guessed."""
    retry = RetryOptions(initial_retry_delay_ms=1)
    bare = plain(echo.url, retry=retry)
    echo.faults.add("error_after", status=status, times=None, method="DELETE")
    with pytest.raises(APIResponseError):
        bare.comments.delete(PAGE)
    bare.close()
    assert len(echo.writes) == sends
    echo.clear_requests()
    with armed(echo.url, retry=retry) as client, rein.run("t", policy=ALLOW, on_failure="keep") as run:
        with pytest.raises(APIResponseError):
            client.comments.delete(PAGE)
    assert len(echo.writes) == 1
    assert states(run) == [State.UNKNOWN]


def test_a_rate_limit_is_waited_out_as_the_user_asked(echo: Echo) -> None:
    """A request that Notion did not execute is sent once more if the user's client would; the record counts it."""
    with armed(echo.url) as client, rein.run("t", policy=ALLOW) as run:
        echo.faults.add("rate_limited", method="POST", retry_after=0, times=2)
        assert client.views.create(name="V")["id"] == PAGE
    assert states(run) == [State.LANDED]
    assert [w.status for w in echo.writes] == [429, 429, 200]


@pytest.mark.parametrize(("retry", "sends"), [(False, 1), (RetryOptions(max_retries=1), 2)])
def test_beyond_the_user_s_retries_the_answer_reaches_the_caller(echo: Echo, retry: Any, sends: int) -> None:
    """A user who set fewer retries, or none, gets Notion's answer after so many."""
    with armed(echo.url, retry=retry) as client, rein.run("t", policy=ALLOW, on_failure="keep") as run:
        echo.faults.add("rate_limited", method="POST", retry_after=0, times=None)
        with pytest.raises(APIResponseError) as error:
            client.views.create(name="V")
    assert error.value.code is APIErrorCode.RateLimited
    assert states(run) == [State.REJECTED]
    assert len(echo.writes) == sends


def test_a_redirect_is_not_followed_with_a_second_write(echo: Echo) -> None:
    """An httpx client that follows redirects would send the write once more, unrecorded."""
    http = httpx.Client(follow_redirects=True)
    with armed(echo.url, client=http) as client, rein.run("t", policy=ALLOW, on_failure="keep") as run:
        echo.faults.add("error", method="DELETE", status=307, headers={"location": f"/v1/comments/{PAGE}/other"})
        with pytest.raises(HTTPResponseError):
            client.comments.delete(PAGE)
    assert len(echo.writes) == 1
    assert states(run) == [State.REJECTED]


def raised(client: Any, write: Callable[[Any], Any]) -> BaseException:
    """The exception that a write ends with."""
    with pytest.raises((HTTPResponseError, ValueError)) as error:
        write(client)
    return error.value


@pytest.mark.parametrize(
    ("fault", "kind", "state"),
    [
        ({"status": 400, "body": {"code": "validation_error", "message": "m"}}, APIResponseError, State.REJECTED),
        ({"status": 404, "body": {"code": "object_not_found", "message": "m"}}, APIResponseError, State.REJECTED),
        ({"status": 529, "body": {"code": "service_overload"}}, UnknownHTTPResponseError, State.UNKNOWN),
        ({"status": 502, "body": b"<html>"}, UnknownHTTPResponseError, State.UNKNOWN),
        ({"status": 200, "body": b"<html>"}, json.JSONDecodeError, State.UNKNOWN),
    ],
)
def test_exceptions_are_the_sdk_s_own(echo: Echo, fault: Any, kind: type[Exception], state: State) -> None:
    """Class, fields and cause of an exception are those of the bare client; the record says what happened."""
    write = WRITES[0][1]
    echo.faults.add("error", method="POST", times=None, **fault)
    bare = plain(echo.url)
    expected = raised(bare, write)
    bare.close()
    with armed(echo.url) as client, rein.run("t", policy=ALLOW, on_failure="keep") as run:
        error = raised(client, write)
    assert type(error) is type(expected) is kind
    assert (str(error), error.__cause__, type(error.__context__)) == (
        str(expected),
        expected.__cause__,
        type(expected.__context__),
    )
    for name in ("status", "code", "body"):
        assert getattr(error, name, None) == getattr(expected, name, None)
    assert states(run) == [state]


def test_a_timeout_is_the_sdk_s_own(echo: Echo) -> None:
    """The user's own timeout holds, its exception is Notion's with httpx's behind it, and nothing is guessed."""
    with armed(echo.url, timeout_ms=200) as client, rein.run("t", policy=ALLOW, on_failure="keep") as run:
        echo.faults.add("slow_after", method="POST", seconds=2)
        with pytest.raises(RequestTimeoutError) as error:
            client.views.create(name="V")
    assert isinstance(error.value.__context__, httpx.ReadTimeout)
    assert states(run) == [State.UNKNOWN]


def test_nothing_left_when_nobody_listens(echo: Echo) -> None:
    """A refused connection, and a client that was closed, are certain not to have sent: rejected, not unknown."""
    client = rein.wrap(plain(echo.url))
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        client.comments.delete(PAGE)
        echo.stop()
        with pytest.raises(httpx.ConnectError):
            client.comments.delete(PAGE)
        client.close()
        with pytest.raises(RuntimeError, match="closed"):
            client.comments.delete(PAGE)
    assert states(run) == [State.LANDED, State.REJECTED, State.REJECTED]


def test_a_pool_without_room_sent_nothing(echo: Echo) -> None:
    """A request that waited for a free connection in vain never left."""
    http = httpx.Client(limits=httpx.Limits(max_connections=1))
    with armed(echo.url, client=http, timeout_ms=200) as client:
        with rein.run("t", policy=ALLOW, on_failure="keep") as run:
            client.comments.delete(PAGE)
            with client.client.stream("GET", "users"), pytest.raises(RequestTimeoutError):
                client.comments.delete(PAGE)
    assert states(run) == [State.LANDED, State.REJECTED]


def test_what_the_core_asks_raises_for_no_status(echo: Echo) -> None:
    """An error is an ordinary answer there, with status, body and headers, and is sent once whatever the retries."""
    call = Call("notion", "GET /v1/pages/{page_id}", {"page_id": PAGE})
    with armed(echo.url) as client:
        echo.faults.add("error", status=503, headers={"Retry-After": "7"})
        answer = client_of(client).request(call, None)
        assert (answer.status, answer.error, answer.headers["retry-after"]) == (503, None, "7")
        assert answer.body["code"] == "service_unavailable"
        assert len(echo.requests) == 1
        echo.faults.add("error", status=200, body=b"<html>")
        unreadable = client_of(client).request(call, None)
        assert unreadable.status is None
        assert isinstance(unreadable.error, json.JSONDecodeError)
        echo.stop()
        lost = client_of(client).request(call, None)
        assert isinstance(lost.error, httpx.ConnectError)
        assert not lost.sent


def test_the_check_runs_before_the_bytes(echo: Echo) -> None:
    """What the core wants to know before a request of its own leaves can stop it, with nothing sent."""

    def stop() -> None:
        raise ZeroDivisionError

    with armed(echo.url) as client:
        call = Call("notion", "DELETE /v1/comments/{comment_id}", {"comment_id": PAGE})
        answer = client_of(client).request(call, stop)
    assert isinstance(answer.error, ZeroDivisionError)
    assert not answer.sent
    assert not echo.requests


def test_the_sdk_s_log_is_the_user_s(echo: Echo, caplog: pytest.LogCaptureFixture) -> None:
    """A write that fails is logged as the bare client logs it, once."""
    logger = logging.getLogger("mine")
    with armed(echo.url, logger=logger, log_level=logging.WARNING) as client:
        with rein.run("t", policy=ALLOW, on_failure="keep"), pytest.raises(APIResponseError):
            echo.faults.add("error", method="DELETE", status=400, body={"code": "validation_error", "message": "m"})
            client.comments.delete(PAGE)
    assert [r.getMessage() for r in caplog.records if r.name == "mine"] == [
        "request fail: code=APIErrorCode.ValidationError, message=m, attempt=0"
    ]


def test_a_read_before_a_write_that_fails_gives_the_sdk_s_exception(echo: Echo) -> None:
    """Where Notion refuses the read that a write needs, the caller sees Notion's own error and nothing is written."""
    refused = Answer(404, {"object": "error", "status": 404, "code": "object_not_found", "message": "not there"})
    echo.says = lambda request: refused if request.path == f"/v1/pages/{PAGE}" else None
    with armed(echo.url) as client:
        assert isinstance(client, Client)
        with rein.run("t", on_failure="keep") as run, pytest.raises(APIResponseError, match="not there") as error:
            client.pages.update(PAGE, in_trash=True)
        assert error.value.code is APIErrorCode.ObjectNotFound
    assert not echo.writes
    assert not run.actions
