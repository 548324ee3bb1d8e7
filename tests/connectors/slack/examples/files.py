"""Files."""

from __future__ import annotations

from slack_sdk import WebClient

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import AGENT, DEPLOYS, said

UPLOADED: list[str] = []
"""The files whose bytes arrived, newest last."""


def upload(slack: WebClient, token: str = AGENT) -> None:
    """The first two steps of an upload; the third is the write of an example."""
    ticket = slack.files_getUploadURLExternal(filename="log.txt", length=3, token=token)
    slack._upload_file(url=ticket["upload_url"], data=b"log", logger=slack._logger, timeout=9, proxy=None, ssl=None)
    UPLOADED.append(ticket["file_id"])


def finished(slack: WebClient) -> None:
    """A file of a member of the workspace."""
    upload(slack, "xoxp-ada")
    slack.files_completeUploadExternal(files=[{"id": UPLOADED[-1]}], token="xoxp-ada")


EXAMPLES = (
    Example(
        "files.completeUploadExternal",
        lambda slack: slack.files_completeUploadExternal(
            files=[{"id": UPLOADED[-1], "title": "Log"}], channel_id=DEPLOYS, initial_comment="See for yourself"
        ),
        prepare=upload,
        alone="deleting a file overwrites nothing of others",
        beside=said(),
        name="with a comment",
    ),
    Example(
        "files.completeUploadExternal",
        lambda slack: slack.files_completeUploadExternal(files=[{"id": UPLOADED[-1]}], channel_id=DEPLOYS),
        prepare=upload,
        alone="deleting a file overwrites nothing of others",
        beside=said(),
        name="without a comment",
    ),
    Example(
        "files.completeUploadExternal",
        lambda slack: slack.files_completeUploadExternal(files=[{"id": UPLOADED[-1]}]),
        prepare=upload,
        alone="deleting a file overwrites nothing of others",
        beside=said(),
        name="in no channel",
    ),
)

OF_PEOPLE = (
    Example(
        "files.sharedPublicURL",
        lambda slack: slack.files_sharedPublicURL(file=UPLOADED[-1]),
        prepare=finished,
        alone="a file is public or not: whoever makes it private has undone it",
        beside=said(),
    ),
    Example(
        "files.revokePublicURL",
        lambda slack: slack.files_revokePublicURL(file=UPLOADED[-1]),
        prepare=lambda slack: [finished(slack), slack.files_sharedPublicURL(file=UPLOADED[-1], token="xoxp-ada")],
        alone="a file is public or not: whoever makes it public has undone it",
        beside=said(),
    ),
)
"""What only people may do."""
