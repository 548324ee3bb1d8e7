"""What administrators set, undone in the situations that people meet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from slack_sdk import WebClient

import agentrein as rein
from agentrein.testing.crash import no_waiting
from agentrein_slack.operations.admins import holders
from agentrein_slack.readings_of_admins import bare_name
from agentrein_slack.sandbox import SlackSandbox
from connectors.slack.examples.admins import PICTURE, TEAM
from connectors.slack.examples.things import ADA, BOB, DEPLOYS, OTHER, PERSON
from slack_kit import armed


class Boom(RuntimeError):
    """What an agent's own code raises."""


@pytest.fixture
def bob(sb: SlackSandbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebClient]:
    """An armed client with the token of an administrator, and his credential in the environment."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", PERSON)
    monkeypatch.setenv("SLACK_API_URL", sb.api_url)
    yield armed(sb.url, PERSON)
    assert sb.failures == []


def test_roles_that_people_had_before_stay(sb: SlackSandbox, bob: WebClient) -> None:
    """Of several people in several places, only those lose a role who had it by the call."""
    had = f"Rl0A {ADA} {TEAM}"
    sb.world.settings["roles"] = [had]
    with suppress(Boom), rein.run("roles"):
        bob.admin_roles_addAssignments(role_id="Rl0A", entity_ids=[TEAM, DEPLOYS], user_ids=[ADA, OTHER])
        assert len(sb.world.settings["roles"]) == 4
        raise Boom
    assert sb.world.settings["roles"] == [had]


def test_roles_that_were_given_halfway_are_a_question(sb: SlackSandbox, bob: WebClient) -> None:
    """After a lost answer, some with the role and some without tell nothing, and nothing is taken away."""
    sb.faults.add("error", writes=True)
    with no_waiting():
        with rein.run("roles") as run, suppress(Exception):
            bob.admin_roles_addAssignments(role_id="Rl0A", entity_ids=[TEAM], user_ids=[ADA, OTHER])
        sb.world.settings["roles"] = [f"Rl0A {ADA} {TEAM}"]
        assert rein.revert(run.id).exit == 1
    assert sb.world.settings["roles"] == [f"Rl0A {ADA} {TEAM}"]


def test_everybody_in_everything_that_a_call_names() -> None:
    """Each pair once, without those that are there."""
    body = {"user_ids": "U2,U1", "entity_ids": ["T1"]}
    assert holders(body, None) == [{"user": "U1", "entity": "T1"}, {"user": "U2", "entity": "T1"}]
    assert (holders(body, holders(body, [])), holders(None, None)) == ([], [])


def test_an_emoji_that_was_there_stays(sb: SlackSandbox, bob: WebClient) -> None:
    """A call that was refused because of it, with colons or without, leaves nothing to undo."""
    sb.world.emoji["parrot"] = PICTURE
    with suppress(Boom), rein.run("emoji"):
        with suppress(Exception):
            bob.admin_emoji_add(name=":parrot:", url="https://acme.example/other.png")
        bob.admin_emoji_addAlias(name=":bird:", alias_for=":parrot:")
        bob.admin_emoji_rename(name=":bird:", new_name="fowl")
        raise Boom
    assert sb.world.emoji == {"parrot": PICTURE}
    assert (bare_name(" :bird: "), bare_name(None)) == ("bird", "")


def test_a_name_that_another_channel_took_is_for_a_person(sb: SlackSandbox, bob: WebClient) -> None:
    """The old name cannot be given back, and the other channel keeps it."""
    with rein.run("rename") as run:
        bob.admin_conversations_rename(channel_id=DEPLOYS, name="shipping")
    WebClient(token=PERSON, base_url=sb.api_url).conversations_create(name="deploys")
    there = sb.state()
    report = rein.revert(run.id)
    assert (report.exit, "name_taken" in report.actions[0].message, sb.state()) == (1, True, there)


def test_an_administrator_outside_of_a_channel_removes_nobody(sb: SlackSandbox, bob: WebClient) -> None:
    """Who was invited from outside stays, and a person is told how to go on."""
    sb.channel(DEPLOYS).members.remove(BOB)
    with rein.run("invite") as run:
        bob.admin_conversations_invite(channel_id=DEPLOYS, user_ids=OTHER)
    report = rein.revert(run.id)
    assert (report.exit, "join it first" in report.actions[0].message) == (1, True)
    assert OTHER in sb.channel(DEPLOYS).members
