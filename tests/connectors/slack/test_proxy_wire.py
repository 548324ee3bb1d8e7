from __future__ import annotations

import asyncio
import http.client
import inspect
import socket
import ssl
import time
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler, AsyncServerErrorRetryHandler
from slack_sdk.http_retry.builtin_handlers import RateLimitErrorRetryHandler, ServerErrorRetryHandler

import agentrein as rein
from agentrein.connector import Call, State
from agentrein_slack.proxy import client_of
from slack_kit import BOT, USER, aarmed, armed, legacy, states, with_session, workspace

TEXT: dict[str, Any] = {"channel": "C1", "text": "T"}
LOST = (http.client.RemoteDisconnected, aiohttp.ServerDisconnectedError, ConnectionResetError)
CLIENTS: list[Callable[[str], Any]] = [armed, aarmed, legacy]


def write(client: Any, name: str = "chat_postMessage", **given: Any) -> tuple[rein.Run, Any]:
    """Write once in a run that keeps what it did, with a client of any kind; the run, and the answer or exception."""

    async def waited() -> tuple[rein.Run, Any]:
        async with rein.run("t", on_failure="keep", policy={"irreversible": "allow"}) as run:
            try:
                return run, await getattr(client, name)(**(given or TEXT))
            except Exception as error:  # noqa: BLE001 - the test looks at it
                return run, error

    if inspect.iscoroutinefunction(getattr(client, name)):
        return asyncio.run(waited())
    with rein.run("t", on_failure="keep", policy={"irreversible": "allow"}) as run:
        try:
            return run, getattr(client, name)(**(given or TEXT))
        except Exception as error:  # noqa: BLE001 - the test looks at it
            return run, error


@pytest.mark.parametrize("made", CLIENTS)
def test_a_dropped_post_leaves_once(made: Callable[[str], Any]) -> None:
    """The SDK alone sends a dropped POST twice; through the gate it goes once, and the record says unknown."""
    with workspace(chat_postMessage=lambda args: None) as stub:
        run, error = write(made(stub.url))
        assert isinstance(error, LOST)
        assert stub.methods == ["chat.postMessage"]
        assert states(run) == [State.UNKNOWN]


@pytest.mark.parametrize("made", CLIENTS)
def test_what_leaves_is_what_was_recorded_though_the_caller_changes_it(made: Callable[[str], Any]) -> None:
    """While the call waits for a person, the lists and objects that it was given are changed: the wire sees none."""
    said = [{"type": "section", "text": {"type": "mrkdwn", "text": "Asked"}}]

    def changes(_: object) -> bool:
        said[0]["text"] = {"type": "mrkdwn", "text": "Changed"}
        return True

    left: list[Any] = []

    def answer(args: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        left.append(args)
        return 200, {"ok": True, "ts": "1.1", "channel": "C1", "message": {"text": "T"}}

    with workspace(chat_postMessage=answer) as stub:
        client = made(stub.url)

        async def waited() -> rein.Run:
            async with rein.run("t", on_failure="keep", policy={"slack": "ask"}, approvals=changes) as run:
                await client.chat_postMessage(channel="C1", text="T", blocks=said)
            return run

        if inspect.iscoroutinefunction(client.chat_postMessage):
            run = asyncio.run(waited())
        else:
            with rein.run("t", on_failure="keep", policy={"slack": "ask"}, approvals=changes) as run:
                client.chat_postMessage(channel="C1", text="T", blocks=said)
    assert ("Asked" in str(left), "Changed" in str(left)) == (True, False)
    assert "Asked" in str(run.actions[0].planned["call"]["body"])


def test_a_dropped_get_of_the_async_client_leaves_once() -> None:
    """A write that the SDK names GET would be sent again by aiohttp itself; it leaves as POST, once."""

    async def snooze(url: str) -> rein.Run:
        async with with_session(url) as client:
            await client.auth_test()  # the connection stays open for the next call
            async with rein.run("t", on_failure="keep", policy={"irreversible": "allow"}) as run:
                with pytest.raises(aiohttp.ServerDisconnectedError):
                    await client.dnd_setSnooze(num_minutes=5)
            return run

    with workspace(dnd_setSnooze=lambda args: None) as stub:
        run = asyncio.run(snooze(stub.url))
        assert stub.methods.count("dnd.setSnooze") == 1
        assert [seen.verb for seen in stub.seen if seen.method == "dnd.setSnooze"] == ["POST"]
        assert states(run) == [State.UNKNOWN]


@pytest.mark.parametrize(
    ("made", "handler"), [(armed, ServerErrorRetryHandler), (aarmed, AsyncServerErrorRetryHandler)]
)
def test_a_server_error_is_not_repeated(made: Callable[..., Any], handler: Any) -> None:
    """A write may have happened although Slack answers 503, so the user's handler for that is not asked."""
    with workspace(chat_postMessage=lambda args: (503, {"ok": False, "error": "service_unavailable"})) as stub:
        run, error = write(made(stub.url, retry_handlers=[handler()]))
        assert isinstance(error, SlackApiError)
        assert stub.methods == ["chat.postMessage"]
        assert states(run) == [State.UNKNOWN]


@pytest.mark.parametrize(
    ("made", "handler"), [(armed, RateLimitErrorRetryHandler), (aarmed, AsyncRateLimitErrorRetryHandler)]
)
@pytest.mark.parametrize("settings", [0, 1])
def test_a_rate_limit_is_waited_out_as_the_user_asked(made: Callable[..., Any], handler: Any, settings: int) -> None:
    """A write that was not executed is sent once more if the user's handler would; else the caller gets the 429."""
    limits = iter([True, False])

    def limited(args: dict[str, Any]) -> Any:
        if next(limits):
            return 429, {"ok": False, "error": "ratelimited"}, {"Retry-After": "0"}
        return 200, {"ok": True, "channel": "C1", "ts": "1.1", "message": {"text": "T", "ts": "1.1"}}

    with workspace(chat_postMessage=limited) as stub:
        run, answer = write(made(stub.url, retry_handlers=[handler(max_retry_count=1)] if settings else []))
        assert len(stub.methods) == 1 + settings
        if settings:
            assert answer["ok"]
            assert states(run) == [State.LANDED]
        else:
            assert isinstance(answer, SlackApiError)
            assert answer.response.headers["Retry-After"] == "0"
            assert states(run) == [State.REJECTED]


@pytest.mark.parametrize("made", CLIENTS)
def test_nothing_left_when_nobody_listens(made: Callable[[str], Any]) -> None:
    """A refused connection is certain not to have happened: rejected, not unknown."""
    with workspace() as stub:
        run, answer = write(told(made(stub.url)))
        assert answer["ok"]
        run, error = write(told(made(f"http://127.0.0.1:{unused_port()}")))
        assert isinstance(error, OSError)
        assert states(run) == [State.REJECTED]


def told(client: Any) -> Any:
    """The client, armed anew and told for whom it acts, so that nothing is read before the first write."""
    client.__dict__.pop("_rein_mark")
    return rein.wrap(client, account="U1")


def unused_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return int(bound.getsockname()[1])


@pytest.mark.parametrize("made", [armed, aarmed])
def test_nothing_left_when_the_handshake_fails(made: Callable[..., Any]) -> None:
    """Where TLS is not spoken, no request line left: rejected, not unknown."""
    with workspace() as stub:
        client = made(stub.url.replace("http:", "https:"), ssl=ssl.create_default_context())
        run, error = write(told(client))
        assert isinstance(error, OSError)
        assert states(run) == [State.REJECTED]
        assert not stub.seen


@pytest.mark.parametrize("made", CLIENTS)
@pytest.mark.parametrize("status", [302, 307])
def test_a_redirect_of_a_write_is_not_followed(made: Callable[[str], Any], status: int) -> None:
    """One passage is one request: a write that is sent elsewhere comes back as the SDK's error, and nothing follows."""
    with workspace() as there:
        moved = {"Location": f"{there.url}/api/chat.delete?channel=C1&ts=1.1"}
        with workspace(chat_postMessage=lambda args: (status, {"ok": False, "error": "moved"}, moved)) as stub:
            run, error = write(made(stub.url))
            assert isinstance(error, SlackApiError)
            assert error.response.status_code == status
            assert states(run) == [State.REJECTED]
            assert stub.methods == ["chat.postMessage"]
            assert not there.seen


@pytest.mark.parametrize("made", CLIENTS)
def test_an_argument_that_cannot_be_sent_is_not_recorded(made: Callable[[str], Any]) -> None:
    """What JSON cannot hold raises the SDK's TypeError before there is an action."""
    with workspace() as stub:
        run, error = write(made(stub.url), channel="C1", text="T", blocks=[object()])
        assert isinstance(error, TypeError)
        assert not run.actions
        assert not stub.methods


def test_a_parameter_that_aiohttp_does_not_take_is_not_recorded() -> None:
    """What a query cannot hold raises aiohttp's TypeError before there is an action."""
    with workspace() as stub:
        run, error = write(aarmed(stub.url), "pins_add", channel="C1", timestamp=object())
        assert isinstance(error, TypeError)
        assert not run.actions
        assert not stub.methods


def test_a_host_that_is_unknown_was_reached_by_nothing() -> None:
    """Where no address is found for the host, no request line left: rejected, not unknown."""
    for made in CLIENTS:
        run, error = write(told(made("http://no-such-host.invalid")))
        assert isinstance(error, OSError)
        assert states(run) == [State.REJECTED]


def test_a_cancelled_write_is_unknown() -> None:
    """Cancelling while the answer is awaited leaves open whether it landed; the cancellation goes on."""

    async def cancelled(url: str) -> rein.Run:
        async with rein.run("t", on_failure="keep") as run:
            task = asyncio.ensure_future(aarmed(url).chat_postMessage(**TEXT))
            while not stub.methods:  # noqa: ASYNC110 - the stub is a thread, and sets no event of the loop's
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        return run

    def slow(args: dict[str, Any]) -> Any:
        time.sleep(0.5)
        return 200, {"ok": True}

    with workspace(chat_postMessage=slow) as stub:
        run = asyncio.run(cancelled(stub.url))
        assert states(run) == [State.UNKNOWN]


def test_the_user_s_session_and_settings_are_kept() -> None:
    """A write goes through the user's own session, headers, timeout and user agent."""

    async def through(url: str) -> None:
        tags: list[str] = []
        trace = aiohttp.TraceConfig()

        async def begins(session: Any, context: Any, params: Any) -> None:
            tags.append(f"{params.method} {params.headers['X-Mine']} {params.headers['User-Agent'].split()[0]}")

        trace.on_request_start.append(begins)
        async with aiohttp.ClientSession(trace_configs=[trace]) as session:
            client = aarmed(url, session=session, headers={"X-Mine": "1"}, user_agent_prefix="mine/1")
            handlers = client.retry_handlers
            async with rein.run("t"):
                await client.chat_postMessage(**TEXT)
            assert tags == ["POST 1 mine/1"] * 2
            assert client.session is session
            assert client.retry_handlers is handlers

    with workspace() as stub:
        asyncio.run(through(stub.url))


def ask(client: Any, call: Call) -> Any:
    """Send a call of the core's through a client of any kind."""
    core = client_of(client)
    if inspect.iscoroutinefunction(core.request):
        return asyncio.run(core.request(call, None))
    return core.request(call, None)


@pytest.mark.parametrize("made", CLIENTS)
def test_calls_of_the_core_are_encoded_like_the_sdk_s(made: Callable[[str], Any]) -> None:
    """Messages go as JSON, the others as a form with structures as text; with the client's token and defaults."""
    with workspace() as stub:
        client = made(stub.url, team_id="T1")
        body = {"channel": "C1", "ts": "1.1", "text": "T", "blocks": [], "parse": None, "link_names": False}
        assert ask(client, Call("slack", "chat.update", body=body)).status == 200
        ask(client, Call("slack", "conversations.history", {"limit": 1, "inclusive": True}, {"channel": "C1"}))
        ask(client, Call("slack", "files.completeUploadExternal", body={"files": [{"id": "F1"}]}))
        first, second, third = stub.seen
        sent = {name: value for name, value in body.items() if value is not None}
        assert first.args == {**sent, "team_id": "T1"}
        assert (first.verb, first.kind, first.token) == ("POST", "application/json", BOT)
        assert second.args == {"channel": "C1", "limit": "1", "inclusive": "1", "team_id": "T1"}
        assert third.args == {"files": '[{"id": "F1"}]', "team_id": "T1"}


@pytest.mark.parametrize("made", CLIENTS)
def test_answers_of_the_core_are_data(made: Callable[[str], Any]) -> None:
    """An error of Slack's, an HTTP error and text that is no JSON are answers, never exceptions."""
    replies: dict[str, Any] = {
        "chat_update": lambda args: (200, {"ok": False, "error": "message_not_found"}, {"X-Oauth-Scopes": "a"}),
        "pins_list": lambda args: (429, {"ok": False, "error": "ratelimited"}, {"Retry-After": "7"}),
        "bots_info": lambda args: (502, "<html>"),
    }
    with workspace(**replies) as stub:
        client = made(stub.url)
        answer = ask(client, Call("slack", "chat.update", body=TEXT))
        assert (answer.status, answer.body["error"], answer.error) == (200, "message_not_found", None)
        assert answer.headers["x-oauth-scopes"] == "a"
        answer = ask(client, Call("slack", "pins.list"))
        assert (answer.status, answer.headers["retry-after"], answer.error) == (429, "7", None)
        answer = ask(client, Call("slack", "bots.info"))
        assert (answer.status, answer.error) == (502, None)
        assert stub.methods == ["chat.update", "pins.list", "bots.info"]


@pytest.mark.parametrize("made", CLIENTS)
def test_a_call_of_the_core_that_is_lost_is_sent_once(made: Callable[[str], Any]) -> None:
    """What an undo sends is never sent again by the SDK; the exception is in the answer."""
    with workspace(chat_update=lambda args: None) as stub:
        answer = ask(made(stub.url), Call("slack", "chat.update", body=TEXT))
        assert isinstance(answer.error, LOST)
        assert answer.sent
        assert stub.methods == ["chat.update"]


def test_the_check_runs_right_before_the_request() -> None:
    """What the check raises is the answer's error, certain not to have been sent."""

    def stop() -> None:
        raise PermissionError

    with workspace() as stub:
        answer = client_of(armed(stub.url)).request(Call("slack", "chat.update", body=TEXT), stop)
        assert (type(answer.error), answer.sent) == (PermissionError, False)
        answer = asyncio.run(client_of(aarmed(stub.url)).request(Call("slack", "chat.update", body=TEXT), stop))
        assert (type(answer.error), answer.sent) == (PermissionError, False)
        assert not stub.seen


def test_the_undo_acts_with_the_token_of_the_call() -> None:
    """A message that was posted with a token of its own is undone with that one, not with the client's."""
    with workspace() as stub:
        with pytest.raises(ZeroDivisionError), rein.run("t"):
            armed(stub.url).chat_postMessage(**TEXT, token=USER)
            raise ZeroDivisionError
        assert {seen.token for seen in stub.seen} == {USER}
        assert "chat.update" in stub.methods


def test_the_sync_client_without_handlers_is_left_alone() -> None:
    """Sending through a sibling changes nothing in the user's client."""
    with workspace() as stub:
        client = rein.wrap(WebClient(token=BOT, base_url=f"{stub.url}/api/"))
        before = dict(vars(client))
        write(client)
        assert vars(client) == before
