"""The stand-in for Slack, driven by the real slack_sdk over real HTTP: who asks, in which form, and what goes wrong."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from agentrein_slack.sandbox import SlackSandbox
from slack_sandbox_kit import BOARD, DEPLOYS, GENERAL, TOKENS, client, refused

MULTIPART = (
    b"".join(
        b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % field
        for field in ((b"channel", b"C0AAA"), (b"text", b"hi"), (b"blocks", b'[{"type":"divider"}]'))
    )
    + b"--x--\r\n"
)


def raw(sb: SlackSandbox, method: str, body: bytes | None = None, *, query: str = "", **headers: str) -> dict:
    """A request without the SDK, answered as JSON."""
    sent = urllib.request.Request(f"{sb.api_url}{method}{query}", data=body, headers=headers)  # noqa: S310 - loopback
    with urllib.request.urlopen(sent, timeout=5) as answer:  # noqa: S310 - loopback
        return json.load(answer)


# Who asks


def test_each_token_is_its_account(sb: SlackSandbox) -> None:
    """auth.test names user and workspace, and the bot of a bot's token."""
    agent, bob = client(sb).auth_test(), client(sb, "bob").auth_test()
    assert (agent["user_id"], agent["bot_id"], agent["team_id"]) == ("U0BOT", "B0BOT", "T01AB")
    assert (bob["user_id"], bob["user"], bob.get("bot_id")) == ("U0BOB", "bob", None)


def test_tokens_that_slack_does_not_take(sb: SlackSandbox) -> None:
    """No token, an unknown one and a revoked one have an error each."""
    assert raw(sb, "auth.test", b"")["error"] == "not_authed"
    with refused("invalid_auth"):
        client(sb, "xoxb-unknown").auth_test()
    sb.revoke_token("xoxb-agent")
    with refused("token_revoked"):
        client(sb).chat_postMessage(channel=DEPLOYS, text="hi")


def test_a_token_without_the_scope(sb: SlackSandbox) -> None:
    """missing_scope says what was needed and what there is; what the scopes allow passes."""
    sb.allow("xoxb-agent", ["chat:write"])
    client(sb).chat_postMessage(channel=DEPLOYS, text="hi")
    with refused("missing_scope") as caught:
        client(sb).reactions_get(channel=DEPLOYS, timestamp="1.0")
    assert caught.value.response["needed"] == "reactions:read"
    assert caught.value.response["provided"] == "chat:write"


def test_a_scope_for_one_kind_of_conversation_is_none_for_another(sb: SlackSandbox) -> None:
    """channels:history reads channels, not direct messages."""
    sb.allow("xoxb-agent", ["channels:history"])
    assert client(sb).conversations_history(channel=DEPLOYS)["messages"] == []
    with refused("missing_scope") as caught:
        client(sb).conversations_history(channel="D0ADA")
    assert caught.value.response["needed"] == "im:history"


def test_the_credential_is_kept_nowhere(sb: SlackSandbox) -> None:
    """A token leaves no trace in the record, wherever it stood, and the actor is known all the same."""
    raw(sb, "auth.test", query="?token=xoxp-person")
    raw(sb, "auth.test", b"token=xoxp-ada")
    client(sb).api_call("auth.test", json={"token": "xoxb-agent"})
    assert [request.actor for request in sb.requests] == ["U0BOB", "U0ADA", "U0BOT"]
    assert not any(token in repr(vars(request)) for request in sb.requests for token in TOKENS.values())


# Which form


@pytest.mark.parametrize(
    ("body", "media"),
    [
        (b'{"channel":"C0AAA","text":"hi","blocks":[{"type":"divider"}]}', "application/json"),
        (b"channel=C0AAA&text=hi&blocks=[{%22type%22:%22divider%22}]", "application/x-www-form-urlencoded"),
        (
            MULTIPART,
            "multipart/form-data; boundary=x",
        ),
    ],
    ids=["json", "form", "multipart"],
)
def test_every_form_of_arguments_is_understood(sb: SlackSandbox, body: bytes, media: str) -> None:
    """The record holds the decoded arguments, whichever way they came."""
    answer = raw(sb, "chat.postMessage", body, **{"Content-Type": media, "Authorization": "Bearer xoxb-agent"})
    assert answer["message"]["blocks"][0]["type"] == "divider"
    assert sb.requests[-1].body == {"channel": "C0AAA", "text": "hi", "blocks": [{"type": "divider"}]}


def test_arguments_in_the_query_of_a_get(sb: SlackSandbox) -> None:
    """A write may come as a GET: the name alone says that it is one."""
    raw(sb, "chat.postMessage", query="?channel=C0AAA&text=hi", Authorization="Bearer xoxb-agent")
    assert [(r.method, r.is_write) for r in sb.requests] == [("GET", True)]
    assert [message["text"] for message in sb.messages(DEPLOYS)] == ["hi"]


def test_the_async_client_is_served(sb: SlackSandbox) -> None:
    """AsyncWebClient reads and writes."""

    async def talk() -> str:
        slack = AsyncWebClient("xoxb-agent", base_url=sb.api_url)
        await slack.chat_postMessage(channel="#deploys", text="hi", blocks=[{"type": "divider"}])
        return (await slack.conversations_history(channel=DEPLOYS, limit=1))["messages"][0]["text"]

    assert asyncio.run(talk()) == "hi"


def test_reads_and_writes_are_told_by_the_name(sb: SlackSandbox) -> None:
    """Slack's SDK posts everything; only what changes something counts as a write."""
    slack = client(sb)
    slack.auth_test()
    slack.conversations_list()
    ts = slack.chat_postMessage(channel=DEPLOYS, text="hi")["ts"]
    slack.conversations_history(channel=DEPLOYS)
    slack.reactions_add(channel=DEPLOYS, timestamp=ts, name="eyes")
    assert {request.method for request in sb.requests} == {"POST"}
    assert [request.path for request in sb.writes] == ["/api/chat.postMessage", "/api/reactions.add"]


def test_an_unknown_method(sb: SlackSandbox) -> None:
    """Slack says that it does not know the method, and a path outside its API is no method at all."""
    with refused("unknown_method"):
        client(sb).api_call("chat.whisper")
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(f"{sb.url}/elsewhere", timeout=5)  # noqa: S310 - loopback
    assert caught.value.code == 404
    caught.value.close()


def test_a_missing_argument_is_named(sb: SlackSandbox) -> None:
    """invalid_arguments says which field is missing."""
    with refused("invalid_arguments") as caught:
        client(sb).api_call("conversations.setTopic", json={"channel": DEPLOYS})
    assert "topic" in caught.value.response["response_metadata"]["messages"][0]


def test_api_test_echoes(sb: SlackSandbox) -> None:
    """api.test needs no token and gives back what it got."""
    assert client(sb, "xoxb-unknown").api_test(foo="bar")["args"]["foo"] == "bar"
    with refused("my_error"):
        client(sb).api_test(error="my_error")


# What goes wrong


def test_rate_limits(sb: SlackSandbox) -> None:
    """A fault picks its method by the path; 429 has no effect and says how long to wait."""
    fault = sb.faults.add("rate_limited", method="POST", path="/api/chat.postMessage", retry_after=3)
    client(sb).auth_test()
    with refused("ratelimited") as caught:
        client(sb).chat_postMessage(channel=DEPLOYS, text="hi")
    assert (caught.value.response.status_code, caught.value.response.headers["Retry-After"]) == (429, "3")
    assert (fault.struck, sb.messages(DEPLOYS)) == (1, [])


def test_a_lost_answer(sb: SlackSandbox) -> None:
    """The effect is there although the connection breaks; reads are not struck."""
    sb.faults.add("lost", writes=True)
    assert client(sb).conversations_history(channel=DEPLOYS)["messages"] == []
    with pytest.raises(OSError, match=r".*"):
        client(sb).chat_postMessage(channel=DEPLOYS, text="hi")
    assert [message["text"] for message in sb.messages(DEPLOYS)] == ["hi"]


def test_an_error_of_slacks_own(sb: SlackSandbox) -> None:
    """A 5xx has Slack's form."""
    sb.faults.add("error", path="/api/chat.*", status=503)
    with refused("internal_error"):
        client(sb).chat_postMessage(channel=DEPLOYS, text="hi")


def test_what_a_preference_forbids(sb: SlackSandbox) -> None:
    """A restricted method is answered restricted_action."""
    sb.restricted.add("conversations.kick")
    with refused("restricted_action"):
        client(sb).conversations_kick(channel=DEPLOYS, user="U0ADA")


def test_a_reset_brings_the_start_back(sb: SlackSandbox) -> None:
    """After a reset state, settings and clock are as when it was built."""
    start = sb.state()
    client(sb).chat_postMessage(channel=GENERAL, text="hi")
    sb.lenient, sb.edit_window = True, 1.0
    sb.ahead(1000)
    sb.reset()
    assert (sb.state(), sb.lenient, sb.edit_window, sb.requests) == (start, False, None, [])


def test_people_and_bots_and_the_workspace(sb: SlackSandbox) -> None:
    """users.*, bots.info and team.info show who is there."""
    slack = client(sb)
    assert [user["id"] for user in slack.users_list()["members"]] == ["U0BOT", "U0BOB", "U0ADA", "U0OTH"]
    assert slack.users_info(user="U0BOT")["user"]["is_bot"]
    assert slack.bots_info(bot="B0OTH")["bot"]["user_id"] == "U0OTH"
    assert slack.team_info()["team"]["id"] == "T01AB"
    with refused("user_not_found"):
        slack.users_info(user="U0NOBODY")


def test_the_private_channel_is_hidden_from_the_bot(sb: SlackSandbox) -> None:
    """What one may not see is not found."""
    for call in (client(sb).conversations_info, client(sb).conversations_history, client(sb).conversations_members):
        with refused("channel_not_found"):
            call(channel=BOARD)
    assert client(sb, "ada").conversations_info(channel=BOARD)["channel"]["is_private"]


def test_writes_are_watched_for_their_order(sb: SlackSandbox) -> None:
    """The stand-in itself notices an undo out of turn, though every call is a POST."""
    slack = client(sb)
    sb.order.watch()
    sb.order.acting()
    ts = slack.chat_postMessage(channel=DEPLOYS, text="one")["ts"]
    slack.chat_update(channel=DEPLOYS, ts=ts, text="two")
    assert sb.order.standing() == [f"channel:{DEPLOYS}/message:{ts}"]
    sb.order.undoing()
    slack.chat_update(channel=DEPLOYS, ts=ts, text="Reverted by AgentRein")
    assert len(sb.order.violations) == 1


def test_sdk_errors_are_the_sdks(sb: SlackSandbox) -> None:
    """`ok: false` arrives with HTTP 200."""
    with pytest.raises(SlackApiError) as caught:
        client(sb).chat_postMessage(channel="#nowhere", text="hi")
    assert caught.value.response.status_code == 200
