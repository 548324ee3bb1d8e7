"""Files that another service keeps."""

from __future__ import annotations

from slack_sdk import WebClient

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import AGENT, DEPLOYS, both, said

URL = "https://docs.example/41?a=1&b=2"


def app(slack: WebClient) -> WebClient:
    """The app itself, which alone may touch its files; the SDK sends these calls without a `token=` of their own."""
    return WebClient(token=AGENT, base_url=slack.base_url)


def file(slack: WebClient) -> str:
    """The id that Slack gave a file."""
    return str(slack.files_remote_info(external_id="doc-41", token=AGENT)["file"]["id"])


def add(slack: WebClient) -> None:
    """A file, from before."""
    app(slack).files_remote_add(external_id="doc-41", external_url=URL, title="Plan", filetype="doc")


def share(slack: WebClient) -> None:
    """It is shared in the channel."""
    slack.files_remote_share(external_id="doc-41", channels=DEPLOYS, token=AGENT)


def retitled(slack: WebClient) -> None:
    """The other service gives the file another title."""
    app(slack).files_remote_update(external_id="doc-41", title="Theirs")


EXAMPLES = (
    Example(
        "files.remote.add",
        lambda slack: slack.files_remote_add(external_id="doc-41", external_url=URL, title="Plan [1] & {2}"),
        foreign=retitled,
        beside=said(),
    ),
    Example(
        "files.remote.update",
        lambda slack: slack.files_remote_update(
            external_id="doc-41", title="Old plan", external_url="https://docs.example/42", filetype="pdf"
        ),
        prepare=add,
        foreign=retitled,
        beside=share,
    ),
    Example(
        "files.remote.update",
        lambda slack: slack.files_remote_update(file=file(slack), title="Old plan"),
        prepare=add,
        foreign=retitled,
        beside=share,
        name="by the id of Slack",
    ),
    Example(
        "files.remote.remove",
        lambda slack: slack.files_remote_remove(file=file(slack)),
        prepare=add,
        alone="nobody can change a file that is gone",
        beside=said(),
    ),
    Example(
        "files.remote.share",
        lambda slack: slack.files_remote_share(external_id="doc-41", channels=[DEPLOYS]),
        prepare=add,
        alone="only the app edits or deletes its message, and then there is nothing left to undo",
        beside=said(),
    ),
    Example(
        "files.remote.share",
        lambda slack: slack.files_remote_share(file=file(slack), channels=DEPLOYS),
        prepare=both(add, share),
        alone="only the app edits or deletes its message, and then there is nothing left to undo",
        beside=said(),
        name="once more",
    ),
)
