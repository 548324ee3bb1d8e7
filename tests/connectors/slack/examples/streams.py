"""Messages that are streamed, and titles of threads."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import ADA, AGENT, DEPLOYS, ITS_OWN, Act, both, newest, reply, said

MARKDOWN = "**Build 41** & [the log](https://acme.example/41)"


def begun(text: str = "Looking") -> Act:
    """A stream of the agent's, from before."""
    return lambda slack: slack.chat_startStream(
        channel=DEPLOYS,
        thread_ts=newest(slack),
        markdown_text=text,
        recipient_user_id=ADA,
        recipient_team_id="T01AB",
        token=AGENT,
    )


def titled(title: str = "Build 41") -> Act:
    """The thread has a title."""
    return lambda slack: slack.assistant_threads_setTitle(
        channel_id=DEPLOYS, thread_ts=newest(slack), title=title, token=AGENT
    )


EXAMPLES = (
    Example(
        "chat.startStream",
        lambda slack: slack.chat_startStream(
            channel=DEPLOYS,
            thread_ts=newest(slack),
            markdown_text=MARKDOWN,
            recipient_user_id=ADA,
            recipient_team_id="T01AB",
        ),
        prepare=said(),
        alone=ITS_OWN,
        beside=said("Another"),
    ),
    Example(
        "chat.appendStream",
        lambda slack: slack.chat_appendStream(channel=DEPLOYS, ts=reply(slack), markdown_text=f" {MARKDOWN}"),
        prepare=both(said(), begun()),
        alone=ITS_OWN,
        beside=said("Another"),
    ),
    Example(
        "chat.stopStream",
        lambda slack: slack.chat_stopStream(channel=DEPLOYS, ts=reply(slack), markdown_text=" Done"),
        prepare=both(said(), begun()),
        alone=ITS_OWN,
        beside=said("Another"),
    ),
    Example(
        "assistant.threads.setStatus",
        lambda slack: slack.assistant_threads_setStatus(
            channel_id=DEPLOYS, thread_ts=newest(slack), status="is looking …"
        ),
        prepare=said(),
        nothing=True,
    ),
    Example(
        "assistant.threads.setTitle",
        lambda slack: slack.assistant_threads_setTitle(
            channel_id=DEPLOYS, thread_ts=newest(slack), title="Why & how {x}"
        ),
        prepare=both(said(), titled()),
        foreign=titled("Theirs"),
        beside=said("Another"),
    ),
)
