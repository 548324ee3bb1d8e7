from __future__ import annotations

import asyncio
import io
import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.models.blocks import DividerBlock
from slack_sdk.models.metadata import Metadata

import agentrein as rein
from agentrein.connector import Refused, State
from slack_kit import BOT, USER, aarmed, armed, legacy, plain, states, workspace

TEXT: dict[str, Any] = {"channel": "C1", "text": "T"}
CLIENTS: list[Callable[[str], Any]] = [armed, aarmed, legacy]
ALLOW = {"irreversible": "allow"}


def call(client: Any, name: str, *args: Any, **given: Any) -> Any:
    """Call a method of a client of any kind and wait for it."""

    async def waited(done: Any) -> Any:
        return await done

    done = getattr(client, name)(*args, **given)
    return asyncio.run(waited(done)) if asyncio.iscoroutine(done) else done


DOORS: list[Callable[[Any], Any]] = [
    lambda c: call(c, "chat_postMessage", channel="C1", text="T"),
    lambda c: call(c, "api_call", "chat.postMessage", json=dict(TEXT)),
    lambda c: call(c, "api_call", "chat.postMessage", params=dict(TEXT)),
    lambda c: call(c, "api_call", "chat.postMessage", data=dict(TEXT)),
    lambda c: call(c, "api_call", "chat.postMessage?channel=C1&text=T"),
    lambda c: call(c, "api_call", "/chat.postMessage", json=dict(TEXT)),
    lambda c: call(c, "api_call", "./chat.postMessage", json=dict(TEXT)),
    lambda c: call(c, "api_call", "../api/chat.postMessage", json=dict(TEXT)),
    lambda c: call(c, "api_call", c.base_url + "chat.postMessage", json=dict(TEXT)),
    lambda c: call(c, "api_call", "%63hat.postMessage", json=dict(TEXT)),
    lambda c: call(c, "api_call", "chat.delete", http_verb="GET", params={"channel": "C1", "ts": "1.1"}),
    lambda c: call(c, "api_call", "./chat.delete", params={"channel": "C1", "ts": "1.1"}),
    lambda c: call(c, "api_call", "chat.unheardOf", json=dict(TEXT)),
    lambda c: call(c, "api_call", "upload_url", params={}),
    lambda c: call(c, "dnd_setSnooze", num_minutes=5),
    lambda c: call(c, "files_upload_v2", content="x", filename="a.txt", channel="C1"),
    lambda c: call(c, "users_setPhoto", image=io.BytesIO(b"x")),
    lambda c: call(c, "_upload_file", url=c.base_url + "x", data=b"", logger=None, timeout=1, proxy=None, ssl=None),
]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("made", CLIENTS)
def test_no_door_leads_around_the_gate(made: Callable[[str], Any], door: Callable[[Any], Any]) -> None:
    """Methods, raw calls in any spelling, uploads: all are refused outside of a run; nothing is sent."""
    with workspace() as stub:
        with pytest.raises(Refused):
            door(made(stub.url))
        assert not stub.seen


def test_a_stream_passes_the_gate() -> None:
    """A stream holds the client itself, so what it sends is refused outside and recorded inside of a run."""
    with workspace() as stub:
        client = armed(stub.url)
        stream = client.chat_stream(channel="C1", thread_ts="1.0", buffer_size=1)
        with pytest.raises(Refused):
            stream.append(markdown_text="hello")
        assert not stub.seen
        with rein.run("t", policy=ALLOW) as run:
            stream = client.chat_stream(channel="C1", thread_ts="1.0", buffer_size=1)
            stream.append(markdown_text="hello")
            stream.append(markdown_text=" world")
            stream.stop()
        sent = ["chat.startStream", "chat.appendStream", "chat.stopStream"]
        assert [method for method in stub.methods if method in sent] == sent
        assert [action.planned["address"] for action in run.actions] == sent


SPELLINGS = [
    "chat.postMessage",
    "/chat.postMessage",
    "//chat.postMessage",
    "./chat.postMessage",
    "../api/chat.postMessage",
    "a/../chat.postMessage",
    "chat.post\nMessage",
]


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("made", [armed, legacy])
def test_a_spelling_that_arrives_plainly_is_its_method(made: Callable[[str], Any], spelling: str) -> None:
    """What the SDK resolves to the plain address of a method is recorded as that method."""
    with workspace() as stub:
        with rein.run("t") as run:
            made(stub.url).api_call(spelling, json=dict(TEXT))
        assert [action.planned["address"] for action in run.actions] == ["chat.postMessage"]
        assert stub.methods == ["chat.postMessage"]


@pytest.mark.parametrize(
    "spelling",
    [
        "%63hat.postMessage",
        "chat%2EpostMessage",
        "chat.postMessage/",
        "chat.postMessage#x",
        "chat.postMessage;x",
        "chat.postMessage ",
        "x/chat.postMessage",
        "../chat.postMessage",
        "../api/../api/chat.postMessage/.",
        "{base}../api/chat.postMessage",
        "{base}%2e/chat.postMessage",
        "http://other.test/api/chat.postMessage",
        "https://hooks.slack.com/services/T1/B1/secret",
        "{secure}chat.postMessage",
        "{user}chat.postMessage",
        "file:///etc/passwd",
        "",
    ],
)
@pytest.mark.parametrize("made", CLIENTS)
def test_what_could_arrive_elsewhere_is_refused(made: Callable[[str], Any], spelling: str) -> None:
    """Escapes, dots, slashes, other hosts, ports and schemes are refused, in a run as well."""
    with workspace() as stub:
        client = made(stub.url)
        base = client.base_url
        url = spelling.format(
            base=base, secure=base.replace("http:", "https:"), user=base.replace("//", "//somebody:secret@")
        )
        with rein.run("t", policy=ALLOW) as run, pytest.raises(Refused) as refused:
            call(client, "api_call", url, json=dict(TEXT))
        assert refused.value.reason == "address"
        assert "secret" not in str(refused.value)
        assert not stub.seen
        assert not run.actions


@pytest.mark.parametrize(
    ("spelling", "given"),
    [
        ("chat.postMessage?channel=C2", {"json": dict(TEXT)}),
        ("chat.postMessage?channel=C1&channel=C2&text=T", {}),
        ("chat.postMessage?token=xoxp-2", {"json": dict(TEXT)}),
        ("chat.postMessage", {"data": {**TEXT, "token": USER}}),
    ],
)
@pytest.mark.parametrize("made", CLIENTS)
def test_an_argument_that_is_given_twice_is_refused(made: Callable[[str], Any], spelling: str, given: Any) -> None:
    """Two values for one argument, or a second token beside the header's, leave open what Slack would do."""
    with workspace() as stub:
        with rein.run("t", policy=ALLOW), pytest.raises(Refused) as refused:
            call(made(stub.url), "api_call", spelling, **given)
        assert refused.value.reason == "address"
        assert "xoxp" not in str(refused.value)
        assert not stub.seen


@pytest.mark.parametrize(
    "door",
    [
        lambda c: call(c, "files_upload", content="x", token=USER),
        lambda c: call(c, "files_remote_add", external_id="1", external_url="u", title="t", token=USER),
        lambda c: call(c, "files_remote_update", external_id="1", token=USER),
        lambda c: call(c, "users_setPhoto", image=io.BytesIO(b"x"), token=USER),
    ],
)
@pytest.mark.parametrize("made", CLIENTS)
@pytest.mark.filterwarnings("ignore:.*files_upload")
def test_a_token_in_a_body_is_refused(made: Callable[[str], Any], door: Callable[[Any], Any]) -> None:
    """These methods keep the client's token in the header, the call's beside it: nobody knows whose act it is."""
    with workspace() as stub:
        with rein.run("t", policy=ALLOW), pytest.raises(Refused, match="token"):
            door(made(stub.url))
        assert not stub.seen


def test_all_arguments_are_recorded_as_data() -> None:
    """Query, form and JSON are one body, structures that travel as text are data, and no credential is in it."""
    with workspace() as stub:
        client = armed(stub.url, team_id="T1")
        blocks = [{"type": "divider"}]
        with rein.run("t", policy=ALLOW) as run:
            client.chat_postMessage(channel="C1", text="A", blocks=[DividerBlock()], mrkdwn=True)
            client.chat_postMessage(channel="C1", text="B", blocks=json.dumps(blocks), metadata=Metadata("e", {"a": 1}))
            client.api_call("chat.postMessage?channel=C1&text=%7B1%7D")
            client.reactions_add(channel="C1", timestamp="1.1", name="eyes")
            client.oauth_v2_access(client_id="i", client_secret="s3cret", code="c0de")
        bodies = [action.planned["call"]["body"] for action in run.actions]
        assert bodies[0] == {"channel": "C1", "text": "A", "blocks": blocks, "mrkdwn": True}
        assert bodies[1]["blocks"] == blocks
        assert bodies[1]["metadata"] == {"event_type": "e", "event_payload": {"a": 1}}
        assert bodies[2] == {"channel": "C1", "text": "{1}"}
        assert bodies[3] == {"channel": "C1", "timestamp": "1.1", "name": "eyes"}
        headers = [action.planned["call"]["headers"] for action in run.actions]
        assert headers == [{"team_id": "T1"}, {"team_id": "T1"}, {}, {"team_id": "T1"}, {"team_id": "T1"}]
        assert "c0de" not in json.dumps([action.planned for action in run.actions])
        assert "s3cret" not in json.dumps([action.planned for action in run.actions])
        assert stub.seen[-1].args["code"] == "c0de"


def test_pages_of_a_read_need_no_run() -> None:
    """Going through the pages of a read sends reads, of sync, async and legacy clients."""

    def pages(args: dict[str, Any]) -> Any:
        return 200, {"ok": True, "channels": [1], "response_metadata": {"next_cursor": "" if "cursor" in args else "n"}}

    async def through(client: Any) -> int:
        return len([page async for page in await client.conversations_list()])

    with workspace(conversations_list=pages) as stub:
        assert len(list(armed(stub.url).conversations_list())) == 2
        assert len(list(legacy(stub.url).conversations_list())) == 2
        assert asyncio.run(through(aarmed(stub.url))) == 2
        assert stub.methods == ["conversations.list"] * 6


def test_a_page_of_a_write_is_a_write_of_its_own() -> None:
    """The SDK would send a write again for its next page: that passes the gate like any other."""

    def more(args: dict[str, Any]) -> Any:
        return 200, {"ok": True, "channel": "C1", "ts": "1.1", "response_metadata": {"next_cursor": "n"}}

    with workspace(chat_postMessage=more) as stub:
        client = armed(stub.url)
        with rein.run("t") as run:
            answer = client.chat_postMessage(**TEXT)
        with pytest.raises(Refused):
            list(answer)
        assert len(run.actions) == len(stub.methods) == 1


def test_an_answer_got_before_wrap_is_covered() -> None:
    """A stream made from the plain client writes through the gate once that client is armed."""
    with workspace() as stub:
        client = plain(stub.url)
        stream = client.chat_stream(channel="C1", thread_ts="1.0", buffer_size=1)
        rein.wrap(client)
        with pytest.raises(Refused):
            stream.append(markdown_text="hello")
        assert not stub.seen


@pytest.mark.parametrize("settings", [{"run_async": True}, {"use_sync_aiohttp": True}])
def test_the_legacy_client_s_own_async_way_is_gated(settings: dict[str, Any]) -> None:
    """It can send through aiohttp, in a task of its own: refused outside, recorded inside of a run."""

    async def both(client: Any) -> None:
        with pytest.raises(Refused):
            await client.chat_postMessage(**TEXT)
        async with rein.run("t") as run:
            await client.chat_postMessage(**TEXT)
        assert states(run) == [State.LANDED]

    with workspace() as stub:
        if "run_async" in settings:
            asyncio.run(both(legacy(stub.url, **settings)))
        else:
            loop = asyncio.new_event_loop()
            client = legacy(stub.url, loop=loop, **settings)
            with pytest.raises(Refused):
                client.chat_postMessage(**TEXT)
            with rein.run("t") as run:
                client.chat_postMessage(**TEXT)
            loop.close()
            assert states(run) == [State.LANDED]
        assert stub.methods == ["chat.postMessage"]


@pytest.mark.parametrize("made", CLIENTS)
@pytest.mark.filterwarnings("ignore:.*files_upload")
def test_an_upload_of_the_old_kind_is_known_and_never_sent_by_itself(
    made: Callable[[str], Any], tmp_path: Path
) -> None:
    """A file in a form cannot be read as data, so only a line of the long tail admits it; the SDK closes the file."""
    picture = tmp_path / "a.png"
    picture.write_bytes(b"x")
    with warnings.catch_warnings(), workspace() as stub:
        warnings.simplefilter("error", ResourceWarning)
        with rein.run("t"), pytest.raises(Refused) as refused:
            call(made(stub.url), "users_setPhoto", image=str(picture))
        assert refused.value.operation == "slack: users.setPhoto"
        assert not stub.methods


def test_an_upload_of_the_long_tail_leaves_when_allowed() -> None:
    """Allowed, it is recorded with its plain arguments and without its bytes."""
    with workspace() as stub:
        with rein.run("t", policy=ALLOW) as run:
            armed(stub.url).users_setPhoto(image=io.BytesIO(b"secret bytes"), crop_w=7)
        assert run.actions[0].planned["call"]["body"] == {"crop_w": 7}
        assert stub.seen[-1].kind == "multipart/form-data"
        assert stub.seen[-1].args["crop_w"] == "7"


@pytest.mark.parametrize("made", CLIENTS)
@pytest.mark.parametrize("approvals", ["unsigned", lambda _: True], ids=["unsigned", "a function"])
@pytest.mark.parametrize("dry", [False, True], ids=["sent", "dry"])
def test_nobody_is_asked_about_an_upload_that_cannot_be_read(
    made: Callable[[str], Any], approvals: Any, *, dry: bool
) -> None:
    """An approval of one picture would let out any other: such a call is refused where a person would be asked."""
    with workspace() as stub:
        with rein.run("t", policy={"slack": "ask"}, approvals=approvals, dry_run=dry, on_failure="keep") as run:
            for picture in (b"one", b"another"):
                with pytest.raises(Refused, match="nobody can approve exactly this call") as refused:
                    call(made(stub.url), "users_setPhoto", image=io.BytesIO(picture))
                assert type(refused.value) is Refused
                assert refused.value.now.endswith('"slack: users.setPhoto" = "allow" in the policy')
        assert not stub.methods
        assert run.ledger.questions() == []
        assert run.actions == []


def test_a_client_without_a_token_is_gated() -> None:
    """Leaving the token to each call changes nothing about the gate."""
    with workspace() as stub:
        client = rein.wrap(WebClient(base_url=f"{stub.url}/api/"))
        with pytest.raises(Refused):
            client.chat_postMessage(**TEXT, token=BOT)
        with rein.run("t") as run:
            client.chat_postMessage(**TEXT, token=BOT)
        assert states(run) == [State.LANDED]
        assert {seen.token for seen in stub.seen} == {BOT}
