from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from slack_sdk import WebClient

import agentrein as rein
from agentrein.testing.conformance import Example
from agentrein_slack.sandbox import SlackSandbox
from connectors.slack.examples import EXAMPLES, OF_ADMINS, OF_PEOPLE
from connectors.slack.examples.things import AGENT, MEMBER, PERSON
from property_kit import CUTS, Cut
from rows_kit import assert_rows_revert, rows, together

KNOWN = (frozenset({"files.remote.share", "files.remote.remove"}),)
"""A message that shared a remote file stays without it: the places where a removed file was shared are lost."""

pytestmark = pytest.mark.filterwarnings(
    "ignore:.* is deprecated:UserWarning", "ignore:client.files_upload.. may cause:UserWarning"
)
"""slack_sdk's own word about methods that are old or retired."""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SlackSandbox]:
    """One sandbox for the module: each example resets it."""
    with SlackSandbox(legacy=True) as running:
        yield running


def assert_revert(
    agent: str, sandbox: SlackSandbox, folder: Path, patch: pytest.MonkeyPatch, group: list[Example], cut: Cut
) -> None:
    """The group with the token of an agent, which stands in the environment for later."""
    patch.setenv("SLACK_BOT_TOKEN", agent)
    patch.setenv("SLACK_API_URL", sandbox.api_url)

    def client(token: str) -> WebClient:
        return WebClient(token=token, base_url=sandbox.api_url)

    assert_rows_revert(
        sandbox, group, cut, folder, armed=lambda: rein.wrap(client(agent)), person=lambda: client(PERSON)
    )


@rows
@given(group=together(EXAMPLES, KNOWN), cut=CUTS)
def test_any_rows_together_revert_to_the_start(
    sandbox: SlackSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: list[Example], cut: Cut
) -> None:
    """Whatever rows a bot uses, cut by crashes anywhere and by the vendor's errors: all is undone, in order, once."""
    assert_revert(AGENT, sandbox, tmp_path, monkeypatch, group, cut)


@rows
@given(group=together(OF_PEOPLE, KNOWN), cut=CUTS)
def test_any_rows_of_people_together_revert_to_the_start(
    sandbox: SlackSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: list[Example], cut: Cut
) -> None:
    """The same with a person's token."""
    assert_revert(MEMBER, sandbox, tmp_path, monkeypatch, group, cut)


@rows
@given(group=together(OF_ADMINS, KNOWN), cut=CUTS)
def test_any_rows_of_admins_together_revert_to_the_start(
    sandbox: SlackSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: list[Example], cut: Cut
) -> None:
    """The same with an administrator's token."""
    assert_revert(PERSON, sandbox, tmp_path, monkeypatch, group, cut)
