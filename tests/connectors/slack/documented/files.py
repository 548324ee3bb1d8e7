"""Uploads, remote files, and calls by the name of their method."""

from __future__ import annotations

import io
from typing import Any

from connectors.slack.documented.things import LEGACY, NOTES, OLD, README, UPLOADING, WEB, Stage, pages
from connectors.slack.examples.things import DEPLOYS
from documented_kit import Examples, Steps

FILES = Examples()


@FILES.of(f"{WEB}upload-files", "compensated")
def a_file_with_a_comment(client: Any, at: Stage) -> Steps:
    """Named by its path, shared with a first comment."""
    answer = yield client.files_upload_v2(file=NOTES, title="Notes", channel=DEPLOYS, initial_comment="The latest!")
    return answer["files"]


@FILES.of(f"{WEB}upload-files", "compensated")
def a_file_in_a_thread(client: Any, at: Stage) -> Steps:
    """The same, as a reply."""
    answer = yield client.files_upload_v2(
        file=NOTES, title="Notes", channel=DEPLOYS, thread_ts=at.theirs, initial_comment="The latest!"
    )
    return answer["files"]


@FILES.of(f"{README}uploading-files-to-slack", "compensated")
def a_file_by_its_path_alone(client: Any, at: Stage) -> Steps:
    """The answer holds the one file besides the list."""
    answer = yield client.files_upload_v2(channel=DEPLOYS, file=f"./{NOTES}")
    return answer["file"]


@FILES.of(f"{UPLOADING}upload-file", "compensated compensated")
def a_text_as_a_file_and_its_address(client: Any, at: Stage) -> Steps:
    """Uploaded for nobody, found in the list of the agent's files, then shared by a message with its address."""
    who = yield client.auth_test()
    yield client.files_list(user=who["user_id"])
    made = yield client.files_upload_v2(title="My text", filename="notes.txt", content="Hi there!")
    listed = yield client.files_list(user=who["user_id"])
    address = made.get("file").get("permalink")
    answer = yield client.chat_postMessage(channel=DEPLOYS, text=f"Here is the file: {address}")
    return [one["id"] for one in listed["files"]], answer["message"]["text"]


@FILES.of(f"{UPLOADING}specifying-channel", "compensated")
def a_text_as_a_file_in_a_channel(client: Any, at: Stage) -> Steps:
    """Uploaded and shared in one go."""
    answer = yield client.files_upload_v2(
        channel=DEPLOYS, title="My text", filename="notes.txt", content="Hi there!", initial_comment="Here it is:"
    )
    return answer["file"]["id"]


@FILES.of(f"{UPLOADING}upload-local-files", "compensated")
def an_open_file(client: Any, at: Stage) -> Steps:
    """Given as a stream of bytes in the place of a path."""
    answer = yield client.files_upload_v2(
        channel=DEPLOYS, title="My text", file=io.BytesIO(b"Hi there!"), filename="notes.txt"
    )
    return answer["file"]["id"]


@FILES.of(f"{UPLOADING}deleting", "held needs_attention", allow=("files.delete",))
def every_file_is_deleted(client: Any, at: Stage) -> Steps:
    """Page after page of the agent's own files, one call for each file."""
    yield client.files_upload_v2(title="My text", filename="notes.txt", content="Hi there!")
    listed = yield client.files_list(user="U0BOT")
    for page in (yield pages(listed)):
        for file in page["files"]:
            yield client.files_delete(file=file["id"])
    left = yield client.files_list(user="U0BOT")
    return left["files"]


@FILES.of("https://github.com/slackapi/python-slack-sdk/releases/tag/v3.19.0", "compensated")
def several_files_at_once(client: Any, at: Stage) -> Steps:
    """Two uploads that one call completes."""
    answer = yield client.files_upload_v2(
        file_uploads=[
            {"content": "One", "filename": "one.txt", "title": "One"},
            {"file": NOTES, "title": "Notes"},
        ],
        channel=DEPLOYS,
        initial_comment="Both:",
    )
    return [one["title"] for one in answer["files"]]


@FILES.of(f"{WEB}adding-remote-files", "reverted")
def a_remote_file(client: Any, at: Stage) -> Steps:
    """A file that stays where it is."""
    answer = yield client.files_remote_add(
        external_id="deck-1", external_url="https://acme.example/deck-1", title="The deck"
    )
    return answer["file"]["external_id"]


@FILES.of(f"{WEB}calling-API-methods", "compensated")
def a_call_by_the_name_of_its_method(client: Any, at: Stage) -> Steps:
    """Arguments as parameters."""
    answer = yield client.api_call(api_method="chat.postMessage", params={"channel": "#random", "text": "Hello world!"})
    return answer["message"]["text"] == "Hello world!"


@FILES.of(f"{LEGACY}calling-API-methods", "compensated", clients=(OLD,))
def a_call_with_a_body(client: Any, at: Stage) -> Steps:
    """Arguments as JSON."""
    answer = yield client.api_call(api_method="chat.postMessage", json={"channel": "#random", "text": "Hello world!"})
    return answer["message"]["text"] == "Hello world!"
