"""Messages: post, say in the third person, edit."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import (
    BUTTON,
    DEPLOYS,
    EVENT,
    LOG,
    SECTION,
    both,
    edited,
    newest,
    posted,
    reacted,
    reply,
    said,
)

EXAMPLES = (
    Example(
        "chat.postMessage",
        lambda slack: slack.chat_postMessage(channel=DEPLOYS, text="Deploy of {app} <begins> & runs"),
        foreign=edited(),
        beside=both(reacted(), said()),
        name="text only",
    ),
    Example(
        "chat.postMessage",
        lambda slack: slack.chat_postMessage(
            channel=DEPLOYS, text="Build 41 failed", blocks=[SECTION, BUTTON], attachments=[LOG], metadata=EVENT
        ),
        foreign=edited(),
        beside=reacted(),
        name="blocks, attachments and metadata",
    ),
    Example(
        "chat.postMessage",
        lambda slack: slack.api_call("chat.postMessage", json={"channel": DEPLOYS, "blocks": [SECTION]}),
        beside=said(),
        alone="a message without a text reads the same whoever edits its blocks",
        name="blocks only",
    ),
    Example(
        "chat.postMessage",
        lambda slack: slack.chat_postMessage(channel=DEPLOYS, text="On it", thread_ts=newest(slack)),
        prepare=said("Build 41 failed"),
        foreign=lambda slack: slack.chat_update(
            channel=DEPLOYS, ts=reply(slack), text="Their text", token="xoxb-agent"
        ),
        beside=said(),
        name="a reply",
    ),
    Example(
        "chat.postMessage",
        lambda slack: slack.chat_postMessage(channel="#deploys", text="Price list is live"),
        foreign=edited(),
        beside=said(),
        name="to a channel by its name",
    ),
    Example(
        "chat.postMessage",
        lambda slack: slack.chat_postMessage(channel="U0ADA", text="Your deal moved"),
        beside=said(),
        alone="a direct message with the agent is read by the two of them only",
        name="to a person",
    ),
    Example(
        "chat.postMessage",
        lambda slack: slack.chat_postMessage(channel=DEPLOYS, text="Build 41 failed"),
        prepare=said("Build 41 failed"),
        foreign=edited(),
        beside=said("Build 41 failed"),
        name="the same text as others",
    ),
    Example(
        "chat.postMessage",
        lambda slack: slack.chat_postMessage(channel=DEPLOYS, text="Beep", username="Builder", icon_emoji=":robot:"),
        foreign=edited(),
        beside=said(),
        name="under another name",
    ),
    Example(
        "chat.meMessage",
        lambda slack: slack.chat_meMessage(channel=DEPLOYS, text="waves"),
        alone="the answer does not show what Slack made of its text",
        beside=reacted(),
    ),
    Example(
        "chat.update",
        lambda slack: slack.chat_update(channel=DEPLOYS, ts=newest(slack), text="Build 42 & 43 failed"),
        prepare=posted("Build 41 failed & so on"),
        foreign=edited(),
        beside=reacted(),
        name="text",
    ),
    Example(
        "chat.update",
        lambda slack: slack.chat_update(
            channel=DEPLOYS, ts=newest(slack), text="Over", blocks=[BUTTON], attachments=[], metadata={}
        ),
        prepare=posted(blocks=[SECTION, BUTTON], attachments=[LOG], metadata=EVENT),
        foreign=edited(),
        beside=reacted(),
        name="everything at once",
    ),
    Example(
        "chat.update",
        lambda slack: slack.chat_update(channel=DEPLOYS, ts=newest(slack), attachments=[LOG]),
        prepare=posted(),
        foreign=lambda slack: slack.chat_update(
            channel=DEPLOYS, ts=newest(slack), attachments=[{**LOG, "text": "theirs"}], token="xoxb-agent"
        ),
        name="attachments where none were",
    ),
    Example(
        "chat.update",
        lambda slack: slack.chat_update(channel=DEPLOYS, ts=reply(slack), text="Never mind"),
        prepare=both(
            said("Build 41 failed"),
            lambda slack: slack.chat_postMessage(
                channel=DEPLOYS, text="On it", thread_ts=newest(slack), token="xoxb-agent"
            ),
        ),
        foreign=lambda slack: slack.chat_update(
            channel=DEPLOYS, ts=reply(slack), text="Their text", token="xoxb-agent"
        ),
        beside=said(),
        name="a reply",
    ),
    Example(
        "chat.update",
        lambda slack: slack.chat_update(channel=DEPLOYS, ts=newest(slack), text="Build 41 failed"),
        prepare=posted(),
        nothing=True,
        name="nothing new",
    ),
)
