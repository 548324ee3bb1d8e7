"""The scopes that rows name: with them alone each undo goes through, and without one of them it does not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from slack_sdk import WebClient

import agentrein as rein
from agentrein.connector import Answer, Operation
from agentrein.inverse_view import addresses
from agentrein.testing.conformance import Bench, Example
from agentrein_slack import connector
from agentrein_slack.answers import granted
from agentrein_slack.operations.places import HISTORY
from agentrein_slack.sandbox import SlackSandbox
from connectors.slack.examples import EXAMPLES, OF_ADMINS, OF_PEOPLE
from connectors.slack.examples.things import AGENT, MEMBER, PERSON
from connectors.slack.test_conformance import bench_of

ALL = ((AGENT, EXAMPLES), (MEMBER, OF_PEOPLE), (PERSON, OF_ADMINS))
TRIED = [(token, one) for token, examples in ALL for one in examples if not one.nothing]
UNDOABLE = [row for row in connector.table.operations if addresses(row.inverse)]

pytestmark = pytest.mark.filterwarnings(
    "ignore:.* is deprecated:UserWarning", "ignore:client.files_upload.. may cause:UserWarning"
)
"""slack_sdk's own word about methods that are old or retired."""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SlackSandbox]:
    """One sandbox for the whole module: each example resets it."""
    with SlackSandbox(legacy=True) as running:
        yield running


def undone_with(
    scopes: set[str], token: str, example: Example, sandbox: SlackSandbox, place: Path, patch: pytest.MonkeyPatch
) -> tuple[Bench, int]:
    """The exit code of a revert whose token has these scopes only; the run itself had all."""
    bench = bench_of(token, sandbox, place, patch)
    start = bench.ready(example)
    run = bench.run(example, fail=False)
    sandbox.allow(token, scopes)
    try:
        report = rein.revert(run.id)
        if report.exit == 0:
            bench.assert_back(example, start, report)
        return report.exit
    finally:
        bench.close()


def test_every_undo_names_its_scopes() -> None:
    """No undo of Slack's works with any token whatever."""
    assert [row.address for row in UNDOABLE if not row.scopes] == []


@pytest.mark.parametrize(("token", "example"), TRIED, ids=lambda one: one.title if isinstance(one, Example) else "")
def test_the_scopes_of_a_row_are_enough(
    token: str, example: Example, sandbox: SlackSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token with the scopes that a row names, and no other, undoes it and reads it back."""
    row = connector.table.row(example.address)
    assert isinstance(row, Operation)
    scopes = {name for group in row.scopes for name in group}
    assert undone_with(scopes, token, example, sandbox, tmp_path, monkeypatch) == 0


GROUPS = [
    pytest.param(row, group, id=f"{row.address}: {group[0]}")
    for row in UNDOABLE
    for group in row.scopes
    if (row.address, group) != ("chat.scheduleMessage", HISTORY)  # needed once it was posted
]


@pytest.mark.parametrize(("row", "group"), GROUPS)
def test_no_scope_is_named_in_vain(
    row: Operation, group: tuple[str, ...], sandbox: SlackSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without one of the scopes that a row names, something of what the row can do is left for a person."""
    scopes = {name for one in row.scopes if one != group for name in one}
    exits = [
        undone_with(scopes, token, example, sandbox, tmp_path, monkeypatch)
        for token, example in TRIED
        if example.address == row.address
    ]
    assert any(exits)


def test_a_scheduled_message_that_was_posted_needs_history(
    sandbox: SlackSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a scheduled message is in its channel it is edited there, which takes a scope more than deleting it."""
    bench = bench_of(AGENT, sandbox, tmp_path, monkeypatch)
    sandbox.reset()
    with rein.run("later") as run:
        at = int(sandbox.now()) + 300
        bench.armed().chat_scheduleMessage(channel="C0AAA", text="Stand-up", post_at=at)
    sandbox.ahead(400)
    row = connector.table.row("chat.scheduleMessage")
    assert isinstance(row, Operation)
    named = {name for group in row.scopes for name in group}
    sandbox.allow(AGENT, named - set(HISTORY))
    assert rein.revert(run.id).exit != 0
    sandbox.allow(AGENT, named)
    assert rein.revert(run.id).exit == 0


def test_the_scopes_of_a_token_are_read(sandbox: SlackSandbox) -> None:
    """Slack names them in a header; an answer without it tells nothing."""
    sandbox.reset()
    sandbox.allow(AGENT, ["chat:write", "reactions:write"])
    answer = WebClient(AGENT, base_url=sandbox.api_url).auth_test()
    headers = {name.lower(): value for name, value in answer.headers.items()}
    assert granted(Answer(200, headers=headers)) == {"chat:write", "reactions:write"}
    assert granted(Answer(200)) is None
    assert granted(Answer(200, headers={"x-oauth-scopes": ""})) == frozenset()
