"""What slack_sdk's public examples say of the client itself and of what stands beside it, bare and armed."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientConnectionError
from slack_sdk import WebClient
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.legacy_client import LegacyWebClient
from slack_sdk.webhook import WebhookClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

import agentrein as rein
from agentrein.connector import Refused
from agentrein_slack.sandbox import SlackSandbox
from connectors.slack.documented.bench import CLIENTS, bench, method_of
from connectors.slack.documented.limits import AT_ONCE, Mine, MineAsync
from connectors.slack.documented.things import ASYNC, GUIDE, NOTES, SYNC, WEB, Stage, Still
from connectors.slack.examples.things import DEPLOYS, SECTION
from documented_kit import Documented, Steps
from likeness_kit import besides, shown, still, unlike
from slack_kit import BOT, Stub, armed, workspace


@pytest.fixture
def server() -> Iterator[Still]:
    """Slack at one moment."""
    with Still() as sandbox:
        yield sandbox


def hello(client: Any, at: Stage) -> Steps:
    """The message of the first page."""
    answer = yield client.chat_postMessage(channel=DEPLOYS, text="Hello from the app! :tada:")
    return answer.data


LOST = {"kind": "lost", "path": "*/chat.postMessage"}


@pytest.mark.parametrize(("kind", "handler"), [(SYNC, Mine), (ASYNC, MineAsync)])
def test_a_handler_of_the_app_s_own_does_not_send_a_write_twice(
    sb: SlackSandbox, kind: str, handler: Callable[..., Any]
) -> None:
    """The one difference on that page: bare, the message stands there twice; through the gate once, and is found."""
    settings = {"retry_handlers": lambda: [handler(max_retry_count=1, interval_calculator=AT_ONCE)]}
    example = Documented(f"{WEB}retryhandler", hello, settings=settings, faults=(LOST,))
    bare, own = bench(sb, kind).told(example), bench(sb, kind).told(example, policy={})
    assert [method_of(one) for one in bare.requests] == ["chat.postMessage"] * 2
    assert len(bare.left) == 2
    assert [method_of(one) for one in own.requests].count("chat.postMessage") == 1
    assert isinstance(own.raised, ConnectionError | ClientConnectionError)
    assert (own.states, own.left) == (["compensated"], [])


@pytest.mark.parametrize("kind", CLIENTS)
def test_a_preview_picture_is_refused(
    server: Still, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture travels in a form that nobody can record, so that this example alone leaves in no run."""

    def remote(client: Any, at: Stage) -> Steps:
        answer = yield client.files_remote_add(
            external_id="deck-1", external_url="https://acme.example/deck-1", title="The deck", preview_image=NOTES
        )
        return answer["ok"]

    monkeypatch.chdir(tmp_path)
    Path(NOTES).write_text("A picture")
    example = Documented(f"{WEB}adding-remote-files", remote)
    bare = bench(server, kind).told(example)
    own = bench(server, kind).told(example, policy={"slack: files.remote.add": "allow"})
    assert bare.got[-1] is True
    assert isinstance(own.raised, Refused)
    assert (own.raised.operation, own.requests, own.states) == ("slack: files.remote.add", [], [])


@pytest.mark.parametrize("kind", [SYNC, ASYNC])
def test_the_log_of_an_app_has_what_it_had(server: Still, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    """At DEBUG the SDK says the same of each request, to the same logger, besides the reads of the gate.

    https://docs.slack.dev/tools/python-slack-sdk/tutorial/uploading-files/#upload-file-with-python
    """
    caplog.set_level(logging.DEBUG, logger="slack_sdk")
    example, here = Documented(f"{GUIDE}/tutorial/uploading-files/", hello), bench(server, kind)
    here.told(example)
    bare = _said(caplog)
    caplog.clear()
    here.told(example, policy={})
    own = _said(caplog)
    assert len(bare) == 2
    besides(bare, own)
    assert BOT not in "".join(own)


def _said(caplog: pytest.LogCaptureFixture) -> list[str]:
    lines = [line.getMessage() for line in caplog.records if line.name.startswith("slack_sdk")]
    return [still(line) for line in lines if line.startswith(("Sending a request", "Received the following"))]


def waited(client: Any, **given: Any) -> Any:
    """The answer to a message of a client of either kind."""
    if isinstance(client, AsyncWebClient):
        return asyncio.run(client.chat_postMessage(**given))
    return client.chat_postMessage(**given)


@pytest.mark.parametrize("made", [WebClient, AsyncWebClient])
def test_certificates_and_a_proxy_are_the_client_s(made: Callable[..., Any]) -> None:
    """An app's own SSL context and proxy serve what the gate sends too: all of it arrives at the proxy.

    https://github.com/slackapi/python-slack-sdk#advanced-options
    """
    with workspace() as proxy:
        settings = {"token": BOT, "base_url": "http://slack.example/api/", "proxy": proxy.url, "ssl": _context()}
        client = made(**settings)
        bare = shown(waited(client, channel="#random", text="Hello World!"), client)
        seen = list(proxy.seen)
        proxy.seen.clear()
        client = rein.wrap(made(**settings))
        if made is WebClient:
            with rein.run("t", on_failure="keep"):
                own = shown(waited(client, channel="#random", text="Hello World!"), client)
        else:
            own = asyncio.run(_in_a_run(client))
        assert unlike(bare, own) == []
        more = besides(seen, proxy.seen)
        assert [proxy.seen[place].method for place in more] == ["auth.test"]


def _context() -> ssl.SSLContext:
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


async def _in_a_run(client: AsyncWebClient) -> Any:
    async with rein.run("t", on_failure="keep"):
        return shown(await client.chat_postMessage(channel="#random", text="Hello World!"), client)


HOOK = "/services/T00000000/B00000000/x"


@pytest.mark.parametrize("kind", [WebhookClient, AsyncWebhookClient])
@pytest.mark.parametrize("given", [{"text": "Hello!"}, {"text": "Instead", "blocks": [SECTION]}])
def test_a_webhook_beside_an_armed_client_is_as_ever(kind: Callable[[str], Any], given: dict[str, Any]) -> None:
    """An address that needs no token is no call of the client: its answer is the same, and nothing of it is recorded.

    https://docs.slack.dev/tools/python-slack-sdk/webhook/
    """
    with Stub(lambda method, args: (200, "ok")) as hooks, workspace() as slack:
        bare = _answered(kind(hooks.url + HOOK), given)
        client = armed(slack.url)
        with rein.run("t") as run:
            client.auth_test()
            own = _answered(kind(hooks.url + HOOK), given)
        assert (type(bare), bare.status_code, bare.body) == (type(own), 200, "ok")
        assert unlike(*(shown({**vars(one), "headers": dict(one.headers)}, None) for one in (bare, own))) == []
        assert hooks.seen[0] == hooks.seen[1]
        assert list(run.actions) == []


def _answered(hook: Any, given: dict[str, Any]) -> Any:
    answer = hook.send(**given)
    return asyncio.run(answer) if asyncio.iscoroutine(answer) else answer


@pytest.mark.filterwarnings("ignore::UserWarning")  # the old package says that it is the old one
def test_the_old_package_gives_the_old_client() -> None:
    """`slack.WebClient`, as the legacy pages name it, is the class that the table calls LegacyWebClient.

    https://docs.slack.dev/tools/python-slack-sdk/v3-migration/
    """
    import slack

    assert issubclass(slack.WebClient, LegacyWebClient)
    with workspace() as stub:
        client = rein.wrap(slack.WebClient(token=BOT, base_url=f"{stub.url}/api/"))
        with pytest.raises(Refused):
            client.chat_postMessage(channel="C1", text="Hello")
        with rein.run("t") as run:
            client.chat_postMessage(channel="C1", text="Hello")
        assert [action.planned["address"] for action in run.actions] == ["chat.postMessage"]
