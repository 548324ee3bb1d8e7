from __future__ import annotations

import asyncio
import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.http_retry.builtin_handlers import RateLimitErrorRetryHandler
from slack_sdk.web import base_client
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.legacy_client import LegacyWebClient

import agentrein as rein
from agentrein.connector import ClientError, Options, Refused, State, UsageError, Verdict
from agentrein_slack.proxy import arm, client_of, from_environment
from slack_kit import BOT, USER, aarmed, aplain, armed, base_url, legacy, plain, states, workspace

KINDS: list[Callable[[str], Any]] = [plain, aplain, lambda url: LegacyWebClient(token=BOT, base_url=base_url(url))]


def post(client: Any) -> Any:
    """Post a message through a client of any kind."""
    done = client.chat_postMessage(channel="C1", text="T")
    return asyncio.run(_waited(done)) if asyncio.iscoroutine(done) else done


async def _waited(done: Any) -> Any:
    return await done


@pytest.mark.parametrize("kind", KINDS)
def test_the_client_stays_itself(kind: Callable[[str], Any]) -> None:
    """Wrapping gives the same object back: same class, and nothing in it but the mark is new."""
    client = kind("http://localhost")
    before = dict(vars(client))
    cls = type(client)
    assert rein.wrap(client) is client
    assert type(client) is cls
    assert {name: value for name, value in vars(client).items() if name != "_rein_mark"} == before


@pytest.mark.parametrize("kind", KINDS)
def test_arming_twice_is_harmless(kind: Callable[[str], Any]) -> None:
    """The same options once more change nothing; others are an error that leaves the first in force."""
    client = kind("http://localhost")
    arm(arm(client, Options()), Options())
    with pytest.raises(UsageError, match="other options"):
        arm(client, Options(account="somebody"))
    assert client_of(client).options == Options()


def test_what_is_not_armed_has_no_gate() -> None:
    """A plain client, or something else altogether, is no armed client."""
    with pytest.raises(UsageError, match="not armed"):
        client_of(plain("http://localhost"))
    with pytest.raises(UsageError, match="no client of slack_sdk"):
        arm("token", Options())


@pytest.mark.parametrize("base", [WebClient, AsyncWebClient, LegacyWebClient])
def test_a_subclass_of_the_client_works(base: Any) -> None:
    """A user's own class is armed like the SDK's, also where its copy would be made by its own rules."""

    class Mine(base):  # type: ignore[misc]
        def __copy__(self) -> Mine:
            raise AssertionError("the gate makes its sibling without asking the class")

    with workspace() as stub:
        client = rein.wrap(Mine(token=BOT, base_url=base_url(stub.url)))
        with pytest.raises(Refused):
            post(client)
        assert not stub.methods


def test_a_class_that_sends_by_itself_is_refused() -> None:
    """A private method of its own could go around the gate, so it is refused and the client is left alone."""

    class Mine(WebClient):
        def _perform_urllib_http_request(self, **sent: Any) -> Any:
            return {}

    client = Mine(token=BOT)
    with pytest.raises(UsageError, match="_perform_urllib_http_request"):
        rein.wrap(client)
    assert "_rein_mark" not in vars(client)


@pytest.mark.parametrize("kind", KINDS)
def test_unmarked_clients_are_untouched(kind: Callable[[str], Any]) -> None:
    """Another client in the same process writes as ever, resends included."""
    dropped = iter([True, False])
    with workspace(chat_postMessage=lambda args: None if next(dropped) else (200, {"ok": True})) as stub:
        rein.wrap(kind(stub.url))
        other = kind(stub.url)
        if isinstance(other, LegacyWebClient):
            next(dropped)  # it never resends
        assert post(other)["ok"]
        assert len(stub.methods) == (1 if isinstance(other, LegacyWebClient) else 2)


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda client: pickle.loads(pickle.dumps(client))])  # noqa: S301
@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_with_another_token_is_gated(kind: Callable[[str], Any], way: Callable[[Any], Any]) -> None:
    """A copied client is armed, and the wire carries the token that the copy was given."""
    with workspace() as stub:
        clone = way(rein.wrap(kind(stub.url)))
        clone.token = USER
        with pytest.raises(Refused):
            post(clone)
        assert not stub.seen
        assert client_of(clone).kind == "user"
        if not isinstance(clone, AsyncWebClient):
            with rein.run("t") as run:
                post(clone)
            assert {seen.token for seen in stub.seen} == {USER}
            assert states(run) == [State.LANDED]


@pytest.mark.parametrize("kind", KINDS)
def test_a_pickle_is_armed_in_another_process(kind: Callable[[str], Any], tmp_path: Path) -> None:
    """Unpickling the client where nobody called wrap installs the gate with it."""
    with workspace() as stub:
        (tmp_path / "client").write_bytes(pickle.dumps(rein.wrap(kind(stub.url))))
        code = (
            "import asyncio, pickle, sys; client = pickle.load(open(sys.argv[1], 'rb'))\n"
            "try:\n"
            "    done = client.chat_postMessage(channel='C1', text='T')\n"
            "    if asyncio.iscoroutine(done): asyncio.run(done)\n"
            "except Exception as error: print(type(error).__name__)"
        )
        command = [sys.executable, "-c", code, tmp_path / "client"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == "Refused"
        assert not stub.seen


def test_the_sync_client_needs_no_aiohttp() -> None:
    """Arming a WebClient imports neither aiohttp nor the SDK's other clients."""
    code = (
        "import sys; sys.modules['aiohttp'] = None\n"
        "from slack_sdk import WebClient; import agentrein as rein\n"
        "print(type(rein.wrap(WebClient(token='xoxb-1'))).__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "WebClient"


def test_reads_of_an_armed_client_are_the_sdk_s() -> None:
    """Reads need no run and keep the user's resends; the SDK's own results and exceptions come out unchanged."""
    dropped = iter([True, False])
    replies: dict[str, Any] = {
        "conversations_info": lambda args: (200, {"ok": False, "error": "channel_not_found"}),
        "users_info": lambda args: None if next(dropped) else (200, {"ok": True, "user": {"id": "U2"}}),
    }
    with workspace(**replies) as stub:
        client, other = armed(stub.url), plain(stub.url)
        assert type(client.auth_test()) is type(other.auth_test())
        with pytest.raises(SlackApiError) as ours:
            client.conversations_info(channel="C9")
        with pytest.raises(SlackApiError) as theirs:
            other.conversations_info(channel="C9")
        assert str(ours.value) == str(theirs.value)
        assert ours.value.__cause__ is theirs.value.__cause__
        assert client.users_info(user="U2")["user"] == {"id": "U2"}
        assert stub.methods.count("users.info") == 2


def test_a_write_fails_as_the_sdk_s_does() -> None:
    """A write that Slack does not take raises the SDK's exception, with its response and without a cause."""
    with workspace(chat_postMessage=lambda args: (200, {"ok": False, "error": "not_in_channel"})) as stub:
        with pytest.raises(SlackApiError) as theirs:
            plain(stub.url).chat_postMessage(channel="C1", text="T")
        with rein.run("t", on_failure="keep") as run, pytest.raises(SlackApiError) as ours:
            armed(stub.url).chat_postMessage(channel="C1", text="T")
        assert states(run) == [State.REJECTED]
        assert str(ours.value) == str(theirs.value)
        assert (ours.value.__cause__, ours.value.__context__) == (theirs.value.__cause__, theirs.value.__context__)
        assert type(ours.value.response) is type(theirs.value.response)


@pytest.mark.parametrize("settings", [{}, {"retry_handlers": []}])
def test_an_answer_that_is_no_json_raises_as_before(settings: dict[str, Any]) -> None:
    """Where the SDK cannot read an answer, it raises what it raises without the gate; the record says unknown."""
    with workspace(chat_postMessage=lambda args: (200, "{broken")) as stub:
        with pytest.raises(Exception, match=r".") as theirs:
            plain(stub.url, **settings).chat_postMessage(channel="C1", text="T")
        with rein.run("t", on_failure="keep") as run, pytest.raises(Exception, match=r".") as ours:
            armed(stub.url, **settings).chat_postMessage(channel="C1", text="T")
        assert type(ours.value) is type(theirs.value)
        assert str(ours.value) == str(theirs.value)
        assert states(run) == [State.UNKNOWN]


def test_it_works_under_a_test_double(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user's double for the SDK's `urlopen` sees the requests as before."""
    with workspace() as stub:
        sent: list[str] = []
        original = base_client.urlopen

        def double(request: Any, **settings: Any) -> Any:
            sent.append(request.full_url)
            return original(request, **settings)

        monkeypatch.setattr(base_client, "urlopen", double)
        with rein.run("t"):
            armed(stub.url).chat_postMessage(channel="C1", text="T")
        assert sent[-1] == f"{stub.url}/api/chat.postMessage"


def test_the_identity_follows_the_token_that_is_sent() -> None:
    """Another token is another identity, also for one call; none of them shows the token."""
    with workspace() as stub:
        one, two = armed(stub.url), armed(stub.url)
        assert client_of(one).identity == client_of(two).identity
        two.token = USER
        assert client_of(one).identity != client_of(two).identity
        assert "xox" not in client_of(one).identity
        with rein.run("t") as run:
            one.chat_postMessage(channel="C1", text="A")
            one.chat_postMessage(channel="C1", text="B", token=USER)
        assert [seen.token for seen in stub.seen] == [BOT, BOT, USER, USER]
        assert [seen.method for seen in stub.seen] == ["auth.test", "chat.postMessage"] * 2
        assert [action.planned["actor"]["kind"] for action in run.actions] == ["bot", "user"]
        assert "token" not in run.actions[1].planned["call"]["body"]


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        ("xoxb-1", "bot"),
        ("xoxp-1", "user"),
        ("xapp-1", "app"),
        ("xoxe.xoxb-1-x", "bot"),
        ("xoxe.xoxp-1-x", "user"),
        ("xoxe-1", "configuration"),
        ("xoxa-2", "workspace"),
        ("something", "token"),
        (None, "anonymous"),
    ],
)
def test_the_kind_is_read_from_the_prefix(token: str | None, kind: str) -> None:
    """What kind of token it is stands in its first letters."""
    assert client_of(rein.wrap(WebClient(token=token))).kind == kind


LIMITED = Verdict(State.REJECTED, "limit", not_executed=True, transient=True, retry_after=5.0)
LONG = Verdict(State.REJECTED, "limit", not_executed=True, transient=True, retry_after=1000.0)
SILENT = Verdict(State.REJECTED, "limit", not_executed=True, transient=True)


@pytest.mark.parametrize(
    ("most", "attempt", "verdict", "seconds"),
    [
        (None, 0, LIMITED, None),
        (1, 0, LIMITED, 5.0),
        (1, 1, LIMITED, None),
        (3, 2, LIMITED, 5.0),
        (1, 0, SILENT, 1.0),
        (1, 0, LONG, None),
    ],
)
@pytest.mark.parametrize(
    ("made", "handler"), [(armed, RateLimitErrorRetryHandler), (aarmed, AsyncRateLimitErrorRetryHandler)]
)
def test_it_waits_as_the_user_s_handler_says(
    made: Callable[..., Any], handler: Any, most: int | None, attempt: int, verdict: Verdict, seconds: float | None
) -> None:
    """How often a request that was not executed is repeated is the user's own setting; Slack says how long."""
    settings = {} if most is None else {"retry_handlers": [handler(max_retry_count=most)]}
    assert client_of(made("http://localhost", **settings)).wait(verdict, attempt) == seconds


def test_the_legacy_client_waits_for_nothing() -> None:
    """It has no retry handlers, so Slack's answer goes to the caller."""
    assert client_of(legacy("http://localhost")).wait(LIMITED, 0) is None


def test_a_client_is_built_from_the_environment() -> None:
    """The usual variables make an armed client; a user's token is taken where there is no bot's."""
    found = from_environment({"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_API_URL": "http://localhost:5/api"})
    assert (found.endpoint, found.kind) == ("http://localhost:5/api", "bot")
    other = from_environment({"SLACK_USER_TOKEN": "xoxp-1"})
    assert (other.endpoint, other.kind) == ("https://slack.com/api", "user")
    both = from_environment({"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_USER_TOKEN": "xoxp-1"})
    assert both.kind == "bot"


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({}, "SLACK_BOT_TOKEN"),
        ({"SLACK_BOT_TOKEN": " "}, "SLACK_USER_TOKEN"),
        ({"SLACK_BOT_TOKEN": "secret", "SLACK_API_URL": "slack.com/api"}, "SLACK_API_URL"),
        ({"SLACK_BOT_TOKEN": "secret", "SLACK_API_URL": "https://"}, "SLACK_API_URL"),
        ({"SLACK_BOT_TOKEN": "secret", "SLACK_API_URL": "https://secret@host:port/"}, "SLACK_API_URL"),
    ],
)
def test_what_is_missing_is_named(environ: dict[str, str], named: str) -> None:
    """A client that cannot be built says which variable to set, and never shows a secret."""
    with pytest.raises(ClientError, match=named) as error:
        from_environment(environ)
    assert "secret" not in str(error.value)
