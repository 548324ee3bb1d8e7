"""Messages, streams, threads, edits and reactions."""

from __future__ import annotations

from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.models.blocks import (
    ContextActionsBlock,
    DividerBlock,
    FeedbackButtonObject,
    FeedbackButtonsElement,
    SectionBlock,
)
from slack_sdk.models.metadata import Metadata

from connectors.slack.documented.things import ASYNC, GUIDE, NOWHERE, OLD, README, REFERENCE, SYNC, WEB, Stage
from connectors.slack.examples.things import ADA, BOB, DEPLOYS
from documented_kit import Examples, Steps

MESSAGES = Examples()

FEEDBACK = ContextActionsBlock(
    elements=[
        FeedbackButtonsElement(
            action_id="opinion",
            positive_button=FeedbackButtonObject(text="Good", accessibility_label="This helped", value="good"),
            negative_button=FeedbackButtonObject(text="Bad", accessibility_label="This did not help", value="bad"),
        )
    ]
)
REVIEW: list[dict[str, Any]] = [
    {"type": "section", "text": {"type": "mrkdwn", "text": "A guest wrote:"}},
    {
        "type": "section",
        "text": {"type": "mrkdwn", "text": "<https://acme.example|The inn>\n:star:\nToo loud, room 12."},
        "accessory": {"type": "image", "image_url": "https://acme.example/inn.png", "alt_text": "The inn"},
    },
    {"type": "section", "fields": [{"type": "mrkdwn", "text": "*Average*\n1.0"}]},
]


@MESSAGES.of(f"{WEB}sending-messages", "compensated")
def a_message(client: Any, at: Stage) -> Steps:
    """Posted by the id of its channel."""
    answer = yield client.chat_postMessage(channel=DEPLOYS, text="Hello from the app! :tada:")
    return answer["ok"], answer["message"]["text"], answer.get("ts"), "ts" in answer, str(answer)


@MESSAGES.of(f"{GUIDE}/legacy/faq/", "compensated", settings={"run_async": True}, clients=(OLD,))
def a_message_of_the_old_async_way(client: Any, at: Stage) -> Steps:
    """The old client gives what can be awaited, if it is told to."""
    answer = yield client.chat_postMessage(channel=DEPLOYS, text="Hello from the app! :tada:")
    return answer["message"]["text"]


@MESSAGES.of(f"{WEB}sending-messages", "rejected")
def a_message_that_slack_refuses(client: Any, at: Stage) -> Steps:
    """The exception holds the answer, with Slack's code for what went wrong."""
    try:
        yield client.chat_postMessage(channel=NOWHERE, text="Hello from the app! :tada:")
    except SlackApiError as error:
        return error, error.response["ok"], error.response["error"], error.response.status_code
    return None


@MESSAGES.of(f"{README}sending-a-message-to-slack", "compensated")
def a_message_to_a_name(client: Any, at: Stage) -> Steps:
    """Posted by the name of its channel; the answer says what stands there."""
    answer = yield client.chat_postMessage(channel="#random", text="Hello world!")
    return answer["message"]["text"] == "Hello world!"


@MESSAGES.of(f"{README}asyncwebclient-in-a-framework", "compensated rejected")
def a_function_of_the_app(client: Any, at: Stage) -> Steps:
    """A function posts and lets Slack's exception through; who calls it makes an answer of its own of both."""

    def send(channel: str, text: str) -> Steps:
        answer = yield client.chat_postMessage(channel=channel, text=text)
        return answer["message"]["text"] == text

    done = yield from send("#random", "a\tb")
    try:
        yield from send("#nowhere", "a\tb")
    except SlackApiError as error:
        return done, f"Failed due to {error.response['error']}"
    return None


@MESSAGES.of(f"{WEB}sending-ephemeral-messages", "needs_attention", allow=("chat.postEphemeral",))
def a_message_for_one_person(client: Any, at: Stage) -> Steps:
    """Seen by one person only."""
    answer = yield client.chat_postEphemeral(channel=DEPLOYS, text="Hello silently! :tada:", user=ADA)
    return answer.data


@MESSAGES.of(f"{WEB}starting-stream", "compensated compensated compensated compensated")
def a_stream_by_its_three_methods(client: Any, at: Stage) -> Steps:
    """Begun, added to, and ended, by the ts of the message."""
    begun = yield client.chat_startStream(
        channel=DEPLOYS, recipient_team_id="T01AB", recipient_user_id=BOB, thread_ts=at.theirs
    )
    for piece in ("**Because** ", "of the cache."):
        yield client.chat_appendStream(channel=DEPLOYS, ts=begun["ts"], markdown_text=piece)
    ended = yield client.chat_stopStream(channel=DEPLOYS, ts=begun["ts"])
    return ended.data


@MESSAGES.of(f"{WEB}stopping-stream", "compensated compensated")
def a_stream_that_asks_for_an_opinion(client: Any, at: Stage) -> Steps:
    """Ended with a block of the SDK's own models."""
    begun = yield client.chat_startStream(
        channel=DEPLOYS, recipient_team_id="T01AB", recipient_user_id=BOB, thread_ts=at.theirs
    )
    ended = yield client.chat_stopStream(channel=DEPLOYS, ts=begun["ts"], blocks=[FEEDBACK])
    return ended.data


@MESSAGES.of(f"{WEB}chat_stream", "compensated compensated compensated", clients=(SYNC, ASYNC))
def a_stream_by_the_sdk_s_object(client: Any, at: Stage) -> Steps:
    """Short pieces are gathered before anything leaves."""
    stream = yield client.chat_stream(
        channel=DEPLOYS, recipient_team_id="T01AB", recipient_user_id=BOB, thread_ts=at.theirs
    )
    for piece in ("Because ", "of the cache. " * 20, "of the disk. " * 20, "That is all."):
        yield stream.append(markdown_text=piece)
    ended = yield stream.stop(blocks=[FEEDBACK])
    return ended["ok"]


@MESSAGES.of(f"{REFERENCE}chat_stream.html", "compensated compensated", clients=(SYNC, ASYNC))
def a_short_stream_by_the_sdk_s_object(client: Any, at: Stage) -> Steps:
    """What fits into the buffer leaves at the end."""
    stream = yield client.chat_stream(
        channel=DEPLOYS, thread_ts=at.theirs, recipient_team_id="T01AB", recipient_user_id=BOB
    )
    kept = yield stream.append(markdown_text="**hello wo")
    yield stream.append(markdown_text="rld!**")
    ended = yield stream.stop()
    return kept, ended["message"]["text"]


@MESSAGES.of(f"{WEB}block-kit", "compensated")
def a_message_of_blocks(client: Any, at: Stage) -> Steps:
    """Blocks as plain data."""
    answer = yield client.chat_postMessage(channel=DEPLOYS, blocks=REVIEW)
    return answer["message"]["blocks"]


@MESSAGES.of(f"{WEB}block-kit", "compensated")
def a_message_of_the_sdk_s_models(client: Any, at: Stage) -> Steps:
    """Blocks and metadata as objects, which the SDK makes data of."""
    blocks = [SectionBlock(text="*Build 41*"), DividerBlock()]
    metadata = Metadata(event_type="build", event_payload={"number": 41})
    answer = yield client.chat_postMessage(channel=DEPLOYS, text="Build 41", blocks=blocks, metadata=metadata)
    return answer["message"]["blocks"]


@MESSAGES.of(f"{WEB}threading-messages", "compensated")
def a_reply(client: Any, at: Stage) -> Steps:
    """A message in the thread of another one."""
    answer = yield client.chat_postMessage(channel=DEPLOYS, thread_ts=at.theirs, text="Hello from the app! :tada:")
    return answer["message"]["thread_ts"] == at.theirs


@MESSAGES.of(f"{WEB}threading-messages", "compensated")
def a_reply_for_all(client: Any, at: Stage) -> Steps:
    """A reply that stands in the channel too."""
    answer = yield client.chat_postMessage(
        channel=DEPLOYS, thread_ts=at.theirs, text="Hello from the app! :tada:", reply_broadcast=True
    )
    return answer.data


@MESSAGES.of(f"{WEB}updating-messages", "reverted")
def an_edit(client: Any, at: Stage) -> Steps:
    """Another text for a message of the agent's own."""
    answer = yield client.chat_update(channel=DEPLOYS, ts=at.mine, text="Build 41 is good again :tada:")
    return answer["text"]


@MESSAGES.of(f"{WEB}deleting-messages", "needs_attention", allow=("chat.delete",))
def a_deletion(client: Any, at: Stage) -> Steps:
    """A message of the agent's own goes for good."""
    answer = yield client.chat_delete(channel=DEPLOYS, ts=at.mine)
    return answer["ts"]


@MESSAGES.of(f"{WEB}emoji", "reverted reverted")
def a_reaction_and_its_removal(client: Any, at: Stage) -> Steps:
    """An emoji on a message, and away again."""
    yield client.reactions_add(channel=DEPLOYS, name="thumbsup", timestamp=at.theirs)
    answer = yield client.reactions_remove(channel=DEPLOYS, name="thumbsup", timestamp=at.theirs)
    return answer["ok"]


@MESSAGES.of(f"{WEB}emoji", "reverted")
def a_reaction(client: Any, at: Stage) -> Steps:
    """An emoji on a message."""
    answer = yield client.reactions_add(channel=DEPLOYS, name="thumbsup", timestamp=at.theirs)
    return answer["ok"]
