from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from slack_sdk import WebClient
from slack_sdk.errors import SlackClientError

import agentrein as rein
from agentrein_slack.sandbox import SlackSandbox
from connectors.slack.examples.things import AGENT, DEPLOYS, PERSON, RICH, SECTION
from connectors.slack.writes import WRITES, WRITES_OF_PEOPLE, bookmark, edit, post, react, schedule
from property_kit import CUTS, Cut, Write, assert_reverts, ci, found_before


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SlackSandbox]:
    """One sandbox for the module: each example resets it."""
    with SlackSandbox() as running:
        yield running


def client(sandbox: SlackSandbox, token: str = AGENT) -> WebClient:
    """A client that sends each call once."""
    return WebClient(token=token, base_url=sandbox.api_url, retry_handlers=[])


def prepare(sandbox: SlackSandbox) -> None:
    """Messages of the agent's and of a person's, and a bookmark, from an hour ago: what is new may be the agent's."""
    sandbox.reset()
    sandbox.ahead(-3_600)
    agent, person = client(sandbox), client(sandbox, PERSON)
    agent.chat_postMessage(channel=DEPLOYS, text="Build 41 failed", blocks=[SECTION])
    ts = person.chat_postMessage(channel=DEPLOYS, text="So what?")["ts"]
    person.pins_add(channel=DEPLOYS, timestamp=ts)
    person.reactions_add(channel=DEPLOYS, timestamp=ts, name="+1")
    person.bookmarks_add(channel_id=DEPLOYS, title="Runbook", type="link", link="https://acme.example/", emoji=":book:")
    sandbox.ahead(3_600)


AGAIN = ("undo_after_take_over", 1)
"""A revert that is killed at once: the run is first looked at, and reverted then."""


@ci
@found_before(  # what came by a name that Slack shows under another was not found where the re-read was lost
    Write(react, ("add", 0, "thumbsup")), cut=Cut(troubles=(("lost", None, 4),))
)
@found_before(  # a message with an empty list of blocks was not found again
    Write(post, (DEPLOYS, "One", [], None, None)), cut=Cut(troubles=(("lost", True, 0),))
)
@found_before(  # of two equal messages the other was taken for the one that had just been deleted
    Write(schedule, ("One", 2)), Write(schedule, ("One", 2)), cut=Cut(crash_again=AGAIN)
)
@found_before(  # the same where nobody knew whether they had been taken
    Write(schedule, ("One", 2)),
    Write(schedule, ("One", 2)),
    cut=Cut(crash_again=AGAIN, troubles=(("lost", True, 0), ("lost", True, 0))),
)
@found_before(  # of two equal bookmarks likewise
    Write(bookmark, ("One", "")), Write(bookmark, ("One", "")), cut=Cut(crash_again=AGAIN)
)
@found_before(  # what an edit had made rich text was called reversible, and Slack did not take the rest back
    Write(edit, (2, "One", [RICH], [], None)), cut=Cut()
)
@given(writes=WRITES, cut=CUTS)
def test_any_run_reverts_to_its_start(
    sandbox: SlackSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: list[Write], cut: Cut
) -> None:
    """Any writes, cut by crashes anywhere and by the vendor's errors, are undone in order, completely and once."""
    check(sandbox, tmp_path, monkeypatch, writes, cut, AGENT)


@ci
@given(writes=WRITES_OF_PEOPLE, cut=CUTS)
def test_any_run_with_the_token_of_a_person_reverts_to_its_start(
    sandbox: SlackSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: list[Write], cut: Cut
) -> None:
    """The same for what only people may do, or may undo: archives and public links."""
    check(sandbox, tmp_path, monkeypatch, writes, cut, PERSON)


def check(
    sandbox: SlackSandbox,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    writes: list[Write],
    cut: Cut,
    token: str,
) -> None:
    """Do the writes with a token, cut them short, and revert."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", token)
    monkeypatch.setenv("SLACK_API_URL", sandbox.api_url)
    prepare(sandbox)
    if token == PERSON:
        person = client(sandbox, PERSON)
        file = person.files_upload_v2(channel=DEPLOYS, content="log", filename="old.txt")["files"][0]["id"]
        for _ in range(3):  # the message that shares a file comes a moment later
            person.files_info(file=file)

    def work() -> None:
        slack = rein.wrap(client(sandbox, token))
        for write in writes:
            with suppress(SlackClientError, OSError, http.client.HTTPException, LookupError, rein.Refused):
                write.call(slack, *write.arguments)

    assert_reverts(sandbox, work, cut, tmp_path)
